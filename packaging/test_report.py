#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what a run of the tests cost: the time of each stage, the ten slowest tests, and how many tests passed. Those that
were not run, for want of a GPU for one, are named, and count neither as passed nor as failed.

Usage: test_report.py FOLDER, with `stages` (lines "SECONDS_SINCE_1970 NAME", in order) and ctest's JUnit files, in the
folder of the builds (`.built-PRESET`: what packaging/build.sh says of one). Exits with 1 when a test failed or none ran.
"""
import pathlib
import sys
import time
import xml.etree.ElementTree as ElementTree


def duration(seconds: float) -> str:
    return f"{int(seconds) // 60:3d} min {int(seconds) % 60:2d} s"


def how_built(build: pathlib.Path, stage: str) -> str:
    """A slow machine and an empty compiler cache take the same time, and only one of them is a fault of this tree."""
    file = build / f".built-{stage.removeprefix('build: ')}"
    return f" ({file.read_text(encoding='utf-8').strip()})" if stage.startswith("build: ") and file.exists() else ""


def main() -> int:
    folder = pathlib.Path(sys.argv[1])
    stages = [line.split(" ", 1) for line in (folder / "stages").read_text(encoding="utf-8").splitlines()]
    begins = [float(begin) for begin, _ in stages] + [time.time()]
    print("\n== time")
    for i, (_, name) in enumerate(stages):
        print(f"{duration(begins[i + 1] - begins[i])}  {name}{how_built(folder.parent, name)}")
    print(f"{duration(begins[-1] - begins[0])}  in all")

    tests, skipped, counts = [], [], {"passed": 0, "failed": 0, "skipped": 0}
    for file in sorted(folder.glob("*.xml")):
        for case in ElementTree.parse(file).iter("testcase"):
            outcome = {"run": "passed", "fail": "failed"}.get(case.get("status"), "skipped")
            counts[outcome] += 1
            if outcome == "skipped":
                skipped.append(f"not run: {file.stem}  {case.get('name')}")
            tests.append((float(case.get("time")), file.stem, case.get("name")))
    print("\n== the ten slowest tests")
    for seconds, preset, name in sorted(tests, reverse=True)[:10]:
        print(f"{seconds:8.1f} s  {preset}  {name}")
    print("\n" + "".join(f"{line}\n" for line in sorted(skipped)), end="")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
