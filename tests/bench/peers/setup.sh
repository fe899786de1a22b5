#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the peers' virtual environments. Re-runnable: an environment that already
# imports its framework is left as it is.
#   PEERS_HOME   where the environments go (default ~/.cache/trainyard-peers)
#   PYTHON       interpreter (default python3; 3.10 - 3.13)
# Prints, for each environment, the seconds it took and its size.
set -euo pipefail
PEERS_HOME="${PEERS_HOME:-$HOME/.cache/trainyard-peers}"
PYTHON="${PYTHON:-python3}"
mkdir -p "$PEERS_HOME"
export PIP_DISABLE_PIP_VERSION_CHECK=1

make_env() {   # name, import test, packages...
  local name="$1" probe="$2"; shift 2
  local dir="$PEERS_HOME/$name"
  local t0 t1
  t0=$(date +%s)
  if [ -x "$dir/bin/python" ] && "$dir/bin/python" -c "$probe" >/dev/null 2>&1; then
    echo "$name: already there"
  else
    [ -x "$dir/bin/python" ] || "$PYTHON" -m venv "$dir"
    "$dir/bin/pip" install -q --no-input "$@"
    "$dir/bin/python" -c "$probe"
  fi
  t1=$(date +%s)
  echo "$name: $((t1 - t0)) s, $(du -sm "$dir" | cut -f1) MB"
  "$dir/bin/pip" freeze > "$dir/freeze.txt"
}

# The C++ compiler torch.compile (inductor, CPU) and the OpenMP headers need: g++.
command -v g++ >/dev/null || echo "note: no g++; torch_single.py --compile will not work" >&2

case "${1:-all}" in
  tf|scripts|all)
    make_env tf 'import tensorflow, tf_keras, tensorboard, psutil' \
      'tensorflow-cpu==2.21.0' 'tf_keras==2.21.0' tensorboard psutil ;;&
  torch|scripts|all)
    make_env torch 'import torch, torchvision, tensorboard, safetensors.torch, psutil, lightning, transformers, accelerate' \
      'torch==2.11.0' torchvision tensorboard safetensors numpy psutil 'lightning==2.6.6' 'transformers==5.24.0' 'accelerate==1.15.0' ;;&
  mlflow|all)
    make_env mlflow 'import mlflow' 'mlflow==3.17.2' ;;&
  wandb|all)
    make_env wandb 'import wandb' 'wandb==0.31.0' ;;
esac
