# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Puts what packaging/manifest lists below a folder. To be sourced by bash, in the repository's
# folder, which Scripts/package and Scripts/install do: what they install cannot differ.

# The folder of systemd's units: below /usr on every host, whatever this one has. Where /lib is a link to /usr/lib, a
# package with files below /lib would lose them to the one that it replaces (Debian's DEP 17).
units=/usr/lib/systemd/system

# manifest PACKAGE: the package's lines as MODE DESTINATION SOURCE.
manifest() {
  sed -nE "s|@units@|$units|; s/^$1 +//p" packaging/manifest
}

# The programs, where they are built; other ones may be set.
daemon=.build/embedded/flipbookd
tool=.build/shipped/flipbook
theme_tool=.build/shipped/flipbook-theme

# Prints the lines of the manifest that are none, such as what a merge has left there.
strange_lines() {
  grep -vE '^(#.*)?$|^[a-z-]+ +(link|conf|[0-7]{4}\??) +[/@][^ ]+ +[^ ]+$' packaging/manifest
}

# stage PACKAGE ROOT: puts the package's files below ROOT.
stage() {
  local mode destination source target
  ! strange_lines >&2 || { printf 'packaging/manifest: the lines above are none\n' >&2; return 1; }
  while read -r mode destination source; do
    target=$2$destination
    case "$source" in
      @daemon@) source=$daemon ;;
      @tool@) source=$tool ;;
      @theme-tool@) source=$theme_tool ;;
    esac
    case "$mode" in
      link)
        mkdir -p "${target%/*}"
        ln -sfn "$source" "$target"
        continue
        ;;
      *\?)
        [ -e "$source" ] || continue
        mode=${mode%\?}
        ;;
      conf)
        [ ! -e "$target" ] || continue
        mode=0644
        ;;
    esac
    [ -e "$source" ] || { printf '%s: no such file\n' "$source" >&2; return 1; }
    install -D -m "$mode" "$source" "$target"
  done < <(manifest "$1")
}
