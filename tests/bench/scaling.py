#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What two cores reach together against one: a single-thread matrix multiplication alone on the first core, then one on each of
two cores at the same time. Prints the processor, both in GFLOP/s, and their ratio, as one JSON line. 2.0: the cores do not share
anything and nobody else uses them. Needs NumPy."""
import json
import os
import subprocess
import sys
import time

SECONDS = 0.3
SIZE = 512


def processor():
    with open("/proc/cpuinfo") as lines:
        facts = dict(reversed([[part.strip() for part in line.split(":", 1)] for line in lines if ":" in line]))
    widest = next((word for word in ("amx_tile", "avx512f", "avx2") if word in facts.get("flags", "").split()), "neither AVX2 nor wider")
    return f"{facts.get('model name', 'unknown')} (family {facts.get('cpu family', '?')}, model {facts.get('model', '?')}, {widest})"


def multiply(core):
    """Prints a line when it is ready, waits for one, and prints its GFLOP/s."""
    os.sched_setaffinity(0, {core})
    import numpy

    left = numpy.ones((SIZE, SIZE), numpy.float32)
    out = left @ left
    print("ready", flush=True)
    sys.stdin.readline()
    begun, done = time.perf_counter(), 0
    while time.perf_counter() - begun < SECONDS:
        numpy.matmul(left, left, out=out)
        done += 1
    print(2e-9 * SIZE**3 * done / (time.perf_counter() - begun), flush=True)


def together(python, cores):
    """GFLOP/s of one process on each of these cores."""
    single = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    children = [subprocess.Popen([python, __file__, str(core)], env=os.environ | single, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                for core in cores]
    for child in children:
        if child.stdout.readline() != "ready\n":
            raise RuntimeError(f"{python} cannot multiply with NumPy")
    for child in children:
        child.stdin.write("\n")
        child.stdin.flush()
    return sum(float(child.communicate()[0]) for child in children)


def scaling(python=sys.executable):
    cores = sorted(os.sched_getaffinity(0))
    one = together(python, cores[:1])
    two = together(python, cores[:2]) if len(cores) > 1 else one
    return {"processor": processor(), "one_gflops": round(one, 1), "two_gflops": round(two, 1), "ratio": round(two / one, 2)}


if __name__ == "__main__":
    multiply(int(sys.argv[1])) if len(sys.argv) > 1 else print(json.dumps(scaling()))
