# A mail host on this machine: Postfix, OpenDKIM and OpenDMARC as deploy/postfix has them. Sourced by deploy/install.
# shellcheck shell=bash

selector=bruges
dkim_key=/etc/dkimkeys/$selector.private
dkim_user=opendkim
declare -A mail_files=(
    [main.cf]=/etc/postfix/main.cf
    [master.cf]=/etc/postfix/master.cf
    [opendkim.conf]=/etc/opendkim.conf
    [opendmarc.conf]=/etc/opendmarc.conf
)

install_mail_host() {
    step "make a DKIM key for $mail_domain" has_dkim_key make_dkim_key
    step "start Postfix, OpenDKIM and OpenDMARC for $mail_domain" has_mail_host start_mail_host
    step "have letters to postmaster@ and abuse@ sent on to $owner" has_root_alias make_root_alias
    if [ "$dry" = no ]; then
        tell_edited_mail_files
    fi
}

# One that was brought from another machine is kept, and given to the user of OpenDKIM here.
has_dkim_key() { [ -s "$dkim_key" ] && [ "$(stat --format=%U "$dkim_key")" = "$dkim_user" ]; }

make_dkim_key() {
    install --directory --owner="$dkim_user" --mode=700 "$(dirname "$dkim_key")"
    if [ ! -s "$dkim_key" ]; then
        (umask 077 && opendkim-genkey --bits=2048 --domain="$mail_domain" --selector="$selector" \
            --directory="$(dirname "$dkim_key")")
    fi
    chown "$dkim_user": "$dkim_key"
}

has_root_alias() { grep --quiet --ignore-case '^root *:' /etc/aliases && [ -e /etc/aliases.db ]; }

make_root_alias() {
    if ! grep --quiet --ignore-case '^root *:' /etc/aliases; then
        echo "root: $owner" >>/etc/aliases
    fi
    newaliases
}

# render_mail_files: the project's files with the domain of this installation, below $state/postfix.
render_mail_files() {
    local name
    install --directory "$state/postfix"
    for name in "${!mail_files[@]}"; do
        mail_text "$name" >"$state/postfix/$name"
    done
}

mail_text() { sed "s/mail\\.example\\.org/$mail_domain/g" "$home/deploy/postfix/$1"; }

has_mail_host() {
    local name
    for name in "${!mail_files[@]}"; do
        [ "$(mail_text "$name")" = "$(cat "$state/postfix/$name")" ] || return 1
        in_place "$state/postfix/$name" "${mail_files[$name]}" || return 1
    done
    systemctl is-active --quiet opendkim opendmarc postfix
}

start_mail_host() {
    local name
    render_mail_files
    for name in "${!mail_files[@]}"; do
        place "$state/postfix/$name" "${mail_files[$name]}"
    done
    postfix check
    systemctl enable opendkim opendmarc postfix
    systemctl restart opendkim opendmarc postfix
}

tell_edited_mail_files() {
    local name
    for name in "${!mail_files[@]}"; do
        tell_edited "$state/postfix/$name" "${mail_files[$name]}"
    done
}

# --- the DNS -----------------------------------------------------------------------------------------

mail_records() {
    address_records "$mail_domain"
    record "$mail_domain." MX "10 $mail_domain."
    record "$mail_domain." TXT '"v=spf1 mx -all"'
    record "$selector._domainkey.$mail_domain." TXT "$(dkim_text)"
    dmarc_record
    echo "; and at the provider of this machine, as the name of its address (PTR): $mail_domain"
}

# dkim_text: the strings of the public key, of at most 255 characters each, as the key's program wrote them.
dkim_text() { grep --only-matching '"[^"]*"' "${dkim_key%.private}.txt" | paste --serial --delimiters=' '; }
