# SPDX-License-Identifier: Apache-2.0
"""What a person does to a run whose tasks are on several machines: as on one machine."""
import os
import signal
import time

from ssh_nodes import SshNodes
from test_changing import begun, changed, last_step
from test_nodes import spec_file
from test_stacks import REDUCTION, check, pids, read

SERVERS = {"chief": ["node-1"], "worker": ["local", "node-2"], "ps": ["node-2"]}


def test_parameter_servers_are_paused_changed_and_continue(lab):
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        stream, run, _ = begun(lab, {"parameter_server": {}}, SERVERS)
        paused = lab.ok("pause", run, "--json").json()["from_step"]
        assert changed(stream) == f"paused after step {paused}" and last_step(lab, run) == paused
        epochs = lab.ok("show", run, "--json").json()["epoch"] + 3
        lab.ok("change", run, "--set", f"train.epochs={epochs}", "--set", "train.optimizer.adam.learning_rate=0.0001")
        assert f"epochs 100000 → {epochs}" in changed(stream)
        lab.ok("resume", run, "--detach")
        code, finished = stream.finish()
        assert (code, finished["status"], finished["attempts"], finished["epoch"]) == (0, "succeeded", 1, epochs - 1), stream
        more = lab.ok("resume", run, "--set", f"train.epochs={epochs + 1}", "--json").events()
        assert more[-1]["epoch"] == epochs


def test_stacks_come_from_every_machine_and_a_stopped_worker_is_not_lost(lab):
    """Its kernel answers for it: what ends a silent link leaves it alone."""
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        keys = {"on_failure": {"restarts": 0, "stall_seconds": 0}}
        stream = lab.stream("run", spec_file(lab, ["node-1", "local", "node-2"], keys, epochs=100000))
        stream.until("step")
        run = stream.events[0]["run"]
        tasks = pids(lab, run)
        stacks = read(lab, run)
        assert stacks.keys() == tasks.keys()
        for task, pid in tasks.items():
            check(stacks[task], pid)
        os.kill(tasks["worker:2"], signal.SIGSTOP)
        began = time.monotonic()
        assert "worker:2" in stream.until_stalled()
        assert any(REDUCTION in frame for frame in check(read(lab, run)["worker:0"], tasks["worker:0"]))
        while time.monotonic() < began + 15:
            shown = lab.ok("show", run, "--json").json()
            assert (shown["status"], shown["attempts"]) == ("running", 1), shown
        step = last_step(lab, run)
        os.kill(tasks["worker:2"], signal.SIGCONT)
        while stream.until("step")["step"] <= step:
            pass
        lab.ok("stop", run, "--after", "now")
        assert stream.finish()[1]["attempts"] == 1
