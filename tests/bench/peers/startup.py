#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Import and start-up times of the peers (first = as found, later = warm file cache)."""
import json
import os
import statistics
import subprocess
import time

HOME = os.environ.get("PEERS_HOME", os.path.expanduser("~/.cache/trainyard-peers"))
for env, code in (("torch", "pass"), ("torch", "import torch"), ("torch", "import torch, torch.distributed"),
                  ("tf", "import tensorflow"), ("tf", "import tensorflow as tf; tf.keras"),
                  ("tf", "import os; os.environ['TF_USE_LEGACY_KERAS']='1'; import tensorflow as tf; tf.keras")):
    ts, rss = [], 0
    for _ in range(6):
        t = time.perf_counter()
        q = subprocess.run([os.path.join(HOME, env, "bin/python"), "-c",
                            code + "\nprint([l.split()[1] for l in open('/proc/self/status') if l.startswith('VmHWM')][0])"],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        ts.append(time.perf_counter() - t)
        rss = int(q.stdout.split()[-1]) / 1024
    print(json.dumps({"what": "python -c '%s'" % code, "env": env, "first_s": round(ts[0], 2),
                      "later_median_s": round(statistics.median(ts[1:]), 2), "later_range_s": [round(min(ts[1:]), 2), round(max(ts[1:]), 2)],
                      "peak_rss_mb": round(rss), "load1": round(os.getloadavg()[0], 2)}), flush=True)
