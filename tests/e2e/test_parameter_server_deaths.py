# SPDX-License-Identifier: Apache-2.0
"""Many runs under parameter servers, each with a worker killed at a random instant: none hangs, none loses a step."""
import os
import random

import pytest

from lab import kill
from test_parameter_server import pids, ps_file


@pytest.mark.parametrize("seed", range(int(os.environ.get("TRAINYARD_DEATHS", "50"))))
def test_a_worker_killed_at_any_instant(lab, seed):
    draw = random.Random(seed)
    path = ps_file(lab, workers=3, ps=draw.choice([1, 2]), epochs=20,
                   options={"mode": draw.choice(["async", "sync", {"staleness": 2}])})
    stream = lab.stream("run", path)
    started = stream.until("started")
    wanted = draw.randrange(1, 150)
    while stream.until("step")["step"] < wanted:
        pass
    victim = draw.choice(["worker:0", "worker:1", "worker:2"])
    kill(pids(started)[victim])
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "succeeded" and finished["attempts"] == 1, finished
    steps = [int(row[4]) for row in lab.metrics(finished["run"], "--tag", "batch_loss")]
    assert steps == list(range(1, finished["step"] + 1)), "each step once"
