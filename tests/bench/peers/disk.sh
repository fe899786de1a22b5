#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Raw write speed with fsync as the limit of any checkpoint: 1.2 GB of incompressible bytes, 3 times.
# Usage: disk.sh DIR
set -euo pipefail
d="${1:?directory}"
mkdir -p "$d"
head -c 1200000000 /dev/urandom > "$d/src"
sync
for i in 1 2 3; do
  rm -f "$d/dst"; sync
  LC_ALL=C dd if="$d/src" of="$d/dst" bs=8M conv=fsync 2>&1 | tail -1
done
rm -f "$d/src" "$d/dst"
uptime
