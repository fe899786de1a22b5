#!/usr/bin/env python
# SPDX-License-Identifier: Apache-2.0
"""tf.train.CheckpointManager.save of 100M parameters with Adam's state (1.2 GB), synchronous and asynchronous."""
import argparse
import json
import os
import shutil
import statistics
import time

p = argparse.ArgumentParser(description=__doc__)
p.add_argument("--dir", required=True)
p.add_argument("--reps", type=int, default=3)
p.add_argument("--keras", type=int, default=2)
p.add_argument("--threads", type=int, default=0)
p.add_argument("--seed", type=int, default=1)
args = p.parse_args()
import tf_common as T

tf = T.choose_keras(args)
K = tf.keras
model = K.Sequential([K.Input((2048,))] + [K.layers.Dense(2048) for _ in range(24)])
opt = K.optimizers.Adam()
x = tf.random.normal((16, 2048))


@tf.function
def train():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x)))
    g = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(g, model.trainable_variables))
    return loss


def step():
    t = time.perf_counter()
    float(train())
    return time.perf_counter() - t


def fsync_tree():
    for r, _, fs in os.walk(args.dir):
        for f in fs:
            fd = os.open(os.path.join(r, f), os.O_RDONLY)
            os.fsync(fd)
            os.close(fd)


def clear():
    shutil.rmtree(args.dir, ignore_errors=True)
    os.makedirs(args.dir)
    os.sync()


def report(name, rows):
    r = {"what": name, "reps": len(rows)}
    for k in rows[0]:
        v = [w[k] for w in rows]
        r[k] = round(statistics.median(v), 3)
        if k.endswith("_s") and len(v) > 1:
            r[k[:-2] + "_range"] = [round(min(v), 3), round(max(v), 3)]
    r["load1"] = round(os.getloadavg()[0], 2)
    print(json.dumps(r), flush=True)


for _ in range(3):
    step()
base = [step() for _ in range(8)]
print(json.dumps({"what": "tf step without saving", "params": int(model.count_params()),
                  "step_s": round(statistics.median(base), 3)}), flush=True)
ck = tf.train.Checkpoint(model=model, optimizer=opt)
rows = []
for _ in range(args.reps):
    clear()
    mgr = tf.train.CheckpointManager(ck, args.dir, max_to_keep=1)
    t = time.perf_counter()
    mgr.save()
    a = time.perf_counter()
    fsync_tree()
    rows.append({"stall_s": a - t, "to_disk_s": time.perf_counter() - t,
                 "MB": sum(os.path.getsize(os.path.join(args.dir, f)) for f in os.listdir(args.dir)) / 1e6})
report("tf CheckpointManager.save", rows)

rows, first = [], []
try:
    options = tf.train.CheckpointOptions(experimental_enable_async_checkpoint=True)
    ck2 = tf.train.Checkpoint(model=model, optimizer=opt)
    for i in range(args.reps + 1):
        clear()
        mgr = tf.train.CheckpointManager(ck2, args.dir, max_to_keep=1)
        t = time.perf_counter()
        mgr.save(options=options)
        a = time.perf_counter()
        steps = []
        while not any(f.endswith(".index") for f in os.listdir(args.dir)) and time.perf_counter() - t < 60:
            steps.append(step())
        b = time.perf_counter()
        ck2.sync() if hasattr(ck2, "sync") else None
        fsync_tree()
        (first if i == 0 else rows).append({
            "stall_s": a - t, "in_background_s": b - a, "to_disk_s": time.perf_counter() - t,
            "median_step_meanwhile_s": statistics.median(steps) if steps else 0,
            "longest_step_meanwhile_s": max(steps) if steps else 0, "steps_meanwhile": len(steps)})
    report("tf CheckpointManager.save async, first", first)
    report("tf CheckpointManager.save async, later", rows)
except Exception as e:
    print(json.dumps({"what": "tf async checkpoint", "error": repr(e)[:400]}), flush=True)
shutil.rmtree(args.dir, ignore_errors=True)
