#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Links, form and wording of the documentation, and wording of what the window shows and of names. Prints file:line for each breach; exit 1
if there is one.

    prose.py SOURCE_DIR

Links: a relative link leads to a file, and its anchor to a heading.
Form: no line of prose over 120 columns, no table cell as long as a paragraph. Code, link targets, pictures and tables
may be wider. Wording: none of the phrases in INSTEAD, in Markdown, in the comments of resources/*.yaml and of the C++
and protocols outside of tests, in the texts of resources/schema and of app/, and in what the window and core say, as it
is in a catalogue of translations. What the window shows may be quoted: in bold, and in the list of docs/automation.md.
docs/guide is generated: its text is in tests/e2e/guide*.py. Names: those of C++, and of functions and classes of
Python, have none of IN_NAMES.
"""
import html
import pathlib
import re
import sys

MAX_COLUMNS = 120
MAX_CELL = 160
AMOUNT = r"\{[^{}]*\}|%?\d+|batches|bytes|CPU|GFLOP/s|GB/s|images|ms|objects?|pictures|points|process|replicas|rows?|samples|steps|thread"
UNIT = "attempt|batch|core|day|epoch|hour|line|minute|page|peer|pixel|process|replica|row|run|sample|second|series|step|task|worker"
# What must not come back -> what a technical writer would say.
INSTEAD = {
    r"(go|goes|going|gone|went) on(?! (to|the|a|disk)\b)": "continue, resume",
    r"mend(s|ed|ing)?": "fix",
    r"(hear|hears|heard|tell|tells|told) of": "report, receive, is notified of",
    r"(hold|holds|held|holding) up": "block, delay",
    r"one's own": "custom, your own",
    r"(is|are|was|were|be|been|went) away": "is unavailable, exited",
    r"(is|are|was|were) gone": "is unavailable, exited, was lost",
    r"(say|says|said|saying) so": "report, show; or name what is said",
    r"no number": "NaN, or NaN and infinite",
    r"anew|afresh": "again, from the beginning",
    r"(take|takes|taken|took) back": "undo",
    r"stands? (above|at|before|below|beside|between|here|in|next|on|there|under)": "is (in, at, next to)",
    r"heed(s|ed|ing)?": "handle, follow",
    r"by (itself|themselves)": "automatically, on its own",
    rf"({AMOUNT}) an? ({UNIT})": "per",
    r"strangers?": "third party, another user",
    r"betters|bettered": "improves",
    r"who (holds|waits|talks)( \w+)* whom": "which task is blocking the others, communication",
    r"somebody( else)?": "another client, another user",
    r"(is|are) there (already|twice)": "already exists, occurs twice",
    r"stands? (inside|twice)": "is inside, occurs twice",
    r"asked (by|for)": "requested",
    r"c[ao]mes? (about|of it)": "happens, results",
    r"how far (it|they|the)": "progress",
    r"(?<!there )is no (checkpoint|manifest|regular file|key path)": "is not a",
    r"begin with nothing": "start from an empty one",
    r"done again": "repeated",
    r"(leave|leaves|left) off": "stop",
    r"under way": "in progress, current",
    r"(?<=\w )just now": "at the moment, right now",
    r"its like": "another one of the same kind",
    r"(let|lets) (it|them) go": "delete, release",
    r"turn comes": "name the rule",
    r"(gave|give|gives|given) up": "cancel, abandon",
}
# The same in names, whose words are read in lower case: goesOn and TheRunGoesOn are both "goes on" there.
IN_NAMES = {
    r"(go|goes|going|gone|went) on(?! (to|the|a|disk)\b)": "continue, resume",
    r"heed(s|ed|ing)?": "handle, follow",
    r"mend(s|ed|ing)?": "fix, repair",
    r"(hear|hears|tell|tells) of": "report, receive, is notified of",
    r"(say|says) so": "report, show",
    r"no numbers?": "non-finite, invalid",
    r"anew|afresh": "again",
    r"(take|takes|taken|took) back": "undo, roll back",
    r"stands? (above|at|before|below|beside|between|here|in|next|on|once|there|under)": "is shown, is next to",
    r"(hold|holds|held|holding) up": "block, delay",
    r"strangers?|somebody": "foreign, another user",
    r"(gave|give|gives|given) up": "abandon, cancel",
    r"under way": "in progress",
    r"its like": "another one of the same kind",
    r"^look$": "check, read, find: what it does",
    r"^tell$": "notify, report, show: what it does",
}
NAMED_ELSEWHERE = {"holds_up", "set_holds_up", "look_", "Look"}  # of messages; a timer and an appearance
AVOIDED_NAMES = re.compile("|".join(rf"(?P<p{i}>\b({phrase})\b)" for i, phrase in enumerate(IN_NAMES)))
AVOIDED = re.compile("|".join(rf"(?P<p{i}>(?<!\w)({phrase})\b)" for i, phrase in enumerate(INSTEAD)), re.IGNORECASE)


def pages(root):
    """The Markdown files of the repository: (path relative to root, lines)."""
    for path in sorted(root.rglob("*.md")):
        relative = path.relative_to(root)
        if relative.parts[0] not in ("build", ".git"):
            yield relative, path.read_text(encoding="utf-8").splitlines()


def commented(root):
    """The run files and clusters that people read as examples, each line cut down to its comment."""
    for path in sorted(root.glob("resources/**/*.yaml")):
        lines = path.read_text(encoding="utf-8").splitlines()
        yield path.relative_to(root), [line.partition("#")[2].strip() for line in lines]


def shown(root):
    """The English texts of the window, of core and of the form, each in its line of the file."""
    texts = {
        "translations/trainyard_ja.ts": r"<source>(.*?)</source>",
        "schema/run.schema.json": r'"(?:title|description)": "((?:[^"\\]|\\.)*)"',
    }
    for name, pattern in texts.items():
        path = root / "resources" / name
        whole = path.read_text(encoding="utf-8")
        lines = [""] * len(whole.splitlines())
        for found in re.finditer(pattern, whole, re.DOTALL):  # a source may span lines; it counts as in its first
            number = whole.count("\n", 0, found.start())
            lines[number] += ("; " if lines[number] else "") + html.unescape(" ".join(found[1].split("\n")))
        yield path.relative_to(root), lines


TEXT = re.compile(r'"((?:\\.|[^"\\])*)"')


def explained(root):
    """C++ and protocols outside of tests, each line cut down to its comment. One behind code starts a sentence of its own."""
    for folder in ("app", "core", "plugins", "ui"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".h", ".cpp", ".proto"):
                continue
            comments = []
            for line in path.read_text(encoding="utf-8").splitlines():
                found = re.match(r"(.*?)//+<?(?! SPDX)(.*)", TEXT.sub(lambda text: "~" * len(text[0]), line))
                comments.append(("; " if found[1].strip() else "") + line[found.start(2) :].strip() if found else "")
            yield path.relative_to(root), comments


def printed(root):
    """The texts in the programs' code, which are in no catalogue of translations."""
    for path in sorted((root / "app").rglob("*")):
        if path.suffix in (".h", ".cpp"):
            lines = path.read_text(encoding="utf-8").splitlines()
            yield path.relative_to(root), ["; ".join(TEXT.findall(line)) for line in lines]


def prose(lines):
    """(number, line) of each line outside of fenced code."""
    fenced = False
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield number, line


def anchors(lines):
    """The anchors of a page's headings, as GitHub makes them."""
    for _, line in prose(lines):
        if heading := re.match(r"#+ (.*)", line):
            yield re.sub(r"[^\w\- ]", "", heading[1].lower()).replace(" ", "-")


def check_links(root, relative, lines):
    for number, line in prose(lines):
        for path, anchor in re.findall(r"\]\((?!\w+:)([^)#\s]*)#?([^)\s]*)\)", line):
            target = root / relative.parent / path if path else root / relative
            if not target.exists():
                yield f"{relative}:{number}: there is no {path}"
            elif anchor and anchor not in anchors(target.read_text(encoding="utf-8").splitlines()):
                yield f"{relative}:{number}: {path or relative} has no heading #{anchor}"


def can_be_broken(line):
    """True where the line has a space to break it at: outside of code and link targets, after a list's mark."""
    text = re.sub(r"`[^`]*`", lambda code: code[0].replace(" ", "_"), line.strip())
    text = re.sub(r"^([-*]|\d+\.) +", "", text)
    return " " in text


def check_form(relative, lines):
    for number, line in prose(lines):
        if line.lstrip().startswith("|"):
            for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]:
                shown = re.sub(r"\]\([^)]*\)", "]", cell.strip())
                if len(shown) > MAX_CELL and not all("::" in word for word in shown.split()):  # names of tests are no prose
                    yield f"{relative}:{number}: a table cell of {len(shown)} characters; make it prose or a list"
        elif len(line) > MAX_COLUMNS and not line.startswith("![") and can_be_broken(line):
            yield f"{relative}:{number}: {len(line)} columns; wrap at {MAX_COLUMNS}"


def check_words(relative, lines):
    """A phrase may be broken over two lines, so the page is searched as one text in which a line break is one space."""
    text, starts = "", []
    for number, line in prose(lines):
        starts.append((len(text), number))
        text += ("" if line.startswith("| `") else line.strip()) + " "
    quoted = r"`[^`]*`|\*\*[^*]*\*\*|\]\([^)]*\)"
    text = re.sub(quoted, lambda found: "~" * len(found[0]), text)
    for found in AVOIDED.finditer(text):
        number = max(number for start, number in starts if start <= found.start())
        better = next(word for i, word in enumerate(INSTEAD.values()) if found[f"p{i}"])
        yield f"{relative}:{number}: “{found[0]}”; better: {better}"


def names(relative, line):
    """The names in a line of code: without texts and comments, and in Python of definitions alone."""
    if relative.suffix == ".py":
        return re.findall(r"^\s*(?:def|class) (\w+)", line)
    return re.findall(r"\b[A-Za-z_]\w*", re.sub(r'//.*|/\*.*?(\*/|$)', "", re.sub(r'"(?:\\.|[^"\\])*"', '""', line)))


def check_names(relative, lines):
    for number, line in enumerate(lines, 1):
        for name in names(relative, line):
            words = " ".join(re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", name)).lower()
            found = AVOIDED_NAMES.search(words)
            if found and name not in NAMED_ELSEWHERE:
                better = next(word for i, word in enumerate(IN_NAMES.values()) if found[f"p{i}"])
                yield f"{relative}:{number}: the name {name}; better: {better}"


def code(root):
    for folder in ("app", "core", "plugins", "tests", "ui"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".h", ".cpp", ".py"):
                yield path.relative_to(root), path.read_text(encoding="utf-8").splitlines()


def main():
    root = pathlib.Path(sys.argv[1])
    breaches, files = [], 0
    for relative, lines in pages(root):
        files += 1
        breaches += [*check_links(root, relative, lines), *check_form(relative, lines), *check_words(relative, lines)]
    for relative, lines in [*commented(root), *explained(root), *shown(root), *printed(root)]:
        files += 1
        breaches += check_words(relative, lines)
    for relative, lines in code(root):
        files += 1
        breaches += check_names(relative, lines)
    print("\n".join(breaches))
    print(f"{files} files: {len(breaches)} breaches")
    if not files:
        print("nothing to check: is the first argument the source folder?")
    return 1 if breaches or not files else 0


if __name__ == "__main__":
    sys.exit(main())
