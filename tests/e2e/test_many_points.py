# SPDX-License-Identifier: Apache-2.0
"""Ten million points: every one comes back, and neither the command nor the agent holds them all in memory."""
import pathlib
import resource
import subprocess

SERIES, STEPS = 10, 1_000_000
MEBIBYTE = 1024


def value(series, step):
    return (step * 7919 + series * 104729) % 100003 / 128  # a float32 holds it exactly


def test_ten_million_points_in_bounded_memory(lab):
    log = lab.root / "log.csv"
    with open(log, "w", encoding="ascii") as file:
        file.write("step," + ",".join(f"m{series}" for series in range(SERIES)) + "\n")
        for step in range(STEPS):
            file.write(f"{step}," + ",".join(str(value(series, step)) for series in range(SERIES)) + "\n")
    (told,) = lab.ok("import", log, "--json", limit=600).json()["runs"]
    assert told["points"] == SERIES * STEPS, told

    print_all = lab.command("metrics", told["run"], "--format", "csv")
    counts = [0] * SERIES
    with subprocess.Popen(print_all, stdout=subprocess.PIPE, text=True, env=lab.env) as printing:
        next(printing.stdout)
        for line in printing.stdout:
            _, _, _, tag, step, _, _, text = line.rstrip("\n").split(",")
            series = int(tag.removeprefix("m"))
            assert float(text) == value(series, int(step)), line
            assert int(step) == counts[series], line  # in order, none twice
            counts[series] += 1
    assert printing.returncode == 0
    assert counts == [STEPS] * SERIES
    # All points are 120 MB as two numbers each. Of the tests' own children the largest one counts.
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 100 * MEBIBYTE
    status = pathlib.Path(f"/proc/{lab.agent_pid()}/status").read_text(encoding="ascii")
    peak = int(status.split("VmHWM:")[1].split()[0])
    print(f"the agent's peak: {peak // MEBIBYTE} MiB")
    assert peak < 250 * MEBIBYTE
