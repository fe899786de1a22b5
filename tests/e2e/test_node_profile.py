# SPDX-License-Identifier: Apache-2.0
"""The profile of a run with tasks on other machines: one file here, with a row for each of them."""
import pytest

from ssh_nodes import SshNodes
from test_changing import begun
from test_profile import folder_of, names_in, traced

SPREAD = {
    "multi_worker_mirrored": {"worker": ["local", "node-1"]},
    "parameter_server": {"chief": ["node-1"], "worker": ["local", "node-1"], "ps": ["node-1"]},
}


@pytest.mark.parametrize("strategy", SPREAD)
def test_the_same_steps_on_all_machines(lab, strategy):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream, run, _ = begun(lab, {strategy: {}}, SPREAD[strategy])
        tasks = {task["task"] for task in lab.ok("show", run, "--json").json()["tasks"]}
        for number in range(2):  # the second time, each machine still has the first
            copy = lab.root / f"trace-{number}.json"
            said = lab.ok("profile", run, "--steps", 5, "--out", copy, "--json").json()
            assert said["tasks"] == len(tasks), said
            trace, rows = traced(copy)
            assert trace["otherData"]["from_step"] == str(said["from_step"])
            ahead = float(trace["otherData"]["clock_ahead_ms node-1"])
            assert -500 < ahead < 500, "these machines have one clock"
            assert rows.keys() == tasks
            for worker in tasks & {"worker:0", "worker:1"}:
                steps = names_in(rows[worker], "step")
                assert sum(steps.values()) == 5, (worker, steps)
                if strategy == "multi_worker_mirrored":
                    assert set(steps) == {f"step {said['from_step'] + 1 + i}" for i in range(5)}, worker
        profiles = folder_of(stream) / "profiles"
        assert not [file for file in profiles.iterdir() if file.name.startswith(".")]
        lab.ok("stop", run, "--after", "step")
        assert stream.finish()[1]["status"] == "stopped"
