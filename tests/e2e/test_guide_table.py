# SPDX-License-Identifier: Apache-2.0
"""The table of the guide on custom training: Mirrored, 4 replicas, its network, Adam 0.001, 64 a replica, 10 epochs. Three seeds, by its own
loop as a program and by the built-in trainer; takes ten minutes. Figures of one pass are in tests/bench/README.md."""
import pytest

from lab import EXAMPLES

LEAST = 0.895  # the guide ends at 0.8996


@pytest.mark.parametrize("seed", [42, 1, 2])
@pytest.mark.parametrize("example", ["custom-training-loop.yaml", "custom-training-mirrored.yaml"])
def test_ten_epochs_reach_the_guides_accuracy(lab, example, seed):
    stream = lab.stream("run", EXAMPLES / example, "--set", f"seed={seed}")
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "succeeded", stream
    started = next(event for event in stream.events if event["event"] == "started")
    assert started["replicas"] == 4
    for event in stream.events:
        if event["event"] == "epoch":
            values = event["metrics"]
            print(f"{example} seed {seed} epoch {event['epoch'] + 1}: loss {values['loss']:.4f}, accuracy {values['accuracy']:.2%}, "
                  f"test loss {values['val_loss']:.4f}, test accuracy {values['val_accuracy']:.2%}")
    assert finished["metrics"]["val_accuracy"] >= LEAST, finished
