# SPDX-License-Identifier: Apache-2.0
"""Bad input of every kind, as a table: each is refused with the contract's exit code, soon, in words that name the file or the key, and
with nothing of our insides in them."""
import concurrent.futures
import copy
import gzip
import hashlib
import itertools
import json
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import time

import numpy
import pytest
import safetensors.numpy

from lab import BIN, EXAMPLES, Lab, exited

USAGE, REFUSED, DAMAGED, UNREACHABLE = 2, 3, 1, 4
# Each answer comes within two seconds, not counting those in which others had the cores. A case that took longer is asked again alone,
# up to five times, and one of these answers must be in time: a wait or a computation of more than two seconds is in all of them. The
# command's own processor time does not depend on others, and what only the first answer costs is in it: it must be in time at once. No
# answer at all may take longer than PATIENCE.
PROMISE = 2
PATIENCE = 15
REPEATS = 5
MOST_CASES_A_NODE = 2
SCHEMA = json.loads((EXAMPLES.parent / "schema/run.schema.json").read_text())
# What no refusal may show: names of C++, of its libraries and of their exceptions, and raw controls of a terminal or a line's direction.
INSIDES = re.compile(r"std::|nlohmann|\[json\.exception|while parsing |CLI::|YAML::|google::|grpc::|what\(\)|terminate|bad_alloc|basic_string|_M_|core dumped|<fd:|"
                     "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
ESC, RTL = "\x1b[31m", "\u202e"


def waited_for_a_core(pid):
    """Seconds for which others had the cores while the main thread could have run; 0 where the kernel does not count them."""
    try:
        return int(pathlib.Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except OSError:
        return 0


class Case:
    """A command line, how it is to end, and words of what it is to say."""

    def __init__(self, args, code, *words):
        self.args, self.codes, self.words = [str(arg) for arg in args], code if isinstance(code, tuple) else (code,), [str(word) for word in words]

    def fault(self, lab):
        """What is wrong with the answer, and how long it took."""
        began = time.monotonic()
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(lab.command(*self.args), stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=lab.env, cwd=lab.root)
            if not exited(process.pid, PATIENCE):
                process.kill()
                process.wait()
                return f"no answer within {PATIENCE} s", PATIENCE
            began += waited_for_a_core(process.pid)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = code = os.waitstatus_to_exitcode(status)
            took, cpu = time.monotonic() - began, usage.ru_utime + usage.ru_stime
            output.seek(0)
            text = output.read().decode(errors="backslashreplace")
        problems = [f"exit code {code} instead of {self.codes}"] if code not in self.codes else []
        problems += [f"{cpu:.1f} s of processor time"] if cpu > PROMISE else []
        problems += [f"{word!r} is not said" for word in self.words if word not in text]
        problems += [f"shows {found.group()!r}" for found in [INSIDES.search(text)] if found]
        return f"{'; '.join(problems)}: {text[:600]}" if problems else "", took


def run_all(lab, cases):
    """All cases, two at a time. Fails with every one that went wrong."""
    shown = [" ".join(case.args)[:300] for case in cases]
    assert len(set(map(tuple, (case.args for case in cases)))) == len(cases), "a case is there twice"
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda case: case.fault(lab), cases))
    for number, (fault, took) in enumerate(results):
        again = [took]
        while took < PATIENCE and min(again) > PROMISE and len(again) <= REPEATS:
            again.append(cases[number].fault(lab)[1])
        if min(again) > PROMISE:
            results[number] = (f"{fault}; answers only after {', '.join(f'{one:.1f}' for one in again)} s", took)
        elif len(again) > 1:
            print(f"\nslow only once: {shown[number][:80]}: {', '.join(f'{one:.1f}' for one in again)} s")
    times = sorted(((took, name) for (_, took), name in zip(results, shown)), reverse=True)
    print(f"\n{len(cases)} cases, {sum(took for took, _ in times):.1f} s; the slowest: " + "; ".join(f"{took:.2f} s {name[:80]}" for took, name in times[:3]))
    wrong = [f"{name}\n    {fault}" for (fault, _), name in zip(results, shown) if fault]
    assert not wrong, f"{len(wrong)} of {len(cases)} went wrong:\n" + "\n".join(wrong[:40])
    return len(cases)


@pytest.fixture(scope="module")
def shared():
    """One home and one agent for all that need one; nothing here starts a run but `trained`."""
    with Lab() as lab:
        lab.ok("runs")
        yield lab


# Run files, out of their schema

def resolved(schema):
    while "$ref" in schema:
        target = SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]]
        schema = target | {key: value for key, value in schema.items() if key != "$ref"}
    return schema


def accepts(schema, value):
    """As much of JSON Schema as the run file's schema uses."""
    schema = resolved(schema)
    if "oneOf" in schema:
        return any(accepts(one, value) for one in schema["oneOf"])
    if "const" in schema and (value != schema["const"] or isinstance(value, bool) != isinstance(schema["const"], bool)):
        return False
    if "enum" in schema and not any(value == one and type(value) is type(one) for one in schema["enum"]):
        return False
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    kinds = {"object": isinstance(value, dict), "array": isinstance(value, list), "string": isinstance(value, str), "boolean": isinstance(value, bool),
             "null": value is None, "number": is_number, "integer": is_number and math.isfinite(value) and value == int(value) and abs(value) < 9e15}
    if "type" in schema and not kinds[schema["type"]]:
        return False
    if is_number:
        return math.isfinite(value) and schema.get("minimum", -math.inf) <= value <= schema.get("maximum", math.inf) and \
            schema.get("exclusiveMinimum", -math.inf) < value < schema.get("exclusiveMaximum", math.inf)
    if isinstance(value, str):
        return schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", 4096)
    if isinstance(value, list):
        return schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 10 ** 6) and all(accepts(schema.get("items", {}), one) for one in value)
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        if schema.get("additionalProperties") is False and not value.keys() <= properties.keys():
            return False
        return set(schema.get("required", [])) <= value.keys() and all(accepts(properties.get(key, {}), one) for key, one in value.items())
    return True


def sample(schema):
    """A value that the schema takes."""
    schema = resolved(schema)
    for key in ("default", "const"):
        if key in schema:
            return schema[key]
    if "enum" in schema:
        return schema["enum"][0]
    if "oneOf" in schema:
        return sample(schema["oneOf"][0])
    kind = schema.get("type")
    if kind == "object":
        return {key: sample(schema["properties"][key]) for key in schema.get("required", [])}
    if kind == "array":
        return [sample(schema.get("items", {}))] * max(1, schema.get("minItems", 0))
    if kind == "string":
        return "a"
    return schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1) if kind in ("number", "integer") else True


def nodes(schema, path, wrap, word, seen):
    """(schema, key path that --set takes, what makes the value of that key out of the node's, last key) of every node; what several
    keys share once."""
    if schema.get("$ref") in seen:
        return
    seen.update([schema["$ref"]] if "$ref" in schema else [])
    schema = resolved(schema)
    yield schema, path, wrap, word
    for one in schema.get("oneOf", []):
        one = resolved(one)
        if "properties" in one or "items" in one:
            yield from itertools.islice(nodes(one, path, wrap or (lambda value: value), word, seen), 1, None)
    for key, inner in schema.get("properties", {}).items():
        beside = {other: sample(schema["properties"][other]) for other in schema.get("required", []) if other != key}
        if wrap is None:
            yield from nodes(inner, f"{path}.{key}" if path else key, None, key, seen)
        else:
            yield from nodes(inner, path, lambda value, key=key, beside=beside: wrap(beside | {key: value}), key, seen)
    if isinstance(schema.get("items"), dict):
        yield from nodes(schema["items"], path, lambda value: (wrap or (lambda all: all))([value]), word, seen)


def bad_values(schema):
    """Values that a node does not take: of another type, out of range, unknown, huge, NaN, empty."""
    ends = [schema.get("minimum", 0) - 1, schema.get("maximum", 0) + 1]
    wanted = ends + [math.nan] if schema.get("type") in ("number", "integer") else [{"no_such_key": 1}, "no_such_word"]
    others = ["no_such_word", 12.5, {"no_such_key": 1}, [], None, "", True, 1e300, -math.inf, ["no_such_word"], "x" * 5000]
    found = []
    for value in wanted + others:
        if not accepts(schema, value) and yaml(value) not in map(yaml, found):
            found.append(value)
    return found[:MOST_CASES_A_NODE]


def both_ends(schema, value):
    """What the refusal of a number out of a range of two ends is to say."""
    if schema.get("type") not in ("number", "integer") or "minimum" not in schema or "maximum" not in schema:
        return []
    low, high = (int(end) if end == int(end) else end for end in (schema["minimum"], schema["maximum"]))
    return [f"from {low} to {high}"] if value in (low - 1, high + 1) else []


def yaml(value):
    """A value on one line of YAML."""
    if isinstance(value, float) and not math.isfinite(value):
        return ".nan" if math.isnan(value) else "-.inf" if value < 0 else ".inf"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {yaml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(yaml, value)) + "]"
    return json.dumps(value)


RUN = {"trainyard": 1, "name": "x", "cluster": {"worker": ["local"]},
       "train": {"model": {"builtin": "mlp"}, "data": {"train": {"builtin": "fashion_mnist"}, "batch_size": 16}}}


def schema_cases(lab):
    file = lab.run_file(json.dumps(RUN), name="good.yaml")
    known = set()
    for schema, path, wrap, word in nodes(SCHEMA, "", None, "", set()):
        if not path:
            continue
        for value in bad_values(schema):
            setting = f"{path}={yaml(wrap(value) if wrap else value)}"
            if setting not in known:
                known.add(setting)
                yield Case([("run", "preflight")[len(known) % 2], file, "--set", setting], REFUSED, path.split(".")[0], word, *both_ends(schema, value))


def text_cases(lab):
    """Files that are no run file, or one with a flaw."""
    good = json.dumps(RUN)
    texts = {
        "empty": "", "blank": "\n\n", "comment": "# nothing\n", "list": "[1, 2]", "word": "hello", "number": "12", "null": "null", "open": "a: [1,\n",
        "tabs": "train:\n\tepochs: 1\n", "binary": "\x00\x01\x02", "nul": good[:-1] + "\x00}", "twice": '{"name": "a", "name": "b"}', "anchor": "a: *b\n",
        "bomb": "a: &a [x, x]\nb: &b [*a, *a]\n" + "".join(f"{chr(99 + i)}: &{chr(99 + i)} [*{chr(98 + i)}, *{chr(98 + i)}]\n" for i in range(20)),
        "deep-lists": "[" * 100_000, "deep-maps": "{a: " * 100_000, "deep-json": '{"a":' * 5_000 + "1" + "}" * 5_000, "tag": "!!python/object:os.system x",
        "merge": "<<: {a: 1}\nname: x\n", "two-documents": f"{good}\n---\n{good}", "cut": good[:-7], "garbage-after": good + "}", "latin1": "name: \xe9\n",
        "no-name": json.dumps({key: value for key, value in RUN.items() if key != "name"}), "no-train": '{"name": "x"}', "version": good.replace('1, "name', '99, "name', 1),
        "name-escape": json.dumps(RUN | {"name": "a" + ESC}), "name-line": json.dumps(RUN | {"name": "a\nb"}), "name-rtl": json.dumps(RUN | {"name": "a" + RTL}),
        "name-tab": json.dumps(RUN | {"name": "a\tb"}), "name-del": json.dumps(RUN | {"name": "a\x7f"}), "name-c1": json.dumps(RUN | {"name": "a\x9b31m"}),
        "name-long": json.dumps(RUN | {"name": "x" * 201}), "key-escape": json.dumps(RUN | {"a" + ESC: 1}), "key-rtl": json.dumps(RUN | {"a" + RTL: 1}),
        "key-long": json.dumps(RUN | {"x" * 100_000: 1}), "value-long": json.dumps(RUN | {"device": "x" * 100_000}), "many-keys": json.dumps({f"k{i}": i for i in range(20_000)}),
        "huge-number": good.replace('"batch_size": 16', '"batch_size": ' + "9" * 400), "minus-zero": good.replace('"batch_size": 16', '"batch_size": -0'),
        "hex": good.replace('"batch_size": 16', '"batch_size": 0x'), "octal": good.replace('"batch_size": 16', '"batch_size": 1_000_'),
    }
    folder = lab.root / "texts"
    folder.mkdir()
    for name, text in texts.items():
        path = folder / f"{name}.yaml"
        path.write_bytes(text.encode("latin-1" if name == "latin1" else "utf-8", "surrogatepass"))
        yield Case(["cluster", "lint", path], REFUSED, f"{name}.yaml")
        yield Case(["run", path, "--json"], REFUSED, f"{name}.yaml")
    for name, made in odd_files(folder).items():
        for command in (["run"], ["preflight"], ["cluster", "lint"], ["cluster", "tf-config"], ["cluster", "import"]):
            yield Case([*command, made], REFUSED, made.name)
    large = folder / "large.yaml"
    large.write_text("# " + "x" * (20 << 20))
    yield Case(["run", large], (REFUSED, DAMAGED), "large.yaml")


def odd_files(folder):
    """What stands where a file should: by name, a path."""
    folder.mkdir(exist_ok=True)
    paths = {name: folder / f"{name}.odd" for name in ("missing", "folder", "fifo", "loop", "nowhere")}
    paths["folder"].mkdir()
    os.mkfifo(paths["fifo"])
    paths["loop"].symlink_to(paths["loop"])
    paths["nowhere"].symlink_to(folder / "is not there")
    paths["zero"] = folder / "zero"
    paths["zero"].symlink_to("/dev/zero")
    paths["below-a-file"] = EXAMPLES / "mlp.yaml" / "below"
    return paths


SPECIAL = {"fifo": "is a FIFO", "zero": "is a device"}  # what is said of them


def set_cases(lab):
    file = lab.run_file(json.dumps(RUN), name="good.yaml")
    for setting in ("", "=", "=1", "train", "train.epochs", ".train=1", "train.=1", "train..epochs=1", "train epochs=1", "a\nb=1"):
        yield Case(["run", file, "--set", setting], (USAGE, REFUSED), "--set")
    for setting, word in (("train.epochs=[1", "train.epochs"), ("train.epochs={", "train.epochs"), ("train.epochs=", "train.epochs"), ("train.no.such.key=1", "no"),
                          ("name.first=1", "name"), ("cluster.worker.7=local", "cluster"), ("cluster.worker.x=local", "cluster"), ("name=a\x1b", "0x1b"), ('name="a\\eb"', "\\x1b"), ('name="a\\u202eb"', "\\u202e"),
                          ("train.data.batch_size=1.5", "batch_size"), ("strategy={a: {}, b: {}}", "strategy"), ("strategy={}", "strategy"),
                          ("train.model.layers=[{dense: {units: 3}}]", "train.model"), ("cluster={worker: []}", "cluster.worker"), ("seed=-1", "seed"),
                          ("seed=1e30", "seed"), ("inject={step: 0}", "inject"), ("checkpoint.best=VAL LOSS", "checkpoint.best"), ("x" * 5000 + "=1", "xxx")):
        yield Case(["preflight", file, "--set", setting], (USAGE, REFUSED), word)


# Clusters and TF_CONFIG

def cluster_cases(lab):
    file = lab.run_file(json.dumps(RUN), name="good.yaml")
    entries = ["", " ", "a b", "local:", "local:x", "local:-1", "local:70000", "local:1:2:3:99999x", ":1", "[::1", "[::1]x", "[::1]:x", "a@b:1", "a/b", "a\nb", "a\tb:1", "a" + ESC,
               "a" + RTL + ":1", "a\x7f", "a\u2066", "x" * 301, "local:99999999999999999999", "local:1.5", "local:0x10", "\x00", "a\u2028b"]
    for role in ("worker", "chief"):
        for entry in entries:
            value = {"worker": ["local"]} | {role: [entry]}
            yield Case(["preflight", file, "--set", f"cluster={json.dumps(value)}"], REFUSED, "cluster")
    for entry in ({"node": ""}, {"node": "a b"}, {"node": "local", "port": -1}, {"node": "local", "port": 65536}, {"node": "local", "port": "x"}, {"node": "local:1", "port": 2},
                  {"node": "local", "cpus": ["3-1"]}, {"node": "local", "cpus": ["x"]}, {"node": "local", "cpus": [-1]}, {"node": "local", "cpus": 3}, {"node": "a" + ESC},
                  {"node": "local", "gpus": [0]}, {"port": 1}, {"node": "local", "no_such_key": 1}, {}, [], 7, None, True, 1.5):
        yield Case(["run", file, "--set", f"cluster={json.dumps({'worker': [entry]})}"], REFUSED, "cluster")
    for value in ([], "local", 7, {"worker": "local"}, {"worker": {}}, {"worker": 2}, {"wroker": ["local"]}, {"worker": ["local:2222", "local:2222"]},
                  {"chief": ["local", "local"]}, {"evaluator": ["local"]}, {"a" + RTL: ["local"]}, {"worker": ["local"], "ps": ["local"]}):
        yield Case(["run", file, "--set", f"cluster={json.dumps(value)}"], REFUSED, "cluster")


def tf_config_cases(lab):
    def tf_config(cluster, task):
        return json.dumps({"cluster": cluster, "task": task})

    two, first = {"worker": ["a:1", "b:1"]}, {"type": "worker", "index": 0}
    texts = ["", "{", "[]", "7", "null", '"worker"', "{}x", '{"cluster": {}, "cluster": {}}', '{"cluster":' * 200, "\x00", '{"cluster": NaN, "task": 1}', '{"cluster": {"worker": ["a:1"]},}',
             tf_config({}, first), tf_config([], first), tf_config("a", first), tf_config({"worker": "a:1"}, first), tf_config({"worker": []}, first), tf_config({"worker": [1]}, first),
             tf_config({"worker": [None]}, first), tf_config({"worker": [{"a": 1}]}, first), tf_config({"wroker": ["a:1"]}, first), tf_config(two, {"type": "worker", "index": 2}),
             tf_config(two, {"type": "worker", "index": -1}), tf_config(two, {"type": "worker", "index": 1.5}), tf_config(two, {"type": "worker", "index": "x"}),
             tf_config(two, {"type": "worker", "index": None}), tf_config(two, {"type": "worker", "index": 10 ** 30}), tf_config(two, {"type": "worker", "index": []}),
             tf_config(two, {"type": "wroker", "index": 0}), tf_config(two, {"type": 7, "index": 0}), tf_config(two, {"type": "chief", "index": 0}),
             tf_config(two, {"index": 0}), tf_config(two, {"type": "worker"}), tf_config(two, []), tf_config(two, 7), tf_config({"worker": ["a:1", "a:1"]}, first),
             tf_config({"worker": ["a", "b"]}, first), tf_config({"worker": ["a:0"]}, first), tf_config({"worker": ["a:99999"]}, first), tf_config({"worker": ["a:x"]}, first),
             tf_config({"chief": ["a:1", "b:1"], "worker": ["c:1"]}, first), tf_config({"master": ["a:1"], "chief": ["b:1"]}, {"type": "chief", "index": 0}),
             tf_config({"worker": ["localhost:1", "b:1"]}, first), tf_config({"worker": ["localhost:1", "127.0.0.1:1"]}, first),
             *[tf_config({"worker": [f"a{odd}:1"]}, first) for odd in (ESC, RTL, "\n", "\t", " ", "\x00", "\x7f", "\u2067", "\u2028", "/", "@")],
             tf_config({"a" + ESC: ["a:1"]}, first), tf_config({"a" + RTL: ["a:1"]}, first), tf_config(two, {"type": "worker" + ESC, "index": 0})]
    folder = lab.root / "tf_config"
    folder.mkdir()
    for number, text in enumerate(texts):
        path = folder / f"{number}.json"
        path.write_text(text)
        yield Case(["cluster", "import", path], REFUSED, path.name)
    file = lab.run_file(json.dumps(RUN), name="good.yaml")
    for task in ("worker:7", "chief:0", "ps:0", "worker", "worker:x", "worker:-1", "", ESC, RTL):
        yield Case(["cluster", "tf-config", file, "--task", task], (USAGE, REFUSED), "")


# Command lines

COMMANDS = {  # with what each needs
    "run": ["f"], "resume": ["r"], "branch": ["r", "--from", "1"], "watch": ["r"], "show": ["r"], "pause": ["r"], "change": ["r", "--set", "train.epochs=1"], "stop": ["r"], "runs": [],
    "metrics": ["r"], "logs": ["r"], "profile": ["r"], "stacks": ["r"], "checkpoints": ["r"], "checkpoint show": ["p"], "checkpoint verify": ["p"], "checkpoint diff": ["p", "q"],
    "checkpoint export": ["p", "--to", "q"], "checkpoint pin": ["p"], "checkpoint unpin": ["p"], "checkpoint delete": ["p"], "predict": ["r"], "cluster lint": ["f"],
    "cluster tf-config": ["f"], "cluster import": ["f"], "preflight": ["f"], "import": ["d"], "tag": ["r", "t"], "note": ["r", "n"], "rename": ["r", "n"], "trash": ["r"],
    "plugins": [], "nodes": [], "nodes add": ["h"], "nodes check": [], "nodes prepare": ["n"], "nodes remove": ["n"], "drill": ["r", "--kill", "worker:0"], "agent status": [], "agent stop": [],
    "save": ["r"], "sweep": ["f"], "sweeps": [], "sweeps show": ["s"], "sweeps watch": ["s"], "sweeps stop": ["s"], "queue": [], "queue cancel": ["e"], "queue move": ["e", "1"], "data fetch": ["n"],
    "chart": ["r", "--tag", "t", "--out", "o.svg"],
}
OF_A_RUN = [name for name, needs in COMMANDS.items() if needs[:1] == ["r"] and name != "predict"]


def usage_cases():
    for name, needs in COMMANDS.items():
        words = name.split()
        yield Case([*words, *needs, "--frob"], USAGE, "frob")
        yield Case([*words, *needs, "--frob=1", "--json"], USAGE, "frob")
        if needs:
            yield Case(words, USAGE, "required")
        if name not in ("checkpoint show", "checkpoint verify", "checkpoint diff", "checkpoint export", "checkpoint pin", "checkpoint unpin", "checkpoint delete", "predict", "tag", "note", "nodes check", "queue cancel", "chart"):
            yield Case([*words, *needs, "one-too-many"], USAGE, "" if name == "rename" else "one-too-many")
        yield Case([*words, *needs, "--agent"], USAGE, "agent")
    for args in (["frobnicate"], ["rnus"], ["cluster"], ["checkpoint"], ["cluster", "lnit", "f"], ["checkpoint", "frob", "p"], ["agent", "frob"], [], ["--frob"], [""], [ESC], [RTL],
                 ["stop", "r", "--after", "lunch"], ["metrics", "r", "--format", "xml"], ["logs", "r", "--tail", "-1"], ["logs", "r", "--tail", "x"], ["logs", "r", "--attempt", "-1"],
                 ["profile", "r", "--steps", "0"], ["profile", "r", "--steps", "1001"], ["profile", "r", "--steps", "x"], ["predict", "r", "--limit", "-1"], ["predict", "r", "--limit", "9" * 30], ["predict", "r", "--worst", "1001"],
                 ["drill", "r", "--kill", "worker:0", "--signal", "HUP"], ["drill", "r", "--kill", "worker:0", "--timeout", "0"], ["drill", "r"], ["drill", "r", "--kill"],
                 ["drill", "r", "--kill", "w", "--timeout", "9999"], ["run", "f", "--set"], ["run", "f", "--detach=7"], ["runs", "--all=no"], ["doctor", "--rebuild", "--security"], ["resume", "r", "--from"], ["branch", "r"], ["change", "r"], ["rename", "r"],
                 ["tag", "r"], ["stop", "r", "--after"], ["metrics", "r", "--format"]):
        yield Case(args, USAGE, "")
    for agent, code in (("ssh://user@127.0.0.1:1", UNREACHABLE), ("tls://host:1", REFUSED), ("unix:", USAGE), ("", USAGE), ("frob", USAGE), ("http://x", USAGE), ("unix:/no/such.sock", 5),
                        ("unix:/dev/null", 5), ("unix:" + "x" * 200, REFUSED), ("frob" + ESC, USAGE), ("frob" + RTL, USAGE)):
        yield Case(["runs", "--agent", agent], code, "frob" if "frob" in agent else "")


def unknown_run_cases(lab):
    for name in OF_A_RUN:
        words, needs = name.split(), COMMANDS[name][1:]
        for run in ("no-such-run-1", "", "../x", "a" + ESC, "x" * 3000):
            yield Case([*words, run, *needs], REFUSED, "no-such-run-1" if run.startswith("no") else "" if run else f"`{name}` has an empty RUN; `runs` lists the runs")
    for args, code, word in ((["predict", ""], REFUSED, "RUN|CKPT; `runs`"), (["chart", "", "--tag", "loss", "--out", "a.png"], REFUSED, "empty RUN"), (["export", "", "a.csv", "--to", "csv"], REFUSED, "empty RUN"),
                             (["nodes", "check", ""], REFUSED, "empty NODE; `nodes`"), (["nodes", "remove", ""], REFUSED, "empty NODE"), (["sweeps", "show", ""], REFUSED, "empty SWEEP; `sweeps`"),
                             (["queue", "cancel", ""], REFUSED, "empty ENTRY"), (["checkpoint", "show", ""], USAGE, "an empty path"), (["import", ""], USAGE, "an empty path"),
                             (["logs", "r", "--task", ""], USAGE, "empty --task; give"), (["metrics", "r", "--tag", ""], USAGE, "empty --tag"), (["resume", "r", "--from", ""], USAGE, "empty --from")):
        yield Case(args, code, word)
    long = lab.root / ("/".join(["y" * 200] * 25))
    for name in ("checkpoint show", "checkpoint verify", "checkpoint pin", "checkpoint delete", "import", "predict"):
        yield Case([*name.split(), long], (REFUSED, DAMAGED), "y" * 50)


# Data

def png(width=2):
    return b"\x89PNG\r\n\x1a\n" + b"\x00\x00\x00\rIHDR" + struct.pack(">2I", width, 2) + b"\x08\x00\x00\x00\x00"


def npy(header, body=b"", version=b"\x01\x00"):
    return b"\x93NUMPY" + version + struct.pack("<H", len(header)) + header + body


def idx(kind, *sizes, body=b""):
    return struct.pack(">HBB", 0, kind, len(sizes)) + b"".join(struct.pack(">I", size) for size in sizes) + body


def data_cases(lab):
    folder = lab.root / "data"
    odd = odd_files(folder)
    images, labels = lab.idx(64)
    good = {"idx": {"images": str(images), "labels": str(labels)}}
    bomb = gzip.compress(bytes(64 << 20), 9)
    contents = {
        "csv": {"empty": b"", "header-only": b"a,label\n", "no-label": b"a,b\n1,2\n", "ragged": b"a,label\n1,0\n1\n", "text": b"a,label\nx,0\n", "no-class": b"a,label\n1,x\n",
                "negative": b"a,label\n1,-1\n", "fraction": b"a,label\n1,0.5\n", "open-quote": b'a,label\n"1,0\n', "nul": b"a,label\n1\x00,0\n",
                "latin1": b"a\xe9,label\n1,\xff\n", "huge": b"a,label\n1e999999,0\n", "gz-cut": gzip.compress(b"a,label\n1,0\n" * 999)[:-20], "gz-junk": b"\x1f\x8b" + b"x" * 50,
                "escape": b"a\x1b[31m,lab\n1,0\n"},
        "npy": {"empty": b"", "magic": b"NUMPY" * 9, "version": npy(b"{}", version=b"\x09\x00"), "header-cut": npy(b"{'descr': '<f4'")[:-3], "no-dict": npy(b"[1, 2]"),
                "no-shape": npy(b"{'descr': '<f4', 'fortran_order': False}"), "object": npy(b"{'descr': '|O', 'fortran_order': False, 'shape': (2,)}", b"x" * 99),
                "overflow": npy(b"{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387904, 8)}"), "short": npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (9, 9)}", b"xx"),
                "negative": npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': (-1, 2)}"), "type": npy(b"{'descr': '<q9', 'fortran_order': False, 'shape': (2,)}", bytes(99)),
                "scalar": npy(b"{'descr': '<f4', 'fortran_order': False, 'shape': ()}", bytes(4)), "code": npy(b"__import__('os').system('x')")},
        "idx": {"empty": b"", "magic": b"\x00\x01\x08\x03" + bytes(99), "type": idx(0x77, 4, 2, 2, body=bytes(99)), "short": idx(8, 100, 28, 28, body=b"x" * 10),
                "overflow": idx(8, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF), "none": idx(8, 0, 28, 28), "no-size": b"\x00\x00\x08\x03\x00", "gz-cut": images.read_bytes()[:200],
                "gz-junk": b"\x1f\x8b" + b"x" * 50, "labels-as-images": gzip.decompress(labels.read_bytes()), "bomb": bomb, "dimensions": struct.pack(">HBB", 0, 8, 255) + bytes(99)},
        "tfrecord": {"empty": b"", "junk": b"x" * 100, "cut": struct.pack("<Q", 50) + bytes(8), "huge": struct.pack("<Q", 2 ** 63 - 1) + bytes(50), "crc": struct.pack("<QI", 4, 7) + b"abcd" + bytes(4),
                     "gz-cut": gzip.compress(bytes(10_000))[:-9], "gz-junk": b"\x1f\x8b" + b"x" * 50, "bomb": bomb},
    }

    def source(kind, path):
        return {"csv": {"csv": str(path)}, "idx": {"idx": good["idx"] | {"images": str(path)}}, "labels": {"idx": good["idx"] | {"labels": str(path)}},
                "npy": {"npy": {"features": str(path), "labels": str(path)}}, "images": {"images": str(path)}, "cifar10": {"cifar10": str(path)},
                "tfrecord": {"tfrecord": [str(path)], "features": {"x": {"shape": [2], "dtype": "float32"}, "y": {"shape": [], "dtype": "int64"}}, "label": "y"}}[kind]

    def case(kind, path, place="train"):
        run = copy.deepcopy(RUN)
        run["train"]["data"] |= {"train": good, "batch_size": 4} | {place: source(kind, path)}
        file = folder / f"{kind}-{place}-{path.name}.yaml"
        file.write_text(json.dumps(run))
        return Case(["preflight", file], REFUSED, "train.data", path.name)

    for kind, files in contents.items():
        for name, content in files.items():
            path = folder / f"{name}.{kind}"
            path.write_bytes(content)
            yield case(kind, path)
    for kind in ("csv", "npy", "idx", "labels", "tfrecord"):
        for path in odd.values():
            yield case(kind, path)
            yield case(kind, path, "validation")
    classes = {name: folder / f"{name}.images" for name in ("none", "no-picture", "cut", "fifo", "junk")}
    for name, root in classes.items():
        (root / "a").mkdir(parents=True)
    classes["none"].joinpath("a").rmdir()
    (classes["no-picture"] / "a" / "notes.txt").write_text("x")
    (classes["cut"] / "a" / "x.png").write_bytes(png())
    os.mkfifo(classes["fifo"] / "a" / "x.png")
    (classes["junk"] / "a" / "x.jpg").write_bytes(b"\xff\xd8\xff" + b"x" * 50)
    for root in (*classes.values(), *(path for name, path in odd.items() if name != "folder")):
        yield case("images", root)
        yield case("cifar10", root)


# Checkpoints and weights

def header(tensors, length=None):
    text = json.dumps(tensors).encode() if not isinstance(tensors, bytes) else tensors
    return struct.pack("<Q", len(text) if length is None else length) + text


def weights(folder):
    def tensor(begin, end, shape=(2,), dtype="F32"):
        return {"dtype": dtype, "shape": list(shape), "data_offsets": [begin, end]}

    contents = {
        "empty": b"", "short": b"1234567", "length": struct.pack("<Q", 2 ** 63) + b"{}", "longer": header({}, 500), "huge": struct.pack("<Q", 200 << 20) + b"{}", "no-json": header(b"{x"),
        "list": header(b"[]"), "deep": header(b'{"a":' * 5000), "twice": header(b'{"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}, "a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}') + bytes(4),
        "overlap": header({"a": tensor(0, 8), "b": tensor(4, 12)}) + bytes(12), "hole": header({"a": tensor(0, 8), "b": tensor(12, 20)}) + bytes(20), "past": header({"a": tensor(0, 8)}) + bytes(4),
        "after": header({"a": tensor(0, 8)}) + bytes(99), "backwards": header({"a": tensor(8, 0)}) + bytes(8), "negative": header({"a": tensor(0, 8, (-2,))}) + bytes(8),
        "overflow": header({"a": tensor(0, 8, (2 ** 62, 8))}) + bytes(8), "dtype": header({"a": tensor(0, 8, (2,), "F99")}) + bytes(8), "shape": header({"a": tensor(0, 8, (3,))}) + bytes(8),
        "no-offsets": header({"a": {"dtype": "F32", "shape": [2]}}) + bytes(8), "fraction": header(b'{"a": {"dtype": "F32", "shape": [1.5], "data_offsets": [0, 8]}}') + bytes(8),
        "escape": header({"a" + ESC: {"dtype": "F32"}}), "rtl": header({"a" + RTL: {"dtype": "F32"}}), "pickle": b"\x80\x04\x95" + bytes(50), "zip": b"PK\x03\x04" + bytes(50), "hdf5": b"\x89HDF\r\n\x1a\n" + bytes(50),
    }
    for name, content in contents.items():
        path = folder / f"{name}.safetensors"
        path.write_bytes(content)
        yield path


def weight_cases(lab):
    folder = lab.root / "weights"
    folder.mkdir()
    run = lab.run_file(json.dumps(RUN), name="good.yaml")
    for path in weights(folder):
        yield Case(["checkpoint", "show", path], (REFUSED, DAMAGED), path.name)
        yield Case(["preflight", run, "--set", f"train.initial_weights={path}"], REFUSED, "train.initial_weights", path.name)
    for name, path in odd_files(folder / "odd").items():
        what = SPECIAL.get(name, "")
        for command in (["checkpoint", "show"], ["checkpoint", "verify"], ["predict"]):
            yield Case([*command, path], REFUSED if what else (REFUSED, DAMAGED), path.name, what)
        yield Case(["preflight", run, "--set", f"train.initial_weights={path}"], REFUSED, "train.initial_weights", path.name, what)
        yield Case(["preflight", run, "--set", f"train.model={{saved: {path}}}"], REFUSED, "train.model", path.name, what)


@pytest.fixture(scope="module")
def trained(shared):
    """The folder of a checkpoint that was trained."""
    run = shared.run_file(name="trained.yaml", epochs=1, max_steps=1)
    _, shown = shared.finished(run, "--set", "cluster={worker: [local]}")
    return next(iter((shared.home / "runs").glob("*/checkpoints/ckpt-1")))


def checkpoint_cases(lab, whole):
    root = lab.root / "checkpoints"
    root.mkdir()

    def damaged(name, change):
        folder = root / name
        shutil.copytree(whole, folder)
        change(folder)
        return folder

    def cut(path):
        path.write_bytes(path.read_bytes()[:-5])

    def flip(path):
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 0x40
        path.write_bytes(content)

    def fifo(path):
        path.unlink()
        os.mkfifo(path)

    def folder(path):
        path.unlink()
        path.mkdir()

    def link(path):
        path.unlink()
        path.symlink_to("/etc/passwd")

    changes = {"missing": lambda path: path.unlink(), "empty": lambda path: path.write_bytes(b""), "cut": cut, "flip": flip, "fifo": fifo, "folder": folder, "link": link,
               "junk": lambda path: path.write_bytes(b"junk"), "deep": lambda path: path.write_bytes(b'{"a":' * 5000)}
    for name in ("manifest.json", "model.safetensors", "optimizer.safetensors", "state.json", "owner.json"):
        for what, change in changes.items():
            made = damaged(f"{name.split('.')[0]}-{what}", lambda folder: change(folder / name))
            yield Case(["checkpoint", "verify", made], (DAMAGED, REFUSED), made.name)
    stranger = damaged("stranger", lambda folder: (folder / "one more").write_text("x"))
    yield Case(["checkpoint", "verify", stranger], DAMAGED, "one more")


# Logs of other programs

def import_cases(lab):
    root = lab.root / "logs"
    root.mkdir()
    contents = {"empty": b"", "junk": b"x" * 200, "cut": struct.pack("<Q", 99) + bytes(8), "huge": struct.pack("<Q", 2 ** 62) + bytes(40), "crc": struct.pack("<QI", 4, 1) + b"abcd" + bytes(4)}
    for name, content in contents.items():
        (root / name).mkdir()
        (root / name / "events.out.tfevents.1.x").write_bytes(content)
        yield Case(["import", root / name], REFUSED, name)
    for name, path in odd_files(root / "odd").items():
        # Where the last link leads is what is named.
        yield Case(["import", path], REFUSED, SPECIAL.get(name, path.name))
    pipes = root / "pipes"
    pipes.mkdir()
    os.mkfifo(pipes / "events.out.tfevents.1.x")
    yield Case(["import", pipes], REFUSED, "pipes")


def test_every_key_of_a_run_file(shared):
    assert run_all(shared, list(schema_cases(shared))) >= 300


def test_run_files_and_settings(shared):
    run_all(shared, [*text_cases(shared), *set_cases(shared)])


def test_clusters_and_tf_config(shared):
    run_all(shared, [*cluster_cases(shared), *tf_config_cases(shared)])


def test_command_lines(shared):
    run_all(shared, [*usage_cases(), *unknown_run_cases(shared)])


def test_data(shared):
    run_all(shared, list(data_cases(shared)))


def test_weights_checkpoints_and_logs(shared, trained):
    run_all(shared, [*weight_cases(shared), *checkpoint_cases(shared, trained), *import_cases(shared)])
