# SPDX-License-Identifier: Apache-2.0
"""What is said on a page of the real window moves nothing that a person may be about to press."""
import json
import os
import signal

import pytest
from desktop import Desktop, Window

# Of the run page, from top to bottom.
CONTROLS = ("Pause", "Kill", "Horizontal axis", "Curve of loss", "Kill task…", "Tasks", "Events", "Task whose log is shown", "Search the log")


@pytest.mark.parametrize("size", [(1280, 800), (1024, 720)])
def test_a_report_of_blocked_tasks_moves_nothing(lab, size):
    path = lab.run_file(epochs=100000)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"on_failure": {"restarts": 0, "stall_seconds": 0}}))
    run = lab.stream("run", path).until("checkpoint")["run"]
    frozen = next(task["pid"] for task in lab.ok("show", run, "--json").json()["tasks"] if task["task"] == "worker:1")
    with Desktop(lab.root / "desktop", size) as desktop:
        window = Window(desktop, lab.command(program=lab.bin / "trainyard"), {"TRAINYARD_HOME": str(lab.home)})

        def places():
            return {name: [desktop.extents(control) for control in window.find(name)] for name in CONTROLS}

        try:
            window.says("Curve of loss", "at step")
            before = places()
            assert all(before.values()), before
            os.kill(frozen, signal.SIGSTOP)
            window.says("Blocked tasks", f"worker:1 (pid {frozen})", "SIGSTOP")
            window.ready("Stacks…", "push button")
            assert places() == before
            os.kill(frozen, signal.SIGCONT)
            window.until("the end of the report", lambda: not window.find("Blocked tasks"))
            assert places() == before
        finally:
            window.end()
    lab.ok("stop", run, "--after", "now")
