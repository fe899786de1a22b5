# SPDX-License-Identifier: Apache-2.0
"""What `export` writes, read by the programs that it is for. Needs a Python with tensorboard (TRAINYARD_TF_PYTHON), one with mlflow
(TRAINYARD_MLFLOW_PYTHON; tests/bench/peers/setup.sh makes both) and Chromium (Debian's package). Weights: test_layouts_keras.py, test_layouts_torch.py."""
import base64
import contextlib
import csv
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.request

import numpy
import pytest

import media_log
from chromium import Chromium
from lab import LIMIT
from test_export import interrupted_run, rows_of
from test_media import MEDIA_LOGS

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
    done = subprocess.run([os.environ["TRAINYARD_TF_PYTHON"], "-c", READ_LOGS, lab.root / "logs/worker-0/train"], capture_output=True, check=True,
                          timeout=LIMIT)
    read = json.loads(done.stdout)
    rows = list(csv.DictReader(rows_of(lab, run).splitlines()))
    expected = {int(row["step"]): float(row["value"]) for row in rows if row["tag"] == "batch_loss"}  # the newest attempt's value of a step
    assert [step for step, _ in read["batch_loss"]] == list(range(1, 41)), "steps 21 to 30 were done twice"
    assert {step: f"{value:.9g}" for step, value in read["batch_loss"]} == {step: f"{value:.9g}" for step, value in expected.items()}


# What TensorBoard's HPARAMS tab asks its server for.
READ_SESSIONS = """
import json, sys
from google.protobuf import json_format
from tensorboard.backend.event_processing.data_provider import MultiplexerDataProvider
from tensorboard.backend.event_processing.plugin_event_multiplexer import EventMultiplexer
from tensorboard.context import RequestContext
from tensorboard.plugins.base_plugin import TBContext
from tensorboard.plugins.hparams import api_pb2, backend_context, get_experiment, list_session_groups
logs = EventMultiplexer().AddRunsFromDirectory(sys.argv[1])
logs.Reload()
context = backend_context.Context(TBContext(logdir=sys.argv[1], multiplexer=logs, data_provider=MultiplexerDataProvider(logs, sys.argv[1])))
experiment = get_experiment.Handler(RequestContext(), context, "x", api_pb2.GetExperimentRequest()).run()
asked = api_pb2.ListSessionGroupsRequest(start_index=0, slice_size=100, allowed_statuses=list(api_pb2.Status.values()))
asked.col_params.extend(api_pb2.ColParams(hparam=info.name) for info in experiment.hparam_infos)
asked.col_params.extend(api_pb2.ColParams(metric=info.name) for info in experiment.metric_infos)
groups = list_session_groups.Handler(RequestContext(), context, "x", asked).run()
print(json.dumps([json_format.MessageToDict(message, preserving_proto_field_name=True) for message in (experiment, groups)]))
"""


def test_tensorboard_compares_runs_by_their_hyperparameters(lab):
    runs = {}
    for name, rate in (("slow", 0.01), ("fast", 0.1)):
        file = lab.run_file(optimizer={"sgd": {"learning_rate": rate}}, max_steps=8)
        file.write_text(json.dumps(json.loads(file.read_text()) | {"name": name}))
        runs[name] = lab.finished(file)[1]
    (lab.root / "logs").mkdir()
    for name, shown in runs.items():
        lab.ok("export", shown["run"], lab.root / "logs" / name, "--to", "tensorboard")
    done = subprocess.run([os.environ["TRAINYARD_TF_PYTHON"], "-c", READ_SESSIONS, lab.root / "logs"], capture_output=True, check=True, timeout=LIMIT)
    experiment, groups = json.loads(done.stdout)
    differing = {info["name"]: info["domain_interval"] for info in experiment["hparam_infos"] if info.get("differs") and "domain_interval" in info}
    assert differing == {"train.optimizer.sgd.learning_rate": {"min_value": 0.01, "max_value": 0.1}}
    sessions = {group["sessions"][0]["name"]: group for group in groups["session_groups"]}
    assert sessions.keys() == runs.keys()
    for name, shown in runs.items():
        group = sessions[name]
        assert group["hparams"]["name"] == name and group["hparams"]["train.max_steps"] == 8, group
        assert group["sessions"][0]["status"] == "STATUS_SUCCESS"
        final = {value["name"]["tag"]: value["value"] for value in group["metric_values"] if not value["name"].get("group")}
        assert final == pytest.approx(shown["metrics"], rel=1e-6) and "loss" in final


# What MLflow's own client reads from its server.
READ_MLFLOW = """
import json, sys
from mlflow.tracking import MlflowClient
client = MlflowClient(sys.argv[1])
experiment = client.get_experiment_by_name("Trainyard")
[run] = client.search_runs([experiment.experiment_id])
loss = [[one.step, one.value] for one in client.get_metric_history(run.info.run_id, "train/batch_loss")]
print(json.dumps({"status": run.info.status, "name": run.info.run_name, "params": run.data.params, "tags": run.data.tags, "loss": loss,
                  "metrics": len(run.data.metrics)}))
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def mlflow_server(folder):
    """MLflow's own server, with a store in `folder`: its address."""
    port = free_port()
    command = [os.environ["TRAINYARD_MLFLOW_PYTHON"], "-m", "mlflow", "server", "--host", "127.0.0.1", "--port", str(port), "--workers", "1",
               "--backend-store-uri", f"sqlite:///{folder}/store.db", "--default-artifact-root", str(folder / "artifacts")]
    with open(folder / "server.log", "wb") as log, subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True) as server:
        try:
            deadline = time.monotonic() + LIMIT
            while server.poll() is None and time.monotonic() < deadline:
                with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
                    if answer.status == 200:
                        break
            yield f"http://127.0.0.1:{port}"
        finally:
            os.killpg(server.pid, signal.SIGTERM)


def test_mlflow_has_the_run(lab):
    run = interrupted_run(lab)
    folder = lab.root / "mlflow"
    folder.mkdir()
    with mlflow_server(folder) as address:
        written = lab.ok("export", run, address, "--to", "mlflow", "--json").json()
        refused = lab.cli("export", run, address, "--to", "mlflow", "--json")
        done = subprocess.run([os.environ["TRAINYARD_MLFLOW_PYTHON"], "-c", READ_MLFLOW, address], capture_output=True, check=True, timeout=LIMIT)
    read = json.loads(done.stdout)
    assert read["status"] == "FINISHED" and read["name"] == "twice" and read["params"]["train.epochs"] == "4", read
    assert written["path"].startswith(f"{address}/#/experiments/"), written
    assert refused.code == 3 and refused.json()["error"]["code"] == "export.exists", refused
    rows = list(csv.DictReader(rows_of(lab, run).splitlines()))
    expected = {int(row["step"]): float(row["value"]) for row in rows if (row["task"], row["tag"]) == ("worker:0", "batch_loss")}
    assert sorted(step for step, _ in read["loss"]) == sorted(expected)
    assert dict(read["loss"]) == pytest.approx(expected, rel=1e-7)
    assert read["metrics"] == len({(row["task"], row["split"], row["tag"]) for row in rows})


def test_a_browser_without_a_network_shows_the_report(lab):
    runs = [interrupted_run(lab, "first"), interrupted_run(lab, "second")]
    media_log.write(lab.root / "media", steps=(0, 10))
    runs.append(lab.ok("import", lab.root / "media", "--json").json()["runs"][0]["run"])
    lab.ok("export", *runs, lab.root / "report.html", "--to", "html")
    browser = shutil.which("chromium")
    assert browser, "apt-get install chromium"
    command = ["unshare", "--net", browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={lab.root / 'profile'}"]
    page = (lab.root / "report.html").as_uri()
    shown = subprocess.run([*command, "--dump-dom", page], capture_output=True, check=True, timeout=LIMIT, text=True)
    assert len(re.findall("<polyline", shown.stdout)) >= 8, shown.stderr
    subprocess.run([*command, f"--screenshot={lab.root / 'report.png'}", "--window-size=1280,1600", page], capture_output=True, check=True, timeout=LIMIT)
    assert (lab.root / "report.png").stat().st_size > 50_000


# What a person sees: the steps that are shown (of histograms: not pale), and what is said of the slider.
SHOWN = """(number => {
  const figure = document.querySelectorAll("figure.steps")[number], slider = figure.querySelector("input[type=range]");
  const isSeen = item => getComputedStyle(item).display !== "none" && getComputedStyle(item).opacity > 0.9;
  return {shown: [...figure.querySelectorAll("[data-step]")].filter(isSeen).map(item => item.dataset.step), label: slider && slider.ariaLabel,
          value: slider && slider.getAttribute("aria-valuetext"), all: slider && figure.querySelector("input[type=checkbox]").checked};
})"""


def test_the_keyboard_moves_the_sliders_of_a_report(lab):
    media_log.write(lab.root / "media", steps=(0, 10, 20))
    run = lab.ok("import", lab.root / "media", "--json").json()["runs"][0]["run"]
    lab.ok("export", run, lab.root / "report.html", "--to", "html")
    steps = ["step 0", "step 10", "step 20"]
    with Chromium(lab.root) as page:
        page.open(lab.root / "report.html")
        figures = page.ask('document.querySelectorAll("figure.steps").length')
        assert figures == 5, "three series of images, two of histograms"
        for number in range(figures):
            assert page.ask(f"{SHOWN}({number})")["shown"] == steps
            if number == 0:
                page.ask('document.querySelector("figure.steps input").focus()')
            else:
                page.press("Tab", 9)
            page.press("ArrowLeft", 37)
            one = page.ask(f"{SHOWN}({number})")
            assert one["shown"] == ["step 10"] and one["value"] == "step 10" and not one["all"], one
            assert one["label"].startswith("Step of t"), one
            page.press("Home", 36)
            assert page.ask(f"{SHOWN}({number})")["shown"] == ["step 0"]
            if number in (0, 3):
                page.screenshot(lab.root / f"slider-{number}.png")
            page.press("Tab", 9)
            page.call("Input.dispatchKeyEvent", type="keyDown", key=" ", code="Space", text=" ", windowsVirtualKeyCode=32)
            page.call("Input.dispatchKeyEvent", type="keyUp", key=" ", code="Space", windowsVirtualKeyCode=32)
            assert page.ask(f"{SHOWN}({number})")["shown"] == steps
        page.open(lab.root / "report.html", has_scripts=False)
        html = page.html()
        assert 'type="range"' not in html and 'class="other"' not in html and html.count("<li data-step") == 9


@pytest.mark.parametrize("writer", ["tf", "tensorboardx"])
def test_tensorboard_reads_what_was_imported(lab, writer):
    """Images and all else beside scalars, in and out again, is what it reads from the log itself."""
    make = MEDIA_LOGS / "make.py"
    run = lab.ok("import", MEDIA_LOGS / writer, "--json").json()["runs"][0]["run"]
    lab.ok("export", run, lab.root / "logs", "--to", "tensorboard")
    subprocess.run([os.environ["TRAINYARD_TF_PYTHON"], make, lab.root / "logs", "read"], capture_output=True, check=True, timeout=LIMIT)
    read = {}
    for plugins in json.loads((lab.root / "logs/read.json").read_text()).values():
        for plugin, tags in plugins.items():
            read.setdefault(plugin, {}).update(tags)
    expected = json.loads((MEDIA_LOGS / "read.json").read_text())[writer]
    if "hparams" in expected:  # of the whole run, beside what is known of it
        assert list(read.pop("hparams").values()) == list(expected.pop("hparams").values())
    for tags in (read["images"], expected["images"]):  # one image of a step has one tag, after width and height
        for tag in list(tags):
            for step, (width, height, *images) in tags[tag].items():
                for n, image in enumerate(images):
                    tags.setdefault(f"{tag}/{n}" if n else tag, {})[step] = [image]
    assert read.keys() == expected.keys()
    for plugin, tags in expected.items():
        assert read[plugin].keys() == tags.keys(), plugin
        for tag, steps in tags.items():
            for step, value in steps.items():
                ours = read[plugin][tag][step]
                if plugin == "text":  # a table has become lines
                    assert base64.b64decode(ours[0]) == b"\n".join(map(base64.b64decode, value)), tag
                elif plugin == "images":
                    assert ours == value, tag
                else:  # TensorBoard reads old histograms as float32
                    assert numpy.array_equal(numpy.array(ours, dtype="f4"), numpy.array(value, dtype="f4")), (plugin, tag, step)
