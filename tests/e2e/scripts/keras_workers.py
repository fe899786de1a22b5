# SPDX-License-Identifier: Apache-2.0
"""A multi-worker script as TensorFlow's tutorial on Keras teaches it: it reads TF_CONFIG, and BackupAndRestore brings it back."""
import os

import tensorflow as tf

import fashion

EPOCHS = 6
BATCH_PER_WORKER = 64


def build_and_compile_cnn_model():
    model = tf.keras.Sequential([
        tf.keras.layers.InputLayer(input_shape=(28, 28)),
        tf.keras.layers.Reshape(target_shape=(28, 28, 1)),
        tf.keras.layers.Conv2D(32, 3, activation="relu"),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(128, activation="relu"),
        tf.keras.layers.Dense(10),
    ])
    model.compile(loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
                  optimizer=tf.keras.optimizers.SGD(learning_rate=0.01), metrics=["accuracy"])
    return model


strategy = tf.distribute.MultiWorkerMirroredStrategy()
resolver = strategy.cluster_resolver
global_batch = BATCH_PER_WORKER * strategy.num_replicas_in_sync
images, classes = fashion.load(12800)
options = tf.data.Options()
options.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.DATA
dataset = tf.data.Dataset.from_tensor_slices((images, classes)).shuffle(12800, seed=1).repeat().batch(global_batch)
dataset = dataset.with_options(options)

with strategy.scope():
    multi_worker_model = build_and_compile_cnn_model()
callbacks = [tf.keras.callbacks.BackupAndRestore(backup_dir="backup"),
             tf.keras.callbacks.TensorBoard(log_dir=os.environ["TRAINYARD_LOGDIR"])]
history = multi_worker_model.fit(dataset, epochs=EPOCHS, steps_per_epoch=50, callbacks=callbacks, verbose=2)
print(f"worker {resolver.task_id} trained {len(history.history['loss'])} epochs, then loss {history.history['loss'][-1]:.4f}", flush=True)
