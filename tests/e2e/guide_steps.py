# SPDX-License-Identifier: Apache-2.0
"""What a chapter of the illustrated guide (docs/guide) is made of, and who performs its steps.

A step is a function. Its documentation is the guide's text: the first line is the heading. Its code does what the text
says on the real window, with a real agent, and asserts the result. So that the text cannot diverge from the code, every
**control** and every <kbd>key</kbd> in it must be one that the step used or read; Hands.go() checks that.
"""
import inspect
import re


class Chapter:
    """`machines`: how many others it needs. Chapters that need equally many share a window, and what the earlier ones did."""

    def __init__(self, file, title, text, machines=0):
        self.file, self.title, self.text, self.machines = file, title, inspect.cleandoc(text), machines
        self.steps = []

    def step(self, function):
        self.steps.append(Step(self, len(self.steps) + 1, function))
        return function


class Step:
    def __init__(self, chapter, number, act):
        self.act = act
        self.heading, _, text = inspect.getdoc(act).partition("\n")
        self.text = text.strip()
        self.picture = f"{chapter.file}-{number}-{act.__name__.replace('_', '-')}.png"

    def unkept(self, used):
        """What the text names and the step did not touch."""
        names = re.findall(r"\*\*(.+?)\*\*", self.text)
        keys = [key.lower() for key in re.findall(r"<kbd>(.+?)</kbd>", self.text)]
        return [name for name in names if not any(name in one for one in used)] + [key for key in keys if key not in used]


class Hands:
    """Who goes through the steps: the window, the laboratory behind it, its other machines, and what was learnt on the way."""

    def __init__(self, lab, window, nodes):
        self.lab, self.window, self.nodes = lab, window, nodes

    def go(self, step):
        """Does one step; fails where its text names what it did not touch."""
        self.window.used.clear()
        step.act(self, self.window)
        assert not (left := step.unkept(self.window.used)), f"“{step.heading}” names {left}, but touches only {sorted(self.window.used)}"

    def show(self, run):
        return self.lab.ok("show", run, "--json").json()

    def checkpoints(self, run):
        return self.lab.ok("checkpoints", run, "--json").json()

    def wait_status(self, run, status):
        self.window.until(f"{run} {status}, as the command tells it", lambda: self.show(run)["status"] == status)
