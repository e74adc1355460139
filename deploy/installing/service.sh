# The parts of the service under systemd, and Caddy in front of them. Sourced by deploy/install.
# shellcheck shell=bash disable=SC2034 # what deploy/upgrade does without

units=/etc/systemd/system
web=127.0.0.1:8000                 # where bruges-web.service listens
changed_units=()
ready=no

install_service() {
    step "put the command bruges (manage.py with the settings) into /usr/local/sbin" has_command make_command
    step "start the parts of the service under systemd" is_running start_parts
    step "serve https://$site with Caddy" has_proxy start_proxy
    if [ "$local_ca" = yes ]; then
        step "trust Caddy's own authority on this machine" has_trust make_trust
    fi
    tell_edited_files
    if [ "$dry" = no ]; then
        wait_until_ready
    fi
}

has_command() { [ "$(readlink /usr/local/sbin/bruges)" = "$current/deploy/manage" ]; }
make_command() { ln --symbolic --force "$current/deploy/manage" /usr/local/sbin/bruges; }

# --- units -------------------------------------------------------------------------------------------

# wanted_units: the names of those to start: all that may be enabled, without doors that no letter comes through.
wanted_units() {
    local path name
    for path in "$home"/deploy/systemd/*; do
        name=$(basename "$path")
        grep --quiet '^\[Install\]' "$path" || continue
        case $name:$mail in
            bruges-fetch.service:mailbox | bruges-receive.service:own) ;;
            bruges-fetch.service:* | bruges-receive.service:*) continue ;;
        esac
        echo "$name"
    done
}

is_running() {
    local path name
    [ -d "$home/deploy/systemd" ] || return 1
    for path in "$home"/deploy/systemd/*; do
        in_place "$path" "$units/$(basename "$path")" || return 1
    done
    for name in $(wanted_units); do
        systemctl is-enabled --quiet "$name" && systemctl is-active --quiet "$name" || return 1
    done
}

# place_units: the files of $home; `changed_units` are those that were others before.
place_units() {
    local path name
    changed_units=()
    for path in "$home"/deploy/systemd/*; do
        name=$(basename "$path")
        if ! in_place "$path" "$units/$name"; then
            changed_units+=("$name")
        fi
        place "$path" "$units/$name"
    done
    systemctl daemon-reload
}

start_parts() {
    place_units
    if [ "${#changed_units[@]}" -gt 0 ]; then
        systemctl try-restart "${changed_units[@]}"
    fi
    # shellcheck disable=SC2046 # a list of names without blanks
    systemctl enable --now $(wanted_units)
}

# --- Caddy -------------------------------------------------------------------------------------------

proxy_file=/etc/caddy/Caddyfile

# proxy_text: deploy/Caddyfile for this site and for the Caddy that is here; Debian's 2.6 has other words for buffers.
proxy_text() {
    local changes=(-e "s|{\$SITE_URL}|https://$site|" -e "s|web:8000|$web|")
    if is_old_caddy; then
        changes+=(-e 's|^\(\t*\)request_buffers \(.*\)|\1buffer_requests\n\1max_buffer_size \2|')
        changes+=(-e 's|^\(\t*\)response_buffers .*|\1buffer_responses|')
    fi
    if [ "$local_ca" = yes ]; then
        changes+=(-e '1s|^{|{\n\tskip_install_trust|' -e "s|^https://$site {|&\n\ttls internal|")
    fi
    sed "${changes[@]}" "$home/deploy/Caddyfile"
}

is_old_caddy() { [ "$(printf '%s\n' 2.7 "$(caddy version | sed 's/^v//')" | sort --version-sort | sed --quiet 1p)" != 2.7 ]; }

make_proxy_file() {
    proxy_text >"$state/Caddyfile"
    caddy validate --adapter caddyfile --config "$state/Caddyfile"
}

has_proxy() {
    [ -e "$state/Caddyfile" ] && [ "$(proxy_text)" = "$(cat "$state/Caddyfile")" ] &&
        in_place "$state/Caddyfile" "$proxy_file" && systemctl is-active --quiet caddy
}

start_proxy() {
    make_proxy_file
    place "$state/Caddyfile" "$proxy_file"
    systemctl enable caddy
    systemctl reload-or-restart caddy
}

# Caddy keeps its authority for itself; the doctor, and whoever wants to bring it to their browser, read a copy.
root_certificate=/usr/local/share/ca-certificates/bruges-local-ca.crt
caddys_certificate=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt

has_trust() { cmp --silent "$caddys_certificate" "$root_certificate"; }

make_trust() {
    for _ in $(seq 120); do
        [ ! -s "$caddys_certificate" ] || break
        sleep 0.5
    done
    if [ ! -s "$caddys_certificate" ]; then
        echo "Caddy has made no authority within a minute; what it said last:"
        journalctl --unit=caddy --lines=10 --no-pager || true
        return 1
    fi
    install --mode=644 "$caddys_certificate" "$root_certificate"
    update-ca-certificates
}

tell_edited_files() {
    local path
    for path in "$home"/deploy/systemd/*; do
        tell_edited "$path" "$units/$(basename "$path")"
    done
    tell_edited "$state/Caddyfile" "$proxy_file"
}

# --- does it answer? -----------------------------------------------------------------------------------

# A service that runs but is not ready is told of by the doctor, with what to do.
wait_until_ready() {
    say "  waiting  until /healthz answers"
    answers healthz || fail "the pages do not answer within a minute. systemctl status 'bruges-*' and" \
        "journalctl --unit=bruges-web --lines=20 say more."
    say "  waiting  until /readyz says that all parts work"
    if answers readyz; then
        ready=yes
    fi
    say "  waiting  until https://$site answers"
    if ! answers_by_https; then
        note "https://$site does not answer yet: Caddy gets its certificate when the DNS leads here and the ports" \
            "80 and 443 are reached from outside. It tries by itself; journalctl --unit=caddy says why it cannot."
    fi
}

# answers PAGE [SECONDS]: within so many, 60 unless given.
answers() {
    for _ in $(seq "${2:-60}"); do
        if asked_as_proxy "http://$web/$1"; then
            return
        fi
        sleep 1
    done
    return 1
}

asked_as_proxy() {
    curl --silent --fail --max-time 5 --output /dev/null --header "Host: $site" --header 'X-Forwarded-Proto: https' "$1"
}

answers_by_https() {
    for _ in $(seq 20); do
        if curl --silent --fail --max-time 5 --output /dev/null \
            --connect-to "$site:443:127.0.0.1:443" "https://$site/healthz"; then
            return
        fi
        sleep 1
    done
    return 1
}
