# SPDX-License-Identifier: Apache-2.0
"""Several GPUs in a task, from the run file to the checkpoint. CPUs stand for the GPUs: the programs of tests/support find
a driver of four and no other, so what is shown is everything but the GPUs themselves."""
import hashlib
import os
import pathlib

import pytest

STAGE = pathlib.Path(os.environ["TRAINYARD_BIN"]).parent / "tests/substitute_gpus"
MIRRORED = ("--set", "cluster={worker: [local]}")


@pytest.fixture
def gpus(lab):
    lab.bin = STAGE / "bin"
    lab.env["LD_LIBRARY_PATH"] = f"{STAGE}/lib:{lab.env.get('LD_LIBRARY_PATH', '')}".rstrip(":")
    lab.env.pop("CUDA_VISIBLE_DEVICES", None)
    lab.env["OMP_NUM_THREADS"] = "1"
    return lab


def weights(lab, shown):
    newest = max(lab.ok("checkpoints", shown["run"], "--json").json(), key=lambda entry: entry["step"])
    checkpoint = pathlib.Path(newest["path"])
    return hashlib.sha256(b"".join((checkpoint / name).read_bytes() for name in ("model.safetensors", "optimizer.safetensors"))).hexdigest()


def log(lab, run, task="worker:0"):
    return lab.ok("logs", run, "--task", task).out


def test_mirrored(gpus):
    """On each GPU as on as many CPUs."""
    file = gpus.run_file()
    _, shown = gpus.finished(file, *MIRRORED, "--set", "strategy={mirrored: {replicas: 2}}", "--set", "device=cpu")
    wanted = weights(gpus, shown)
    for sets in (("strategy={mirrored: {replicas: 2}}", "device=cuda"), ("strategy={mirrored: {devices: [gpu:0, gpu:1]}}",),
                 ("strategy={mirrored: {cross_device: nccl}}", "cluster={worker: [{node: local, gpus: [1, 3]}]}")):
        events, shown = gpus.finished(file, *MIRRORED, *(word for text in sets for word in ("--set", text)))
        assert weights(gpus, shown) == wanted, sets
        words = log(gpus, shown["run"])
        assert "computes on substitute:0; substitute:1" in words, words
        assert "over 2 GPUs, overlapped with backward" in words, words
        assert "steps are not captured as a CUDA graph: the gradients of 2 replicas are summed in each" in words, words
        assert any(event.get("code") == "run.device" and "substitute:0; substitute:1" in event["message"] for event in events), events


def test_without_a_number_there_is_a_replica_on_each_gpu_that_is_free(gpus):
    _, shown = gpus.finished(gpus.run_file(), *MIRRORED, "--set", "strategy={mirrored: {}}")
    assert "over 4 GPUs" in log(gpus, shown["run"])


def test_workers_with_two_gpus(gpus):
    """Four replicas, as four on CPUs."""
    file = gpus.run_file()
    strategy = "strategy={multi_worker_mirrored: {replicas: 2}}"
    _, shown = gpus.finished(file, "--set", strategy, "--set", "device=cpu")
    wanted = weights(gpus, shown)
    _, shown = gpus.finished(file, "--set", "cluster={worker: [{node: local, gpus: [0, 1]}, {node: local, gpus: [2, 3]}]}")
    assert weights(gpus, shown) == wanted
    for task in ("worker:0", "worker:1"):
        assert "over 4 GPUs, overlapped with backward; each: 2 replicas" in log(gpus, shown["run"], task)


def test_what_does_not_fit_is_refused_by_name(gpus):
    file = gpus.run_file()

    def refused(*sets):
        done = gpus.cli("run", file, *(word for text in sets for word in ("--set", text)))
        assert done.code != 0, done
        return done.out + done.err
    assert "the run takes 6 GPUs, and this machine has 4" in refused("strategy={multi_worker_mirrored: {replicas: 3}}", "device=cuda")
    assert "has no GPU 4" in refused("cluster={worker: [{node: local, gpus: [0, 4]}]}")
    assert "asks for another way" in refused("strategy={multi_worker_mirrored: {replicas: 2, communication: ring}}", "device=cuda")
