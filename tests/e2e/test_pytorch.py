# SPDX-License-Identifier: Apache-2.0
"""The same weights, data order and optimizer give PyTorch's losses: reference/pytorch_first_losses.py made the figures."""
import json
import pathlib
import sys

import pytest
from safetensors.numpy import save_file

REFERENCE = pathlib.Path(__file__).parent / "reference"
sys.path.insert(0, str(REFERENCE))
from pytorch_first_losses import GLOBAL_BATCH, LEARNING_RATE, STEPS, initial_weights  # noqa: E402


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("precision, tolerance", [("float32", 1e-4), ("float64", 1e-9)])
def test_first_fifty_losses_are_pytorchs(lab, precision, tolerance, workers):
    expected = json.loads((REFERENCE / "pytorch_first_losses.json").read_text())
    weights = lab.root / "weights.safetensors"
    save_file(initial_weights(), weights)
    text = f"""
trainyard: 1
name: parity
train:
  model: {{builtin: fashion_cnn}}
  data:
    train: {{builtin: fashion_mnist}}
    batch_size: {GLOBAL_BATCH // workers}
    shuffle: false
  optimizer: {{sgd: {{learning_rate: {LEARNING_RATE}}}}}
  epochs: 1
  max_steps: {STEPS}
  precision: {precision}
  initial_weights: {weights}
cluster: {{worker: [{', '.join(['local'] * workers)}]}}
checkpoint: {{every: never, final: false}}
"""
    events, _ = lab.finished(lab.run_file(text))
    losses = [float(row[7]) for row in lab.metrics(events[-1]["run"], "--tag", "batch_loss")]
    assert len(losses) == STEPS
    assert losses == pytest.approx(expected[precision], abs=tolerance, rel=0)
