#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_format.sh CLANG_FORMAT SOURCE_DIR: fails and names each line that .clang-format would write otherwise.
set -euo pipefail
cd "$2"
mapfile -t files < <(find app core plugins tests ui -name '*.h' -o -name '*.cpp' | sort)
[ ${#files[@]} -gt 0 ] || { echo "no sources in $2"; exit 1; }
"$1" --dry-run --Werror "${files[@]}" || { echo "to fix:  clang-format-19 -i <the files above>"; exit 1; }
echo "${#files[@]} files are as .clang-format wants them"
