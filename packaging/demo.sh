#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From nothing to a trained model: installs what is missing, builds into build/release, and trains Fashion-MNIST
# with two workers on this machine. Options go to the run:   packaging/demo.sh --set train.epochs=2
# Where there is a display the window opens and shows the run; closing it stops nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. packaging/say.sh
bash packaging/setup.sh
bash packaging/build.sh release -DBUILD_TESTING=OFF
echo
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  build/release/bin/trainyard >build/.demo-window.log 2>&1 &
  say "The window opens and shows the run."
fi
say "Training resources/examples/fashion-mnist.yaml with two workers. Press Ctrl-C once to save a checkpoint and stop."
status=0
build/release/bin/trainyard --headless run resources/examples/fashion-mnist.yaml "$@" || status=$?
cat <<'TEXT'

Next:
  build/release/bin/trainyard                         the window: curves, checkpoints, a cluster to draw
  build/release/bin/trainyard --headless runs         all runs; also: show RUN, metrics RUN, checkpoints RUN, resume RUN
  build/release/bin/trainyard --headless agent stop   ends the agent that runs in the background
  docs/guide/README.md                                the illustrated guide
TEXT
exit "$status"
