#!/usr/bin/env python
# SPDX-License-Identifier: Apache-2.0
"""TensorFlow MirroredStrategy over logical CPU devices of one process."""
from common import Clock, emit, flags, result
import tf_common as T

p = T.add_flags(flags(__doc__), loop="custom")
p.add_argument("--replicas", type=int, default=2)
args = p.parse_args()
tf = T.choose_keras(args)
cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * args.replicas)
strategy = tf.distribute.MirroredStrategy(["/cpu:%d" % i for i in range(args.replicas)])
n = strategy.num_replicas_in_sync
clock = Clock()
loss, acc = T.run(tf, args, strategy, args.batch * n, clock)
emit(result("tf_mirrored", args, n, args.batch * n, clock, loss, acc,
            framework="tensorflow " + tf.__version__, keras=args.keras, loop=args.loop))
