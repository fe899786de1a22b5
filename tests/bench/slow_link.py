# SPDX-License-Identifier: Apache-2.0
"""A ProxyCommand for ssh whose bytes arrive later in both directions, at whatever rate:

    slow_link.py HOST PORT MILLISECONDS"""
import collections
import os
import selectors
import socket
import sys
import time


def main():
    host, port, milliseconds = sys.argv[1:]
    late = float(milliseconds) / 1e3
    server = socket.create_connection((host, int(port)))
    server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    ways = {0: (server.fileno(), collections.deque()), server.fileno(): (1, collections.deque())}
    watched = selectors.DefaultSelector()
    for end in ways:
        watched.register(end, selectors.EVENT_READ)
    while True:
        due = [waiting[0][0] for _, waiting in ways.values() if waiting]
        for key, _ in watched.select(max(0, min(due) - time.monotonic()) if due else None):
            data = os.read(key.fd, 1 << 20)
            if not data:
                return
            ways[key.fd][1].append((time.monotonic() + late, data))
        for target, waiting in ways.values():
            while waiting and waiting[0][0] <= time.monotonic():
                data = waiting.popleft()[1]
                while data:
                    data = data[os.write(target, data):]


main()
