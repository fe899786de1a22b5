#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what Trainyard needs to be built and run, and says what it does. Safe to run again: then it only looks.
#   packaging/setup.sh           packages, libtorch
#   packaging/setup.sh --tests   the same, and what the tests add (GoogleTest, clang-format, a small Python environment)
# Downloads go to ${XDG_CACHE_HOME:-~/.cache}/trainyard. Works as root, or as a user who may use sudo.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/trainyard
site=$cache/libtorch-2.11.0
# Debian's own Python: one that a version manager puts first in PATH may lack pip or venv.
python=/usr/bin/python3

say() { printf '\033[1m[setup]\033[0m %s\n' "$*"; }
[ -t 1 ] && [ -z "${NO_COLOR:-}" ] || say() { printf '[setup] %s\n' "$*"; }
die() { printf '[setup] error: %s\n' "$1" >&2; shift; for line in "$@"; do printf '        %s\n' "$line" >&2; done; exit 1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else die "installing packages needs root, and there is no sudo" "run as root:  $*"
  fi
}

check_platform() {
  [ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] ||
    die "this is $(uname -s) on $(uname -m); libtorch is fetched for Linux on x86_64 only"
  command -v apt-get >/dev/null || die "no apt-get here: Debian 12 and Ubuntu 24.04 are supported" \
    "on another system install what packaging/packages.txt lists by hand"
}

# need_space FOLDER MiB WHAT: refuses before anything is half written.
need_space() {
  local free
  mkdir -p "$1"
  free=$(df -Pm "$1" | awk 'NR == 2 {print $4}')
  [ "$free" -ge "$2" ] || die "$3 needs $2 MiB in $1; only $free MiB are free" "free some space, or set XDG_CACHE_HOME to a folder on a larger disk"
}

missing_packages() {
  local kinds=$1 package
  awk -v kinds="$kinds" '!/^#/ && NF == 2 && index(kinds, $1) {print $2}' "$here/packages.txt" |
    while read -r package; do
      dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || echo "$package"
    done
}

install_packages() {
  local missing
  mapfile -t missing < <(missing_packages "$1")
  if [ ${#missing[@]} = 0 ]; then say "packages: all there"; return; fi
  say "packages to install: ${missing[*]}"
  need_space /usr 2000 "installing packages"
  as_root apt-get -q update ||
    die "apt-get update failed" "is the network up, and are the sources in /etc/apt right? Then run this again."
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" ||
    die "apt-get could not install the packages above" "its own message stands before this line; nothing else was changed"
}

sha256_is() { [ -f "$1" ] && [ "$(sha256sum "$1" | cut -d' ' -f1)" = "$2" ]; }

# fetch_wheel REQUIREMENT FILE SHA256: into $cache/wheels, checked, or an error; never a half file under its name.
fetch_wheel() {
  local requirement=$1 file=$2 sha=$3 folder=$cache/wheels
  if sha256_is "$folder/$file" "$sha"; then say "$requirement: already downloaded"; return; fi
  say "downloading $requirement"
  mkdir -p "$folder"
  local staged; staged=$(mktemp -d "$folder/.download-XXXXXX")
  # The tags name the wheel whatever Python runs pip: only libraries and headers are taken out of it.
  if ! "$python" -m pip --disable-pip-version-check download --no-deps --only-binary=:all: --python-version 3.11 \
      --platform manylinux_2_28_x86_64 --platform manylinux_2_25_x86_64 --platform manylinux2014_x86_64 \
      --dest "$staged" "$requirement"; then
    rm -rf "$staged"
    die "could not download $requirement" "is the network up, and can pip reach its package index? Then run this again."
  fi
  if ! sha256_is "$staged/$file" "$sha"; then
    local got; got=$(cd "$staged" && sha256sum -- * | tr '\n' ' ')
    rm -rf "$staged"
    die "$requirement is not the file that was expected" "expected $sha  $file" "got      $got"
  fi
  mv "$staged/$file" "$folder/$file"
  rmdir "$staged"
}

# The unpacked folder gets its name only when it is whole, so that its being there is enough to look at.
libtorch_is_whole() {
  local file
  for file in torch/lib/libtorch_cpu.so torch/lib/libc10.so torch/lib/libgomp.so.1 torch/include/torch/csrc/api/include/torch/torch.h \
      nvidia/cu13/lib/libcudart.so.13 nvidia/cu13/lib/libcupti.so.13; do
    [ -s "$site/$file" ] || return 1
  done
}

install_libtorch() {
  if libtorch_is_whole; then say "libtorch 2.11.0: there, in $site"; return; fi
  need_space "$cache" 2000 "libtorch"
  local requirement file sha parts
  unpacked=$cache/.libtorch-2.11.0-$$   # not local: the trap outlives this function
  trap 'rm -rf "$unpacked"' EXIT
  mkdir -p "$unpacked"
  while read -r requirement file sha parts; do
    case $requirement in '' | '#'*) continue ;; esac
    fetch_wheel "$requirement" "$file" "$sha" </dev/null
    say "unpacking $file"
    set -f; set -- $parts; set +f   # the patterns are unzip's, not the shell's
    unzip -q -o "$cache/wheels/$file" "$@" -d "$unpacked" || die "could not unpack $cache/wheels/$file" "is the disk full? df -h $cache"
  done <"$here/wheels.txt"
  rm -rf "$site"
  mv -T "$unpacked" "$site"
  trap - EXIT
  libtorch_is_whole || die "$site lacks files after unpacking" "delete $cache and run this again"
  say "libtorch 2.11.0: $(du -sm "$site" | cut -f1) MiB in $site"
}

install_test_python() {
  local venv=$cache/test-venv wanted
  wanted=$(sha256sum "$here/test-requirements.txt" | cut -d' ' -f1)
  if [ "$(cat "$venv/.requirements" 2>/dev/null)" = "$wanted" ] && "$venv/bin/python" -c '' 2>/dev/null; then
    say "Python of the tests: there, in $venv"; return
  fi
  say "making the Python environment of the tests"
  need_space "$cache" 300 "the Python environment of the tests"
  rm -rf "$venv"
  "$python" -m venv "$venv" || die "could not make a virtual environment in $venv"
  "$venv/bin/python" -m pip --disable-pip-version-check install -q --require-hashes --only-binary=:all: -r "$here/test-requirements.txt" ||
    die "could not install the Python packages of the tests" "is the network up? Then run this again."
  echo "$wanted" >"$venv/.requirements"
}

kinds=build
case "${1:-}" in
  '') ;;
  --tests) kinds="build test" ;;
  *) die "unknown option $1" "usage: packaging/setup.sh [--tests]" ;;
esac
check_platform
install_packages "$kinds"
install_libtorch
[ "$kinds" = build ] || install_test_python
say "ready"
