# SPDX-License-Identifier: Apache-2.0
"""What is said of a machine of a run that cannot be reached, or has a full disk; and what is asked of it is not done later."""
import os
import signal
import time

import pytest

from lab import exited, kill
from ssh_nodes import SshNodes
from test_node_accounts import mounted
from test_nodes import spec_file

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs network namespaces and a disk of its own")

KEYS = {"on_failure": {"restarts": 3, "backoff_seconds": 0}, "checkpoint": {"every": {"steps": 160}, "keep": 2}}


def refused_as_unreachable(lab, *args):
    refused = lab.cli(*args, "--json", limit=50)
    assert refused.code == 4, refused
    error = refused.json()["error"]
    assert error["code"] == "node.unreachable", refused
    assert "node node-1 cannot be reached: " in error["message"] and "no route to host" in error["message"], refused


def test_a_drill_and_a_profile_of_a_machine_that_is_cut_off_are_refused(lab):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream = lab.stream("run", spec_file(lab, ["local", "node-1"], KEYS, epochs=100000))
        run = stream.until("checkpoint")["run"]
        far = next(task["pid"] for task in lab.ok("show", run, "--json").json()["tasks"] if task["node"] == "node-1")
        assert "link" not in lab.ok("show", run).out
        assert lab.ok("show", run, "--json").json()["links"][0]["state"] == "connected"
        nodes.cut()
        refused_as_unreachable(lab, "drill", run, "--kill", "worker:1")
        refused_as_unreachable(lab, "profile", run)
        shown = lab.ok("show", run).out
        assert "\nlink         node-1 unreachable since " in shown and "no route to host" in shown, shown
        link, = lab.ok("show", run, "--json").json()["links"]
        assert (link["node"], link["state"]) == ("node-1", "unreachable") and "no route to host" in link["reason"], link
        nodes.restore()
        lab.ok("nodes", "check", "node-1")
        stream.until("checkpoint")
        stream.until("checkpoint")
        assert not exited(far, 0), "the drill that was refused has killed it"
        assert lab.ok("show", run, "--json").json()["attempts"] == 1
        assert lab.ok("profile", run, "--steps", "2", "--json").json()["tasks"] == 2
        drilled = lab.ok("drill", run, "--kill", "worker:1", "--json").json()
        assert drilled["attempt"] == 2 and drilled["detected_s"] > 0, drilled
        lab.ok("stop", run, "--after", "now")
        stream.finish()


def waits(lab, stream, code, words, *args):
    """What is asked is said to wait, by the command and to whoever watches, before the link is back."""
    began = time.monotonic()
    said = lab.ok(*args, "--json").json() if args else None
    assert not args or said["waits_for"] == ["node-1"], said
    warning = stream.until("warning", code=code)
    assert time.monotonic() < began + 5, "it was said late"
    assert f"node node-1 cannot be reached: {words}" in warning["message"], warning


def changed(stream):
    return stream.until("warning", code="run.changed")["message"]


def test_orders_to_a_chief_over_a_cut_link_say_at_once_that_they_wait(lab):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream = lab.stream("run", spec_file(lab, ["node-1", "local"], KEYS, epochs=100000))
        run = stream.until("checkpoint")["run"]
        assert lab.ok("change", run, "--set", "train.epochs=90000", "--json").json().keys() == {"run", "from_step"}
        assert "90000" in changed(stream)
        nodes.cut()
        waits(lab, stream, "change.waits", "the pause waits until it can be", "pause", run)
        nodes.restore()
        lab.ok("nodes", "check", "node-1")
        assert "paused after step" in changed(stream)
        lab.ok("resume", run, "--detach")
        assert "continued after step" in changed(stream)
        nodes.cut()
        waits(lab, stream, "change.waits", "the change waits until it can be", "change", run, "--set", "train.epochs=80000")
        assert "it waits for node-1, which cannot be reached" in lab.ok("change", run, "--set", "train.epochs=70000").out
        nodes.restore()
        lab.ok("nodes", "check", "node-1")
        assert "70000" in changed(stream) or "70000" in changed(stream)
        lab.ok("stop", run, "--after", "epoch")
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (0, "stopped", 1), stream


def test_orders_to_a_chief_here_are_carried_out_over_a_cut_link(lab):
    """The tasks follow their chief; only the end of the run has to be seen from here."""
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream = lab.stream("run", spec_file(lab, ["local", "node-1"], KEYS, epochs=100000))
        run = stream.until("checkpoint")["run"]
        nodes.cut()
        paused = lab.ok("pause", run, "--json").json()
        assert paused.keys() == {"run", "from_step"}, "it waits for nobody"
        assert "paused after step" in changed(stream)
        lab.ok("resume", run, "--detach")
        assert "continued after step" in changed(stream)
        assert lab.ok("change", run, "--set", "train.epochs=90000", "--json").json().keys() == {"run", "from_step"}
        assert "90000" in changed(stream)
        waits(lab, stream, "stop.waits", "the training stops all the same, and the run ends once it can be", "stop", run,
              "--after", "epoch")
        stream.until("checkpoint")  # of the stop
        assert lab.ok("show", run, "--json").json()["status"] == "stopping"
        nodes.restore()
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (0, "stopped", 1), stream
        codes = [event["code"] for event in stream.events if event["event"] == "warning"]
        assert codes.count("stop.waits") == 1 and "change.waits" not in codes, stream


def test_a_stop_that_reaches_no_task_waits_for_the_link(lab):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream = lab.stream("run", spec_file(lab, ["node-1", "node-1"], KEYS, epochs=100000))
        run = stream.until("checkpoint")["run"]
        nodes.cut()
        waits(lab, stream, "stop.waits", "the stop waits until it can be", "stop", run, "--after", "epoch")
        nodes.restore()
        code, last = stream.finish()
        assert (code, last["status"], last["attempts"]) == (0, "stopped", 1), stream


def test_a_restart_that_waits_for_the_link_is_said_to(lab):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream = lab.stream("run", spec_file(lab, ["local", "node-1"], KEYS, epochs=100000))
        run = stream.until("checkpoint")["run"]
        here = lab.ok("show", run, "--json").json()["tasks"][0]["pid"]
        nodes.cut()
        kill(here)
        warning = stream.until("warning", code="restart.waits")
        assert "node node-1 cannot be reached: the run is restarted once it can be" in warning["message"], warning
        nodes.restore()
        lab.ok("nodes", "check", "node-1")
        assert "worker:0" in stream.until("attempt", number=2)["cause"]
        stream.until("step")
        lab.ok("stop", run, "--after", "now")
        stream.finish()
        assert [event.get("code") for event in stream.events].count("restart.waits") == 1, stream


def test_ctrl_c_over_a_cut_link_says_at_once_what_it_does(lab):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream = lab.stream("run", spec_file(lab, ["local", "node-1"], KEYS, epochs=100000))
        run = stream.until("checkpoint")["run"]
        here, far = (task["pid"] for task in lab.ok("show", run, "--json").json()["tasks"])
        nodes.cut()
        os.kill(stream.process.pid, signal.SIGINT)
        waits(lab, stream, "stop.waits", "the training stops all the same, and the run ends once it can be")
        os.kill(stream.process.pid, signal.SIGINT)
        waits(lab, stream, "stop.waits", "its tasks are killed as soon as it can be, and the run ends then")
        assert exited(here, 10), "the task of this machine has ended"
        assert lab.ok("show", run, "--json").json()["status"] == "stopping"
        nodes.restore()
        code, last = stream.finish()
        assert (code, last["status"]) == (130, "stopped"), stream
        assert exited(far, 0)


def test_a_full_disk_says_on_which_machine_it_is(lab):
    """The paths in the warnings of a task are of its machine."""
    with SshNodes(lab, 1, prefix=mounted(lab, "size=12m,mode=700")) as nodes:
        nodes.add()
        stream = lab.stream("run", spec_file(lab, ["node-1"], epochs=2))
        code = {"checkpoint.failed", "disk.full"}
        while (event := stream.until("warning"))["code"] not in code:
            pass
        assert event["message"].startswith("node node-1: ") and "No space left on device" in event["message"], event
        lab.ok("stop", event["run"], "--after", "now")
        stream.finish()
