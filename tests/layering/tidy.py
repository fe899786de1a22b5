#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What clang-tidy finds in one target's own sources (.clang-tidy has the checks). Prints the findings; exit 1 if there is one.

    tidy.py CLANG_TIDY SOURCE_DIR BUILD_DIR TARGET

Reads the commands that compile the target from BUILD_DIR/compile_commands.json. Those of a unity build are the quickest: headers are read once
for twenty files.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

# Warnings of clang about what is g++'s own: options, attributes, its library.
OF_GCC = ("unknown-warning-option", "ignored-gch", "unknown-attributes", "deprecated-declarations")
# Generated, or of the precompiled header.
GENERATED = ("/core/proto/gen/", "mocs_compilation", "qrc_", "cmake_pch", "_autogen/")


def units_of(build, target):
    """The files whose compilation makes the target, except for generated ones."""
    folder = f"CMakeFiles/{target}.dir/"
    with open(build / "compile_commands.json", encoding="utf-8") as commands:
        entries = json.load(commands)
    files = {entry["file"] for entry in entries if folder in entry.get("output", entry["command"])}
    return sorted(file for file in files if not any(part in file for part in GENERATED))


def command_for(clang_tidy, source, build, file):
    own = f"{source}/(app|core|ui|plugins)/.*[.](h|cpp)$"
    # The files of a unity build are included by one of CMake's, which is why they count as headers and as suspicious.
    return [clang_tidy, "-p", build, "--quiet", "--checks=-bugprone-suspicious-include", f"--header-filter={own}",
            f"--exclude-header-filter={build}/.*", *(f"--extra-arg=-Wno-{warning}" for warning in OF_GCC), file]


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
    failed = 0
    for file in units:
        done = subprocess.run(command_for(clang_tidy, source, build, file), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        findings = findings_of(done, source)
        if findings:
            failed += 1
            print("\n".join(findings))
    print(f"{target}: clang-tidy read {len(units)} units, {failed} with findings")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
