# SPDX-License-Identifier: Apache-2.0
"""What every peer script shares: data, timing, and the one JSON line at the end."""
import argparse
import gzip
import json
import os
import statistics
import struct
import sys
import time

DATA = os.environ.get("FASHION_MNIST_DIR", "/usr/share/datasets/fashion-mnist")
MODELS = ("mnist_cnn", "fashion_cnn", "mlp")


def process_start():
    """Wall-clock time at which this process was started (or PEER_T0, set by a launcher)."""
    if "PEER_T0" in os.environ:
        return float(os.environ["PEER_T0"])
    with open("/proc/self/stat") as f:
        ticks = int(f.read().rpartition(")")[2].split()[19])
    with open("/proc/stat") as f:
        boot = next(int(l.split()[1]) for l in f if l.startswith("btime"))
    with open("/proc/uptime") as f:
        up = float(f.read().split()[0])
    # btime is in whole seconds; uptime gives the fraction
    return time.time() - up + ticks / os.sysconf("SC_CLK_TCK")


T0 = process_start()


def idx(name):
    import numpy as np
    with gzip.open(os.path.join(DATA, name), "rb") as f:
        raw = f.read()
    dims = raw[3]
    shape = struct.unpack(">" + "I" * dims, raw[4:4 + 4 * dims])
    return np.frombuffer(raw, np.uint8, offset=4 + 4 * dims).reshape(shape)


def fashion(split="train"):
    """(images float32 in [0,1] of shape N,28,28 ; labels int64)"""
    import numpy as np
    p = "train" if split == "train" else "t10k"
    x = idx(p + "-images-idx3-ubyte.gz").astype(np.float32) / np.float32(255)
    y = idx(p + "-labels-idx1-ubyte.gz").astype(np.int64)
    return x, y


def peak_rss_mb():
    with open("/proc/self/status") as f:
        for line in f:
            if line.startswith("VmHWM"):
                return round(int(line.split()[1]) / 1024, 1)
    return None


def flags(description, **defaults):
    p = argparse.ArgumentParser(description=description)
    p.add_argument("--model", choices=MODELS, default="mnist_cnn")
    p.add_argument("--batch", type=int, default=64, help="per worker / replica")
    p.add_argument("--steps", type=int, default=300, help="timed steps, after the warm-up")
    p.add_argument("--warmup", type=int, default=50)
    p.add_argument("--threads", type=int, default=defaults.get("threads", 0),
                   help="intra-op threads of each process; 0 = the framework's default")
    p.add_argument("--seed", type=int, default=1)
    return p


class Clock:
    """Step periods: the time from the end of one step to the end of the next,
    input pipeline included."""

    def __init__(self):
        self.first = None
        self.last = None
        self.periods = []
        self.cpu = []            # CPU seconds of the process at the end of each step

    def tick(self):
        now = time.perf_counter()
        if self.first is None:
            self.first = time.time() - T0
        if self.last is not None:
            self.periods.append(now - self.last)
        self.last = now
        self.cpu.append(time.process_time())

    def pause(self):
        """Call where something other than steps goes on (end of an epoch)."""
        self.last = None


def quantiles(periods):
    s = sorted(periods)
    pick = lambda q: s[min(len(s) - 1, int(q * len(s)))]
    return statistics.median(s), pick(0.10), pick(0.90), sum(s) / len(s)


def result(peer, args, workers, global_batch, clock, loss=None, acc=None, **more):
    periods = clock.periods[args.warmup:] or clock.periods
    med, p10, p90, mean = quantiles(periods)
    cpu = clock.cpu[args.warmup:]
    cpu_ms = (cpu[-1] - cpu[0]) / (len(cpu) - 1) * 1e3 if len(cpu) > 1 else None
    r = {
        "peer": peer, "model": args.model, "workers": workers,
        "global_batch": global_batch, "steps": len(periods),
        "ms_per_step": round(med * 1e3, 3),
        "ms_p10": round(p10 * 1e3, 3), "ms_p90": round(p90 * 1e3, 3),
        "ms_mean": round(mean * 1e3, 3),
        "cpu_ms_per_step": None if cpu_ms is None else round(cpu_ms, 3),
        "images_per_s": round(global_batch / med, 1),
        "loss": None if loss is None else round(float(loss), 4),
        "acc": None if acc is None else round(float(acc), 4),
        "start_to_first_step_s": None if clock.first is None else round(clock.first, 2),
        "peak_rss_mb": peak_rss_mb(),
        "load1": round(os.getloadavg()[0], 2),
        "threads": args.threads,
        "args": " ".join(sys.argv[1:]),
    }
    r.update(more)
    return r


def emit(r):
    sys.stdout.flush()
    print("\n" + json.dumps(r), flush=True)


def last_json(text):
    for line in reversed(text.splitlines()):
        line = line.strip()
        if line.startswith("{") and line.endswith("}"):
            try:
                return json.loads(line)
            except ValueError:
                pass
    return None


def free_ports(n):
    import socket
    socks = [socket.socket() for _ in range(n)]
    for s in socks:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in socks]
    for s in socks:
        s.close()
    return ports


def merge(results):
    """One line out of several workers' lines: the first (chief's) figures, and
    the memory of all."""
    r = dict(results[0])
    r["peak_rss_mb"] = max(x["peak_rss_mb"] for x in results)
    r["peak_rss_mb_total"] = round(sum(x["peak_rss_mb"] for x in results), 1)
    return r
