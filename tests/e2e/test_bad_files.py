# SPDX-License-Identifier: Apache-2.0
"""More bad input, as a table: logs of other programs, sweeps and their queue, what is compared, predicted and written for others."""
import json
import os

from test_bad_input import DAMAGED, ESC, REFUSED, RTL, RUN, UNREACHABLE, USAGE, Case, odd_files, png, run_all, shared, trained  # noqa: F401


def log_cases(lab):
    """CSV, JSON lines, MLflow's and Weights & Biases' folders."""
    root = lab.root / "tables"
    root.mkdir()
    contents = {
        "csv": {"empty": b"", "blank": b"\n\n", "no-step": b"loss,accuracy\n", "one-column": b"step\n1\n", "text": b"step,loss\na,b\n",
                "binary": bytes(range(256)) * 9, "open-quote": b'step,"loss\n1,2\n', "wide": b"step," + b"x" * 100_000 + b"\n", "escape": b"step,a\x1b[31m\n"},
        "jsonl": {"empty": b"", "word": b"hello\n", "list": b"[1, 2]\n", "deep": b'{"a":' * 5000 + b"\n", "cut": b'{"step": 1, "loss"\n', "number": b"12\n", "text": b'{"step": "x", "loss": "y"}\n',
                  "nul": b'{"step": 1, "lo\x00ss": 2}\n'},
    }
    for kind, files in contents.items():
        for name, content in files.items():
            path = root / f"{name}.{kind}"
            path.write_bytes(content)
            yield Case(["import", path], REFUSED, path.name)
    mlruns = root / "mlruns" / "0" / ("a" * 32)
    mlruns.mkdir(parents=True)
    (mlruns / "meta.yaml").write_text("run_id: [\n")
    yield Case(["import", mlruns.parent.parent], REFUSED, "mlruns")
    wandb = root / "wandb" / "offline-run-20260101_000000-abcdefgh"
    wandb.mkdir(parents=True)
    for name, content in {"junk": b"x" * 100, "header": b":W&B\xe1\xbe\x00" + bytes(40), "empty": b""}.items():
        path = wandb / f"run-{name}.wandb"
        path.write_bytes(content)
    yield Case(["import", wandb.parent], REFUSED, "wandb")


def sweep_cases(lab):
    folder = lab.root / "sweeps"
    odd = odd_files(folder)
    good = {"trainyard": 1, "run": RUN, "parameters": {"seed": {"values": [1, 2]}}, "metric": "loss"}
    changes = {
        "no-run": {"run": None}, "run-word": {"run": "no-such-file.yaml"}, "run-number": {"run": 7}, "run-odd": {"run": str(odd["fifo"])}, "no-parameters": {"parameters": {}},
        "list": {"parameters": []}, "no-such-key": {"parameters": {"train.no_such_key": {"values": [1]}}}, "below": {"parameters": {"train": {"values": [{}]}, "train.epochs": {"values": [1]}}},
        "empty-values": {"parameters": {"seed": {"values": []}}}, "range": {"method": "random", "runs": 2, "parameters": {"seed": {"int": [3, 1]}}},
        "ends": {"method": "random", "runs": 2, "parameters": {"seed": {"int": [1]}}}, "log": {"method": "random", "runs": 2, "parameters": {"train.optimizer.adam.learning_rate": {"log_uniform": [0, 1]}}},
        "uniform-in-grid": {"parameters": {"train.optimizer.adam.learning_rate": {"uniform": [0, 1]}}}, "kind": {"parameters": {"seed": {"normal": [0, 1]}}}, "method": {"method": "guess"},
        "parallel": {"parallel": 0}, "runs": {"method": "random", "runs": 501}, "many": {"parameters": {"seed": {"values": list(range(501))}}}, "metric": {"metric": ""}, "mode": {"mode": "best"},
        "early-stop": {"early_stop": {"median": {"start": -1}}}, "early-kind": {"early_stop": {"luck": {}}}, "unknown": {"no_such_key": 1}, "version": {"trainyard": 99},
        "value": {"parameters": {"train.epochs": {"values": [-1]}}}, "escape": {"parameters": {"a" + ESC: {"values": [1]}}}, "rtl": {"name": "a" + RTL},
    }
    for name, change in changes.items():
        path = folder / f"{name}.yaml"
        path.write_text(json.dumps({key: value for key, value in (good | change).items() if value is not None}))
        yield Case(["sweep", path, "--dry-run"], REFUSED, "")
        yield Case(["sweep", path, "--json"], REFUSED, "")
    for path in odd.values():
        yield Case(["sweep", path], REFUSED, path.name)
    for sweep in ("no-such-sweep-1", "../x", "a" + ESC, "x" * 3000):
        for words in (["show"], ["watch"], ["stop"]):
            yield Case(["sweeps", *words, sweep], REFUSED, "no-such-sweep-1" if sweep.startswith("no") else "")
        for words in (["cancel"], ["hold"], ["release"]):
            yield Case(["queue", *words, sweep], (USAGE, REFUSED), "")
        yield Case(["queue", "move", sweep, "1"], (USAGE, REFUSED), "")


def output_cases(lab, whole):
    """What is written for others: to where, of what."""
    run = whole.parent.parent.name
    folder = lab.root / "outputs"
    odd = odd_files(folder)
    there = folder / "there.csv"
    there.write_text("mine")
    for kind in ("csv", "npy", "tensorboard", "html"):
        yield Case(["export", "no-such-run-1", "--to", kind, folder / f"new-{kind}"], REFUSED, "no-such-run-1")
        for path in (there, odd["fifo"], odd["below-a-file"], "/proc/new", "/no/such/folder/new"):
            yield Case(["export", run, "--to", kind, path], (REFUSED, DAMAGED), os.path.basename(os.path.dirname(path)))
    for kind in ("xml", "", "CSV"):
        yield Case(["export", run, "--to", kind, folder / "new"], USAGE, "--to")
    for out in ("new.gif", "new", "", "/proc/new.svg", "/no/such/folder/new.svg"):
        yield Case(["chart", run, "--tag", "batch_loss", "--out", out and folder / out], (USAGE, REFUSED, DAMAGED), "")
    yield Case(["chart", run, "--tag", "no_such_tag", "--out", folder / "new.svg"], REFUSED, "no_such_tag")
    yield Case(["chart", "no-such-run-1", "--tag", "batch_loss", "--out", folder / "new.svg"], REFUSED, "no-such-run-1")
    for path in (there, odd["fifo"], odd["folder"], "/proc/new", "/no/such/folder/new"):
        yield Case(["checkpoint", "export", whole, "--to", path], (REFUSED, DAMAGED), os.path.basename(os.path.dirname(path)))
    for path in odd.values():
        yield Case(["checkpoint", "diff", whole, path], (REFUSED, DAMAGED), path.name)
        yield Case(["checkpoint", "diff", path, whole], (REFUSED, DAMAGED), path.name)
        yield Case(["predict", whole, path], (REFUSED, DAMAGED), path.name)
    for name, content in {"empty": b"", "junk": b"x" * 99, "cut": png(), "text": b"hello"}.items():
        path = folder / f"{name}.png"
        path.write_bytes(content)
        yield Case(["predict", whole, path], (REFUSED, DAMAGED), path.name)
    for words in (["fetch", "cifar10"], ["fetch"], ["frob"], []):
        yield Case(["data", *words], USAGE, "")
    for url in ("", "x", "ftp://x", "file:///no/such/folder", "http://127.0.0.1:1"):
        yield Case(["data", "fetch", "mnist", "--from", url, "--to", folder / "mnist"], UNREACHABLE if url.startswith("http") else USAGE, url)
    yield Case(["save", "no-such-run-1"], REFUSED, "no-such-run-1")
    yield Case(["save", run], REFUSED, run)


def test_logs(shared):  # noqa: F811
    run_all(shared, list(log_cases(shared)))


def test_sweeps(shared):  # noqa: F811
    run_all(shared, list(sweep_cases(shared)))


def test_what_is_compared_predicted_and_written(shared, trained):  # noqa: F811
    run_all(shared, list(output_cases(shared, trained)))
