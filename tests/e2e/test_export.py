# SPDX-License-Identifier: Apache-2.0
"""`export`: what a run has recorded, as other programs read it."""
import csv
import html.parser
import json
import re
import struct
import xml.etree.ElementTree

import numpy
import pytest

VOID = {"meta", "link", "img", "br", "hr", "input", "line", "circle", "polyline"}


class Page(html.parser.HTMLParser):
    """The text of each element, by its tag; fails on one that is not closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.texts = [], {}
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        assert not {"href", "onload", "onerror"} & {name for name, _ in attributes}, (tag, attributes)
        assert all(tag == "img" and value.startswith("data:image/") for name, value in attributes if name == "src"), (tag, attributes)
        if tag not in VOID:
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open:
            self.texts[self.open[-1]][-1] += data


def interrupted_run(lab, name="twice"):
    """A run that failed after step 30 and was continued from step 20 by its policy."""
    images, labels = lab.idx(512)
    train = {"model": {"builtin": "mlp"}, "data": {"train": {"idx": {"images": str(images), "labels": str(labels)}}, "batch_size": 32}, "epochs": 4,
             "steps_per_epoch": 10}
    file = lab.run_file(json.dumps({"trainyard": 1, "name": name, "train": train, "checkpoint": {"every": {"steps": 20}}, "inject": {"step": 30},
                                    "on_failure": {"restarts": 1}, "cluster": {"worker": ["local"]}}), name=f"{name}.yaml")
    code, finished = lab.stream("run", file).finish()
    assert code == 0 and finished["attempts"] == 2, finished
    return finished["run"]


def rows_of(lab, run):
    """Every point as `metrics` prints it."""
    return lab.ok("metrics", run).out


def test_every_format_has_every_point(lab):
    run = interrupted_run(lab)
    expected = rows_of(lab, run)
    points = len(expected.splitlines()) - 1

    written = lab.ok("export", run, lab.root / "a.csv", "--to", "csv", "--json").json()
    assert written == {"path": str(lab.root / "a.csv"), "format": "csv", "runs": [run], "points": points}
    assert (lab.root / "a.csv").read_text() == expected

    lab.ok("export", run, "arrays", "--to", "npy")  # relative to the user's folder, not the agent's
    index = json.loads((lab.root / "arrays/series.json").read_text())
    assert sum(series["points"] for series in index) == points
    table = list(csv.DictReader(expected.splitlines()))
    for series in index:
        array = numpy.load(lab.root / "arrays" / series["file"], allow_pickle=False)
        rows = [row for row in table if (row["task"], row["split"], row["tag"]) == (series["task"], series["split"], series["tag"])]
        assert array["attempt"].tolist() == [int(row["attempt"]) for row in rows]
        assert array["epoch"].tolist() == [int(row["epoch"]) for row in rows]
        assert array["step"].tolist() == [int(row["step"]) for row in rows]
        assert numpy.array_equal(array["value"].astype("f4"), numpy.array([row["value"] for row in rows], dtype="f8").astype("f4"), equal_nan=True)

    lab.ok("export", run, lab.root / "logs", "--to", "tensorboard")
    files = sorted(path.relative_to(lab.root / "logs").parent.as_posix() for path in (lab.root / "logs").rglob("*tfevents*"))
    assert files.count("worker-0/train") == 2, files
    # Read in again, it has the same points.
    again = lab.ok("import", lab.root / "logs/worker-0", "--json").json()["runs"][0]
    of_chief = [row for row in table if row["task"] == "worker:0"]
    assert again["points"] == len(of_chief)
    assert not list(lab.root.glob(".*")), "nothing staged is left"


def test_a_report_is_one_page(lab):
    runs = [interrupted_run(lab, "first <b>"), interrupted_run(lab, "second")]
    lab.ok("note", runs[0], "<script>alert('note')</script>")
    lab.ok("export", runs[0], lab.root / "one.html", "--to", "html")
    text = (lab.root / "one.html").read_text()
    page = Page(text)
    assert page.texts["title"] == ["first <b>"]
    assert "script" not in page.texts and "b" in page.texts  # the newest value of each line
    assert "first <b>" in page.texts["h1"][0] and "<script>alert('note')</script>" in page.texts["td"]
    assert {"epoch_loss", "epoch_accuracy", "batch_loss", "batch_accuracy"} <= set(page.texts["figcaption"])
    assert re.search(r'class="line0 undone"', text), "steps 21 to 30 were done twice"
    assert any("attempt" == cell for cell in page.texts["td"]) and any(cell.startswith("succeeded after step 40") for cell in page.texts["td"])
    assert not re.search(r"https?:|url\(|@import", text)

    lab.ok("export", *runs, lab.root / "both.html", "--to", "html")
    both = Page((lab.root / "both.html").read_text())
    assert both.texts["title"] == ["Comparing 2 runs"]
    assert both.texts["figcaption"].count("epoch_loss") == 1
    assert any(item.startswith("second, train") for item in both.texts["li"])


def test_what_is_there_stays(lab):
    run = interrupted_run(lab)
    kept = lab.root / "kept"
    kept.write_text("precious")
    for form in ("csv", "npy", "tensorboard", "html", "onnx"):
        refused = lab.cli("export", run, kept, "--to", form, "--json")
        assert refused.code == 3 and refused.json()["error"]["code"] == "export.exists", refused
        lost = lab.cli("export", run, lab.root / "none/a", "--to", form, "--json")
        assert lost.code == 3 and lost.json()["error"]["code"] == "export.no_folder", lost
        unknown = lab.cli("export", "nobody-7", lab.root / "new", "--to", form, "--json")
        assert unknown.code == 3 and unknown.json()["error"]["code"] == "run.not_found", unknown
        assert not (lab.root / "new").exists()
    assert kept.read_text() == "precious"
    several = lab.cli("export", run, run, lab.root / "new", "--to", "csv", "--json")
    assert several.code == 2 and several.json()["error"]["code"] == "usage.one_run", several
    assert lab.cli("export", run, lab.root / "new", "--to", "xlsx").code == 2
    assert lab.cli("export", run, "--to", "csv").code == 2
    assert not (lab.root / "new").exists()


@pytest.mark.parametrize("form", ["csv", "npy", "tensorboard", "html"])
def test_a_full_disk_leaves_nothing(lab, small_disk, form):
    run = interrupted_run(lab)
    with pytest.raises(OSError), open(small_disk / "filler", "wb", buffering=0) as filler:
        while True:
            filler.write(bytes(1 << 20))
    failed = lab.cli("export", run, small_disk / "report", "--to", form, "--json")
    assert failed.code == 1 and failed.json()["error"]["code"] == "disk.full", failed
    assert [path.name for path in small_disk.iterdir()] == ["filler"]


def test_a_chart_is_a_picture(lab):
    """Drawn by the window's painter, without a display."""
    for name in ("one", "two"):
        (lab.root / name).mkdir()
        (lab.root / name / "metrics.csv").write_text("step,loss,val_loss\n" + "".join(f"{n},{1 / n},{2 / n}\n" for n in range(1, 200)))
    one, two = (lab.ok("import", lab.root / name, "--json").json()["runs"][0]["run"] for name in ("one", "two"))
    png, svg, pdf = (lab.root / f"chart.{ending}" for ending in ("png", "svg", "pdf"))
    assert lab.ok("chart", one, "--tag", "loss", "--out", png, "--json").json() == {"path": str(png), "tag": "loss", "runs": [one]}
    lab.ok("chart", one, two, "--tag", "loss", "--out", svg)
    lab.ok("chart", one, "--tag", "loss", "--out", pdf)
    content = png.read_bytes()
    assert content.startswith(b"\x89PNG") and struct.unpack(">II", content[16:24]) == (1920, 1080)
    drawn = xml.etree.ElementTree.parse(svg)
    texts = {text.text.strip() for text in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert {"loss", "step", "180"} | {f"{run} {split}" for run in (one, two) for split in ("training", "validation")} <= texts, texts
    assert pdf.read_bytes().startswith(b"%PDF-")

    for arguments, code, words in (
            ((one, "--tag", "loss", "--out", png), 3, "already exists"),
            ((one, "--tag", "loss", "--out", lab.root / "a.gif"), 2, "must end in .png, .svg or .pdf"),
            ((one, two, "--tag", "los", "--out", lab.root / "a.png"), 3, f"run {one} has no metric los; it has loss"),
            (("none-1", "--tag", "loss", "--out", lab.root / "a.png"), 3, "none-1"),
            ((one, "--tag", "loss", "--out", lab.root / "not/there.png"), 3, f"there is no folder {lab.root / 'not'}")):
        refused = lab.cli("chart", *arguments)
        assert refused.code == code, refused
        assert words in refused.err, refused
    assert not list(lab.root.glob("a.*"))
