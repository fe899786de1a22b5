#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The contract's pages name what there is: every key of resources/schema/run.schema.json in docs/run-file.md, with the
options and defaults of each layer, loss, optimizer, schedule and data source as a line of their own; every command and
option of app/headless in docs/commands.md. And what there is not is not named: each `--headless COMMAND` that a reader is
told to type is a command of that page. Prints what is wrong; exit 1 if anything is.

    documented.py SOURCE_DIR
"""
import json
import pathlib
import re
import sys

OF_ALL_LAYERS = ("name", "inputs")


def choices(node):
    """(name, its options) of each way to write a value as a map with one key: {adam: {...}}."""
    for way in node.get("oneOf", []):
        for name, value in way.get("properties", {}).items():
            maps = [one for one in (value, *value.get("oneOf", [])) if "properties" in one]
            if maps and "x-not-yet" not in way:
                yield name, maps[0]


def written(value):
    """A value as YAML has it."""
    return value if isinstance(value, str) and re.fullmatch(r"\w+", value) else json.dumps(value, ensure_ascii=False)


def option_line(name, options, defs):
    """The line of the page for one choice. An option without a value is required, or has no fixed default."""
    shown = []
    for key, one in options["properties"].items():
        kind = defs.get(one.get("$ref", "").rpartition("/")[2], {})
        default = one.get("default", kind.get("default"))
        if key not in OF_ALL_LAYERS:
            shown.append(f"`{key}`" if default is None else f"`{key}: {written(default)}`")
    return f"- `{name}`: {', '.join(shown)}"


def option_lines(schema):
    defs, train = schema["$defs"], schema["properties"]["train"]["properties"]
    for node in (defs["layer"], train["optimizer"], defs["rate"], defs["source"]):
        for name, options in choices(node):
            if any(key not in OF_ALL_LAYERS for key in options["properties"]):
                yield option_line(name, options, defs)


def keys(node):
    if isinstance(node, dict):
        for name, value in node.items():
            if name == "properties" and isinstance(value, dict):
                yield from value
            yield from keys(value)
    elif isinstance(node, list):
        for value in node:
            yield from keys(value)


def words(node):
    """The values that a key may have by name."""
    if isinstance(node, dict):
        yield from (word for word in node.get("enum", []) if isinstance(word, str))
        for value in node.values():
            yield from words(value)
    elif isinstance(node, list):
        for value in node:
            yield from words(value)


def missing_keys(schema, page):
    flat = re.sub(r"\s+", " ", page)
    for line in option_lines(schema):
        if line + "." not in flat:
            yield f"docs/run-file.md: no line “{line}.”"
    for name in sorted({*keys(schema), *words(schema)}):
        if not re.search(rf"(?<![\w]){re.escape(name)}(?![\w])", page):
            yield f"docs/run-file.md: {name} is not named"


def missing_commands(source, page):
    commands = re.findall(r'(?:\bline\.add(?:OnRun|Group|NotYet)?|\badd(?:On|GoingOn|NotYet))\([^"()]*"([\w-]+)"', source)
    options = re.findall(r'add_(?:option|flag)\(\s*"(--[\w-]+)"', source)
    for name in sorted({*commands, *options}):
        if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", page):
            yield f"docs/commands.md: {name} is not named"
    if len(commands) < 30 or len(options) < 15:
        yield f"app/headless: only {len(commands)} commands and {len(options)} options found; is it read right?"


def commands_of(page):
    """{command: the commands below it} of the lists of the contract."""
    commands = {}
    for block in re.findall(r"^```\n(.*?)^```", page[page.index("## Commands"):page.index("## Exit codes")], re.M | re.S):
        for line in block.splitlines():
            words = line.split()
            below = words[1].split("|") if len(words) > 1 and re.fullmatch(r"[a-z][a-z|-]*", words[1]) else []
            commands.setdefault(words[0], set()).update(below)
    return commands


def unknown_commands(root, page):
    """What a reader is told to type and will be refused."""
    commands = commands_of(page)
    texts = [root / "README.md", *sorted(file for file in (root / "docs").rglob("*.md") if "adr" not in file.parts), *sorted((root / "packaging").glob("*.sh"))]
    typed = 0
    for file in texts:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for command, below in re.findall(r"trainyard(?: --headless|-headless) ([a-z][\w-]*)(?: ([a-z][\w-]*))?", line):
                typed += 1
                known = commands.get(command)
                if known is None or (known and below and below not in known and command in ("checkpoint", "cluster")):
                    yield f"{file.relative_to(root)}:{number}: there is no command `{command} {below}`"
    if typed < 25:
        yield f"only {typed} commands found to type; is it read right?"


def main():
    root = pathlib.Path(sys.argv[1])
    schema = json.loads((root / "resources/schema/run.schema.json").read_text(encoding="utf-8"))
    missing = [*missing_keys(schema, (root / "docs/run-file.md").read_text(encoding="utf-8")),
               *missing_commands("".join(file.read_text(encoding="utf-8") for file in sorted((root / "app/headless").glob("*.cpp"))),
                                 (root / "docs/commands.md").read_text(encoding="utf-8")),
               *unknown_commands(root, (root / "docs/commands.md").read_text(encoding="utf-8"))]
    print("\n".join(missing))
    print(f"{len(set(keys(schema)))} keys: {len(missing)} missing")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
