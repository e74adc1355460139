# What the person chooses: arguments, what an earlier run was told, secrets. Sourced by deploy/install.
# shellcheck shell=bash disable=SC2034 # what deploy/upgrade does without

env_file=/etc/bruges.env
kept_choices=$state/choices
site='' owner='' owner_name='' security_contact='' mail_domain='' mail_local='' mail='' provider='' local_ca=no settings_file=''
declare -A given=()                # settings for the environment file, by name

usage() {
    cat >&3 <<'USAGE'
deploy/install --site NAME --owner ADDRESS --mail-domain NAME (--own-mail-host | --provider NAME | --mailbox)

  --site play.example.org          the host name of the pages
  --owner you@example.org          the first owner of the service, who signs in by mail; --owner-name "Your Name"
  --mail-domain mail.example.org   the part after the @ of the addresses that players write to

and one way for letters:
  --own-mail-host                  Postfix, OpenDKIM and OpenDMARC on this machine; its name is the mail domain
  --provider NAME                  a provider: postmark, mailgun, amazon_ses, resend, or another of django-anymail
  --mailbox                        a mailbox (IMAP) that letters are fetched from, and a mail host (SMTP) to send by

further:
  --settings FILE                  lines NAME=value as in deploy/env.example, for passwords and keys, readable for
                                   root alone; what is missing there is asked for on the terminal
  --security-contact ADDRESS       where people tell you of a hole in the service: an address, or https://... of a form
  --mail-local NAME                the part before the + of those addresses, "play" unless given
  --local-ca                       for a private network: certificates of Caddy's own authority
  --check                          say what would be done and what stands in the way; change nothing

Later runs need no arguments: they take up what the first was told.
USAGE
}

wrong() { fail "$* See deploy/install --help."; }

read_choices() {
    if [ -r "$kept_choices" ]; then
        read_kept_choices
    fi
    read_arguments "$@"
    check_choices
}

read_kept_choices() {
    local name value
    while IFS='=' read -r name value; do
        case $name in
            site | owner | owner_name | mail_domain | mail_local | mail | provider | local_ca)
                printf -v "$name" '%s' "$value" ;;
        esac
    done <"$kept_choices"
}

read_arguments() {
    local ways=0
    while [ $# -gt 0 ]; do
        case $1 in
            --site | --owner | --owner-name | --security-contact | --mail-domain | --mail-local | --provider | --settings)
                [ $# -ge 2 ] || wrong "$1 needs a value." ;;
        esac
        case $1 in
            --site) site=$2 && shift ;;
            --owner) owner=$2 && shift ;;
            --owner-name) owner_name=$2 && shift ;;
            --security-contact) security_contact=$2 && shift ;;
            --mail-domain) mail_domain=$2 && shift ;;
            --mail-local) mail_local=$2 && shift ;;
            --settings) settings_file=$(readlink --canonicalize-missing "$2") && shift ;;
            --own-mail-host) mail=own && ways=$((ways + 1)) ;;
            --provider) mail=provider provider=$2 && ways=$((ways + 1)) && shift ;;
            --mailbox) mail=mailbox && ways=$((ways + 1)) ;;
            --local-ca) local_ca=yes ;;
            --check) dry=yes ;;
            --help | -h) usage && exit 0 ;;
            *) wrong "$1 is no argument of this command." ;;
        esac
        shift
    done
    [ "$ways" -le 1 ] || wrong "Choose one of --own-mail-host, --provider NAME and --mailbox."
}

is_host() { [[ $1 =~ ^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$ ]]; }

check_choices() {
    [ -n "$site" ] || wrong "--site is missing: the host name of the pages."
    is_host "$site" || wrong "--site $site is no host name. Write it like play.example.org, in small letters."
    [ -n "$owner" ] || wrong "--owner is missing: the mail address of the first owner of the service."
    [[ $owner =~ ^[^[:space:]@]+@[^[:space:]@]+\.[^[:space:]@]+$ ]] || wrong "--owner $owner is no mail address."
    [ -n "$mail_domain" ] || wrong "--mail-domain is missing: the part after the @ of the service's addresses."
    is_host "$mail_domain" || wrong "--mail-domain $mail_domain is no host name. Write it like mail.example.org."
    [[ $mail_local =~ ^[a-z0-9._-]*$ ]] || wrong "--mail-local $mail_local has letters that cannot be there."
    [ -n "$mail" ] || wrong "Choose one of --own-mail-host, --provider NAME and --mailbox."
    [ "$mail" != provider ] || [[ $provider =~ ^[a-z][a-z0-9_]*$ ]] || wrong "--provider $provider is no provider."
    [[ -z $security_contact || $security_contact =~ ^(https://[^[:space:]]+|[^[:space:]@]+@[^[:space:]@]+\.[^[:space:]@]+)$ ]] ||
        wrong "--security-contact $security_contact is neither a mail address nor https://... of a form."
    [ -z "$settings_file" ] || [ -r "$settings_file" ] || wrong "--settings $settings_file cannot be read."
}

has_kept_choices() { [ "$(choices)" = "$(cat "$kept_choices")" ]; }
keep_choices() { choices >"$kept_choices"; }
choices() {
    local name
    for name in site owner owner_name mail_domain mail_local mail provider local_ca; do
        printf '%s=%s\n' "$name" "${!name}"
    done
}

# --- settings and secrets --------------------------------------------------------------------------

# setting NAME: its value in the environment file as the service reads it, empty where it has none.
setting() { sed --quiet "s/^$1=\"\\?\\([^\"]*\\)\"\\?\$/\\1/p" "$env_file" 2>/dev/null | tail --lines=1; }

# Nothing is asked for once the environment file is there.
ask_for_secrets() {
    local name
    if [ -e "$env_file" ] || [ "$dry" = yes ]; then
        return
    fi
    gather_settings
    for name in $(secrets_needed); do
        if ! in_settings_file "$name"; then
            given[$name]=$(asked "$name")
        fi
    done
}

in_settings_file() {
    [ -n "$settings_file" ] && grep --quiet --extended-regexp "^$1(_FILE)?=." "$settings_file"
}

secrets_needed() {
    case $mail:$provider in
        own:*) ;;
        mailbox:*) echo SMTP_URL IMAP_URL ;;
        provider:postmark) echo ANYMAIL_POSTMARK_SERVER_TOKEN ;;
        provider:mailgun) echo ANYMAIL_MAILGUN_API_KEY ANYMAIL_MAILGUN_WEBHOOK_SIGNING_KEY ;;
        provider:amazon_ses) echo AWS_DEFAULT_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY ;;
        provider:resend) echo ANYMAIL_RESEND_API_KEY ANYMAIL_RESEND_INBOUND_SECRET ANYMAIL_RESEND_SIGNING_SECRET ;;
    esac
}

# asked NAME: its value, typed on the terminal without being shown.
asked() {
    local value=''
    if ! { : </dev/tty; } 2>/dev/null; then
        fail "$1 is missing, and there is no terminal to ask on. Write the line $1=... into a file: --settings FILE."
    fi
    while ! has_form "$1" "$value"; do
        [ -z "$value" ] || echo "That is no $1: $(form_of "$1")" >/dev/tty
        read -r -s -p "$1 (deploy/env.example and deploy/mail.md say what it is): " value </dev/tty 2>/dev/tty
        echo >/dev/tty
    done
    printf '%s' "$value"
}

# form_of NAME: how its value has to look, in words.
form_of() {
    case $1 in
        SMTP_URL) echo "smtp+tls://user:password@host:587 or smtps://user:password@host, with %40 for @ in user and password" ;;
        IMAP_URL) echo "imaps://user:password@host, with %40 for @ in user and password" ;;
        *) echo "one word, as the provider's pages show it" ;;
    esac
}

# has_form NAME VALUE: can this be a value of it? The service looks closer; this finds what was pasted by mistake.
has_form() {
    local person='[^[:space:]@/:]+:[^[:space:]@/]+@' host='[^[:space:]@/:]+(:[0-9]+)?'
    case $1 in
        SMTP_URL) [[ $2 =~ ^smtp(s|\+tls)?://($person)?$host/?$ ]] ;;
        IMAP_URL) [[ $2 =~ ^imap(s|\+tls)?://$person$host(/.*)?$ ]] ;;
        *) [[ $2 =~ ^[^[:space:]]+$ ]] ;;
    esac
}

gather_settings() {
    given[SITE_URL]=https://$site
    given[MAIL_DOMAIN]=$mail_domain
    given[DATABASE_URL]="postgresql://bruges@/bruges?host=/var/run/postgresql"
    given[REDIS_URL]=redis://127.0.0.1:6379/0
    given[BEHIND_PROXY]=yes
    given[BACKUP_DIR]=$backups
    given[DATA_DIR]=$base/.var
    if [ -n "$mail_local" ]; then
        given[MAIL_LOCAL]=$mail_local
    fi
    case $security_contact in
        '') ;;
        https://* | mailto:*) given[SECURITY_CONTACT]=$security_contact ;;
        *) given[SECURITY_CONTACT]=mailto:$security_contact ;;
    esac
    case $mail in
        own)
            given[SMTP_URL]=smtp://127.0.0.1:587
            given[LISTEN_POLICY]=127.0.0.1:2527
            given[TRUSTED_AUTHSERV_IDS]=$mail_domain ;;
        provider)
            given[MAIL_PROVIDER]=$provider
            given[ANYMAIL_WEBHOOK_SECRET]=bruges:$(random_word) ;;
    esac
}

random_word() { head --bytes=30 /dev/urandom | base64 | tr '+/' '-_'; }
