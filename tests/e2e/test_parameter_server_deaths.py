# SPDX-License-Identifier: Apache-2.0
"""Many runs under parameter servers, each with a worker killed at a random instant: none hangs, none loses a step.

The instant, the worker, the mode and the number of ps follow from the test's seed; `-s` prints them and what came of it."""
import os
import random
import threading
import time

import pytest

from lab import exited, kill
from test_parameter_server import pids, ps_file

LONGEST = 2.5  # seconds after the start; the run takes longer


@pytest.mark.parametrize("seed", range(int(os.environ.get("TRAINYARD_DEATHS", "50"))))
def test_a_worker_killed_at_any_instant(lab, seed):
    draw = random.Random(seed)
    mode, ps = draw.choice(["async", "sync", {"staleness": 2}]), draw.choice([1, 2])
    victim, instant = draw.choice(["worker:0", "worker:1", "worker:2"]), draw.uniform(0, LONGEST)
    stream = lab.stream("run", ps_file(lab, workers=3, ps=ps, epochs=50, options={"mode": mode}))
    started = stream.until("started")
    killer = threading.Timer(instant, kill, [pids(started)[victim]])
    killer.start()
    begun = time.monotonic()
    code, finished = stream.finish()
    took = time.monotonic() - begun
    killer.join()
    assert exited(pids(started)[victim], 0) and took > instant, f"the run was over after {took:.2f} s, before the kill"
    assert code == 0 and finished["status"] == "succeeded" and finished["attempts"] == 1, finished
    steps = [int(row[4]) for row in lab.metrics(finished["run"], "--tag", "batch_loss")]
    assert steps == list(range(1, 50 * (32 if mode != "sync" else 11) + 1)), "each step once"
    gone = [event["code"] for event in stream.events if event["event"] == "warning"]
    before = [event["step"] for event in stream.events if event["event"] == "step"]
    print(f"\nseed {seed}: {mode}, {ps} ps, {victim} killed after {instant:.3f} s; done after {took:.2f} s, {before[-1]} steps, {gone}")
