#!/usr/bin/env python
# SPDX-License-Identifier: Apache-2.0
"""Kills one of two torchrun workers with SIGKILL in mid-run and times the recovery."""
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
p.add_argument("--rdzv", choices=("c10d", "standalone", "static"), default="c10d")
p.add_argument("--timeout", type=float, default=60)
p.add_argument("--extra-steps", type=int, default=40, help="how far past the kill to go on")
args = p.parse_args()


def steps(d):
    try:
        rows = [l.split() for l in open(os.path.join(d, "steps.0"))]
        return [(float(r[0]), int(r[1]), int(r[2])) for r in rows if len(r) == 3]
    except OSError:
        return []


with tempfile.TemporaryDirectory() as d:
    env = dict(os.environ, OMP_NUM_THREADS="1", GLOO_SOCKET_IFNAME="lo")
    t0 = time.time()
    q = subprocess.Popen([sys.executable, "-m", "torch.distributed.run", "--nnodes=1", "--nproc-per-node=2",
                          "--max-restarts=3"] + {
                              "c10d": ["--master-addr=127.0.0.1", "--rdzv-backend=c10d", "--rdzv-endpoint=127.0.0.1:0"],
                              "standalone": ["--standalone"],
                              "static": ["--master-addr=127.0.0.1", "--master-port=%d" % free_ports(1)[0]]}[args.rdzv] + [ os.path.join(HERE, "recover_torch_worker.py"), "--dir", d,
                          "--model", args.model, "--save-every", str(args.save_every),
                          "--steps", str(args.kill_at + args.extra_steps)],
                         env=env, stdout=subprocess.DEVNULL, stderr=open(os.path.join(d, "err"), "w"),
                         start_new_session=True)
    while not (s := steps(d)) or s[-1][1] < args.kill_at:
        if q.poll() is not None:
            sys.exit("ended early: %s" % q.returncode)
        time.sleep(0.002)
    pid = int(open(os.path.join(d, "pid.%d" % args.victim)).read())
    os.kill(pid, signal.SIGKILL)
    killed = time.time()
    before = steps(d)[-1][1]
    try:
        rc = q.wait(args.timeout)
    except subprocess.TimeoutExpired:      # it hangs now and then
        rc = "hung"
        kids = subprocess.run(["ps", "-eo", "pid,ppid,etimes,stat,wchan:20,args", "--forest"], stdout=subprocess.PIPE, text=True).stdout
        sys.stderr.write("\n".join(l[:160] for l in kids.splitlines() if "recover_torch" in l) + "\n")
        sys.stderr.write(open(os.path.join(d, "err")).read()[-2500:])
        spy = os.path.join(os.path.dirname(sys.executable), "py-spy")
        for l in kids.splitlines() if os.path.exists(spy) else []:
            if "recover_torch_worker" in l and " -u " in l:
                r = subprocess.run([spy, "dump", "--native", "--pid", l.split()[0]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                sys.stderr.write(r.stdout[:6000] + "\n")
        q.terminate()
        try:
            q.wait(40)
        except subprocess.TimeoutExpired:
            os.killpg(q.pid, signal.SIGKILL)
            q.wait()
    s = steps(d)
    after = [r for r in s if r[2] > 0]
    print(json.dumps({
        "peer": "torchrun", "model": args.model, "rdzv": args.rdzv,
        "share_store": os.environ.get("TORCH_DISABLE_SHARE_RDZV_TCP_STORE", "0") != "1", "victim": args.victim, "rc": rc,
        "start_to_first_step_s": round(s[0][0] - t0, 2), "killed_after_step": before,
        "kill_to_next_step_s": round(after[0][0] - killed, 2) if after else None,
        "resumed_at_step": after[0][1] if after else None,
        "steps_done_again": before - after[0][1] + 1 if after else None,
        "kill_to_caught_up_s": next((round(r[0] - killed, 2) for r in after if r[1] > before), None),
        "load1": round(os.getloadavg()[0], 2)}))
