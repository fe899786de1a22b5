# SPDX-License-Identifier: Apache-2.0
"""The chapter of the illustrated guide (docs/guide) on other machines."""
from guide_steps import Chapter

two_machines = Chapter("7-two-machines", "Two machines", """
    A run can be on machines that you reach with `ssh`; what it asks, such as a passphrase or a password, is asked in a
    dialog. They need Linux and an account; nothing is installed by hand, no port is opened, and nobody needs to be
    root. Here the window is on a laptop, and `node-1` and `node-2` are two machines whose names `ssh` knows. Their
    tasks train together over the network between them. What they send there is neither encrypted nor authenticated, so
    use a private network or a VPN: a run over public addresses is refused unless its file allows it.
    """, machines=2)


@two_machines.step
def add_the_machines(hands, w):
    """Add the machines

    Open **Nodes** and press **Add node…**. Type the name of the host as `ssh` knows it, `node-1`, and press
    <kbd>Return</kbd>. A machine that lacks Trainyard is sent it, 60 MB; **Setup of a node** shows how much has arrived.
    Then add `node-2`. **Prepare node-1** would send libtorch, 450 MB; these two have it.
    """
    w.says("State of the agent", "Connected")  # from then on nothing moves
    w.press("Nodes", "check box")
    for name in hands.nodes.names:
        w.press("Add node", "push button")
        w.see(lambda control: control.role == "text" and control.title.startswith("Host, as ssh knows it"))
        w.type(name)
        w.key("Return")
        w.says("Setup of a node", f"{name} is added")
    w.used.add("Add node…")
    w.see("Prepare node-1", "push button")
    w.see("Prepare node-2", "push button")
    w.press("Cancel, or close this notice", "push button")  # whose room the buttons of node-2 need
    listed = hands.lab.ok("nodes", "--json").json()
    assert [(node["node"], node["state"]) for node in listed] == [(name, "connected") for name in ("local", *hands.nodes.names)], listed


@two_machines.step
def measure_the_links(hands, w):
    """Test the links

    **Test nodes** has each machine test itself, and each one its link to each other one: bandwidth, round trip, and a
    real all-reduce. **Tests of the nodes and their links** is green where all is well. What is not is listed below it
    with what to do, and a button where the window can do it.
    """
    w.press("Test nodes", "push button")
    w.until("the tests", lambda: w.find("Tests of the nodes and their links", "table"))
    w.used.add("Tests of the nodes and their links")
    cells = w.until("a measured link", lambda: [cell.name for cell in w.find(lambda control: control.role == "cell", inside="Tests of the nodes and their links")])
    # Of a busy machine the worker may start too late for its own test, and a link be slow.
    assert "Not tested" not in cells and sum("/s\n" in cell for cell in cells) == 6, cells


@two_machines.step
def draw_over_them(hands, w):
    """Draw a cluster over them

    In **Clusters** every node is a card now. Drag **Worker** onto `node-1` and onto `node-2`. The first worker is the
    chief, so the checkpoints will be on `node-1`. Under **Strategy** choose **Multi-worker mirrored**, as for two
    processes on one machine.
    """
    w.press("Clusters", "check box")
    w.drag("Add: Worker", "Machine node-1, tasks: 0")
    w.see("Machine node-1, tasks: 1")
    w.drag("Add: Worker", "Machine node-2, tasks: 0")
    w.see("Machine node-2, tasks: 1")
    w.choose("Strategy", "Multi-worker mirrored")
    w.says("Communication", "Ring all-reduce")
    w.fill("Name of the cluster", "two-machines")
    w.press("Save", "push button")
    w.see("two-machines", "list item", inside="Saved clusters")


@two_machines.step
def run_there(hands, w):
    """Run

    **Use in new run**, then under **Training** set **Epochs** to 100 and **Steps per epoch** to 60, and press **Run**.
    Logs, curves and the use of each task arrive as from this machine. In **Tasks** the tasks are below their machine,
    with the state of its link and what the run uses of it.
    """
    w.press("Use in new run", "push button")
    w.press("Training", "list item")
    w.fill("Epochs", "100")
    w.fill("Steps per epoch", "60")
    w.says("Run file status", "Ready to run")
    w.press("Run", "push button")
    hands.far = w.says("Run", "two-machines")
    w.says("Curve of loss", "training", "at step")
    for name in hands.nodes.names:
        w.row("Tasks", Task=f"{name} · Connected · CPUs in use")
    w.row("Tasks", Task="worker:0", State="running")
    w.row("Tasks", Task="worker:1", State="running")
    w.row("Events", Event="Checkpoint at step 60")
    told = hands.show(hands.far)
    assert (told["status"], [task["node"] for task in told["tasks"]]) == ("running", hands.nodes.names), told


@two_machines.step
def cut_the_link(hands, w):
    """Take the laptop away

    Close the laptop, or carry it out of the network: the link to both machines is cut. That is no failure. In **Tasks**
    the row of each machine says since when and why, and its task has **no link**. The values are the last known ones;
    the training continues, and so do its checkpoints on `node-1`.
    """
    hands.nodes.cut()
    w.row("Tasks", Task="Waiting for the link")
    w.row("Tasks", Task="worker:0", State="no link")
    w.row("Tasks", Task="worker:1", State="no link")
    w.used.add("no link")
    hands.known = hands.show(hands.far)["step"]
    there = hands.nodes.homes["node-1"]
    w.until("a checkpoint that this machine does not know", lambda: [
        path for path in there.glob(f"hosted/*/{hands.far}/checkpoints/ckpt-*") if int(path.name.split("-")[1]) > hands.known + 60])


@two_machines.step
def connect_again(hands, w):
    """Bring it back

    The agent connects again on its own; **Check node-1** on the page of the nodes would do it at once. What was written
    meanwhile arrives then: **Curve of loss** has neither a gap nor a duplicate, and **Events** has the checkpoints.
    """
    hands.nodes.restore()
    w.press("Nodes", "check box")
    w.press("Check node-1", "push button")
    w.press("Check node-2", "push button")
    w.press("Runs", "check box")
    w.row("Tasks", Task="node-1 · Connected")
    w.row("Tasks", Task="node-2 · Connected")
    w.row("Tasks", Task="worker:1", State="running")
    w.row("Events", Event="Checkpoint at step")
    w.says("Curve of loss", "training", "at step")
    w.until("the steps of meanwhile", lambda: hands.show(hands.far)["step"] > hands.known + 60)
    steps = [int(row[4]) for row in hands.lab.metrics(hands.far, "--tag", "batch_loss")]
    assert steps == list(range(1, len(steps) + 1)) and len(steps) > hands.known, steps


@two_machines.step
def lose_a_worker(hands, w):
    """Lose a worker

    Select **worker:1** and press **Kill task…**, then **Kill worker:1**: its process on `node-2` is ended with signal 9.
    The run recovers as on one machine: both workers start again from the newest checkpoint, as **attempt 2**. `node-2`,
    which lacks it, is sent a copy.
    """
    died = next(task["pid"] for task in hands.show(hands.far)["tasks"] if task["task"] == "worker:1")
    assert "trainyard-worker" in hands.nodes.processes("node-2")[died]
    w.press("worker:1", inside="Tasks")
    w.press("Kill task…", "push button")
    w.press("Kill worker:1", "push button")
    w.says("Recovery", f"worker:1 (pid {died}) was killed by signal 9", "attempt 2 from step", "recovered in")
    w.used.add(w.says("State", "attempt 2"))
    w.row("Tasks", Task="worker:1", State="running")
    told = hands.show(hands.far)
    assert told["attempts"] == 2 and [task["node"] for task in told["tasks"]] == hands.nodes.names, told


@two_machines.step
def stop_there(hands, w):
    """Stop

    **Save and stop** saves a checkpoint and ends both tasks. **Checkpoints** of this run stay on `node-1`. They are
    verified, pinned and deleted there, and fetched when you need one here.
    """
    w.press("Save and stop", "push button")
    w.says("State", "stopped")
    w.press("Checkpoints", "check box")
    w.choose("Run whose checkpoints are listed", hands.far)
    newest = max(hands.checkpoints(hands.far), key=lambda one: one["step"])
    w.press(f"{newest['step']:,}", "cell", inside="Checkpoints")
    assert newest["path"].startswith("node-1:"), newest
    told = hands.show(hands.far)
    assert told["status"] == "stopped" and told["attempts"] == 2, told


CHAPTERS = [two_machines]
