# SPDX-License-Identifier: Apache-2.0
"""A ProxyCommand for ssh that passes a connection's bytes and damages it: after a while of delays, each connection ends in one
of three ways. Which way and when come from the seed and the number of the connection.

    bad_link.py HOST PORT SEED LOG

LOG gets a line for each connection that begins and one for each fault."""
import os
import random
import selectors
import socket
import sys
import time

ENDS = ["cut", "duplicate", "half-open"]


def note(log, line):
    """Appends it; returns how many lines of that kind there were before."""
    with open(log, "a+", encoding="utf-8") as file:
        file.seek(0)
        before = sum(1 for old in file if old.split()[0] == line.split()[0])
        file.write(line + "\n")
    return before


def send(target, data):
    """To a socket or to standard output."""
    if isinstance(target, socket.socket):
        target.sendall(data)
        return
    while data:
        data = data[os.write(target, data):]


def main():
    host, port, seed, log = sys.argv[1:]
    number = note(log, "connection")
    order = ENDS.copy()
    random.Random(seed).shuffle(order)
    draw, way = random.Random(f"{seed} {number}"), order[number % len(order)]
    server = socket.create_connection((host, int(port)))
    watched = selectors.DefaultSelector()
    watched.register(0, selectors.EVENT_READ, server)
    watched.register(server, selectors.EVENT_READ, 1)
    end = time.monotonic() + draw.uniform(1, 6)
    pause = time.monotonic() + draw.uniform(0.2, 1)
    ended = False
    while True:
        for key, _ in watched.select(0.05):
            data = os.read(key.fd, 1 << 16)
            if not data:
                return
            send(key.data, data)
            if ended and way == "duplicate":
                send(key.data, data)
        now = time.monotonic()
        if now >= pause:
            note(log, "delay")
            time.sleep(draw.uniform(0.1, 1))
            pause = now + draw.uniform(0.5, 3)
        if now >= end and not ended:
            ended = True
            note(log, way)
            if way == "cut":
                return
            if way == "half-open":  # nothing comes back, and the other direction stays open
                watched.unregister(server)


if __name__ == "__main__":
    main()
