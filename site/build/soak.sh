# shellcheck shell=bash
# ./build.sh soak: a green tree stays green because its random tests draw the
# same instances every time (core/fixedseed). Here they draw others, for as long as
# one likes, and what fails is kept where the tests find it from then on:
# rapid and Go's fuzzing write it into testdata.

# drawing: the packages whose tests draw, the mutations of the checkers among them.
drawing() {
  # shellcheck disable=SC2016 # the template's own names
  { go list -f '{{$path := .ImportPath}}{{range .TestImports}}{{.}} {{$path}}
{{end}}{{range .XTestImports}}{{.}} {{$path}}
{{end}}' ./core/... ./app/... ./wasm/... | sed -n 's|^gridbox/core/fixedseed ||p'
  grep -rl --include='*_test.go' GRIDBOX_ALL core app | xargs -n 1 dirname | sed 's|^|gridbox/|'; } | sort -u
}

# targets: every fuzz target as "package name".
targets() {
  grep -r --include='*_test.go' '^func Fuzz' core app wasm | sed 's|^\(.*\)/[^/]*_test\.go:func \(Fuzz[A-Za-z0-9]*\).*|./\1 \2|' | sort
}

# passes COMMAND...: whether it does; what it prints is shown where it does not.
passes() {
  local out
  if out=$("$@" 2>&1); then return; fi
  printf '%s\n' "$out" | grep -vE '^(ok  |fuzz: )'
  return 1
}

# Round after round until the time is out: every property with another seed
# natively, those of one more package as js/wasm, and two more fuzz targets.
soak() { # draw other instances in the random tests for so many MINUTES, 10 by default
  need_tools
  local end=$((SECONDS + 60 * ${1:-10})) round=0 failed=0 seed package name i starter
  local packages fuzzed many
  starter="$(go env GOROOT)/lib/wasm/go_js_wasm_exec"
  packages=$(drawing)
  fuzzed=$(targets)
  many=$(echo "$fuzzed" | wc -l)
  while [ "$SECONDS" -lt "$end" ]; do
    seed=$((RANDOM * 32768 + RANDOM + 1))
    say "round $((round + 1)), seed $seed"
    # shellcheck disable=SC2086
    RAPID_SEED=$seed GRIDBOX_ALL=1 passes go test -count=1 -timeout 60m $packages || failed=$((failed + 1))
    package=$(echo "$packages" | sed -n "$((round % $(echo "$packages" | wc -l) + 1))p")
    say "$package as js/wasm"
    GOOS=js GOARCH=wasm passes go test -short -count=1 -timeout 60m -exec "env -i PATH=$PATH HOME=$HOME RAPID_SEED=$seed $starter" "$package" ||
      failed=$((failed + 1))
    for i in 0 1; do
      read -r package name < <(echo "$fuzzed" | sed -n "$(((2 * round + i) % many + 1))p")
      say "$name in $package"
      passes go test -run '^$' -fuzz "^$name\$" -fuzztime 20s -fuzzminimizetime 1s "$package" || failed=$((failed + 1))
    done
    round=$((round + 1))
  done
  say "$round rounds, $failed of their runs failed"
  git status --short -- '*testdata*'
  [ "$failed" -eq 0 ] || fail "what failed lies in testdata: mend it and keep the file"
}

# Whoever reads files of other programs is fuzzed with real ones to start from, where
# they are here (core/realfiles), one target after the other.
fuzz() { # fuzz for so many MINUTES each, 10 by default, the targets of core/importer and core/schedaudit, or those that match PATTERN
  need_tools
  local minutes=${1:-10} pattern=${2:-core/\(importer\|schedaudit\)} package name failed=0
  while read -r package name; do
    say "$name in $package"
    # Inputs that are new are made smaller before the next is tried: for a minute each, unless told otherwise.
    GRIDBOX_ALL=1 go test -run '^$' -fuzz "^$name\$" -fuzztime "${minutes}m" -fuzzminimizetime 1s -parallel 1 "$package" ||
      failed=$((failed + 1))
  done < <(targets | grep -e "$pattern")
  git status --short -- '*testdata*'
  [ "$failed" -eq 0 ] || fail "what failed lies in testdata: mend it and keep the file"
}
