# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Copies the files of packaging/manifest to a folder. Scripts/install, Scripts/release and
# packaging/debian/rules source it, in the repository's folder, so that all install the same files.

# The folder of systemd's units: below /usr on every host, independent of this host. Where /lib is a link to /usr/lib, a
# package with files below /lib would lose them to the package that replaces it (Debian's DEP 17).
units=/usr/lib/systemd/system

# manifest PACKAGE: the package's lines as MODE DESTINATION SOURCE.
manifest() {
  sed -nE "s|@units@|$units|; s/^$1 +//p" packaging/manifest
}

# contact KEY: a value of the file CONTACT.
contact() {
  sed -n "s/^$1=//p" CONTACT
}

# The built programs; a caller may set other paths.
daemon=.build/embedded/flipbookd
tool=.build/shipped/flipbook
theme_tool=.build/shipped/flipbook-theme
wasm=.build/playground/flipbook.wasm
themes=.build/shipped/themes
completions=.build/shipped/completions

# Prints the malformed lines of the manifest, such as the markers of a merge conflict.
strange_lines() {
  grep -vE '^(#.*)?$|^[a-z-]+ +(link|conf|[0-7]{4}\??) +[/@][^ ]+ +[^ ]+$' packaging/manifest
}

# stage PACKAGE ROOT [FOLDER/]: puts the package's files below ROOT; only those in a folder, if one is named.
stage() {
  local mode destination source target
  ! strange_lines >&2 || { printf 'packaging/manifest: the lines above are none\n' >&2; return 1; }
  while read -r mode destination source; do
    [[ $destination == "${3:-}"* ]] || continue
    target=$2$destination
    case "$source" in
      @daemon@) source=$daemon ;;
      @tool@) source=$tool ;;
      @theme-tool@) source=$theme_tool ;;
      @wasm@) source=$wasm ;;
      @themes@/*) source=$themes/${source#@themes@/} ;;
      @completions@/*) source=$completions/${source#@completions@/} ;;
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
