# SPDX-License-Identifier: Apache-2.0
"""The pages of docs/from-tensorflow: their commands do what the pages say, with the numbers that the pages give."""
import html
import os
import pathlib
import random
import re
import socket

import pytest

import console
from lab import BIN, Lab

SOURCE = pathlib.Path(os.environ["TRAINYARD_SOURCE"])
FOLDER = SOURCE / "docs/from-tensorflow"
PAGES = sorted(FOLDER.glob("[1-9]-*.md"))
ONE_PAGE = 400  # seconds; undisturbed each takes less than 60


@pytest.fixture
def lab():
    """A home where README.md puts it: every page begins with its commands."""
    with Lab() as one:
        one.home = one.root / "from-tensorflow/home"
        one.env |= {"HOME": str(one.root), "PATH": f"{BIN}:{one.env['PATH']}", "TRAINYARD_HOME": str(one.home)}
        yield one


def with_free_ports(text):
    """The guides' ports may be in use. These are below the ones that connections get, so that none is taken meanwhile."""
    named = set(re.findall(r"localhost:(\d{4,5})", text))
    free = filter(is_free, random.sample(range(20000, 32000), 1000))
    given = {port: str(next(free)) for port in named}
    return re.sub(r"\b\d{4,5}\b", lambda found: given.get(found[0], found[0]), text)


def is_free(port):
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_is_what_happens(lab, path):
    text = with_free_ports(console.page(path))
    begin = console.page(FOLDER / "README.md").replace("$PWD/build/release/bin", str(BIN))
    (folder := lab.root / "from-tensorflow").mkdir()
    files = console.run_files(text)
    assert files, "a page begins with a run file that works"
    for name, contents in files.items():
        (folder / name).write_text(contents)
    offset = len(console.commands(begin))
    breaches = []
    for command, printed in console.run(lab, begin + "\n" + text, SOURCE, ONE_PAGE)[offset:]:
        print(f"$ {command.text}\n{printed}")  # the page's new numbers, for whoever has changed it (pytest -s)
        if line := console.missing(command, printed):
            breaches.append(f"{path.name}: “{command.text}” does not print “{line.strip()}”, but\n{printed}")
    assert not breaches, "\n".join(breaches)


def test_there_are_five_pages():
    assert [path.name for path in PAGES] == re.findall(r"\]\(([1-9]-[\w-]+\.md)\)", console.page(FOLDER / "README.md"))
    assert len(PAGES) == 5


def tables(text):
    """({column: cell}) of every row of every table."""
    head = None
    for line in text.splitlines():
        if not line.startswith("|"):
            head = None
        elif (cells := [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]) and head is None:
            head = cells
        elif not set(line) <= set("|-: "):
            assert len(cells) == len(head), line
            yield dict(zip(head, cells))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_measured_number_was_printed(path):
    """In a table, below “measured”: the same number is in what a command of the page prints, which the test above compares."""
    text = console.page(path)
    printed = {number for command in console.commands(text) for line in command.printed for number in re.findall(r"[\d.]*\d", line)}
    for row in tables(text):
        wrong = [number for number in re.findall(r"[\d.]*\d", row.get("measured", "")) if number not in printed]
        assert not wrong, (row, wrong)


def window_texts():
    """What the window shows, in English: its own texts, and the titles of keys and options."""
    catalogue = console.page(SOURCE / "resources/translations/trainyard_ja.ts")
    yield from map(html.unescape, re.findall(r"<source>(.*?)</source>", catalogue, re.DOTALL))
    yield from re.findall(r"^\| `[\w.]+` \| (.*?) \|", console.page(SOURCE / "docs/automation.md"), re.MULTILINE)
    yield from re.findall(r'"title": "([^"]*)"', console.page(SOURCE / "resources/schema/run.schema.json"))
    for manifest in SOURCE.glob("plugins/*/*/manifest.json"):
        yield from re.findall(r'"en": "([^"]*)"', console.page(manifest))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_what_is_bold_is_in_the_window(path):
    shown = {text.replace("&", "") for text in window_texts()}
    named = set(re.findall(r"\*\*(.+?)\*\*", console.page(path)))
    assert named and not named - shown, named - shown


def words_of_trainyard():
    """Every word of the contract, the schema, the manifests, and the headers that programs include."""
    files = [*SOURCE.glob("docs/*.md"), SOURCE / "resources/schema/run.schema.json", *SOURCE.glob("plugins/*/*/manifest.json"),
             *SOURCE.glob("plugins/sdk/*.h"), *SOURCE.glob("plugins/sdk/loop/*.h"), SOURCE / "core/engine/ps/in_process.h",
             SOURCE / "core/engine/train/saved_model.h", SOURCE / "core/base/lookup.h"]
    return {word for file in files for word in re.findall(r"\w+", console.page(file))}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_name_in_the_column_trainyard_exists(path):
    text = console.page(path)
    known = words_of_trainyard() | {word for name, contents in console.run_files(text).items() for word in re.findall(r"\w+", name + contents)}
    known |= {word for command in console.commands(text) for word in re.findall(r"\w+", command.text)}
    rows = [row for row in tables(text) if "Trainyard" in row]
    assert len(rows) >= 10, "the steps of the guide"
    for row in rows:
        wrong = [word for code in re.findall(r"`([^`]+)`", row["Trainyard"]) for word in re.findall(r"[^\W\d]\w+", code) if word not in known]
        assert not wrong, (row, wrong)


def test_what_a_page_shows_and_what_it_compares():
    """The rules of console.py, on a page of its own."""
    text = "\n".join(["```yaml", "# a.yaml", "name: a", "```", "```yaml", "b: 1", "```", "```console", "$ show a    # exits with 3",
                      "loss  0.50  step 7", "…", "ended …", "$ two \\", "  lines", "```"])
    assert console.run_files(text) == {"a.yaml": "# a.yaml\nname: a\n"}
    first, second = console.commands(text)
    assert (first.code, second.text, second.printed) == (3, "two \\\n  lines", [])
    assert console.missing(first, "Run\nloss   0.51  step 7\nother\nended now\n") is None
    assert console.missing(first, "loss 0.9 step 7\nended now") == "loss  0.50  step 7"
    assert console.missing(first, "loss 0.5 step 8\nended now") == "loss  0.50  step 7"
    assert console.missing(first, "ended now\nloss 0.5 step 7") == "ended …"
    assert console.numbers("a 127.0.0.1:5 b 0.25, -1.5") == [0.25, -1.5]
