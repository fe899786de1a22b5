# SPDX-License-Identifier: Apache-2.0
"""The clients for training scripts, in Python and in C: what they log is read by `import`, SIGTERM is a request to stop,
and they do what the run is asked to do."""
import hashlib
import json
import math
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

from lab import LIMIT, exited

CLIENTS = pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "plugins/clients"

PYTHON = """
import errno, os, resource, signal, sys, time
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
elif what == "orders":
    client.catch_stop()
    saved = client.resume_from()
    step = int(open(saved).read()) if saved else 0
    print("from", step, flush=True)
    while not client.should_stop():
        client.wait_while_paused()
        rate = client.learning_rate(0.5)
        step += 1
        client.log("rate", rate, step)
        if client.should_save():
            with open(f"saved-{step}", "w") as file:
                file.write(str(step))
            client.report_checkpoint(f"saved-{step}", step)
        time.sleep(0.002)  # what a step takes
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
elif what == "report":
    os.makedirs("links/below", exist_ok=True)
    with open("links/below/file", "w") as file:
        file.write("12345")
    for name, target in (("nowhere", "gone"), ("itself", "."), ("loop", "loop")):
        if not os.path.islink("links/" + name):
            os.symlink(target, "links/" + name)
    client.report_checkpoint("links", 1)
    try:
        client.report_checkpoint(os.fsdecode(b"links/\\xff"), 2)
    except UnicodeEncodeError:
        print("refused")
elif what == "outside":
    client.log("loss", 1, 1)
    client.catch_stop()
    client.wait_while_paused()
    client.report_checkpoint("not there", 1)
    nothing = (client.resume_from(), client.should_save(), client.learning_rate(0.5)) == (None, False, 0.5)
    print(client.active, client.should_stop(), signal.getsignal(signal.SIGTERM) is signal.SIG_DFL and nothing, flush=True)
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
    } else if (strcmp(what, "orders") == 0) {
        const struct timespec turn = {0, 2 * 1000 * 1000}; /* what a step takes */
        const char* const saved = trainyard_resume_from();
        char name[32];
        int step = 0;
        FILE* file = saved != NULL ? fopen(saved, "r") : NULL;
        if (file != NULL && fscanf(file, "%d", &step) == 1) fclose(file);
        printf("from %d\n", step);
        check(trainyard_catch_stop());
        while (!trainyard_should_stop()) {
            trainyard_wait_while_paused();
            ++step;
            check(trainyard_log("rate", trainyard_learning_rate(0.5), step));
            if (trainyard_should_save()) {
                snprintf(name, sizeof name, "saved-%d", step);
                file = fopen(name, "w");
                fprintf(file, "%d", step);
                fclose(file);
                check(trainyard_report_checkpoint(name, step));
            }
            nanosleep(&turn, NULL);
        }
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
    } else if (strcmp(what, "report") == 0) {
        mkdir("links", 0777);
        mkdir("links/below", 0777);
        FILE* const file = fopen("links/below/file", "w");
        fprintf(file, "12345");
        fclose(file);
        const int made = symlink("gone", "links/nowhere") + symlink(".", "links/itself") + symlink("loop", "links/loop");
        check(trainyard_report_checkpoint("links", 1));
        if (made == 0 && trainyard_report_checkpoint("links/\xff", 2) == EINVAL) printf("refused\n");
    } else {
        struct sigaction now;
        check(trainyard_log("loss", 1, 1));
        check(trainyard_catch_stop());
        trainyard_wait_while_paused();
        check(trainyard_report_checkpoint("not there", 1));
        sigaction(SIGTERM, NULL, &now);
        const int nothing = trainyard_resume_from() == NULL && !trainyard_should_save() && trainyard_learning_rate(0.5) == 0.5;
        printf("%d %d %d\n", trainyard_is_active(), trainyard_should_stop(), now.sa_handler == SIG_DFL && nothing);
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


def started(lab, script, what):
    """A command run of the script, as a stream of its events; and its id, once it has logged."""
    command, _ = script
    (lab.root / "work").mkdir()
    file = lab.run_file(json.dumps({"trainyard": 1, "name": "own", "command": [*map(str, command), what], "cwd": str(lab.root / "work"),
                                    "on_failure": {"restarts": 3}, "cluster": {"worker": ["local"]}}))
    stream = lab.stream("run", file)
    return stream, stream.until("step")["run"]


def rates(lab, run):
    return {int(row[4]): float(row[7]) for row in lab.metrics(run, "--tag", "rate")}


def saved(lab, stream, run):
    """Has the script save; the checkpoint as it is listed once it was read."""
    lab.ok("save", run)
    step = stream.until("checkpoint")["step"]
    deadline = time.monotonic() + LIMIT
    while time.monotonic() < deadline:  # its hash is made after it was listed
        (one,) = [one for one in lab.ok("checkpoints", run, "--json").json() if one["step"] == step]
        if one["sha256"]:
            row = next(line for line in lab.ok("checkpoints", run).out.splitlines() if "reported" in line)
            assert row.split()[1] == "-", f"the epochs of a program are not known: {row}"
            return one
    raise AssertionError(f"no hash in {LIMIT} s: {one}")


def step_in(stream, pattern):
    """The step that the next `run.changed` names. The commands' own answers do not wait for it for ever."""
    message = stream.until("warning", code="run.changed")["message"]
    match = re.fullmatch(pattern, message)
    assert match, message
    return int(match[1])


def test_a_script_does_what_the_run_is_asked_to_do(lab, script):
    stream, run = started(lab, script, "orders")
    lab.ok("change", run, "--set", "learning_rate=0.25")
    changed = step_in(stream, r"learning rate 0\.5 → 0\.25 from step (\d+)")
    lab.ok("pause", run)
    paused = step_in(stream, r"paused after step (\d+)")
    assert lab.ok("show", run, "--json").json()["paused"]
    before = rates(lab, run)
    assert max(before) == paused and before[changed - 1] == 0.5 and before[changed] == 0.25
    assert "took them over" in lab.ok("drill", run, "--kill", "agent").out  # the next agent knows what the script asks for
    lab.ok("resume", run, "--detach")
    lab.ok("change", run, "--set", "learning_rate=0.125")
    one = saved(lab, lab.stream("watch", run), run)
    file = lab.root / f"work/saved-{one['step']}"
    content = file.read_bytes()
    assert one["path"] == str(file) and one["bytes"] == len(content) and one["state"] == "reported"
    assert one["sha256"] == hashlib.sha256(content).hexdigest()
    lab.ok("stop", run)
    finished = lab.ok("watch", run, "--json").events()[-1]
    assert finished["status"] == "stopped", finished
    found = rates(lab, run)
    assert sorted(found) == list(range(1, max(found) + 1)) and found[max(found)] == 0.125, "no step was left out or repeated"


def test_a_script_continues_from_what_it_reported(lab, script):
    stream, run = started(lab, script, "orders")
    first = saved(lab, stream, run)
    second = saved(lab, stream, run)
    lab.ok("change", run, "--set", "learning_rate=0.25")
    stream.until("warning", code="run.changed")
    lab.ok("drill", run, "--kill", "worker:0")
    attempt = stream.until("attempt")
    assert (attempt["number"], attempt["from_step"], attempt["from_checkpoint"]) == (2, second["step"], second["path"]), attempt
    stream.until("step")
    assert f"from {second['step']}" in lab.ok("logs", run).out
    assert rates(lab, run)[second["step"] + 1] == 0.25, "a restart by policy keeps the rate"
    assert len([event for event in stream.events if event.get("code") == "run.changed"]) == 1, "and reports it once"
    lab.ok("stop", run)
    stream.finish()
    refused = lab.cli("checkpoint", "delete", second["path"])
    assert refused.code == 3 and "belongs to the program" in refused.err and pathlib.Path(second["path"]).exists(), refused
    # What reads a model has none there, and says so.
    new = lab.root / "new"
    for arguments, code in ((("export", run, new, "--to", "onnx"), "checkpoint.reported"),
                            (("export", run, new, "--to", "pytorch"), "checkpoint.reported"),
                            (("export", second["path"], new, "--to", "onnx"), "checkpoint.not_a_folder"),
                            (("checkpoint", "export", second["path"], "--to", f"{new}.safetensors"), "checkpoint.reported"),
                            (("checkpoint", "convert", second["path"], "--from", "keras", "--for", run, "--to", new),
                             "checkpoint.reported"),
                            (("predict", run, lab.root), "command.unsupported")):
        refused = lab.cli(*arguments, "--json")
        assert refused.code == 3 and refused.json()["error"]["code"] == code and "program" in refused.err, refused
        assert "manifest.json" not in refused.err, refused
    shown = lab.ok("checkpoint", "show", second["path"]).out
    assert "written by the run's program" in shown and "tensor" not in shown, shown

    stream = lab.stream("resume", run, "--from", str(first["step"]))
    attempt = stream.until("attempt")
    assert (attempt["number"], attempt["from_step"], attempt["from_checkpoint"]) == (3, first["step"], first["path"]), attempt
    stream.until("step")
    assert {float(row[7]) for row in lab.metrics(run, "--tag", "rate") if row[0] == "3"} == {0.25}, "resume keeps the rate, too"
    lab.ok("stop", run)
    stream.finish()

    lab.ok("checkpoint", "verify", second["path"])
    pathlib.Path(second["path"]).write_text("7")
    changed = lab.cli("checkpoint", "verify", second["path"])
    assert changed.code == 1 and "has changed since the program reported it" in changed.out, changed
    assert lab.cli("resume", run, "--from", second["path"]).code != 0
    pathlib.Path(first["path"]).unlink()
    assert [one["step"] for one in lab.ok("checkpoints", run, "--json").json()] == [second["step"]], "a deleted one is not listed"
    stream = lab.stream("resume", run)
    attempt = stream.until("attempt")
    assert attempt["number"] == 4 and attempt["from_step"] == 0 and "from_checkpoint" not in attempt, attempt
    lab.ok("stop", run)
    stream.finish()


def test_a_script_that_does_not_ask_is_not_asked(lab, script):
    stream, run = started(lab, script, "train")
    for arguments, function in ((("pause", run), "wait_while_paused()"), (("save", run), "should_save()"),
                                (("change", run, "--set", "learning_rate=0.1"), "learning_rate()")):
        refused = lab.cli(*arguments, "--json")
        assert refused.code == 3 and "command.unsupported" in refused.out and function in refused.out, refused
    refused = lab.cli("change", run, "--set", "train.optimizer=sgd", "--json")
    assert refused.code == 3 and "change.fixed" in refused.out, refused
    assert not lab.ok("show", run, "--json").json()["paused"]
    lab.ok("stop", run)
    stream.finish()


def test_a_folder_with_links_is_reported_and_a_path_that_is_no_utf8_is_refused(tmp_path, script):
    done = ran(script, "report", tmp_path)
    assert done.stdout == "refused\n" and done.returncode == 0, done
    (log,) = tmp_path.iterdir()
    assert log.read_bytes().count(b'{"checkpoint":') == 1 and b'"bytes":5}' in log.read_bytes().replace(b" ", b"")


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
