#!/usr/bin/env python
# SPDX-License-Identifier: Apache-2.0
"""TensorBoard with a run of 1M scalar points: writing, EventAccumulator, and serving the scalars page.

Run it with the torch environment's python."""
import argparse
import glob
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request

p = argparse.ArgumentParser(description=__doc__)
p.add_argument("--dir", required=True)
p.add_argument("--tags", type=int, default=10)
p.add_argument("--points", type=int, default=100000, help="per tag")
args = p.parse_args()
total = args.tags * args.points
here = os.path.dirname(sys.executable)


def say(**r):
    r["load1"] = round(os.getloadavg()[0], 2)
    print(json.dumps(r), flush=True)


def tree_rss(pid):
    """RSS and peak of a process and its descendants, MB"""
    kids, now, peak = [pid], 0, 0
    for q in kids:
        try:
            for l in open("/proc/%d/status" % q):
                if l.startswith("VmRSS"):
                    now += int(l.split()[1])
                if l.startswith("VmHWM"):
                    peak += int(l.split()[1])
            kids += [int(k) for k in open("/proc/%d/task/%d/children" % (q, q)).read().split()]
        except OSError:
            pass
    return round(now / 1024), round(peak / 1024), len(kids)


run = os.path.join(args.dir, "run1")
if not glob.glob(run + "/events*"):
    os.makedirs(run, exist_ok=True)
    from torch.utils.tensorboard import SummaryWriter
    t = time.perf_counter()
    w = SummaryWriter(run)
    for s in range(args.points):
        for k in range(args.tags):
            w.add_scalar("train/m%d" % k, s * 0.5 + k, s)
    w.close()
    dt = time.perf_counter() - t
    say(what="SummaryWriter.add_scalar", points=total, s=round(dt, 2), us_per_point=round(dt / total * 1e6, 2),
        file_MB=round(sum(os.path.getsize(f) for f in glob.glob(run + "/*")) / 1e6, 1))

code = """
import sys, time, json
a = time.perf_counter()
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
b = time.perf_counter()
e = EventAccumulator(sys.argv[1], size_guidance={'scalars': int(sys.argv[2])})
e.Reload()
n = sum(len(e.Scalars(t)) for t in e.Tags()['scalars'])
c = time.perf_counter()
rss = [int(l.split()[1]) for l in open('/proc/self/status') if l.startswith('VmHWM')][0] // 1024
print(json.dumps({'import_s': round(b-a,2), 'read_s': round(c-b,2), 'kept': n, 'peak_rss_mb': rss}))
"""
for keep in (0, 10000):
    for _ in range(2):
        q = subprocess.run([sys.executable, "-c", code, run, str(keep)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        say(what="EventAccumulator.Reload, scalars=%s" % ("all" if keep == 0 else keep), points=total,
            **json.loads(q.stdout.splitlines()[-1]))


def get(url, timeout=60):
    with urllib.request.urlopen(url, timeout=timeout) as r:
        return r.read()


for load_fast in ("auto", "false"):
    for rep in range(2):
        s = socket.socket()
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
        s.close()
        base = "http://127.0.0.1:%d/" % port
        t = time.perf_counter()
        q = subprocess.Popen([os.path.join(here, "tensorboard"), "--logdir", args.dir, "--port", str(port),
                              "--host", "127.0.0.1", "--load_fast", load_fast],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        page = tags = full = None
        tag = "train%2Fm0"
        while full is None and time.perf_counter() - t < 180:
            try:
                if page is None:
                    get(base)
                    page = time.perf_counter() - t
                    say_page_rss = tree_rss(q.pid)
                if tags is None:
                    d = json.loads(get(base + "data/plugin/scalars/tags"))
                    if d.get("run1"):
                        tags = time.perf_counter() - t
                if tags is not None:
                    d = json.loads(get(base + "data/plugin/scalars/scalars?run=run1&tag=" + tag))
                    if d and d[-1][1] >= args.points - 1:
                        full = time.perf_counter() - t
                        shown = len(d)
                        break
            except (OSError, ValueError):
                pass
            time.sleep(0.05)
        lat = []
        for _ in range(5):
            a = time.perf_counter()
            get(base + "data/plugin/scalars/scalars?run=run1&tag=" + tag)
            lat.append(time.perf_counter() - a)
        now, peak, n = tree_rss(q.pid)
        r2 = lambda v: None if v is None else round(v, 2)
        say(what="tensorboard --load_fast=" + load_fast, points=total, launch_to_page_s=r2(page),
            launch_to_tags_s=r2(tags), launch_to_all_points_s=r2(full), points_served_per_tag=shown if full else None,
            one_tag_request_ms=round(sorted(lat)[2] * 1e3, 1), rss_mb=now, peak_rss_mb=peak, processes=n)
        q.send_signal(signal.SIGINT)
        try:
            q.wait(10)
        except subprocess.TimeoutExpired:
            q.kill()
            q.wait()
