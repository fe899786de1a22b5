#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Training steps on one GPU: Trainyard's worker, started manually with a run file, against PyTorch's (torch_steps.py).

Every round runs each case once, one after another, each in a process of its own; the table has the median over the rounds
of each case's median, with the least and the most of those. Trainyard's time is that of its epochs of 1,000 steps, without
the first: with its input from the host, its curves and its log, and without validation and checkpoints, as PyTorch's.
  ours           as people run it: steps are captured and replayed
  ours_eager     the same with cuda_graphs: off

--row fashion_cnn/compile transformer/ours … measures these alone, each in at most --seconds, start of its processes included:
as many rounds as fit (at most --rounds), and then the least and the most of all blocks of steps. --rows lists them.

--bars measures so all rows that bars.py compares, and prints its table; the exit status is 1 unless all bars are met."""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import bars

BIN = pathlib.Path(os.environ.get("TRAINYARD_BIN", pathlib.Path(__file__).resolve().parents[3] / "build/release/bin"))
HERE = pathlib.Path(__file__).resolve().parent
OPTIMIZER = {"mnist_cnn": {"sgd": {"learning_rate": 0.001}}, "fashion_cnn": {"adam": {"learning_rate": 0.001}}}
CONVOLUTION = {"conv2d": {"filters": 32, "kernel_size": 3, "activation": "relu"}}
LAYERS = {
    "mnist_cnn": [CONVOLUTION, "flatten", {"dense": {"units": 128, "activation": "relu"}}, {"dense": {"units": 10}}],
    "fashion_cnn": [CONVOLUTION, "max_pooling2d", {"conv2d": {"filters": 64, "kernel_size": 3, "activation": "relu"}}, "max_pooling2d",
                    "flatten", {"dense": {"units": 64, "activation": "relu"}}, {"dense": {"units": 10}}]}
STEPS = 1000  # of an epoch
MODES = ["eager", "eager_fused", "compile"]  # of PyTorch
TRANSFORMER = ("transformer-4096-32-2", 32)  # of a row: and its batch
TOKENS = 784  # of a transformer: the pixels of an image
SAVED = ("transformer-4096-32-1", 8)  # of the rows of checkpoints: and its batch


def transformer(name):
    """transformer-WIDTH-HEADS-BLOCKS, normalization first."""
    width, heads, blocks = (int(number) for number in name.split("-")[1:])
    layers = [{"reshape": {"target_shape": [TOKENS, 1]}}, {"dense": {"units": width}}, {"positional_embedding": {"name": "x0"}}]
    for block in range(blocks):
        x = f"x{2 * block}"
        layers += [{"layer_normalization": {"epsilon": 1e-6}},
                   {"multi_head_attention": {"num_heads": heads, "key_dim": width // heads, "name": f"attention{block}"}},
                   {"add": {"inputs": [f"attention{block}", x], "name": f"x{2 * block + 1}"}}, {"layer_normalization": {"epsilon": 1e-6}},
                   {"dense": {"units": 4 * width, "activation": "gelu"}}, {"dense": {"units": width, "name": f"narrow{block}"}},
                   {"add": {"inputs": [f"narrow{block}", f"x{2 * block + 1}"], "name": f"x{2 * block + 2}"}}]
    return layers + ["global_average_pooling1d", {"dense": {"units": 10}}]


def operations(name, batch):
    """Of the matrix products of one training step (a multiplication and an addition each); the backward pass has twice those of
    the forward pass."""
    width, _, blocks = (int(number) for number in name.split("-")[1:])
    return 3 * batch * TOKENS * blocks * (24 * width * width + 4 * TOKENS * width)


def environment():
    if "TRAINYARD_LIBRARIES" not in os.environ:
        return os.environ
    return os.environ | {"LD_LIBRARY_PATH": os.environ["TRAINYARD_LIBRARIES"]}


def worker(folder, spec, seconds=None):
    """The events of a worker that is started manually."""
    file = folder / "run.yaml"
    file.write_text(json.dumps(spec))
    done = subprocess.run([BIN / "trainyard-worker", file, "--json"], env=environment(), cwd=folder, capture_output=True, text=True,
                          check=False, timeout=seconds)
    if done.returncode != 0:
        raise SystemExit(f"{spec['name']} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def time_until(is_there, command, seconds, **options):
    """From the launch of a command to the first line of its output that `is_there`; it continues to its end. An alarm ends one that says nothing."""
    begin = time.perf_counter()
    with tempfile.TemporaryFile("w+") as errors, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, **options) as child:
        alarm = threading.Timer(seconds or 600, child.kill)
        alarm.start()
        try:
            took = next((time.perf_counter() - begin for line in child.stdout if is_there(line)), None)
            output = child.stdout.read()
            code = child.wait()
        finally:
            alarm.cancel()
        if seconds and time.perf_counter() - begin >= seconds:
            raise subprocess.TimeoutExpired(command, seconds)
        errors.seek(0)
        if took is None or code != 0:
            raise SystemExit(f"{command} failed:\n{output[-2000:]}{errors.read()[-2000:]}")
        return took


def start_of(what, seconds=None, device="cuda"):
    """From the command that a user types to the news that its first step is complete. Ours has a home of its own, so that its agent starts, too."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="ty-bench-gpu-"))
    own, program = environment() | {"TRAINYARD_HOME": str(folder / "home")}, BIN / "trainyard-headless"
    try:
        if what == "torchrun":
            return time_until(lambda line: line == "first step\n",
                              [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "1", HERE / "torch_steps.py",
                               "--warm-up", "0", "--blocks", "1", "--steps", "1", "--device", device], seconds)
        file = folder / "start.yaml"
        file.write_text(json.dumps({"trainyard": 1, "name": "start", "device": device, "strategy": {"one_device": {}},
                                    "train": {"model": {"builtin": "fashion_cnn"}, "max_steps": 1, "epochs": 1,
                                              "data": {"train": {"builtin": "fashion_mnist_test"}, "batch_size": 64}},
                                    "checkpoint": {"every": "never", "final": False}}))
        return time_until(lambda line: json.loads(line).get("event") == "step", [program, "run", file, "--json"], seconds, env=own, cwd=folder)
    finally:
        subprocess.run([program, "agent", "stop"], env=own, stdout=subprocess.DEVNULL, check=False)
        shutil.rmtree(folder)


def start(args):
    rows = {}
    for _ in range(args.rounds):
        for what in ("ours", "torchrun"):
            rows.setdefault(what, []).append(start_of(what, device=args.device))
    for what, seconds in rows.items():
        print(f"| launch to the end of the first step, {what} | {statistics.median(seconds):.2f} s | {min(seconds):.2f} … {max(seconds):.2f} |")


def saves(name, batch, seconds=None):
    """Milliseconds that saves in the middle of a training of a transformer hold it up for, and how many bytes one has."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="ty-bench-gpu-"))
    try:
        events = worker(folder, {"trainyard": 1, "name": "saves", "device": "cuda", "strategy": {"one_device": {}},
                                 "train": {"model": {"layers": transformer(name)}, "precision": "bfloat16",
                                           "optimizer": {"adam": {"learning_rate": 1e-4}}, "epochs": 1, "max_steps": 900, "steps_per_epoch": 900,
                                           "data": {"train": {"builtin": "fashion_mnist_test"}, "batch_size": batch}},
                                 "checkpoint": {"every": {"steps": 300}, "final": False, "keep": 1}}, seconds)
        stalls = [event["stall_ms"] for event in events if event["event"] == "checkpoint"]
        size = sum(path.stat().st_size for path in max(folder.rglob("optimizer.safetensors")).parent.iterdir())
        return stalls, size
    finally:
        shutil.rmtree(folder)


def copies(size, seconds=None):
    """Milliseconds of copies of so many bytes from the GPU to pinned memory, in order."""
    code = (f"import torch, time; n = {size}; a = torch.empty(n, dtype=torch.uint8, device='cuda'); b = torch.empty(n, dtype=torch.uint8, pin_memory=True)\n"
            "t = []\n"
            "for _ in range(5):\n"
            "    torch.cuda.synchronize(); s = time.perf_counter(); b.copy_(a, non_blocking=True); torch.cuda.synchronize(); t.append(time.perf_counter() - s)\n"
            "print([s * 1e3 for s in sorted(t)])")
    return json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=seconds).stdout)


def checkpoints(args):
    stalls, size = saves(f"transformer-{args.checkpoint}", args.batch[0])
    copy = statistics.median(copies(size))
    print(f"| checkpoint of {size / 1e9:.2f} GB | stall {', '.join(f'{ms:.1f}' for ms in stalls)} ms | copy to pinned memory {copy:.1f} ms |")


def ours(what, model, batch, steps, precision="float32", epoch=STEPS, seconds=None):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="ty-bench-gpu-"))
    layers = LAYERS[model] if model in LAYERS else transformer(model)
    try:
        events = worker(folder, {
            "trainyard": 1, "name": f"bench-{model}", "seed": 1, "device": "cuda", "strategy": {"one_device": {}},
            "train": {"model": {"layers": layers}, "optimizer": OPTIMIZER.get(model, OPTIMIZER["mnist_cnn"]), "precision": precision,
                      "cuda_graphs": "off" if what == "ours_eager" else "auto",
                      "data": {"train": {"builtin": "fashion_mnist_test"}, "batch_size": batch},
                      "epochs": 1 + steps // epoch, "steps_per_epoch": epoch},
            "checkpoint": {"every": "never", "final": False}}, seconds)
        epochs = [event["seconds"] / epoch * 1e3 for event in events if event["event"] == "epoch"][1:]
        return {"what": what, "model": model, "batch": batch, "ms_per_step": round(statistics.median(epochs), 4),
                "least": round(min(epochs), 4), "most": round(max(epochs), 4), "median_of_steps": round(events[-1]["ms_per_step"], 4),
                "loss": events[-1]["metrics"]["loss"]}
    finally:
        shutil.rmtree(folder)


def torch(mode, model, batch, *more, seconds=None):
    done = subprocess.run([sys.executable, HERE / "torch_steps.py", "--model", model, "--mode", mode, "--batch", str(batch), *more],
                          capture_output=True, text=True, check=False, timeout=seconds)
    if done.returncode != 0:
        raise SystemExit(f"PyTorch, {mode}, {model} failed:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1])


FEW = ("--precision", "bfloat16", "--blocks", "5", "--steps", "10", "--warm-up", "10")  # steps of a transformer


def all_rows():
    whats = ["ours", "ours_eager", *MODES]
    return [f"{model}/{what}" for model in (*LAYERS, "transformer") for what in whats] + ["start/ours", "start/torchrun",
                                                                                            "checkpoint/ours", "checkpoint/copy"]


def summary(times, **more):
    return {"ms_per_step": statistics.median(times), "least": min(times), "most": max(times), **more}


def round_of(row, seconds):
    """One round of a row, in a process of its own: milliseconds, the least and the most of them."""
    model, what = row.split("/")
    if row == "checkpoint/ours":
        stalls, size = saves(*SAVED, seconds)
        return summary(stalls, bytes=size)
    if row == "checkpoint/copy":
        return summary(copies(bytes_saved(), seconds))
    if model == "start":
        return summary([start_of(what, seconds) * 1e3])
    few = (40, "bfloat16", 20) if model == "transformer" else (4 * STEPS,)
    name, batch = TRANSFORMER if model == "transformer" else (model, 64)
    flop = {"flop": operations(name, batch)} if model == "transformer" else {}
    if what.startswith("ours"):
        return ours(what, name, batch, *few, seconds=seconds) | flop
    return torch(what, name, batch, *(FEW if model == "transformer" else ()), seconds=seconds) | flop


def bytes_saved():
    """Of a checkpoint of SAVED: its parameters and Adam's two numbers for each, in float32."""
    width, _, blocks = (int(number) for number in SAVED[0].split("-")[1:])
    return 12 * (blocks * (12 * width * width + 13 * width) + (TOKENS + 12) * width)


def rounds_of(row, args):
    """As many as fit into args.seconds, and how long they took."""
    begin, longest, rounds = time.monotonic(), 0.0, []
    while len(rounds) < args.rounds and (not rounds or time.monotonic() - begin + longest <= args.seconds):
        since = time.monotonic()
        try:
            rounds.append(round_of(row, args.seconds - (since - begin)))
        except subprocess.TimeoutExpired:
            break
        longest = max(longest, time.monotonic() - since)
    return rounds, time.monotonic() - begin


def measure(row, args):
    """A line of the table; the reason where there is none."""
    rounds, took = rounds_of(row, args)
    if not rounds:
        return f"| {row} | not done in {args.seconds:.0f} s | | | | {took:.0f} |"
    ms, least, most = bars.figure_of(rounds)
    peak = bars.peak_of(next((one["device"] for one in rounds if "device" in one), args.gpu))
    share = ""
    if row.startswith("transformer/"):
        flops = operations(*TRANSFORMER) / ms * 1e3
        share = f"{flops / 1e12:.0f} TFLOP/s" + (f", {flops / peak:.0%} of the peak" if peak else "")
    return f"| {row} | {ms:.3f} | {least:.3f} … {most:.3f} | {share} | {len(rounds)} | {took:.0f} |"


def device_name():
    for command in (["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"],
                    [sys.executable, "-c", "import torch; print(torch.cuda.get_device_name())"]):
        if shutil.which(command[0]):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode == 0 and done.stdout:
                return done.stdout.splitlines()[0]
    return "unknown GPU"


def single_rows(args):
    args.gpu = device_name()
    print(f"{args.gpu}; batch 64, of a transformer ({TRANSFORMER[0]}, bfloat16) {TRANSFORMER[1]}\n")
    print("| row | ms | least … most | | rounds | took s |\n|---|---|---|---|---|---|", flush=True)
    for row in args.row:
        print(measure(row, args), flush=True)


def all_bars(args):
    """Prints each round as it comes, for bars.py, and then the table."""
    device, measured = device_name(), {}
    print(json.dumps({"device": device}), flush=True)
    for row in bars.rows():
        try:
            measured[row], took = rounds_of(row, args)
        except (SystemExit, subprocess.CalledProcessError) as failure:  # the other rows are worth their time
            print(f"{row}: {failure}", flush=True)
            continue
        for one in measured[row]:
            print(json.dumps({"row": row} | one), flush=True)
        if not measured[row]:
            print(f"{row}: not done in {took:.0f} s", flush=True)
    lines, are_met = bars.table(measured, device)
    print(f"\n{device}; batch 64, of a transformer ({TRANSFORMER[0]}, bfloat16) {TRANSFORMER[1]}\n")
    print("\n".join(lines), flush=True)
    return 0 if are_met else 1


def transformers(args):
    rows, peak, device = {}, None, ""
    for number in range(args.rounds):
        for shape in args.transformer:
            for batch in args.batch:
                name = f"transformer-{shape}"
                for one in (*(torch(mode, name, batch, *FEW) for mode in args.modes), ours("ours", name, batch, 40, "bfloat16", 20)):
                    device = one.get("device", device)
                    peak = bars.peak_of(device)
                    one["tflops"] = round(operations(name, batch) / one["ms_per_step"] / 1e9, 1)
                    rows.setdefault((shape, batch, one["what"]), []).append(one)
                    print(json.dumps({"round": number + 1} | one), flush=True)
    print(f"\n{device}, bfloat16; {args.rounds} rounds\n\n| width-heads-blocks | batch | | ms/step | TFLOP/s | of the peak |\n|---|---|---|---|---|---|")
    for (shape, batch, what), all_of in rows.items():
        ms, tflops = (statistics.median(one[key] for one in all_of) for key in ("ms_per_step", "tflops"))
        print(f"| {shape} | {batch} | {what} | {ms:.2f} | {tflops:.0f} | {f'{tflops * 1e12 / peak:.0%}' if peak else '?'} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=4000, help="of each of Trainyard's runs, after the first 1,000")
    parser.add_argument("--batch", type=int, nargs="+", default=[64])
    parser.add_argument("--model", nargs="+", choices=list(LAYERS), default=list(LAYERS))
    parser.add_argument("--transformer", nargs="+", default=[], metavar="WIDTH-HEADS-BLOCKS", help="in bfloat16, instead of the others")
    parser.add_argument("--modes", nargs="+", default=MODES, choices=MODES, help="of PyTorch")
    parser.add_argument("--start", action="store_true", help="time from the command to the end of its first step, instead")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda", help="of --start; cpu tries it without a GPU")
    parser.add_argument("--checkpoint", metavar="WIDTH-HEADS-BLOCKS", help="the stall of saves of a transformer, instead")
    parser.add_argument("--row", nargs="+", choices=all_rows(), metavar="MODEL/WHAT", help="measure these alone, one after another")
    parser.add_argument("--rows", action="store_true", help="list the rows")
    parser.add_argument("--bars", action="store_true", help="measure what has a bar, and say which are met")
    parser.add_argument("--seconds", type=float, default=60, help="that a row of --row or --bars may take (default: %(default)s)")
    args = parser.parse_args()
    if args.rows:
        return print("\n".join(all_rows()))
    if args.bars:
        return all_bars(args)
    if args.row:
        return single_rows(args)
    if args.start:
        return start(args)
    if args.checkpoint:
        return checkpoints(args)
    if args.transformer:
        return transformers(args)
    rows, device = {}, ""
    for number in range(args.rounds):
        for model in args.model:
            for batch in args.batch:
                for one in (ours("ours", model, batch, args.steps), ours("ours_eager", model, batch, args.steps),
                            *(torch(mode, model, batch) for mode in args.modes)):
                    rows.setdefault((model, batch, one["what"]), []).append(one["ms_per_step"])
                    device = f"{one.get('device', '')}, torch {one.get('torch', '')}"
                    print(json.dumps({"round": number + 1} | one), flush=True)
    print(f"\n{device}; {args.rounds} rounds\n\n| model | batch | | ms/step | least … most | images/s | ours is |\n|---|---|---|---|---|---|---|")
    for (model, batch, what), times in rows.items():
        ms, mine = statistics.median(times), statistics.median(rows[(model, batch, "ours")])
        print(f"| {model} | {batch} | {what} | {ms:.4f} | {min(times):.4f} … {max(times):.4f} | {batch / ms * 1e3:,.0f} | {ms / mine:.2f} × as fast |")


if __name__ == "__main__":
    sys.exit(main())
