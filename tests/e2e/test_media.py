# SPDX-License-Identifier: Apache-2.0
"""What TensorBoard shows beside scalars: imported, printed, written to files, and read again into a new store."""
import media_log


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
    assert lab.cli("metrics", "none-1", "--kind", "text", "--json").json()["error"]["code"] == "run.not_found"

    lab.ok("agent", "stop")
    lab.ok("doctor", "--rebuild")
    assert [one["file"] for one in media(lab, run, "images", "--out", lab.root / "again")] != []
    assert len(media(lab, run, "histograms")) == 4
