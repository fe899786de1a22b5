#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What it costs to add a thing: the files that have to name it. Prints the most expensive of each kind; exit 1 if one costs
more than its limit.

    extension.py SOURCE_DIR [--list]

Counted are the files of the product that name the thing so that it exists: the one that brings it along, too. Not counted are
its tests, translations, examples that use it, and what the feature itself does.

A call of the agent (rpc): the files between the handler and the caller that name it, its messages or its function. Whatever
the handler does, and the page or command that makes the call, belong to the feature and are not counted.

A data format (`csv`): its schema, its reader, and whoever else has its name as a word, lists its reader, or describes it.
An optimizer (`adam`), a layer (`dense`): whoever has its name as a word, or describes it. `activation`, `add` and `plugin`
are left out, being names of other things, too.

A run-file key in a map (`train.epochs`): its schema, its field, the lists of keys it is in, and the pages with all keys or controls.
Whoever reads it, and what it is refused for, belong to the feature.

A command (`stacks`): the file that has it, whoever names that file or the function that adds it, and the page with all
commands. The user guide shows some at work, which is not counted.

A page of the window (`nodes`): whoever names its function, class, library or icon, and the pages with all controls and pages.
An icon that is new is one more file, its .svg, which is not counted: it is a picture, and names nothing. Nor are translations.
"""
import argparse
import json
import pathlib
import re
import sys

LIMITS = {"rpc": 8, "data format": 4, "optimizer": 4, "layer": 4, "run-file key": 4, "command": 3, "page": 6}
SCHEMA = "resources/schema/run.schema.json"
PROTO = "core/proto/trainyard/v1/agent.proto"
CALLS = "core/client/agent_calls.h"
# Where a call is named on its way from the handler to the caller, and the handlers and callers in there.
RPC_PATH = ["core/proto", "core/agent", "core/client", "ui/bridge", "tests/support"]
RPC_ENDS = {"watch_streams", "agent_bridge", "run_watch"}
SUFFIXES = {".h", ".cpp", ".proto", ".py", ".txt"}
FORMAT_USERS = {"core/spec/run/prediction_data.cpp",  # a folder to predict on holds images
                "core/export/run_export.cpp", "ui/pages/runs/export_bar.cpp",  # formats that are written
                # `images` of TensorBoard
                "core/events/media.h", "core/events/media.cpp", "core/agent/agent_series.cpp", "ui/bridge/media_functions.cpp"}
OPTIMIZER_USERS = {"core/engine/ps/coordinated_trainer.cpp"}  # servers keep state that is not trained, too
LAYER_USERS = {"ui/pages/new_run/field_rows.cpp",  # a new list starts with two layers
               "core/data/preprocessing.cpp",  # normalizes columns, which is no layer of a model
               "core/spec/lint/preprocessing_lint.cpp",  # likewise
               # A layer without nodes there is refused by `export --to onnx`.
               "core/export/onnx/layer_nodes.cpp", "core/export/onnx/merging_nodes.cpp",
               # A layer with variables that is not there is refused by `export --to keras`.
               "core/export/layouts/keras.cpp", "core/export/layouts/pytorch.cpp"}
RUN_SPEC = "core/proto/trainyard/v1/run_spec.proto"
KEY_PAGES = ["docs/run-file.md", "docs/automation.md"]
KEY_USERS = {  # set, check or forbid single keys, or read the few that name files
    "core/control/preflight/preflight.cpp", "core/control/start/named_files.cpp", "core/control/start/resume_plan.cpp",
    "core/engine/eval/predict.cpp", "core/plugin/program.cpp", "core/spec/run/prediction_data.cpp"}
ICONS = "resources/icons/icons.qrc"
COMMANDS_PAGE = "docs/commands.md"
# Where a thing of the run file is named.
PAGES = ["README.md", "docs/run-file.md", "docs/commands.md", "docs/user-guide.md", "docs/automation.md"]


def rpc_functions(root):
    """{rpc: the function of AgentClient that makes it}; the window's function is called the same."""
    rpcs = re.findall(r"^\s*rpc (\w+)\(", (root / PROTO).read_text(encoding="utf-8"), re.M)
    table = re.findall(r"\b(?:CALL|STREAM)\((\w+), (\w+)[,)]", (root / CALLS).read_text(encoding="utf-8"))
    functions = {rpc: function for function, rpc in table}
    for rpc in rpcs:
        if rpc not in functions:
            sys.exit(f"{CALLS}: no line for {rpc} of agent.proto")
    return {rpc: functions[rpc] for rpc in rpcs}


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def sources(root, folders):
    """{file: its text without comments}."""
    texts = {}
    for folder in folders:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in SUFFIXES:
                texts[file.relative_to(root).as_posix()] = without_comments(file.read_text(encoding="utf-8"))
    return texts


def naming(texts, pattern):
    return [file for file, text in texts.items() if re.search(pattern, text)]


def rpc_costs(root):
    """{rpc: the files that name it}."""
    texts = {file: text for file, text in sources(root, RPC_PATH).items() if pathlib.PurePath(file).stem not in RPC_ENDS}
    costs = {}
    for rpc, function in rpc_functions(root).items():
        message = rf"{rpc}(?:Request|Reply)\b"
        in_proto = re.compile(rf"\brpc {rpc}\(|\b{message}")
        in_code = re.compile(rf"\bv1::{message}|(?:::|\.|->){function}\b|\b{function};|\({function}, {rpc}\b")
        costs[rpc] = [file for file, text in texts.items() if (in_proto if file.endswith(".proto") else in_code).search(text)]
    return costs


def schema_of(root):
    return json.loads((root / SCHEMA).read_text(encoding="utf-8"))


def choices(node):
    """The ways to write a value as a map: the names of {csv: {…}}, {npy: {…}}."""
    return [way["required"][0] for way in node["oneOf"] if "required" in way and "x-not-yet" not in way]


def pages(root):
    return {page: (root / page).read_text(encoding="utf-8") for page in PAGES if (root / page).is_file()}


def described(name):
    """`name`, `{name: …}` or a list of words with it, in a page."""
    return rf"`(?:\{{?|[a-z0-9_ ]+ ){name}[`: ]"


def format_costs(root):
    """{data format: the files that name it}. Another format's reader may have an option of that name."""
    texts = {file: text for file, text in sources(root, ["core", "ui"]).items() if file not in FORMAT_USERS}
    readers = {}
    for file, text in texts.items():
        for symbol, name in re.findall(r'SourceKind (k\w+)\{\s*"(\w+)"', text):
            readers[name] = (file, symbol)
    costs = {}
    for name in choices(schema_of(root)["$defs"]["source"]):
        if name in ("builtin", "plugin"):
            continue  # data sets by name, of these formats; what plugins make
        reader, symbol = readers[name]
        foreign = {file for file, _ in readers.values()} - {reader}
        others = {file: text for file, text in texts.items() if file not in foreign}
        code = rf'"{name}"|\b{symbol}\b|\b{re.escape(pathlib.PurePath(reader).name)}\b'
        costs[name] = [SCHEMA, *naming(others, code), *naming(pages(root), described(name))]
    return costs


def word_costs(root, names, users):
    """{name: the files that have it as a word}, without those of `users`."""
    texts = {file: text for file, text in sources(root, ["core", "ui"]).items() if file not in users}
    # Another thing may have an option of that name.
    return {name: [SCHEMA, *naming(texts, rf'(?<!options\[)"{name}"'), *naming(pages(root), described(name))] for name in names}


def optimizer_costs(root):
    return word_costs(root, choices(schema_of(root)["properties"]["train"]["properties"]["optimizer"]), OPTIMIZER_USERS)


def layer_costs(root):
    names = [name for name in choices(schema_of(root)["$defs"]["layer"]) if name not in ("activation", "add", "plugin")]
    return word_costs(root, names, LAYER_USERS)


def key_paths(node, path=()):
    """The keys of a run file: train, train.model …"""
    for key, inner in node.get("properties", {}).items():
        yield ".".join((*path, key))
        yield from key_paths(inner, (*path, key))


def is_listed(text, at):
    """Whether the literal at `at` is in braces, and no argument of a call."""
    depth = 0
    for character in reversed(text[max(0, at - 4000):at]):
        depth += {")": 1, "}": 1, "(": -1, "{": -1}.get(character, 0)
        if depth < 0:
            return character == "{"
    return False


def key_costs(root):
    lists = {file: text for file, text in sources(root, ["core", "ui"]).items() if file not in KEY_USERS}
    texts = {page: pages(root).get(page, "") for page in KEY_PAGES}
    proto = (root / RUN_SPEC).read_text(encoding="utf-8")
    costs = {}
    for path in key_paths(schema_of(root)):
        if "." not in path:
            continue  # a word of many meanings
        key = path.rpartition(".")[2]
        literal = re.compile(rf'"{re.escape(path)}"')
        listing = [file for file, text in lists.items() if any(is_listed(text, found.start()) for found in literal.finditer(text))]
        costs[path] = [SCHEMA, *([RUN_SPEC] if re.search(rf"\b{key} = \d+;", proto) else []), *listing,
                       *naming(texts, rf"(?<![\w-]){key}(?![\w-])")]
    return costs


def command_costs(root):
    """{command: the files that add it, or name the file or the function that does}."""
    texts = sources(root, ["app"])
    page = pages(root).get(COMMANDS_PAGE, "")
    costs = {}
    for file, text in texts.items():
        name_of_file = re.escape(pathlib.PurePath(file).name)
        for adding, body in re.findall(r"^void (\w+)\(CommandLine& \w+\) \{\n(.*?)^\}", text, re.M | re.S):
            for name in re.findall(r'\badd(?:OnRun|On|GoingOn|Group)?\([^"()]*"([\w-]+)"', body):
                described_in = [COMMANDS_PAGE] if re.search(rf"(?<![\w-]){name}(?![\w-])", page) else []
                costs[f"{name} of {adding}"] = [*naming(texts, rf"\b{adding}\b|\b{name_of_file}\b"), *described_in]
    return costs


def page_costs(root):
    """{page of the window: the files that name its function, class, library, icon, or controls}."""
    texts = sources(root, ["ui", "app/desktop"])
    texts[ICONS] = (root / ICONS).read_text(encoding="utf-8")
    documents = pages(root)
    costs = {}
    for file, text in list(texts.items()):
        for function, body in re.findall(r"^PageInfo (\w+)Page\(\) \{\n(.*?)^\}", text, re.M | re.S):
            folder = pathlib.PurePath(file).parent.name
            title = re.search(r'\.title = \w+::tr\("([^"]*)"\)', body)[1]
            icon = re.search(r'\.icon = QStringLiteral\("(\w+)"\)', body)[1]
            naming_it = rf"(?i:\b{function}Page\b)|\bui_page_{folder}\b|^  {folder}$|/?{icon}\.svg"
            own = {pathlib.PurePath(file).with_suffix(suffix).as_posix() for suffix in (".cpp", ".h")}
            parts = {name for name in texts if f"/{folder}/" in name and name.endswith((".cpp", ".h"))} - own
            costs[folder] = [*(name for name, one in texts.items() if name not in parts and re.search(naming_it, one, re.M)),
                             *naming(documents, rf"\*\*{title}\*\*|`{folder}\.\w")]
    return costs


KINDS = {"rpc": rpc_costs, "data format": format_costs, "optimizer": optimizer_costs, "layer": layer_costs,
         "run-file key": key_costs, "command": command_costs, "page": page_costs}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    failed = False
    for kind, costs_of in KINDS.items():
        costs = costs_of(options.source)
        worst = max(costs, key=lambda name: len(costs[name]))
        print(f"{kind}: at most {len(costs[worst])} files ({worst}), limit {LIMITS[kind]}")
        for name, files in sorted(costs.items()):
            is_over = len(files) > LIMITS[kind]
            failed |= is_over
            if is_over or options.list:
                print(f"{kind} {name}: {len(files)} files: {' '.join(files)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
