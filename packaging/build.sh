#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# packaging/build.sh PRESET [cmake options…]: configures and builds one preset into build/PRESET, with as many
# compilers as the machine's memory carries (a file with libtorch's headers takes up to 2.5 GB).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=$1; shift
free=$(df -Pm . | awk 'NR == 2 {print $4}')
if [ "$free" -lt 2000 ]; then
  echo "error: building needs 2000 MiB in $PWD; only $free MiB are free" >&2
  exit 1
fi
jobs=$(awk -v cores="$(nproc)" '/^MemAvailable/ {n = int($2 / 2500000); print n < 1 ? 1 : n < cores ? n : cores}' /proc/meminfo)
cmake --preset "$preset" "$@"
cmake --build "build/$preset" --parallel "$jobs"
