# SPDX-License-Identifier: Apache-2.0
"""`cluster kubernetes`: the manifests' tasks, each started with exactly the command and environment of its container. A pod is a
network namespace with an address of its own, the names of the Service in /etc/hosts, a process namespace and a /dev/shm; the
claim is one folder."""
import contextlib
import json
import os
import subprocess

import pytest

from lab import BIN, Lab, Stream
from test_parameter_server import ps_file

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root makes network namespaces")


@pytest.fixture
def lab():
    with Lab() as one:
        yield one


def ip(*words, at=None):
    subprocess.run(["ip", *(("-n", at) if at else ()), *map(str, words)], check=True, capture_output=True)


class Pods:
    """What the kubelet and the cluster's DNS make of the manifests."""

    def __init__(self, lab, manifests):
        self.lab = lab
        self.config = next(one for one in manifests if one["kind"] == "ConfigMap")
        self.service = next(one for one in manifests if one["kind"] == "Service")
        self.jobs = [one for one in manifests if one["kind"] == "Job"]
        self.claim = lab.root / "claim"
        self.claim.mkdir(exist_ok=True)
        self.names, self.folders = [], []

    def __enter__(self):
        self.made = [place for place in ("/etc/trainyard", "/trainyard") if not os.path.isdir(place)]  # to mount on
        # The bridge is in a namespace too, so that nothing is left of it in the machine's own.
        self.bridge = f"ty-pods-{os.getpid()}"
        ip("netns", "add", self.bridge)
        ip("link", "add", "pods", "type", "bridge", at=self.bridge)
        ip("link", "set", "pods", "up", at=self.bridge)
        hosts = ["127.0.0.1 localhost"]
        for index, job in enumerate(self.jobs):
            pod = job["spec"]["template"]["spec"]
            assert pod["subdomain"] == self.service["metadata"]["name"] and self.service["spec"]["clusterIP"] == "None"
            hosts.append(f"10.77.0.{index + 1} {pod['hostname']}.{pod['subdomain']}")
        for index, job in enumerate(self.jobs):
            name = f"{self.bridge}-{index}"
            ip("netns", "add", name)
            self.names.append(name)
            ip("link", "add", f"p{index}", "type", "veth", "peer", "name", "eth0", "netns", name, at=self.bridge)
            ip("link", "set", f"p{index}", "master", "pods", "up", at=self.bridge)
            ip("address", "add", f"10.77.0.{index + 1}/24", "dev", "eth0", at=name)
            ip("link", "set", "eth0", "up", at=name)
            ip("link", "set", "lo", "up", at=name)
            folder = self.lab.root / f"pod-{index}"
            (folder / "run-file").mkdir(parents=True)
            (folder / "hosts").write_text("\n".join(hosts) + "\n")
            for file, text in self.config["data"].items():
                (folder / "run-file" / file).write_text(text)
            self.folders.append(folder)
        return self

    def __exit__(self, kind, value, trace):
        for name in [*self.names, self.bridge]:
            with contextlib.suppress(subprocess.CalledProcessError):
                ip("netns", "del", name)
        for place in self.made:
            with contextlib.suppress(FileNotFoundError):
                os.rmdir(place)

    def start(self, index):
        """The containers of one pod, its init containers first."""
        pod = self.jobs[index]["spec"]["template"]["spec"]
        folder, task = self.folders[index], pod["containers"][0]
        mounts = {mount["name"]: mount["mountPath"] for mount in task["volumeMounts"]}
        assert {volume["name"] for volume in pod["volumes"]} == set(mounts)
        script = f"""set -e
            mount --bind {folder}/hosts /etc/hosts
            mount -t tmpfs tmpfs /dev/shm
            mkdir -p {mounts['run-file']} {mounts['shared']}
            mount --bind {folder}/run-file {mounts['run-file']}
            mount --bind {self.claim} {mounts['shared']}
            cd {task['workingDir']}
            "$@"
            exec {BIN}/{' '.join(task['command'])} --json"""
        before = pod.get("initContainers", [{"command": ["true"]}])[0]["command"]
        runtime = folder / "runtime"
        runtime.mkdir(exist_ok=True)
        env = {key: value for key, value in self.lab.env.items() if key not in ("TF_CONFIG", "XDG_RUNTIME_DIR")}
        env |= {"XDG_RUNTIME_DIR": str(runtime)} | {one["name"]: one["value"] for one in task["env"]}
        stream = Stream(["ip", "netns", "exec", self.names[index], "unshare", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child",
                         "bash", "-c", script, "_", *before], env=env)
        self.lab._streams.append(stream)
        return stream

    def start_all(self):
        return {job["spec"]["template"]["spec"]["hostname"]: self.start(index) for index, job in enumerate(self.jobs)}


def manifests(lab, path, *more):
    return lab.ok("cluster", "kubernetes", path, "--image", "yard:1", "--cpus", "1", "--json", *more).json()["items"]


def ended_well(streams):
    for task, stream in streams.items():
        code, last = stream.finish()
        assert code == 0 and last["status"] == "succeeded", (task, stream)


def with_evaluator(path, sidecar):
    spec = json.loads(path.read_text())
    spec["cluster"]["evaluator"] = ["local"]
    spec["train"]["evaluation"] = {"sidecar": sidecar}
    path.write_text(json.dumps(spec, indent=1) + "\n")
    return path


def test_parameter_servers_and_an_evaluator_in_pods(lab):
    path = with_evaluator(ps_file(lab, workers=2, ps=2, restarts=0), {"checkpoints": "every"})
    with Pods(lab, manifests(lab, path)) as pods:
        streams = pods.start_all()
        assert list(streams) == ["chief-0", "worker-0", "worker-1", "ps-0", "ps-1", "evaluator-0"]
        ended_well(streams)
        assert [event["step"] for event in streams["evaluator-0"].events if event["event"] == "evaluation"] == [32, 64]
        assert sorted(one.name for one in (pods.claim / "small/checkpoints").glob("ckpt-*")) == ["ckpt-32", "ckpt-64"]


def test_workers_in_step_and_a_job_that_starts_its_task_again(lab):
    """A pod is lost: each task fails, is started again by its Job with the same command, and continues from the newest checkpoint."""
    path = lab.run_file(epochs=400)
    with Pods(lab, manifests(lab, path)) as pods:
        streams = pods.start_all()
        streams["worker-0"].until("checkpoint")
        streams["worker-1"].process.kill()  # with all that is in the pod
        assert streams["worker-0"].finish()[0] != 0, streams["worker-0"]
        again = pods.start_all()
        attempt = again["worker-0"].until("attempt")
        assert attempt["from_step"] > 0, attempt
        again["worker-0"].until("epoch")
        for stream in again.values():
            stream.process.kill()


def test_yaml_of_the_same_and_what_is_refused(lab):
    path = ps_file(lab, restarts=0)
    text = lab.ok("cluster", "kubernetes", path, "--image", "yard:1").out
    assert text.count("\n---\n") == 5 and "kind: StatefulSet" not in text and "image: yard:1" in text, text
    assert "run.yaml: " in text, text
    assert lab.cli("cluster", "kubernetes", path).code == 2, "an image is required"
    for key, words in (("on_failure={restarts: 2}", "only an agent does this"), ("cluster={chief: [gpu-a], worker: [local], ps: [local]}", "Kubernetes chooses the machines")):
        spec = json.loads(path.read_text())
        name, value = key.split("=", 1)
        other = lab.root / "other.yaml"
        rest = {one: spec[one] for one in spec if one != name}
        other.write_text(json.dumps(rest)[:-1] + f", {json.dumps(name)}: {value}}}")
        refused = lab.cli("cluster", "kubernetes", other, "--image", "yard:1", "--json")
        assert refused.code == 3 and words in refused.out, refused
