# SPDX-License-Identifier: Apache-2.0
"""A LightningModule and a Trainer as Lightning's introduction has them, in as many processes as the launcher started."""
import os

import lightning as L
import torch
import torch.nn.functional as F
from lightning.pytorch.callbacks import ModelCheckpoint
from lightning.pytorch.loggers import TensorBoardLogger
from torch.utils.data import DataLoader, TensorDataset

import fashion


class LitClassifier(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.network = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(28 * 28, 64), torch.nn.ReLU(), torch.nn.Linear(64, 10))

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = F.cross_entropy(self.network(x), y)
        self.log("train_loss", loss)
        return loss

    def on_train_epoch_end(self):
        print(f"epoch {self.current_epoch} ended", flush=True)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=1e-3)


L.seed_everything(1)
torch.set_num_threads(1)
images, classes = fashion.load(25600)
loader = DataLoader(TensorDataset(torch.from_numpy(images), torch.from_numpy(classes)), batch_size=64, shuffle=True)
trainer = L.Trainer(max_epochs=8, accelerator="cpu", devices=int(os.environ["LOCAL_WORLD_SIZE"]), strategy="ddp", enable_progress_bar=False,
                    logger=TensorBoardLogger(os.environ["TRAINYARD_LOGDIR"], name="", version=""), log_every_n_steps=10,
                    callbacks=[ModelCheckpoint(dirpath="checkpoints", save_last=True)])
trainer.fit(LitClassifier(), loader, ckpt_path="checkpoints/last.ckpt" if os.path.exists("checkpoints/last.ckpt") else None)
print(f"trained to epoch {trainer.current_epoch} and step {trainer.global_step}", flush=True)
