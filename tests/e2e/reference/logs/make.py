#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the logs beside this file, with the programs whose logs people have:

    python make.py FOLDER keras      (TensorFlow 2.21: the TensorBoard callback)
    python make.py FOLDER torch      (PyTorch 2.15: SummaryWriter; Lightning 2.6: TensorBoardLogger)

The two in processes of their own: TensorFlow and PyTorch carry an LLVM each.
"""
import sys

import numpy

x = numpy.random.default_rng(0).normal(size=(64, 4)).astype("f")
y = (x[:, 0] > 0).astype("i")


def keras(folder):
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(loss=loss, metrics=["accuracy"], optimizer="sgd")
    board = tf.keras.callbacks.TensorBoard(folder + "/keras", write_graph=False)
    model.fit(x, y, epochs=3, batch_size=16, validation_data=(x, y), verbose=0, callbacks=[board])


def torch(folder):
    import lightning
    import torch
    from lightning.pytorch.loggers import TensorBoardLogger
    from torch.nn.functional import cross_entropy
    from torch.utils.tensorboard import SummaryWriter

    writer = SummaryWriter(folder + "/torch")
    for step in range(20):
        writer.add_scalar("Loss/train", 1 / (step + 1), step)
        if step % 5 == 4:
            writer.add_scalar("Loss/test", 1 / (step + 2), step)
            writer.add_scalar("Accuracy/test", step / 20, step)
    writer.add_histogram("histogram", x, 0)
    writer.add_text("note", "hello")
    writer.close()

    class Model(lightning.LightningModule):
        def __init__(self):
            super().__init__()
            self.layer = torch.nn.Linear(4, 2)

        def training_step(self, batch, _):
            loss = cross_entropy(self.layer(batch[0]), batch[1])
            self.log("train_loss", loss, on_step=True, on_epoch=True)
            return loss

        def validation_step(self, batch, _):
            output = self.layer(batch[0])
            self.log("val_loss", cross_entropy(output, batch[1]))
            self.log("val_acc", (output.argmax(1) == batch[1]).float().mean())

        def configure_optimizers(self):
            return torch.optim.SGD(self.parameters(), lr=0.1)

    data = torch.utils.data.TensorDataset(torch.tensor(x), torch.tensor(y).long())
    loader = torch.utils.data.DataLoader(data, batch_size=16)
    logger = TensorBoardLogger(folder, name="lightning")
    trainer = lightning.Trainer(max_epochs=3, logger=logger, log_every_n_steps=1, enable_checkpointing=False, accelerator="cpu")
    trainer.fit(Model(), loader, loader)


if __name__ == "__main__":
    {"keras": keras, "torch": torch}[sys.argv[2]](sys.argv[1])
