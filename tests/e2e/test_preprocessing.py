# SPDX-License-Identifier: Apache-2.0
"""`preprocessing`: the words of the guide on parameter servers as columns of a CSV file."""
import json
import pathlib
import random
import shutil
import statistics
import subprocess
import sys

import pytest

from lab import EXAMPLES, LIMIT

WORDS = ["avenger", "ironman", "batman", "hulk", "spiderman", "kingkong", "wonder_woman"]
PREPROCESSING = [
    {"columns": ["w0", "w1", "w2"], "string_lookup": {"vocabulary": WORDS, "num_oov_indices": 0}},
    {"columns": ["label"], "string_lookup": {"vocabulary": ["no", "yes"], "num_oov_indices": 0}},
]
LAYERS = [{"embedding": {"input_dim": 7, "output_dim": 8}}, {"flatten": {}}, {"dense": {"units": 1}}]


def put(lab, name, text):
    path = lab.root / name
    path.write_text(text)
    return path


def write_words(lab, name, count, seed):
    """The guide's toy: three words, `yes` where avenger is among them."""
    draw = random.Random(seed)
    lines = ["w0,w1,w2,label"]
    for _ in range(count):
        words = draw.sample(WORDS, 3)
        lines.append(",".join([*words, "yes" if "avenger" in words else "no"]))
    return put(lab, name, "\n".join(lines) + "\n")


def spec_of(lab, strategy, cluster, preprocessing=None, layers=None, **data):
    write_words(lab, "train.csv", 200, 1)
    write_words(lab, "held-back.csv", 50, 2)
    train = {"files": ["train.csv"], "label_dtype": "float32", "preprocessing": preprocessing or PREPROCESSING, **data}
    return {
        "trainyard": 1, "name": "words",
        "train": {
            "model": {"layers": layers or LAYERS},
            "data": {"train": {"csv": train}, "validation": {"csv": {"files": ["held-back.csv"], "label_dtype": "float32"}}, "batch_size": 32},
            "loss": "binary_crossentropy", "metrics": ["accuracy"],
            "optimizer": {"adam": {"learning_rate": 0.05}}, "epochs": 12},
        "strategy": strategy, "cluster": cluster, "checkpoint": {"every": "epoch", "keep": 1}, "on_failure": {"restarts": 0}}


STRATEGIES = {
    "one_device": ({"one_device": {}}, {"worker": ["local"]}),
    "multi_worker_mirrored": ({"multi_worker_mirrored": {}}, {"worker": ["local", "local"]}),
    "parameter_server": ({"parameter_server": {"mode": "sync"}}, {"chief": ["local"], "worker": ["local", "local"], "ps": ["local"]}),
}


@pytest.mark.parametrize("kind", STRATEGIES)
def test_the_guides_words_are_columns(lab, kind):
    """It learns under each strategy; the checkpoint predicts on words of another file, by the vocabulary that it was trained with."""
    events, shown = lab.finished(put(lab, "run.yaml", json.dumps(spec_of(lab, *STRATEGIES[kind]))))
    assert events[-1]["status"] == "succeeded", events[-1]
    assert events[-1]["metrics"]["val_accuracy"] == 1.0
    other = write_words(lab, "other.csv", 40, 3)
    said = lab.ok("predict", shown["run"], json.dumps({"csv": {"files": [str(other)], "label_dtype": "float32"}}), "--json").json()
    assert said["samples"] == 40 and said["metrics"]["accuracy"] == 1.0
    unknown = put(lab, "unknown.csv", "w0,w1,w2,label\navenger,hulk,thanos,yes\n")
    refused = lab.cli("predict", shown["run"], json.dumps({"csv": {"files": [str(unknown)], "label_dtype": "float32"}}))
    assert refused.code != 0 and "column w0: \"thanos\" is not in the vocabulary" in refused.err, refused


@pytest.mark.parametrize("mode", ["multi_hot", "count"])
def test_words_are_encoded_for_a_dense_layer(lab, mode):
    encoded = [{"columns": ["w0", "w1", "w2"], "string_lookup": {"vocabulary": WORDS, "output_mode": mode}}, PREPROCESSING[1]]
    spec = spec_of(lab, *STRATEGIES["one_device"], preprocessing=encoded, layers=[{"dense": {"units": 1}}])
    spec["train"]["epochs"] = 40
    events, _ = lab.finished(put(lab, "run.yaml", json.dumps(spec)))
    assert events[-1]["metrics"]["val_accuracy"] == 1.0, events[-1]


def test_what_cannot_be_preprocessed_is_refused(lab):
    def refused(code, words, entries, **data):
        spec = spec_of(lab, *STRATEGIES["one_device"], preprocessing=entries, **data)
        result = lab.cli("run", put(lab, "run.yaml", json.dumps(spec)), "--json")
        problem = result.json()["error"]["problems"][0]
        assert result.code != 0 and problem["code"] == code and words in problem["message"], result

    lookup = {"vocabulary": WORDS}
    refused("spec.unknown_key", "did you mean `vocabulary`?", [{"columns": "w0", "string_lookup": {**lookup, "vocabular": []}}])
    refused("data.no_column", "there is no column \"w9\"", [{"columns": "w9", "string_lookup": lookup}])
    refused("lookup.weights", "weights go with the output mode tf_idf", [{"columns": "w0", "string_lookup": {**lookup, "output_mode": "tf_idf"}}])
    refused("data.bad_cell", "is not in the vocabulary",
            [{"columns": ["w0", "w1", "w2"], "string_lookup": {"vocabulary": ["x"], "num_oov_indices": 0}}, PREPROCESSING[1]])


ADAPTED = [{"columns": ["colour"], "string_lookup": {"max_tokens": 5, "output_mode": "multi_hot"}},
           {"columns": ["size", "weight"], "normalization": {}}]


def write_things(lab, name, count, seed):
    """Red things that are large are wanted; sizes are around 1000, so that nothing is learnt of them as they are."""
    draw = random.Random(seed)
    rows = [(draw.choices(["red", "green", "blue"], [5, 3, 2])[0], draw.gauss(1000, 3), draw.gauss(0, 0.01)) for _ in range(count)]
    lines = [f"{colour},{size},{weight},{int(colour == 'red' and size > 1000)}" for colour, size, weight in rows]
    return put(lab, name, "colour,size,weight,label\n" + "\n".join(lines) + "\n"), rows


def things(lab, kind, **train):
    """A run whose preprocessing takes its values from the training data, and the rows of that."""
    _, rows = write_things(lab, "train.csv", 400, 1)
    write_things(lab, "held-back.csv", 100, 2)
    strategy, cluster = STRATEGIES[kind]
    spec = {
        "trainyard": 1, "name": "things",
        "train": {
            "model": {"layers": [{"dense": {"units": 16, "activation": "relu"}}, {"dense": {"units": 2}}]},
            "data": {"train": {"csv": {"files": ["train.csv"], "preprocessing": ADAPTED}},
                     "validation": {"csv": {"files": ["held-back.csv"]}}, "batch_size": 25},
            "optimizer": {"adam": {"learning_rate": 0.03}}, "epochs": 12, **train},
        "strategy": strategy, "cluster": cluster, "checkpoint": {"every": "epoch", "keep": 1}, "on_failure": {"restarts": 0}}
    return put(lab, "run.yaml", json.dumps(spec)), rows


def saved_entries(checkpoint):
    """`preprocessing` as a checkpoint has it."""
    return json.loads((pathlib.Path(checkpoint) / "state.json").read_text())["spec"]["train"]["data"]["train"]["csv"]["preprocessing"]


@pytest.mark.parametrize("kind", STRATEGIES)
def test_values_are_taken_from_the_training_data_and_saved(lab, kind):
    """They are in the checkpoint and in the saved model: `predict` and `resume` compute nothing again."""
    run_file, rows = things(lab, kind, save_model="model")
    events, shown = lab.finished(run_file)
    assert events[-1]["status"] == "succeeded", events[-1]
    assert events[-1]["metrics"]["val_accuracy"] > 0.9
    checkpoint = [event for event in events if event["event"] == "checkpoint"][-1]["path"]
    words, numbers = saved_entries(checkpoint)
    assert words["string_lookup"]["vocabulary"] == ["red", "green", "blue"]
    for i, column in ((0, [row[1] for row in rows]), (1, [row[2] for row in rows])):
        assert numbers["normalization"]["mean"][i] == pytest.approx(statistics.fmean(column))
        assert numbers["normalization"]["variance"][i] == pytest.approx(statistics.pvariance(column))
    assert saved_entries(lab.root / "model") == [words, numbers]
    assert "colour: string_lookup, vocabulary (3): red, green, blue" in lab.ok("checkpoint", "show", checkpoint).out
    said = "adapting preprocessing: colour: a vocabulary of 3 words"
    assert lab.ok("logs", shown["run"], "--task", "worker:0").out.count(said) == 1
    # Other words and other means: what is read now is not what counts.
    other = put(lab, "other.csv", "colour,size,weight,label\nred,1009,0,1\nblue,1009,0,0\nred,991,0,0\n")
    data = json.dumps({"csv": {"files": [str(other)]}})
    assert lab.ok("predict", shown["run"], data, "--json").json()["metrics"]["accuracy"] == 1.0
    write_things(lab, "train.csv", 300, 3)
    changed = lab.ok("resume", shown["run"], "--set", "train.epochs=13", "--json").events()
    assert changed[-1]["status"] == "succeeded", changed[-1]
    assert [event["changed"] for event in changed if event["event"] == "attempt"] == [["train.epochs 12 → 13"]]
    log = lab.ok("logs", shown["run"], "--task", "worker:0").out
    assert "adapting preprocessing" not in log and "preprocessing: the values are those that" in log
    branched = lab.ok("branch", shown["run"], "--from", str(changed[-1]["step"]), "--set", "train.epochs=14", "--json").events()
    for events in (changed, branched):
        newest = [event for event in events if event["event"] == "checkpoint"][-1]["path"]
        assert saved_entries(newest) == [words, numbers]


@pytest.mark.parametrize("example, epochs, least", [("weather", 15, 0.6), ("fortunes", 5, 0.75)])
def test_the_examples_learn_from_real_data(lab, example, epochs, least):
    """From packages that packaging/setup.sh --tests installs; their script makes CSV files of them."""
    folder = shutil.copytree(EXAMPLES / "preprocessing", lab.root / "preprocessing")
    subprocess.run([sys.executable, str(folder / "get_data.py")], check=True, timeout=LIMIT, capture_output=True)
    events, _ = lab.finished(folder / f"{example}.yaml", "--set", f"train.epochs={epochs}")
    assert events[-1]["metrics"]["val_accuracy"] > least, events[-1]


def test_an_evaluator_takes_the_values_of_the_checkpoint(lab):
    run_file, _ = things(lab, "one_device", epochs=4)
    spec = json.loads(run_file.read_text())
    spec["cluster"]["evaluator"] = ["local"]
    events, shown = lab.finished(put(lab, "run.yaml", json.dumps(spec)))
    evaluated = [event for event in events if event["event"] == "evaluation"]
    assert events[-1]["status"] == "succeeded" and evaluated, events[-1]
    assert "adapting preprocessing" not in lab.ok("logs", shown["run"], "--task", "evaluator:0").out


def test_what_cannot_be_adapted_is_refused(lab):
    run_file, _ = things(lab, "one_device")
    spec = json.loads(run_file.read_text())
    train = spec["train"]["data"]["train"]["csv"]
    validation = spec["train"]["data"]["validation"]["csv"]

    def refused(code, words, path):
        result = lab.cli("run", put(lab, "run.yaml", json.dumps(spec)), "--json")
        problem = result.json()["error"]["problems"][0]
        assert result.code != 0 and problem["code"] == code and words in problem["message"], result
        assert problem["path"].startswith(path), problem

    train["preprocessing"] = [{"columns": "colour", "string_lookup": {"output_mode": "multi_hot"}}, ADAPTED[1]]
    refused("lookup.max_tokens", "`max_tokens` is missing", "train.data.train.csv.preprocessing[0].string_lookup.max_tokens")
    train["preprocessing"] = ADAPTED
    validation["preprocessing"] = ADAPTED
    refused("data.not_adapted", "`vocabulary` is missing", "train.data.validation.csv.preprocessing[0].string_lookup")
