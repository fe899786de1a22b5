# SPDX-License-Identifier: Apache-2.0
"""The tests of machines and of the links between them, over real sshds in network namespaces."""
import datetime
import json
import os
import re
import subprocess
import time

import pytest

from ssh_nodes import SshNodes
from test_nodes import finish, losses, spec_file

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs network namespaces, which only root makes")


def matrix(lab, code=0, *nodes):
    began = time.monotonic()
    checked = lab.cli("nodes", "check", "--links", *nodes, "--json")
    seconds = time.monotonic() - began
    assert checked.code == code, checked
    found = checked.json()
    return {(test["node"], test["test"]): test for test in found["tests"]}, \
        {(link["from"], link["to"]): link for link in found["links"]}, seconds


def ip(nodes, index, *args):
    subprocess.run([*nodes.network.at(index), *args], check=True, capture_output=True)


def test_every_link_is_measured_and_a_slow_one_is_marked(lab):
    with SshNodes(lab, 3) as nodes:
        nodes.add()
        tests, links, seconds = matrix(lab)
        assert {test["verdict"] for test in tests.values()} == {"ok"}, tests
        assert {name for name, _ in tests} == {"local", "node-1", "node-2", "node-3"}
        assert {what for _, what in tests} == {"connection", "version", "disk", "libtorch", "clock"}
        assert len(links) == 12 and {link["verdict"] for link in links.values()} <= {"ok", "warning"}, links
        assert all(link["round_trip_ms"] > 0 and link["bytes_per_second"] > 0 and link["all_reduce_ms"] > 0
                   for link in links.values()), links
        assert links["node-1", "node-2"]["interface"] == "eth0" and links["local", "node-1"]["interface"] == "br0"
        assert links["node-1", "node-2"]["address"] == "10.77.0.3"
        print(f"4 machines: {seconds:.1f} s")
        # What node-1 sends is slow from here on.
        ip(nodes, 1, "tc", "qdisc", "add", "dev", "eth0", "root", "tbf", "rate", "40mbit", "burst", "16k", "latency", "50ms")
        tests, links, seconds = matrix(lab)
        slow = {pair for pair, link in links.items() if link["verdict"] == "warning"}
        assert slow >= {("node-1", "local"), ("node-1", "node-2"), ("node-1", "node-3")}, links
        link = links["node-1", "node-2"]
        assert link["bytes_per_second"] < 8e6 and "the median of all links is" in link["message"] and link["fix"], link
        text = lab.ok("nodes", "check", "--links").out
        assert "SLOW" in text and re.search("node-1 to .*: slow: the median", text), text


def test_a_cut_link_is_named_with_what_to_do(lab):
    """Between two nodes: the home reaches both."""
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        ip(nodes, 1, "ip", "route", "add", "blackhole", "10.77.0.3/32")
        tests, links, seconds = matrix(lab, code=4)
        assert links["local", "node-1"]["verdict"] == links["node-2", "local"]["verdict"] == "ok", links
        for pair in [("node-1", "node-2"), ("node-2", "node-1")]:
            assert links[pair]["verdict"] == "failed" and links[pair]["message"], links
            assert f"Let {pair[0]} open TCP connections to {pair[1]} at 10.77.0." in links[pair]["fix"], links
        assert seconds < 10, seconds
        nodes.cut()
        tests, links, seconds = matrix(lab, code=4)
        assert tests["node-1", "connection"]["verdict"] == "failed", tests
        assert tests["node-1", "connection"]["fix"] == "Run `trainyard --headless nodes check node-1`.", tests
        assert links["local", "node-2"]["verdict"] == "not_tested", links
        # Each node that is not connected is named once, not with each of its links.
        text = lab.cli("nodes", "check", "--links").out
        assert text.count("Run `trainyard --headless nodes check") == 2 and "is not connected" not in text, text


def test_a_machine_that_lets_nothing_but_ssh_in_keeps_nobody_waiting(lab):
    """Nothing answers to what it drops, as behind a firewall, and each of its links is tried."""
    with SshNodes(lab, 4) as nodes:
        nodes.add()
        _, links, healthy = matrix(lab)
        assert len(links) == 20 and {link["verdict"] for link in links.values()} <= {"ok", "warning"}, links
        ip(nodes, 1, "ip", "rule", "add", "ipproto", "tcp", "sport", "22", "lookup", "main", "priority", "10")
        ip(nodes, 1, "ip", "rule", "add", "lookup", "99", "priority", "20")
        ip(nodes, 1, "ip", "route", "add", "blackhole", "default", "table", "99")
        tests, links, seconds = matrix(lab, code=4)
        assert {test["verdict"] for test in tests.values()} == {"ok"}, tests
        assert len(links) == 20
        for pair, link in links.items():
            assert (link["verdict"] == "failed") == ("node-1" in pair), links
        assert links["node-2", "node-1"]["fix"].startswith("Let node-2 open TCP connections to node-1 at 10.77.0.2"), links
        print(f"5 machines: {healthy:.1f} s, with one that is closed {seconds:.1f} s")
        # Five machines share two cores here, so that no number of seconds says anything.
        assert seconds < healthy * 1.5 + 1, (seconds, healthy)


NAMED = 10  # seconds from the cut to the error, which the agent notes as it happens
RESTARTED = 20  # to the next attempt: the tasks have ended and the checkpoint was looked at; on a busy machine a few more
SERVER_LOST = 8  # to both, where a parameter server is cut off: it takes half of that, and nobody waits for an exit


def failed_at(lab, run, words="lost another task"):
    """When the agent knew the first error of the run: seconds since 1970, and the error."""
    for line in (lab.home / "agent.log").read_text().splitlines():
        if re.search(f"run {run}: (worker|chief):", line) and words in line:
            return datetime.datetime.fromisoformat(line.split(" ", 1)[0]).timestamp(), line
    raise AssertionError("no error of the run in the agent's log")


def parted(nodes, is_parted):
    """Whether the nodes reach one another; the home reaches each."""
    for index in range(1, len(nodes.names) + 1):
        ip(nodes, 0, "bridge", "link", "set", "dev", f"n{index}", "isolated", "on" if is_parted else "off")


def parted_one_way(nodes, is_parted):
    """Whether what node-1 sends to node-2 is lost, data and answers: it goes to a card that nobody has."""
    place = ["10.77.0.3", "dev", "eth0"]
    ip(nodes, 1, "ip", "neigh", *(["replace", *place, "lladdr", "02:00:00:00:00:99", "nud", "permanent"] if is_parted else ["del", *place]))


@pytest.mark.parametrize("part", [parted, parted_one_way])
def test_a_cut_between_workers_is_a_named_error_and_the_run_recovers(lab, part):
    """Nothing is refused and nothing is closed: packets are lost."""
    keys = {"on_failure": {"restarts": 100, "backoff_seconds": 0}, "checkpoint": {"every": {"steps": 8}, "keep": 0}}
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        whole = finish(lab, spec_file(lab, ["node-1", "node-2"], keys, epochs=40))
        stream = lab.stream("run", spec_file(lab, ["node-1", "node-2"], keys, epochs=40))
        run = stream.until("checkpoint")["run"]
        began = time.time()
        part(nodes, True)
        starting = stream.until("status", status="starting")
        error, restarted = starting["reason"], datetime.datetime.fromisoformat(starting["time"]).timestamp() - began
        part(nodes, False)
        named = failed_at(lab, run)[0] - began
        print(f"from the cut to the error: {named:.1f} s, to the next attempt: {restarted:.1f} s")
        assert re.search("lost another task of the run: in all_reduce of (gradients|metrics): .*10\\.77\\.0\\.", error), error
        assert named < NAMED and restarted < RESTARTED, (error, named, restarted)
        assert stream.until("attempt", number=2)["from_step"] > 0
        code, last = stream.finish()
        assert (code, last["status"]) == (0, "succeeded"), stream
        unbroken, broken = losses(lab, whole)[1], losses(lab, run)
        assert broken[1] == unbroken[:len(broken[1])]
        assert broken[max(broken)][-1] == unbroken[-1], "to the bit"


def parameter_servers(lab, cluster):
    """A run of many epochs, as it saves its first checkpoint: its events."""
    keys = {"on_failure": {"restarts": 100, "backoff_seconds": 0}, "checkpoint": {"every": {"steps": 8}},
            "cluster": cluster, "strategy": {"parameter_server": {}}}
    path = spec_file(lab, [], epochs=100000)
    path.write_text(json.dumps(json.loads(path.read_text()) | keys))
    stream = lab.stream("run", path)
    stream.until("checkpoint")
    return stream


def since(began, event):
    """Seconds from `began`, of time.time(), until the agent had the event."""
    return datetime.datetime.fromisoformat(event["time"]).timestamp() - began


def test_a_cut_to_a_worker_of_parameter_servers_is_named_and_it_comes_back(lab):
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        stream = parameter_servers(lab, {"chief": ["node-1"], "worker": ["node-1", "node-2"], "ps": ["node-1"]})
        began = time.time()
        parted(nodes, True)
        lost = stream.until("warning", code="worker.lost")
        print(f"from the cut to the error: {since(began, lost):.1f} s")
        assert "worker:1 is lost" in lost["message"] and "10.77.0.3" in lost["message"], lost
        assert since(began, lost) < NAMED, (lost, began)
        step = stream.until("step")["step"]
        assert stream.until("step")["step"] > step, "the other one trains on"
        parted(nodes, False)
        back = stream.until("warning", code="worker.back")
        assert "worker:1" in back["message"], back
        lab.ok("stop", lost["run"], "--after", "now")
        stream.finish()


def test_a_chief_that_is_cut_off_from_its_only_worker_waits_for_it(lab):
    """Another attempt would have the same tasks on the same machines, and cost the steps since the checkpoint."""
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        stream = parameter_servers(lab, {"chief": ["node-2"], "worker": ["node-1"], "ps": ["node-1"]})
        began = time.time()
        parted(nodes, True)
        lost = stream.until("warning", code="worker.lost")
        print(f"from the cut to the error: {since(began, lost):.1f} s")
        assert "worker:0 is lost" in lost["message"] and "10.77.0.2" in lost["message"], lost
        assert "0 of 1 are left" in lost["message"] and since(began, lost) < NAMED, (lost, began)
        shown = lab.ok("show", lost["run"], "--json").json()
        assert (shown["status"], shown["attempts"]) == ("running", 1), shown
        parted(nodes, False)
        stream.until("warning", code="worker.back")
        stream.until("checkpoint")
        lab.ok("stop", lost["run"], "--after", "epoch")
        code, last = stream.finish()
        assert (last["status"], last["attempts"]) == ("stopped", 1), stream
        steps = [step for step, _ in losses(lab, lost["run"])[1]]
        assert steps == list(range(1, len(steps) + 1)), "each step once"


def test_a_cut_to_a_parameter_server_is_named_and_the_run_recovers(lab):
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        stream = parameter_servers(lab, {"chief": ["node-2"], "worker": ["node-2"], "ps": ["node-1"]})
        began = time.time()
        parted(nodes, True)
        starting = stream.until("status", status="starting")
        named = failed_at(lab, starting["run"], "no connection to ps:0")[0] - began
        print(f"from the cut to the error: {named:.1f} s, to the next attempt: {since(began, starting):.1f} s")
        assert re.search("no connection to ps:0 at 10\\.77\\.0\\.2:\\d+: (its machine does not answer|it has not answered for 8 s)", starting["reason"]), starting
        assert named < SERVER_LOST and since(began, starting) < SERVER_LOST, (starting, began)
        parted(nodes, False)
        attempt = stream.until("attempt", number=2)
        assert attempt["from_step"] > 0, attempt
        stream.until("checkpoint")
        lab.ok("stop", starting["run"], "--after", "now")
        stream.finish()


def test_preflight_tests_the_machines_of_the_run(lab):
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        checked = lab.ok("preflight", spec_file(lab, ["local", "node-1"]), "--json").json()
        assert {link["verdict"] for link in checked["machines"]["links"]} <= {"ok", "warning"}, checked
        assert {test["node"] for test in checked["machines"]["tests"]} == {"local", "node-1"}
        assert "machines" not in lab.ok("preflight", spec_file(lab, ["local", "local"]), "--json").json()
        ip(nodes, 1, "ip", "route", "add", "blackhole", "10.77.0.3/32")
        refused = lab.cli("preflight", spec_file(lab, ["local", "node-1", "node-2"]))
        assert refused.code == 4, refused
        assert "node-1 to node-2: " in refused.out and "but not over all of its machines" in refused.out, refused


def test_some_nodes_and_unknown_ones(lab):
    with SshNodes(lab, 2) as nodes:
        nodes.add()
        tests, links, _ = matrix(lab, 0, "local", "node-2")
        assert set(links) == {("local", "node-2"), ("node-2", "local")}
        tests, links, _ = matrix(lab, 0, "node-1", "node-2")  # this machine's version is known all the same
        assert {test["verdict"] for test in tests.values()} == {"ok"} and len(links) == 2, tests
        refused = lab.cli("nodes", "check", "--links", "nowhere")
        assert refused.code == 3 and "there is no node nowhere" in refused.err, refused
