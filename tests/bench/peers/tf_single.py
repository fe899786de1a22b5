#!/usr/bin/env python
# SPDX-License-Identifier: Apache-2.0
"""TensorFlow, one process, no strategy."""
from common import Clock, emit, flags, result
import tf_common as T

args = T.add_flags(flags(__doc__)).parse_args()
tf = T.choose_keras(args)
clock = Clock()
loss, acc = T.run(tf, args, None, args.batch, clock)
emit(result("tf_single", args, 1, args.batch, clock, loss, acc,
            framework="tensorflow " + tf.__version__, keras=args.keras, loop=args.loop))
