# shellcheck shell=bash
# ./build.sh soak: runs the random tests with other instances. Otherwise they draw the
# same ones in every run (core/fixedseed). rapid and Go's fuzzing write failing inputs
# to testdata, where later tests find them.

# drawing_packages: lists the packages whose tests draw instances or mutate answers.
drawing_packages() {
  # shellcheck disable=SC2016 # names of the template
  { go list -f '{{$path := .ImportPath}}{{range .TestImports}}{{.}} {{$path}}
{{end}}{{range .XTestImports}}{{.}} {{$path}}
{{end}}' ./core/... ./app/... ./wasm/... | sed -n 's|^gridbox/core/fixedseed ||p'
  grep -rl --include='*_test.go' GRIDBOX_ALL core app | xargs -n 1 dirname | sed 's|^|gridbox/|'; } | sort -u
}

# fuzz_targets: lists all fuzz targets as "package name".
fuzz_targets() {
  grep -r --include='*_test.go' '^func Fuzz' core app wasm | sed 's|^\(.*\)/[^/]*_test\.go:func \(Fuzz[A-Za-z0-9]*\).*|./\1 \2|' | sort
}

# run_quiet COMMAND...: runs a command and prints its output only if it fails.
run_quiet() {
  local out
  if out=$("$@" 2>&1); then return; fi
  printf '%s\n' "$out" | grep -vE '^(ok  |fuzz: )'
  return 1
}

# In each round soak runs all properties with another seed natively, one package as
# js/wasm, and two fuzz targets.
soak() { # run the random tests with other instances for MINUTES, 10 by default
  need_tools
  local end=$((SECONDS + 60 * ${1:-10})) round=0 failed=0 seed package name i starter
  local packages fuzzed many
  starter="$(go env GOROOT)/lib/wasm/go_js_wasm_exec"
  packages=$(drawing_packages)
  fuzzed=$(fuzz_targets)
  many=$(echo "$fuzzed" | wc -l)
  while [ "$SECONDS" -lt "$end" ]; do
    seed=$((RANDOM * 32768 + RANDOM + 1))
    say "round $((round + 1)), seed $seed"
    # shellcheck disable=SC2086
    RAPID_SEED=$seed GRIDBOX_ALL=1 run_quiet go test -count=1 -timeout 60m $packages || failed=$((failed + 1))
    package=$(echo "$packages" | sed -n "$((round % $(echo "$packages" | wc -l) + 1))p")
    say "$package as js/wasm"
    GOOS=js GOARCH=wasm run_quiet go test -short -count=1 -timeout 60m -exec "env -i PATH=$PATH HOME=$HOME RAPID_SEED=$seed $starter" "$package" ||
      failed=$((failed + 1))
    for i in 0 1; do
      read -r package name < <(echo "$fuzzed" | sed -n "$(((2 * round + i) % many + 1))p")
      say "$name in $package"
      run_quiet go test -run '^$' -fuzz "^$name\$" -fuzztime 20s -fuzzminimizetime 1s "$package" || failed=$((failed + 1))
    done
    round=$((round + 1))
  done
  say "$round rounds, $failed of their runs failed"
  git status --short -- '*testdata*'
  [ "$failed" -eq 0 ] || fail "failing inputs are in testdata: repair the code and keep the files"
}

# fuzz starts from real files if they are installed (core/realfiles), one target after the other.
fuzz() { # fuzz the targets of core/importer and core/schedaudit, or of PATTERN, for MINUTES each, 10 by default
  need_tools
  local minutes=${1:-10} pattern=${2:-core/\(importer\|schedaudit\)} package name failed=0
  while read -r package name; do
    say "$name in $package"
    # Limits the minimization of new inputs, which takes a minute each by default.
    GRIDBOX_ALL=1 go test -run '^$' -fuzz "^$name\$" -fuzztime "${minutes}m" -fuzzminimizetime 1s -parallel 1 "$package" ||
      failed=$((failed + 1))
  done < <(fuzz_targets | grep -e "$pattern")
  git status --short -- '*testdata*'
  [ "$failed" -eq 0 ] || fail "failing inputs are in testdata: repair the code and keep the files"
}
