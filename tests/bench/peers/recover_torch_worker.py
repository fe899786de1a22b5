# SPDX-License-Identifier: Apache-2.0
"""Run by recover_torch.py under torchrun: DDP training that saves every 20 steps and resumes."""
import argparse
import os
import time

p = argparse.ArgumentParser()
p.add_argument("--dir", required=True)
p.add_argument("--model", default="fashion_cnn")
p.add_argument("--save-every", type=int, default=20)
p.add_argument("--steps", type=int, default=4000)
args = p.parse_args()

import torch
import torch.distributed as dist
import torch.nn.functional as F
import torch_common as T
from torch.nn.parallel import DistributedDataParallel as DDP

rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
restart = int(os.environ.get("TORCHELASTIC_RESTART_COUNT", "0"))
torch.manual_seed(1)
torch.set_num_threads(1)
with open(os.path.join(args.dir, "pid.%d" % rank), "w") as f:
    f.write(str(os.getpid()))
dist.init_process_group("gloo")
m = T.build(args.model)
opt = T.optimizer(args.model, m)
step, path = 0, os.path.join(args.dir, "ckpt.pt")
if os.path.exists(path):
    c = torch.load(path)
    m.load_state_dict(c["model"])
    opt.load_state_dict(c["opt"])
    step = c["step"]
ddp = DDP(m)
src = T.Memory(*T.tensors(), 64, rank, world)
log = open(os.path.join(args.dir, "steps.%d" % rank), "a")
while step < args.steps:
    for x, y in src:
        opt.zero_grad(set_to_none=True)
        F.cross_entropy(ddp(x), y).backward()
        opt.step()
        step += 1
        log.write("%.6f %d %d\n" % (time.time(), step, restart))
        log.flush()
        if rank == 0 and step % args.save_every == 0:
            torch.save({"model": m.state_dict(), "opt": opt.state_dict(), "step": step}, path + ".tmp")
            os.replace(path + ".tmp", path)
        if step >= args.steps:
            break
dist.destroy_process_group()
