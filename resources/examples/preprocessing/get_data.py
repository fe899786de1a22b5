#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the data of the examples in this folder as CSV files, next to them or into FOLDER.

Usage: get_data.py [FOLDER]

weather-train.csv, weather-test.csv: the days of Seattle from 2012 to 2015 (NOAA), from the package vega_datasets of PyPI:
the one that this Python has, or else its wheel of 0.2 MB, which pip downloads.
fortunes-train.csv, fortunes-test.csv: the texts of Debian's package fortunes-min (apt install fortunes-min) with their kind.
"""
import csv
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import zipfile

WHEEL = "vega_datasets==0.9.0"
TABLE = "vega_datasets/_data/seattle-weather.csv"
FORTUNES = pathlib.Path("/usr/share/games/fortunes")
KINDS = ("fortunes", "literature", "riddles")


def weather_table():
    installed = importlib.util.find_spec("vega_datasets")
    if installed:
        return (pathlib.Path(installed.origin).parent.parent / TABLE).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--dest", folder, WHEEL], check=True)
        with zipfile.ZipFile(next(pathlib.Path(folder).glob("*.whl"))) as wheel:
            return wheel.read(TABLE).decode("utf-8")


def write(file, header, rows):
    with file.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([header, *rows])
    print(f"{file}: {len(rows)} rows")


def split(folder, name, header, rows):
    """Every fifth row is held back."""
    write(folder / f"{name}-train.csv", header, [row for i, row in enumerate(rows) if i % 5])
    write(folder / f"{name}-test.csv", header, rows[::5])


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    folder = folder if folder.is_dir() else folder.parent
    header, *days = list(csv.reader(weather_table().splitlines()))
    split(folder, "weather", header, days)
    if not FORTUNES.is_dir():
        sys.exit(f"{FORTUNES} is missing: apt install fortunes-min")
    texts = []
    for kind in KINDS:
        for text in (FORTUNES / kind).read_text(encoding="utf-8").split("\n%\n"):
            if text.strip():
                texts.append((" ".join(text.split()), kind))
    split(folder, "fortunes", ("text", "kind"), texts)


main()
