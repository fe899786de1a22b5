# SPDX-License-Identifier: Apache-2.0
"""What TensorBoard shows beside scalars: imported, printed, written to files, and read again into a new store."""
import base64
import json
import os
import pathlib
import re
import sys

import numpy

import media_log
from test_export import Page

MEDIA_LOGS = pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "tests/e2e/reference/media_logs"


def media(lab, run, kind, *more):
    return lab.ok("metrics", run, "--kind", kind, "--json", *more).json()


def test_imported_images_histograms_and_texts_are_printed(lab):
    folder = lab.root / "logs"
    media_log.write(folder, steps=(0, 10))
    told, = lab.ok("import", folder, "--json").json()["runs"]
    assert (told["points"], told["media"], told["problems"]) == (2, 15, []), told
    run = told["run"]

    images = media(lab, run, "images", "--out", lab.root / "pictures")
    assert [(one["tag"], one["step"], one["sample"]) for one in images] == [
        ("torch/ring", 0, 0), ("tf/rings", 0, 0), ("tf/rings", 0, 1),
        ("torch/ring", 10, 0), ("tf/rings", 10, 0), ("tf/rings", 10, 1)]
    written = [(lab.root / "pictures" / one["file"]).read_bytes() for one in images]
    assert written == [media_log.digit(step) for step in (0, 0, 5, 10, 10, 15)]

    kernels = media(lab, run, "histograms", "--tag", "tf/kernel")
    assert [one["buckets"] for one in kernels] == [media_log.bell(0.2 - step / 500, 0.05 + step / 400) for step in (0, 10)]
    weights = media(lab, run, "histograms", "--tag", "torch/weights")
    assert weights[1]["buckets"] == [[-1, 0, 11], [0, 1, 2], [1, 2, 3]]
    assert [one["text"] for one in media(lab, run, "text")] == [f"**epoch** {n}\nall is well" for n in (0, 1)]
    assert media(lab, run, "hparams")[0]["hparams"] == {"learning_rate": 0.01, "optimizer": "adam"}
    curve = media(lab, run, "pr_curves")[0]
    assert (curve["recall"], len(curve["precision"])) == ([1, 0.8999999761581421, 0.5, 0], 4)
    assert "values from -1 to 2" in lab.ok("metrics", run, "--kind", "histograms").out

    assert lab.cli("metrics", run, "--kind", "text", "--out", lab.root / "x").code == 2
    misspelt = lab.cli("metrics", run, "--kind", "images", "--tag", "torch/rings", "--out", lab.root / "x", "--json")
    error = misspelt.json()["error"]
    assert misspelt.code == 3 and error["code"] == "metrics.tag_not_found" and not (lab.root / "x").exists(), misspelt
    assert error["message"] == f"{run} has no images of torch/rings; it has tf/rings, torch/ring"
    assert lab.cli("metrics", "none-1", "--kind", "text", "--json").json()["error"]["code"] == "run.not_found"

    lab.ok("export", run, lab.root / "exported", "--to", "tensorboard")
    session, again = (one["run"] for one in lab.ok("import", lab.root / "exported", "--json").json()["runs"])
    assert media(lab, session, "hparams")[0]["hparams"] == {"learning_rate": 0.01, "optimizer": "adam"}
    assert [one["buckets"] for one in media(lab, again, "histograms", "--tag", "tf/kernel")] == [one["buckets"] for one in kernels]
    pictures = media(lab, again, "images", "--out", lab.root / "exported-pictures")
    assert [(lab.root / one["file"]).read_bytes() for one in pictures] == written
    assert [one["text"] for one in media(lab, again, "text")] == [f"**epoch** {n}\nall is well" for n in (0, 1)]

    lab.ok("export", run, lab.root / "report.html", "--to", "html")
    text = (lab.root / "report.html").read_text()
    page = Page(text)
    assert [base64.b64decode(data) for data in re.findall(r"data:image/png;base64,([^\"]*)", text)] == [
        media_log.digit(step) for step in (0, 10, 5, 15, 0, 10)]
    assert text.count('class="ridge') == 4 and "**epoch** 1\nall is well" in page.texts["pre"]
    assert {"learning_rate", "0.01", "optimizer", "adam"} <= set(page.texts["td"]) and "Precision and recall" in page.texts["h3"]

    lab.ok("agent", "stop")
    lab.ok("doctor", "--rebuild")
    assert [one["file"] for one in media(lab, run, "images", "--out", lab.root / "again")] != []
    assert len(media(lab, run, "histograms")) == 4


def test_a_command_run_keeps_what_its_program_logs(lab):
    script = "import os, media_log; media_log.write(os.environ['TRAINYARD_LOGDIR'], steps=(0, 10))"
    (lab.root / "run.yaml").write_text(json.dumps({
        "name": "own", "command": [sys.executable, "-c", script], "env": {"PYTHONPATH": str(pathlib.Path(__file__).parent)},
        "on_failure": {"restarts": 0}}))
    run = lab.ok("run", lab.root / "run.yaml", "--json").events()[-1]["run"]
    images = media(lab, run, "images", "--out", lab.root / "pictures")
    assert [(one["task"], one["split"], one["attempt"], one["tag"], one["step"]) for one in images[:2]] == [
        ("worker:0", "train", 1, "torch/ring", 0), ("worker:0", "train", 1, "tf/rings", 0)]
    assert len(images) == 6 and len(media(lab, run, "histograms")) == 4


def numbers(rows):
    return numpy.array(rows, dtype="f4")


def test_what_tensorflow_and_tensorboardx_write_is_what_tensorboard_reads(lab):
    """Their files, and what EventAccumulator reads from them: reference/media_logs/make.py."""
    runs = {pathlib.Path(run["folder"]).relative_to(MEDIA_LOGS).as_posix(): run for run in lab.ok("import", MEDIA_LOGS, "--json").json()["runs"]}
    expected = json.loads((MEDIA_LOGS / "read.json").read_text())
    assert runs.keys() == expected.keys() and not any(run["problems"] for run in runs.values()), runs
    for name, plugins in expected.items():
        run = runs[name]["run"]
        read = {}
        for kind in ("histograms", "images", "text", "hparams", "pr_curves"):
            more = ("--out", lab.root / name.replace("/", "-")) if kind == "images" else ()
            for one in media(lab, run, kind, *more):
                read.setdefault((kind, one["tag"]), {}).setdefault(str(one["step"]), []).append(one)
        assert {(kind, tag) for kind, tags in plugins.items() for tag in tags if kind != "scalars"} == read.keys()
        for (kind, tag), steps in read.items():
            if kind == "hparams":
                assert [one["hparams"] for one in steps["0"]] == [plugins[kind][tag]]
                continue
            assert steps.keys() == plugins[kind][tag].keys()
            for step, ours in steps.items():
                theirs = plugins[kind][tag][step]
                if kind == "histograms":
                    assert numpy.array_equal(numbers(ours[0]["buckets"]), numbers(theirs)), (name, tag, step)
                elif kind == "images":
                    assert [(lab.root / one["file"]).read_bytes() for one in ours] == [base64.b64decode(data) for data in theirs[2:]]
                elif kind == "text":
                    assert ours[0]["text"] == "\n".join(base64.b64decode(text).decode() for text in theirs)
                else:
                    assert numpy.array_equal(numbers([ours[0]["precision"], ours[0]["recall"]]), numbers(theirs[4:])), (name, tag, step)
