#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What packaging/test.sh builds and runs, and how its last lines count what was not run."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PACKAGING = pathlib.Path(__file__).parents[2] / "packaging"

JUNIT = """<?xml version="1.0"?>
<testsuite>
  <testcase name="tst_a" time="2.5" status="run"/>
  <testcase name="tst_gpu" time="0.1" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/></testcase>
  <testcase name="e2e_gpu" time="0.1" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/></testcase>
</testsuite>
"""


class TestReport(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def report(self, junit: str) -> subprocess.CompletedProcess:
        (self.folder / "stages").write_text("1 build\n", encoding="utf-8")
        (self.folder / "release.xml").write_text(junit, encoding="utf-8")
        return subprocess.run([sys.executable, PACKAGING / "test_report.py", self.folder], capture_output=True,
                              text=True, check=False)

    def test_what_was_skipped_is_named_and_has_not_passed(self) -> None:
        done = self.report(JUNIT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("not run: release  e2e_gpu\nnot run: release  tst_gpu\n", done.stdout)
        self.assertEqual(done.stdout.splitlines()[-1], "1 passed, 0 failed, 2 skipped")

    def test_skipped_tests_alone_are_no_success(self) -> None:
        self.assertEqual(self.report(JUNIT.replace('status="run"', 'status="notrun"')).returncode, 1)

    def test_a_stage_that_builds_says_what_came_from_the_compiler_cache(self) -> None:
        self.folder /= "build/.test-results"
        self.folder.mkdir(parents=True)
        (self.folder.parent / ".built-asan").write_text("2 min 3 s of CPU\n", encoding="utf-8")
        with (self.folder / "stages").open("w", encoding="utf-8") as stages:
            stages.write("1 setup\n2 build: asan\n5 build: release\n")
        (self.folder / "release.xml").write_text(JUNIT, encoding="utf-8")
        lines = subprocess.run([sys.executable, PACKAGING / "test_report.py", self.folder], capture_output=True,
                               text=True, check=True).stdout.splitlines()
        self.assertIn("  0 min  3 s  build: asan (2 min 3 s of CPU)", lines)
        self.assertTrue(any(line.endswith("build: release") for line in lines), lines)

    def stages(self, *arguments: str) -> list[str]:
        """The calls of a copy of test.sh whose build and tests write down how they were called."""
        there = self.folder / "packaging"
        there.mkdir(exist_ok=True)
        (there / "test.sh").write_bytes((PACKAGING / "test.sh").read_bytes())
        (self.folder / "build" / ".test-results").mkdir(parents=True, exist_ok=True)
        calls = self.folder / "calls"
        calls.write_text("", encoding="utf-8")
        (there / "build.sh").write_text(f'echo "build $*" >>{calls}\n', encoding="utf-8")
        (there / "ctest").write_text(f'#!/bin/sh\necho "ctest $*" >>{calls}\n', encoding="utf-8")
        (there / "ctest").chmod(0o755)
        subprocess.run(["bash", there / "test.sh", "--within-watchdog", *arguments], check=True, capture_output=True,
                       env={**os.environ, "PATH": f"{there}:{os.environ['PATH']}"})
        return calls.read_text(encoding="utf-8").splitlines()

    def test_tests_that_need_a_gpu_are_built_and_started_in_every_whole_run(self) -> None:
        build, tests = self.stages("")[-2:]
        self.assertIn("-DTRAINYARD_TESTS=fast;slow;gpu", build)
        self.assertIn("-DTRAINYARD_NEED_GPU_MODULE=ON", build)
        self.assertIn("-L ^(fast|slow|gpu)$", tests)

    def test_fast_tests_need_no_headers_of_cuda(self) -> None:
        build, tests = self.stages("fast")
        self.assertIn("-DTRAINYARD_NEED_GPU_MODULE=OFF", build)
        self.assertIn("-L ^(fast)$", tests)


if __name__ == "__main__":
    unittest.main()
