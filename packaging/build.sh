#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# packaging/build.sh PRESET [cmake options…]: configures and builds one preset into build/PRESET, with as many
# compilers as the machine's memory carries (a file with libtorch's headers takes up to 2.5 GB). Reports its progress, and
# continues where an interrupted build was.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. packaging/say.sh
preset=$1; shift
free=$(df -Pm . | awk 'NR == 2 {print $4}')
[ "$free" -ge 1000 ] || die "building needs 1000 MiB in $PWD; only $free MiB are free" "Free some space there. What is built already is kept."
jobs=$(awk -v cores="$(nproc)" '/^MemAvailable/ {n = int($2 / 2500000); print n < 1 ? 1 : n < cores ? n : cores}' /proc/meminfo)
started=$SECONDS
mkdir -p build
log=build/.cmake-$preset.log
built=build/.built-$preset               # what the build took, for the tests' report
export CCACHE_STATSLOG=$PWD/build/.ccache-$preset
rm -f "$built" "$CCACHE_STATSLOG"
cmake --preset "$preset" "$@" >"$log" 2>&1 || { cat "$log" >&2; die "cmake could not configure build/$preset" "Its own message is above."; }
if [ ! -e "build/$preset/.ninja_log" ]; then
  # Minutes of CPU that a first build takes, measured by tests/bench/cold_build.sh.
  case "$preset $*" in *asan*) minutes=15 ;; *BUILD_TESTING=OFF*) minutes=14 ;; *) minutes=26 ;; esac
  say "$preset: a first build, about $(((minutes + jobs - 1) / jobs)) minutes with $jobs compilers at a time"
fi
say "$preset: each line says [done/all, seconds so far]; Ctrl-C stops, and a second start continues"
NINJA_STATUS='[%f/%t, %es] ' ninja -C "build/$preset" -j "$jobs"
# `times` ends with what all children have used: "12m3.4s 0m56.7s".
times >build/.times   # a pipe would ask a subshell, which has no children
cpu=$(awk 'END {split($0, t, /[ms ]+/); print int(t[1] * 60 + t[2] + t[3] * 60 + t[4])}' build/.times)
took="$((cpu / 60)) min $((cpu % 60)) s of CPU"
if [ -e "$CCACHE_STATSLOG" ]; then
  took+=", $(grep -cE '^(direct|preprocessed)_cache_hit$' "$CCACHE_STATSLOG" || true)"
  took+=" of $(grep -c '^# ' "$CCACHE_STATSLOG" || true) compilations from the compiler cache"
fi
echo "$took" >"$built"
say "$preset: built in $(((SECONDS - started) / 60)) min $(((SECONDS - started) % 60)) s, $took"
