#!/usr/bin/env python
# SPDX-License-Identifier: Apache-2.0
"""Checkpoint of a 100M-parameter model with Adam's state (1.2 GB): how long, and how long training waits.

stall_s: what the training loop waits in the call. to_disk_s: until the bytes are fsync'ed (call + fsync).
For asynchronous saves also the longest and median step while the save runs in the background."""
import argparse
import json
import os
import shutil
import statistics
import time

def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--dir", required=True)
    p.add_argument("--reps", type=int, default=3)
    p.add_argument("--only", default="")
    args = p.parse_args()

    import torch
    import torch.nn as nn

    torch.manual_seed(1)
    torch.set_num_threads(2)
    model = nn.Sequential(*[nn.Linear(2048, 2048) for _ in range(24)])
    opt = torch.optim.Adam(model.parameters(), foreach=True)
    x = torch.randn(16, 2048)
    params = sum(q.numel() for q in model.parameters())


    def step():
        t = time.perf_counter()
        opt.zero_grad()
        model(x).square().mean().backward()
        opt.step()
        return time.perf_counter() - t


    def fsync_tree(path):
        for root, _, files in os.walk(path) if os.path.isdir(path) else [(os.path.dirname(path), [], [os.path.basename(path)])]:
            for f in files:
                fd = os.open(os.path.join(root, f), os.O_RDONLY)
                os.fsync(fd)
                os.close(fd)


    def size(path):
        if os.path.isfile(path):
            return os.path.getsize(path)
        return sum(os.path.getsize(os.path.join(r, f)) for r, _, fs in os.walk(path) for f in fs)


    def clear():
        shutil.rmtree(args.dir, ignore_errors=True)
        os.makedirs(args.dir)
        os.sync()


    def report(name, rows):
        keys = rows[0].keys()
        r = {"what": name, "reps": len(rows)}
        for k in keys:
            v = [w[k] for w in rows]
            r[k] = round(statistics.median(v), 3)
            if k.endswith("_s") and len(v) > 1:
                r[k[:-2] + "_range"] = [round(min(v), 3), round(max(v), 3)]
        r["load1"] = round(os.getloadavg()[0], 2)
        print(json.dumps(r), flush=True)


    def want(n):
        return not args.only or any(s in n for s in args.only.split(","))


    for _ in range(3):
        step()
    base = [step() for _ in range(8)]
    print(json.dumps({"what": "step without saving", "params": params, "step_s": round(statistics.median(base), 3)}), flush=True)


    def state():
        return {"model": model.state_dict(), "opt": opt.state_dict()}


    def flat():
        d = {"model." + k: v for k, v in model.state_dict().items()}
        for i, s in opt.state_dict()["state"].items():
            for k, v in s.items():
                d["opt.%d.%s" % (i, k)] = v
        return d


    if want("torch.save"):
        rows = []
        for _ in range(args.reps):
            clear()
            f = os.path.join(args.dir, "a.pt")
            t = time.perf_counter()
            torch.save(state(), f)
            a = time.perf_counter()
            fsync_tree(f)
            rows.append({"stall_s": a - t, "to_disk_s": time.perf_counter() - t, "MB": size(f) / 1e6})
        report("torch.save", rows)

    if want("safetensors"):
        from safetensors.torch import save_file
        rows = []
        for _ in range(args.reps):
            clear()
            f = os.path.join(args.dir, "a.safetensors")
            t = time.perf_counter()
            save_file(flat(), f)
            a = time.perf_counter()
            fsync_tree(f)
            rows.append({"stall_s": a - t, "to_disk_s": time.perf_counter() - t, "MB": size(f) / 1e6})
        report("safetensors save_file", rows)

    import torch.distributed as dist
    import torch.distributed.checkpoint as dcp

    os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    from common import free_ports
    os.environ["MASTER_PORT"] = str(free_ports(1)[0])
    dist.init_process_group("gloo", rank=0, world_size=1)

    if want("dcp.save"):
        rows = []
        for _ in range(args.reps):
            clear()
            f = os.path.join(args.dir, "dcp")
            t = time.perf_counter()
            dcp.save(state(), checkpoint_id=f)
            a = time.perf_counter()
            fsync_tree(f)
            rows.append({"stall_s": a - t, "to_disk_s": time.perf_counter() - t, "MB": size(f) / 1e6})
        report("dcp.save", rows)


    def background(name, submit):
        rows, firsts = [], []
        for i in range(args.reps + 1):
            clear()
            f = os.path.join(args.dir, "dcp")
            t = time.perf_counter()
            fut = submit(f)
            a = time.perf_counter()
            steps = []
            while not fut.done():
                steps.append(step())
            fut.result()
            b = time.perf_counter()
            fsync_tree(f)
            row = {"stall_s": a - t, "in_background_s": b - a, "to_disk_s": time.perf_counter() - t,
                   "median_step_meanwhile_s": statistics.median(steps) if steps else 0,
                   "longest_step_meanwhile_s": max(steps) if steps else 0, "steps_meanwhile": len(steps)}
            (firsts if i == 0 else rows).append(row)
        report(name + ", first", firsts)
        report(name + ", later", rows)


    if want("async_thread"):
        background("dcp.async_save (thread)", lambda f: dcp.async_save(state(), checkpoint_id=f))
    if want("async_cached"):
        from torch.distributed.checkpoint import FileSystemWriter
        stager = None
        try:
            from torch.distributed.checkpoint.staging import BlockingAsyncStager
            stager = BlockingAsyncStager(cache_staged_state_dict=True)
        except Exception as e:
            print(json.dumps({"what": "cached stager", "error": repr(e)[:200]}), flush=True)
        try:
            if stager:
                background("dcp.async_save (thread, cached staging)",
                           lambda f: dcp.async_save(state(), checkpoint_id=f, async_stager=stager))
        except Exception as e:               # pins memory: needs the NVIDIA driver even for CPU tensors
            print(json.dumps({"what": "dcp.async_save (thread, cached staging)", "error": str(e)[:160]}), flush=True)
    if want("async_process"):
        try:
            from torch.distributed.checkpoint.state_dict_saver import AsyncCheckpointerType
            background("dcp.async_save (process)",
                       lambda f: dcp.async_save(state(), checkpoint_id=f, async_checkpointer_type=AsyncCheckpointerType.PROCESS))
        except Exception as e:
            print(json.dumps({"what": "dcp.async_save (process)", "error": repr(e)[:300]}), flush=True)
    if want("consistent"):
        # is what is saved the state at the time of the call, though the tensor changes right after it?
        w = torch.zeros(100_000_000)
        clear()
        f = os.path.join(args.dir, "dcp")
        fut = dcp.async_save({"w": w}, checkpoint_id=f)
        w.fill_(1.0)
        fut.result()
        v = {"w": torch.full((100_000_000,), 2.0)}
        dcp.load(v, checkpoint_id=f)
        print(json.dumps({"what": "async_save is a snapshot", "yes": bool((v["w"] == 0).all())}), flush=True)
    dist.destroy_process_group()
    shutil.rmtree(args.dir, ignore_errors=True)
    os._exit(0)


if __name__ == "__main__":     # the PROCESS checkpointer imports this module in its child
    main()
