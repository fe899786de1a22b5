# SPDX-License-Identifier: Apache-2.0
"""packaging/gpu-bundle.sh packs what runs the tests with label gpu elsewhere, and its run.sh says where that cannot be."""

import os
import pathlib
import subprocess
import sys
import tarfile

import pytest

SOURCE = pathlib.Path(os.environ["TRAINYARD_SOURCE"])
BUILD = pathlib.Path(os.environ["TRAINYARD_BIN"]).parent
LIMIT_MIB = 50


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    if not (BUILD / "lib" / "trainyard" / "libtrainyard_cuda.so").exists():
        pytest.skip("the module for GPUs is not built: packaging/setup.sh --cuda fetches what that takes")
    folder = tmp_path_factory.mktemp("gpu") / "bundle"
    done = subprocess.run(["bash", SOURCE / "packaging" / "gpu-bundle.sh", folder, BUILD], capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def run(bundle, torch, *arguments):
    """run.sh with a Python whose only torch is a folder of that version; None: it has none."""
    site = bundle.parent / f"site-{torch}"
    site.mkdir(exist_ok=True)
    if torch:
        (site / "torch").mkdir(exist_ok=True)
        (site / "torch" / "__init__.py").touch()
        (site / "torch" / "version.py").write_text(f"__version__ = '{torch}+cu130'\n", encoding="utf-8")
    return subprocess.run([bundle / "run.sh", *arguments], capture_output=True, text=True, timeout=60, check=False,
                          env={**os.environ, "PYTHON": sys.executable, "PYTHONPATH": str(site), "CUDA_VISIBLE_DEVICES": ""})


def test_it_is_small_and_whole(bundle):
    files = [file for file in bundle.rglob("*") if file.is_file()]
    assert sum(file.stat().st_size for file in files) <= LIMIT_MIB << 20, files
    with tarfile.open(bundle / "bundle.tar.gz") as packed:
        names = set(packed.getnames())
    for name in ("bin/tst_gpu", "bin/trainyard-worker", "bin/trainyard-agent", "lib/trainyard/libtrainyard_cuda.so",
                 "tests/test_gpu_runs.py", "tests/bench_gpu/bench_gpu.py", "tests/bench_gpu/bars.py",
                 "plugins/strategies/multi_worker_mirrored/manifest.json"):
        assert name in names, name
    assert not [name for name in names if "libtorch" in name or "libcudart" in name], "those are the machine's own"


@pytest.mark.parametrize("torch, words", [(None, "has no torch"), ("2.10.0", "is torch 2.10.0; this bundle is for torch 2.11.0")])
def test_another_torch_is_refused(bundle, torch, words):
    done = run(bundle, torch, "test")
    assert done.returncode == 1 and words in done.stderr, done
    assert not done.stdout, done


@pytest.mark.parametrize("command", ["all", "test", "steps", "runs", "bench"])
def test_a_machine_without_a_gpu_is_refused(bundle, command):
    """CUDA_VISIBLE_DEVICES is empty, so that there is none anywhere."""
    done = run(bundle, "2.11.0", command)
    assert done.returncode == 1, done
    assert "run.sh: there is no GPU on this machine" in done.stderr, done
    assert not list(bundle.glob("unpack*")), "nothing was written"
