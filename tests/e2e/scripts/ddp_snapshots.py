# SPDX-License-Identifier: Apache-2.0
"""A fault-tolerant script for torchrun as PyTorch's series on distributed data parallel teaches it, on CPUs."""
import os

import torch
import torch.nn.functional as F
from torch.distributed import destroy_process_group, init_process_group
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

import fashion


class Trainer:
    def __init__(self, model, train_data, optimizer, snapshot_path):
        self.rank = int(os.environ["RANK"])
        self.model = model
        self.train_data = train_data
        self.optimizer = optimizer
        self.epochs_run = 0
        self.snapshot_path = snapshot_path
        if os.path.exists(snapshot_path):
            print("Loading snapshot", flush=True)
            self._load_snapshot(snapshot_path)
        self.model = DDP(self.model)

    def _load_snapshot(self, snapshot_path):
        snapshot = torch.load(snapshot_path)
        self.model.load_state_dict(snapshot["MODEL_STATE"])
        self.optimizer.load_state_dict(snapshot["OPTIMIZER_STATE"])
        self.epochs_run = snapshot["EPOCHS_RUN"]
        print(f"Resuming training from snapshot at Epoch {self.epochs_run}", flush=True)

    def _run_epoch(self, epoch):
        self.train_data.sampler.set_epoch(epoch)
        for source, targets in self.train_data:
            self.optimizer.zero_grad()
            loss = F.cross_entropy(self.model(source), targets)
            loss.backward()
            self.optimizer.step()
        print(f"[rank {self.rank}] Epoch {epoch} | Steps: {len(self.train_data)} | Loss: {loss.item():.4f}", flush=True)

    def _save_snapshot(self, epoch):
        snapshot = {"MODEL_STATE": self.model.module.state_dict(), "OPTIMIZER_STATE": self.optimizer.state_dict(), "EPOCHS_RUN": epoch + 1}
        torch.save(snapshot, self.snapshot_path + ".new")
        os.replace(self.snapshot_path + ".new", self.snapshot_path)

    def train(self, max_epochs):
        for epoch in range(self.epochs_run, max_epochs):
            self._run_epoch(epoch)
            if self.rank == 0:
                self._save_snapshot(epoch)


torch.manual_seed(1)
torch.set_num_threads(1)
init_process_group(backend="gloo")
images, classes = fashion.load(12800)
data = TensorDataset(torch.from_numpy(images).unsqueeze(1), torch.from_numpy(classes))
loader = DataLoader(data, batch_size=64, shuffle=False, sampler=DistributedSampler(data))
network = torch.nn.Sequential(torch.nn.Conv2d(1, 32, 3), torch.nn.ReLU(), torch.nn.MaxPool2d(2), torch.nn.Flatten(),
                              torch.nn.Linear(32 * 13 * 13, 10))
trainer = Trainer(network, loader, torch.optim.SGD(network.parameters(), lr=0.05), "snapshot.pt")
trainer.train(8)
destroy_process_group()
