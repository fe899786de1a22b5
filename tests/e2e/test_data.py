# SPDX-License-Identifier: Apache-2.0
"""Data sources and shards, as a person meets them: files on disk, `run`, what it prints."""
import gzip
import json
import struct

import numpy
import pytest

from lab import EXAMPLES

MODEL = {"layers": [{"dense": {"units": 8, "activation": "relu"}}, {"dense": {"units": 2}}]}


@pytest.fixture
def points(lab):
    """Two files of points of the plane, 90 and 70; the label says on which side of a line they lie."""
    draw = numpy.random.default_rng(3)
    for name, count in (("a", 90), ("b", 70), ("test", 37)):
        xy = draw.normal(size=(count, 2)).astype(numpy.float32)
        rows = [f"{x},{y},{int(x + y > 0)}" for x, y in xy]
        (lab.root / f"points-{name}.csv").write_text("\n".join(["x,y,label", *rows]) + "\n")
    return lab.root


def run_file(lab, data, workers=2, **train):
    spec = {"trainyard": 1, "name": "data", "cluster": {"worker": ["local"] * workers}, "on_failure": {"restarts": 0},
            "train": {"model": MODEL, "data": {"batch_size": 8, **data}, "epochs": 3,
                      "optimizer": {"sgd": {"learning_rate": 0.5}}, **train}}
    path = lab.root / "run.yaml"
    path.write_text(json.dumps(spec))
    return path


def worker_log(lab, shown):
    return lab.ok("logs", shown["run"], "--task", "worker:0").out


def test_csv_files_are_shared_out_whole(lab, points):
    path = run_file(lab, {"train": {"csv": str(points / "points-[ab].csv")}, "validation": {"csv": str(points / "points-test.csv")}})
    events, shown = lab.finished(path)
    last = events[-1]
    assert last["status"] == "succeeded" and last["metrics"]["accuracy"] > 0.85, last
    # The longer file has 90 samples: 12 steps of 8 each, in the last of which only worker 0 has any.
    assert last["step"] == 36, last
    assert "auto took file: 2 files for 2 workers; uneven: join" in worker_log(lab, shown)


def test_preflight_says_how_many_steps_the_files_make(lab, points):
    path = run_file(lab, {"train": {"csv": str(points / "points-[ab].csv")}, "validation": {"csv": str(points / "points-test.csv")}})

    def known(*more):
        estimate = lab.ok("preflight", path, *more, "--json").json()["estimate"]
        return [estimate[key] for key in ("train_samples", "steps_per_epoch", "total_steps", "validation_samples")]

    assert known() == [160, 12, 36, None]  # as the training makes them: the longer file has 90
    assert known("--set", "train.data.shard=data", "--set", "train.data.validation=null") == [160, 10, 30, 0]


@pytest.mark.parametrize("strategy, has", [("multi_worker_mirrored", 12), ("parameter_server", 20)])
def test_data_that_ends_before_an_epoch_is_reported_before_and_in_the_run(lab, points, strategy, has):
    """How many samples a CSV file has is known only once it was read whole: two files, shared out or read by whoever is free."""
    path = run_file(lab, {"train": {"csv": str(points / "points-[ab].csv")}, "repeat": False}, steps_per_epoch=30)
    spec = json.loads(path.read_text())
    spec["strategy"] = {strategy: {}}
    if strategy == "parameter_server":
        spec["cluster"] |= {"chief": ["local"], "ps": ["local"]}
    path.write_text(json.dumps(spec))
    words = f"`train.steps_per_epoch` asks for 30 steps, and the data has {has}: each epoch ends there"
    [found] = [one for one in lab.ok("preflight", path, "--json").json()["problems"] if one["code"] == "data.short_epoch"]
    assert found["severity"] == "warning" and found["message"].startswith(words), found
    events, _ = lab.finished(path)
    [warned] = [event for event in events if event["event"] == "warning" and event["code"] == "data.short_epoch"]
    assert warned["message"].startswith(words), warned
    assert events[-1]["step"] == 3 * has, events[-1]


@pytest.mark.parametrize("sets, words", [
    (["train.data.drop_remainder=true", "train.data.batch_size=1000"], "an epoch has no step"),
    (["train.initial_epoch=1", "train.max_steps=5"], "leaves no step to train")])
def test_a_training_without_a_step_is_refused_before_it_starts(lab, sets, words):
    for command in ("preflight", "run"):
        refused = lab.cli(command, lab.run_file(), *(word for one in sets for word in ("--set", one)))
        assert refused.code == 3 and words in refused.out + refused.err, refused
    assert lab.ok("runs", "--json").json() == []


def test_a_value_that_cannot_be_read_is_the_cause_every_time(lab, points):
    """Whoever meets it first: the other one loses its peer meanwhile, and may be seen to end before."""
    file = points / "points-b.csv"
    rows = file.read_text().splitlines()
    rows[3] = "0.5,oops,1"
    file.write_text("\n".join(rows) + "\n")
    path = run_file(lab, {"train": {"csv": str(points / "points-[ab].csv")}, "shard": "file"})
    for _ in range(3):
        code, finished = lab.stream("run", path, "--set", "on_failure.restarts=2").finish()
        failure = finished["failure"]
        assert code == 1 and failure["code"] == "data.bad_cell" and "oops" in failure["message"], failure
        assert finished["attempts"] == 1, "the file stays as it is"
        assert "frame #" not in failure["message"] and "Exception raised" not in failure["message"], failure


def test_npy_features_larger_than_a_batch(lab, points):
    table = numpy.loadtxt(points / "points-a.csv", delimiter=",", skiprows=1)
    numpy.save(points / "x.npy", table[:, :2].astype(numpy.float32))
    numpy.save(points / "y.npy", table[:, 2].astype(numpy.int64))
    path = run_file(lab, {"train": {"npy": {"features": str(points / "x.npy"), "labels": str(points / "y.npy")}}, "shard": "off"})
    events, shown = lab.finished(path)
    assert events[-1]["status"] == "succeeded" and events[-1]["step"] == 36, events[-1]  # 12 steps of 90 samples for each
    assert "off: every replica reads all 90 samples" in worker_log(lab, shown)


def test_npy_samples_are_shuffled_in_each_epoch(lab, points):
    """As those of a CSV file with the same rows are: to the bit, and not as they lie in the file."""
    table = numpy.loadtxt(points / "points-a.csv", delimiter=",", skiprows=1)
    numpy.save(points / "x.npy", table[:, :2].astype(numpy.float32))
    numpy.save(points / "y.npy", table[:, 2].astype(numpy.int64))
    arrays = {"npy": {"features": str(points / "x.npy"), "labels": str(points / "y.npy")}}

    def losses(source, shuffle, rate):
        path = run_file(lab, {"train": source, "shuffle": shuffle}, 1, optimizer={"sgd": {"learning_rate": rate}})
        events, _ = lab.finished(path)
        assert events[-1]["step"] == 36, "three epochs of eleven batches of 8 and one of 2"
        rows = [float(row[-1]) for row in lab.metrics(events[-1]["run"], "--tag", "batch_loss")]
        return [rows[:12], rows[12:24], rows[24:]]

    whole = losses(arrays, True, 0.5)
    assert whole == losses({"csv": str(points / "points-a.csv")}, True, 0.5) != losses(arrays, False, 0.5)
    first, second, third = losses(arrays, True, 0)  # the model stays: a loss is that of its batch alone
    assert first != second != third != first
    assert {round(sum(8 * loss for loss in some[:-1]) + 2 * some[-1], 3) for some in (second, third)} == {
        round(sum(8 * loss for loss in first[:-1]) + 2 * first[-1], 3)}, "the same samples"
    first, second, third = losses(arrays, False, 0)
    assert first == second == third


def test_the_csv_example_learns(lab):
    events, shown = lab.finished(EXAMPLES / "points/points.yaml")
    assert events[-1]["metrics"]["val_accuracy"] > 0.95, events[-1]
    assert "auto took data" in worker_log(lab, shown)


def test_labels_beyond_the_models_classes_are_refused_before_the_run(lab):
    images, labels = lab.idx(64)
    two = {"layers": ["flatten", {"dense": {"units": 2}}]}
    refused(lab, run_file(lab, {"train": {"idx": {"images": str(images), "labels": str(labels)}}}, model=two),
            "the data has 10 classes, but the model ends in 2")


def refused(lab, path, *parts):
    result = lab.cli("run", path)
    assert result.code == 3, result
    for part in parts:
        assert part in result.err, result
    assert not lab.ok("runs", "--json").json(), "nothing was started"


def test_a_lying_header_is_refused_before_the_run(lab):
    images, labels = lab.root / "i", lab.root / "l"
    images.write_bytes(struct.pack(">4i", 0x803, 100, 28, 28) + bytes(99 * 784))
    labels.write_bytes(struct.pack(">2i", 0x801, 100) + bytes(100))
    source = {"idx": {"images": str(images), "labels": str(labels)}}
    refused(lab, run_file(lab, {"train": source}), str(images), "at byte 77632")
    good, good_labels = lab.idx(64)
    whole = {"idx": {"images": str(good), "labels": str(good_labels)}}
    refused(lab, run_file(lab, {"train": whole, "validation": source}), "train.data.validation", str(images))


def test_shard_file_needs_files(lab, points):
    refused(lab, run_file(lab, {"train": {"csv": str(points / "points-a.csv")}, "shard": "file"}),
            "train.data.shard", "there is 1 file, and 2 workers need one each")


@pytest.mark.parametrize("text, words", [
    ("x,y,label\n", "it has no samples"),
    ("", "it has no records"),
    ("x,y,label\n0.5,oops,1\n0.5\n", 'line 2, column y: "oops" is not a number'),
])
def test_a_file_without_a_usable_record_is_refused_as_preflight_does(lab, text, words):
    file = lab.root / "points.csv"
    file.write_text(text)
    path = run_file(lab, {"train": {"csv": str(file)}})
    checked = lab.cli("preflight", path)
    assert checked.code == 3 and words in checked.err, checked
    refused(lab, path, checked.err.splitlines()[0])


def test_arrays_without_a_sample_are_refused_as_preflight_does(lab):
    for count in (0, 8):
        numpy.save(lab.root / f"x{count}.npy", numpy.zeros((count, 28, 28), numpy.float32))
        numpy.save(lab.root / f"y{count}.npy", numpy.zeros(count, numpy.int64))
    none, some = ({"npy": {"features": str(lab.root / f"x{count}.npy"), "labels": str(lab.root / f"y{count}.npy")}} for count in (0, 8))
    for data, key in (({"train": none}, "train.data.train"), ({"train": some, "validation": none}, "train.data.validation")):
        path = run_file(lab, data)
        checked = lab.cli("preflight", path)
        assert checked.code == 3 and f"{key}: {lab.root}/x0.npy: it has no samples" in checked.err, checked
        refused(lab, path, checked.err.splitlines()[0])


def test_a_worker_without_samples_is_refused_as_preflight_does(lab, points):
    (points / "points-b.csv").write_text("x,y,label\n")
    path = run_file(lab, {"train": {"csv": str(points / "points-[ab].csv")}, "shard": "file"})
    checked = lab.cli("preflight", path)
    assert checked.code == 3 and "the files of worker 1 have no samples" in checked.err, checked
    refused(lab, path, checked.err.splitlines()[0])


def test_damaged_validation_data_end_the_run_before_its_first_step(lab):
    """A gzip file's header is whole, its data are not: preflight cannot see that without unpacking."""
    images, labels = lab.idx(64)
    cut = lab.root / "cut.gz"
    cut.write_bytes(gzip.compress(struct.pack(">4i", 0x803, 64, 28, 28) + numpy.random.default_rng(1).bytes(64 * 784))[:-2000])
    path = run_file(lab, {"train": {"idx": {"images": str(images), "labels": str(labels)}},
                          "validation": {"idx": {"images": str(cut), "labels": str(labels)}}}, model={"builtin": "mlp"})
    result = lab.cli("run", path, "--json")
    assert result.code == 1, result
    assert not [event for event in result.events() if event["event"] == "step"], result
    assert str(cut) in result.out + result.err, result
