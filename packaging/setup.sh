#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what Trainyard needs to be built and run, and says what it does. Safe to run again, also after Ctrl-C: what is
# complete is kept, the download of a wheel continues, and nothing is left half done under its final name.
#   packaging/setup.sh           packages, libtorch
#   packaging/setup.sh --tests   the same, and what the tests add (GoogleTest, clang-format, a small Python environment)
#   packaging/setup.sh --cuda    with either: what building the module for GPUs adds (headers and libraries to link)
# Downloads go to ${XDG_CACHE_HOME:-~/.cache}/trainyard. Works as root, or as a user who may use sudo.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/trainyard
site=$cache/libtorch-2.11.0
venv=$cache/test-venv
# Debian's own Python: one that a version manager puts first in PATH may lack pip or venv.
python=/usr/bin/python3

. "$here/say.sh"

trap 'say "interrupted; run this again: it continues where it was"; exit 130' INT

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else die "installing packages needs root, and sudo is not installed" "Run as root:  $*"
  fi
}

# Everything that can be known to fail is refused here, before anything is downloaded or written.
check_platform() {
  [ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] ||
    die "this is $(uname -s) on $(uname -m); libtorch is available for Linux on x86_64 only"
  local id version name
  id=$(. /etc/os-release 2>/dev/null; echo "${ID:-}")
  version=$(. /etc/os-release 2>/dev/null; echo "${VERSION_ID:-}")
  name=$(. /etc/os-release 2>/dev/null; echo "${PRETTY_NAME:-an unknown system}")
  case "$id-$version" in
    debian-12 | ubuntu-24.04) ;;
    *) [ -n "${TRAINYARD_ANY_DISTRIBUTION:-}" ] ||
      die "this is $name; Debian 12 and Ubuntu 24.04 are supported" \
        "On another system with apt-get, TRAINYARD_ANY_DISTRIBUTION=1 tries it anyway." \
        "Elsewhere install what packaging/packages.txt lists, then run packaging/build.sh release." ;;
  esac
  command -v apt-get >/dev/null || die "apt-get is not installed" "Install what packaging/packages.txt lists yourself."
}

# check_network WHAT: whether the first source of apt can be reached at all (through its proxy, where one is set).
check_network() {
  local target address port
  target=$(apt-config shell proxy Acquire::http::Proxy | sed -n "s/^proxy='\(.*\)'$/\1/p")
  [ -n "$target" ] || target=${http_proxy:-${HTTP_PROXY:-}}
  # Not by `apt-get indextargets`: that takes a second.
  [ -n "$target" ] || target=$(sed -nE '/^#/d; s/^(deb.*|URIs:.*)[[:space:]](https?:\/\/[^ ]+).*/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1 || true)
  [ -n "$target" ] || return 0   # sources on a disk: apt will tell
  address=${target#*://} address=${address%%/*} address=${address##*@}
  port=${address##*:}
  [ "$port" != "$address" ] || case $target in https:*) port=443 ;; *) port=80 ;; esac
  address=${address%:*}
  # The errors of the two commands are what is tested for; which one it was makes no difference to the remedy.
  timeout 5 bash -c "exec 3<>/dev/tcp/$address/$port" 2>/dev/null ||
    die "$address cannot be reached on port $port, and $1 must be downloaded" \
      "Is the network up? Behind a proxy, set http_proxy and https_proxy. Then run this again."
}

# need_space FOLDER MiB WHAT REMEDY
need_space() {
  local folder=$1 free
  while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done
  free=$(df -Pm "$folder" | awk 'NR == 2 {print $4}')
  [ "$free" -ge "$2" ] || die "$3 needs $2 MiB in $1; only $free MiB are free" "$4"
}

missing_packages() {
  awk -v kinds="$1" '
    FILENAME == "-" {if (/install ok installed$/) installed[$1]; next}
    !/^#/ && NF == 2 && index(kinds, $1) && !($2 in installed) {print $2}
  ' - "$here/packages.txt" < <(dpkg-query -W -f '${Package} ${Status}\n')
}

check_before_start() {
  check_platform
  mapfile -t missing < <(missing_packages "$kinds")
  local downloads=() cache_mib=0
  if [ ${#missing[@]} -gt 0 ]; then
    need_space /usr 2000 "installing ${#missing[@]} packages" "Free some space there."
    downloads+=("${#missing[@]} packages")
  fi
  if [ -n "$with_cuda" ] && ! cuda_is_whole; then downloads+=("CUDA headers"); cache_mib=$((cache_mib + 1000)); fi
  if ! libtorch_is_whole; then downloads+=("libtorch (0.5 GB)"); cache_mib=$((cache_mib + 2000)); fi
  if [ "$kinds" != build ] && ! test_python_is_whole; then downloads+=("Python packages of the tests"); cache_mib=$((cache_mib + 300)); fi
  [ "$cache_mib" = 0 ] || need_space "$cache" "$cache_mib" "what is downloaded" \
    "Free some space, or set XDG_CACHE_HOME to a folder on a larger disk."
  [ -e "$here/../build/release/bin/trainyard" ] || need_space "$here/.." "$build_mib" "the build" \
    "Free some space, or clone the repository to a larger disk."
  [ ${#downloads[@]} = 0 ] || { local all; printf -v all '%s, ' "${downloads[@]}"; check_network "${all%, }"; }
}

# The tests start sshd themselves, on loopback. A machine that had no SSH server does not get one by installing it.
keep_sshd_from_starting() {
  local file=/etc/ssh/sshd_not_to_be_run   # what Debian's service looks for
  as_root mkdir -p /etc/ssh
  as_root touch "$file"
  say "the tests need openssh-server; $file keeps it from being started as a service (delete it if you want one)"
}

install_packages() {
  if [ ${#missing[@]} = 0 ]; then say "1/$steps packages: already installed"; return; fi
  say "1/$steps installing ${#missing[@]} packages and what they need (about a minute; up to 1.6 GB in /usr): ${missing[*]}"
  if [ -n "$(dpkg --audit 2>/dev/null)" ]; then
    say "an earlier installation was interrupted; dpkg finishes it first"
    as_root dpkg --configure -a || die "dpkg could not finish the interrupted installation" "Its own message is above."
  fi
  as_root apt-get -q update ||
    die "apt-get update failed" "Is the network up, and are the sources in /etc/apt right? Then run this again."
  case " ${missing[*]} " in *" openssh-server "*) keep_sshd_from_starting ;; esac
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" ||
    die "apt-get could not install the packages above" "Its own message is above; nothing else was changed."
  # apt-get exits with 0 after Ctrl-C, and reports it in a warning.
  mapfile -t missing < <(missing_packages "$kinds")
  [ ${#missing[@]} = 0 ] ||
    die "${#missing[@]} packages are still missing: apt-get was interrupted" "Run this again: it continues where it was."
}

sha256_is() { [ -f "$1" ] && [ "$(sha256sum "$1" | cut -d' ' -f1)" = "$2" ]; }

# fetch_wheel REQUIREMENT FILE SHA256: into $cache/wheels, checked, or an error; never a half file under its name.
fetch_wheel() {
  local requirement=$1 file=$2 sha=$3 folder=$cache/wheels
  if sha256_is "$folder/$file" "$sha"; then say "$requirement: already downloaded"; return; fi
  say "2/$steps downloading $requirement"
  mkdir -p "$folder"
  # The tags name the wheel whatever Python runs pip: only libraries and headers are taken out of it.
  "$python" "$here/fetch_wheel.py" "$requirement" "$file" "$sha" "$folder" --only-binary=:all: --python-version 3.11 \
      --platform manylinux_2_28_x86_64 --platform manylinux_2_25_x86_64 --platform manylinux_2_17_x86_64 --platform manylinux2014_x86_64 ||
    die "could not download $requirement" "Is the network up, and can pip reach its package index? Then run this again: it continues where it was."
}

# The unpacked folder gets its name only when it is whole, so that its being there is enough to look at.
libtorch_is_whole() {
  local file
  for file in torch/lib/libtorch_cpu.so torch/lib/libc10.so torch/lib/libgomp.so.1 torch/include/torch/csrc/api/include/torch/torch.h \
      nvidia/cu13/lib/libcudart.so.13 nvidia/cu13/lib/libcupti.so.13; do
    [ -s "$site/$file" ] || return 1
  done
}

# unpack_wheel REQUIREMENT FILE SHA256 PATTERNS: fetched if need be, into $unpacked.
unpack_wheel() {
  local requirement=$1 file=$2 sha=$3 parts=$4
  fetch_wheel "$requirement" "$file" "$sha" </dev/null
  say "2/$steps unpacking $file"
  set -f; set -- $parts; set +f   # the patterns are unzip's, not the shell's
  unzip -q -o "$cache/wheels/$file" "$@" -d "$unpacked" || die "could not unpack $cache/wheels/$file" "Is the disk full? df -h $cache"
}

install_libtorch() {
  if libtorch_is_whole; then say "2/$steps libtorch 2.11.0: already in $site"; return; fi
  say "2/$steps libtorch 2.11.0: three wheels, 0.5 GB to download, 0.6 GB unpacked"
  local requirement file sha parts
  unpacked=$cache/.libtorch-2.11.0-$$   # not local: the trap outlives this function
  trap 'rm -rf "$unpacked"' EXIT
  mkdir -p "$unpacked"
  while read -r requirement file sha parts; do
    case $requirement in '' | '#'* | cuda:*) continue ;; esac
    unpack_wheel "$requirement" "$file" "$sha" "$parts"
  done <"$here/wheels.txt"
  rm -rf "$site"
  mv -T "$unpacked" "$site"
  trap - EXIT
  libtorch_is_whole || die "$site lacks files after unpacking" "Delete $cache and run this again."
  say "libtorch 2.11.0: $(du -sm "$site" | cut -f1) MiB in $site"
}

cuda_is_whole() {
  local file
  for file in torch/lib/libtorch_cuda.so torch/lib/libc10_cuda.so nvidia/cu13/include/cuda_runtime.h nvidia/cu13/include/crt/host_config.h; do
    [ -s "$site/$file" ] || return 1
  done
}

# What compiling and linking the module for GPUs takes, beside libtorch. It does not run without a driver and the CUDA
# libraries that a `torch` installed with pip brings.
install_cuda() {
  if cuda_is_whole; then say "CUDA: headers and libraries to link are already in $site"; return; fi
  say "CUDA: headers and libraries to link; 0.5 GB unpacked"
  local requirement file sha parts
  unpacked=$cache/.cuda-$$   # not local: the trap outlives this function
  trap 'rm -rf "$unpacked"' EXIT
  mkdir -p "$unpacked"
  while read -r requirement file sha parts; do
    case $requirement in cuda:*) unpack_wheel "${requirement#cuda:}" "$file" "$sha" "$parts" ;; esac
  done <"$here/wheels.txt"
  (cd "$unpacked" && find . -type f -print) | while read -r file; do
    mkdir -p "$site/$(dirname "$file")"
    mv "$unpacked/$file" "$site/$file"
  done
  rm -rf "$unpacked"
  trap - EXIT
  cuda_is_whole || die "$site lacks files of CUDA after unpacking" "Delete $cache and run this again."
}

test_python_is_whole() {
  [ "$(cat "$venv/.requirements" 2>/dev/null)" = "$(sha256sum "$here/test-requirements.txt" | cut -d' ' -f1)" ] &&
    "$venv/bin/python" -c '' 2>/dev/null
}

install_test_python() {
  if test_python_is_whole; then say "3/$steps Python of the tests: already in $venv"; return; fi
  say "3/$steps installing the Python packages of the tests"
  rm -rf "$venv"
  "$python" -m venv "$venv" || die "could not make a virtual environment in $venv"
  # --no-deps: the file lists all that they need; vega_datasets' CSV files are read without the pandas it asks for.
  "$venv/bin/python" -m pip --disable-pip-version-check install -q --no-deps --require-hashes --only-binary=:all: -r "$here/test-requirements.txt" ||
    die "could not install the Python packages of the tests" "Is the network up? Then run this again."
  sha256sum "$here/test-requirements.txt" | cut -d' ' -f1 >"$venv/.requirements"
}

kinds=build
steps=2
build_mib=1500   # build/release without tests takes 0.6 GB
with_cuda=
for option in "$@"; do
  case $option in
    --tests) kinds="build test" steps=3 build_mib=6000 ;;   # with tests 1.3 GB, and the sanitizer build
    --cuda) with_cuda=1 ;;
    *) die "unknown option $option" "usage: packaging/setup.sh [--tests] [--cuda]" ;;
  esac
done
check_before_start
install_packages
install_libtorch
[ -z "$with_cuda" ] || install_cuda
[ "$kinds" = build ] || install_test_python
say "ready"
