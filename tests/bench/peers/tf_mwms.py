#!/usr/bin/env python
# SPDX-License-Identifier: Apache-2.0
"""TensorFlow MultiWorkerMirroredStrategy: N processes on loopback, told by TF_CONFIG.

Without TF_CONFIG this is the launcher: it starts the workers and joins their lines."""
import json
import os
import subprocess
import sys
import time

from common import Clock, emit, flags, free_ports, last_json, merge, result
import tf_common as T

p = T.add_flags(flags(__doc__))
p.add_argument("--workers", type=int, default=2)
args = p.parse_args()

if "TF_CONFIG" not in os.environ:
    ports = free_ports(args.workers)
    cluster = {"worker": ["127.0.0.1:%d" % q for q in ports]}
    env = dict(os.environ, PEER_T0=repr(time.time()))
    procs = []
    for i in range(args.workers):
        env["TF_CONFIG"] = json.dumps({"cluster": cluster, "task": {"type": "worker", "index": i}})
        procs.append(subprocess.Popen([sys.executable] + sys.argv, env=env, stdout=subprocess.PIPE, text=True))
    outs = [q.communicate()[0] for q in procs]
    lines = [last_json(o) for o in outs]
    if any(q.returncode for q in procs) or None in lines:
        sys.exit("a worker failed: %s" % [q.returncode for q in procs])
    emit(merge(lines))
    sys.exit()

tf = T.choose_keras(args)
strategy = tf.distribute.MultiWorkerMirroredStrategy()
n = strategy.num_replicas_in_sync
clock = Clock()
loss, acc = T.run(tf, args, strategy, args.batch * n, clock)
emit(result("tf_mwms", args, n, args.batch * n, clock, loss, acc,
            framework="tensorflow " + tf.__version__, keras=args.keras, loop=args.loop))
