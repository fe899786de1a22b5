# SPDX-License-Identifier: Apache-2.0
"""A run on two machines whose link to the home delays, repeats bytes, is half open and is cut, as TRAINYARD_SEED says."""
import time

from lab import LIMIT
from ssh_nodes import SshNodes
from test_crash import SEED
from test_nodes import finish, losses, spec_file

FAULTS = {"delay", "duplicate", "half-open", "cut"}
STEPS_AN_EPOCH = 16


def test_faults_of_the_link_reach_neither_the_training_nor_its_curve(lab):
    print(f"\nTRAINYARD_SEED={SEED}")
    with SshNodes(lab, 1) as nodes:
        nodes.add()
        stream = lab.stream("run", spec_file(lab, ["local", "node-1"], epochs=1_000_000))
        run = stream.until("started")["run"]
        log = nodes.spoil(SEED)
        deadline = time.monotonic() + LIMIT
        while not FAULTS <= (done := set(log.read_text().split()) if log.exists() else set()):
            assert time.monotonic() < deadline, f"after {LIMIT} s the link has not had {FAULTS - done}"
            stream.until("epoch")
        nodes.heal()
        deadline = time.monotonic() + LIMIT
        while (node := lab.ok("nodes", "--json").json()[1])["state"] != "connected":
            assert time.monotonic() < deadline, f"{LIMIT} s after the last fault: {node}"
            stream.until("epoch")
        lab.ok("stop", run)
        stream.finish()
        shown = lab.ok("show", run, "--json").json()
        assert (shown["status"], shown["attempts"]) == ("stopped", 1), shown
        curve = losses(lab, run)[1]
        assert [step for step, _ in curve] == list(range(curve[0][0], curve[0][0] + len(curve))), "a gap or a duplicate"
        whole = losses(lab, finish(lab, spec_file(lab, ["local", "local"], epochs=-(-len(curve) // STEPS_AN_EPOCH))))[1]
        assert len(curve) > STEPS_AN_EPOCH
        assert curve == whole[:len(curve)]
