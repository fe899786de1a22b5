# SPDX-License-Identifier: Apache-2.0
"""Runs on a GPU from the run file to the checkpoint, through an agent; needs the standard library alone.

Skipped where the agent shows no GPU. In a bundle of packaging/gpu-bundle.sh the environment names the programs."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

BIN = pathlib.Path(os.environ.get("TRAINYARD_BIN", pathlib.Path(__file__).resolve().parents[3] / "build/release/bin"))


class GpuRuns(unittest.TestCase):
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

    def run_to_end(self, *words):
        done = self.call(*words, "--json")
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

    def test_what_this_version_cannot_do_is_refused(self):
        for strategy in ({"multi_worker_mirrored": {}}, {"mirrored": {"replicas": 2}}):
            done = self.call("run", self.file(strategy=strategy), "--json")
            self.assertEqual(done.returncode, 3, done.stdout)
            self.assertIn("not_yet", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
