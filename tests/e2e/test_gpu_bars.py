# SPDX-License-Identifier: Apache-2.0
"""Which bars of the GPU benchmark are met, by recorded numbers: those of an H200, 2026-11-26 and 27, as tests/bench/README.md has them."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

GPU = pathlib.Path(os.environ["TRAINYARD_SOURCE"]) / "tests" / "bench" / "gpu"
sys.path.insert(0, str(GPU))
import bars  # noqa: E402
import bench_gpu  # noqa: E402

FLOP = bench_gpu.operations(*bench_gpu.TRANSFORMER)
RECORDED = {  # median, least, most
    "mnist_cnn/ours": (0.255, 0.254, 0.257), "mnist_cnn/eager": (1.69, 1.20, 2.07), "mnist_cnn/compile": (1.76, 1.76, 1.76),
    "fashion_cnn/ours": (0.304, 0.303, 0.306), "fashion_cnn/eager": (2.50, 2.13, 2.91), "fashion_cnn/compile": (1.72, 1.37, 1.92),
    "transformer/ours": (113.9, 113.8, 114.0), "checkpoint/ours": (1.3, 0.9, 3.4), "checkpoint/copy": (44.5, 44.5, 44.5),
    "start/ours": (1480, 1420, 1750), "start/torchrun": (14500, 12900, 15000)}
VERDICT = -2  # of the cells of a line


def rounds(row, factor=1):
    median, least, most = (factor * number for number in RECORDED[row])
    return [{"ms_per_step": median, "least": least, "most": most, **({"flop": FLOP} if row.startswith("transformer") else {})}]


def judged(change=None, device="NVIDIA H200, 580.159"):
    lines, are_met = bars.table({row: rounds(row) for row in RECORDED} | (change or {}), device)
    return {(cells[1], cells[4]): cells for cells in ([cell.strip() for cell in line.split("|")] for line in lines[2:])}, are_met


def test_recorded_figures_meet_all_bars():
    table, are_met = judged()
    assert are_met and len(table) == len(bars.BARS)
    assert {cells[VERDICT] for cells in table.values()} == {"met"}
    assert table["mnist_cnn/ours", "mnist_cnn/eager"][2:] == ["0.255", "0.254 … 0.257", "mnist_cnn/eager", "1.690", "1.200 … 2.070", "6.63 ×",
                                                              "≥ 2 ×", "met", ""]
    assert table["transformer/ours", "peak"][2:] == ["113.900", "113.800 … 114.000", "peak", "", "", "55.5%", "≥ 55%", "met", ""]


def test_each_bar_is_missed_by_its_own_row_alone():
    for bar in bars.BARS:
        table, are_met = judged({bar.row: rounds(bar.row, 100)})
        missed = [key for key, cells in table.items() if cells[VERDICT] == "missed"]
        assert not are_met
        assert missed == [(other.row, other.beside) for other in bars.BARS if other.row == bar.row], bar


def test_a_bar_at_its_limit_is_met_and_below_it_missed():
    exact = {"start/ours": [{"ms_per_step": 2.0, "least": 2.0, "most": 2.0}], "start/torchrun": [{"ms_per_step": 2.0, "least": 2.0, "most": 2.0}]}
    assert judged(exact)[0]["start/ours", "start/torchrun"][VERDICT] == "met"
    exact["start/ours"] = [{"ms_per_step": 2.001, "least": 2.001, "most": 2.001}]
    assert judged(exact)[0]["start/ours", "start/torchrun"][VERDICT] == "missed"


def test_rounds_count_by_their_median_and_their_range_is_shown():
    several = [{"ms_per_step": ms, "least": ms - 0.1, "most": ms + 0.1} for ms in (0.5, 0.3, 9.0)]
    cells = judged({"mnist_cnn/ours": several})[0]["mnist_cnn/ours", "mnist_cnn/eager"]
    assert cells[2:4] == ["0.500", "0.200 … 9.100"]


def test_what_was_not_measured_is_not_met():
    for change, device in (({"checkpoint/copy": []}, "H200"), ({"start/ours": []}, "H200"), ({}, "another GPU")):
        table, are_met = judged(change, device)
        assert not are_met
        assert sum(cells[VERDICT] == "not measured" for cells in table.values()) == 1, change


def test_every_row_of_a_bar_can_be_measured():
    assert set(bars.rows()) <= set(bench_gpu.all_rows())
    assert 2.45e9 < bench_gpu.bytes_saved() < 2.47e9, "README: 2.46 GB"


def test_what_a_run_has_printed_can_be_judged_again(tmp_path):
    file = tmp_path / "printed"
    lines = [{"device": "NVIDIA H200, 580.159"}, *({"row": row} | rounds(row)[0] for row in RECORDED)]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines) + "| a table |\n", encoding="utf-8")
    done = subprocess.run([sys.executable, GPU / "bars.py", file], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.count("| met |")) == (0, len(bars.BARS)), done
    file.write_text(file.read_text(encoding="utf-8").replace('"fashion_cnn/eager"', '"another"'), encoding="utf-8")
    done = subprocess.run([sys.executable, GPU / "bars.py", file], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.count("not measured")) == (1, 1), done


def test_the_start_is_timed_to_the_first_step_of_what_a_user_starts():
    """Tried on the CPU: the command, its agent and its worker. Other programs of the machine decide how long that takes."""
    assert 0 < bench_gpu.start_of("ours", seconds=50, device="cpu") < 50


def test_both_starts_are_in_the_table(monkeypatch, capsys):
    monkeypatch.setattr(bench_gpu, "start_of", lambda what, device: {"ours": 1.0, "torchrun": 2.0}[what])
    monkeypatch.setattr(sys, "argv", ["bench_gpu.py", "--start", "--device", "cpu", "--rounds", "1"])
    bench_gpu.main()
    assert capsys.readouterr().out.splitlines() == ["| launch to the end of the first step, ours | 1.00 s | 1.00 … 1.00 |",
                                                    "| launch to the end of the first step, torchrun | 2.00 s | 2.00 … 2.00 |"]


def test_a_start_that_fails_is_no_time():
    with pytest.raises(SystemExit, match="failed"):
        bench_gpu.time_until(lambda line: True, [sys.executable, "-c", "raise SystemExit(3)"], 50)
    with pytest.raises(SystemExit, match="failed"):
        bench_gpu.time_until(lambda line: False, [sys.executable, "-c", "print('nothing')"], 50)
    with pytest.raises(subprocess.TimeoutExpired):
        bench_gpu.time_until(lambda line: False, [sys.executable, "-c", "import time; time.sleep(600)"], 0.5)
    assert 0 < bench_gpu.time_until(lambda line: line == "there\n", [sys.executable, "-c", "print('here'); print('there')"], 50) < 50
