# SPDX-License-Identifier: Apache-2.0
"""Plugins of tests/e2e/consumer, built as their authors would, but without CMake."""
import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile

from lab import BIN

SOURCE = pathlib.Path(os.environ["TRAINYARD_SOURCE"])


def torch_site():
    lines = (BIN.parent / "CMakeCache.txt").read_text().splitlines()
    return next(line.split("=", 1)[1] for line in lines if line.startswith("TRAINYARD_TORCH_SITE"))


@contextlib.contextmanager
def built(*names):
    """A folder with these. They need headers alone: what they call of libtorch is in the worker that opens them."""
    with tempfile.TemporaryDirectory(prefix="ty-plugins-") as root:
        torch = pathlib.Path(torch_site()) / "torch/include"
        headers = ["-I", SOURCE, "-I", BIN.parent / "core/proto/gen", "-idirafter", torch, "-idirafter", torch / "torch/csrc/api/include"]
        launcher = ["ccache"] if shutil.which("ccache") else []
        for name in names:
            folder = pathlib.Path(root) / name
            folder.mkdir()
            shutil.copy(SOURCE / "tests/e2e/consumer" / name / "manifest.json", folder)
            compiled = folder / f"{name}.o"
            # libtorch's headers take most of a minute: once for all clones, where ccache is there.
            subprocess.run([*launcher, "c++", "-std=c++23", "-fPIC", "-fvisibility=hidden", *headers, "-c",
                            SOURCE / "tests/e2e/consumer" / name / f"{name}.cpp", "-o", compiled],
                           check=True, timeout=240, cwd=SOURCE, env=os.environ | {"CCACHE_BASEDIR": str(SOURCE), "CCACHE_NOHASHDIR": "1"})
            subprocess.run(["c++", "-shared", compiled, "-o", folder / f"lib{name}.so"], check=True, timeout=60)
        yield pathlib.Path(root)
