#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What it costs to add a thing: the files that have to name it. Prints the most expensive of each kind; exit 1 if one costs
more than its limit.

    extension.py SOURCE_DIR [--list]

A call of the agent (rpc): the files between the handler and the caller that name it, its messages or its function. Whatever
the handler does, and the page or command that makes the call, belong to the feature and are not counted.
"""
import argparse
import pathlib
import re
import sys

LIMITS = {"rpc": 8}
PROTO = "core/proto/trainyard/v1/agent.proto"
CALLS = "core/client/agent_calls.h"
# Where a call is named on its way from the handler to the caller, and the handlers and callers in there.
RPC_PATH = ["core/proto", "core/agent", "core/client", "ui/bridge", "tests/support"]
RPC_ENDS = {"watch_streams", "agent_bridge", "run_watch"}
SUFFIXES = {".h", ".cpp", ".proto", ".py", ".txt"}


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


def rpc_costs(root):
    """{rpc: the files that name it}."""
    texts = {}
    for folder in RPC_PATH:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in SUFFIXES and file.stem not in RPC_ENDS:
                texts[file.relative_to(root).as_posix()] = without_comments(file.read_text(encoding="utf-8"))
    costs = {}
    for rpc, function in rpc_functions(root).items():
        message = rf"{rpc}(?:Request|Reply)\b"
        in_proto = re.compile(rf"\brpc {rpc}\(|\b{message}")
        in_code = re.compile(rf"\bv1::{message}|(?:::|\.|->){function}\b|\b{function};|\({function}, {rpc}\b")
        costs[rpc] = [file for file, text in texts.items() if (in_proto if file.endswith(".proto") else in_code).search(text)]
    return costs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    failed = False
    for kind, costs in {"rpc": rpc_costs(options.source)}.items():
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
