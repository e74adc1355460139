# Packages, user, code, settings and database. Sourced by deploy/install.
# shellcheck shell=bash

backups=/var/backups/bruges        # as the units of deploy/systemd may write
packages=(ca-certificates caddy curl git postgresql python3 python3-venv redis-server)
mail_packages=(dbconfig-no-thanks opendkim opendkim-tools opendmarc postfix publicsuffix ssl-cert)

install_system() {
    choose_packages
    step "install Debian packages: ${packages[*]}" has_packages get_packages
    step "make the user bruges" has_user make_user
    step "put this release into $releases" has_code get_code
    find_home
    step "install the Python packages of requirements/base.txt" has_python get_python
    step "compile the sentences in other languages" has_messages make_messages
    step "write the settings into $env_file" has_settings make_settings
    step "start PostgreSQL and Redis" has_servers start_servers
    step "make the role and the database bruges" has_database make_database
    step "make the directories $base/.var and $backups" has_data make_data
    step "check that the settings are enough to send letters" can_send can_send
    step "bring the database up to date" is_migrated migrate
    step "collect the files of the pages" has_static make_static
}

# --- packages ----------------------------------------------------------------------------------------

choose_packages() { [ "$mail" != own ] || packages+=("${mail_packages[@]}"); }

has_packages() {
    local name
    for name in "${packages[@]}"; do
        [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$name")" = installed ] || return 1
    done
}

get_packages() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update
    if [ "$mail" = own ] && [ ! -e /etc/postfix/main.cf ]; then
        apt-get install --yes --no-install-recommends debconf
        # Postfix stays without a configuration, and silent, until ours is in its place.
        echo "postfix postfix/main_mailer_type select No configuration" | debconf-set-selections
    fi
    apt-get install --yes --no-install-recommends "${packages[@]}"
}

# --- user and code -----------------------------------------------------------------------------------

has_user() { id bruges; }
make_user() { useradd --system --user-group --home-dir "$base" --shell /usr/sbin/nologin bruges; }

# A newer release replaces the one that runs by deploy/upgrade; until the service has begun it just takes its place.
has_code() { [ "$(current_name)" = "$(release_name "$(source_tree)")" ]; }

get_code() {
    stage "$(source_tree)"
    keep_origin "$(source_tree)"
    switch_to "$(release_name "$(source_tree)")"
}

# find_home: the steps that follow take all files from the current release, by its real path.
find_home() { home=$(readlink --canonicalize-missing "$current"); }

# --- Python and sentences ------------------------------------------------------------------------------

# Which packages: with those that send spans, where the settings name a collector for them, and those of the provider.
wanted_locks() {
    if [ -n "$(setting OTEL_EXPORTER_OTLP_ENDPOINT)" ]; then echo traces; else echo base; fi
    case ${provider:-$(setting MAIL_PROVIDER)} in amazon_ses | postal | resend) echo providers ;; esac
}

has_python() {
    local lock digest
    for lock in $(wanted_locks); do
        digest=$(sha256sum <"$home/requirements/$lock.txt" | cut --delimiter=' ' --fields=1)
        grep --quiet "$lock:$digest" "$home/.venv/installed" || return 1
    done
}

# The service may not write beside its code: it is compiled here.
get_python() {
    # shellcheck disable=SC2046 # a word for each
    (cd "$home" && python3 deploy/bootstrap.py $(wanted_locks))
    "$home/.venv/bin/python" -m compileall -q "$home/engine" "$home/tournaments" "$home/bruges_pbem"
}

catalogues() { find "$home/engine" "$home/tournaments" -path '*/locale/*' -name '*.po'; }

has_messages() {
    local catalogue
    [ -d "$home/engine" ] || return 1
    for catalogue in $(catalogues); do
        [ -e "${catalogue%.po}.mo" ] && [ ! "$catalogue" -nt "${catalogue%.po}.mo" ] || return 1
    done
}

make_messages() { "$home/.venv/bin/python" "$home/deploy/messages.py"; }

# --- settings --------------------------------------------------------------------------------------------

has_settings() { [ -e "$env_file" ]; }

make_settings() {
    local name
    for name in "${!given[@]}"; do
        printf '%s=%s\n' "$name" "${given[$name]}"
    done | "$home/.venv/bin/python" "$home/deploy/environment.py" write "$env_file" ${settings_file:+"$settings_file"}
}

# as USER COMMAND ...: with the service's settings.
as() { "$home/.venv/bin/python" "$home/deploy/environment.py" run "$env_file" "$@"; }
manage() { as bruges "$home/.venv/bin/python" "$home/manage.py" "$@"; }

# A provider's program names the key that is missing.
can_send() { manage shell --command 'from django.core.mail import get_connection; get_connection()'; }

# --- database and broker -----------------------------------------------------------------------------------

has_servers() { systemctl is-active --quiet postgresql redis-server && redis-cli ping && is_database_up; }
is_database_up() { runuser --user postgres -- psql --quiet --command='select 1' postgres; }

start_servers() {
    systemctl enable --now postgresql redis-server
    for _ in $(seq 60); do
        if has_servers; then
            return
        fi
        sleep 0.5
    done
    echo "PostgreSQL or Redis does not answer."
    return 1
}

# sql DATABASE QUERY: as PostgreSQL's own superuser.
sql() { (cd / && runuser --user postgres -- psql --quiet --no-align --tuples-only --dbname="$1" --command="$2"); }

has_database() { [ "$(sql postgres "select count(*) from pg_database where datname = 'bruges'")" = 1 ]; }

# The role has no password: PostgreSQL knows the user of the system who asks over its socket (peer). It may make the
# databases in which backups are tried. Its log names no statement and no value of a failed one: they hold reply tokens
# and addresses.
make_database() {
    if [ "$(sql postgres "select count(*) from pg_roles where rolname = 'bruges'")" = 0 ]; then
        sql postgres "create role bruges login createdb"
    fi
    sql postgres "alter role bruges set log_min_error_statement = panic"
    sql postgres "alter role bruges set log_error_verbosity = terse"
    sql postgres "create database bruges owner bruges encoding 'UTF8' locale 'C.UTF-8' template template0"
}

has_data() { [ "$(stat --format='%U %a' "$base/.var" "$backups" | sort --unique)" = 'bruges 700' ]; }
make_data() { install --directory --owner=bruges --group=bruges --mode=700 "$base/.var" "$backups"; }

is_migrated() { manage migrate --check; }
migrate() { manage migrate --no-input; }

has_static() {
    local list=$home/static_root/staticfiles.json
    [ -e "$list" ] && [ -z "$(find "$home/tournaments/pages/static" "$home/.venv/installed" -newer "$list")" ]
}
make_static() { as root "$home/.venv/bin/python" "$home/manage.py" collectstatic --no-input; }
