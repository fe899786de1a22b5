# SPDX-License-Identifier: Apache-2.0
"""Each process adds up its share of the numbers. Nothing here knows Trainyard: `torchrun --nproc-per-node 2 main.py` and
`python3 main.py` run it too."""
import argparse
import os

arguments = argparse.ArgumentParser()
arguments.add_argument("--numbers", type=int, default=1000)
numbers = arguments.parse_args().numbers
rank, world_size = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
total = sum(range(rank, numbers, world_size))
print(f"rank {rank} of {world_size}, attempt {os.environ.get('TORCHELASTIC_RESTART_COUNT', 0)}: {total}")
print(f"event files would go to {os.environ.get('TRAINYARD_LOGDIR', 'runs')}")
