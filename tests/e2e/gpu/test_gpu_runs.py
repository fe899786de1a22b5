# SPDX-License-Identifier: Apache-2.0
"""Runs on a GPU from the run file to the checkpoint, through an agent; needs the standard library alone.

Skipped where the agent shows no GPU, or too few. In a bundle of packaging/gpu-bundle.sh the environment names the programs."""
import gzip
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

BIN = pathlib.Path(os.environ.get("TRAINYARD_BIN", pathlib.Path(__file__).resolve().parents[3] / "build/release/bin"))


class OnGpus(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="ty-gpu-"))
        cls.environment = os.environ | {"TRAINYARD_HOME": str(cls.folder / "home")}
        if "TRAINYARD_LIBRARIES" in os.environ:
            cls.environment["LD_LIBRARY_PATH"] = os.environ["TRAINYARD_LIBRARIES"]
        nodes = json.loads(cls.call("nodes", "--json").stdout)
        cls.gpus = [gpu for gpu in nodes[0]["gpus"] if "error" not in gpu]
        if not cls.gpus:
            cls.tearDownClass()
            raise unittest.SkipTest("no GPU on this machine")

    @classmethod
    def tearDownClass(cls):
        cls.call("agent", "stop")
        shutil.rmtree(cls.folder)

    @classmethod
    def call(cls, *words, env=None):
        return subprocess.run([BIN / "trainyard-headless", *map(str, words)], env=cls.environment | (env or {}), capture_output=True,
                              text=True, check=False, timeout=300)

    def file(self, **changes):
        spec = {"trainyard": 1, "name": self.id().rpartition(".")[2], "seed": 3, "device": "cuda", "strategy": {"one_device": {}},
                "train": {"model": {"builtin": "fashion_cnn"}, "epochs": 2, "optimizer": {"adam": {"learning_rate": 0.001}},
                          "data": {"train": {"builtin": "fashion_mnist_test"}, "batch_size": 100}},
                "on_failure": {"restarts": 0}} | changes
        path = self.folder / f"{spec['name']}-{len(list(self.folder.iterdir()))}.yaml"
        path.write_text(json.dumps(spec))
        return path

    def run_to_end(self, *words, env=None):
        done = self.call(*words, "--json", env=env)
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:] + self.logs(done.stdout))
        return [json.loads(line) for line in done.stdout.splitlines()]

    def logs(self, text):
        run = json.loads(text.splitlines()[-1]).get("run") if text.strip() else None
        return self.call("logs", run).stdout[-3000:] if run else ""

    def run_id(self, events):
        return next(event["run"] for event in events if "run" in event)

    def log_of(self, events):
        return self.call("logs", self.run_id(events)).stdout

    def checkpoint(self, events):
        folder = pathlib.Path(json.loads(self.call("show", self.run_id(events), "--json").stdout)["dir"]) / "checkpoints"
        return max(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))


class GpuRuns(OnGpus):
    def test_trains_as_the_cpu_does_and_says_where(self):
        on_gpu, on_cpu = self.run_to_end("run", self.file()), self.run_to_end("run", self.file(device="cpu"))
        self.assertIn("computes on cuda:0, " + self.gpus[0]["name"], self.log_of(on_gpu))
        self.assertIn("computes on cpu", self.log_of(on_cpu))
        for metric in ("loss", "accuracy"):
            self.assertAlmostEqual(on_gpu[-1]["metrics"][metric], on_cpu[-1]["metrics"][metric], delta=0.03)
        files = [sorted((p.name, p.stat().st_size) for p in self.checkpoint(e).iterdir() if p.suffix == ".safetensors") for e in (on_gpu, on_cpu)]
        self.assertEqual(*files)

    def test_a_checkpoint_moves_between_devices(self):
        for first, second in (("cuda", "cpu"), ("cpu", "cuda"), ("cuda", "cuda")):
            with self.subTest(first=first, second=second):
                events = self.run_to_end("run", self.file(device=first))
                resumed = self.run_to_end("resume", self.run_id(events), "--set", f"device={second}", "--set", "train.epochs=3")
                self.assertEqual(resumed[-1]["step"], 300)
                self.assertLess(resumed[-1]["metrics"]["loss"], events[-1]["metrics"]["loss"])
                self.assertIn("computes on " + ("cuda:0" if second == "cuda" else "cpu"), self.log_of(resumed))

    def test_auto_takes_the_gpu_and_mirrored_with_one_replica_runs_there(self):
        for strategy in ({"one_device": {}}, {"mirrored": {"replicas": 1}}):
            events = self.run_to_end("run", self.file(device="auto", strategy=strategy))
            self.assertIn("computes on cuda:0", self.log_of(events))

    def test_validation_and_a_partial_batch(self):
        train = {"model": {"builtin": "mlp"}, "epochs": 2, "validation_freq": 1,
                 "data": {"train": {"builtin": "fashion_mnist_test"}, "validation": {"builtin": "fashion_mnist_test"}, "batch_size": 96}}
        events = self.run_to_end("run", self.file(train=train))
        self.assertIn("val_loss", events[-1]["metrics"])
        self.assertEqual(events[-1]["step"], 2 * 105)

    def test_a_loss_that_is_not_finite_ends_the_run(self):
        train = {"model": {"builtin": "fashion_cnn"}, "epochs": 1, "optimizer": {"sgd": {"learning_rate": 1e6}},
                 "data": {"train": {"builtin": "fashion_mnist_test"}, "batch_size": 100}}
        done = self.call("run", self.file(train=train), "--json")
        self.assertEqual(done.returncode, 1, done.stdout[-2000:])
        self.assertIn("NaN or infinite", done.stdout)

    def weights(self, events):
        return {path.name: path.read_bytes() for path in self.checkpoint(events).iterdir() if path.suffix == ".safetensors"}

    def test_deterministic_runs_are_equal_to_the_bit(self):
        layers = [{"conv2d": {"filters": 16, "kernel_size": 3, "activation": "relu"}}, "max_pooling2d", {"reshape": {"target_shape": [13 * 13, 16]}},
                  {"multi_head_attention": {"num_heads": 2, "key_dim": 8, "dropout": 0.1}}, "flatten", {"dropout": {"rate": 0.2}},
                  {"dense": {"units": 10}}]

        def file(epochs, deterministic=True):
            return self.file(train={"model": {"layers": layers}, "epochs": epochs, "deterministic": deterministic,
                                    "optimizer": {"adam": {"learning_rate": 0.001}},
                                    "data": {"train": {"builtin": "fashion_mnist_test"}, "batch_size": 128}})
        first, second = (self.run_to_end("run", file(2)) for _ in range(2))
        self.assertIn("deterministically", "".join(event.get("message", "") for event in first))
        self.assertEqual(self.weights(first), self.weights(second))
        begun = self.run_to_end("run", file(1))
        resumed = self.run_to_end("resume", self.run_id(begun), "--set", "train.epochs=2")
        self.assertEqual(self.weights(first), self.weights(resumed), "an interrupted run is the uninterrupted one")

    def test_cuda_graphs_can_be_off(self):
        train = {"model": {"builtin": "mlp"}, "epochs": 1, "cuda_graphs": "off",
                 "data": {"train": {"builtin": "fashion_mnist_test"}, "batch_size": 100}}
        events = self.run_to_end("run", self.file(train=train))
        self.assertEqual(events[-1]["step"], 100)

    def test_out_of_memory_names_a_batch_size_that_fits(self):
        layers = [{"conv2d": {"filters": 4096, "kernel_size": 3, "activation": "relu"}}, "global_average_pooling2d", {"dense": {"units": 10}}]

        def file(batch):
            return self.file(train={"model": {"layers": layers}, "max_steps": 5, "epochs": 5,
                                    "data": {"train": {"builtin": "fashion_mnist_test"}, "batch_size": batch}})
        done = self.call("run", file(10000), "--json")
        self.assertEqual(done.returncode, 1, done.stdout[-2000:])
        fits = re.search(r"has not enough memory for a step with train.data.batch_size 10000: [0-9.]+ GiB more were needed for one tensor; "
                         r"this task held [0-9.]+ GB \(at most [0-9.]+ GB\).*a batch_size of about (\d+) fits, by an estimate", done.stdout)
        self.assertIsNotNone(fits, done.stdout[-3000:])
        self.assertEqual(self.run_to_end("run", file(int(fits[1])))[-1]["step"], 5)

    def test_out_of_memory_of_a_worker_of_a_parameter_server(self):
        layers = [{"conv2d": {"filters": 4096, "kernel_size": 3, "activation": "relu"}}, "global_average_pooling2d", {"dense": {"units": 10}}]

        def file(batch):
            return self.file(strategy={"parameter_server": {}}, cluster={"chief": ["local"], "ps": ["local"], "worker": ["local"]},
                             train={"model": {"layers": layers}, "max_steps": 2, "epochs": 2, "optimizer": {"adam": {"learning_rate": 0.001}},
                                    "data": {"train": {"builtin": "fashion_mnist_test"}, "batch_size": batch}})
        done = self.call("run", file(10000), "--json")
        self.assertEqual(done.returncode, 1, done.stdout[-2000:])
        fits = re.search(r"worker:0: closure train: cuda:0, .* has not enough memory for a step with train.data.batch_size 10000: [0-9.]+ GiB more "
                         r"were needed for one tensor; this task held [0-9.]+ GB \(at most [0-9.]+ GB\).*a batch_size of about (\d+) fits", done.stdout)
        self.assertIsNotNone(fits, done.stdout[-3000:])
        self.assertEqual(self.run_to_end("run", file(int(fits[1])))[-1]["step"], 2)

    def test_a_program_computes_where_its_run_does(self):
        data = {"train": {"builtin": "fashion_mnist_test"}, "validation": {"builtin": "fashion_mnist_test"}, "batch_size": 100}
        results = []
        for device in ("cuda", "cpu"):
            train = {"program": {"plugin": "custom_training"}, "epochs": 1, "optimizer": {"adam": {"learning_rate": 0.001}}, "data": data}
            events = self.run_to_end("run", self.file(device=device, train=train))
            self.assertIn("computes on " + ("cuda:0" if device == "cuda" else "cpu"), self.log_of(events))
            results.append(events[-1]["metrics"])
            if device == "cuda":
                resumed = self.run_to_end("resume", self.run_id(events), "--set", "train.epochs=2")
                self.assertEqual(resumed[-1]["step"], 200)
                self.assertLess(resumed[-1]["metrics"]["loss"], events[-1]["metrics"]["loss"])
        for metric in ("loss", "accuracy", "val_loss", "val_accuracy"):
            self.assertAlmostEqual(results[0][metric], results[1][metric], delta=0.05)

    def test_closures_of_a_program_compute_on_their_workers_gpu(self):
        train = {"program": {"plugin": "parameter_server_loop"}, "optimizer": {"rmsprop": {"learning_rate": 0.1}}, "epochs": 4, "steps_per_epoch": 5,
                 "data": {}}
        events = self.run_to_end("run", self.file(train=train, strategy={"parameter_server": {}},
                                                  cluster={"chief": ["local"], "ps": ["local"], "worker": ["local"]}))
        self.assertIn("computes on cuda:0", self.call("logs", self.run_id(events), "--task", "worker:0").stdout)
        self.assertEqual(events[-1]["step"], 20)
        self.assertGreater(events[-1]["metrics"]["accuracy"], 0.8)

    def test_a_profile_has_the_gpu_and_the_series_its_power(self):
        train = {"model": {"builtin": "fashion_cnn"}, "epochs": 500, "data": {"train": {"builtin": "fashion_mnist_test"}, "batch_size": 100}}
        begun = self.call("run", self.file(train=train), "--detach", "--json")
        run = self.run_id([json.loads(line) for line in begun.stdout.splitlines()])
        out = self.folder / "profile.json"
        deadline = time.monotonic() + 60  # until its tasks train
        while True:
            done = self.call("profile", run, "--steps", "20", "--out", out)
            if done.returncode == 0 or time.monotonic() > deadline:
                break
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        text = out.read_bytes()
        events = json.loads(gzip.decompress(text) if text[:2] == b"\x1f\x8b" else text)["traceEvents"]
        kernels = [event for event in events if event.get("cat") == "kernel"]
        self.assertGreater(len(kernels), 20 * 10, {event.get("cat") for event in events})
        self.assertTrue(any("GPU 0, stream" in event.get("args", {}).get("name", "") for event in events))
        deadline = time.monotonic() + 60
        wanted = {"system/gpu_power_watts", "system/gpu_celsius", "system/gpu_percent", "system/gpu_memory_bytes"}
        while True:
            tags = set(re.findall(r"system/gpu_\w+", self.call("metrics", run, "--format", "csv").stdout))
            if wanted <= tags or time.monotonic() > deadline:
                break
        self.assertLessEqual(wanted, tags)
        gpu = json.loads(self.call("nodes", "--json").stdout)[0]["gpus"][0]
        self.assertGreater(gpu["power_watts"], 10)
        self.assertGreater(gpu["celsius"], 10)
        self.assertEqual(self.call("stop", run).returncode, 0)
        self.call("watch", run, "--json")  # until it has ended and the GPU is free

    def test_workers_of_several_tasks_train_on_gpus(self):
        cpu = self.run_to_end("run", self.file(device="cpu", strategy={"multi_worker_mirrored": {}}, cluster={"worker": ["local", "local"]}))
        # One task alone has nobody to sum with; two have a GPU each, where there are two, and share one where they are made to.
        alone = self.run_to_end("run", self.file(strategy={"multi_worker_mirrored": {}}))
        self.assertIn("computes on cuda:0", self.log_of(alone))
        shared = self.file(strategy={"multi_worker_mirrored": {}}, cluster={"worker": ["local", "local"]})
        if len(self.gpus) > 1:
            events, words = self.run_to_end("run", shared), "by NCCL"
        else:
            done = self.call("run", shared, "--json")
            self.assertEqual(done.returncode, 3, done.stdout)
            self.assertIn("the run takes 2 GPUs, and this machine has 1", done.stdout + done.stderr)
            self.call("agent", "stop")  # one that is started with the variable leaves the choice to the tasks
            events, words = self.run_to_end("run", shared, env={"CUDA_VISIBLE_DEVICES": "0"}), "ranks 0 and 1 share a GPU"
            self.call("agent", "stop")
        log = self.log_of(events)
        self.assertIn(words, log)
        self.assertIn("computes on cuda:0", log)
        self.assertEqual(events[-1]["step"], cpu[-1]["step"])
        for metric in ("loss", "accuracy"):
            self.assertAlmostEqual(events[-1]["metrics"][metric], cpu[-1]["metrics"][metric], delta=0.03)

    def test_a_worker_of_a_parameter_server_computes_on_a_gpu(self):
        cluster = {"chief": ["local"], "ps": ["local"], "worker": ["local"]}
        layers = [{"conv2d": {"filters": 16, "kernel_size": 3, "activation": "relu"}}, "batch_normalization", "max_pooling2d", "flatten",
                  {"dropout": {"rate": 0.1}}, {"dense": {"units": 10}}]
        data = {"train": {"builtin": "fashion_mnist_test"}, "validation": {"builtin": "fashion_mnist_test"}, "batch_size": 100}
        for mode in ("async", "sync"):
            with self.subTest(mode=mode):
                results = []
                for device in ("cuda", "cpu"):
                    events = self.run_to_end("run", self.file(device=device, strategy={"parameter_server": {"mode": mode}}, cluster=cluster, train={
                        "model": {"layers": layers}, "epochs": 2, "optimizer": {"adam": {"learning_rate": 0.001}}, "data": data}))
                    log = self.call("logs", self.run_id(events), "--task", "worker:0").stdout
                    self.assertIn("computes on " + ("cuda:0" if device == "cuda" else "cpu"), log)
                    results.append(events[-1]["metrics"])
                for metric in ("loss", "accuracy", "val_loss", "val_accuracy"):
                    self.assertAlmostEqual(results[0][metric], results[1][metric], delta=0.05)

    def test_gpus_are_named_and_counted(self):
        events = self.run_to_end("run", self.file(device="auto", cluster={"worker": [{"node": "local", "gpus": [0]}]}))
        self.assertIn("computes on cuda:0", self.log_of(events))
        done = self.call("run", self.file(cluster={"worker": [{"node": "local", "gpus": [len(self.gpus)]}]}), "--json")
        self.assertEqual(done.returncode, 3)
        self.assertIn(f"this machine has no GPU {len(self.gpus)}", done.stdout + done.stderr)
        shown = self.folder / "seen"
        script = self.folder / "script.yaml"
        script.write_text(json.dumps({"trainyard": 1, "name": "script", "command": ["sh", "-c", f"echo $CUDA_VISIBLE_DEVICES > {shown}"],
                                      "cluster": {"worker": [{"node": "local", "gpus": [0]}]}}))
        self.run_to_end("run", script)
        self.assertEqual(shown.read_text().strip(), "0")

    def test_what_this_version_cannot_do_is_refused(self):
        done = self.call("run", self.file(cluster={"worker": [{"node": "local", "gpus": [0, 1]}]}), "--json")
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn("not_yet", done.stdout + done.stderr)


class SeveralGpuRuns(OnGpus):
    """What takes two GPUs: a test of its own for CTest, which reports it as not run where there are fewer."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if len(cls.gpus) < 2:
            cls.tearDownClass()
            raise unittest.SkipTest("fewer than two GPUs on this machine")

    def test_a_task_trains_on_several_gpus(self):
        cpu = self.run_to_end("run", self.file(device="cpu", strategy={"mirrored": {"replicas": 2}}))
        first = self.run_to_end("run", self.file(strategy={"mirrored": {"replicas": 2}}))
        both = {"worker": [{"node": "local", "gpus": [0, 1]}]}
        for events in (first, self.run_to_end("run", self.file(strategy={"multi_worker_mirrored": {}}, cluster=both))):
            self.assertIn("over 2 GPUs, overlapped with backward", self.log_of(events))
            self.assertEqual(events[-1]["step"], cpu[-1]["step"])
            for metric in ("loss", "accuracy"):
                self.assertAlmostEqual(events[-1]["metrics"][metric], cpu[-1]["metrics"][metric], delta=0.03)
        resumed = self.run_to_end("resume", self.run_id(first), "--set", "device=cpu", "--set", "train.epochs=3")
        self.assertIn("computes on cpu", self.log_of(resumed))
        self.assertEqual(resumed[-1]["step"], cpu[-1]["step"] // 2 * 3)
        self.assertLess(resumed[-1]["metrics"]["loss"], first[-1]["metrics"]["loss"])

    def test_a_task_sums_several_gpus_by_way_of_host_memory(self):
        cpu = self.run_to_end("run", self.file(device="cpu", strategy={"mirrored": {"replicas": 2}}))
        events = self.run_to_end("run", self.file(strategy={"mirrored": {"replicas": 2, "cross_device": "reduce_to_one"}}))
        self.assertIn("by way of host memory", self.log_of(events))
        for metric in ("loss", "accuracy"):
            self.assertAlmostEqual(events[-1]["metrics"][metric], cpu[-1]["metrics"][metric], delta=0.03)

    def test_tasks_with_a_gpu_each_sum_by_nccl(self):
        """`communication: nccl` names it, `auto` takes it, `ring` goes by way of host memory."""
        strategies = {how: {"multi_worker_mirrored": {"communication": how}} for how in ("nccl", "auto", "ring")}
        cluster = {"worker": [{"node": "local", "gpus": [0]}, {"node": "local", "gpus": [1]}]}
        cpu = self.run_to_end("run", self.file(device="cpu", strategy=strategies["auto"], cluster={"worker": ["local", "local"]}))
        for how, strategy in strategies.items():
            with self.subTest(communication=how):
                events = self.run_to_end("run", self.file(strategy=strategy, cluster=cluster))
                log = self.log_of(events)
                self.assertIn("by way of host memory" if how == "ring" else "by NCCL", log)
                for metric in ("loss", "accuracy"):
                    self.assertAlmostEqual(events[-1]["metrics"][metric], cpu[-1]["metrics"][metric], delta=0.03)

    def test_a_lost_peer_ends_the_attempt_and_the_next_one_trains(self):
        cluster = {"worker": [{"node": "local", "gpus": [0]}, {"node": "local", "gpus": [1]}]}
        train = {"model": {"builtin": "fashion_cnn"}, "epochs": 100000, "optimizer": {"adam": {"learning_rate": 0.001}},
                 "data": {"train": {"builtin": "fashion_mnist_test"}, "batch_size": 100}}
        drilled = self.file(strategy={"multi_worker_mirrored": {"communication": "nccl"}}, cluster=cluster, train=train, on_failure={"restarts": 1})
        begun = self.call("run", drilled, "--detach", "--json")
        run = self.run_id([json.loads(line) for line in begun.stdout.splitlines()])
        deadline = time.monotonic() + 60  # until its tasks train
        while True:
            drill = self.call("drill", run, "--kill", "worker:1", "--json")
            if drill.returncode == 0 or time.monotonic() > deadline:
                break
        self.assertEqual(drill.returncode, 0, drill.stdout + drill.stderr)
        recovered = json.loads(drill.stdout.splitlines()[-1])
        self.assertEqual(recovered["attempt"], 2, recovered)
        self.assertGreater(recovered["next_step_s"], 0, recovered)
        self.assertEqual(self.call("stop", run).returncode, 0)
        self.call("watch", run, "--json")
        for attempt in (1, 2):
            self.assertIn("by NCCL", self.call("logs", run, "--attempt", attempt).stdout)

    def by_hand(self, file, ports, index):
        """The task `index` of as many workers as there are ports, with a GPU of its own and no agent."""
        config = {"cluster": {"worker": [f"127.0.0.1:{port}" for port in ports]}, "task": {"type": "worker", "index": index}}
        task = subprocess.Popen([BIN / "trainyard-worker", file, "--json"], cwd=self.folder, stdout=subprocess.PIPE, text=True,
                                env=self.environment | {"TF_CONFIG": json.dumps(config), "CUDA_VISIBLE_DEVICES": str(index)})
        self.addCleanup(task.stdout.close)
        self.addCleanup(task.wait)
        self.addCleanup(task.kill)
        return task

    def test_a_sum_that_waits_for_a_lost_process_ends_within_a_second(self):
        """Without an agent, which would end the task before. NCCL's kernels wait for ever."""
        held = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
        ports = [one.getsockname()[1] for one in held]
        for one in held:
            one.close()
        file = self.file(strategy={"multi_worker_mirrored": {"communication": "nccl"}},
                         train={"model": {"builtin": "fashion_cnn"}, "epochs": 100000, "optimizer": {"adam": {"learning_rate": 0.001}},
                                "data": {"train": {"builtin": "fashion_mnist_test"}, "batch_size": 100}})
        first, second = self.by_hand(file, ports, 0), self.by_hand(file, ports, 1)
        for line in first.stdout:
            if json.loads(line)["event"] == "epoch":  # it sums by now
                break
        second.kill()
        killed = time.monotonic()
        events = [json.loads(line) | {"after": time.monotonic() - killed} for line in first.stdout]
        self.assertEqual(events[-1]["event"], "finished", events[-3:])
        self.assertEqual(events[-1]["failure"]["code"], "comm.peer_lost", events[-1])
        # A second until the sum has ended, and what it takes to find out and to write which process has gone.
        self.assertLess(events[-1]["after"], 3, events[-1])
        print(f"the end of a lost process to the end of the task that waits for it: {events[-1]['after']:.2f} s", flush=True)

    def test_a_worker_of_a_ps_has_two(self):
        layers = [{"conv2d": {"filters": 16, "kernel_size": 3, "activation": "relu"}}, "max_pooling2d", "flatten", {"dense": {"units": 10}}]
        data = {"train": {"builtin": "fashion_mnist_test"}, "validation": {"builtin": "fashion_mnist_test"}, "batch_size": 50}
        train = {"model": {"layers": layers}, "epochs": 2, "optimizer": {"adam": {"learning_rate": 0.001}}, "data": data}
        results = []
        for device, worker in (("auto", [{"node": "local", "gpus": [0, 1]}]), ("cpu", ["local", "local"])):
            events = self.run_to_end("run", self.file(device=device, strategy={"parameter_server": {"mode": "sync"}}, train=train,
                                                      cluster={"chief": ["local"], "ps": ["local"], "worker": worker}))
            results.append(events[-1]["metrics"])
            if device == "auto":
                self.assertIn("over 2 GPUs, overlapped with backward", self.call("logs", self.run_id(events), "--task", "worker:0").stdout)
        for metric in ("loss", "accuracy", "val_loss", "val_accuracy"):
            self.assertAlmostEqual(results[0][metric], results[1][metric], delta=0.05)

    def test_a_program_has_a_replica_on_each(self):
        train = {"program": {"plugin": "custom_training"}, "epochs": 1, "data": {
            "train": {"builtin": "fashion_mnist_test"}, "validation": {"builtin": "fashion_mnist_test"}, "batch_size": 50}}
        results = [self.run_to_end("run", self.file(device=device, strategy={"mirrored": {"replicas": 2}}, train=train)) for device in ("cuda", "cpu")]
        self.assertIn("over 2 GPUs, overlapped with backward", self.log_of(results[0]))
        for metric in ("loss", "val_accuracy"):
            self.assertAlmostEqual(results[0][-1]["metrics"][metric], results[1][-1]["metrics"][metric], delta=0.05)


if __name__ == "__main__":
    unittest.main()
