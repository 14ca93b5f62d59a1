# shellcheck shell=bash
# Functions of build.sh that depend on the system: hashes, and installation by the
# package manager. Written for bash 3.2 and BSD tools too, because macOS has them.

has() { command -v "$1" >/dev/null 2>&1; }

if has sha256sum; then SHA=(sha256sum); else SHA=(shasum -a 256); fi

# digest PATH...: prints a hash of files and folders, for a stamp. Tests and their
# data are left out, because no build reads them.
digest() {
  find "$@" -type f ! -name '*_test.go' ! -path '*/testdata/*' ! -path '*/node_modules/*' -print0 |
    LC_ALL=C sort -z | xargs -0 "${SHA[@]}" | "${SHA[@]}" | cut -d' ' -f1
}

# function_digest FUNCTION...: prints a hash of shell functions, for a stamp.
function_digest() { declare -f "$@" | "${SHA[@]}" | cut -d' ' -f1; }

# is_fresh STAMP DIGEST: reports whether the stamp has this digest.
is_fresh() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; }

# package_manager: prints the first supported package manager that is installed.
package_manager() {
  local name
  for name in apt-get dnf zypper pacman brew; do
    if has "$name"; then echo "$name"; return; fi
  done
}

# package_names MANAGER NEED: prints the packages for a need; nothing if the manager has none.
package_names() {
  case "$1 $2" in
    "apt-get chromium") first_known chromium chromium-browser ;;
    "apt-get firefox") first_known firefox-esr firefox ;;
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

# first_known NAME...: prints the first package that apt has; Debian and Ubuntu name browsers differently.
first_known() {
  local name
  for name in "$@"; do
    if apt-cache show "$name" 2>/dev/null | grep -q '^Version'; then echo "$name"; return; fi
  done
  echo "$1"
}

# missing_tools: lists the missing programs that the tests need, one word each.
missing_tools() {
  node site/e2e/harness/programs.mjs
  has gcc || has cc || echo compiler
  has git || echo git
  has shellcheck || echo shellcheck
  has pdftotext || echo poppler
  has python3 || echo python3
  has pandoc || echo pandoc
  # Only Linux emulates arm64, and an arm64 machine does not need it.
  if [ "$(uname)" = Linux ] && [ "$(uname -m)" = x86_64 ]; then has qemu-aarch64 || echo arm64; fi
  if [ "$(uname)" != Darwin ] && { ! has fc-list || [ -z "$(fc-list 2>/dev/null | head -1)" ]; }; then echo fonts; fi
}

browsers() { # install the programs of `test`: three browsers, a display, a C compiler, Python, pandoc, an emulator of arm64, shellcheck
  need_tools
  install_missing missing_tools
}

# missing_engines: lists the missing cluster engines, one word each.
missing_engines() {
  if ! has slurmctld || ! has slurmd; then echo slurm; fi
  has munged || echo munge
  has parallel || echo parallel
}

# missing_servers: lists the missing servers of the hosting guide, one word each. No test installs them, because
# their packages may start services.
missing_servers() {
  has nginx || [ -x /usr/sbin/nginx ] || echo nginx
  has caddy || echo caddy
}

# missing_book_tools: prints the missing tool of the guides' book if the package manager has it. Otherwise the recipe
# is skipped with a message.
missing_book_tools() {
  case "$(package_manager)" in apt-get | dnf) has sphinx-build || echo sphinx ;; esac
}

# install_missing FUNCTION: installs the programs that the function lists. It fails if some are still missing.
install_missing() {
  local missing with need names wanted=() root=() install=()
  missing=$("$1" | tr '\n' ' ')
  [ -n "$missing" ] || return 0
  with=$(package_manager)
  say "missing: $missing"
  [ -n "$with" ] || fail "no supported package manager can install: $missing"
  for need in $missing; do
    names=$(package_names "$with" "$need")
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
    fail "$with failed; see above, and run: ${root[*]+${root[*]} }${install[*]} ${wanted[*]}"
  missing=$("$1" | tr '\n' ' ')
  [ -z "$missing" ] || fail "still missing: $missing"
}

# unavailable MANAGER NEED: fails with a message for a need without a package.
unavailable() {
  case "$2" in
    compiler) fail "there is no C compiler, which the race detector needs; run: xcode-select --install" ;;
    *) fail "$2 cannot be installed by $1: the tests drive WebKit by WebKitGTK, on Linux only; the others run by: node site/e2e/run.mjs --browser chromium,firefox" ;;
  esac
}
