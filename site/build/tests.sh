# shellcheck shell=bash
# Functions of build.sh that run checks and tests, count them, and record their times.
# A line of .cache/counts has the passed and the failed tests of one step. A line of
# .cache/times has its seconds, the seconds of all processors, and its name.

# measure_cpu: sets CPU to the processor seconds of all commands so far. `times` writes
# to a file, because in a pipe it would report a subshell; each lane has its own file.
measure_cpu() {
  times > ".cache/cpu$LANE"
  CPU=$(awk 'NR == 2 { gsub(",", "."); for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); s += 60 * t[1] + t[2] } printf "%d", s }' ".cache/cpu$LANE")
}
LANE=""

# record_time SECONDS CPU NAME: records the time of a step, given both clocks at its start.
record_time() {
  measure_cpu
  echo "$((SECONDS - $1)) $((CPU - $2)) $3" >> .cache/times
}

# run_timed NAME COMMAND...: runs a command and records its time.
run_timed() {
  local name=$1 began=$SECONDS before; shift
  measure_cpu; before=$CPU
  "$@"
  record_time "$began" "$before" "$name"
}

# run_check NAME FUNCTION: runs one check, records its time, and counts it.
run_check() {
  local status began=$SECONDS before
  measure_cpu; before=$CPU
  say "$1"
  # Not in a condition: there, bash would ignore set -e.
  set +e; (set -e; "$2"); status=$?; set -e
  record_time "$began" "$before" "$1"
  if [ $status -eq 0 ]; then echo "1 0" >> .cache/counts; else echo "0 1" >> .cache/counts; fi
}

# gotest ARG...: runs go test with short output and counts it. go vet runs as a check of its own.
gotest() { go test -vet=off -json "$@" | .cache/bin/testsummary .cache/counts || true; }

# begin_counts: prepares the counters and the tools of a run.
begin_counts() {
  # Memory suffices; fewer garbage collections save a quarter of the time of compilers and tests.
  export GOGC="${GOGC:-400}"
  rm -f .cache/counts .cache/times
  mkdir -p .cache/bin
  run_timed "packages" deps
  go build -o .cache/bin/testsummary ./site/testsummary
}

# report_totals: prints the times and counts. It fails if a test failed or none ran.
report_totals() {
  local passed failed
  echo "how long each step took, and how much of all processors:"
  sort -rn .cache/times | awk -v all="$SECONDS" '{ p += $2; s = $1; c = $2; $1 = $2 = ""; printf "%6d s %6d s%s\n", s, c, $0 }
    END { printf "%6d s %6d s  in all\n", all, p }'
  read -r passed failed < <(awk '{ p += $1; f += $2 } END { print p + 0, f + 0 }' .cache/counts)
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

check() { # run the quick checks: formats, vet, types, architecture, sizes, unit tests
  begin_counts
  run_checks estimate_sizes
  say "unit tests"; run_timed "unit tests" gotest -short ./...
  report_totals
}

# run_checks FUNCTION: runs all checks, the budgets by the function. There are two lanes,
# because linking and compressing keep only one processor busy.
run_checks() {
  (LANE=1; check_sources) &
  run_timed "binaries" wasm
  run_check "types of the scripts" check_types
  run_check "size budgets" "$1"
  wait
}

# concurrent_packages: lists the folders whose code or tests start goroutines outside the page. app/lab is
# left out, because its tests run one goroutine at a time.
concurrent_packages() {
  grep -rlE --include='*.go' --exclude-dir=node_modules '^[[:space:]]*go (func|[a-zA-Z_.]+\()|\.Go\((func|[a-z]+\))|t\.Parallel\(\)' core wasm app site |
    grep -v '_js\.go$' | xargs grep -LE '^//go:build js' | xargs -n 1 dirname | sort -u | grep -vx app/lab | sed 's|^|./|'
}

# size_independent_packages: lists the concurrent packages whose tests do not depend on -short, neither
# directly nor by rapid.
size_independent_packages() {
  local folder
  for folder in $(concurrent_packages); do
    grep -qsE 'testing\.Short|pgregory\.net/rapid' "$folder"/*_test.go || echo "$folder"
  done
}

# Tests that take minutes under the race detector and start no goroutines of their own.
# Other tests cover concurrent solvers.
COMPARED='ReviewedDocuments|RowsAreThoseOfTheCommandLine|TestPages$|ProseOnPresets|BombsAreNamed|TestExercises$'

# race_tests: runs the concurrent packages under the race detector, at the sizes of `check`,
# because races do not depend on the size of a problem. full_tests runs the other packages
# and the tests of COMPARED in full size without it.
race_tests() {
  local packages; packages=$(concurrent_packages)
  # shellcheck disable=SC2086
  gotest -race -short -skip "$COMPARED" -timeout 60m $packages
}
full_tests() { # [FLAG...]
  local others once; once=$(size_independent_packages)
  others=$(go list ./... | sed 's|^gridbox/|./|' | grep -vxF "$once")
  # shellcheck disable=SC2086
  gotest -timeout 60m "$@" $others
  # shellcheck disable=SC2086
  gotest -timeout 60m -run "$COMPARED" $once
}

# LONG has the tests that take more than half of the time in full size: `test` runs them in the sizes of `check`.
LONG='TestConformance$|TestEveryFlipHappens$|TestFarmMutants$|TestBatchMutants$|TestEveryDrawing$|TestArchive$'
daily_tests() {
  full_tests -skip "$LONG"
  gotest -short -run "$LONG" ./core/engine ./core/sensitivity ./core/kind/farm/... ./core/kind/batch/... ./app/kind/...
}

# Searches that stop at a node limit. They count nodes, which do not depend on the platform.
COUNTED='Mutants|HardCombinations|StoppedIncome|StoppedChoice|EndsAtItsLimit|Families|TreesEndInLargeProblems'
# node_tests: runs the packages that compute or exchange messages as js/wasm in Node. Packages
# without arithmetic of their own are left out, as are packages that only call the solvers, and
# the verifiers that solve again, whose answers `processors` compares.
node_tests() {
  local pure starter
  pure=$(GOOS=js GOARCH=wasm go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' \
    ./core/... ./app/yield/... ./app/state/... ./wasm/msg/... ./wasm/serve/... 2>/dev/null |
    grep -vE '^gridbox/core(/cmd/.*|/kind/.*/verify/conform|/study/(adversary|paper|cluster)|/importer(/.*)?|/draw/(layout|markid|render|paperfigure)|/(sensitivity|challenge|langservice|diff|export|schedaudit|cite|catalog|policy|preset|reason|fixedseed|tsdecl))?$')
  starter="$(go env GOROOT)/lib/wasm/go_js_wasm_exec"
  # Arguments and environment share 8 KiB in Node, so the environment is nearly empty.
  # shellcheck disable=SC2086
  GOOS=js GOARCH=wasm gotest -short -skip "$COUNTED" -timeout 60m -exec "env -i PATH=$PATH HOME=$HOME $starter" $pure
}

# Presets that take long on an emulated processor. Other tests solve them.
LARGE="farm-large gka-1000 rbhs-computation rbhs-data rbhs-mixed"

# compare_digests NAME SETTINGS COUNT RUNNER...: builds the digests program with the settings, runs it
# by the runner on the presets and COUNT generated documents, and fails if a digest differs from
# that of the native build.
compare_digests() {
  local name=$1 settings=$2 count=$3 out=.cache/processors; shift 3
  # shellcheck disable=SC2086
  env CGO_ENABLED=0 $settings go build -o "$out/$name" ./core/cmd/digests
  # shellcheck disable=SC2086
  "$@" "$out/$name" "$count" $LARGE > "$out/$name.txt" || fail "the build for $name does not run"
  head -n "$(wc -l < "$out/$name.txt")" "$out/native.txt" > "$out/expected.txt"
  cmp -s "$out/expected.txt" "$out/$name.txt" ||
    fail "digests differ on $name: $(diff "$out/expected.txt" "$out/$name.txt" | head -4)"
  say "$name: $(wc -l < "$out/$name.txt") digests, all equal to the native ones"
}

# other_targets COUNT: lists the other targets that this machine can build for and run, one a line:
# name, settings, number of generated documents, runner. An emulated processor takes ten
# times as long.
other_targets() {
  case "$(go env GOHOSTOS) $(go env GOHOSTARCH)" in
    "linux amd64")
      if has_amd64_v3; then echo "v3 GOAMD64=v3 $1 env"; else say "SKIPPED: GOAMD64=v3, which this processor cannot run"; fi
      # Some kernels run no programs of 32 bits.
      if runs_386; then echo "386 GOARCH=386 $1 env"
      elif has qemu-arm; then echo "arm GOARCH=arm $(($1 / 12)) qemu-arm"
      else say "SKIPPED: 386, which this kernel cannot run, and qemu-arm is not here"; fi ;;
  esac
  if [ "$(go env GOHOSTARCH)" != arm64 ]; then
    if has qemu-aarch64; then echo "arm64 GOARCH=arm64 $(($1 / 4)) qemu-aarch64"; else say "SKIPPED: arm64, because qemu-aarch64 is not here"; fi
  fi
}

# runs_386: reports whether this machine runs programs of 32 bits.
runs_386() {
  CGO_ENABLED=0 GOARCH=386 go build -o .cache/processors/386 ./core/cmd/digests
  # shellcheck disable=SC2086
  .cache/processors/386 0 $LARGE > .cache/processors/386.txt 2> /dev/null
}

# has_amd64_v3: reports whether the processor has the instructions of GOAMD64=v3.
has_amd64_v3() {
  local flag
  for flag in avx2 bmi1 bmi2 f16c fma abm movbe; do grep -qw "$flag" /proc/cpuinfo || return 1; done
}

processors() { # compare digests of presets (the largest are not solved) and 500 documents, or COUNT, among builds
  need_tools
  local name settings count runner out=.cache/processors all="${1:-500}"
  mkdir -p "$out" .cache/bin
  go build -o "$out/native" ./core/cmd/digests
  # shellcheck disable=SC2086
  "$out/native" "$all" $LARGE > "$out/native.txt"
  compare_digests wasm "GOOS=js GOARCH=wasm" "$all" env -i PATH="$PATH" HOME="$HOME" "$(go env GOROOT)/lib/wasm/go_js_wasm_exec"
  other_targets "$all" > "$out/targets"
  while read -r name settings count runner; do compare_digests "$name" "$settings" "$count" "$runner" < /dev/null; done < "$out/targets"
}

# conformance_elsewhere: runs the conformance suite for the other targets, with the flags of
# compare_digests to share its builds. Emulated processors are left out: there it takes five minutes,
# and equal digests show that the answers are those of this one.
conformance_elsewhere() {
  local name settings _ runner
  while read -r name settings _ runner; do
    [ "$runner" = env ] || continue
    say "conformance on $name"
    (export CGO_ENABLED=0 "${settings?}"; gotest -short -run 'TestConformance' -exec "$runner" ./core/engine) < /dev/null
  done < .cache/processors/targets
}

# check_reproducible: builds the site again in another folder with an empty build cache, and
# compares the bytes with those of `tried`. The build tools are not compiled again.
check_reproducible() {
  local work=.cache/reproduce copy=.cache/reproduce/another/folder name
  rm -rf "$work"
  mkdir -p "$copy/.cache"
  git ls-files -co --exclude-standard -z | xargs -0 tar -cf - | tar -xf - -C "$copy"
  cp -R assets/node_modules "$copy/assets/" # a link would be followed, and leads back here
  tried
  (cd "$copy" && COMPILED="$PWD/.cache/compiled" ./build.sh wasm && BASE=/some/prefix ORIGIN='' generate dist -compress=false)
  for name in .cache/wasm/*.wasm; do cmp "$name" "$copy/$name"; done
  diff -rq -x '*.br' -x '*.gz' .cache/e2e/a "$copy/dist"
  chmod -R u+w "$work" && rm -rf "$work"
}

few_processors() { processors 100; }

computing() { # run the part of full without browsers: Go in full and in races, in Node, on other processors, real clusters
  begin_counts
  run_timed "binaries" wasm
  compute_tests
  report_totals
}
# compute_tests: runs the tests without browsers in two lanes. The second one mostly waits or uses one processor.
compute_tests() {
  (LANE=2; second_lane) &
  run_timed "Go tests of full size" full_tests
  run_timed "Go tests with the race detector" race_tests
  run_timed "pure packages as js/wasm in Node" node_tests
  wait
}
second_lane() {
  run_check "job files on a real Slurm and GNU parallel" check_cluster
  run_check "equal digests from every processor" processors
  run_timed "conformance on other processors" conformance_elsewhere
  run_check "two builds are identical" check_reproducible
}

# daily_compute_tests: runs the tests without browsers that continuous integration runs.
daily_compute_tests() {
  (LANE=2; run_check "job files on a real Slurm and GNU parallel" check_cluster
    run_check "equal digests from every processor" few_processors) &
  run_timed "Go tests" daily_tests
  run_timed "Go tests with the race detector" race_tests
  wait
}

# e2e: runs the tests in browsers and counts them. A run without counts has failed.
e2e() { # [FLAG...]
  node site/e2e/run.mjs --counts .cache/e2e.counts "$@" || true
  if [ -s .cache/e2e.counts ]; then cat .cache/e2e.counts; else echo "0 1"; fi >> .cache/counts
}

# run_all COMPUTING FLAG...: runs all checks, a function without browsers, and the browsers with the
# flags. Browsers run last: on two busy cores WebKit is ten times slower, and its tests reach their
# time limits.
run_all() {
  begin_counts
  browsers
  run_checks size
  say "Go tests"; "$1"; shift
  say "tests in Chromium, Firefox and WebKit"
  rm -f .cache/e2e.counts
  run_timed "tests in Chromium, Firefox and WebKit" e2e "$@"
  report_totals
}
test() { # run every test once, the most important in three browsers; ends with "N passed, N failed"
  run_all daily_compute_tests
}
full() { # run everything before a release: all in three browsers, other processors, long measurements
  run_all compute_tests --full
}
