# Releases beside each other below /srv/bruges: how one is named, put there and made the current one. Sourced by
# deploy/install and deploy/upgrade.
# shellcheck shell=bash

base=/srv/bruges
releases=$base/releases            # one folder for each release, with an environment of its own
current=$base/current              # leads to the release that the units start
# shellcheck disable=SC2034 # for deploy/upgrade
previous=$base/previous            # leads to the one before, which --back returns to
mirror=$base/repository.git        # what was fetched from the origin
origin_file=$state/origin          # the address that newer releases are fetched from
home=$current                      # the release whose files the steps use

# --- names -------------------------------------------------------------------------------------------

source_tree() { dirname "$here"; }
version_of() { sed --quiet 's/^__version__ = "\([^"]*\)".*/\1/p' "$1/bruges_pbem/__init__.py"; }

# release_name TREE: the version and what tells two states of one version apart, as 0.2.0-1f2e3d4c5b6a.
release_name() {
    if [ -e "$1/.release" ]; then
        said_of "$1" name
    elif is_checkout "$1"; then
        echo "$(version_of "$1")-$(git_in "$1" rev-parse --short=12 HEAD)"
    else
        echo "$(version_of "$1")-$(digest_of "$1")"
    fi
}

# said_of RELEASE KEY: what stands in its file .release.
said_of() { sed --quiet "s/^$2=//p" "$1/.release" 2>/dev/null; }

current_name() {
    local found
    found=$(readlink "$current") && basename "$found"
}

# A tree of another user is read too: whoever runs this as root has looked at it.
git_in() {
    local tree=$1
    shift
    git -c safe.directory='*' -C "$tree" "$@"
}

is_checkout() { [ "$(git_in "$1" rev-parse --show-toplevel 2>/dev/null)" = "$(readlink --canonicalize "$1")" ]; }
has_changes() { [ -n "$(git_in "$1" status --porcelain --untracked-files=no)" ]; }

# own_files TREE: names of its files, ended by NUL, without what was made from them or belongs to a developer.
own_files() {
    (cd "$1" && find . \( -name .git -o -name '.venv*' -o -name .var -o -name static_root -o -name __pycache__ \
        -o -name '.*_cache' -o -name node_modules \) -prune -o -type f ! -name '*.mo' ! -name '*.pyc' -print0) | sort --zero-terminated
}

digest_of() { (cd "$1" && own_files . | xargs --null sha256sum) | sha256sum | cut --characters=1-12; }

# is_older VERSION OTHER: the first comes before the second.
is_older() { [ "$1" != "$2" ] && [ "$(printf '%s\n' "$1" "$2" | sort --version-sort | sed --quiet 1p)" = "$1" ]; }

# is_tree FOLDER: it holds a release of this service.
is_tree() { [ -e "$1/deploy/upgrade" ] && [ -n "$(version_of "$1" 2>/dev/null)" ]; }

# --- putting one there -------------------------------------------------------------------------------

# stage TREE: copy a release below $releases. A folder that has its name there is whole.
stage() {
    local tree=$1 name new=$releases/.new
    name=$(release_name "$tree")
    [ ! -d "$releases/$name" ] || return 0
    install --directory --mode=755 "$base" "$releases"
    rm --recursive --force "$new"
    install --directory --mode=755 "$new"
    if [ -e "$tree/.release" ] || ! is_checkout "$tree"; then
        (cd "$tree" && own_files . | tar --create --null --files-from=-) | tar --extract --no-same-owner --directory="$new"
    else
        git_in "$tree" archive HEAD | tar --extract --no-same-owner --directory="$new"
    fi
    chmod --recursive u+rwX,go+rX,go-w "$new"
    {
        echo "name=$name"
        echo "version=$(version_of "$tree")"
        echo "commit=$(commit_of "$tree")"
    } >"$new/.release"
    sync --file-system "$new"
    mv --no-target-directory "$new" "$releases/$name"
}

commit_of() {
    if [ -e "$1/.release" ]; then
        said_of "$1" commit
    elif is_checkout "$1"; then
        git_in "$1" rev-parse HEAD
    fi
}

# keep_origin TREE: newer releases come from where this checkout came from. The address may hold a password.
keep_origin() {
    local found
    found=$(git_in "$1" config --get remote.origin.url 2>/dev/null) || return 0
    (umask 077 && echo "$found" >"$origin_file")
}

# switch_to NAME: in one step, so that the units find one release or the other.
switch_to() {
    ln --symbolic --force --no-dereference "releases/$1" "$current.new"
    mv --no-target-directory "$current.new" "$current"
    sync --file-system "$base"
}

# forget_releases NAME ...: remove all but these.
forget_releases() {
    local path name
    for path in "$releases"/*; do
        name=$(basename "$path")
        case " $* " in
            *" $name "*) ;;
            *) rm --recursive --force "$path" ;;
        esac
    done
}

# --- fetching ----------------------------------------------------------------------------------------

# checkout_of_ref REF FOLDER: what the origin has under that name; the newest tagged version where REF is empty.
checkout_of_ref() {
    local ref=$1 folder=$2 origin commit
    [ -s "$origin_file" ] || fail "$origin_file does not say where newer releases come from. Name a folder or an archive."
    origin=$(cat "$origin_file")
    [ -d "$mirror" ] || git init --quiet --bare "$mirror"
    GIT_TERMINAL_PROMPT=0 git -C "$mirror" fetch --quiet --prune "$origin" '+refs/heads/*:refs/heads/*' \
        '+refs/tags/*:refs/tags/*' >&4 2>&4 || fail "nothing could be fetched from the origin that $origin_file names." \
        "Mend the address there, or name a folder or an archive."
    if [ -z "$ref" ]; then
        ref=$(git -C "$mirror" for-each-ref --sort=-version:refname --count=1 --format='%(refname:short)' 'refs/tags/v[0-9]*')
        [ -n "$ref" ] || fail "the origin has no release yet (a tag like v1.2.3). Name its branch, as in deploy/upgrade main, or" \
            "a folder or an archive."
    fi
    commit=$(git -C "$mirror" rev-parse --quiet --verify "$ref^{commit}") ||
        fail "$ref is no folder, no archive, and no tag or branch of the origin."
    rm --recursive --force "$folder"
    git clone --quiet --no-checkout "$mirror" "$folder"
    git -C "$folder" checkout --quiet --detach "$commit"
}

# unpack ARCHIVE FOLDER: a tar of a release, packed with or without a folder around it; the tree in it.
unpack() {
    local found
    rm --recursive --force "$2"
    install --directory "$2"
    tar --extract --no-same-owner --file "$1" --directory "$2" || fail "$1 is no archive that tar can read."
    for found in "$2" "$2"/*; do
        if is_tree "$found"; then
            echo "$found"
            return
        fi
    done
    fail "$1 holds no release of this service."
}
