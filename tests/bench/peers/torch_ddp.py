#!/usr/bin/env python
# SPDX-License-Identifier: Apache-2.0
"""PyTorch DistributedDataParallel: N processes under torchrun, gloo on loopback.

Without RANK this is the launcher (it calls torchrun)."""
import os
import subprocess
import sys
import tempfile
import time

from common import Clock, emit, flags, last_json, merge, result

p = flags(__doc__, threads=1)
p.add_argument("--workers", type=int, default=2)

if "RANK" not in os.environ:
    args, rest = p.parse_known_args()
    env = dict(os.environ, PEER_T0=repr(time.time()), OMP_NUM_THREADS=str(args.threads or 1))
    env.setdefault("GLOO_SOCKET_IFNAME", "lo")
    with tempfile.TemporaryDirectory() as d:
        env["PEER_OUT"] = d
        q = subprocess.run([sys.executable, "-m", "torch.distributed.run", "--nnodes=1",
                            "--nproc-per-node=%d" % args.workers, "--master-addr=127.0.0.1", "--master-port=0",
                            "--rdzv-backend=c10d", "--rdzv-endpoint=127.0.0.1:0"] + sys.argv, env=env)
        if q.returncode:
            sys.exit(q.returncode)
        lines = [last_json(open(os.path.join(d, "%d.json" % r)).read()) for r in range(args.workers)]
    emit(merge(lines))
    sys.exit()

import json
import torch
import torch.distributed as dist
import torch_common as T
from torch.nn.parallel import DistributedDataParallel as DDP

T.add_flags(p)
p.add_argument("--bucket-mb", type=int, default=25)
p.add_argument("--compile", action="store_true")
args = p.parse_args()
rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
torch.manual_seed(args.seed)
torch.set_num_threads(args.threads or 1)
dist.init_process_group("gloo")
m = T.build(args.model, args.keras_init)
run = DDP(m, bucket_cap_mb=args.bucket_mb)
if args.compile:
    run = torch.compile(run)
opt = T.optimizer(args.model, m, args.lr)
clock = Clock()
t = time.time()
loss, acc = T.train(args, run, opt, T.batches(args, rank, world), clock)
v = torch.tensor([loss, acc])
dist.all_reduce(v)
loss, acc = (v / world).tolist()
more = {"train_s": round(time.time() - t, 1)}
if args.eval and rank == 0:
    more["train_acc"], more["train_loss"] = (round(v, 4) for v in T.evaluate(m, "train"))
    more["test_acc"], more["test_loss"] = (round(v, 4) for v in T.evaluate(m, "test"))
dist.barrier()
r = result("torch_ddp" + ("_compile" if args.compile else ""), args, world, args.batch * world, clock, loss, acc,
           framework="torch " + torch.__version__, loader=args.loader, **more)
with open(os.path.join(os.environ["PEER_OUT"], "%d.json" % rank), "w") as f:
    f.write(json.dumps(r))
dist.destroy_process_group()
# Now and then the interpreter's exit aborts ("terminate called without an active exception") and
# torchrun calls the finished run failed; the figures are written, so leave without the teardown.
os._exit(0)
