# SPDX-License-Identifier: Apache-2.0
"""What tasks of several machines send each other is not encrypted: it is said, and over public addresses it is refused."""
import json
import os

import pytest

from ssh_nodes import SshNodes
from test_nodes import spec_file

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs network namespaces, which only root makes")


def allow(path):
    spec = json.loads(path.read_text())
    spec["cluster"]["allow_clear_text"] = True
    path.write_text(json.dumps(spec))
    return path


def errors(refused):
    assert refused.code == 3, refused
    return [problem for problem in refused.json()["error"]["problems"] if problem["severity"] == "error"]


def warnings(events):
    return [event for event in events if event["event"] == "warning" and event["code"] == "cluster.clear_text"]


def test_a_public_address_is_refused_unless_the_run_file_allows_it(lab):
    with SshNodes(lab, 2, subnet="203.0.113") as nodes:
        nodes.add()
        for workers, places in [(["node-1", "node-2"], {"node node-1": "203.0.113.2", "node node-2": "203.0.113.3"}),
                                (["local", "node-1"], {"this machine": "203.0.113.1", "node node-1": "203.0.113.2"})]:
            for command in ["run", "preflight"]:
                found = errors(lab.cli(command, spec_file(lab, workers), "--json"))
                assert [problem["code"] for problem in found] == ["cluster.public_address"] * 2, found
                for index, (problem, (name, address)) in enumerate(zip(found, places.items())):
                    assert problem["path"] == f"cluster.worker[{index}]" and f"{name} at {address}, a public" in problem["message"], problem
                    assert "cluster.allow_clear_text: true" in problem["fix"], problem
        assert lab.ok("runs", "--json").json() == [], "nothing was started"
        lab.ok("preflight", spec_file(lab, ["node-1", "node-1"]))  # nothing leaves that machine
        events = lab.ok("run", allow(spec_file(lab, ["node-1", "node-2"])), "--json").events()
        run, (warned,) = events[-1]["run"], warnings(events)
        assert "node-1 (203.0.113.2), node-2 (203.0.113.3)" in warned["message"], warned
        shown = lab.ok("show", run, "--json").json()
        assert shown["spec"]["cluster"]["allow_clear_text"] is True, shown["spec"]["cluster"]
        assert [task["address"].split(":")[0] for task in shown["tasks"]] == ["203.0.113.2", "203.0.113.3"]
        assert "neither encrypted nor authenticated" in lab.ok("show", run).out
        # Another attempt and a branch are allowed what the run was.
        resumed = lab.ok("resume", run, "--set", "train.epochs=3", "--json").events()
        assert resumed[-1]["status"] == "succeeded", resumed[-1]
        step = str(max(event["step"] for event in resumed if event["event"] == "checkpoint"))
        branch = lab.ok("branch", run, "--from", step, "--set", "train.epochs=4", "--json").events()
        assert branch[-1]["status"] == "succeeded" and warnings(branch), branch[-1]
        again = errors(lab.cli("branch", run, "--from", step, "--set", "cluster.allow_clear_text=false", "--json"))
        assert {problem["code"] for problem in again} == {"cluster.public_address"}, again


def test_in_a_private_network_it_is_only_said(lab):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        checked = lab.ok("preflight", spec_file(lab, ["local", "node-1"]), "--json").json()
        said, = (problem for problem in checked["problems"] if problem["code"] == "cluster.clear_text")
        assert said["severity"] == "hint" and "local (10.77.0.1), node-1 (10.77.0.2)" in said["message"], said
        assert warnings(lab.ok("run", spec_file(lab, ["local", "node-1"]), "--json").events())
        here = lab.ok("preflight", spec_file(lab, ["local", "local"]), "--json").json()
        assert not [problem for problem in here["problems"] if problem["code"] == "cluster.clear_text"], here
