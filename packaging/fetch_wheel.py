#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Downloads one wheel, and continues the download that an earlier start left.

Usage: fetch_wheel.py NAME==VERSION FILE SHA256 FOLDER [options of `pip download`]

pip begins an interrupted download again. So pip only finds the wheel, in the index and with the proxy, certificates and
passwords that it is configured with, and this program fetches it: into FOLDER/FILE.part, which gets its name when it is
whole and has this SHA-256.
"""
import fcntl
import hashlib
import logging
import pathlib
import sys
import time

from pip._internal.cli.cmdoptions import make_target_python
from pip._internal.commands import create_command
from pip._internal.exceptions import PipError
from pip._vendor.packaging.requirements import Requirement
from pip._vendor.urllib3.exceptions import HTTPError

PIECE = 64 * 1024
MIB = 1024 * 1024


class Failed(Exception):
    """What happened, for the user."""


def say(line):
    print(f"    {line}", flush=True)


class Progress:
    """How far a download is and how long the rest takes: each second on a terminal, elsewhere every ten."""

    def __init__(self, done, total):
        self.begun, self.begun_at, self.total = done, time.monotonic(), total
        self.terminal = sys.stdout.isatty()
        self.interval = 1 if self.terminal else 10
        self.next = self.begun_at + self.interval

    def at(self, done):
        now = time.monotonic()
        if now < self.next or not self.total:  # a server need not say how long its answer is
            return
        self.next = now + self.interval
        rate = (done - self.begun) / (now - self.begun_at)
        line = f"    {done // MIB} of {self.total // MIB} MiB"
        if rate > 0:
            line += f", {rate / MIB:.1f} MiB/s, {(self.total - done) / rate:.0f} s left"
        print(f"\r{line:60}" if self.terminal else line, end="" if self.terminal else "\n", flush=True)

    def close(self):
        if self.terminal and self.next > self.begun_at + self.interval:
            print()


def link_of(command, session, options, requirement, file):
    """Where pip would download this wheel from."""
    finder = command._build_package_finder(options, session, target_python=make_target_python(options))
    wanted = Requirement(requirement)
    links = [c.link for c in finder.find_all_candidates(wanted.name) if c.link.filename == file]
    if not links:
        raise Failed(f"pip finds no {file}")
    return links[0].url_without_fragment


def fetch(session, url, part):
    """Appends to `part` what it lacks, or begins again where the server cannot continue."""
    have = part.seek(0, 2)
    headers = {"Accept-Encoding": "identity"}  # the bytes of the file, not compressed ones
    if have:
        headers["Range"] = f"bytes={have}-"
    with session.get(url, headers=headers, stream=True) as answer:
        if answer.status_code == 416:  # nothing is left to fetch; the caller compares the sum
            return
        answer.raise_for_status()
        if answer.status_code == 206 and answer.headers.get("Content-Range", "").startswith(f"bytes {have}-"):
            say(f"continuing after {have // MIB} MiB")
        elif have:
            say(f"the server cannot continue a download: beginning again ({have // MIB} MiB were here)")
            have = 0
            part.truncate(0)
            part.seek(0)
        total = have + int(answer.headers.get("Content-Length", 0))
        progress = Progress(have, total)
        try:
            while piece := answer.raw.read(PIECE):
                part.write(piece)
                have += len(piece)
                progress.at(have)
        except HTTPError as error:
            raise Failed(f"the connection broke after {have // MIB} of {total // MIB} MiB: {error}") from None
        finally:
            progress.close()
        if have < total:
            raise Failed(f"the connection ended after {have // MIB} of {total // MIB} MiB")


def sum_of(file):
    file.seek(0)
    return hashlib.file_digest(file, "sha256").hexdigest()


def main(requirement, file, sha256, folder, *pip_options):
    path = pathlib.Path(folder) / f"{file}.part"
    command = create_command("download")
    options, _ = command.parse_args(["--no-cache-dir", *pip_options, requirement])
    with path.open("a+b") as part, command.main_context():
        try:
            fcntl.flock(part, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Failed(f"another setup is downloading it, into {path}") from None
        session = command._build_session(options)
        fetch(session, link_of(command, session, options, requirement, file), part)
        got = sum_of(part)
        if got != sha256:
            path.unlink()
            raise Failed(f"it is not the file that was expected: its SHA-256 is {got}, not {sha256}")
        path.rename(path.with_suffix(""))


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="    %(message)s")  # pip logs why an index cannot be read
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
    except (Failed, PipError, OSError) as error:
        print(f"    {error}", file=sys.stderr)
        sys.exit(1)
