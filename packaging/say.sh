# SPDX-License-Identifier: Apache-2.0
# Sourced by the scripts beside it: say LINE, die LINE [HINT…].
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then _bold=$'\033[1m' _plain=$'\033[0m'; else _bold= _plain=; fi
say() { printf '%s[%s]%s %s\n' "$_bold" "$(basename "$0" .sh)" "$_plain" "$*"; }
die() {
  printf '[%s] error: %s\n' "$(basename "$0" .sh)" "$1" >&2; shift
  local line; for line in "$@"; do printf '        %s\n' "$line" >&2; done
  exit 1
}
