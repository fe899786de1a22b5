# SPDX-License-Identifier: Apache-2.0
"""Several GPUs in a task, from the run file to the checkpoint. CPUs stand for the GPUs: the programs of tests/support find
a driver of four and no other, so what is shown is everything but the GPUs themselves."""
import hashlib
import json
import os
import pathlib
import re
import time

import pytest

from lab import EXAMPLES, Stream, kill
from test_by_hand import free_ports
from test_custom_training import small
from test_parameter_server import ps_file

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
    nccl, host = "over 2 GPUs, overlapped with backward", "by way of host memory, where replica 0 sums for 2 GPUs"
    for sets, how in ((("strategy={mirrored: {replicas: 2}}", "device=cuda"), nccl), (("strategy={mirrored: {devices: [gpu:0, gpu:1]}}",), nccl),
                      (("strategy={mirrored: {cross_device: nccl}}", "cluster={worker: [{node: local, gpus: [1, 3]}]}"), nccl),
                      (("strategy={mirrored: {replicas: 2, cross_device: reduce_to_one}}", "device=cuda"), host)):
        events, shown = gpus.finished(file, *MIRRORED, *(word for text in sets for word in ("--set", text)))
        assert weights(gpus, shown) == wanted, sets
        words = log(gpus, shown["run"])
        assert "computes on substitute:0; substitute:1" in words, words
        assert how in words, words
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


def test_a_ring_of_workers_with_two_gpus(gpus):
    """By way of host memory, to the bit as a ring of as many replicas on CPUs."""
    file = gpus.run_file()
    ring = "strategy={multi_worker_mirrored: {replicas: 2, communication: ring}}"
    _, shown = gpus.finished(file, "--set", ring, "--set", "device=cpu")
    wanted = weights(gpus, shown)
    _, shown = gpus.finished(file, "--set", ring, "--set", "device=cuda")
    assert weights(gpus, shown) == wanted
    assert "over 2 processes by way of host memory; each: 2 replicas" in log(gpus, shown["run"])


def test_communication_by_name(gpus):
    """auto and nccl sum from GPU to GPU, ring by way of host memory; all train as CPUs do. NCCL without GPUs is refused. NCCL
    is told the interface of the run's other connections, which are on loopback here."""
    file = gpus.run_file()
    each = "cluster={worker: [{node: local, gpus: [0]}, {node: local, gpus: [1]}]}"
    _, shown = gpus.finished(file, "--set", "device=cpu")
    wanted = weights(gpus, shown)
    for how, words in (("auto", "substitutes of NCCL (2 ranks, at =lo) over 2 GPUs"), ("nccl", "substitutes of NCCL (2 ranks, at =lo) over 2 GPUs"),
                       ("ring", "by way of host memory")):
        _, shown = gpus.finished(file, "--set", each, "--set", f"strategy={{multi_worker_mirrored: {{communication: {how}}}}}")
        assert words in log(gpus, shown["run"]), how
        assert how == "ring" or weights(gpus, shown) == wanted, how
    refused = gpus.cli("run", file, "--set", "device=cpu", "--set", "strategy={multi_worker_mirrored: {communication: nccl}}")
    assert refused.code == 3 and "NCCL is for GPUs, and `device` is cpu" in refused.out + refused.err, refused


def test_an_interface_that_the_environment_names_is_kept(gpus):
    gpus.env["NCCL_SOCKET_IFNAME"] = "mine"
    _, shown = gpus.finished(gpus.run_file(), *MIRRORED, "--set", "strategy={mirrored: {replicas: 2}}")
    assert "substitutes of NCCL (2 ranks, at mine) over 2 GPUs" in log(gpus, shown["run"])


def test_a_lost_task_ends_the_attempt_at_once(gpus):
    """The others wait in a sum for it; the next attempt goes to the end with the same weights."""
    file = gpus.run_file(epochs=20)
    each = ("--set", "cluster={worker: [{node: local, gpus: [0, 1]}, {node: local, gpus: [2, 3]}]}", "--set", "checkpoint.every={epochs: 1}")
    _, shown = gpus.finished(file, *each)
    wanted = weights(gpus, shown)
    stream = gpus.stream("run", file, *each, "--set", "on_failure.restarts=2")
    started = stream.until("started")
    stream.until("checkpoint")
    kill(next(task["pid"] for task in started["tasks"] if task["task"] == "worker:1"))
    killed = time.monotonic()
    attempt = stream.until("attempt", number=2)
    assert time.monotonic() - killed < 10 and "worker:1" in attempt["cause"], attempt
    code, finished = stream.finish()
    assert code == 0 and finished["attempts"] == 2, finished
    assert weights(gpus, finished) == wanted


def by_hand(gpus, ports, index, *sets, **env):
    """The task `index` of as many workers as there are ports, with a GPU of its own and no agent."""
    config = {"cluster": {"worker": [f"127.0.0.1:{port}" for port in ports]}, "task": {"type": "worker", "index": index}}
    args = [str(STAGE / "bin/trainyard-worker"), str(gpus.run_file()), "--json", *(word for text in sets for word in ("--set", text))]
    stream = Stream(args, env=gpus.env | {"TF_CONFIG": json.dumps(config), "CUDA_VISIBLE_DEVICES": str(index)} | env, cwd=gpus.root)
    gpus._streams.append(stream)
    return stream


def test_tasks_that_were_started_manually_tell_nccl_the_interface_of_their_addresses(gpus):
    ports = free_ports(2)
    tasks = [by_hand(gpus, ports, index) for index in (0, 1)]
    for task in tasks:
        assert task.finish()[0] == 0, task
        assert "substitutes of NCCL (2 ranks, at =lo) over 2 GPUs" in task.stderr(), task


@pytest.fixture
def news(gpus):
    """Where a task of by_hand() with SUBSTITUTE_GPUS_STAY says that its GPU is being prepared, which never ends."""
    path = gpus.root / "news"
    os.mkfifo(path)
    return path


def test_a_gpu_that_does_not_come_is_named_after_the_run_files_timeout(gpus, news):
    ports, limit = free_ports(2), "strategy.multi_worker_mirrored.timeout_seconds=15"
    first, _ = by_hand(gpus, ports, 0, limit), by_hand(gpus, ports, 1, limit, SUBSTITUTE_GPUS_STAY=str(news))
    with open(news, encoding="utf-8") as here:
        assert here.read(4) == "here"
        code, last = first.finish()
    assert code == 1 and last["failure"]["code"] == "comm.peer_lost", first
    assert "in rendezvous of the GPUs: rank 1 has not come within 15 s" in last["failure"]["message"], first


def test_a_task_that_is_killed_while_gpus_meet_is_not_waited_for(gpus, news):
    """And there is no agent that would notice."""
    ports = free_ports(2)
    first, second = by_hand(gpus, ports, 0), by_hand(gpus, ports, 1, SUBSTITUTE_GPUS_STAY=str(news))
    with open(news, encoding="utf-8") as here:
        assert here.read(4) == "here"
        kill(second.process.pid)
        killed = time.monotonic()
        code, last = first.finish()
    assert time.monotonic() - killed < 10, first
    assert code == 1 and last["failure"]["code"] == "comm.peer_lost" and last["failure"]["task"] == "worker:1", first
    assert f"the process of rank 1 (pid {second.process.pid}) has ended" in last["failure"]["message"], first


def placed(*gpus):
    return json.dumps([{"node": "local", "gpus": list(own)} for own in gpus])


def ps_cluster(*gpus):
    return f"cluster={{chief: [local], ps: [local], worker: {placed(*gpus)}}}"


def test_a_worker_of_parameter_servers_with_two_gpus(gpus):
    """One worker with two is two workers on CPUs, to the bit, and its checkpoint continues on either."""
    sync = {"mode": "sync"}
    _, shown = gpus.finished(ps_file(gpus, 2, options=sync))
    wanted = weights(gpus, shown)
    started, shown = gpus.finished(ps_file(gpus, 1, options=sync), "--set", ps_cluster([1, 3]))
    assert weights(gpus, shown) == wanted
    begun = next(event for event in started if event["event"] == "started")
    # A start that is announced while a task is still waited for comes before the chief's plan.
    is_planned = not any(event["event"] == "waiting" for event in started)
    assert begun["replicas"] == 2 and begun["global_batch"] == (32 if is_planned else 0), begun
    words = log(gpus, shown["run"])
    assert "computes on substitute:0; substitute:1" in words and "over 2 GPUs, overlapped with backward" in words, words
    assert "by 1 worker with 2 GPUs each" in log(gpus, shown["run"], "chief:0")
    _, half = gpus.finished(ps_file(gpus, 1, options=sync, epochs=1), "--set", ps_cluster([0, 1]))
    resumed = gpus.ok("resume", half["run"], "--set", "train.epochs=2", "--set", "cluster={chief: [local], ps: [local], worker: [local, local]}", "--json").events()[-1]
    assert weights(gpus, {"run": resumed["run"]}) == wanted


def test_a_worker_whose_gpus_wait_for_each_other_is_named(gpus):
    """No other task takes part in their sum, which is made once the pipe is opened."""
    pipe = gpus.root / "pipe"
    os.mkfifo(pipe)
    gpus.env["SUBSTITUTE_GPUS_HOLD"] = str(pipe)
    stream = gpus.stream("run", ps_file(gpus, 1, options={"mode": "sync"}), "--set", ps_cluster([0, 1]))
    stalled = stream.until("warning", code="task.stalled")
    pipe.write_text("")
    assert re.match(r"worker:0 \(pid \d+\) has waited for \d+ s in all_reduce of gradients 1, in which no other task takes part", stalled["message"]), stalled
    assert stream.finish()[0] == 0, stream


def test_two_workers_with_two_gpus_train_asynchronously(gpus):
    """A step is the batch of both replicas of one worker."""
    events, _ = gpus.finished(ps_file(gpus, 2), "--set", ps_cluster([0, 1], [2, 3]))
    finished = events[-1]
    assert finished["step"] == 32 and finished["metrics"]["val_accuracy"] > 0.2, finished
    assert next(event for event in events if event["event"] == "started")["replicas"] == 4


def test_closures_of_a_program_have_a_replica_on_each_gpu(gpus):
    """The guide's loop, whose closure calls run() as strategy.run() is called there."""
    events, shown = gpus.finished(EXAMPLES / "004-parameter-server-loop.yaml", "--set",
                                  f"cluster={{chief: [local], ps: [local, local], worker: {placed([0, 1], [2, 3])}}}")
    assert events[-1]["metrics"]["val_accuracy"] == 1.0 and events[-1]["metrics"]["val_scheduled_accuracy"] == 1.0, events[-1]
    assert "computes on substitute:0; substitute:1" in log(gpus, shown["run"])
    assert not [event for event in events if event.get("code") == "device.idle"], events


@pytest.mark.parametrize("strategy, here, there", [
    ({"mirrored": {"replicas": 2}}, {"worker": ["local"]}, {"worker": [{"node": "local", "gpus": [0, 2]}]}),
    ({"multi_worker_mirrored": {"replicas": 2}}, {"worker": ["local", "local"]},
     {"worker": [{"node": "local", "gpus": [0, 1]}, {"node": "local", "gpus": [2, 3]}]})])
def test_a_program_has_a_replica_on_each_gpu(gpus, strategy, here, there):
    """The guide's custom loop, unchanged: a scope makes the model of each replica on its GPU. Naming GPUs asks for them."""
    _, shown = gpus.finished(small(gpus, strategy, here, epochs=1), "--set", "device=cpu")
    wanted = weights(gpus, shown)
    _, shown = gpus.finished(small(gpus, strategy, there, epochs=1))
    assert weights(gpus, shown) == wanted
    assert "computes on substitute:0; substitute:1" in log(gpus, shown["run"])
    _, shown = gpus.finished(small(gpus, strategy, here, epochs=1), "--set", "device=cuda")
    assert weights(gpus, shown) == wanted
    _, shown = gpus.finished(small(gpus, strategy, here, epochs=1))
    assert "computes on cpu" in log(gpus, shown["run"]), "it may be made for CPUs alone"


def test_what_does_not_fit_is_refused_by_name(gpus):
    file = gpus.run_file()

    def refused(*sets):
        done = gpus.cli("run", file, *(word for text in sets for word in ("--set", text)))
        assert done.code != 0, done
        return done.out + done.err
    assert "the run takes 6 GPUs, and this machine has 4" in refused("strategy={multi_worker_mirrored: {replicas: 3}}", "device=cuda")
    assert "has no GPU 4" in refused("cluster={worker: [{node: local, gpus: [0, 4]}]}")
    assert "parameter servers, trains on several" in refused("cluster={worker: [{node: local, gpus: [0, 1]}]}", "strategy={one_device: {}}")
    servers = "strategy={parameter_server: {}}"
    assert "every task needs the same number of replicas" in refused(servers, ps_cluster([0, 1], [2]))
    assert "computes on CPUs" in refused(servers, "cluster={chief: [local], worker: [local], ps: [{node: local, gpus: [0]}]}")
