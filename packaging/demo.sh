#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From nothing to a trained model: installs what is missing, builds into build/release, and trains Fashion-MNIST
# with two workers on this machine. Options go to the run:   packaging/demo.sh --set train.epochs=2
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash packaging/setup.sh
bash packaging/build.sh release -DBUILD_TESTING=OFF
echo
echo "Training resources/examples/fashion-mnist.yaml with two workers. Ctrl-C once stops it with a checkpoint."
exec build/release/bin/trainyard --headless run resources/examples/fashion-mnist.yaml "$@"
