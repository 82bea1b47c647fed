# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The steps of Scripts/test, which sources this file: a function for each. A step with a last line
# 'N passed, N failed' counts as that; any other counts as one.
# shellcheck disable=SC2030,SC2031,SC2034,SC2154

# How many seconds each step takes in a fresh clone, on two processors; Scripts/test updates the figures.
declare -A usual_seconds=(
  [setup]=25 [packages]=40 [builds]=230 [format]=2 [integration]=330 [faults]=95 [sanitize]=470 [examples]=46 [reference]=7
  [hashes]=31 [pixels]=34 [instructions]=4 [stores]=20 [guests]=120 [fuzz]=120 [arch]=350 [page]=80 [system]=330 [kms]=600
  [unit]=200 [coverage]=300 [themes]=60
)

# Set for all of step_themes; other builds are without the libraries that only it needs.
readonly themes=${FLIPBOOK_THEMES:-1}
unset FLIPBOOK_THEMES

# What building needs, and what else the tests do; the latter is installed while the programs are built.
step_setup() {
  Scripts/setup theme && Scripts/setup bench
}

step_packages() {
  Scripts/setup test
}

step_format() {
  swift format lint --strict --recursive --parallel Package.swift Sources Tests \
    Benchmarks/Sources Fuzzing/Sources \
    Examples/StageTests/Package.swift Examples/StageTests/Sources Examples/StageTests/Tests
}

# What later steps run. The compiler takes one processor for a whole module: two builds at a time.
step_builds() {
  local status=0 regular
  build_regular >"$logs/builds-regular.log" 2>&1 &
  regular=$!
  build_embedded || status=1
  wait "$regular" || status=1
  cat "$logs/builds-regular.log"
  return "$status"
}

build_regular() {
  Scripts/build tool theme && Toolchain/build-tool flipbook-selftest && swift build --product flipbook-selftest
}

build_embedded() {
  Scripts/build daemon selftest && Scripts/bench build || return
  (build_selftest embedded-release) && (build_selftest embedded-debug) || return
  ! has_wide_vectors || (build_selftest embedded-release-x86-64-v3)
}

# Whether a step of this run has passed: its results exist.
has_made() {
  [ "$is_everything" = yes ] && [ "$(cat "$logs/$1.total" 2>/dev/null)" = "1 0" ]
}

# Unit tests, in regular mode, debug; not among 'every step', which has the next one.
step_unit() {
  count_tests unit
}

# The tests of the theme compiler and its libraries. With FLIPBOOK_THEMES=--all everything that must hold
# for themes, most of it under AddressSanitizer: all sizes of frames, 100,000 changed packs and themes, 1,000 themes
# that a daemon shows.
step_themes() {
  local status=0
  if [ "$themes" != --all ]; then
    FLIPBOOK_BUILD="themes tests=ThemeCompilerTests" count_tests themes --disable-xctest
    return
  fi
  FLIPBOOK_BUILD="themes long optimised tests=AnimationsTests,ThemeCompilerTests,ThemeTests" \
    LSAN_OPTIONS=suppressions=$PWD/Tests/leaks-of-others.txt under_sanitizer count_tests themes --disable-xctest \
    --sanitize=address --scratch-path .build/asan --filter '^(AnimationsTests|ThemeTests|ThemeCompilerTests)\.' || status=1
  build_programs && FLIPBOOK_THEMES=--all count_pytest themes-programs -n 2 --dist loadgroup Tests/Integration/themes \
    Tests/Integration/memory || status=1
  Tests/results.py total "$logs"/themes/*.xml "$logs/themes-programs.xml"
  return "$status"
}

# The same with the accesses to memory checked that optimising leaves. The modules of the daemon are
# optimised for that, for time's sake, and their assertions stay; the tests are as they were. Swift's own
# backtraces never end beside AddressSanitizer. A trap, by which the exit tests end, is not reported by
# AddressSanitizer, which would look up the symbols of the whole program each time.
step_sanitize() {
  FLIPBOOK_BUILD=optimised LSAN_OPTIONS=suppressions=$PWD/Tests/leaks-of-others.txt \
    under_sanitizer count_tests sanitize --disable-xctest --sanitize=address --scratch-path .build/asan
}

under_sanitizer() {
  SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=handle_sigill=0:handle_sigtrap=0:handle_abort=0 "$@"
}

# How many lines of KMS its unit tests run; not among 'every step', for it is a build of its own.
step_coverage() {
  local options=(--disable-xctest --enable-code-coverage --scratch-path .build/coverage)
  export FLIPBOOK_BUILD=tests=KMSTests
  swift test "${options[@]}" &&
    Tests/coverage.py "$(swift test "${options[@]}" --show-codecov-path)" Sources/KMS 85
}

# Runs unit tests in one way, and prints their total.
count_tests() {
  local results=$logs/$1 status=0 word
  shift
  if [ -n "$failed_only" ]; then
    while read -r word; do
      set -- "$@" --filter "$word"
    done < <(Tests/results.py failed "$results"/*.xml)
  fi
  rm -rf "$results"
  mkdir -p "$results"
  swift test --xunit-output "$results/tests.xml" "$@" || status=$?
  Tests/results.py total "$results"/*.xml
  return "$status"
}

# The stage tests of an external package, which sees only Flipbook's public API. One of them is the example of
# Documentation/stages.md.
step_examples() {
  diff <(sed -n '/^import Flipbook$/,/^```$/p' Documentation/stages.md | sed '$d') \
    <(sed -n "/^import Flipbook\$/,\$p" Examples/StageTests/Tests/StageTests/DownloadTests.swift) &&
    count_tests examples --package-path Examples/StageTests --scratch-path .build/examples
}

# The reference of what is public, without a warning of DocC.
step_reference() {
  Scripts/docs reference
}

# Runs tests of Tests/Integration with Debian's pytest, and prints their total. A test that is skipped
# has failed: the missing program must be installed.
count_pytest() {
  local name=$1 status=0 file=$logs/$1.xml
  shift
  rm -f "$file"
  [ -z "$failed_only" ] || set -- "$@" --last-failed
  /usr/bin/python3 -m pytest -c Tests/Integration/pytest.ini -o cache_dir="$logs/cache/$name" \
    --junit-xml="$file" "$@" || status=$?
  [ -e "$file" ] || return 1
  Tests/results.py total "$file"
  # There may be no test of a name that was asked for.
  [ "$status" -eq 0 ] || { [ "$status" -eq 5 ] && [ "$name" = selected ]; }
}

# The shipped daemon: its size and its libraries.
step_embedded() {
  Scripts/build daemon
}

# The whole pixel suite must give the same bytes in both modes, in debug and in release, with AddressSanitizer, and
# from the wider vectors of x86-64-v3 where the processor has them.
step_hashes() (
  local mode modes=(regular-sanitized regular-release embedded-debug embedded-release shipped)
  local reference=$logs/hashes-regular-debug.txt same=0 differ=0
  if has_wide_vectors; then
    modes+=(embedded-release-x86-64-v3)
  else
    say "hashes: this processor is no x86-64-v3: its build is not compared"
  fi
  for mode in regular-debug "${modes[@]}"; do
    draw_selftest "$mode" || return
  done
  say "hashes: $(wc -l <"$reference") lines, sha256 $(sha256sum <"$reference" | cut -c 1-16)"
  for mode in "${modes[@]}"; do
    if diff "$reference" "$logs/hashes-$mode.txt"; then
      same=$((same + 1))
    else
      say "FAILED  $mode gives other hashes than regular-debug"
      differ=$((differ + 1))
    fi
  done
  say "$same passed, $differ failed"
  [ "$differ" -eq 0 ]
)

# Whether this processor runs what is built for x86-64-v3.
has_wide_vectors() {
  local flag
  for flag in abm avx2 bmi1 bmi2 f16c fma movbe; do
    grep -qwm 1 "$flag" /proc/cpuinfo || return
  done
}

# The self-test of a mode, built among the modules of another program: those of the tool as it is shipped for
# regular-release, those of unit tests, which are optimised, for regular-sanitized, those of the benchmark for
# embedded-release, those of the daemon, linked as it is, for shipped.
declare -A selftests=(
  [regular-debug]=.build/debug [regular-release]=.build/shipped [regular-sanitized]=.build/asan/debug
  [embedded-debug]=.build/embedded/debug [embedded-release]=.build/embedded/release
  [embedded-release-x86-64-v3]=.build/embedded-x86-64-v3/release [shipped]=.build/embedded
)

build_selftest() {
  local options=(--product flipbook-selftest --scratch-path "$(dirname "${selftests[$1]}")")
  case $1 in
    regular-release) Toolchain/build-tool flipbook-selftest; return ;;
    shipped) Scripts/build selftest; return ;;
    regular-sanitized) options+=(--sanitize=address); export FLIPBOOK_BUILD=optimised ;;
    embedded-*) export FLIPBOOK_BUILD=embedded ;;&
    embedded-release*) options+=(-c release) ;;&
    *-x86-64-v3) FLIPBOOK_BUILD+=" x86-64-v3" ;;
  esac
  swift build "${options[@]}"
}

# Keeps what the self-test of a mode prints.
draw_selftest() {
  { has_made builds && [ "$1" != regular-sanitized ]; } || (build_selftest "$1") || return
  under_sanitizer "${selftests[$1]}/flipbook-selftest" >"$logs/hashes-$1.txt"
}

# No frame reads a pixel or stores one twice.
step_pixels() {
  count_pytest pixels Tests/Integration/pixels
}

# The daemon and the pixel suite on 64-bit and 32-bit ARM, and unit tests on 32 bits, under QEMU's user mode,
# and the daemon in guests; with FLIPBOOK_ARCH=--all also on RISC-V and 32-bit x86, and all static files. Two builds
# at a time, as a module is compiled by one processor.
step_arch() {
  local builds=("--arch arm64" "--arch armhf" "daemon selftest")
  if [ "${FLIPBOOK_ARCH:-}" = --all ]; then
    Scripts/setup arch || return
    builds+=("--arch "{riscv64,i386} "--arch "{arm64,amd64,armhf,armel,riscv64}" --musl")
  else
    builds+=("--arch arm64 --musl daemon")
  fi
  printf '%s\n' "${builds[@]}" | xargs -P 2 -L 1 Scripts/build && Toolchain/build-units --arch armhf &&
    count_pytest arch -n 2 --dist loadgroup Tests/Integration/arch
}

# The instructions of one frame of each kind, by callgrind, against the checked-in numbers.
step_instructions() {
  Scripts/bench instructions
}

# Whether full frames are stored in whole lines, by a trace of valgrind's.
step_stores() {
  Scripts/bench stores
}

# What the integration tests run.
build_programs() {
  has_made builds || Scripts/build daemon tool theme
}

# All integration tests but those that take guests, other builds, or more workers. Of the time that they take they
# are busy for an eighth, and wait the rest.
step_integration() {
  build_programs && count_pytest integration -n "$((2 * $(nproc)))" --dist loadgroup -m "not faults" \
    --ignore Tests/Integration/pixels "${without_guests[@]}"
}

# Every call to a display device fails, each with every errno. The tests mostly wait.
step_faults() {
  { has_made builds || Scripts/build daemon; } && count_pytest faults Tests/Integration/displays -m faults -n 8
}

# The unit tests and integration tests that the arguments of Scripts/test select.
step_selected-units() {
  count_tests selected-units "${unit_selection[@]}"
}

step_selected() {
  [ "${#selection[@]}" -gt 0 ] || selection=("${without_guests[@]}")
  build_programs && count_pytest selected -n 2 --dist loadgroup "${selection[@]}"
}

# The renderer in a WebAssembly runtime, and the page that shows it in a browser. Takes a browser: only
# where FLIPBOOK_ARCH is set, as .ci/run does.
step_page() {
  Scripts/setup page && { has_made builds || Scripts/build tool; } && Scripts/build --arch wasm32 &&
    count_pytest page Tests/Integration/playground
}

# Ten seconds of nonsense for every parser of what clients send; Scripts/fuzz alone takes longer.
step_fuzz() {
  Scripts/fuzz 10
}

# The daemon on real display drivers, in QEMU: a short run, or, with FLIPBOOK_KMS=--all, everything.
# With FLIPBOOK_WITHIN=SECONDS it starts nothing beyond a short run that would end later than this
# after the start of the script, and prints the names of the omitted runs. Guests in the host's time mostly wait.
# A test that failed once is run again, and printed as such: a busy host is not a failure.
step_kms() {
  local options=(-m short)
  [ "${FLIPBOOK_KMS:-}" = --all ] && options=()
  has_made builds || Scripts/build || return
  [ -z "${FLIPBOOK_WITHIN:-}" ] || options+=(--within "$((FLIPBOOK_WITHIN - SECONDS))")
  count_pytest kms -n "$(($(nproc) + 1))" --reruns 1 -r R "${options[@]}" Tests/Integration/kms
}

# What guests boot, so that their tests find it in the caches. Tried twice, as those tests are.
step_guests() {
  local options=()
  [ "${FLIPBOOK_KMS:-}" != --all ] || options=(--all)
  make_packages || return
  Tests/Integration/prepare_guests.py "${options[@]}" || Tests/Integration/prepare_guests.py "${options[@]}"
}

make_packages() {
  local options=()
  ! has_made builds || options=(--no-build)
  [ "${FLIPBOOK_SYSTEM:-}" != --all ] || options+=(--theme)
  Scripts/package "${options[@]}"
}

# The packages in guests that have a whole Debian: a short run, of which nothing begins later
# than ten minutes after the first, or, with FLIPBOOK_SYSTEM=--all, every case however long it takes. Guests now and
# then wait: one more runs than there are processors.
step_system() {
  local options=(-m short --within 600)
  [ "${FLIPBOOK_SYSTEM:-}" != --all ] || options=()
  has_made guests || make_packages || return
  count_pytest system Tests/Integration/system -n "$(($(nproc) + 1))" --reruns 1 -r R "${options[@]}"
}
