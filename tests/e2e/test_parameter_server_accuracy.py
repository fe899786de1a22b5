# SPDX-License-Identifier: Apache-2.0
"""Asynchronous training comes to the accuracy that it is used for; `-s` prints the figures."""
import json

import pytest

from lab import EXAMPLES


@pytest.mark.parametrize("workers", [2, 3])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_fashion_cnn_reaches_88_percent_in_five_epochs(lab, workers, seed):
    stream = lab.stream("run", EXAMPLES / "parameter-server-training.yaml", "--set", f"seed={seed}",
                        "--set", f"cluster.worker={json.dumps(['local'] * workers)}", "--set", "train.epochs=5")
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "succeeded", stream
    staleness = [float(row[-1]) for row in lab.metrics(finished["run"], "--tag", "staleness")]
    epochs = [event["metrics"]["val_accuracy"] for event in stream.events if event["event"] == "epoch"]
    print(f"\n{workers} workers, seed {seed}: val_accuracy {[round(value, 4) for value in epochs]}, mean staleness "
          f"{sum(staleness) / len(staleness):.2f} (at most {max(staleness):.0f})")
    assert max(epochs) >= 0.88, epochs
