#!/usr/bin/env python
# SPDX-License-Identifier: Apache-2.0
"""Gloo all_reduce between N processes on loopback. bus = 2(n-1)/n * bytes / time.

Without RANK this starts torchrun itself."""
import json
import os
import statistics
import subprocess
import sys
import time

if "RANK" not in os.environ:
    env = dict(os.environ, OMP_NUM_THREADS="1", GLOO_SOCKET_IFNAME="lo")
    sys.exit(subprocess.run([sys.executable, "-m", "torch.distributed.run", "--nnodes=1", "--nproc-per-node=2",
                             "--master-addr=127.0.0.1", "--rdzv-backend=c10d", "--rdzv-endpoint=127.0.0.1:0"]
                            + sys.argv, env=env).returncode)
import torch
import torch.distributed as dist

torch.set_num_threads(1)
dist.init_process_group("gloo")
rank, n = dist.get_rank(), dist.get_world_size()
for size, reps in ((1 << 10, 2000), (64 << 10, 1000), (1 << 20, 300), (25 << 20, 40), (100 << 20, 15)):
    t = torch.ones(size // 4)
    for _ in range(5):
        dist.all_reduce(t)
        t.fill_(1.0)
    times = []
    for _ in range(reps):
        dist.barrier()
        a = time.perf_counter()
        dist.all_reduce(t)
        times.append(time.perf_counter() - a)
        t.fill_(1.0)
    if rank == 0:
        m = statistics.median(times)
        s = sorted(times)
        print(json.dumps({"what": "gloo all_reduce", "workers": n, "bytes": size, "ms": round(m * 1e3, 4),
                          "ms_p10": round(s[len(s) // 10] * 1e3, 4), "ms_p90": round(s[len(s) * 9 // 10] * 1e3, 4),
                          "bus_GBps": round(2 * (n - 1) / n * size / m / 1e9, 3), "load1": round(os.getloadavg()[0], 2)}),
              flush=True)
dist.destroy_process_group()
