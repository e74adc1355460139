# Another release in the place of the one that runs, and the way back. Sourced by deploy/upgrade.
# shellcheck shell=bash
#
# A guard starts the steps as a process of its own and waits for its end. Whatever that is (a step fails, the process is
# killed, somebody presses Ctrl-C), the guard goes back to the old release. The journal says how far it has come, for
# the next call where the guard itself was killed or the machine lost its power: at every moment the units start one
# whole release, and the database fits both, because a migration only adds (docs/migrations.md).

journal=$state/upgrade             # there as long as an upgrade is not over
last_backup=$state/last-backup     # the path of the one made before the release that runs took its place
old='' new='' phase='' backup='' failing='' moment=''
ended=0                            # status of what `guarded` ran last
keep_on=no                         # --despite-doctor: begin though the doctor calls something fail
restore_backup=no                  # --restore-backup: going back, put the backup in the place of the database
WEB_PATIENCE=30                    # seconds for the pages to answer after their restart
PART_PATIENCE=150                  # seconds for every part to give a sign of life after that
END_PATIENCE=10                    # seconds for what a killed process has left running to end by itself
LOCK_WAIT=5s                       # a migration that has to wait so long for a lock lets others through, and tries again
LOCK_TRIES=12

# --- journal -----------------------------------------------------------------------------------------

# note_phase PHASE: preparing, migrating (the database may have more than the old release knows) or switching (units
# may have been restarted).
note_phase() {
    phase=$1
    printf '%s=%s\n' old "$old" new "$new" phase "$phase" backup "$backup" failing "$failing" >"$journal.new"
    sync "$journal.new"
    mv --no-target-directory "$journal.new" "$journal"
}

read_journal() {
    local name value
    [ -e "$journal" ] || return 1
    while IFS='=' read -r name value; do
        case $name in
            old | new | phase | backup | failing) printf -v "$name" '%s' "$value" ;;
        esac
    done <"$journal"
}

# --- what is refused ---------------------------------------------------------------------------------

# refuse_older TREE: a release from before the old one, by its version or its commit. The database is asked later.
refuse_older() {
    local from to commit
    from=$(said_of "$releases/$old" version) to=$(version_of "$1")
    if is_older "$to" "$from"; then
        fail "$to is older than $from, which runs here: nothing was changed. Back to the release before leads" \
            "deploy/upgrade --back."
    fi
    commit=$(commit_of "$1")
    if [ -n "$commit" ] && [ -n "$(said_of "$releases/$old" commit)" ] && is_before "$1" "$commit"; then
        fail "$(release_name "$1") is an older state of $old, which runs here: nothing was changed. Back to the release" \
            "before leads deploy/upgrade --back."
    fi
}

# is_before TREE COMMIT: it comes before the old release's in the history of that tree, or of what was fetched.
is_before() {
    local place from
    from=$(said_of "$releases/$old" commit)
    [ "$2" != "$from" ] || return 1
    for place in "$1" "$mirror"; do
        if git_in "$place" merge-base --is-ancestor "$2" "$from" 2>/dev/null; then
            return
        fi
    done
    return 1
}

# failing_checks [ARGUMENT ...]: names of what the doctor of $home calls fail, and its lines to the log. What lies with
# other machines, the DNS and its records, counts neither before nor after: no release changes it.
failing_checks() {
    local told status=0
    told=$(manage doctor --here "$@" 2>&1) || status=$?
    printf '%s\n' "$told" >>"$log"
    if ! sed --quiet 's/^fail  *\([^:]*\):.*/\1/p' <<<"$told" | sort --unique | grep . && [ "$status" -ne 0 ]; then
        echo doctor
    fi
}

# The doctor of the release that runs. What fails before would hide what the new release breaks.
see_doctor() {
    home=$releases/$old
    failing=$(failing_checks | paste --serial --delimiters=,)
    home=$releases/$new
    if [ -n "$failing" ]; then
        echo "the doctor calls fail already: $failing"
        sed --quiet '/^fail /p' "$log" | tail --lines=5
        if [ "$keep_on" = no ]; then
            echo "Mend it first (bruges doctor), or say --despite-doctor: then these do not count."
            return 1
        fi
    fi
    note_phase preparing
}

# --- steps -------------------------------------------------------------------------------------------

never() { false; }

# In a process of its own, which the guard waits for.
take_steps() {
    home=$releases/$new
    choose_packages
    step "install Debian packages: ${packages[*]}" has_packages get_packages
    step "install the Python packages of requirements/base.txt" has_python get_python
    step "compile the sentences in other languages" has_messages make_messages
    step "check that the settings are enough for the new release" never check_settings
    step "see that the new release can take over the database" never check_takeover
    step "collect the files of the pages" has_static make_static
    step "see that the pages of the new release can be loaded" never load_pages
    if [ "$phase" = preparing ]; then
        step "ask the doctor of the release that runs" never see_doctor
        step "make a backup" never make_backup
        note_phase migrating
    fi
    step "bring the database up to date" is_migrated migrate_without_waiting
    note_phase switching
    step "switch to $new" never switch_parts
    # shellcheck disable=SC2046 # a list of names without blanks
    restart_parts $(parts)
    place_others_files
    step "see that all parts work" never see_that_all_works
}

check_settings() {
    manage check --deploy --database default --fail-level ERROR
    can_send
}

load_pages() {
    as bruges "$home/.venv/bin/gunicorn" --check-config --config python:bruges_pbem.serving bruges_pbem.wsgi
}

check_takeover() { manage takeover --from "$(said_of "$releases/$old" version)"; }

make_backup() {
    local told folder
    folder=$(setting BACKUP_DIR)
    home=$releases/$old
    told=$(manage backup --to "${folder:-$backups}")
    home=$releases/$new
    echo "$told"
    backup=$(sed --quiet '1s/ ([^()]*)$//p' <<<"$told")
    note_phase preparing
}

# Statements that change a table wait behind whoever reads it, and everybody else behind them: not for long.
migrate_without_waiting() {
    local told
    for _ in $(seq "$LOCK_TRIES"); do
        if told=$(as bruges /usr/bin/env PGOPTIONS="-c lock_timeout=$LOCK_WAIT" \
            "$home/.venv/bin/python" "$home/manage.py" migrate --no-input 2>&1); then
            echo "$told"
            return
        fi
        echo "$told"
        grep --quiet 'lock timeout' <<<"$told" || return 1
        sleep 5
    done
    return 1
}

switch_parts() {
    place_units
    switch_to "$(basename "$home")"
}

# Workers first, so that a task finds code that knows it; the pages, which somebody looks at, last.
parts() {
    wanted_units | grep '\.service$' | sort --key=1,1 | awk '
        /worker/ { first = first $0 "\n"; next }
        /web/ { last = last $0 "\n"; next }
        { middle = middle $0 "\n" }
        END { printf "%s%s%s", first, middle, last }'
}

# restart_parts PART ...: one by one, in that order.
restart_parts() {
    local part
    step "enable the parts of $(basename "$home")" never enable_parts
    for part; do
        step "restart $part" never restart_part
    done
    step "see that the pages answer" never see_pages
}

enable_parts() {
    # shellcheck disable=SC2046 # a list of names without blanks
    systemctl enable $(wanted_units)
    # shellcheck disable=SC2046
    systemctl start $(wanted_units | grep --invert-match '\.service$')
}

restart_part() { systemctl restart "$part"; }

# Pages that end again by themselves are not waited for: nobody is answered meanwhile.
see_pages() {
    for _ in $(seq "$WEB_PATIENCE"); do
        if answers healthz 1; then
            return
        fi
        if ! systemctl is-active --quiet bruges-web.service; then
            break
        fi
    done
    echo "the pages do not answer; what they said last:"
    journalctl --unit=bruges-web --lines=10 --no-pager || true
    return 1
}

# What stands in front of the service: proxy and mail host, where this release has other files for them.
place_others_files() {
    step "serve https://$site with Caddy" has_proxy start_proxy
    if [ "$mail" = own ]; then
        step "start Postfix, OpenDKIM and OpenDMARC for $mail_domain" has_mail_host start_mail_host
    fi
}

# drop_units RELEASE: those that only this other release has.
drop_units() {
    local path name
    for path in "$1"/deploy/systemd/*; do
        name=$(basename "$path")
        if [ ! -e "$home/deploy/systemd/$name" ] && [ -e "$units/$name" ]; then
            systemctl disable --now "$name"
            rm --force "$units/$name"
        fi
    done
    systemctl daemon-reload
}

# Each part has to give a sign of life from now on, and the doctor may call nothing fail but what failed before.
see_that_all_works() {
    local found end=$((SECONDS + PART_PATIENCE))
    moment=$(date --utc +%FT%TZ)
    while :; do
        found=$(failing_checks --since "$moment" | grep --invert-match --line-regexp --fixed-strings "${failing//,/$'\n'}" || true)
        if [ -z "$found" ] && { [ -n "$failing" ] || asked_as_proxy "http://$web/readyz?here"; }; then
            return
        fi
        [ "$SECONDS" -lt "$end" ] || break
        sleep 5
    done
    echo "this fails, and did not before: $(paste --serial --delimiters=, <<<"${found:-readyz}")"
    sed --quiet '/^fail /p' "$log" | tail --lines=5
    return 1
}

# --- guard -------------------------------------------------------------------------------------------

# guarded FUNCTION: run it as a process group of its own; `ended` is its status. Ctrl-C and SIGTERM end it, unless it is
# the way back; a lost line does not. Not to be called in a condition: there the shell would go on behind a step that
# fails.
guarded() {
    local child interrupted=no
    # A signal that is trapped ends `wait`, and Bash then forgets how a process ended that does so in the same moment.
    trap '' INT TERM HUP
    if [ "$1" = take_steps ]; then
        trap 'interrupted=yes' INT TERM
    fi
    set -m
    (
        trap - INT TERM HUP
        trap 'on_exit $?' EXIT
        set -euo pipefail
        "$1"
    ) </dev/null &
    child=$!
    set +m
    while :; do
        ended=0
        wait "$child" 2>/dev/null || ended=$?   # the shell would tell how it has ended, with its source
        kill -0 "$child" 2>/dev/null || break
        if [ "$interrupted" = yes ]; then
            end_group "$child"
        fi
    done
    end_group "$child"
    trap : INT TERM
}

# end_group LEADER: what a killed process has left running, first asked, then killed.
end_group() {
    kill -TERM -- "-$1" 2>/dev/null || return 0
    for _ in $(seq $((END_PATIENCE * 10))); do
        kill -0 -- "-$1" 2>/dev/null || return 0
        sleep 0.1
    done
    kill -KILL -- "-$1" 2>/dev/null || true
}

upgrade() {
    local because
    step_file=$state/upgrade-step
    rm --force "$step_file"
    again="The old release is put back now."
    guarded take_steps
    if [ "$ended" -eq 0 ]; then
        finish
        return
    fi
    because=$(cat "$step_file" 2>/dev/null || echo "the beginning")
    read_journal
    go_back
    [ "$ended" -eq 0 ] || end_with "STUCK: $new failed at this step: $because; and the way back to $old failed too." \
        "Mend what stands above and call deploy/upgrade --back; bruges doctor says what works."
    end_with "BACK: $old serves as before, $(database_is). $new failed at this step: $because." \
        "Its output is in $log. Mend the cause, then call it again."
}

# end_with WORDS: how it has failed, also for whoever has lost the line and looks into the log.
end_with() {
    echo "$*" >>"$log"
    fail "$*"
}

database_is() {
    if [ "$restore_backup" = yes ] && [ -n "$backup" ]; then
        echo "with the database of the backup $backup"
    else
        echo "with its database kept"
    fi
}

finish() {
    read_journal
    home=$releases/$new
    drop_units "$releases/$old" >>"$log" 2>&1
    ln --symbolic --force --no-dereference "releases/$old" "$previous"
    echo "$backup" >"$last_backup"
    forget_releases "$new" "$old"
    rm --force "$journal" "$step_file"
    echo "DONE: $new runs." >>"$log"
    say "DONE: $new runs. $old is kept beside it: deploy/upgrade --back returns to it. The database as it was: $backup"
}

# go_back: to the old release of the journal. `ended` is 0 if that has worked.
go_back() {
    again="Mend the cause and call deploy/upgrade --back: it goes on from here."
    guarded take_steps_back
    if [ "$ended" -eq 0 ]; then
        rm --force "$journal" "$state/upgrade-step"
        forget_releases "$old" "$new" "$(basename "$(readlink "$previous" || true)")" "$(basename "$(source_tree)")"
    fi
}

take_steps_back() {
    home=$releases/$old
    if [ "$phase" = switching ]; then
        step "switch back to $old" never switch_parts
        step "drop parts that only $new has" never drop_new_units
    fi
    if [ "$restore_backup" = yes ] && [ -n "$backup" ] && [ "$phase" != preparing ]; then
        step "put $backup in the place of the database" never put_backup
    fi
    if [ "$phase" = switching ] || [ "$restore_backup" = yes ]; then
        # The pages, which may be gone since the new release was started, first.
        # shellcheck disable=SC2046 # a list of names without blanks
        restart_parts $(parts | tac)
        place_others_files
    fi
}

drop_new_units() { drop_units "$releases/$new"; }

database_name() {
    local address
    address=$(setting DATABASE_URL)
    basename "${address%%\?*}"
}

put_backup() {
    local status=0
    systemctl stop bruges.target
    manage restore "$backup" --overwrite "$(database_name)" || status=$?
    systemctl start bruges.target
    return "$status"
}
