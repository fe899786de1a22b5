#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What a newcomer waits for: runs packaging/demo.sh or packaging/test.sh to its end in a clean Debian 12, with nothing
# installed and nothing cached, and prints the wall and CPU time of each part.
#   tests/bench/cold_build.sh [--as root|user] [demo|test]
# Needs root, debootstrap, the network, 8 GB of disk below ${TMPDIR:-/var/tmp}. HEAD is measured, not the working tree.
# `user` is one who may use sudo. The clean system is deleted at the end; KEEP=1 keeps it and prints where it is.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# The second start of this script: in namespaces of its own, so that every mount and process ends with it.
if [ "${1:-}" = --inside ]; then
  root=$2 who=$3 what=$4
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount --rbind /sys "$root/sys"
  mount -t tmpfs tmpfs "$root/run"
  mount -t tmpfs tmpfs "$root/tmp"
  case $what in
    demo) command="packaging/demo.sh --set train.epochs=1" ;;
    test) command="packaging/test.sh" ;;
  esac
  home=$([ "$who" = root ] && echo /root || echo "/home/$who")
  # Not chroot: nothing in one may make a user namespace, as the tests do where they are not root.
  mkdir "$root/.host"
  cd "$root"
  pivot_root . .host
  cd /
  umount -l /.host
  rmdir /.host
  exec /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb \
    ${PIP_CERT:+PIP_CERT=/etc/cold-build-ca.crt} \
    setpriv --reuid="$who" --regid="$who" --init-groups env HOME="$home" \
    bash -c "cd ~/trainyard && time bash $command"
fi

who=root
if [ "${1:-}" = --as ]; then who=$2; shift 2; fi
what=${1:-demo}
case "$who $what" in 'root demo' | 'root test' | 'user demo' | 'user test') ;; *) sed -n '3,8s/^# \{0,1\}//p' "$0" >&2; exit 2 ;; esac
[ "$(id -u)" = 0 ] || { echo "cold_build.sh: debootstrap and chroot need root" >&2; exit 2; }
root=$(mktemp -d "${TMPDIR:-/var/tmp}/cold-build-XXXXXX")
cleanup() { [ -n "${KEEP:-}" ] && echo "kept: $root" || rm -rf --one-file-system "$root"; }
trap cleanup EXIT
chmod 755 "$root"   # it becomes /

echo "cold_build.sh: $what as $who, commit $(git -C "$top" rev-parse --short HEAD), $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg), $root"
debootstrap --variant=minbase --include=sudo bookworm "$root" >"$root.log" 2>&1 || { tail -n 5 "$root.log" >&2; exit 1; }
rm -f "$root.log"
cp /etc/resolv.conf "$root/etc/resolv.conf"
if [ -n "${PIP_CERT:-}" ]; then cp "$PIP_CERT" "$root/etc/cold-build-ca.crt"; fi   # behind a proxy that opens TLS
home=/root
if [ "$who" = user ]; then
  who=newcomer home=/home/newcomer
  chroot "$root" useradd --create-home --shell /bin/bash newcomer
  echo 'newcomer ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/newcomer"
fi
git clone -q "$top" "$root$home/trainyard"
chroot "$root" chown -R "$who:$who" "$home/trainyard"
unshare --mount --pid --fork --kill-child --propagation private bash "${BASH_SOURCE[0]}" --inside "$root" "$who" "$what"
