# shellcheck shell=bash
# How build.sh runs checks and tests, counts them, and keeps how long each took.
# A line of .cache/counts is what one of them passed and failed, a line of
# .cache/times its seconds, those of all processors together, and its name.

# worked: seconds of processors that what was run so far has taken. In a file,
# because behind a pipe only the pipe's own would be told; each lane has its own.
worked() {
  times > ".cache/worked$LANE"
  WORKED=$(awk 'NR == 2 { gsub(",", "."); for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); s += 60 * t[1] + t[2] } printf "%d", s }' ".cache/worked$LANE")
}
LANE=""

# took SECONDS BEFORE NAME: keeps what a step took that began then.
took() {
  worked
  echo "$((SECONDS - $1)) $((WORKED - $2)) $3" >> .cache/times
}

# timed NAME COMMAND...: runs it and keeps how long it took.
timed() {
  local name=$1 began=$SECONDS before; shift
  worked; before=$WORKED
  "$@"
  took "$began" "$before" "$name"
}

# step NAME FUNCTION: runs one check, keeps how long it took, and counts it.
step() {
  local status began=$SECONDS before
  worked; before=$WORKED
  say "$1"
  # Not as a condition: there, bash would run on after a failed command.
  set +e; (set -e; "$2"); status=$?; set -e
  took "$began" "$before" "$1"
  if [ $status -eq 0 ]; then echo "1 0" >> .cache/counts; else echo "0 1" >> .cache/counts; fi
}

# gotest ARG...: go test with short output, counted; go vet has looked before.
gotest() { go test -vet=off -json "$@" | .cache/bin/testsummary .cache/counts || true; }

begin() {
  # Compilers and tests have memory enough; looking it over seldomer saves a quarter of their time.
  export GOGC="${GOGC:-400}"
  rm -f .cache/counts .cache/times
  mkdir -p .cache/bin
  timed "packages" deps
  go build -o .cache/bin/testsummary ./site/testsummary
}

total() {
  local passed failed
  echo "how long each step took, and how much of all processors:"
  sort -rn .cache/times | awk -v all="$SECONDS" '{ p += $2; s = $1; c = $2; $1 = $2 = ""; printf "%6d s %6d s%s\n", s, c, $0 }
    END { printf "%6d s %6d s  in all\n", all, p }'
  read -r passed failed < <(awk '{ p += $1; f += $2 } END { print p + 0, f + 0 }' .cache/counts)
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

check() { # all that is quick: formats, vet, types, architecture, sizes, unit tests
  begin
  checks lighter
  say "unit tests"; timed "unit tests" gotest -short ./...
  total
}

# In two lanes, for linking the binaries and weighing keep one processor busy.
checks() { # checks WEIGHING: all of them, the budgets by one function or the other
  (LANE=1; read_over) &
  timed "binaries" wasm
  step "types of the scripts" typed
  step "size budgets" "$1"
  wait
}

# concurrent: the folders whose code or tests start goroutines, other than in the page. The tests of
# app/lab start one at a time and wait for its end, so that no two can meet.
concurrent() {
  grep -rlE --include='*.go' --exclude-dir=node_modules '^[[:space:]]*go (func|[a-zA-Z_.]+\()|\.Go\((func|[a-z]+\))|t\.Parallel\(\)' core wasm app site |
    grep -v '_js\.go$' | xargs grep -LE '^//go:build js' | xargs -n 1 dirname | sort -u | grep -vx app/lab | sed 's|^|./|'
}

# alike: those of them whose tests are the same in every size, since neither they
# nor rapid, which draws less often then, ask for -short.
alike() {
  local folder
  for folder in $(concurrent); do
    grep -qsE 'testing\.Short|pgregory\.net/rapid' "$folder"/*_test.go || echo "$folder"
  done
}

# What is compared and takes minutes under the race detector, which sees solvers
# beside one another in the searches for worst cases and on the command line too; and
# what only unpacks.
COMPARED='ReviewedDocuments|RowsAreThoseOfTheCommandLine|TestPages$|ProseOnPresets|BombsAreNamed'

# Two goroutines can meet at the same memory only where there are two, and
# whether they do does not depend on how large a problem is. So the race
# detector, which makes everything many times slower, sees those packages at the
# sizes of `check`; everything else runs in full size without it, and so do five
# tests that compare what comes out and start no goroutines.
race() {
  local packages; packages=$(concurrent)
  # shellcheck disable=SC2086
  gotest -race -short -skip "$COMPARED" -timeout 60m $packages
}
full() {
  local others once; once=$(alike)
  others=$(go list ./... | sed 's|^gridbox/|./|' | grep -vxF "$once")
  # shellcheck disable=SC2086
  gotest -timeout 60m $others
  # shellcheck disable=SC2086
  gotest -timeout 60m -run "$COMPARED" $once
}

# What computes and what speaks with the page, again as js/wasm in Node. What
# draws, keeps lists or goes over texts has no arithmetic of its own that a processor
# could change; what asks the solvers many times, for worst cases, smallest changes,
# papers and challenges, asks those that are here. Searches that end at a limit of effort count
# it, which is the same everywhere.
COUNTED='Mutants|HardCombinations|StoppedIncome|StoppedChoice|EndsAtItsLimit|Families|TreesEndInLargeProblems'
innode() {
  local pure starter
  pure=$(GOOS=js GOARCH=wasm go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' \
    ./core/... ./app/turn/... ./app/state/... ./wasm/msg/... ./wasm/serve/... 2>/dev/null |
    grep -vE '^gridbox/core(/cmd/.*|/study/(adversary|paper|cluster)|/importer(/.*)?|/draw/(layout|markid|render|paperfigure)|/(sensitivity|challenge|langservice|diff|export|schedaudit|cite|catalog|policy|preset|reason|fixedseed|tsdecl))?$')
  starter="$(go env GOROOT)/lib/wasm/go_js_wasm_exec"
  # Arguments and environment share 8 KiB there, hence the empty environment.
  # shellcheck disable=SC2086
  GOOS=js GOARCH=wasm gotest -short -skip "$COUNTED" -timeout 60m -exec "env -i PATH=$PATH HOME=$HOME $starter" $pure
}

# What takes long where a processor is imitated; the conformance suite and the
# page's tests have solved it.
LARGE="farm-large gka-1000 rbhs-computation rbhs-data rbhs-mixed"

# printed NAME SETTINGS COUNT RUNNER...: whether the digests that a build with these
# settings prints, run so, of the presets and of the first COUNT drawn documents, are
# those of the build for this machine.
printed() {
  local name=$1 settings=$2 count=$3 out=.cache/processors; shift 3
  # shellcheck disable=SC2086
  env CGO_ENABLED=0 $settings go build -o "$out/$name" ./core/cmd/digests
  # shellcheck disable=SC2086
  "$@" "$out/$name" "$count" $LARGE > "$out/$name.txt" || fail "the build for $name does not run"
  head -n "$(wc -l < "$out/$name.txt")" "$out/native.txt" > "$out/expected.txt"
  cmp -s "$out/expected.txt" "$out/$name.txt" ||
    fail "digests differ on $name: $(diff "$out/expected.txt" "$out/$name.txt" | head -4)"
  say "$name: $(wc -l < "$out/$name.txt") digests, all as here"
}

# worlds: how else than for this machine the core can be built and run here, a
# line each: a name, the settings, how many drawn documents are compared, what runs it.
# An imitated processor takes ten times as long.
worlds() {
  case "$(go env GOHOSTOS) $(go env GOHOSTARCH)" in
    "linux amd64")
      if third; then echo "v3 GOAMD64=v3 500 env"; else say "SKIPPED: GOAMD64=v3, which this processor cannot run"; fi
      # A kernel may be built without the means to run programs of 32 bits.
      if runs_386; then echo "386 GOARCH=386 500 env"
      elif has qemu-arm; then echo "arm GOARCH=arm 40 qemu-arm"
      else say "SKIPPED: 386, which this kernel cannot run, and qemu-arm is not here"; fi ;;
  esac
  if [ "$(go env GOHOSTARCH)" != arm64 ]; then
    if has qemu-aarch64; then echo "arm64 GOARCH=arm64 120 qemu-aarch64"; else say "SKIPPED: arm64, because qemu-aarch64 is not here"; fi
  fi
}

# runs_386: whether programs of 32 bits run here.
runs_386() {
  CGO_ENABLED=0 GOARCH=386 go build -o .cache/processors/386 ./core/cmd/digests
  # shellcheck disable=SC2086
  .cache/processors/386 0 $LARGE > .cache/processors/386.txt 2> /dev/null
}

# third: whether the processor has what GOAMD64=v3 takes for granted.
third() {
  local flag
  for flag in avx2 bmi1 bmi2 f16c fma abm movbe; do grep -qw "$flag" /proc/cpuinfo || return 1; done
}

processors() { # compare digests of presets (the largest are not solved) and 500 documents among builds
  need_tools
  local name settings count runner out=.cache/processors
  mkdir -p "$out" .cache/bin
  go build -o "$out/native" ./core/cmd/digests
  # shellcheck disable=SC2086
  "$out/native" 500 $LARGE > "$out/native.txt"
  printed wasm "GOOS=js GOARCH=wasm" 500 env -i PATH="$PATH" HOME="$HOME" "$(go env GOROOT)/lib/wasm/go_js_wasm_exec"
  worlds > "$out/worlds"
  while read -r name settings count runner; do printed "$name" "$settings" "$count" "$runner" < /dev/null; done < "$out/worlds"
}

# elsewhere: the conformance suite on these processors, with the flags by which
# `printed` has compiled most of it. An imitated arm would take five minutes for it.
elsewhere() {
  local name settings _ runner
  while read -r name settings _ runner; do
    [ "$name" != arm ] || continue
    say "conformance on $name"
    (export CGO_ENABLED=0 "${settings?}"; gotest -short -run 'TestConformance' -exec "$runner" ./core/engine) < /dev/null
  done < .cache/processors/worlds
}

# The tree's own build again: in another folder, with a cache of compiled
# packages of its own, so that all programs are compiled once more; the tools that
# build them are not. It is compared with what the budgets have weighed and the browsers are served.
reproduced() {
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

computing() { # what only computes of test: Go in full and in races, in Node, on other processors, real clusters
  begin
  timed "binaries" wasm
  computed
  total
}
computed() { # in two lanes: much of the second one waits, or keeps one processor busy
  (LANE=2; beside) &
  timed "Go tests of full size" full
  timed "Go tests with the race detector" race
  timed "pure packages as js/wasm in Node" innode
  wait
}
beside() {
  step "job files on a real Slurm and GNU parallel" clustered
  step "equal digests from every processor" processors
  timed "conformance on other processors" elsewhere
  step "two builds are identical" reproduced
}

e2e() {
  node site/e2e/run.mjs --counts .cache/e2e.counts || true
  # A run that dies without its counts has failed.
  if [ -s .cache/e2e.counts ]; then cat .cache/e2e.counts; else echo "0 1"; fi >> .cache/counts
}

# Browsers and what only computes do not run at once: two cores that are both
# taken make WebKit ten times slower, and its tests run into their limits.
test() { # everything, in three browsers too; ends with "N passed, N failed"
  begin
  browsers
  checks size
  say "Go tests"; computed
  say "tests in Chromium, Firefox and WebKit"
  rm -f .cache/e2e.counts
  timed "tests in Chromium, Firefox and WebKit" e2e
  total
}
