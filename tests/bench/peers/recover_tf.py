#!/usr/bin/env python
# SPDX-License-Identifier: Apache-2.0
"""Kills one of two MultiWorkerMirroredStrategy workers with SIGKILL in mid-run; a small supervisor
starts again every worker that ends with an error; times the recovery."""
import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

from common import free_ports

HERE = os.path.dirname(os.path.abspath(__file__))
p = argparse.ArgumentParser(description=__doc__)
p.add_argument("--kill-at", type=int, default=110)
p.add_argument("--victim", type=int, default=1)
p.add_argument("--save-every", type=int, default=20)
p.add_argument("--model", default="fashion_cnn")
p.add_argument("--extra-steps", type=int, default=40)
p.add_argument("--restart", choices=("failed", "all"), default="failed",
               help="failed: each worker when it ends by itself; all: on the first failure kill and start all")
p.add_argument("--timeout", type=float, default=240)
args = p.parse_args()
ports = free_ports(2)
cluster = {"worker": ["127.0.0.1:%d" % q for q in ports]}


def steps(d):
    try:
        rows = [l.split() for l in open(os.path.join(d, "steps.0"))]
        return [(float(r[0]), int(r[1]), int(r[2])) for r in rows if len(r) == 3]
    except OSError:
        return []


with tempfile.TemporaryDirectory() as d:
    count = [0, 0]

    def start(i):
        env = dict(os.environ, PEER_RESTART=str(count[i]),
                   TF_CONFIG=json.dumps({"cluster": cluster, "task": {"type": "worker", "index": i}}))
        err = open(os.path.join(d, "err.%d.%d" % (i, count[i])), "w")
        count[i] += 1
        return subprocess.Popen([sys.executable, os.path.join(HERE, "recover_tf_worker.py"), "--dir", d,
                                 "--model", args.model, "--save-every", str(args.save_every),
                                 "--steps", str(args.kill_at + args.extra_steps)],
                                env=env, stdout=subprocess.DEVNULL, stderr=err)

    t0 = time.time()
    procs = [start(0), start(1)]
    while not (s := steps(d)) or s[-1][1] < args.kill_at:
        if any(q.poll() is not None for q in procs):
            print(open(os.path.join(d, "err.0.0")).read()[-3000:], file=sys.stderr)
            sys.exit("ended early")
        time.sleep(0.002)
    procs[args.victim].send_signal(signal.SIGKILL)
    killed = time.time()
    before = steps(d)[-1][1]
    events, done = [], [False, False]
    while time.time() - killed < args.timeout and not all(done):
        for i, q in enumerate(procs):
            rc = q.poll()
            if rc is None or done[i]:
                continue
            if rc == 0:
                done[i] = True
                continue
            events.append([round(time.time() - killed, 2), i, rc])
            if count[i] > 4:
                done[i] = True
                continue
            if args.restart == "all" and len(events) == 1:
                procs[1 - i].kill()
                procs[1 - i].wait()
                procs[1 - i] = start(1 - i)
            procs[i] = start(i)
        time.sleep(0.05)
    for q in procs:
        if q.poll() is None:
            q.kill()
            q.wait()
    s = steps(d)
    after = [r for r in s if r[0] > killed + 0.3]
    if not after and os.environ.get("PEER_DEBUG"):
        for f in sorted(os.listdir(d)):
            if f.startswith("err"):
                print(f, open(os.path.join(d, f)).read()[-1500:], file=sys.stderr)
    print(json.dumps({
        "peer": "tf_mwms+BackupAndRestore", "model": args.model, "victim": args.victim, "restart": args.restart,
        "start_to_first_step_s": round(s[0][0] - t0, 2), "killed_after_step": before,
        "kill_to_next_step_s": round(after[0][0] - killed, 2) if after else None,
        "resumed_at_step": after[0][1] if after else None,
        "steps_done_again": before - after[0][1] + 1 if after else None,
        "kill_to_caught_up_s": next((round(r[0] - killed, 2) for r in after if r[1] > before), None),
        "worker_ends_s_index_rc": events, "load1": round(os.getloadavg()[0], 2)}))
