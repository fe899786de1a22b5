# SPDX-License-Identifier: Apache-2.0
# %% Trains a run file with several learning rates, one run after the other, and compares the results. The cells work in a
# notebook as they are; as a script: python3 learning-rates.py RUNFILE. Needs the package in plugins/clients/python.
import pathlib
import sys

import trainyard

FILE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "../fashion-mnist-quick.yaml")
RATES = (1e-4, 1e-3, 1e-2)
ty = trainyard.Trainyard()

# %% Train
runs = []
for rate in RATES:
    run = ty.start(FILE, {"name": f"rate {rate:g}", "train.optimizer": {"adam": {"learning_rate": rate}}})
    for event in run.watch():
        if isinstance(event, trainyard.EpochFinished):
            print(f"{run.run}: epoch {event.epoch + 1}, val_loss {event.metrics['val_loss']:.4f}")
    run.wait()  # raises if it has failed
    runs.append(run.refresh())

# %% Compare: the last line of a cell is shown as a table
table = trainyard.Runs(runs)
table

# %% The best, its curve and its weights
best = min(runs, key=lambda run: run.metrics["val_loss"])
loss = best.history("batch_loss").one("batch_loss")
checkpoint = best.checkpoints()[-1]
print(f"{best.run}: {len(loss)} steps, loss {loss.value[0]:.3f} to {loss.value[-1]:.3f}, weights in {checkpoint.path}")
for name, tensor in checkpoint.weights().info.items():
    print(f"  {name} {tensor.dtype} {list(tensor.shape)}")
