# What an installation says, how it takes one step, and how it puts a file in its place. Sourced by
# deploy/install and deploy/upgrade.
# shellcheck shell=bash

state=/var/lib/bruges-install      # what an earlier run has chosen and written
written=$state/written             # checksums of the files that `place` wrote
log=/var/log/bruges-install.log
program=deploy/install
again="Mend the cause and run the same command again: it goes on from here."
dry=no                             # yes: say what would be done, change nothing
step_now=                          # the step that is being taken
step_file=                         # where its name is kept, for whoever looks when this process has died
notes=()                           # what the person has to know at the end

# Nobody may listen any more: a line that cannot be shown ends nothing.
say() { printf '%s\n' "$*" >&3 || true; }
note() { notes+=("$*"); }
fail() {
    printf '%s: %s\n' "$program" "$*" >&4 || true
    step_now=
    exit 1
}

exec 3>&1 4>&2
trap 'on_exit $?' EXIT

# on_exit STATUS: when a step has failed, say which and show the end of its output.
on_exit() {
    if [ "$1" -ne 0 ] && [ -n "$step_now" ]; then
        {
            echo
            echo "$program: this step failed: $step_now"
            awk '/^--- / { text = ""; next } { text = text "    " $0 "\n" } END { printf "%s", text }' "$log" |
                tail --lines=15
            echo "All of its output is in $log. $again"
        } >&4 || true
    fi
}

begin_log() {
    if [ "$dry" = no ]; then
        install --directory --mode=755 "$state"
        (umask 077 && touch "$log")
        echo "=== $(date --utc +%FT%TZ) $program" >>"$log"
    fi
}

# step WORDS IS_DONE ACT: call ACT unless IS_DONE says that nothing is left to do; its output goes to the log.
step() {
    local words=$1 is_done=$2 act=$3
    if "$is_done" >/dev/null 2>&1; then
        say "  done     $words"
    elif [ "$dry" = yes ]; then
        say "  to do    $words"
    else
        say "  now      $words"
        step_now=$words
        [ -z "$step_file" ] || echo "$words" >"$step_file"
        echo "--- $words" >>"$log"
        "$act" >>"$log" 2>&1
        step_now=
    fi
}

# untouched PATH: the file is absent, as an earlier run wrote it, or as its Debian package brought it (Postfix keeps
# that form beside it).
untouched() {
    [ ! -e "$1" ] || cmp --silent "$1" "$1.proto" || grep --quiet --line-regexp --fixed-strings "$(sha256sum "$1")" "$written" 2>/dev/null ||
        grep --quiet --line-regexp --fixed-strings " $1 $(md5sum <"$1" | cut --delimiter=' ' --fields=1)" \
            <<<"$(dpkg-query --show --showformat='${Conffiles}\n')"
}

# in_place SOURCE PATH: nothing is left to do for this file: it is there, or somebody has edited it and was told.
in_place() { cmp --silent "$1" "$2" || ! untouched "$2"; }

# place SOURCE PATH [MODE]: write the file, unless it was edited by hand; then the new form is put beside it.
place() {
    local source=$1 path=$2 mode=${3:-644}
    if cmp --silent "$source" "$path"; then
        return
    elif untouched "$path"; then
        install --directory "$(dirname "$path")"
        install --mode="$mode" "$source" "$path"
        touch "$written"
        sed --in-place "\\| $path\$|d" "$written"
        sha256sum "$path" >>"$written"
        rm --force "$path.new"
    else
        install --mode="$mode" "$source" "$path.new"
    fi
}

# tell_edited SOURCE PATH: note a file that differs because somebody has edited it.
tell_edited() {
    if [ -e "$2" ] && ! cmp --silent "$1" "$2" && ! untouched "$2"; then
        note "Left alone, edited by hand: $2. The new form lies beside it as $2.new"
    fi
}
