# SPDX-License-Identifier: Apache-2.0
"""`preprocessing`: the words of the guide on parameter servers as columns of a CSV file."""
import json
import random

import pytest

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
