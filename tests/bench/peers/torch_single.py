#!/usr/bin/env python
# SPDX-License-Identifier: Apache-2.0
"""PyTorch, one process: eager, or --compile."""
import sys
import time

from common import Clock, emit, flags, result
import torch
import torch_common as T

p = T.add_flags(flags(__doc__))
p.add_argument("--compile", action="store_true")
p.add_argument("--channels-last", action="store_true")
args = p.parse_args()
torch.manual_seed(args.seed)
if args.threads:
    torch.set_num_threads(args.threads)
m = T.build(args.model, args.keras_init)
if args.channels_last:
    m = m.to(memory_format=torch.channels_last)
opt = T.optimizer(args.model, m, args.lr)
run = torch.compile(m) if args.compile else m
clock = Clock()
t = time.time()
loss, acc = T.train(args, run, opt, T.batches(args), clock)
more = {"train_s": round(time.time() - t, 1)}
if args.eval:
    more["train_acc"], more["train_loss"] = (round(v, 4) for v in T.evaluate(m, "train"))
    more["test_acc"], more["test_loss"] = (round(v, 4) for v in T.evaluate(m, "test"))
emit(result("torch_single" + ("_compile" if args.compile else ""), args, 1, args.batch, clock, loss, acc,
            framework="torch " + torch.__version__, loader=args.loader, **more))
