# SPDX-License-Identifier: Apache-2.0
"""The script of own-script.yaml: descends x^2 + 1 and prints each step as a JSON line. Not a script for Trainyard: any other would do."""
import argparse
import json

options = argparse.ArgumentParser()
options.add_argument("--rate", type=float, default=0.1)
options.add_argument("--steps", type=int, default=20)
options = options.parse_args()
x = 3.0
for step in range(1, options.steps + 1):
    x -= options.rate * 2 * x
    print(json.dumps({"step": step, "loss": x * x + 1}))
