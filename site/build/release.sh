# shellcheck shell=bash
# Builds a release: the command line as one static binary for each system, checksums, notes.

# build_binary SYSTEM PROCESSOR FOLDER: builds one binary. It does not depend on the folder or the
# machine, so that equal sources give equal bytes.
build_binary() {
  local name="gridbox-$1-$2" commit=""
  [ "$1" != windows ] || name="$name.exe"
  # The commit is recorded only if the working tree equals it.
  if [ -z "$(git status --porcelain 2>/dev/null || echo unknown)" ]; then commit=$(git rev-parse --short=12 HEAD); fi
  CGO_ENABLED=0 GOOS=$1 GOARCH=$2 GOAMD64=v1 go build -trimpath -buildvcs=false \
    -ldflags="-s -w -buildid= -X main.released=$commit" -o "$3/$name" ./core/cmd/gridbox
}

# release_notes: prints the section of the version in CHANGELOG.md, or the section Unreleased if there is none.
release_notes() {
  local version; version=$(sed -n 's/^const Version = "\(.*\)"$/\1/p' core/catalog/catalog.go)
  awk -v version="$version" '/^## / { on = index($0, "[" version "]") || index($0, " " version) || $2 == "Unreleased" && !found; if (on) found = 1 } on' CHANGELOG.md
}

release() { # build gridbox for Linux, macOS and Windows into dist-release/, with checksums, notes and a bill of materials
  need_tools
  local out=${1:-dist-release} target
  rm -rf "$out"; mkdir -p "$out"
  for target in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64; do
    say "gridbox for $target"
    build_binary "${target%/*}" "${target#*/}" "$out"
  done
  say "bill of materials, notes, checksums"
  go run ./site/components -binary "$out/gridbox-linux-amd64" > "$out/gridbox.cdx.json"
  cp site/verify/gridbox_verify.py "$out/"
  release_notes > "$out/release-notes.md"
  (cd "$out" && "${SHA[@]}" gridbox* release-notes.md > checksums.txt && cat checksums.txt)
}

bundles() { # pack the site's module and the binaries for npm, Python and Quarto into dist-packages/
  need_tools
  [ -d dist-release ] || release dist-release
  [ -f dist/widget.js ] || site
  go run ./site/packages -site dist -binaries dist-release -out "${1:-dist-packages}"
}
