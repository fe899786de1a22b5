# SPDX-License-Identifier: Apache-2.0
"""Other machines for a Lab: each a real sshd with keys, a home and, if asked, a network namespace of its own."""
import contextlib
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import time

from lab import BIN, LIMIT, exited, kill


def ssh_keygen(path, passphrase=""):
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-f", path], check=True)


ACCOUNT = 4242  # the number of a user that is not root; nobody here has it


class Network:
    """Namespaces on one bridge, which is the home's: 10.77.0.1 there, 10.77.0.2 and so on at the nodes, or of another /24."""

    def __init__(self, nodes, prefix="10.77.0"):
        self.prefix = prefix
        self.names = [f"ty{os.getpid()}-{index}" for index in range(nodes + 1)]

    @staticmethod
    def _ip(*args, at=None):
        subprocess.run(["ip", *(["-n", at] if at else []), *args], check=True, capture_output=True)

    def begin(self):
        for name in self.names:
            self._ip("netns", "add", name)
            self._ip("link", "set", "lo", "up", at=name)
        self.connect("br0", "eth0", "n", self.prefix)

    def connect(self, bridge, device, port, prefix):
        """All of them, by `device` at each node; `port` and a node's number name the bridge's end."""
        home = self.names[0]
        self._ip("link", "add", bridge, "type", "bridge", at=home)
        self._ip("addr", "add", f"{prefix}.1/24", "dev", bridge, at=home)
        self._ip("link", "set", bridge, "up", at=home)
        for index, name in enumerate(self.names[1:], 1):
            self._ip("link", "add", f"{port}{index}", "type", "veth", "peer", "name", device, "netns", name, at=home)
            self._ip("link", "set", f"{port}{index}", "master", bridge, "up", at=home)
            self._ip("addr", "add", f"{prefix}.{index + 1}/24", "dev", device, at=name)
            self._ip("link", "set", device, "up", at=name)

    def end(self):
        for name in self.names:
            subprocess.run(["ip", "netns", "del", name], capture_output=True)

    def at(self, index):
        """What precedes a command that runs at a node; 0 is the home."""
        return ["ip", "netns", "exec", self.names[index]]

    def address(self, index):
        return f"{self.prefix}.{index + 1}"


class SshNodes:
    """`count` machines, named node-1 and so on, that `lab` can reach by ssh: for root each in a network namespace, otherwise
    all of them here. `lacks`: a folder of this machine that is empty at the nodes; needs root. `bare`: Trainyard is not
    installed there. `system`: the folder of another distribution that the nodes run in, with an sshd; needs root.
    `passphrase`: of the user's key; with one, ssh asks for it and knows no host yet. `password`: of the user, whose key they do
    not accept; they ask for it twice, by both methods that ssh has for that; needs root. `prefix`: a command that starts each
    sshd, whose own command follows, in mounts of its own; needs root. `settings`: further ones of sshd. `subnet`: the first three numbers of all addresses; needs
    root. `user`: an account of the nodes alone, which is not root there and whose home is the node's; needs root. Leaving the context ends what runs there."""

    def __init__(self, lab, count, lacks=None, bare=False, system=None, passphrase="", password="", prefix=(), settings="",
                 subnet="10.77.0", user="root"):
        self.user, self.passphrase, self.password, self.prefix, self.settings = user, passphrase, password, prefix, settings
        self.lab, self.network, self.lacks = lab, Network(count, subnet) if os.geteuid() == 0 else None, lacks
        self.system = system
        self.path = "/usr/bin:/bin" if bare else f"{BIN}:/usr/bin:/bin"
        self.folder = lab.root / "ssh"
        self.folder.mkdir(mode=0o700)
        self.names = [f"node-{index}" for index in range(1, count + 1)]
        self.homes = {name: lab.root / name for name in self.names}
        self.down = self.folder / "down"
        self._servers = []

    def __enter__(self):
        if self.network:
            self.network.begin()
            pathlib.Path("/run/sshd").mkdir(exist_ok=True)  # sshd of root insists on it
        ssh_keygen(self.folder / "host_key")
        ssh_keygen(self.folder / "user_key", self.passphrase)
        host_key = (self.folder / "host_key.pub").read_text()
        hosts = []
        for index, name in enumerate(self.names, 1):
            address = self.network.address(index) if self.network else "127.0.0.1"
            port = 22 if self.network else self._free_port()
            self._start(index, name, address, port)
            hosts.append(f"Host {name}\n HostName {address}\n Port {port}\n HostKeyAlias {name}\n User {self.user}\n")
        known = [] if self.passphrase else self.names
        (self.folder / "known_hosts").write_text("".join(f"{name} {host_key}" for name in known))
        (self.folder / "config").write_text(
            "".join(hosts) + f"Host *\n IdentityFile {self.folder}/user_key\n IdentitiesOnly yes\n IdentityAgent none\n"
            f" StrictHostKeyChecking {'ask' if self.passphrase else 'yes'}\n UserKnownHostsFile {self.folder}/known_hosts\n GlobalKnownHostsFile none\n")
        wrapper = self.folder / "bin" / "ssh"
        wrapper.parent.mkdir()
        wrapper.write_text(f'#!/bin/sh\n[ ! -e {self.down} ] || {{ echo "no route to host" >&2; exit 255; }}\n'
                           f'exec /usr/bin/ssh -F {self.folder}/config "$@"\n')
        wrapper.chmod(0o700)
        self.lab.env["OMP_NUM_THREADS"] = "1"  # each of them has all cores of this machine for itself
        self.lab.env["PATH"] = f"{wrapper.parent}:/usr/bin:/bin:/usr/sbin:/sbin"
        if self.network:
            self.lab.prefix = self.network.at(0)
        return self

    def __exit__(self, *_):
        self.down.touch()  # the home would start the nodes' agents again
        self.lab.prefix = []  # its network ends before it
        for server in self._servers:
            server.kill()
            server.wait()
        for name, home in self.homes.items():
            subprocess.run([BIN / "trainyard-headless", "agent", "stop"], env={**self.lab.env, "TRAINYARD_HOME": str(home)},
                           capture_output=True, timeout=LIMIT)
            for pid in self.processes(name):
                with contextlib.suppress(ProcessLookupError):
                    kill(pid)
        if self.network:
            self.network.end()

    def _end_connections(self):
        """How many of the home there were."""
        clients = [pid for pid, command in self.lab.processes().items() if command.startswith("/usr/bin/ssh ")]
        for pid in clients:
            with contextlib.suppress(ProcessLookupError):
                kill(pid)
        return len(clients)

    def _use_password(self):
        """What precedes sshd: in its namespace, PAM and the user's password are of the test."""
        (self.folder / "pam.d").mkdir(exist_ok=True)
        (self.folder / "pam.d" / "sshd").write_text(
            "auth required pam_unix.so\naccount required pam_permit.so\nsession required pam_permit.so\n")
        hashed = subprocess.run(["openssl", "passwd", "-6", "-stdin"], input=self.password, capture_output=True, text=True,
                                check=True).stdout.strip()
        (self.folder / "shadow").write_text(f"root:{hashed}:20000:0:99999:7:::\n")
        (self.folder / "shadow").chmod(0o600)
        return ["sh", "-c", 'mount --bind "$0/shadow" /etc/shadow && mount --bind "$0/pam.d" /etc/pam.d && exec "$@"', str(self.folder)]

    def _use_account(self, name):
        """What precedes sshd: in its namespace there is the user, who may enter what leads to the home."""
        for folder in (self.lab.root, self.folder):
            folder.chmod(0o711)
        self.homes[name].mkdir()
        os.chown(self.homes[name], ACCOUNT, ACCOUNT)
        users = self.folder / f"passwd-{name}"
        users.write_text(pathlib.Path("/etc/passwd").read_text() + f"{self.user}:x:{ACCOUNT}:{ACCOUNT}::{self.homes[name]}:/bin/sh\n")
        return ["sh", "-c", 'mount --bind "$0" /etc/passwd && exec "$@"', str(users)]

    def _free_port(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return probe.getsockname()[1]

    def _start(self, index, name, address, port):
        config = self.folder / f"sshd-{index}"
        config.write_text(
            f"ListenAddress {address}:{port}\nHostKey {self.folder}/host_key\nAuthorizedKeysFile {self.folder}/user_key.pub\n"
            "StrictModes no\nPidFile none\n" + (
                "UsePAM yes\nAuthenticationMethods password,keyboard-interactive\n" if self.password else
                "UsePAM no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n") +
            f"PermitRootLogin yes\nLogLevel INFO\nSetEnv TRAINYARD_HOME={self.homes[name]} PATH={self.path} "
            f"OMP_NUM_THREADS=1\n{self.settings}")
        command = ["/usr/sbin/sshd", "-D", "-e", "-f", str(config)]
        command = [*self.prefix, *command]
        if self.password:
            command = [*self._use_password(), *command]
        if self.user != "root":
            command = [*self._use_account(name), *command]
        if self.lacks:  # `ip netns exec` gives it mounts of its own
            command = ["sh", "-c", 'mount -t tmpfs tmpfs "$0" && exec "$@"', str(self.lacks), *command]
        if self.system:  # sees the lab's folder, where its home and the keys are
            command = ["sh", "-c", 'for folder in /proc /dev "$1"; do mkdir -p "$0$folder" && mount --rbind "$folder" "$0$folder" '
                       '|| exit; done; mkdir -p "$0/run/sshd"; shift; exec chroot "$0" "$@"',
                       str(self.system), str(self.lab.root), *command]
        server = subprocess.Popen([*(self.network.at(index) if self.network else []), *command], stderr=subprocess.PIPE)
        self._servers.append(server)
        assert any(b"Server listening" in line for line in server.stderr), f"the sshd of {name} has ended"

    def add(self):
        for name in self.names:
            self.lab.ok("nodes", "add", name, "--json")

    def cut(self):
        """Ends every connection of the home, and lets none begin until restore()."""
        self.down.touch()
        assert self._end_connections(), "the agent has no connection"
        self._until_noticed()

    def destroy(self):
        """The end of all machines, at once and for good: nothing of them runs any more, and nobody answers."""
        self.down.touch()
        for server in self._servers:
            server.kill()
            server.wait()
        for pid in [pid for name in self.names for pid in self.processes(name)]:
            with contextlib.suppress(ProcessLookupError):
                kill(pid)
        self._end_connections()
        self._until_noticed()

    def _until_noticed(self):
        end = time.monotonic() + LIMIT
        while "connected" in [node["state"] for node in self.lab.ok("nodes", "--json").json() if node["node"] in self.names]:
            assert time.monotonic() < end, "the agent does not notice it"

    def silence(self):
        """From now on packets between the home and each node are lost, in both directions, until unsilence(): nothing is refused
        and nothing is closed. The nodes reach one another."""
        self._lose("replace", ["lladdr", "02:00:00:00:00:99", "nud", "permanent"])  # a card that nobody has

    def unsilence(self):
        self._lose("del", [])

    def _lose(self, command, card):
        for index in range(1, len(self.names) + 1):
            for at, address, device in [(index, self.network.address(0), "eth0"), (0, self.network.address(index), "br0")]:
                subprocess.run([*self.network.at(at), "ip", "neigh", command, address, "dev", device, *card], check=True,
                               capture_output=True)

    def spoil(self, seed):
        """From now on each connection passes bad_link.py; the path of what it has done."""
        log, config = self.folder / "bad-link.log", self.folder / "config"
        proxy = f"{sys.executable} {pathlib.Path(__file__).parent}/bad_link.py %h %p {seed} {log}"
        config.write_text(f"ProxyCommand {proxy}\n{config.read_text()}")
        self._end_connections()
        return log

    def heal(self):
        """The end of spoil()."""
        config = self.folder / "config"
        config.write_text(config.read_text().split("\n", 1)[1])
        self._end_connections()

    def restore(self):
        self.down.unlink()

    def listening(self, index):
        """{(pid, "address:port")} of who listens on a machine, as `ss -ltnp` says; 0 is the home. Without sshd."""
        rows = subprocess.run([*self.network.at(index), "ss", "-Hltnp"], capture_output=True, text=True, check=True).stdout
        plain = re.sub(r"\[::ffff:([\d.]+)\]", r"\1", rows)  # gRPC's sockets are of IPv6
        found = [(row.split()[3], re.search(r"pid=(\d+)", row)) for row in plain.splitlines() if '("sshd"' not in row]
        return {(int(process[1]) if process else None, place) for place, process in found}

    def processes(self, name):
        """{pid: command line} of what runs at a node."""
        mark, found = os.fsencode(f"TRAINYARD_HOME={self.homes[name]}"), {}
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        return {pid: command for pid, command in found.items() if command}  # a zombie has none

    def agent_pid(self, name):
        """Of the node's agent."""
        status = subprocess.run([BIN / "trainyard-headless", "agent", "status", "--json"], capture_output=True, timeout=LIMIT,
                                env={**self.lab.env, "TRAINYARD_HOME": str(self.homes[name])}, check=True)
        return json.loads(status.stdout)["pid"]
