# SPDX-License-Identifier: Apache-2.0
"""`metrics` of a command run, on what Keras, Lightning and Transformers of today print: the values that they themselves report. Needs a Python with
each (TRAINYARD_TF_PYTHON, TRAINYARD_TORCH_PYTHON; tests/bench/peers/setup.sh scripts makes both)."""
import json
import os

import pytest

KERAS = """
import json
import keras
import numpy
keras.utils.set_random_seed(3)
x = numpy.random.default_rng(3).random((320, 8), dtype="float32")
y = (x.sum(1) > 4).astype("int32")
model = keras.Sequential([keras.layers.Dense(8, "relu"), keras.layers.Dense(2, "softmax")])
model.compile(keras.optimizers.Adam(0.01), "sparse_categorical_crossentropy", metrics=["accuracy"])
told = model.fit(x, y, epochs=3, batch_size=32, validation_split=0.2, verbose=VERBOSE).history
with open("told.json", "w") as file:
    json.dump(told, file)
"""

LIGHTNING = """
import json
import lightning
import torch
from torch.utils.data import DataLoader, TensorDataset


class Model(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer, self.told, self.losses = torch.nn.Linear(8, 2), {"loss": [], "val_loss": []}, []

    def training_step(self, batch, _):
        loss = torch.nn.functional.cross_entropy(self.layer(batch[0]), batch[1])
        self.log("loss", loss, prog_bar=True)
        self.told["loss"].append(loss.item())
        return loss

    def validation_step(self, batch, _):
        loss = torch.nn.functional.cross_entropy(self.layer(batch[0]), batch[1])
        self.log("val_loss", loss, prog_bar=True)
        self.losses.append(loss.item())

    def on_validation_epoch_end(self):
        if not self.trainer.sanity_checking:
            self.told["val_loss"].append(sum(self.losses) / len(self.losses))
        self.losses = []

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.5)


torch.manual_seed(3)
x = torch.rand(320, 8)
data = TensorDataset(x, (x.sum(1) > 4).long())
model = Model()
bar = lightning.pytorch.callbacks.TQDMProgressBar()
trainer = lightning.Trainer(accelerator="cpu", max_epochs=3, logger=False, enable_checkpointing=False, callbacks=[bar])
trainer.fit(model, DataLoader(data, batch_size=32), DataLoader(data, batch_size=64))
with open("told.json", "w") as file:
    json.dump(model.told, file)
"""

# A BERT of two small layers with random weights: nothing is downloaded. Its log_history is what the Trainer itself has recorded.
TRAINER = """
import json
import torch
import transformers

transformers.set_seed(3)
config = transformers.BertConfig(vocab_size=40, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
                                 max_position_embeddings=16, num_labels=2)
model = transformers.BertForSequenceClassification(config)
words = torch.randint(1, 40, (128, 12))
data = [{"input_ids": one, "labels": int(one.sum() > 240)} for one in words]
options = transformers.TrainingArguments(output_dir="out", num_train_epochs=3, per_device_train_batch_size=16, logging_steps=4,
                                         eval_strategy="epoch", save_strategy="no", report_to="none", use_cpu=True, disable_tqdm=NOBAR)
trainer = transformers.Trainer(model=model, args=options, train_dataset=data[:96], eval_dataset=data[96:])
trainer.train()
with open("told.json", "w") as file:
    json.dump(trainer.state.log_history, file)
"""


def printed(lab, python, script, name):
    """What the library told the script, and the series {(split, tag): {step: value}} that were found in its output."""
    (lab.root / "main.py").write_text(script)
    file = lab.root / "run.json"
    file.write_text(json.dumps({"name": "own", "command": [os.environ[python], "main.py"], "metrics": [{"format": name}],
                                "cluster": {"worker": ["local"]}}))
    _, shown = lab.finished(file)
    assert shown["status"] == "succeeded", lab.ok("logs", shown["run"]).out
    found = {}
    for row in lab.metrics(shown["run"]):
        found.setdefault((row[2], row[3]), {})[int(row[4])] = float(row[7])
    return json.loads((lab.root / "told.json").read_text()), found


@pytest.mark.parametrize("verbose", [1, 2])
def test_keras(lab, verbose):
    told, found = printed(lab, "TRAINYARD_TF_PYTHON", KERAS.replace("VERBOSE", str(verbose)), "keras")
    for (split, tag), name in {("train", "loss"): "loss", ("train", "accuracy"): "accuracy", ("validation", "loss"): "val_loss",
                               ("validation", "accuracy"): "val_accuracy"}.items():
        ends = [found[split, tag].get(8 * epoch) for epoch in (1, 2, 3)]  # 8 batches each
        assert ends == pytest.approx(told[name], abs=1e-4), (tag, found)
    assert found.keys() == {("train", "loss"), ("train", "accuracy"), ("validation", "loss"), ("validation", "accuracy")}


def test_lightning(lab):
    told, found = printed(lab, "TRAINYARD_TORCH_PYTHON", LIGHTNING, "lightning")
    assert found.keys() == {("train", "loss"), ("validation", "loss")}, found
    steps = found["train", "loss"]
    assert set(steps) <= set(range(1, 31)) and steps and all(value == pytest.approx(told["loss"][step - 1], abs=1e-3)
                                                             for step, value in steps.items()), (steps, told)
    assert found["validation", "loss"] == pytest.approx(dict(zip((10, 20, 30), told["val_loss"])), abs=1e-3)


@pytest.mark.parametrize("nobar", [False, True])
def test_transformers(lab, nobar):
    told, found = printed(lab, "TRAINYARD_TORCH_PYTHON", TRAINER.replace("NOBAR", str(nobar)), "trainer")
    steps = [entry for entry in told if "loss" in entry]
    assert [entry["step"] for entry in steps] == [4, 8, 12, 16], told
    for tag in ("loss", "grad_norm", "learning_rate", "epoch"):  # its dictionaries have no step: they are counted
        assert found["train", tag] == pytest.approx({i + 1: entry[tag] for i, entry in enumerate(steps)}, rel=1e-3), (tag, found)
    ends = [entry for entry in told if "eval_loss" in entry]
    assert list(found["validation", "loss"].values()) == pytest.approx([entry["eval_loss"] for entry in ends], rel=1e-3)
    assert list(found["validation", "loss"]) == [1, 3, 4], "after the dictionaries of its epoch"
    assert found["train", "train_loss"][4] == pytest.approx(told[-1]["train_loss"], rel=1e-3)
