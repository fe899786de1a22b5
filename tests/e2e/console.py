# SPDX-License-Identifier: Apache-2.0
"""Pages of the documentation that can be run: their commands with what they print, and their run files.

A run file is a block ```yaml whose first line is a comment with its name: # backup.yaml. A block ```console has
commands, `$ ` in front, and below each what it prints, shortened: every line must come in this order, `…` stands for
anything, and other lines may come between. A number with a decimal point may differ by TOLERANCE; every other one must
be equal. `# exits with 1` after a command is its exit code, which is 0 otherwise. A page is run by one shell, so
variables and background jobs stay from block to block.
"""
import dataclasses
import pathlib
import re
import subprocess

TOLERANCE = 0.05
NUMBER = r"-?\d+\.\d+"


@dataclasses.dataclass
class Command:
    text: str
    code: int = 0
    printed: list = dataclasses.field(default_factory=list)


def blocks(text, kind):
    """The lines of every fenced block of this kind."""
    return [block.splitlines() for block in re.findall(rf"^```{kind}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)]


def run_files(text):
    """{name: contents}"""
    named = [lines for lines in blocks(text, "yaml") if re.fullmatch(r"# [\w-]+\.yaml", lines[0])]
    return {lines[0].removeprefix("# "): "\n".join(lines) + "\n" for lines in named}


def commands(text):
    found = []
    for lines in blocks(text, "console"):
        continued = False
        for line in lines:
            if continued:
                found[-1].text += "\n" + line
            elif line.startswith("$ "):
                found.append(Command(line[2:]))
            elif line.strip() != "…":
                found[-1].printed.append(line)
            continued = (continued or line.startswith("$ ")) and line.endswith("\\")
    for command in found:
        if code := re.search(r"# exits with (\d+)$", command.text):
            command.code = int(code[1])
    return found


def run(lab, text, folder, limit):
    """Runs a page's commands in `folder`; returns what each has printed. A wrong exit code ends it."""
    script = ["exec </dev/null"]
    for number, command in enumerate(found := commands(text)):
        script.append(f"{{ {command.text}\n}} >{lab.root}/{number}.out 2>&1; code=$?")
        script.append(f'[ $code = {command.code} ] || {{ echo "command {number} exits with $code" >&2; exit 1; }}')
    path = lab.root / "page.sh"
    path.write_text("\n".join(script) + "\n")
    done = subprocess.run(["bash", path], cwd=folder, env=lab.env, capture_output=True, text=True, timeout=limit)
    outputs = (lab.root / f"{number}.out" for number in range(len(found)))
    printed = [(command, output.read_text()) for command, output in zip(found, outputs) if output.exists()]
    shown = "\n".join(f"$ {command.text}\n{text}" for command, text in printed)
    assert done.returncode == 0, f"{done.stderr}\n{shown[-6000:]}"
    return printed


def pattern(line):
    """A line of the page as a regular expression whose groups are its decimal numbers."""
    parts = re.split(rf"(…|(?<![\w.]){NUMBER}(?![\w.]*\d)|\s+)", line.strip())
    made = ""
    for part in parts:
        made += ".*?" if part == "…" else rf"({NUMBER})" if re.fullmatch(NUMBER, part) else r"\s+" if part.isspace() else re.escape(part)
    return r"\s*" + made + r"\s*"


def numbers(line):
    return [float(part) for part in re.findall(rf"(?<![\w.]){NUMBER}(?![\w.]*\d)", line)]


def is_near(expected, found):
    return all(abs(a - b) <= TOLERANCE * max(abs(a), abs(b)) for a, b in zip(expected, found, strict=True))


def missing(command, printed):
    """The first line of the page that the command did not print, or None."""
    lines = iter(printed.splitlines())
    for wanted in command.printed:
        regex, values = re.compile(pattern(wanted)), numbers(wanted)
        if not any((match := regex.fullmatch(line)) and is_near(values, map(float, match.groups())) for line in lines):
            return wanted
    return None


def page(path):
    return pathlib.Path(path).read_text(encoding="utf-8")
