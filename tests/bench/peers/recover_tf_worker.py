# SPDX-License-Identifier: Apache-2.0
"""Run by recover_tf.py: Model.fit under MultiWorkerMirroredStrategy with BackupAndRestore every 20 steps."""
import argparse
import json
import os
import time

p = argparse.ArgumentParser()
p.add_argument("--dir", required=True)
p.add_argument("--model", default="fashion_cnn")
p.add_argument("--save-every", type=int, default=20)
p.add_argument("--steps", type=int, default=400)
p.add_argument("--keras", type=int, default=2)
p.add_argument("--threads", type=int, default=0)
p.add_argument("--seed", type=int, default=1)
args = p.parse_args()
import tf_common as T

tf = T.choose_keras(args)
rank = json.loads(os.environ["TF_CONFIG"])["task"]["index"]
restart = int(os.environ.get("PEER_RESTART", "0"))
strategy = tf.distribute.MultiWorkerMirroredStrategy()
ds = T.dataset(tf, 128)
with strategy.scope():
    m, _ = T.build(tf, args.model, compiled=True)
log = open(os.path.join(args.dir, "steps.%d" % rank), "a")


class Steps(tf.keras.callbacks.Callback):
    _supports_tf_logs = True

    def on_train_batch_end(self, batch, logs=None):
        log.write("%.6f %d %d\n" % (time.time(), int(m.optimizer.iterations.numpy()), restart))
        log.flush()


m.fit(ds, epochs=1, steps_per_epoch=args.steps, verbose=0, callbacks=[
    tf.keras.callbacks.BackupAndRestore(os.path.join(args.dir, "backup"), save_freq=args.save_every), Steps()])
