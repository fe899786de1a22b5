# SPDX-License-Identifier: Apache-2.0
"""What `export` writes, read by the programs that it is for. Needs a Python with tensorboard (TRAINYARD_PEER_PYTHON; tests/bench/peers/setup.sh makes
one) and Chromium (Debian's package)."""
import csv
import json
import os
import re
import shutil
import subprocess

from lab import LIMIT
from test_export import interrupted_run, rows_of

# What TensorBoard's own server reads them with. EventAccumulator, of the same package, keeps steps that were done again of values that are tensors.
READ_LOGS = """
import json, sys
from tensorboard.backend.event_processing.plugin_event_accumulator import EventAccumulator
from tensorboard.util.tensor_util import make_ndarray
logs = EventAccumulator(sys.argv[1], size_guidance={"tensors": 0})
logs.Reload()
print(json.dumps({tag: [[event.step, float(make_ndarray(event.tensor_proto))] for event in logs.Tensors(tag)] for tag in logs.Tags()["tensors"]}))
"""


def test_tensorboard_reads_each_step_once(lab):
    run = interrupted_run(lab)
    lab.ok("export", run, lab.root / "logs", "--to", "tensorboard")
    done = subprocess.run([os.environ["TRAINYARD_PEER_PYTHON"], "-c", READ_LOGS, lab.root / "logs/worker-0/train"], capture_output=True, check=True,
                          timeout=LIMIT)
    read = json.loads(done.stdout)
    rows = list(csv.DictReader(rows_of(lab, run).splitlines()))
    expected = {int(row["step"]): float(row["value"]) for row in rows if row["tag"] == "batch_loss"}  # the newest attempt's value of a step
    assert [step for step, _ in read["batch_loss"]] == list(range(1, 41)), "steps 21 to 30 were done twice"
    assert {step: f"{value:.9g}" for step, value in read["batch_loss"]} == {step: f"{value:.9g}" for step, value in expected.items()}


def test_a_browser_without_a_network_shows_the_report(lab):
    runs = [interrupted_run(lab, "first"), interrupted_run(lab, "second")]
    lab.ok("export", *runs, lab.root / "report.html", "--to", "html")
    browser = shutil.which("chromium")
    assert browser, "apt-get install chromium"
    command = ["unshare", "--net", browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={lab.root / 'profile'}"]
    page = (lab.root / "report.html").as_uri()
    shown = subprocess.run([*command, "--dump-dom", page], capture_output=True, check=True, timeout=LIMIT, text=True)
    assert len(re.findall("<polyline", shown.stdout)) >= 8, shown.stderr
    subprocess.run([*command, f"--screenshot={lab.root / 'report.png'}", "--window-size=1280,1600", page], capture_output=True, check=True, timeout=LIMIT)
    assert (lab.root / "report.png").stat().st_size > 50_000
