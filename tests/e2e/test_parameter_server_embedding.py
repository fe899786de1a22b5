# SPDX-License-Identifier: Apache-2.0
"""An embedding of 1 GB over two ps: a step costs the rows that it touches, and neither a worker nor the chief holds the table."""
import json
import pathlib

import numpy

from lab import kill
from test_parameter_server import pids

WIDTH = 64
CHIEF_MB = 64  # more than with a small table: blocks on their way, and what gRPC and the allocator keep of them


def table_file(lab, rows, **changes):
    draw = numpy.random.default_rng(1)
    features, labels = draw.integers(0, rows, (4096, 8)), draw.integers(0, 2, 4096)
    numpy.save(lab.root / "features.npy", features)
    numpy.save(lab.root / "labels.npy", labels)
    spec = {"trainyard": 1, "name": f"table-{rows}",
            "train": {"model": {"layers": [{"embedding": {"input_dim": rows, "output_dim": WIDTH}}, "flatten", {"dense": {"units": 2}}]},
                      "data": {"train": {"npy": {"features": "features.npy", "labels": "labels.npy"}}, "batch_size": 64},
                      "optimizer": {"sgd": {"learning_rate": 0.1}}, "epochs": 10},
            "strategy": {"parameter_server": {"partitioner": {"fixed_shards": {"shards": 2}}}},
            "cluster": {"chief": ["local"], "worker": ["local", "local"], "ps": ["local", "local"]},
            "checkpoint": {"every": "never", "final": False}, "on_failure": {"restarts": 0}, **changes}
    path = lab.root / "table.yaml"
    path.write_text(json.dumps(spec))
    return path


def peak_mb(pid):
    line = next(line for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def trained(lab, rows):
    """(ms a step, peak MB of each task near the end)"""
    stream = lab.stream("run", table_file(lab, rows))
    started = stream.until("started")
    peaks = {}
    while (event := stream.next()) is not None:
        if event["event"] == "step":
            peaks = {task["task"]: peak_mb(task["pid"]) for task in started["tasks"]}
        last = event
    assert last["status"] == "succeeded", stream
    return last["ms_per_step"], peaks


def test_the_table_stays_on_the_ps(lab):
    small_ms, small = trained(lab, 40_000)
    large_ms, large = trained(lab, 4_000_000)
    print(f"\n{40_000 * WIDTH * 4e-6:.0f} MB: {small_ms:.2f} ms a step, peak MB {small}\n"
          f"{4_000_000 * WIDTH * 4e-6:.0f} MB: {large_ms:.2f} ms a step, peak MB {large}")
    share = 4_000_000 * WIDTH * 4 / 2 / 1e6
    assert all(peak < share for task, peak in large.items() if task.startswith("worker")), large
    assert all(peak > share * 0.9 for task, peak in large.items() if task.startswith("ps")), large
    assert large["chief:0"] < small["chief:0"] + CHIEF_MB, (small, large)
    assert large_ms < 2 * small_ms


def recovered(lab, rows):
    """The chief's peak MB in an attempt that saves, whose ps:0 then dies, and in the one that restores."""
    path = table_file(lab, rows, checkpoint={"every": {"epochs": 5}, "keep": 1}, on_failure={"restarts": 1})
    stream = lab.stream("run", path)
    tasks = pids(stream.until("started"))
    run = stream.until("checkpoint")["run"]
    before = peak_mb(tasks["chief:0"])
    kill(tasks["ps:0"])
    assert stream.until("attempt", number=2)["from_step"] > 0
    stream.until("step")
    chief = pids(lab.ok("show", run, "--json").json())["chief:0"]
    after = peak_mb(chief)
    code, finished = stream.finish()
    assert code == 0 and finished["status"] == "succeeded" and finished["attempts"] == 2, stream
    lab.ok("checkpoint", "verify", lab.home / "runs" / run / "checkpoints" / f"ckpt-{finished['step']}")
    return before, after


def test_the_chief_never_has_the_table(lab):
    small, large = recovered(lab, 40_000), recovered(lab, 1_000_000)
    print(f"\nchief's peak MB when saving and after restoring: 10 MB {small}, 256 MB {large}")
    assert all(many < few + CHIEF_MB for few, many in zip(small, large)), (small, large)
