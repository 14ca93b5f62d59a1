#!/usr/bin/env bash
# Builds, serves and tests Gridbox; `./build.sh help` lists what it can do.
# Needs Go and Node. Everything else it installs itself: packages below this
# folder, and for `test` the browsers, through the system's package manager.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

BASE="${BASE:-}"
ORIGIN="${ORIGIN:-}"

say()  { printf '== %s\n' "$*" >&2; }
fail() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }
has()  { command -v "$1" >/dev/null 2>&1; }

# digest PATH...: names the content of files and folders, for a stamp.
digest() { find "$@" -type f ! -path '*/node_modules/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1; }

# fresh STAMP DIGEST: whether the step that wrote the stamp has nothing to do.
fresh() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; }

need_tools() {
  has go || fail "Go is missing: install Go 1.26 or newer from go.dev, then run this again"
  has node && has npm || fail "Node is missing: install Node 20 or newer with npm from nodejs.org, then run this again"
}

deps() { # install the JavaScript packages, exactly as locked
  need_tools
  local want; want=$(digest assets/package.json assets/package-lock.json assets/.npmrc)
  if fresh assets/node_modules/.gridbox "$want"; then return; fi
  say "installing the packages of assets"
  (cd assets && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2)
  echo "$want" > assets/node_modules/.gridbox
}

# go-app as the page needs it: its sources from the module cache without the
# HTTP server, which the page never runs (net/http is a fifth of app.wasm).
slim() {
  local from name; from=$(go mod download -json github.com/maxence-charriere/go-app/v10 | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
  rm -rf .cache/go-app; mkdir -p .cache/go-app/pkg/app .cache/go-app/pkg/errors
  cp "$from/go.mod" .cache/go-app/
  for name in "$from"/pkg/app/*.go "$from"/pkg/errors/*.go; do
    case "$name" in *_test.go) continue ;; esac
    sed '/"github.com\/google\/uuid"$/d' "$name" > ".cache/go-app/pkg/$(basename "$(dirname "$name")")/$(basename "$name")"
  done
  for name in wasm/app/slim/*.txt; do cp "$name" ".cache/go-app/pkg/app/$(basename "$name" .txt)"; done
  cp go.mod .cache/slim.mod; cp go.sum .cache/slim.sum
  echo 'replace github.com/maxence-charriere/go-app/v10 => ./.cache/go-app' >> .cache/slim.mod
}

wasm() { # build app.wasm, figure.wasm and worker.wasm into .cache/wasm
  need_tools
  local want; want="$(go version) $(digest go.mod go.sum core app wasm build.sh)"
  if fresh .cache/wasm/stamp "$want"; then return; fi
  say "building the WebAssembly binaries"
  mkdir -p .cache/wasm
  # Page and figure draw, workers compute. Without inlining binaries are a tenth
  # smaller, so only code that computes keeps it: the solvers, and what they lean on.
  local flags=(-gcflags=all=-l -gcflags=math/rand/v2=) name
  rm -f .cache/wasm/*.wasm
  for name in rng problem/window solve/placement solve/placement/replica solve/window solve/window/knapsack solve/batch solve/group solve/farm check study/report; do flags+=("-gcflags=gridbox/core/$name="); done
  compile worker ./wasm/worker "${flags[@]}"
  compile figure ./wasm/figure -gcflags=all=-l
  slim
  compile app ./wasm/app -modfile=.cache/slim.mod -gcflags=all=-l
  echo "$want" > .cache/wasm/stamp
}

# compile NAME PACKAGE FLAG...: one binary. -buildid= and -trimpath keep folder
# and commit out, so that equal sources give equal bytes.
compile() {
  local name=$1 package=$2; shift 2
  GOOS=js GOARCH=wasm go build -trimpath -buildvcs=false "$@" -ldflags='-s -w -buildid=' -o ".cache/wasm/$name.wasm" "$package"
}

papers() { # compare the papers' numbers with ours, into .cache/papers; REPLICATIONS=60 for a quick look
  need_tools
  local want id out=.cache/papers
  # `papers any`: while working, those of an earlier build will do as long as they have the same rows.
  if [ "${1:-}" = any ] && fresh "$out/rows" "$(digest core/study/paper)"; then return; fi
  want="$(go version) $(digest core) ${REPLICATIONS:-}"
  if fresh "$out/stamp" "$want"; then return; fi
  say "running the papers' experiments"
  mkdir -p "$out" .cache/bin
  go build -o .cache/bin/gridbox ./core/cmd/gridbox
  for id in $(.cache/bin/gridbox list papers); do
    .cache/bin/gridbox study --paper "$id" ${REPLICATIONS:+--replications "$REPLICATIONS"} --json > "$out/$id.part"
    mv "$out/$id.part" "$out/$id.json"
  done
  echo "$want" > "$out/stamp"
  digest core/study/paper > "$out/rows"
}

# generate FOLDER [FLAG...]: writes the site into a folder.
generate() {
  local out=$1; shift
  say "writing the site to $out"
  go run ./site/gen -out "$out" -base "$BASE" -origin "$ORIGIN" "$@"
}

site() { # write the whole site to dist/; BASE=/some/prefix ORIGIN=https://host
  deps; wasm; papers; generate dist "$@"
}

serve() { # build without compressing and serve on 127.0.0.1; PORT=8080
  deps; wasm; REPLICATIONS=60 papers any; generate .cache/serve -compress=false
  go build -o .cache/bin/serve ./site/serve
  say "serving until Ctrl+C at"
  exec .cache/bin/serve -dir .cache/serve -base "$BASE" ${PORT:+-port "$PORT"}
}

size() { # hold binaries and static pages to their budgets
  site >&2
  go run ./site/weigh -dir dist -base "$BASE"
}

# The checks that are no Go tests; each says what to do about it.
formatted() {
  local wrong; wrong=$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l)
  [ -z "$wrong" ] || fail "not gofmt-clean; run gofmt -w on: $wrong"
}
vetted() {
  go vet ./...
  GOARCH=386 go vet ./core/...
  GOOS=js GOARCH=wasm go vet ./core/... ./app/... ./wasm/...
  GOOS=js GOARCH=wasm go vet -tags browser ./app/store ./app/compute ./wasm/worker/testdata/rogue
}
alive() { # every function is reached by some program, native or js/wasm
  go run ./site/dead || fail "move what only tests use into their files, drop the rest, or excuse it in site/dead with a reason"
}
translate() { # translate FOLDER: markup of the figure into Go, formatted, without vugugen's notes to itself
  go tool vugugen -skip-go-mod -skip-main "$1" >/dev/null
  local file
  for file in "$1"/*_gen.go; do
    sed '/^[[:space:]]*\/\/ TODO/d' "$file" > "$file.tmp" && mv "$file.tmp" "$file"
    gofmt -w "$file"
  done
}
markup() { # the Go code of the figure's markup, after a change of app/figure/*.vugu
  translate app/figure
}
generated() { # whether the Go code of the figure's markup is current
  local copy; copy=$(mktemp -d)
  mkdir "$copy/figure"
  cp app/figure/*.vugu app/figure/*.go "$copy/figure/"
  rm -f "$copy"/figure/*_gen.go
  translate "$copy/figure"
  local file stale=""
  for file in "$copy"/figure/*_gen.go; do
    cmp -s "$file" "app/figure/$(basename "$file")" || stale="$stale app/figure/$(basename "$file")"
  done
  rm -r "$copy"
  [ -z "$stale" ] || fail "not current:$stale; run ./build.sh markup"
}
typed() {
  assets/node_modules/.bin/tsc -p assets
  assets/node_modules/.bin/tsc -p site/e2e
}
clean() { # nothing built, foreign or oversized is committed
  local lock
  for lock in assets site/bench; do
    ! grep -q '"resolved"' "$lock/package-lock.json" || fail "$lock/package-lock.json holds download addresses; keep $lock/.npmrc and lock again"
  done
  local bad; bad=$(git ls-files -co --exclude-standard | grep -E '(^|/)(node_modules|dist)/|\.(wasm|woff2?|ttf|br|gz|zip|exe)$|\.min\.(js|css)$' || true)
  [ -z "$bad" ] || fail "built or foreign files in the tree: $bad"
  bad=$(git ls-files -co --exclude-standard -z | xargs -0 -r du -k 2>/dev/null | awk '$1 > 500 { print $2 }')
  [ -z "$bad" ] || fail "over 500 KB: $bad"
}

# step NAME FUNCTION: runs one check and counts it.
step() {
  say "$1"
  local status
  # Not as a condition: there, bash would run on after a failed command.
  set +e; (set -e; "$2"); status=$?; set -e
  if [ $status -eq 0 ]; then echo "1 0" >> .cache/counts; else echo "0 1" >> .cache/counts; fi
}
checks() {
  step "gofmt" formatted
  step "go vet, native and js/wasm" vetted
  step "no dead code, native and js/wasm" alive
  step "generated files are current" generated
  step "types of the scripts" typed
  step "nothing foreign in the tree" clean
  step "size budgets" size
}

# gotest ARG...: go test with short output, counted.
gotest() { go test -json "$@" | .cache/bin/tally .cache/counts || true; }

begin() {
  deps; wasm
  mkdir -p .cache/bin
  rm -f .cache/counts
  go build -o .cache/bin/tally ./site/tally
}
total() {
  local passed failed
  read -r passed failed < <(awk '{ p += $1; f += $2 } END { print p + 0, f + 0 }' .cache/counts)
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

check() { # all that is quick: formats, vet, types, architecture, sizes, unit tests
  begin
  checks
  say "unit tests"; gotest -short ./...
  total
}

race() { gotest -race ./...; }
innode() { # the pure packages again, as js/wasm in Node
  local pure starter
  pure=$(GOOS=js GOARCH=wasm go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./core/... ./app/picture/... ./app/chart/... ./app/state/... ./wasm/msg/... ./wasm/serve/... 2>/dev/null | grep -vE '^gridbox/core(/cmd/.*)?$')
  starter="$(go env GOROOT)/lib/wasm/go_js_wasm_exec"
  # Arguments and environment share 8 KiB there, hence the empty environment.
  # shellcheck disable=SC2086
  GOOS=js GOARCH=wasm gotest -short -exec "env -i PATH=$PATH HOME=$HOME $starter" $pure
}
reproduced() { # two builds in two folders give identical bytes
  local work=.cache/reproduce copy
  rm -rf "$work"
  for copy in "$work/one" "$work/two/deeper/down"; do
    mkdir -p "$copy"
    git ls-files -co --exclude-standard -z | xargs -0 tar -cf - | tar -xf - -C "$copy"
    cp -al assets/node_modules "$copy/assets/"
    (cd "$copy" && ORIGIN='' BASE=/some/prefix REPLICATIONS=60 ./build.sh site -compress=false)
  done
  diff -r "$work/one/dist" "$work/two/deeper/down/dist" && rm -rf "$work"
}

test() { # everything, in three browsers too; ends with "N passed, N failed"
  begin
  browsers
  checks
  say "Go tests with the race detector"; race
  say "pure packages as js/wasm in Node"; innode
  step "two builds are identical" reproduced
  say "tests in Chromium, Firefox and WebKit"; e2e
  total
}

e2e() {
  local log=.cache/e2e.log status=0
  node site/e2e/run.mjs 2>&1 | tee "$log" || status=$?
  local passed failed
  passed=$(sed -n 's/^[^a-z]*pass \([0-9]*\)$/\1/p' "$log" | tail -1)
  failed=$(sed -n 's/^[^a-z]*fail \([0-9]*\)$/\1/p' "$log" | tail -1)
  # A run that dies without its summary has failed.
  if [ "$status" -ne 0 ] && [ "${failed:-0}" -eq 0 ]; then failed=1; fi
  echo "${passed:-0} ${failed:-0}" >> .cache/counts
}

browsers() { # install what `test` drives: three browsers, a display, a C compiler
  local missing=() package
  has chromium || missing+=(chromium)
  has firefox-esr || missing+=(firefox-esr)
  has WebKitWebDriver || missing+=(webkit2gtk-driver)
  has Xvfb || missing+=(xvfb)
  has gcc || missing+=(gcc libc6-dev)
  has git || missing+=(git)
  if has fc-list && [ -n "$(fc-list 2>/dev/null | head -1)" ]; then :; else missing+=(fontconfig fonts-dejavu-core); fi
  [ ${#missing[@]} -gt 0 ] || return 0
  say "missing: ${missing[*]}"
  has apt-get || fail "cannot install ${missing[*]} here: there is no apt-get; install them with this system's package manager"
  local root=()
  if [ "$(id -u)" -ne 0 ]; then
    has sudo && sudo -n true 2>/dev/null || fail "cannot install ${missing[*]}: not root, and sudo asks for a password; run: sudo apt-get install ${missing[*]}"
    root=(sudo -n)
  fi
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2
  for package in "${missing[@]}"; do
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >&2 || fail "apt-get could not install $package"
  done
}

soak() { # draw other instances in the property tests, 20 times; with an argument so many times
  need_tools
  local i seed packages
  packages=$(go list -f '{{range .TestImports}}{{if eq . "gridbox/core/steady"}}{{$.ImportPath}}{{end}}{{end}}{{range .XTestImports}}{{if eq . "gridbox/core/steady"}}{{$.ImportPath}}{{end}}{{end}}' ./core/... ./app/... ./wasm/...)
  for ((i = 0; i < ${1:-20}; i++)); do
    seed=$((RANDOM * 32768 + RANDOM + 1))
    say "seed $seed"
    # shellcheck disable=SC2086
    RAPID_SEED=$seed go test -count=1 $packages
  done
}

bench() { # run the benchmarks, then scale and peers; with arguments only go test with these
  need_tools
  go test -run '^$' -bench . -benchtime 0.5s "${@:-./core/...}"
  [ $# -gt 0 ] || { scale; peers; }
}
scale() { # time and memory of groups of 1000 to a million nodes as WebAssembly in Node
  need_tools
  compile bench ./site/bench/program
  node site/bench/scale.mjs .cache/wasm/bench.wasm "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$@"
}
peers() { # time the solvers of groups beside HiGHS and glpk.js in one Node, and require equal optima
  need_tools
  local want; want=$(digest site/bench/package.json site/bench/package-lock.json)
  if ! fresh site/bench/node_modules/.gridbox "$want"; then
    (cd site/bench && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2)
    echo "$want" > site/bench/node_modules/.gridbox
  fi
  compile bench ./site/bench/program
  node site/bench/groups.mjs .cache/wasm/bench.wasm "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$@"
}

mutants() { # name the small changes of code that no test notices; FLAG... FOLDER|FILE...
  need_tools
  go run ./site/mutants "$@"
}

screenshot() { # take README's picture of the laboratory again
  browsers; BASE='' site
  node site/e2e/shot.mjs --browser chromium --scheme light --size 1280x800 --url /lab/ --out site/docs/laboratory.png --wait 1500
}

help() { # list the verbs
  echo "usage: ./build.sh VERB"
  sed -nE 's/^(serve|test|site|check|soak|bench|peers|scale|size|papers|mutants|screenshot|deps|wasm|markup|browsers|help)\(\) \{ # (.*)$/\1\t\2/p' build.sh | expand -t 12 | sed 's/^/  /'
}

verb="${1:-help}"; shift || true
case "$verb" in
  serve|test|site|check|soak|bench|peers|scale|size|papers|mutants|screenshot|deps|wasm|markup|browsers|help) "$verb" "$@" ;;
  -h|--help) help ;;
  *) help >&2; fail "there is no verb \"$verb\"" ;;
esac
