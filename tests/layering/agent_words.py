#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps the window's catalogue of the agent's sentences true, in both directions.

Every template of ui/agent_words is in the sources that say it: a sentence reworded there is named here. Every sentence
in the files of COMPLETE is in the catalogue, or in EXCEPTIONS with a reason.

Usage: agent_words.py SOURCE_DIR
"""
import pathlib
import re
import sys

TOKEN = re.compile(
    r'''//[^\n]*|/\*.*?\*/|R"(?P<mark>\w*)\((?P<raw>.*?)\)(?P=mark)"|"(?P<text>(?:[^"\\\n]|\\.)*)"'''
    r"""|'(?:[^'\\\n]|\\.)*'|[A-Za-z_][\w:]*|\d[\w.']*|\s+|.""",
    re.S,
)
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "'": "'"}
# Templates that no source holds whole: what the operating system says, and what is put together of pieces.
COMPOSED = "ui/agent_words/composed.cpp"
FOLDERS = ("core", "plugins", "resources/schema", "ui/models/cluster_text.cpp")

# What nobody but a developer reads: arguments of these.
SILENT_CALLS = ("TY_CHECK", "spdlog::", "static_assert", "tr", "QT_TRANSLATE_NOOP")

# Files all of whose sentences the catalogue has, but for those of EXCEPTIONS. What a program or a strategy in plugins
# says is translated in part: their sentences are a stranger's as well as ours.
COMPLETE = ["core"]

TASK = "a task or a program and its process, the same in every language"
LOG = "a line of a log"
STOPPED = "why a task ends that was asked to, which is no failure: of its log"
COMMAND = "a command, to be typed as it is"
PATTERN = "a regular expression"
SPAN = "a word of a profile, which the viewer of traces shows"
BY_HAND = "said by workers that are started by hand, in their shell"
REPORT = "a page that `export` writes, for readers of any language, or a message of the command line"
BETWEEN = "what tasks say to one another when one of them is broken, or another program; kept as it is for a report"
SWEEP = "of the command line, which alone reads sweep files"
PODS = "of `cluster kubernetes` and `export`, commands of the command line alone"
THROWN = "thrown by libtorch's check, with its words around it"
DETAIL = "what is wrong inside of a file, for who writes such files; the sentence around it is translated"

# file: {the beginning of a sentence: why it stays English}; "" stands for all of the file.
EXCEPTIONS = {
    "core/agent/calls_in_progress.cpp": {"": LOG},
    "core/events/media.cpp": {"": DETAIL},
    "core/agent/this_node.cpp": {"model name": "a line of /proc/cpuinfo"},
    "core/agent/node_host.cpp": {"the agent of this machine": BETWEEN},
    "core/node/remote/askpass.cpp": {"standard output": "of a program that ssh runs, which reports to nobody"},
    "core/engine/comm/link_check.cpp": {"": BETWEEN},
    "core/engine/ps/run_role.cpp": {"asked to end while": STOPPED},
    "core/engine/adapt_data.cpp": {"asked to end while": STOPPED},
    "core/data/adapter.cpp": {"a vocabulary of": LOG, "means ": LOG, "boundaries ": LOG},
    "core/engine/cuda/nccl_sums.cpp": {"all_reduce of gradients": BETWEEN},
    "core/engine/device/watched_sums.cpp": {"all_reduce of gradients": BETWEEN},
    "core/engine/device/out_of_memory.cpp": {"Tried to allocate": "looked for in what libtorch says"},
    "core/node/loader_error.cpp": {"": "looked for in what the dynamic loader says"},
    "core/node/link_test.cpp": {"the worker's answer": BETWEEN, "onnect timeout": "looked for in what c10d says", "to connect": "looked for in what c10d says", "No route": "looked for in what c10d says"},
    "core/node/local_node.cpp": {"this machine keeps": BETWEEN},
    "core/agent/rendezvous.cpp": {"add: ": BETWEEN, "{} takes one key": BETWEEN, "a rendezvous": BETWEEN, "the rendezvous": BETWEEN},
    "core/base/text.cpp": {"Exception raised": "looked for in what libtorch says",
                           "syntax error while parsing ": "looked for in what the JSON library says"},
    "core/base/check.cpp": {"": "the last words of a program with a bug"},
    "core/base/exhaustion.cpp": {"%s": "the last words of a program without memory", "DefaultCPUAllocator": "looked for in what libtorch says"},
    "core/export/layouts/convert.cpp": {"": REPORT},
    "core/export/layouts/keras.cpp": {"": REPORT},
    "core/export/layouts/pytorch.cpp": {"": REPORT},
    "core/export/onnx/layer_nodes.cpp": {"this version cannot write layer": REPORT},
    "core/export/onnx/onnx_model.cpp": {"": REPORT},
    "core/export/onnx/open_messages.cpp": {"": REPORT},
    "core/checkpoint/foreign.cpp": {"python3": COMMAND},
    "core/checkpoint/retention.cpp": {"# written by": "the last line of an index", "{} was not written by a run": BY_HAND,
                                      "{} holds the checkpoints of run {}; give this run another `name`": BY_HAND},
    "core/checkpoint/safetensors.cpp": {"has ": DETAIL, "occurs twice": DETAIL, "{} bytes of": BETWEEN},
    "core/checkpoint/safetensors_header.cpp": {"": DETAIL},
    "core/client/agent_end.cpp": {"the agent (pid": "a message of `agent stop`, which the window does not have"},
    "core/client/agent_process.cpp": {"\n  (": LOG},
    "core/control/ask/kept_elsewhere.cpp": {"there is no run {}": "a row of the store without its run, which no agent leaves"},
    "core/engine/train/device_step.cpp": {"the optimizer waits": LOG, "batch normalisation is synchronised": LOG},
    "core/engine/train/device_step.h": {"steps are not captured": LOG},
    "core/engine/train/not_finite.cpp": {"rank {}": TASK},
    "core/control/run/attempt_news.cpp": {"{} at {}": TASK},
    "core/engine/model/matmul.cpp": {"draws of a dropout for": THROWN},
    "core/engine/model/model.cpp": {"may do other work": LOG, "checks indexes that": LOG, "the layer {} ({}) {}": LOG,
                                    "checkpoints do not": THROWN, "tensors of dtype": THROWN, " are not read": THROWN},
    "core/node/link_socket.cpp": {"{} port {}": "an address"},
    "core/control/metrics/progress_bars.cpp": {"^": PATTERN},
    "core/control/run/attempt_state.cpp": {"": "the last words of a program with a bug"},
    "core/control/run/hosted_checkpoints.cpp": {"a run without": BETWEEN},
    "core/control/run/remote_checkpoints.cpp": {"the checkpoints of run": BETWEEN},
    "core/control/run/checkpoint_shelf.cpp": {"run {} of the home": "written into a folder, for homes of any language"},
    "core/control/runs/run_manager.cpp": {"another program": REPORT},
    "core/store/lock_holder.cpp": {"{} (pid {})": TASK},
    "core/control/run/task_failure.cpp": {"{} (pid {})": TASK},
    "core/control/sweep/sweep_controller.cpp": {"sweep {}": "who stopped a run, as its other clients name themselves"},
    "core/control/run/run_stacks.cpp": {"{:%H": LOG, "  thread": LOG},
    "core/data/file_dataset.cpp": {"": LOG},
    "core/data/image_folder_source.cpp": {"images (": LOG},
    "core/data/tfrecord_source.cpp": {"{}: record": "names the place in a log"},
    "core/engine/comm/agent_link.cpp": {"{} is not set": BY_HAND, "TRAINYARD_AGENT": BY_HAND},
    "core/engine/comm/agent_store.cpp": {"multiSet": BETWEEN},
    "core/engine/eval/sidecar_model.cpp": {"an evaluator": LOG},
    "core/engine/host/hand_host.cpp": {"": BY_HAND},
    "core/engine/host/hand_rendezvous.cpp": {"": BY_HAND},
    "core/engine/host/run_report.cpp": {"": BY_HAND},
    "core/engine/loop/distribute.cpp": {" is not finite": BETWEEN, " on replica": BETWEEN},
    "core/engine/loop/losses.cpp": {"computeAverageLoss": BETWEEN},
    "core/engine/loop/metrics.cpp": {"": BETWEEN},
    "core/engine/loop/shapes.h": {"": BETWEEN},
    "core/engine/open_data.cpp": {"{}, input pipeline": LOG, "{} ({}": LOG, "input pipeline": LOG},
    "core/engine/profile/profiler.cpp": {"step: ": SPAN},
    "core/engine/profile/trace_file.cpp": {"thread {}": SPAN},
    "core/engine/ps/connection.cpp": {"Socket closed": "gRPC's words"},
    "core/engine/ps/coordinated_trainer.cpp": {"communication: ": SPAN, "the run was asked to end": STOPPED},
    "core/engine/ps/coordinator.cpp": {"{}: closure": BETWEEN, "{}: per-worker": BETWEEN, "communication: ": SPAN,
                                       "cancelled, because the workers": STOPPED, "cancelled, because the run": STOPPED},
    "core/engine/ps/messages.cpp": {"": BETWEEN},
    "core/engine/ps/pulled_model.cpp": {"communication: ": SPAN},
    "core/engine/ps/sharded_state.cpp": {"": BETWEEN},
    "core/engine/ps/shared_area.cpp": {"": BETWEEN},
    "core/engine/ps/sharded_variables.cpp": {"": BETWEEN},
    "core/engine/ps/training_closures.cpp": {"input: ": SPAN, "communication: ": SPAN, "the handle": BETWEEN},
    "core/engine/ps/variable_store.cpp": {"": BETWEEN},
    "core/engine/ps/wire.cpp": {"": BETWEEN},
    "core/engine/ps/worker_runtime.cpp": {"": BETWEEN},
    "core/engine/train/pipeline.cpp": {"input: ": SPAN},
    "core/engine/train/trainer.cpp": {"input: ": SPAN},
    "core/export/mlflow_run.cpp": {"": REPORT},
    "core/export/run_parameters.cpp": {"": REPORT},
    "core/export/mlflow_server.cpp": {"": REPORT},
    "core/export/csv.cpp": {"": REPORT},
    "core/export/html_report.cpp": {"": REPORT},
    "core/export/line_chart.cpp": {"": REPORT},
    "core/export/npy_sink.cpp": {"": REPORT},
    "core/export/report_media.cpp": {"": REPORT},
    "core/export/ridge_chart.cpp": {"": REPORT},
    "core/export/run_export.cpp": {"the agent sent": BETWEEN, "`--to": REPORT, "Of its": REPORT, "there is no format": "the window names those that there are alone"},
    "core/node/gpus.cpp": {"{} ({}: error": "the words of the driver"},
    "core/node/frame_name.cpp": {"(anonymous": "a name in C++"},
    "core/node/ports.cpp": {"{} (pid {})": TASK},
    "core/node/process.cpp": {"signal {}": "a signal without a name"},
    "core/node/remote/bundle.cpp": {"#!/bin/sh": COMMAND, "env LD_BIND_NOW": COMMAND, "for y in": COMMAND},
    "core/node/remote/delivery.cpp": {"No space left": "looked for in what programs say", "quota exceeded": "looked for in what programs say"},
    "core/node/remote/door_session.cpp": {"the session": BETWEEN, "the home": BETWEEN, "the attempt that": BETWEEN, "messages of the home": BETWEEN},
    "core/node/remote/node_server.cpp": {"a home did": BETWEEN},
    "core/node/remote/protocol.h": {"trainyard-agent": COMMAND},
    "core/node/remote/remote_shell.cpp": {"": COMMAND},
    "core/node/remote/remote_shell.h": {"": COMMAND},
    "core/node/remote/ssh_client.cpp": {"Host key verification": "looked for in what ssh says", "Permission denied (": "looked for in what ssh says"},
    "core/node/remote/ssh_transport.h": {"trainyard-agent": COMMAND},
    "core/node/remote/remote_files.cpp": {"{} was sent": LOG},
    "core/node/shim.cpp": {"cannot write the exit": LOG, "abandoned": LOG, "{} needs a value": BY_HAND, "fsync {}": LOG, "unknown option": BY_HAND, "usage: ": BY_HAND},
    "core/node/stacks.cpp": {"{} in {}": "a frame", "not permitted": "looked for in what eu-stack says", "ermission": "looked for in what eu-stack says", "waiting for a disk": LOG},
    "core/spec/sweep/sweep.cpp": {"": SWEEP},
    "core/spec/cluster/kubernetes.cpp": {"": PODS},
    "core/spec/cluster/launch_script.cpp": {"": PODS},
    "core/spec/run/run_file.cpp": {"--set {}": "of the command line alone"},
}


def unescaped(text):
    return re.sub(r"\\(.)", lambda m: ESCAPES.get(m.group(1), m.group(0)), text)


def literals(source):
    """(line, text, calls around it) of every literal; neighbours are joined, as the compiler does."""
    found, calls, word, line = [], [], "", 1
    text, began = None, 0
    for match in TOKEN.finditer(source):
        token, at = match.group(0), line
        line += token.count("\n")
        if token.isspace() or token.startswith(("//", "/*")):
            continue
        piece = match.group("raw")
        if piece is None and match.group("text") is not None:
            piece = unescaped(match.group("text"))
        if piece is not None:
            if text is None:
                text, began = "", at
            text += piece
            continue
        if text is not None:
            found.append((began, text, tuple(calls)))
            text = None
        if token == "(":
            calls.append(word)
        elif token == ")" and calls:
            calls.pop()
        word = token
    return found


def template(text):
    """A format of fmt as base::say() makes a sentence of it: a number for each field, in their order."""
    fields, parts, at, automatic = [], [], 0, 0
    for match in re.finditer(r"\{\{|\}\}|\{([^{}]*)\}", text):
        parts.append(text[at : match.start()])
        at = match.end()
        if match.group(1) is None:
            parts.append(match.group(0)[0])
            continue
        index, _, spec = match.group(1).partition(":")
        if not index:
            index, automatic = str(automatic), automatic + 1
        field = (index, spec)
        if field not in fields:
            fields.append(field)
        parts.append(f"%{fields.index(field) + 1}")
    return "".join(parts) + text[at:]


def sentences_of(text):
    """What a literal may say: as a format of say(), and as it is."""
    return {template(text), text}


def catalogue(root):
    """(file, line, template) of every sentence that the window translates."""
    for file in sorted((root / "ui/agent_words").glob("*.cpp")):
        for line, text, calls in literals(file.read_text(encoding="utf-8")):
            if calls and calls[-1] == "QT_TRANSLATE_NOOP" and text != "Agent":
                yield file.relative_to(root), line, text


def sources(root):
    for folder in FOLDERS:
        for file in sorted([root / folder, *(root / folder).rglob("*")]):
            if file.suffix in (".cpp", ".h"):
                yield file, literals(file.read_text(encoding="utf-8"))
            elif file.suffix == ".json":
                yield file, [(0, unescaped(m), ()) for m in re.findall(r'"((?:[^"\\]|\\.)*)"', file.read_text(encoding="utf-8"))]


def is_sentence(text):
    """Two words at least, as people write them."""
    if re.match(r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|PRAGMA|BEGIN|DROP|ON CONFLICT)\b", text):
        return False
    return re.search(r"[a-z]{2,} \S*[a-z]|[a-z]{2,} \{|\} [a-z]{2,}", text) is not None


def check(root):
    said, problems = set(), []
    complete = {}
    for file, found in sources(root):
        for _, text, _ in found:
            said |= sentences_of(text)
        name = str(file.relative_to(root))
        if any(name == one or name.startswith(one + "/") for one in COMPLETE):
            complete[name] = found
    known, count = set(), 0
    for file, line, text in catalogue(root):
        count += 1
        known.add(text)
        if text not in said and str(file) != COMPOSED:
            problems.append(f'{file}:{line}: no source says this any more: "{text}"')
    for name, found in complete.items():
        excepted = EXCEPTIONS.get(name, {})
        if "" in excepted:
            continue
        used = set()
        for line, text, calls in found:
            if not is_sentence(text) or any(call.startswith(SILENT_CALLS) for call in calls):
                continue
            if sentences_of(text) & known:
                continue
            reasons = [start for start in excepted if text.startswith(start)]
            used.update(reasons)
            if not reasons:
                problems.append(f'{name}:{line}: not in ui/agent_words: "{text}"')
        problems += [f'{name}: no longer an exception: "{start}"' for start in excepted if start not in used]
    return count, len(complete), problems


def main():
    count, files, problems = check(pathlib.Path(sys.argv[1]))
    for problem in problems:
        print(problem)
    print(f"{count} templates, {files} files complete, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
