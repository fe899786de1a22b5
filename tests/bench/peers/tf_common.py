# SPDX-License-Identifier: Apache-2.0
"""TensorFlow side: models and the two loops of the guides (Model.fit, custom loop).

Import this before tensorflow: it sets the Keras version (--keras 2 = tf_keras)."""
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")


def choose_keras(args):
    os.environ["TF_USE_LEGACY_KERAS"] = "1" if args.keras == 2 else "0"
    import tensorflow as tf
    if args.threads:
        tf.config.threading.set_intra_op_parallelism_threads(args.threads)
        tf.config.threading.set_inter_op_parallelism_threads(args.threads)
    tf.random.set_seed(args.seed)
    return tf


def add_flags(p, loop="fit"):
    p.add_argument("--keras", type=int, choices=(2, 3), default=2)
    p.add_argument("--loop", choices=("fit", "custom"), default=loop)
    p.add_argument("--epoch-steps", type=int, default=70)
    p.add_argument("--steps-per-execution", type=int, default=1)
    return p


def build(tf, name, compiled=False, steps_per_execution=1):
    K = tf.keras
    L = K.layers
    if name == "mnist_cnn":
        m = K.Sequential([K.Input((28, 28)),
                          L.Reshape((28, 28, 1)), L.Conv2D(32, 3, activation="relu"), L.Flatten(),
                          L.Dense(128, activation="relu"), L.Dense(10)])
        opt = K.optimizers.SGD(learning_rate=0.001)
    elif name == "fashion_cnn":
        m = K.Sequential([K.Input((28, 28)), L.Reshape((28, 28, 1)),
                          L.Conv2D(32, 3, activation="relu"), L.MaxPooling2D(),
                          L.Conv2D(64, 3, activation="relu"), L.MaxPooling2D(),
                          L.Flatten(), L.Dense(64, activation="relu"), L.Dense(10)])
        opt = K.optimizers.Adam()
    else:
        m = K.Sequential([K.Input((28, 28)), L.Flatten(), L.Dense(512, activation="relu"),
                          L.Dropout(0.2), L.Dense(10)])
        opt = K.optimizers.Adam()
    if compiled:
        more = {}
        if steps_per_execution > 1:
            more["steps_per_execution"] = steps_per_execution
        m.compile(loss=K.losses.SparseCategoricalCrossentropy(from_logits=True),
                  optimizer=opt, metrics=["accuracy"], **more)
    return m, opt


def dataset(tf, global_batch, shuffle=60000, seed=1):
    from common import fashion
    x, y = fashion("train")
    return tf.data.Dataset.from_tensor_slices((x, y)).shuffle(shuffle, seed=seed).repeat().batch(global_batch)


def step_callback(tf, clock):
    class Steps(tf.keras.callbacks.Callback):
        _supports_tf_logs = True

        def on_epoch_begin(self, epoch, logs=None):
            clock.pause()

        def on_train_batch_end(self, batch, logs=None):
            clock.tick()
    return Steps()


def run_fit(tf, args, strategy, global_batch, clock):
    """Model.fit, as in 'Multi-worker training with Keras'."""
    scope = strategy.scope() if strategy else __import__("contextlib").nullcontext()
    ds = dataset(tf, global_batch, seed=args.seed)
    with scope:
        m, _ = build(tf, args.model, compiled=True, steps_per_execution=args.steps_per_execution)
    epochs = -(-(args.warmup + args.steps) // (args.epoch_steps - 1))
    h = m.fit(ds, epochs=epochs, steps_per_epoch=args.epoch_steps, verbose=0,
              callbacks=[step_callback(tf, clock)])
    acc = h.history.get("accuracy") or h.history.get("compile_metrics") or [None]
    return h.history["loss"][-1], acc[-1]


def run_custom(tf, args, strategy, global_batch, clock):
    """The loop of 'Custom training with tf.distribute.Strategy'."""
    import contextlib
    scope = strategy.scope() if strategy else contextlib.nullcontext()
    ds = dataset(tf, global_batch, seed=args.seed)
    if strategy:
        ds = strategy.experimental_distribute_dataset(ds)
    with scope:
        m, opt = build(tf, args.model)
        loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
        accuracy = tf.keras.metrics.SparseCategoricalAccuracy()
        if args.keras == 3:      # Keras 3 cannot make its slots inside strategy.run
            opt.build(m.trainable_variables)

        def step_fn(inputs):
            x, y = inputs
            with tf.GradientTape() as tape:
                logits = m(x, training=True)
                loss = tf.nn.compute_average_loss(loss_object(y, logits), global_batch_size=global_batch)
            g = tape.gradient(loss, m.trainable_variables)
            opt.apply_gradients(zip(g, m.trainable_variables))
            accuracy.update_state(y, logits)
            return loss

        @tf.function
        def train_step(inputs):
            if not strategy:
                return step_fn(inputs)
            per = strategy.run(step_fn, args=(inputs,))
            return strategy.reduce(tf.distribute.ReduceOp.SUM, per, axis=None)

    it = iter(ds)
    total, n = 0.0, args.warmup + args.steps + 1
    last = []
    for i in range(n):
        loss = train_step(next(it))
        total += loss            # as the guide does; also makes the step complete
        clock.tick()
        last.append(loss)
        if i == n - 70:
            accuracy.reset_state()
    last = [float(v) for v in last[-69:]]
    return sum(last) / len(last), float(accuracy.result())


def run(tf, args, strategy, global_batch, clock):
    return (run_fit if args.loop == "fit" else run_custom)(tf, args, strategy, global_batch, clock)
