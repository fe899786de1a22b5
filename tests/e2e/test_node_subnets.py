# SPDX-License-Identifier: Apache-2.0
"""Machines with two networks, in network namespaces: the home reaches them by one, and the tasks each other by the one that
the run file chooses."""
import json
import os
import re
import subprocess

import pytest

from ssh_nodes import SshNodes
from test_command import MEET, command_file
from test_node_links import ip, matrix, parted
from test_nodes import assert_same, finish, spec_file
from test_parameter_server import ps_file

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs network namespaces, which only root makes")

SUBNET = "10.78.0.0/24"


def over(subnet, path, cluster=None):
    """The run file, with the subnet."""
    spec = json.loads(path.read_text())
    spec["cluster"] = (cluster or spec["cluster"]) | {"subnet": subnet}
    path.write_text(json.dumps(spec))
    return path


def two_networks(nodes):
    """The second one has 10.78.0.1 at home; by the first one the nodes do not reach each other."""
    nodes.network.connect("br1", "eth1", "m", "10.78.0")
    parted(nodes, True)


def sent(nodes, index, device):
    """Bytes, by one interface of a machine."""
    counted = subprocess.run([*nodes.network.at(index), "ip", "-j", "-s", "link", "show", "dev", device], capture_output=True, check=True)
    return json.loads(counted.stdout)[0]["stats64"]["tx"]["bytes"]


@pytest.mark.parametrize("workers", [["node-1", "node-2"], ["local", "node-1", "node-2"]])
def test_the_workers_sums_take_the_subnet_of_the_run_file(lab, workers):
    with SshNodes(lab, 2) as nodes:
        two_networks(nodes)
        nodes.add()
        before = {device: sent(nodes, 1, device) for device in ("eth0", "eth1")}
        done = lab.ok("run", over(SUBNET, spec_file(lab, workers, epochs=10)), "--json").events()
        assert (done[-1]["status"], done[-1]["attempts"]) == ("succeeded", 1), done
        told, = (event["message"] for event in done if event.get("code") == "cluster.clear_text")
        assert "node-1 (10.78.0.2), node-2 (10.78.0.3)" in told, told
        assert_same(lab, done[-1]["run"], finish(lab, spec_file(lab, ["local"] * len(workers), epochs=10)))
        shown = lab.ok("show", done[-1]["run"], "--json").json()
        places = {"local": "10.78.0.1", "node-1": "10.78.0.2", "node-2": "10.78.0.3"}
        assert [task["address"].rpartition(":")[0] for task in shown["tasks"]] == [places[name] for name in workers]
        megabytes = {device: (sent(nodes, 1, device) - before[device]) / 1e6 for device in before}
        print(f"node-1 has sent {megabytes} MB")
        # Each of its steps sends at least its own gradients, of 101,770 float64 variables.
        assert megabytes["eth1"] > 512 / 16 / len(workers) * 10 * 101770 * 8 / 1e6 > megabytes["eth0"], megabytes


SPREAD = {"chief": ["node-1"], "worker": ["local", "node-2"], "ps": ["node-1", "node-2"]}


@pytest.mark.parametrize("kind", ["ring", "parameter_server"])
def test_who_listens_does_so_in_the_subnet(lab, kind):
    with SshNodes(lab, 2) as nodes:
        two_networks(nodes)
        nodes.add()
        path = ps_file(lab, 2, 2, epochs=1000) if kind == "parameter_server" else spec_file(lab, ["local", "node-1", "node-2"], epochs=1000)
        stream = lab.stream("run", over(SUBNET, path, SPREAD if kind == "parameter_server" else None))
        run = stream.until("step")["run"]
        shown, places, listing = None, [], 0
        while shown != places or not places:  # what is shown was measured within a second
            assert (listing := listing + 1) < 200, (shown, places)
            tasks = lab.ok("show", run, "--json").json()["tasks"]
            shown = sorted(place for task in tasks for place in task.get("listens", []))
            seen = [nodes.listening(index) for index in range(3)]
            places = sorted(place for of_machine in seen for _, place in of_machine)
        lab.ok("stop", run, "--after", "now")
        stream.finish()
        for index, of_machine in enumerate(seen):
            assert of_machine, seen
            assert {place.rpartition(":")[0] for _, place in of_machine} == {f"10.78.0.{index + 1}"}, seen


def test_a_programs_tasks_meet_in_the_subnet(lab):
    """By TF_CONFIG and MASTER_ADDR; by the other network the nodes would not reach each other."""
    script = MEET + """
import json
peers = meet()
print("ENV", json.dumps(dict(os.environ)))
print("met", int(all_reduce(peers, RANK + 1)))
print("step 1 loss 0.5")
"""
    with SshNodes(lab, 2) as nodes:
        two_networks(nodes)
        nodes.add()
        run = finish(lab, over(SUBNET, command_file(lab, script, cluster={"worker": ["node-1", "local", "node-2"]})))
        for index in range(3):
            first, second, *_ = (lab.home / "runs" / run / "logs" / f"worker-{index}.a1.log").read_text().splitlines()
            found = json.loads(first.removeprefix("ENV "))
            hosts = [address.rpartition(":")[0] for address in json.loads(found["TF_CONFIG"])["cluster"]["worker"]]
            assert hosts == ["10.78.0.2", "10.78.0.1", "10.78.0.3"] and second == "met 6", (hosts, second)
            assert "subnet" not in found["TF_CONFIG"] and found["MASTER_ADDR"] == "10.78.0.2", found


def test_the_matrix_measures_the_links_of_the_subnet(lab):
    with SshNodes(lab, 2) as nodes:
        two_networks(nodes)
        nodes.add()
        _, links, _ = matrix(lab, code=4)
        assert links["node-1", "node-2"]["verdict"] == "failed" and links["local", "node-1"]["interface"] == "br0", links
        _, links, _ = matrix(lab, 0, "--subnet", SUBNET)
        assert links["node-1", "node-2"]["address"] == "10.78.0.3" and links["node-1", "node-2"]["all_reduce_ms"] > 0, links
        assert {pair: link["interface"] for pair, link in links.items()} == {
            (one, other): "br1" if one == "local" else "eth1" for one, other in links}
        # What node-1 sends there is slow from here on: the preflight of a run over it says so.
        ip(nodes, 1, "tc", "qdisc", "add", "dev", "eth1", "root", "tbf", "rate", "40mbit", "burst", "16k", "latency", "50ms")
        checked = lab.ok("preflight", over(SUBNET, spec_file(lab, ["local", "node-1", "node-2"])), "--json").json()
        slow = {(link["from"], link["to"]) for link in checked["machines"]["links"] if link["verdict"] == "warning"}
        assert slow >= {("node-1", "local"), ("node-1", "node-2")}, checked["machines"]
        assert all(link["interface"] in ("br1", "eth1") for link in checked["machines"]["links"]), checked["machines"]


def test_what_is_no_subnet_of_the_machines_is_refused(lab):
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        for subnet, code, words in [(SUBNET, "node.address", "has no address in the subnet 10.78.0.0/24; it has 10.77.0."),
                                    ("eth1", "cluster.bad_subnet", '"eth1" is not a subnet')]:
            refused = lab.cli("run", over(subnet, spec_file(lab, ["local", "node-1"])), "--json")
            assert refused.code == 3, refused
            problem, = (one for one in refused.json()["error"]["problems"] if one["severity"] == "error")
            assert problem["code"] == code and re.match("cluster", problem["path"]) and words in problem["message"], problem
        refused = lab.cli("nodes", "check", "--links", "--subnet", "eth1")
        assert refused.code == 3 and '"eth1" is not a subnet' in refused.err, refused
        _, links, _ = matrix(lab, 4, "--subnet", SUBNET)
        assert {link["fix"] for link in links.values()} == {"Choose a subnet in which all machines of the run have an address."}, links
