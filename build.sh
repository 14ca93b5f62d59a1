#!/usr/bin/env bash
# Builds, serves and tests Gridbox; `./build.sh help` lists the verbs. Needs Go and Node. It installs everything else
# itself: packages below this folder, and for `test` the browsers, through the system's package manager.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

BASE="${BASE:-}"
ORIGIN="${ORIGIN:-}"

# The same flags everywhere, so that checks, tests, tools, builds and other copies of the tree share one build cache.
# No debug information, because it takes a seventh of the compiler's time.
if command -v go >/dev/null 2>&1; then
  GOFLAGS="$(go env GOFLAGS) -trimpath -gcflags=all=-dwarf=false -ldflags=-w"; export GOFLAGS
fi

say()  { printf '== %s\n' "$*" >&2; }
fail() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }

# shellcheck source=site/build/system.sh
. site/build/system.sh
# shellcheck source=site/build/tests.sh
. site/build/tests.sh
# shellcheck source=site/build/soak.sh
. site/build/soak.sh
# shellcheck source=site/build/cluster.sh
. site/build/cluster.sh
# shellcheck source=site/build/release.sh
. site/build/release.sh

need_tools() {
  if ! has go; then fail "Go is missing: install Go 1.26 or newer from go.dev, then run this again"; fi
  if ! has node || ! has npm; then fail "Node is missing: install Node 20 or newer with npm from nodejs.org, then run this again"; fi
}

deps() { # install the JavaScript packages, exactly as locked
  need_tools
  local want; want=$(digest assets/package.json assets/package-lock.json assets/.npmrc)
  if is_fresh assets/node_modules/.gridbox "$want"; then return; fi
  say "installing the packages of assets"
  (cd assets && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2)
  echo "$want" > assets/node_modules/.gridbox
}

# trim_go_app: writes go-app without its HTTP server to .cache/go-app, and .cache/trimmed.mod, a go.mod that uses it
# (reasons: wasm/page/go-app/README.md). It fails if go-app's files differ from the replaced ones.
trim_go_app() {
  local from to=.cache/go-app sum name
  from=$(module_dir github.com/maxence-charriere/go-app/v10)
  rm -rf "$to"
  for name in app errors; do mkdir -p "$to/pkg/$name"; cp "$from/pkg/$name"/*.go "$to/pkg/$name/"; done
  cp "$from/go.mod" "$to/"
  chmod -R u+w "$to"; find "$to" -name '*_test.go' -exec rm {} +
  while read -r sum name; do
    [ "$("${SHA[@]}" < "$to/$name" | cut -d ' ' -f 1)" = "$sum" ] || fail "$name of go-app differs from the file that wasm/page/go-app replaces"
    cp "wasm/page/go-app/$(basename "$name").txt" "$to/$name"
  done < wasm/page/go-app/originals.txt
  cp go.mod .cache/trimmed.mod; cp go.sum .cache/trimmed.sum
  echo "replace github.com/maxence-charriere/go-app/v10 => ./$to" >> .cache/trimmed.mod
}

# module_dir PATH: prints the folder of a module's sources.
module_dir() { go mod download -json "$1" | sed -n 's/^[[:space:]]*"Dir": "\(.*\)",$/\1/p'; }

# The programs of the site. page draws the frames of app, the laboratory in its worker. figure and
# onepage show a scenario in other pages; worker computes for them. files imports and exports files.
# sitepages serves lessons, papers, challenges and the composer. policypanel runs the panel next to an own
# algorithm. module is gridbox.js.
programs=(page app figure worker files sitepages policypanel module onepage)

wasm() { # build the site's programs into .cache/wasm; LINES=1 keeps the sources' lines in stacks
  need_tools
  local want; want="$(go version) $(function_digest wasm compile_programs trim_go_app module_dir) ${programs[*]} $(digest go.mod go.sum core app wasm site/wasmshrink site/interpreter assets/package-lock.json) ${LINES:-}"
  if is_fresh .cache/wasm/stamp "$want"; then return; fi
  say "building the WebAssembly binaries"
  mkdir -p .cache/wasm
  rm -f .cache/wasm/*.wasm
  compile_programs .cache/wasm
  deps; go run ./site/interpreter assets/node_modules/quickjs-wasi/quickjs.wasm .cache/wasm/interpreter.wasm
  local files=("${programs[@]/#/.cache/wasm/}")
  go run ./site/wasmshrink ${LINES:+-lines} "${files[@]/%/.wasm}"
  echo "$want" > .cache/wasm/stamp
}

# compile_programs FOLDER: compiles the programs. -buildid= and -trimpath keep the folder and the commit
# out, so that equal sources give equal bytes. COMPILED, if set, is another build cache.
compile_programs() {
  local name
  trim_go_app
  GOCACHE="${COMPILED:-$(go env GOCACHE)}" GOOS=js GOARCH=wasm count_packages go build -v -modfile=.cache/trimmed.mod -trimpath -buildvcs=false \
    -ldflags='-s -w -buildid=' -o "$1/" "${programs[@]/#/./wasm/}"
  for name in "${programs[@]}"; do mv "$1/$name" "$1/$name.wasm"; done
}

field() { # run the tests of other schedulers, and compare the results with the page of the site
  need_tools
  go run ./core/cmd/gridbox conformance ../shared/data
  go test -count=1 ./core/conformance
}

papers() { # run the papers' experiments again and record their results in site/papers
  need_tools
  local id
  mkdir -p .cache/bin
  go build -o .cache/bin/gridbox ./core/cmd/gridbox
  for id in $(.cache/bin/gridbox list papers); do
    say "running the experiments of $id"
    .cache/bin/gridbox study --paper "$id" --json > "site/papers/$id.part"
    mv "site/papers/$id.part" "site/papers/$id.json"
  done
  go test ./core/cmd/gridbox -run TestRecordedPapersAreCurrent -record
}

# generate FOLDER [FLAG...]: writes the site into a folder.
generate() {
  local out=$1; shift
  say "writing the site to $out"
  go run ./site/gen -out "$out" -base "$BASE" -origin "$ORIGIN" "$@"
}

site() { # write the whole site to dist/; BASE=/some/prefix ORIGIN=https://host
  deps; wasm; generate dist
}

serve() { # build quickly, without compressing, and serve on 127.0.0.1; PORT=8080
  need_tools
  local out=.cache/serve want
  want="$(go version) $BASE $ORIGIN $(digest go.mod go.sum build.sh CHANGELOG.md core app wasm site assets)"
  if ! { [ -d "$out" ] && is_fresh "$out.stamp" "$want"; }; then
    say "1 of 3: packages of npm, and the programs; on two cores about a minute the first time"
    (deps) & local npm=$!
    (go build -o .cache/bin/ ./site/gen ./site/interpreter ./site/serve) & local tools=$! # while the programs are linked
    mkdir -p .cache/programs
    compile_programs .cache/programs
    wait $npm || fail "npm could not install the packages; see above"
    wait $tools || fail "the tools that write the pages could not be built; see above"
    .cache/bin/interpreter assets/node_modules/quickjs-wasi/quickjs.wasm .cache/programs/interpreter.wasm
    say "2 of 3: the pages, in $out"
    .cache/bin/gen -out "$out" -base "$BASE" -origin "$ORIGIN" -binaries .cache/programs -compress=false
    echo "$want" > "$out.stamp"
  fi
  say "3 of 3: serving until Ctrl+C at"
  exec .cache/bin/serve -dir "$out" -base "$BASE" ${PORT:+-port "$PORT"}
}

# count_packages COMMAND...: runs a build and reports the number of compiled packages, every fifty.
count_packages() {
  { "$@" 2>&1 >&3 | awk '/^[A-Za-z0-9_.\/-]+$/ { if (++n % 50 == 0) printf "   %d packages compiled\n", n; next } { print; fflush() }' >&2; } 3>&1
}

tried() { # write the site for budgets and tests in browsers to .cache/e2e/a
  deps; wasm
  local out=.cache/e2e/a want BASE=/some/prefix ORIGIN='' packed="${E2E_COMPRESS:-true}"
  want="$(digest go.mod go.sum CHANGELOG.md core app wasm site assets .cache/wasm) $packed"
  if [ -d "$out" ] && is_fresh .cache/e2e/a.stamp "$want"; then return; fi
  mkdir -p .cache/e2e
  generate "$out" -tried -compress="$packed"
  echo "$want" > .cache/e2e/a.stamp
}

size() { # check the sizes of binaries and static pages against their budgets
  { E2E_COMPRESS=true tried; } >&2
  go run ./site/sizebudget -dir .cache/e2e/a -base /some/prefix
}

estimate_sizes() { # check the budgets by an estimate that takes seconds
  { deps; wasm; generate .cache/weighed -compress=false; } >&2
  go run ./site/sizebudget -dir .cache/weighed -base "$BASE" -estimate
}

# The checks that are not Go tests. Each message names the repair.
check_gofmt() {
  local wrong; wrong=$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l)
  [ -z "$wrong" ] || fail "not gofmt-clean; run gofmt -w on: $wrong"
}
check_vet() {
  go vet ./...
  GOARCH=386 go vet ./core/...
  GOOS=js GOARCH=wasm go vet ./core/... ./app/... ./wasm/...
  GOOS=js GOARCH=wasm go vet -tags browser ./app/store ./app/compute ./wasm/worker/testdata/rogue
}
check_dead_code() { # some program reaches every function, native or js/wasm
  go run ./site/deadcode || fail "move what only tests use into their files, drop the rest, or excuse it in site/deadcode with a reason"
}
check_wording() { # comments begin with the name that they document and avoid some words, as do documents
  go run ./site/doclint || fail "rewrite the comment or the sentence"
}
check_rounding() { # no product in the core is added unrounded; cached while the core is unchanged
  local want; want="$(go version) $(digest go.mod core site/fmalint)"
  if is_fresh .cache/rounded "$want"; then return; fi
  go run ./site/fmalint || fail "write float64(a*b)+c if a product is added, or excuse it in site/fmalint with a reason"
  echo "$want" > .cache/rounded
}
# translate_markup FOLDER: writes the Go code of the figure's markup, without the comments TODO of vugugen.
translate_markup() {
  go tool vugugen -skip-go-mod -skip-main "$1" >/dev/null
  local file
  for file in "$1"/*_gen.go; do
    sed '/^[[:space:]]*\/\/ TODO/d' "$file" > "$file.tmp" && mv "$file.tmp" "$file"
    gofmt -w "$file"
  done
}
markup() { # write the Go code of the figure's markup, after a change of app/figure/*.vugu
  translate_markup app/figure
}
check_generated() { # the Go code of the figure's markup is current
  local copy; copy=$(mktemp -d)
  mkdir "$copy/figure"
  cp app/figure/*.vugu app/figure/*.go "$copy/figure/"
  rm -f "$copy"/figure/*_gen.go
  translate_markup "$copy/figure"
  local file stale=""
  for file in "$copy"/figure/*_gen.go; do
    cmp -s "$file" "app/figure/$(basename "$file")" || stale="$stale app/figure/$(basename "$file")"
  done
  rm -r "$copy"
  [ -z "$stale" ] || fail "not current:$stale; run ./build.sh markup"
}
check_types() {
  assets/node_modules/.bin/tsc -p assets
  assets/node_modules/.bin/tsc -p site/e2e
}
check_tree() { # no built, foreign or oversized file is committed
  local lock
  for lock in assets site/bench site/guides site/lighthouse; do
    ! grep -q '"resolved"' "$lock/package-lock.json" || fail "$lock/package-lock.json contains download addresses; keep $lock/.npmrc and lock again"
  done
  local bad; bad=$(git ls-files -co --exclude-standard | grep -E '(^|/)(node_modules|dist)/|\.(wasm|woff2?|ttf|br|gz|zip|exe)$|\.min\.(js|css)$' || true)
  [ -z "$bad" ] || fail "built or foreign files in the tree: $bad"
  bad=$(git ls-files -co --exclude-standard -z | xargs -0 du -k 2>/dev/null | awk '$1 > 500 { print $2 }')
  [ -z "$bad" ] || fail "over 500 KB: $bad"
}

check_scripts() { # findings of shellcheck; ./build.sh browsers installs it
  if ! has shellcheck; then say "SKIPPED: shellcheck is not installed"; return; fi
  shellcheck -x build.sh site/build/*.sh .ci/run
}

check_sources() { # all checks that need no binaries
  run_check "gofmt" check_gofmt
  run_check "go vet, native and js/wasm" check_vet
  run_check "no dead code, native and js/wasm" check_dead_code
  run_check "comments and documents in plain words" check_wording
  run_check "products are rounded on every processor" check_rounding
  run_check "generated files are current" check_generated
  run_check "nothing foreign in the tree" check_tree
  run_check "the scripts of the build" check_scripts
}

bench() { # measure and write site/docs/performance.md; WORD measures the sections with the word in their title
  browsers; E2E_COMPRESS=true tried
  mkdir -p .cache/e2e; go build -trimpath -o .cache/e2e/serve ./site/serve
  go run ./site/bench/report -only "${1:-}"
}
scale() { # time and memory of groups of 1000 to a million nodes as WebAssembly in Node
  need_tools
  GOOS=js GOARCH=wasm go build -o .cache/wasm/bench.wasm ./site/bench/program
  node site/bench/scale.mjs .cache/wasm/bench.wasm "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$@"
}
# install_locked FOLDER: installs the locked packages of a folder, once. If `npm ci` fails, it uses `npm install`: a lock made on
# one system may lack the optional binaries of another, and `npm ci` requires them.
install_locked() {
  local want; want=$(digest "$1/package.json" "$1/package-lock.json")
  if is_fresh "$1/node_modules/.gridbox" "$want"; then return; fi
  say "installing the packages of $1"
  (cd "$1" && { npm ci --ignore-scripts --no-audit --no-fund --loglevel=silent >&2 ||
    npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error >&2; })
  echo "$want" > "$1/node_modules/.gridbox"
}
peers() { # compare the times of the group solvers with HiGHS and glpk.js in one Node, and require equal optima
  need_tools
  install_locked site/bench
  GOOS=js GOARCH=wasm go build -o .cache/wasm/bench.wasm ./site/bench/program
  node site/bench/groups.mjs .cache/wasm/bench.wasm "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$@"
}

guides() { # run the recipes of the guides with their tools, and open the results; NAME...
  browsers; install_missing missing_book_tools; install_locked site/guides; E2E_COMPRESS=false tried
  mkdir -p .cache/e2e; go build -trimpath -o .cache/e2e/serve ./site/serve
  node site/guides/run.mjs "$@"
}
hosting() { # serve the site by nginx and Caddy as in the guide, and check the responses; NAME...
  browsers; install_missing missing_servers; tried
  node site/guides/hosting.mjs "$@"
}
lighthouse() { # run Lighthouse on a page of every type, desktop and phone; --steady without performance
  browsers; install_locked site/lighthouse; wasm
  BASE='' ORIGIN=https://gridbox.example generate .cache/lighthouse/site -cache .cache/compressed
  mkdir -p .cache/e2e; go build -trimpath -o .cache/e2e/serve ./site/serve
  node site/lighthouse/run.mjs "$@"
}

mutants() { # list small changes of the code that no test detects; FLAG... FOLDER|FILE...
  need_tools
  go run ./site/mutate "$@"
}

screenshot() { # update README's picture of the laboratory
  browsers; BASE='' site
  node site/e2e/shot.mjs --browser chromium --scheme light --size 1280x800 --url /lab/ --out site/docs/laboratory.png --wait 1500
}

verbs="serve check test full site computing cluster release bundles soak fuzz processors mutants bench peers scale guides hosting lighthouse size tried field papers screenshot deps wasm markup browsers help"

help() { # list the verbs
  echo "usage: ./build.sh VERB"
  local name
  for name in $verbs; do
    printf '  %-11s %s\n' "$name" "$(sed -n "s/^$name() { # //p" build.sh site/build/*.sh)"
  done
}

verb="${1:-help}"; shift || true
case " $verbs " in
  *" $verb "*) "$verb" "$@" ;;
  *) if [ "$verb" != --help ] && [ "$verb" != -h ]; then help >&2; fail "there is no verb \"$verb\""; fi; help ;;
esac
