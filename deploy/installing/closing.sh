# What the person does next: records in the DNS, signing in. Sourced by deploy/install.
# shellcheck shell=bash

records=$state/dns-records

close() {
    local one
    if [ "$dry" = yes ]; then
        say "Nothing was changed; $problems problem(s)."
        [ "$problems" -eq 0 ]
        return
    fi
    dns_records >"$records"
    say ""
    say "Set these records in the DNS (they are in $records too):"
    say ""
    say "$(cat "$records")"
    say ""
    tell_provider
    run_doctor
    for one in ${notes[@]+"${notes[@]}"}; do
        say "NOTE: $one"
    done
    say "$(manage appoint --skip-checks "$owner" --owner ${owner_name:+--name "$owner_name"})"
    say ""
    say "Later: https://$site/sign-in; the desk is https://$site/desk/. On this machine: bruges help"
    if [ "$local_ca" = yes ]; then
        say "Browsers trust the site once they have been given the authority's certificate: $root_certificate"
    fi
    if [ "$ready" = no ]; then
        fail "all of it is installed, but a part does not work: mend what the doctor calls fail above (settings are in" \
            "$env_file), then: systemctl restart bruges.target, and bruges doctor"
    fi
}

record() { printf '%-40s IN %-5s %s\n' "$@"; }

# address_records NAME: one line for each address of this machine.
address_records() {
    local one
    for one in $(public_addresses); do
        case $one in
            *:*) record "$1." AAAA "$one" ;;
            *) record "$1." A "$one" ;;
        esac
    done
}

# Without those that lead nowhere from outside; words to fill in where this machine has no others.
public_addresses() {
    local inside='fe80:|f[cd]|10\.|192\.168\.|172\.(1[6-9]|2[0-9]|3[01])\.'
    [ "$local_ca" != yes ] || inside=fe80:
    own_addresses | tr ' ' '\n' | grep --invert-match --extended-regexp "^($inside)" ||
        echo 'PUBLIC-ADDRESS-OF-THIS-MACHINE'
}

dns_records() {
    address_records "$site"
    case $mail in
        own) mail_records ;;
        provider)
            echo "; MX, SPF and DKIM of $mail_domain: as $provider shows them for this domain"
            dmarc_record ;;
        mailbox) echo "; nothing for $mail_domain: it is the domain of the mailbox" ;;
    esac
}

dmarc_record() { record "_dmarc.$mail_domain." TXT '"v=DMARC1; p=quarantine"'; }

tell_provider() {
    if [ "$mail" = provider ]; then
        note "$provider posts letters to https://SECRET@$site/mail/$provider/inbound/ and what became of ours to" \
            ".../tracking/; SECRET is ANYMAIL_WEBHOOK_SECRET in $env_file. deploy/mail.md has the rest."
    fi
}

# What the doctor finds does not undo the installation: much of it waits for the records above.
run_doctor() {
    if [ -e "$home/tournaments/management/commands/doctor.py" ]; then
        say "The doctor says:"
        manage doctor >&3 2>&1 || note "The doctor found something: bruges doctor says it again at any time."
    fi
}
