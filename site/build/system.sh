# shellcheck shell=bash
# What build.sh asks of the system: hashes under the names that systems have for
# them, and packages through whichever package manager there is. Written for
# bash 3.2 and for the tools of the BSDs too, which is what macOS has.

has() { command -v "$1" >/dev/null 2>&1; }

if has sha256sum; then SHA=(sha256sum); else SHA=(shasum -a 256); fi

# digest PATH...: names what is built from files and folders, for a stamp. Tests
# and what they read change no build.
digest() {
  find "$@" -type f ! -name '*_test.go' ! -path '*/testdata/*' ! -path '*/node_modules/*' -print0 |
    LC_ALL=C sort -z | xargs -0 "${SHA[@]}" | "${SHA[@]}" | cut -d' ' -f1
}

# told FUNCTION...: names how something is built, for a stamp.
told() { declare -f "$@" | "${SHA[@]}" | cut -d' ' -f1; }

# fresh STAMP DIGEST: whether the step that wrote the stamp has nothing to do.
fresh() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; }

# The package managers that are known, the first that is there.
manager() {
  local name
  for name in apt-get dnf zypper pacman brew; do
    if has "$name"; then echo "$name"; return; fi
  done
}

# packages MANAGER NEED: what a need is called there; nothing where it cannot be had.
packages() {
  case "$1 $2" in
    "apt-get chromium") known chromium chromium-browser ;;
    "apt-get firefox") known firefox-esr firefox ;;
    "apt-get webkit" | "apt-get minibrowser") echo webkit2gtk-driver ;;
    "apt-get display") echo xvfb ;;
    "apt-get compiler") echo gcc libc6-dev ;;
    "apt-get fonts") echo fontconfig fonts-dejavu-core ;;
    "apt-get poppler" | "dnf poppler" | "zypper poppler") echo poppler-utils ;;
    "apt-get slurm") echo slurm-wlm ;;
    "apt-get sphinx" | "dnf sphinx") echo python3-sphinx python3-myst-parser python3-sphinx-book-theme ;;
    "apt-get nginx") echo nginx-light libnginx-mod-http-brotli-static ;;
    "apt-get arm64" | "dnf arm64" | "pacman arm64") echo qemu-user ;;
    "zypper arm64") echo qemu-linux-user ;;
    "dnf webkit" | "zypper webkit") echo /usr/bin/WebKitWebDriver ;;
    "dnf minibrowser" | "zypper minibrowser") echo /usr/libexec/webkit2gtk-4.1/MiniBrowser ;;
    "dnf display" | "zypper display") echo /usr/bin/Xvfb ;;
    "dnf compiler" | "zypper compiler") echo gcc glibc-devel ;;
    "dnf fonts") echo fontconfig dejavu-sans-fonts ;;
    "dnf shellcheck" | "zypper shellcheck") echo ShellCheck ;;
    "zypper firefox") echo MozillaFirefox ;;
    "zypper fonts") echo fontconfig dejavu-fonts ;;
    "pacman python3") echo python ;;
    "pacman webkit" | "pacman minibrowser") echo webkit2gtk-4.1 ;;
    "pacman display") echo xorg-server-xvfb ;;
    "pacman compiler") echo gcc ;;
    "pacman fonts") echo fontconfig ttf-dejavu ;;
    "brew compiler" | "brew webkit" | "brew minibrowser" | "brew display" | "brew fonts") ;;
    *) echo "$2" ;;
  esac
}

# known NAME...: the first that apt knows; Debian and Ubuntu call browsers differently.
known() {
  local name
  for name in "$@"; do
    if apt-cache show "$name" 2>/dev/null | grep -q '^Version'; then echo "$name"; return; fi
  done
  echo "$1"
}

# needed: one word for each thing that the tests drive or need, and that is missing.
needed() {
  node site/e2e/harness/programs.mjs
  has gcc || has cc || echo compiler
  has git || echo git
  has shellcheck || echo shellcheck
  has pdftotext || echo poppler
  has python3 || echo python3
  has pandoc || echo pandoc
  # Another processor is imitated on Linux only, and need not be where it is the own one.
  if [ "$(uname)" = Linux ] && [ "$(uname -m)" = x86_64 ]; then has qemu-aarch64 || echo arm64; fi
  if [ "$(uname)" != Darwin ] && { ! has fc-list || [ -z "$(fc-list 2>/dev/null | head -1)" ]; }; then echo fonts; fi
}

browsers() { # install what `test` drives: three browsers, a display, a C compiler, Python, pandoc, an imitated arm64, a checker of this script
  need_tools
  obtain needed
}

# engines: one word for each engine of clusters that is missing.
engines() {
  if ! has slurmctld || ! has slurmd; then echo slurm; fi
  has munged || echo munge
  has parallel || echo parallel
}

# serving: one word for each server of the guide to hosting that is missing. The packages may start them as
# services, which is why no test asks for them.
serving() {
  has nginx || [ -x /usr/sbin/nginx ] || echo nginx
  has caddy || echo caddy
}

# books: one word for what makes the guides' book and is missing, where a package manager has it; elsewhere
# its recipe is skipped, and said to be.
books() {
  case "$(manager)" in apt-get | dnf) has sphinx-build || echo sphinx ;; esac
}

# obtain FUNCTION: installs what it names until it names nothing.
obtain() {
  local missing with need names wanted=() root=() install=()
  missing=$("$1" | tr '\n' ' ')
  [ -n "$missing" ] || return 0
  with=$(manager)
  say "missing: $missing"
  [ -n "$with" ] || fail "no package manager is known here that could install: $missing"
  for need in $missing; do
    names=$(packages "$with" "$need")
    if [ -z "$names" ]; then
      unavailable "$with" "$need"
    else
      # shellcheck disable=SC2206
      wanted+=($names)
    fi
  done
  case "$with" in
    apt-get) install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends) ;;
    dnf) install=(dnf install -y -q --setopt=install_weak_deps=False) ;;
    zypper) install=(zypper --non-interactive install --no-recommends) ;;
    pacman) install=(pacman -S --noconfirm --needed) ;;
    brew) install=(brew install) ;;
  esac
  if [ "$with" != brew ] && [ "$(id -u)" -ne 0 ]; then
    if ! has sudo || ! sudo -n true 2>/dev/null; then
      fail "not root, and sudo is missing or asks for a password; run this, then again what you ran: sudo ${install[*]} ${wanted[*]}"
    fi
    root=(sudo -n)
  fi
  [ "$with" != apt-get ] || ${root[@]+"${root[@]}"} apt-get update -qq >&2
  ${root[@]+"${root[@]}"} "${install[@]}" "${wanted[@]}" >&2 ||
    fail "$with could not install all of it; see above, and run: ${root[*]+${root[*]} }${install[*]} ${wanted[*]}"
  missing=$("$1" | tr '\n' ' ')
  [ -z "$missing" ] || fail "still missing: $missing"
}

# unavailable MANAGER NEED: says what to do about what no package there gives.
unavailable() {
  case "$2" in
    compiler) fail "there is no C compiler, which the race detector needs; run: xcode-select --install" ;;
    *) fail "$2 cannot be installed by $1: the tests drive WebKit by WebKitGTK, on Linux only; the others run by: node site/e2e/run.mjs --browser chromium,firefox" ;;
  esac
}
