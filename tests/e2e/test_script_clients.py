# SPDX-License-Identifier: Apache-2.0
"""The clients for training scripts, in Python and in C: what they log is read by `import`, and SIGTERM is a request to stop."""
import json
import math
import os
import pathlib
import shutil
import signal
import subprocess
import sys

import pytest

from lab import LIMIT, exited

CLIENTS = pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "plugins/clients"

PYTHON = """
import errno, os, resource, signal, sys
from trainyard_client import Client

what, client = sys.argv[1], Client()
if what == "log":
    for step in range(1, 1001):
        client.log("loss", 1 / step, step)
    client.log_all({"val/loss": 0.5, "größe": 1e39}, 1 << 40)
    client.log("odd", float("nan"), -3)
    if os.fork() == 0:
        client.log("forked", 1, 1)
        os._exit(0)
    os.wait()
    client.log("loss", 7, 1001)
    os.kill(os.getpid(), signal.SIGKILL)
elif what == "full":
    client.log("loss", 1, 1)
    resource.setrlimit(resource.RLIMIT_FSIZE, (150, resource.RLIM_INFINITY))
    failed = 0
    for step in range(2, 10):
        try:
            client.log("loss", step, step)
        except OSError as error:
            failed += error.errno == errno.EFBIG
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    client.log("loss", 10, 10)
    print(failed)
elif what == "train":
    client.catch_stop()
    step = 0
    while not client.should_stop():
        if step < 1000:
            step += 1
            client.log("loss", 1 / step, step)
    print("saved at", step)
elif what == "stop":
    called = []
    signal.signal(signal.SIGTERM, lambda number, frame: called.append(number))
    before = client.should_stop()
    client.catch_stop()
    is_forked = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(is_forked[1], b".")
        while True:
            signal.pause()
    os.read(is_forked[0], 1)  # Python drops signals that come while it forks
    print("ready", child, flush=True)
    while not client.should_stop():
        pass
    client.close()
    os.kill(os.getpid(), signal.SIGTERM)
    os.kill(child, signal.SIGKILL)
    print(before, client.should_stop(), called, flush=True)
elif what == "outside":
    client.log("loss", 1, 1)
    client.catch_stop()
    print(client.active, client.should_stop(), signal.getsignal(signal.SIGTERM) is signal.SIG_DFL, flush=True)
"""

C = r"""
#define TRAINYARD_IMPLEMENTATION
#include "trainyard.h"
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>

int log_elsewhere(const char* tag, double value, int64_t step); /* in the other file */
static volatile sig_atomic_t called;
static void former(int number) { called = number; }
static int check(int problem) { if (problem != 0) printf("failed: %d\n", problem); return problem; }
static void limit(rlim_t bytes) {
    struct rlimit size;
    getrlimit(RLIMIT_FSIZE, &size);
    size.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &size);
}

int main(int count, char** arguments) {
    const char* const what = count > 1 ? arguments[1] : "";
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (strcmp(what, "log") == 0) {
        static char tag[TRAINYARD_MAX_TAG + 2];
        memset(tag, 'x', TRAINYARD_MAX_TAG + 1);
        if (trainyard_log(tag, 1, 1) != EINVAL) return 2;
        for (int step = 1; step <= 1000; ++step) if (check(trainyard_log("loss", 1.0 / step, step))) return 1;
        check(log_elsewhere("val/loss", 0.5, (int64_t)1 << 40));
        check(trainyard_log("gr\xc3\xb6\xc3\x9f""e", 1e39, (int64_t)1 << 40));
        check(trainyard_log("odd", NAN, -3));
        if (fork() == 0) { check(trainyard_log("forked", 1, 1)); _exit(0); }
        wait(NULL);
        check(trainyard_log("loss", 7, 1001));
        kill(getpid(), SIGKILL);
    } else if (strcmp(what, "full") == 0) {
        int failed = 0;
        signal(SIGXFSZ, SIG_IGN);
        check(trainyard_log("loss", 1, 1));
        limit(150);
        for (int step = 2; step < 10; ++step) failed += trainyard_log("loss", step, step) == EFBIG;
        limit(RLIM_INFINITY);
        check(trainyard_log("loss", 10, 10));
        printf("%d\n", failed);
    } else if (strcmp(what, "train") == 0) {
        int step = 0;
        check(trainyard_catch_stop());
        while (!trainyard_should_stop()) {
            if (step == 1000) continue;
            ++step;
            check(trainyard_log("loss", 1.0 / step, step));
        }
        printf("saved at %d\n", step);
    } else if (strcmp(what, "stop") == 0) {
        signal(SIGTERM, former);
        const int before = trainyard_should_stop();
        check(trainyard_catch_stop());
        sigset_t none, term;
        sigemptyset(&none);
        sigemptyset(&term);
        sigaddset(&term, SIGTERM);
        const pid_t child = fork();
        if (child == 0) for (;;) sigsuspend(&none);
        sigprocmask(SIG_BLOCK, &term, NULL);
        printf("ready %ld\n", (long)child);
        while (!trainyard_should_stop()) sigsuspend(&none);
        trainyard_close();
        sigprocmask(SIG_UNBLOCK, &term, NULL);
        const int first = called;
        called = 0;
        raise(SIGTERM);
        kill(child, SIGKILL);
        printf("%d %d %d %d\n", before, trainyard_should_stop(), first, (int)called);
    } else {
        struct sigaction now;
        check(trainyard_log("loss", 1, 1));
        check(trainyard_catch_stop());
        sigaction(SIGTERM, NULL, &now);
        printf("%d %d %d\n", trainyard_is_active(), trainyard_should_stop(), now.sa_handler == SIG_DFL);
    }
    return 0;
}
"""
C_ELSEWHERE = """
#include "trainyard.h"
int log_elsewhere(const char* tag, double value, int64_t step);
int log_elsewhere(const char* tag, double value, int64_t step) { return trainyard_log(tag, value, step); }
"""
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", f"-I{CLIENTS / 'c'}"]


@pytest.fixture(scope="module", params=["python", "c"])
def script(request, tmp_path_factory):
    """(the command of a program that does what its argument says, the environment that it runs in without Trainyard)."""
    folder = tmp_path_factory.mktemp("script")
    environment = {key: value for key, value in os.environ.items() if not key.startswith("TRAINYARD")}
    if request.param == "python":  # the module on its own, beside the script
        shutil.copy(CLIENTS / "python/trainyard/client.py", folder / "trainyard_client.py")
        (folder / "script.py").write_text(PYTHON)
        return [sys.executable, folder / "script.py"], environment
    (folder / "script.c").write_text(C)
    (folder / "elsewhere.c").write_text(C_ELSEWHERE)
    subprocess.run(["gcc", "-std=c99", *STRICT, folder / "script.c", folder / "elsewhere.c", "-o", folder / "script"], check=True)
    return [folder / "script"], environment


def ran(script, what, logdir=None):
    command, environment = script
    return subprocess.run([*command, what], env=environment | ({"TRAINYARD_LOGDIR": str(logdir)} if logdir else {}), timeout=LIMIT,
                          capture_output=True, text=True, cwd=pathlib.Path(command[-1]).parent)


def points(lab, logdir):
    """{(split, tag): [(step, value)]} of the one run that the logs are, which must be whole."""
    (run,) = lab.ok("import", logdir, "--json").json()["runs"]
    assert not run["problems"], run
    found = {}
    for row in lab.metrics(run["run"]):
        found.setdefault((row[2], row[3]), []).append((int(row[4]), float(row[7])))
    return found


def test_what_a_script_logs_is_read_though_it_was_killed(lab, script):
    logdir = lab.root / "logs/not/there yet"
    done = ran(script, "log", logdir)
    assert done.returncode == -signal.SIGKILL and not done.stdout + done.stderr, done
    assert len(list(logdir.iterdir())) == 2  # the forked process has its own
    found = points(lab, logdir)
    loss = found[("train", "loss")]
    assert [step for step, _ in loss] == list(range(1, 1002)) and loss[-1][1] == 7
    assert all(value == pytest.approx(1 / step, rel=1e-7) for step, value in loss[:-1])
    assert found[("validation", "loss")] == [(1 << 40, 0.5)] and found[("train", "größe")] == [(1 << 40, math.inf)]
    ((step, value),) = found[("train", "odd")]
    assert step == -3 and math.isnan(value) and found[("train", "forked")] == [(1, 1)]


def test_a_full_disk_loses_what_does_not_fit_and_nothing_else(lab, script):
    done = ran(script, "full", lab.root / "logs")
    failed = int(done.stdout)
    assert 0 < failed < 8 and done.returncode == 0, done
    assert points(lab, lab.root / "logs")[("train", "loss")] == [(step, step) for step in (*range(1, 10 - failed), 10)]


def test_sigterm_is_a_request_to_stop(tmp_path, script):
    command, environment = script
    process = subprocess.Popen([*command, "stop"], env=environment | {"TRAINYARD_LOGDIR": str(tmp_path)}, stdout=subprocess.PIPE,
                               text=True, cwd=pathlib.Path(command[-1]).parent)
    try:
        word, child = process.stdout.readline().split()
        assert word == "ready"
        os.kill(int(child), signal.SIGTERM)  # a forked process calls the former handler alone, as it would have
        process.send_signal(signal.SIGTERM)
        said, _ = process.communicate(timeout=LIMIT)
        assert process.returncode == 0 and exited(int(child))
    finally:
        process.kill()
    assert said in ("False True [15, 15]\n", "0 1 15 15\n")


def test_a_command_run_has_its_metrics_and_saves_when_it_is_stopped(lab, script):
    command, _ = script
    stream = lab.stream("run", lab.run_file(json.dumps({"trainyard": 1, "name": "own", "command": [*map(str, command), "train"],
                                                        "cluster": {"worker": ["local"]}})))
    run = stream.until("step")["run"]
    lab.ok("stop", run)
    code, last = stream.finish()
    assert code == 0 and last["status"] == "stopped", stream
    (text,) = [line["line"] for line in lab.ok("logs", run, "--json").json()]
    words, step = text.rsplit(" ", 1)
    assert words == "saved at"
    found = [(int(row[4]), float(row[7])) for row in lab.metrics(run, "--tag", "loss")]
    assert [step for step, _ in found] == list(range(1, int(step) + 1))
    assert all(value == pytest.approx(1 / step, rel=1e-7) for step, value in found)


def test_outside_trainyard_nothing_happens(tmp_path, script):
    assert ran(script, "outside").stdout.split() in (["False", "False", "True"], ["0", "0", "1"])
    assert not list(tmp_path.iterdir())


def test_a_loading_process_still_ends_at_sigterm(tmp_path):
    """A worker of a DataLoader is forked after catch_stop(), and its parent ends it with SIGTERM."""
    script = """
import multiprocessing, sys, time
sys.path.insert(0, sys.argv[1])
from client import Client

def load(is_running):
    is_running.set()
    time.sleep(1000)

client = Client(sys.argv[2])
client.catch_stop()
fork = multiprocessing.get_context("fork")
is_running = fork.Event()
worker = fork.Process(target=load, args=(is_running,), daemon=True)
worker.start()
is_running.wait()  # Python drops signals that come while it forks
worker.terminate()
worker.join()
print(worker.exitcode, client.should_stop())
"""
    done = subprocess.run([sys.executable, "-c", script, CLIENTS / "python/trainyard", tmp_path], capture_output=True, text=True,
                          timeout=LIMIT)
    assert done.stdout.split() == ["-15", "False"], done


def test_the_header_is_cpp_too(tmp_path):
    (tmp_path / "main.cpp").write_text("#define TRAINYARD_IMPLEMENTATION\n#include \"trainyard.h\"\n"
                                       "int main() { return trainyard_log(\"loss\", 1, 1) + trainyard_should_stop(); }\n")
    subprocess.run(["g++", "-std=c++17", *STRICT, tmp_path / "main.cpp", "-o", tmp_path / "main"], check=True)
    assert subprocess.run([tmp_path / "main"], env={}).returncode == 0
