# SPDX-License-Identifier: Apache-2.0
"""The chapters of the illustrated guide (docs/guide) that need one machine; guide_steps.py has what they are made of."""
import json
import os
import pathlib
import re
import shutil

from guide_steps import Chapter

SOURCE = pathlib.Path(os.environ["TRAINYARD_SOURCE"])

first = Chapter("1-two-workers", "Two workers", """
    Two processes on this machine train one model together, as in TensorFlow's guide *Multi-worker training with Keras*:
    every worker computes the gradients of its half of each batch, and an all-reduce sums them.
    """)


@first.step
def first_start(hands, w):
    """Start the window

    `trainyard` opens it. There is nothing to set up: the agent, a small program that owns the runs, starts
    automatically, and the line at the bottom, **State of the agent**, shows that it is connected. **Runs** is still
    empty and offers a ready example. This guide takes the longer way and draws a cluster first.
    """
    w.see("Try an example: Fashion-MNIST", "push button")
    w.says("State of the agent", "Connected", str(hands.lab.home))
    w.see("Runs", "check box")
    assert hands.lab.ok("runs", "--json").json() == []


@first.step
def draw_two_workers(hands, w):
    """Draw the cluster

    Open **Clusters** and drag **Worker** onto the card of this machine, twice. The first worker is also the chief,
    which saves the checkpoints. Double-click a **Port** in the table and type it: `12345` and `23456` are the guide's.
    Without one, a free port is chosen at the start. Under **Strategy** choose **Multi-worker mirrored**, and lines show
    which tasks communicate.
    """
    w.press("Clusters", "check box")
    w.drag("Add: Worker", "Machine local, tasks: 0")
    w.drag("Add: Worker", "Machine local, tasks: 1")
    w.see("Machine local, tasks: 2")
    for row, port in enumerate(("12345", "23456")):
        w.edit_cell("Tasks", row, "Port", port)
    w.see("worker:1 on local, :23456")
    w.choose("Strategy", "Multi-worker mirrored")
    w.says("Communication", "Ring all-reduce")


@first.step
def save_the_cluster(hands, w):
    """Save the cluster

    Enter a name in **Name of the cluster** and press **Save**: the cluster is now in the list on the left. The tab
    **Text** shows the same cluster as in a run file, or as a TF_CONFIG. You can edit it there; the table and the
    drawing follow.
    """
    w.fill("Name of the cluster", "two-workers")
    w.press("Save", "push button")
    w.see("two-workers", "list item", inside="Saved clusters")
    w.press("Text", "page tab")
    w.says("Cluster as text", "12345", "23456", "multi_worker_mirrored")
    assert (hands.lab.home / "clusters/two-workers.yaml").is_file()


@first.step
def describe_the_run(hands, w):
    """Create a run

    **Use in new run** opens a run file with this cluster and the example data, Fashion-MNIST. Under **Training** set
    **Epochs** to 20 and **Steps per epoch** to 60, so that it takes less than a minute. An error would appear at its
    field; the line at the top, **Run file status**, shows that there is none. On the right is the file
    itself, as **YAML**: form and text are one.
    """
    w.press("Use in new run", "push button")
    w.press("Training", "list item")
    w.fill("Epochs", "20")
    w.fill("Steps per epoch", "60")
    w.press("YAML", "page tab")
    w.says("Run file", "epochs: 20", "steps_per_epoch: 60", "12345")
    w.says("Run file status", "Ready to run")


@first.step
def see_what_it_needs(hands, w):
    """Check the estimate

    **Estimate** shows what the run will need before it starts: the global batch, 2 × 64, the steps, the memory per
    replica and the bytes sent over the network per step. **Shards** shows who reads which samples, **Command** how to
    start the same run in a shell.
    """
    w.press("Command", "page tab")
    w.says("The same in a shell", "trainyard --headless run")
    w.press("Shards", "page tab")
    w.see("Data read by each task per epoch", "table")
    w.press("Estimate", "page tab")
    w.says("Resource estimate", "= 128", "1,200 total")


@first.step
def watch_it_train(hands, w):
    """Run, and watch

    Press **Run**. The page of the run opens, and its curves grow while it trains: the value of each step, dimmed, the
    smoothed curve over it and, from the end of the first epoch, the validation points. Diamonds under the curves are
    checkpoints. **Tasks** shows where the time of each task goes, **Events** what has happened, **Log lines** what the
    programs print.
    """
    w.press("Run", "push button")
    hands.first = w.says("Run", "two-workers")
    w.says("Curve of loss", "training", "at step")
    w.says("Curve of accuracy", "validation")
    w.row("Tasks", Task="worker:1", State="running")
    w.row("Events", Event="Checkpoint at step 60")
    w.see("Log lines", "list")
    told = hands.show(hands.first)
    assert told["status"] == "running" and [task["address"].rpartition(":")[2] for task in told["tasks"]] == ["12345", "23456"]


second = Chapter("2-a-worker-dies", "A worker dies", """
    A machine that fails should cost the steps since the newest checkpoint and nothing else. Try that before it happens:
    kill a worker of the run in progress.
    """)


@second.step
def choose_the_victim(hands, w):
    """Kill a worker

    Select **worker:1** in the table of tasks and press **Kill task…**. The dialog says what that costs before anything
    happens: the process is ended with signal 9, at once, as if its machine had lost power.
    """
    w.press("worker:1", inside="Tasks")
    w.press("Kill task…", "push button")
    w.see(lambda control: control.role == "label" and "SIGKILL" in control.name)
    w.see("Kill worker:1", "push button")


@second.step
def see_it_recover(hands, w):
    """Watch it recover

    Press **Kill worker:1**. The agent notices the death at once, ends the other worker, which waits for the dead one,
    takes the newest checkpoint that verifies and continues from it as **attempt 2** of the same run. The line under the
    buttons shows which task died after which step, and how long the run was interrupted. In the curves a cross marks
    the failure and a triangle the restart.
    """
    died = next(task["pid"] for task in hands.show(hands.first)["tasks"] if task["task"] == "worker:1")
    w.press("Kill worker:1", "push button")
    told = w.says("Recovery", f"worker:1 (pid {died}) was killed by signal 9", "attempt 2 from step")
    w.used.add(w.says("State", "attempt 2"))
    step = int(re.search(r"attempt 2 from step ([\d,]+)", told)[1].replace(",", ""))
    attempts = hands.show(hands.first)["attempts"]
    assert step >= 60 and step % 60 == 0, f"{step} is no end of an epoch"
    assert attempts == 2, attempts
    w.says("Recovery", "recovered in")


@second.step
def stop_for_today(hands, w):
    """Stop for today

    **Stop after epoch** finishes the current epoch, evaluates, saves a checkpoint and stops. Nothing is lost: the
    **State** is **stopped**, and **Resume** continues from there, tomorrow or on another day.
    """
    w.press("Stop after epoch", "push button")
    w.used.add(w.says("State", "stopped", "attempt 2"))
    w.see("Resume", "push button")
    told = hands.show(hands.first)
    assert told["status"] == "stopped" and told["attempts"] == 2 and told["step"] % 60 == 0, told


third = Chapter("3-parameter-servers", "Parameter servers, by keyboard", """
    The second cluster is that of TensorFlow's guide *Parameter server training*: two parameter servers hold the
    variables, three workers compute gradients, each at its own pace, and a chief schedules the steps. You won't need
    the mouse: everything in the window can be done by keyboard.
    """)


@third.step
def empty_cluster(hands, w):
    """Start with an empty cluster

    <kbd>Ctrl+2</kbd> opens the clusters. <kbd>Tab</kbd> moves from control to control; in **Templates** choose
    **An empty cluster** with the arrow keys and <kbd>Return</kbd>.
    """
    w.key("ctrl+2")
    w.see("Use in new run", "push button")
    w.tab_to("Templates")
    w.key("Home")
    w.see("An empty cluster", "list item")
    w.key("Return")
    w.see("Machine local, tasks: 0")


@third.step
def draw_servers(hands, w):
    """Draw the cluster by name

    <kbd>Ctrl+K</kbd> lists every command; type part of its name and press <kbd>Return</kbd>. **Add: Chief** once,
    **Add: Worker** three times and **Add: Parameter server** twice make the guide's cluster. It needs its strategy:
    <kbd>Tab</kbd> to **Strategy** and type the first letters of **Parameter server**. Now every worker is connected to
    every parameter server.
    """
    for role, count in (("Add: Chief", 1), ("Add: Worker", 3), ("Add: Parameter server", 2)):
        for _ in range(count):
            w.command(role)
    w.see("Machine local, tasks: 6")
    w.tab_to("Strategy")
    w.type("Par")
    w.says("Strategy", "Parameter server")
    w.says("Communication", "every parameter server")


@third.step
def describe_the_second_run(hands, w):
    """Create a run

    <kbd>F5</kbd> puts the cluster into the run that you described before; the rest stays unchanged. <kbd>Tab</kbd> to
    **Sections of the form**: from **Model**, <kbd>Tab</kbd> moves on to **Name**. <kbd>Shift+Tab</kbd> moves back; then
    <kbd>Down</kbd> to **Training**, and <kbd>Tab</kbd> on to **Epochs**, 30, and **Steps per epoch**, 240. Here a step
    is one batch of one worker.
    """
    w.key("F5")
    w.see("Sections of the form", "list")
    w.tab_to("Sections of the form")
    w.arrow_to("Model", "Up")
    w.tab_to("Name")
    w.overwrite("Name", "servers")
    w.tab_to("Sections of the form", "shift+Tab")
    w.arrow_to("Training", "Down")
    w.tab_to("Epochs")
    w.overwrite("Epochs", "30")
    w.tab_to("Steps per epoch")
    w.overwrite("Steps per epoch", "240")
    w.says("Resource estimate", "240 per epoch, 7,200 total")


@third.step
def watch_the_servers(hands, w):
    """Run

    <kbd>F5</kbd> again starts it. **Tasks** now lists six; the chief's log shows the closures that it schedules.
    """
    w.key("F5")
    hands.second = w.says("Run", "servers")
    w.row("Tasks", Task="worker:2", State="running")
    w.row("Tasks", Task="ps:1", State="running")
    w.says("Curve of loss", "training", "at step")
    w.row("Events", Event="Checkpoint at step 240")
    assert sorted(task["task"] for task in hands.show(hands.second)["tasks"]) == ["chief:0", "ps:0", "ps:1", "worker:0", "worker:1", "worker:2"]


@third.step
def kill_a_worker_by_keyboard(hands, w):
    """Kill a worker again

    <kbd>Tab</kbd> to **Tasks**, the arrow keys to **worker:1**, <kbd>Tab</kbd> to **Kill task…**, <kbd>space</kbd>, and
    in the dialog <kbd>Tab</kbd> to **Kill worker:1**. No task waits for a worker here: the others continue, its batch
    goes to another worker, and the killed worker is restarted beside them. The run stays in its first attempt.
    """
    before = {task["task"]: task["pid"] for task in hands.show(hands.second)["tasks"]}
    w.tab_to("Tasks")
    w.arrow_to("worker:1", "Down")
    w.tab_to("Kill task…")
    w.key("space")
    w.see("Kill worker:1", "push button")
    w.key("Tab")
    w.tab_to("Kill worker:1")
    w.key("space")
    w.row("Events", Event="worker:1")
    after = w.until("another worker:1", lambda: (now := {task["task"]: task["pid"] for task in hands.show(hands.second)["tasks"]})["worker:1"] != before["worker:1"] and now)
    w.row("Tasks", Task="worker:1", State="running")
    assert {task: pid for task, pid in after.items() if task != "worker:1"} == {task: pid for task, pid in before.items() if task != "worker:1"}


@third.step
def stop_the_servers(hands, w):
    """Save and stop

    <kbd>Ctrl+K</kbd> and **Save and stop**: the run saves a checkpoint at the next step, and the **State** becomes
    **stopped**.
    """
    w.command("Save and stop")
    w.used.add(w.says("State", "stopped"))
    told = hands.show(hands.second)
    assert told["status"] == "stopped" and told["attempts"] == 1, told


fourth = Chapter("4-compare", "Compare two runs", """
    Two runs used the same data on different clusters. How do they differ, and which did better?
    """)


@fourth.step
def compare_runs(hands, w):
    """Select two runs

    In the list of **Runs** click one run, then the other with Ctrl held down. Their curves are drawn over one another,
    each run in its colour, and below them are **Results and differences**: how well each did, and where their run files
    differ.
    """
    w.press(hands.first, "cell", inside="Runs")
    w.press(hands.second, "cell", inside="Runs", hold="ctrl")
    w.says("Curve of loss", hands.first, hands.second)
    w.used.add("Runs")
    rows = w.until("the differences", lambda: w.rows("Results and differences"))
    assert any("steps_per_epoch" in "".join(row.values()) and "60" in row.values() and "240" in row.values() for row in rows), rows


fifth = Chapter("5-checkpoints", "Back to a checkpoint", """
    A run saves a checkpoint at the end of each epoch and keeps the newest three. You can inspect, verify and restore
    each of them, and start a new run from it.
    """)


@fifth.step
def look_into_a_checkpoint(hands, w):
    """Inspect it

    Open **Checkpoints**, choose the run of two workers, and then the checkpoint before its newest. On the left are the
    metrics of each; on the right its **Tensors**, with their shapes and sizes. **Verify** reads every byte and compares
    it with what was written.
    """
    w.press("Checkpoints", "check box")
    w.choose("Run whose checkpoints are listed", hands.first)
    steps = sorted(one["step"] for one in hands.checkpoints(hands.first))
    hands.old, hands.newest = steps[-2:]
    assert hands.newest - hands.old == 60, steps
    w.press(f"{hands.old:,}", "cell", inside="Checkpoints")
    w.until("tensors", lambda: w.find("Tensors", "tree") or w.find("Tensors", "table"))
    w.used.add("Tensors")
    w.press("Verify", "push button")
    w.says("Last action", f"step {hands.old:,}", "verified")
    w.row("Checkpoints", Step=f"{hands.old:,}", State="verified")


@fifth.step
def ask_to_restore(hands, w):
    """Restore it

    **Restore…** takes the run back to that checkpoint and continues from there. The dialog first says what that means:
    the step at which the run's next attempt starts, that 60 steps are repeated, and that nothing is deleted.
    """
    w.press("Restore…", "push button")
    w.see(lambda control: control.role == "label" and "Steps to repeat: 60" in control.name)
    w.see("Restore", "push button")


@fifth.step
def restored(hands, w):
    """Watch it continue

    Press **Restore**. The page of the run opens; it continues as **attempt 3** from the old checkpoint, and this time
    to its end. The curve of the repeated steps lies over the old one, because it is the same: the same seed gives the
    same steps.
    """
    w.press("Restore", "push button")
    w.used.add(w.says("State", "attempt 3"))
    w.says("State", "succeeded", "attempt 3", limit=180)
    w.row("Events", Event=f"attempt 3 from step {hands.old:,}")
    told = hands.show(hands.first)
    assert told["status"] == "succeeded" and told["attempts"] == 3 and told["step"] == 1200, told


@fifth.step
def branch_off(hands, w):
    """Branch from it

    Back in **Checkpoints**, again choose one that is not the newest. **Branch…** starts a new run with its weights, its
    optimizer's state and its position. The old run does not change.
    """
    w.press("Checkpoints", "check box")
    w.press("1,140", "cell", inside="Checkpoints")
    w.press("Branch…", "push button")
    w.see(lambda control: control.role == "label" and "Starts a new run" in control.name)
    w.see("Branch", "push button")


@fifth.step
def branched(hands, w):
    """Watch the branch train

    Press **Branch**. The new run starts where the checkpoint was saved and goes its own way; in the list of **Runs** it
    is beside the run it came from.
    """
    w.press("Branch", "push button")
    others = ("", hands.first, hands.second)
    hands.third = w.until("the branch", lambda: next((one.description for one in w.find("Run", "label") if one.description not in others), None))
    w.says("State", "succeeded", limit=180)
    w.row("Runs", Run=hands.third)
    told = hands.show(hands.third)
    assert told["status"] == "succeeded" and told["step"] == 1200 and told["attempts"] == 1, told
    assert hands.show(hands.first)["attempts"] == 3


sixth = Chapter("6-your-own-script", "Your own script", """
    A training that you have already written runs as it is. `resources/examples/own-script/train.py` is one in plain
    Python; copy it and `plugins/clients/python/trainyard/client.py` into a folder, `my-project`. It has ten lines for
    Trainyard, which do nothing when you start it yourself:

    ```python
    from client import Client
    with Client() as client:
        client.catch_stop()
        step, weights = load(client.resume_from())          # what it reported before, or None
        # in each step:
        client.wait_while_paused()                          # Pause, and Continue
        rate = client.learning_rate(0.2)                    # another one after `change --set learning_rate=…`
        client.log("loss", loss, step)
        if step % 100 == 0 or client.should_save() or client.should_stop():
            client.report_checkpoint(save(step, weights), step)
        if client.should_stop():                            # Stop
            break
    ```

    It saves its state every 100 steps, each time in a file of its own, and reports it as a checkpoint.
    """)


@sixth.step
def name_the_program(hands, w):
    """Name the program

    <kbd>Ctrl+N</kbd> opens the run that you described last. **Examples** shows what else there is to begin with: press
    **Run a program**. Enter a **Name**, and under **Command** what you would type in a shell: `python3 train.py`. The
    boxes below it are the arguments that the program gets. **Working folder** is where it starts.
    """
    hands.project = hands.lab.root / "my-project"
    hands.project.mkdir()
    for file in ("resources/examples/own-script/train.py", "plugins/clients/python/trainyard/client.py"):
        shutil.copy(SOURCE / file, hands.project)
    w.key("ctrl+n")
    w.press("Examples and recent files", "push button")
    w.press("Run a program: start from an empty command", "push button")
    w.fill("Name", "parabola")
    w.fill("Command", "python3 train.py")
    w.says("Arguments", "python3", "train.py")
    w.fill("Working folder", str(hands.project))
    w.says("Run file status", "Ready to run")


@sixth.step
def watch_the_program(hands, w):
    """Run, and watch

    Press **Run**. The script's loss is drawn while it runs, like that of any other run, and **Log lines** has what it
    prints. **Where the metrics come from** says what was found: here the event file that `client.log` writes. Scripts
    that log to TensorBoard, or print what Keras, Lightning or Transformers print, need no line at all.
    """
    w.press("Run", "push button")
    hands.own = w.says("Run", "parabola")
    w.says("Where the metrics come from", "TensorBoard event files (worker:0)")
    w.says("Curve of loss", "at step")
    w.see("Log lines", "list")
    w.until("a saved state", lambda: list(hands.project.glob("step-*.json")))
    told = hands.show(hands.own)
    assert (told["status"], told["strategy"]) == ("running", "command"), told


@sixth.step
def kill_the_program(hands, w):
    """Kill it

    Select **worker:0 (chief)** in the table of tasks, press **Kill task…**, and **Kill worker:0**. The program is
    started again, as **attempt 2** of the same run. It gets the checkpoint that it reported last, and repeats the steps
    since then, up to 100; the curve continues. `on_failure.restarts` in the run file says how often this is tried.
    """
    w.press("worker:0 (chief)", inside="Tasks")
    w.press("Kill task…", "push button")
    w.press("Kill worker:0", "push button")
    w.used.add(w.says("State", "attempt 2"))
    w.row("Events", Event="attempt 2")
    w.see(lambda control: control.role == "list item" and control.name.startswith("continues from step"))
    told = hands.show(hands.own)
    assert told["attempts"] == 2 and told["status"] in ("running", "starting"), told


@sixth.step
def stop_the_program(hands, w):
    """Stop it

    **Stop** asks the script to stop: `client.should_stop()` is true, it saves, and ends. A script that does not ask is
    ended by the signal. The **State** is **stopped**, and **Resume** starts the script again from its last checkpoint.
    The page **Checkpoints** lists those of scripts, too.
    """
    w.press("Stop", "push button")
    w.used.add(w.says("State", "stopped"))
    w.see("Resume", "push button")
    told = hands.show(hands.own)
    saved = json.loads(max(hands.project.glob("step-*.json")).read_text())
    assert told["status"] == "stopped" and told["step"] == saved["step"], (told, saved["step"])
    w.press("Checkpoints", "check box")
    w.choose("Run whose checkpoints are listed", hands.own)
    w.see(f"{saved['step']:,}", "cell", inside="Checkpoints")
    w.press("Runs", "check box")
    w.says("State", "stopped")


CHAPTERS = [first, second, third, fourth, fifth, sixth]
