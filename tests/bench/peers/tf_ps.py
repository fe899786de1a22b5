#!/usr/bin/env python
# SPDX-License-Identifier: Apache-2.0
"""TensorFlow ParameterServerStrategy: one coordinator, N workers, M parameter servers,
each a process on loopback, told by TF_CONFIG.

--loop fit: Model.fit.  --loop custom: ClusterCoordinator.schedule.
A step is one batch on one worker (the workers run asynchronously), so the figure is the
wall time of an epoch divided by its steps."""
import json
import os
import subprocess
import sys
import time

from common import Clock, T0, emit, flags, fashion, free_ports, last_json, merge, peak_rss_mb, result
import tf_common as T

p = T.add_flags(flags(__doc__))
p.add_argument("--workers", type=int, default=2)
p.add_argument("--ps", type=int, default=1)
p.add_argument("--epochs", type=int, default=6)
args = p.parse_args()

if "TF_CONFIG" not in os.environ:
    ports = free_ports(1 + args.workers + args.ps)
    host = ["127.0.0.1:%d" % q for q in ports]
    cluster = {"chief": host[:1], "worker": host[1:1 + args.workers], "ps": host[1 + args.workers:]}
    env = dict(os.environ, PEER_T0=repr(time.time()))
    env["GRPC_FAIL_FAST"] = "use_caller"
    procs = []
    for kind in ("ps", "worker", "chief"):
        for i in range(len(cluster[kind])):
            env["TF_CONFIG"] = json.dumps({"cluster": cluster, "task": {"type": kind, "index": i}})
            procs.append(subprocess.Popen([sys.executable] + sys.argv, env=env, stdout=subprocess.PIPE, text=True))
    chief = procs[-1]
    out = chief.communicate()[0]
    line = last_json(out)
    total = line["peak_rss_mb"] if line else 0
    for q in procs[:-1]:
        try:
            with open("/proc/%d/status" % q.pid) as f:
                total += next(int(l.split()[1]) for l in f if l.startswith("VmHWM")) / 1024
        except (OSError, StopIteration):
            pass
        q.kill()
        q.wait()
    if chief.returncode or line is None:
        sys.exit("the coordinator failed: %s" % chief.returncode)
    line["peak_rss_mb_total"] = round(total, 1)
    emit(line)
    sys.exit()

tf = T.choose_keras(args)
resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver()
if resolver.task_type in ("worker", "ps"):
    server = tf.distribute.Server(resolver.cluster_spec(), job_name=resolver.task_type,
                                  task_index=resolver.task_id, protocol="grpc", start=True)
    server.join()

strategy = tf.distribute.ParameterServerStrategy(resolver)
clock = Clock()


def per_worker(ctx=None):
    return T.dataset(tf, args.batch, seed=args.seed)


if args.loop == "fit":
    with strategy.scope():
        m, _ = T.build(tf, args.model, compiled=True, steps_per_execution=args.steps_per_execution)

    class Epochs(tf.keras.callbacks.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            self.t = time.perf_counter()

        def on_epoch_end(self, epoch, logs=None):
            if clock.first is None:
                clock.first = time.time() - T0
            clock.periods.append((time.perf_counter() - self.t) / args.epoch_steps)

    creator = tf.keras.utils.experimental.DatasetCreator(per_worker) if args.keras == 2 else per_worker()
    h = m.fit(creator, epochs=args.epochs, steps_per_epoch=args.epoch_steps, verbose=0, callbacks=[Epochs()])
    loss, acc = h.history["loss"][-1], h.history["accuracy"][-1]
else:
    coord = tf.distribute.coordinator.ClusterCoordinator(strategy)
    with strategy.scope():
        m, opt = T.build(tf, args.model)
        loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
        accuracy = tf.keras.metrics.SparseCategoricalAccuracy()

    @tf.function
    def step(it):
        def fn(batch):
            x, y = batch
            with tf.GradientTape() as tape:
                logits = m(x, training=True)
                loss = tf.nn.compute_average_loss(loss_object(y, logits))
            g = tape.gradient(loss, m.trainable_variables)
            opt.apply_gradients(zip(g, m.trainable_variables))
            accuracy.update_state(y, logits)
            return loss
        return strategy.run(fn, args=(next(it),))

    ds = coord.create_per_worker_dataset(tf.function(per_worker))
    it = iter(ds)
    loss = None
    for e in range(args.epochs):
        accuracy.reset_state()
        t = time.perf_counter()
        values = [coord.schedule(step, args=(it,)) for _ in range(args.epoch_steps)]
        coord.join()
        if clock.first is None:
            clock.first = time.time() - T0
        clock.periods.append((time.perf_counter() - t) / args.epoch_steps)
        loss = sum(float(v.fetch()) for v in values[-20:]) / 20
    acc = float(accuracy.result())

args.warmup = 2          # epochs: the first traces and the second fills
r = result("tf_ps", args, args.workers, args.batch, clock, loss, acc,
           framework="tensorflow " + tf.__version__, keras=args.keras, loop=args.loop, ps=args.ps,
           start_to_first_epoch_s=round(clock.first, 2))
r["steps"] = len(clock.periods[2:]) * args.epoch_steps
r["start_to_first_step_s"] = None
emit(r)
os._exit(0)              # the coordinator's threads do not always end by themselves
