# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Packages of Debian's for an architecture, from the mirror that this machine's apt uses, unpacked into a
# folder. Nothing is installed, dpkg hears of no other architecture, and root is not needed. Sourced by the
# scripts here, which set:
#
#   architecture    Debian's name of it
#   building        a folder for apt's state, which the script removes
#
# and have a function fail.
# shellcheck disable=SC2154

# apt with a state of its own, in which this architecture is the only one.
apt() {
  local command=$1
  shift
  "apt-$command" --quiet=2 -o "Dir::State=$building/apt" -o "Dir::State::status=$building/apt/status" \
    -o "Dir::State::lists=$building/apt/lists" -o "Dir::Cache=$building/apt" \
    -o "Dir::Etc::sourcelist=$building/apt/sources.list" -o "Dir::Etc::sourceparts=$building/none" \
    -o "Dir::Etc::preferences=$building/none" -o "Dir::Etc::preferencesparts=$building/none" \
    -o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture" \
    -o APT::Sandbox::User=root -o Acquire::Languages=none -o Acquire::Retries=3 "$@"
}

# write_sources SUITE: the suites of Debian that this machine's apt has. riscv64 is in Debian since 13: where
# the machine has 12, it is that suite.
write_sources() {
  local key=/usr/share/keyrings/debian-archive-keyring.gpg options=
  local uri suite component origin
  [ ! -e "$key" ] || options="[signed-by=$key] "
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT) $(ORIGIN)' 'Created-By: Packages' |
    sort -u | while read -r uri suite component origin; do
    [ "$origin $component" = 'Debian main' ] || continue
    case $architecture:$suite in
      riscv64:bookworm) suite=$1 ;;
      riscv64:bookworm-*) continue ;;
    esac
    printf '%s %s%s %s main\n' deb "$options" "$uri" "$suite" deb-src "$options" "$uri" "$suite"
  done >"$building/apt/sources.list"
  [ -s "$building/apt/sources.list" ] ||
    fail "apt has no source of Debian's with lists here (apt-get update?)"
}

# Begins with apt's lists for the architecture. On the days of a point release a mirror may have the new
# Release file beside old lists, for which apt takes none, however often it asks. Then another suite may be
# whole: without those of updates; and by another name, as mirrors keep each name's files for themselves.
begin_packages() {
  local tool suite
  for tool in apt-get apt-cache dpkg-deb; do
    command -v "$tool" >/dev/null || fail "no '$tool' here, which would download Debian's packages"
  done
  mkdir -p "$building"/apt/{lists,archives}/partial "$building"/{debs,none}
  : >"$building/apt/status"
  for suite in trixie stable testing; do
    write_sources "$suite"
    ! apt get update || return 0
    grep -q -- '-\(security\|updates\) ' "$building/apt/sources.list" || continue
    printf '%s\n' "once more, without the suites of updates" >&2
    sed -i '/-\(security\|updates\) /d' "$building/apt/sources.list"
    ! apt get update || return 0
  done
  fail "apt could not read the lists for $architecture"
}

# The newest of the packages with a whole name that an extended regular expression matches.
newest_package() {
  apt cache pkgnames | grep -xE "$1" | sort -V | tail -n 1 | grep . || fail "there is no package $1"
}

# with_dependencies NAME…: these packages and all that they need, by lines.
with_dependencies() {
  apt get --simulate --no-install-recommends install "$@" | sed -n 's/^Inst \([^ ]*\) .*/\1/p' | grep . ||
    fail "apt finds no way to install $*"
}

# unpack_packages FOLDER NAME…: downloads packages and unpacks them into a folder. Newer suites have nothing in /lib and
# the like but what base-files has: links into /usr.
unpack_packages() {
  local file folder=$1 name
  shift
  (cd "$building/debs" && apt get download "$@") || fail "apt could not download $*"
  for file in "$building"/debs/*.deb; do
    dpkg-deb -x "$file" "$folder"
    rm "$file"
  done
  for name in bin lib lib64 sbin; do
    [ ! -d "$folder/usr/$name" ] || [ -e "$folder/$name" ] || ln -s "usr/$name" "$folder/$name"
  done
}
