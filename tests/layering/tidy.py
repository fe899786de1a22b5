#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What clang-tidy finds in one target's own sources (.clang-tidy has the checks). Prints the findings; exit 1 if there is one.

    tidy.py CLANG_TIDY SOURCE_DIR BUILD_DIR TARGET

Reads the commands that compile the target from BUILD_DIR/compile_commands.json. Those of a unity build are the quickest: headers are read once
for twenty files.

A unit without findings is not read again until a file that it includes, its command, the checks or clang-tidy change: as ccache does for
compilers, it leaves a mark in TRAINYARD_TIDY_CACHE (~/.cache/trainyard/tidy; empty: no marks).
"""
import contextlib
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

# Warnings of clang about what is g++'s own: options, attributes, its library.
OF_GCC = ("unknown-warning-option", "ignored-gch", "unknown-attributes", "deprecated-declarations")
# Generated, or of the precompiled header.
GENERATED = ("/core/proto/gen/", "mocs_compilation", "qrc_", "cmake_pch", "_autogen/")


def units_of(build, target):
    """{file: its entry} of the files whose compilation makes the target, except for generated ones."""
    folder = f"CMakeFiles/{target}.dir/"
    with open(build / "compile_commands.json", encoding="utf-8") as commands:
        entries = json.load(commands)
    files = {entry["file"]: entry for entry in entries if folder in entry.get("output", entry["command"])}
    return {file: files[file] for file in sorted(files) if not any(part in file for part in GENERATED)}


def command_for(clang_tidy, source, build, file):
    own = f"{source}/(app|core|ui|plugins)/.*[.](h|cpp)$"
    # The files of a unity build are included by one of CMake's, which is why they count as headers and as suspicious.
    return [clang_tidy, "-p", build, "--quiet", "--checks=-bugprone-suspicious-include", f"--header-filter={own}",
            f"--exclude-header-filter={build}/.*", *(f"--extra-arg=-Wno-{warning}" for warning in OF_GCC), file]


def included_by(entry):
    """Every file that clang reads for this unit, itself among them; None: it does not say."""
    command = shlex.split(entry["command"])
    while pathlib.Path(command[0]).name == "ccache":
        command.pop(0)
    kept = [word for at, word in enumerate(command[1:]) if word not in ("-c", "-o") and command[at] != "-o"]
    done = subprocess.run(["clang++-19", "-w", "-M", *kept], cwd=entry["directory"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return None
    rule = done.stdout.replace("\\\n", " ").partition(": ")[2]
    return sorted(set(shlex.split(rule)))


def mark_of(entry, command, source):
    """The file whose presence says that the unit had no findings, in any clone; None: nothing can be said."""
    folder = os.environ.get("TRAINYARD_TIDY_CACHE", os.path.expanduser("~/.cache/trainyard/tidy"))
    files = included_by(entry) if folder else None
    if not files:
        return None
    version = subprocess.run([command[0], "--version"], capture_output=True, check=True).stdout
    whole = hashlib.sha256(version + (source / ".clang-tidy").read_bytes() + pathlib.Path(__file__).read_bytes())
    whole.update(" ".join(map(str, [*command, entry["command"]])).replace(str(source), ".").encode())
    for file in files:
        path = pathlib.Path(entry["directory"], file)
        whole.update(str(path).replace(str(source), ".").encode())
        whole.update(hashlib.sha256(path.read_bytes().replace(str(source).encode(), b".")).digest())
    return pathlib.Path(folder, whole.hexdigest())


def remember(mark):
    """The marks of a month are kept; others may be deleting them, too."""
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()
    for old in mark.parent.iterdir():
        with contextlib.suppress(FileNotFoundError):
            if old.stat().st_mtime < time.time() - 30 * 86400:
                old.unlink()


def findings_of(done, source):
    """What clang-tidy says of our own sources, and whatever ended it early. g++ 12's <expected> is no finding: clang reads on."""
    text = done.stdout + done.stderr
    own = re.findall(rf"^{re.escape(str(source))}/\S+:\d+:\d+: (?:warning|error): .*(?:\n +.*)*", done.stdout, re.MULTILINE)
    fatal = [line for line in text.splitlines() if "fatal error" in line or "Stack dump" in line]
    # Without a single diagnostic of its own, a failure is one of clang-tidy itself: its settings for one.
    return own + fatal or ([text] if done.returncode != 0 and not re.search(r"^/\S+:\d+:\d+: ", done.stdout, re.MULTILINE) else [])


def main():
    clang_tidy, target = sys.argv[1], sys.argv[4]
    source, build = pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
    units = units_of(build, target)
    if not units:
        sys.exit(f"{build}/compile_commands.json has no file of {target}")
    failed = known = 0
    for file, entry in units.items():
        command = command_for(clang_tidy, source, build, file)
        mark = mark_of(entry, command, source)
        if mark and mark.exists():
            known += 1
            mark.touch()
            continue
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        findings = findings_of(done, source)
        if findings:
            failed += 1
            print("\n".join(findings))
        elif mark and mark == mark_of(entry, command, source):  # nothing has changed since it was computed
            remember(mark)
    print(f"{target}: clang-tidy read {len(units) - known} units, {failed} with findings; {known} are as they were when it had none")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
