#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Saving and loading 1.2 GB beside the peers: the disk itself, Trainyard, DCP's async_save, torch.save, torch.load.

One part at a time (--only disk | ours | dcp | save | load), each well under a minute on a quiet machine.
"""
import argparse
import os
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PEERS = pathlib.Path(os.environ.get("TRAINYARD_PEERS", pathlib.Path.home() / ".cache/trainyard-peers"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parents[1] / "build/release")
    parser.add_argument("--dir", help="a folder on the disk to measure (default: the temporary one)")
    parser.add_argument("--only", choices=["disk", "ours", "dcp", "save", "load"])
    args = parser.parse_args()
    torch = str(PEERS / "torch/bin/python")
    with tempfile.TemporaryDirectory(prefix="ty-bench-", dir=args.dir) as folder:
        parts = {
            "disk": ["bash", str(HERE / "peers/disk.sh"), folder],
            "ours": [str(args.build / "tests/bench_checkpoint"), folder, "4"],
            "dcp": [torch, str(HERE / "peers/ckpt_torch.py"), "--dir", folder + "/peer", "--only", "async_thread"],
            "save": [torch, str(HERE / "peers/ckpt_torch.py"), "--dir", folder + "/peer", "--only", "torch.save"],
            "load": [torch, str(HERE / "peers/load_torch.py"), "--dir", folder],
        }
        for name, command in parts.items():
            if args.only in (None, name):
                print(f"# {name}", flush=True)
                subprocess.run(command, check=True)


main()
