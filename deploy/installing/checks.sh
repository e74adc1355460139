# What has to be so before anything is changed. Sourced by deploy/install.
# shellcheck shell=bash

problems=0
problem() {
    problems=$((problems + 1))
    say "  problem  $*"
}
warn() { say "  warning  $*"; }

check_all() {
    say "Checks"
    check_root
    check_debian
    check_room
    check_source
    check_settings_file
    check_same_choices
    check_ports
    check_others_files
    check_dns
    if [ "$problems" -gt 0 ] && [ "$dry" = no ]; then
        fail "nothing was changed. Mend what stands above as a problem and run it again."
    fi
    say "Steps"
}

check_root() {
    [ "$(id --user)" -eq 0 ] || problem "this must run as root"
    command -v systemctl >/dev/null || problem "there is no systemd here; deploy/parts.md says how to use containers"
}

check_debian() {
    local system
    # shellcheck source=/dev/null
    system=$(. /etc/os-release && echo "$ID ${VERSION_ID-}")
    case $system in
        'debian 12' | 'debian 13') ;;
        *) problem "this is $system; it needs Debian 12 or 13" ;;
    esac
}

check_room() {
    local memory disk
    memory=$(awk '/^MemTotal:/ { print int($2 / 1024) }' /proc/meminfo)
    [ "$memory" -ge 900 ] || problem "$memory MB of memory; it needs 1 GB"
    for place in /srv /var; do
        disk=$(df --output=avail --block-size=1M "$place" | tail --lines=1)
        [ "$disk" -ge 2000 ] || problem "$((disk)) MB are free in $place; it needs 2 GB"
    done
}

check_settings_file() {
    [ -n "$settings_file" ] || return 0
    case $(stat --format=%a "$settings_file") in
        *00) ;;
        *) problem "others can read $settings_file, which holds secrets: chmod 600 $settings_file" ;;
    esac
}

check_source() {
    if is_checkout "$(source_tree)" && has_changes "$(source_tree)"; then
        problem "$(source_tree) has changes that are not committed: commit them, or take them back with git stash"
    fi
    if [ -e "$base/manage.py" ]; then
        problem "$base holds the code itself, not folders with releases: move it to $current, as deploy/parts.md has it"
    fi
}

# The environment file is never written again, so what was chosen now must not say something else.
check_same_choices() {
    [ -r "$env_file" ] || return 0
    same_as_setting --site "https://$site" SITE_URL
    same_as_setting --mail-domain "$mail_domain" MAIL_DOMAIN
    [ "$mail" != provider ] || same_as_setting --provider "$provider" MAIL_PROVIDER
}

same_as_setting() {
    local found
    found=$(setting "$3")
    [ "$found" = "$2" ] || problem "$env_file says $3=$found, and $1 says $2: change it in that file first"
}

# Ports that others hold. After the first run they are ours.
check_ports() {
    local ports=(80 443 8000)
    [ ! -e "$kept_choices" ] || return 0
    [ "$mail" != own ] || ports+=(25 587 2525 2527 8891 8893)
    for port in "${ports[@]}"; do
        if is_taken "$port"; then
            problem "port $port is taken by another program here$(holder "$port")"
        fi
    done
}

is_taken() { (exec 5<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# holder PORT: the name of the program that listens there, if this machine can tell.
holder() {
    local name
    name=$(ss -Hltnp "sport = :$1" 2>/dev/null | sed --quiet '0,/users:((/s/.*users:(("\([^"]*\)".*/\1/p') || true
    [ -z "$name" ] || echo ": $name"
}

# Programs that somebody has set up here before are not reconfigured.
check_others_files() {
    [ ! -e "$kept_choices" ] || return 0
    if ! untouched /etc/caddy/Caddyfile; then
        problem "Caddy is configured here for something else: /etc/caddy/Caddyfile. Move the file away, or use" \
            "another machine"
    fi
    if [ "$mail" = own ] && [ -e /etc/postfix/main.cf ]; then
        problem "Postfix is configured here for something else: /etc/postfix/main.cf. Move the file away, or" \
            "let it deliver as deploy/mail.md says and choose another way for letters"
    fi
}

check_dns() {
    local names=("$site") name found
    [ "$mail" != own ] || names+=("$mail_domain")
    for name in "${names[@]}"; do
        found=$(RES_OPTIONS="timeout:2 attempts:1" getent ahosts "$name" | awk '{ print $1 }' | sort --unique | tr '\n' ' ') || true
        if [ -z "$found" ]; then
            warn "$name has no address in the DNS yet; the records to set are printed at the end"
        elif ! points_here "$found"; then
            warn "$name is ${found% } in the DNS, and this machine is $(own_addresses)"
        fi
    done
}

own_addresses() { hostname --all-ip-addresses 2>/dev/null | sed 's/ *$//'; }

# points_here ADDRESSES: one of them is this machine's own.
points_here() {
    local one own
    for one in $1; do
        for own in $(own_addresses); do
            [ "$one" != "$own" ] || return 0
        done
    done
    return 1
}
