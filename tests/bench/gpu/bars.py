#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The bars of the GPU benchmark, and whether measured rows reach them. It needs no GPU: `bars.py FILE` judges what
`bench_gpu.py --bars` has printed, lines like {"row": "mnist_cnn/ours", "ms_per_step": 0.255, "least": 0.254, "most": 0.257}, one for
each round of a row, among any others. A bar is met or missed by the medians of the rounds; the exit status is 1 unless all are met."""
import json
import statistics
import sys
from typing import NamedTuple

# Dense bfloat16, from the data sheets, without sparsity; FLOP/s.
PEAK = {"H100 80GB HBM3": 989e12, "H200": 989e12, "A100": 312e12}


class Bar(NamedTuple):
    row: str
    beside: str  # the row that takes so many times as long, or longer; "peak": of the GPU's, that share
    least: float


BARS = [Bar("mnist_cnn/ours", "mnist_cnn/eager", 2), Bar("mnist_cnn/ours", "mnist_cnn/compile", 1),
        Bar("fashion_cnn/ours", "fashion_cnn/eager", 2), Bar("fashion_cnn/ours", "fashion_cnn/compile", 1),
        Bar("transformer/ours", "peak", 0.55), Bar("checkpoint/ours", "checkpoint/copy", 1), Bar("start/ours", "start/torchrun", 1)]


def rows():
    """All that the bars compare, each once, in the order to measure them in."""
    named = [row for bar in BARS for row in (bar.row, bar.beside) if row != "peak"]
    return list(dict.fromkeys(named))


def peak_of(device):
    return next((flops for gpu, flops in PEAK.items() if gpu in device), None)


class Figure(NamedTuple):
    median: float
    least: float
    most: float


def figure_of(rounds):
    """Of the rounds of a row: the median of their medians, and the least and the most of anything in them."""
    return Figure(statistics.median(one["ms_per_step"] for one in rounds), min(one["least"] for one in rounds),
                  max(one["most"] for one in rounds))


def judge(bar, measured, peak):
    """(a line of the table, whether the bar is met). `measured`: rounds by row; `peak`: of the GPU in FLOP/s, or None."""
    unit = "%" if bar.beside == "peak" else "×"
    asked = f"≥ {bar.least:.0%}" if unit == "%" else f"≥ {bar.least:g} ×"
    cells, ours, other = [], measured.get(bar.row), measured.get(bar.beside)
    for rounds in (ours, other):
        figure = figure_of(rounds) if rounds else None
        cells.append(f"{figure.median:.3f} | {figure.least:.3f} … {figure.most:.3f}" if figure else "|")
    reached = None
    if ours and bar.beside == "peak" and peak:
        reached = statistics.median(one["flop"] for one in ours) / figure_of(ours).median * 1e3 / peak
    elif ours and other:
        reached = figure_of(other).median / figure_of(ours).median
    shown = "" if reached is None else f"{reached:.1%}" if unit == "%" else f"{reached:.2f} ×"
    verdict = "not measured" if reached is None else "met" if reached >= bar.least else "missed"
    return f"| {bar.row} | {cells[0]} | {bar.beside} | {cells[1]} | {shown} | {asked} | {verdict} |", verdict == "met"


def table(measured, device):
    """The lines of the table of all bars, and whether all are met."""
    judged = [judge(bar, measured, peak_of(device)) for bar in BARS]
    lines = ["| row | ms | least … most | beside | ms | least … most | reached | bar | |", "|---|---|---|---|---|---|---|---|---|"]
    return lines + [line for line, _ in judged], all(met for _, met in judged)


def main():
    measured, device = {}, ""
    with open(sys.argv[1], encoding="utf-8") as file:
        for line in file:
            if line.startswith('{"row"'):
                one = json.loads(line)
                measured.setdefault(one["row"], []).append(one)
            elif line.startswith('{"device"'):
                device = json.loads(line)["device"]
    lines, are_met = table(measured, device)
    print("\n".join(lines))
    return 0 if are_met else 1


if __name__ == "__main__":
    sys.exit(main())
