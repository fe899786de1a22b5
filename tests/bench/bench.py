#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs Trainyard and its peers interleaved, several rounds, appends one JSON line a run to results.jsonl, and prints a table
and the ratios of Trainyard to the peers that do the same work.

  bench.py                           all cases, 3 rounds, about 40 min
  bench.py --only ours_,torch_ddp/   cases whose name contains one of these
  bench.py --extra 'name=COMMAND'    also run COMMAND, which must end by printing the same JSON line
  bench.py --list                    the cases and their command lines
  bench.py --table                   the table and ratios of results.jsonl only

Beside every run stands what two cores reached together against one just before and after it (scaling.py), the processor is named
first, and how many cores other processes of the machine used meanwhile (others_cores); a run with more than
--quiet (0.15) counts as noisy, is left out of the median if quiet ones exist, and the case gets one more run (at most
--max-runs in all). Nothing is asserted: a figure is worth what the machine was worth while it was taken."""
import argparse
import json
import os
import pathlib
import resource
import shlex
import signal
import statistics
import subprocess
import sys
import time

import scaling

HERE = pathlib.Path(__file__).resolve().parent
PEERS = HERE / "peers"
ENVIRONMENTS = pathlib.Path(os.environ.get("PEERS_HOME", pathlib.Path.home() / ".cache/trainyard-peers"))
TF, TORCH = str(ENVIRONMENTS / "tf/bin/python"), str(ENVIRONMENTS / "torch/bin/python")
# glibc gives the memory of each big tensor back to the kernel and faults it in again at the next step; these three settings stop
# that ("+malloc").
MALLOC = {"MALLOC_TRIM_THRESHOLD_": "1000000000", "MALLOC_MMAP_THRESHOLD_": "1000000000", "MALLOC_TOP_PAD_": "200000000"}
# Keras' own loop where it is the faster one of the two.
TF_LOOP = {"mnist_cnn": "fit", "fashion_cnn": "custom", "mlp": "fit"}


# Which peers do the same work, by strategy.
PEERS_OF = {"multi_worker_mirrored": ("torch_ddp", "torch_ddp+malloc", "tf_mwms"), "mirrored": ("tf_mirrored",),
            "one_device": ("tf_single", "torch_single", "torch_single+malloc"), "parameter_server": ("tf_ps",)}


def all_cases():
    """{name: (argv, environment)}"""
    cases = {}

    def add(name, python, command, environment=None):
        cases[name] = ([python, *shlex.split(command)], environment or {})

    for model, loop in TF_LOOP.items():
        for strategy in PEERS_OF:
            add(f"ours_{strategy}/{model}", sys.executable, f"../ours.py --model {model} --strategy {strategy}")
        for script in ("tf_single", "tf_mirrored", "tf_mwms", "tf_ps"):
            add(f"{script}/{model}", TF, f"{script}.py --model {model} --loop {loop}")
        for script in ("torch_single", "torch_ddp"):
            add(f"{script}/{model}", TORCH, f"{script}.py --model {model}")
            add(f"{script}+malloc/{model}", TORCH, f"{script}.py --model {model}", MALLOC)
        add(f"torch_single+compile/{model}", TORCH, f"torch_single.py --model {model} --compile")
    add("tf_mwms+threads1/mnist_cnn", TF, "tf_mwms.py --model mnist_cnn --threads 1")
    add("tf_ps+custom/mnist_cnn", TF, "tf_ps.py --model mnist_cnn --loop custom")
    for model in ("mnist_cnn", "fashion_cnn"):
        add(f"torch_single+threads1/{model}", TORCH, f"torch_single.py --model {model} --threads 1")
    for script in ("torch_single", "torch_ddp"):
        add(f"{script}+dataloader/fashion_cnn", TORCH, f"{script}.py --model fashion_cnn --loader dataloader")
    return cases


def with_numpy():
    """An interpreter that can multiply; None: there is none."""
    for python in (sys.executable, str(pathlib.Path.home() / ".cache/trainyard/test-venv/bin/python"), TORCH, TF):
        try:
            if subprocess.run([python, "-c", "import numpy"], capture_output=True, check=False).returncode == 0:
                return python
        except FileNotFoundError:
            pass
    return None


def machine_cpu_seconds():
    with open("/proc/stat") as file:
        user, nice, system, _, _, irq, softirq, steal = (int(text) for text in file.readline().split()[1:9])
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def own_cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def last_json(text):
    for line in reversed(text.splitlines()):
        if line.startswith("{"):
            return json.loads(line)
    return None


def run(name, argv, environment, timeout):
    machine, own, begun = machine_cpu_seconds(), own_cpu_seconds(), time.time()
    child = subprocess.Popen(argv, cwd=PEERS, env=os.environ | environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             text=True, start_new_session=True)
    try:
        out, err = child.communicate(timeout=timeout)
        status = child.returncode
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)  # the group is our own: start_new_session
        (out, err), status = child.communicate(), f"over {timeout} s"
    wall = time.time() - begun
    result = last_json(out) or {"error": f"{status}: {err.strip().splitlines()[-1:]}"}
    # What ours.py measured is not its child: the agent's tasks name their CPU time themselves.
    own_used = own_cpu_seconds() - own + result.get("detached_cpu_s", 0)
    others = max(0.0, (machine_cpu_seconds() - machine - own_used) / wall)
    return result | {"case": name, "wall_s": round(wall, 1), "others_cores": round(others, 2), "at": time.strftime("%F %T")}


def load(path, quiet):
    """{case: (quiet runs or else all that worked, all runs)}"""
    rows = {}
    for line in path.read_text().splitlines():
        row = json.loads(line)
        rows.setdefault(row["case"], []).append(row)
    chosen = {}
    for name, runs in rows.items():
        worked = [row for row in runs if "ms_per_step" in row]
        chosen[name] = ([row for row in worked if row["others_cores"] <= quiet] or worked, runs)
    return chosen


def median(runs, *keys):
    for key in keys:
        values = [row[key] for row in runs if row.get(key) is not None]
        if values:
            return statistics.median(values)
    return None


def text(value, digits=1):
    return "-" if value is None else f"{value:.{digits}f}"


def print_table(rows, quiet):
    print("| case | ms/step median (range) | cpu ms/step | images/s | start to first step s | peak RSS MB | runs quiet/all | others' cores |")
    print("|---|---|---|---|---|---|---|---|")
    for name in sorted(rows, key=lambda case: (case.split("/")[-1], case)):
        runs, every = rows[name]
        if not runs:
            print(f"| {name} | failed: {every[0].get('error')} | | | | | 0/{len(every)} | |")
            continue
        ms = [row["ms_per_step"] for row in runs]
        others = [row["others_cores"] for row in runs]
        print(f"| {name} | {statistics.median(ms):.2f} ({min(ms):.2f}-{max(ms):.2f}) | {text(median(runs, 'cpu_ms_per_step'))} "
              f"| {runs[0]['global_batch'] / statistics.median(ms) * 1e3:.0f} | {text(median(runs, 'start_to_first_step_s'), 2)} "
              f"| {text(median(runs, 'peak_rss_mb_total', 'peak_rss_mb'), 0)} "
              f"| {sum(row['others_cores'] <= quiet for row in runs)}/{len(every)} | {min(others):.2f}-{max(others):.2f} |")


def per_second(runs):
    return runs[0]["global_batch"] / median(runs, "ms_per_step")


def print_ratios(rows):
    for strategy, peers in PEERS_OF.items():
        for model in TF_LOOP:
            ours = rows.get(f"ours_{strategy}/{model}", ([], []))[0]
            for peer in peers:
                theirs = rows.get(f"{peer}/{model}", ([], []))[0]
                if ours and theirs:
                    speed = per_second(ours) / per_second(theirs)
                    starts = [median(runs, "start_to_first_step_s") for runs in (ours, theirs)]  # TensorFlow's servers give none
                    start = "" if None in starts else f"; launch to first step in {starts[0] / starts[1]:.2f} of its time"
                    print(f"{strategy}, {model}: {speed:.2f} x the images/s of {peer}{start}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--max-runs", type=int, default=5)
    parser.add_argument("--quiet", type=float, default=0.15)
    parser.add_argument("--only", default="")
    parser.add_argument("--extra", action="append", default=[])
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("results.jsonl"))
    parser.add_argument("--timeout", type=int, default=240)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--table", action="store_true")
    args = parser.parse_args()
    cases = {name: case for name, case in all_cases().items() if not args.only or any(part in name for part in args.only.split(","))}
    for extra in args.extra:
        name, _, command = extra.partition("=")
        cases[name] = (["bash", "-c", command], {})
    if args.list:
        for name, (argv, environment) in cases.items():
            print(f"{name:<36} {' '.join([f'{key}={value}' for key, value in environment.items()] + argv)}")
        return 0
    if not args.table:
        measure(args, cases)
    rows = load(args.out, args.quiet)
    print_table(rows, args.quiet)
    print_ratios(rows)
    return 0 if all(worked for worked, _ in rows.values()) else 1


def measure(args, cases):
    python = with_numpy()
    print(f"processor: {scaling.processor()}" + ("" if python else "; no NumPy here, so that what two cores reach together is not known"))

    def together():
        return scaling.scaling(python)["ratio"] if python else None

    runs = {name: [] for name in cases}
    for number in range(args.max_runs):
        for name, (argv, environment) in cases.items():
            if number >= args.rounds and sum(row["others_cores"] <= args.quiet for row in runs[name]) >= 2:
                continue
            before = together()
            row = run(name, argv, environment, args.timeout)
            row |= {"processor": scaling.processor(), "two_cores": [before, together()]}
            runs[name].append(row)
            with args.out.open("a") as file:
                file.write(json.dumps(row) + "\n")
            print(f"{row['at'][11:]} {name:<36} ms {row.get('ms_per_step', row.get('error'))} others {row['others_cores']:.2f} "
                  f"two cores {text(row['two_cores'][0], 2)} {text(row['two_cores'][1], 2)} "
                  f"wall {row['wall_s']:.0f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
