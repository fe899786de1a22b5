// SPDX-License-Identifier: Apache-2.0
// Every refusal of a run file, word for word.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/spec/run/sidecar.h"
#include "tests/unit/spec/spec_testing.h"

namespace trainyard::spec {
namespace {

struct Refusal {
    const char* set;  ///< one --set over the smallest run file
    const char* code;
    const char* message;  ///< "path: message"
    const char* fix;
};

// clang-format off
const Refusal kRefusals[] = {
    {"train.data.batch_size=0", "spec.out_of_range",
     "train.data.batch_size: 0 is out of range (expected an integer from 1 to 16777216)",
     ""},
    {"train.data.batch_size=ten", "spec.wrong_type",
     "train.data.batch_size: \"ten\" has the wrong type (expected an integer from 1 to 16777216)",
     ""},
    {"train.data.batch_size=2.5", "spec.wrong_type",
     "train.data.batch_size: 2.5 has the wrong type (expected an integer from 1 to 16777216)",
     ""},
    {"train.data.batch_size=1e30", "spec.wrong_type",
     "train.data.batch_size: 1e+30 has the wrong type (expected an integer from 1 to 16777216)",
     ""},
    {"train.data.batch=3", "spec.unknown_key",
     "train.data.batch: unknown key `batch`; known here: train, validation, batch_size, shard, validation_shard, shuffle, repeat, drop_remainder, uneven",
     ""},
    {"train.data.drop_remainder=yes", "spec.wrong_type",
     "train.data.drop_remainder: \"yes\" has the wrong type (expected true or false)",
     ""},
    {"train.epocs=3", "spec.unknown_key",
     "train.epocs: unknown key `epocs`; did you mean `epochs`?",
     "rename `epocs` to `epochs`"},
    {"foo=3", "spec.unknown_key",
     "foo: unknown key `foo`; known here: trainyard, name, train, device, strategy, cluster, checkpoint, on_failure, inject, tf_config, seed, command, env, cwd, logdir, metrics, stop_grace_seconds",
     ""},
    {"trainyard=2", "spec.not_allowed",
     "trainyard: 2 is not allowed here (expected 1)",
     ""},
    {"name=12", "spec.wrong_type",
     "name: 12 has the wrong type (expected text); put it in quotes",
     ""},
    {"name=", "spec.wrong_type",
     "name: null has the wrong type (expected text)",
     ""},
    {"name=\"a\\nb\"", "spec.not_allowed",
     "name: a name cannot have the character \\x0a",
     ""},
    {"name=\"a\\u202eb\"", "spec.not_allowed",
     "name: a name cannot have the character \\u202e",
     ""},
    {"name=\"a\\eb\"", "spec.not_allowed",
     "name: a name cannot have the character \\x1b",
     ""},
    {"checkpoint.disk_budget_bytes=9007199254740993", "spec.out_of_range",
     "checkpoint.disk_budget_bytes: 9007199254740993 is out of range (expected an integer from 0 to 9007199254740992)",
     ""},
    {"cluster={worker: [\"a\\u202eb:1\"]}", "cluster.bad_node",
     "cluster.worker[0]: \"a\\u202eb:1\" is not a node: it has the character \\u202e",
     ""},
    {"train.model={builtin: fashion_cn}", "spec.not_allowed",
     "train.model.builtin: \"fashion_cn\" is not allowed here (expected mnist_cnn, fashion_cnn or mlp); did you mean fashion_cnn?",
     "write fashion_cnn"},
    {"train.model=fashion_cnn", "spec.wrong_type",
     "train.model: \"fashion_cnn\" is not allowed here (expected {builtin: …}, {layers: …}, {saved: …}, {torchscript: …} or {plugin: …})",
     ""},
    {"train.model={layers: [flatten, {dense: {units: 0}}]}", "spec.out_of_range",
     "train.model.layers[1].dense.units: 0 is out of range (expected an integer from 1 to 16777216)",
     ""},
    {"train.model={plugin: x, option: {}}", "spec.unknown_key",
     "train.model.option: unknown key `option`; did you mean `options`?",
     "rename `option` to `options`"},
    {"train.model={builtin: mlp, layers: []}", "spec.wrong_type",
     "train.model: only one of `builtin` and `layers` can be given",
     ""},
    {"train.model={saved: x, foo: 1}", "spec.unknown_key",
     "train.model.foo: unknown key `foo`; known here: saved",
     ""},
    {"train.model={}", "spec.wrong_type",
     "train.model: an empty map is not allowed here (expected {builtin: …}, {layers: …}, {saved: …}, {torchscript: …} or {plugin: …})",
     ""},
    {"train.program={plugin: x}", "program.two_ways",
     "train.program: the program creates its own model; only one of `model` and `program` can be given",
     "remove `train.model` or `train.program`"},
    {"train.program={options: {}}", "spec.missing_key",
     "train.program.plugin: the key `plugin` is missing",
     ""},
    {"train.data.train={csv: {file: a.csv}}", "spec.wrong_type",
     "train.data.train.csv: a map with the key `file` is not allowed here (expected text or {files: …}); did you mean files?",
     "write files"},
    {"train.data.train={npy: {features: a, labels: b, dtype: half}}", "spec.not_allowed",
     "train.data.train.npy.dtype: \"half\" is not allowed here (expected auto, float32, float64 or int64)",
     ""},
    {"train.data.train={parquet: a}", "spec.wrong_type",
     "train.data.train: a map with the key `parquet` is not allowed here (expected {builtin: …}, {idx: …}, {csv: …}, {npy: …}, {images: …}, {cifar10: …}, {tfrecord: …} or {plugin: …})",
     ""},
    {"train.data.train={idx: {images: a}}", "spec.missing_key",
     "train.data.train.idx.labels: the key `labels` is missing",
     ""},
    {"train.data.validation=none", "spec.wrong_type",
     "train.data.validation: \"none\" is not allowed here (expected null, {builtin: …}, {idx: …}, {csv: …}, {npy: …}, {images: …}, {cifar10: …}, {tfrecord: …} or {plugin: …})",
     ""},
    {"train.data.shard=dat", "spec.not_allowed",
     "train.data.shard: \"dat\" is not allowed here (expected auto, file, data or off)",
     ""},
    {"train.data.uneven=padd", "spec.not_allowed",
     "train.data.uneven: \"padd\" is not allowed here (expected join, drop or pad); did you mean pad?",
     "write pad"},
    {"train.data.shuffle={buffer: 0}", "spec.out_of_range",
     "train.data.shuffle.buffer: 0 is out of range (expected an integer from 1 to 2147483647)",
     ""},
    {"train.data.shuffle=1", "spec.wrong_type",
     "train.data.shuffle: 1 is not allowed here (expected true, false or {buffer: …})",
     ""},
    {"train.data.repeat=true", "spec.endless_epoch",
     "train.data.repeat: true makes the data endless, so that an epoch has no end; set `train.steps_per_epoch`, or repeat: auto",
     "set repeat to auto"},
    {"train.data.repeat=maybe", "spec.not_allowed",
     "train.data.repeat: \"maybe\" is not allowed here (expected auto, true or false)",
     ""},
    {"train.loss=hinge", "spec.not_allowed",
     "train.loss: \"hinge\" is not allowed here (expected sparse_categorical_crossentropy, categorical_crossentropy, binary_crossentropy, mean_squared_error, mean_absolute_error, {sparse_categorical_crossentropy: …}, {categorical_crossentropy: …} or {binary_crossentropy: …})",
     ""},
    {"train.loss={binary_crossentropy: {from_logits: 1}}", "spec.wrong_type",
     "train.loss.binary_crossentropy.from_logits: 1 has the wrong type (expected true or false)",
     ""},
    {"train.optimizer={adamw: {lr: 1}}", "spec.unknown_key",
     "train.optimizer.adamw.lr: unknown key `lr`; known here: learning_rate, beta_1, beta_2, epsilon, amsgrad, weight_decay",
     ""},
    {"train.optimizer={rmsprop: {rho: 1}}", "spec.out_of_range",
     "train.optimizer.rmsprop.rho: 1 is out of range (expected a number ≥ 0 and < 1)",
     ""},
    {"train.optimizer={adm: {}}", "spec.wrong_type",
     "train.optimizer: a map with the key `adm` is not allowed here (expected {sgd: …}, {adam: …}, {adamw: …}, {rmsprop: …} or {adagrad: …})",
     ""},
    {"train.epochs={min: 1, max: 3, often: 2}", "spec.wrong_type",
     "train.epochs: a map with the keys `max`, `min` and `often` has the wrong type (expected an integer from 1 to 1000000)",
     ""},
    {"train.optimizer={sgd: {lr: 0.1}}", "spec.unknown_key",
     "train.optimizer.sgd.lr: unknown key `lr`; known here: learning_rate, momentum, nesterov, weight_decay",
     ""},
    {"train.optimizer={sgd: {learning_rate: {steps: {boundaries: [10], values: [1]}}}}", "spec.out_of_range",
     "train.optimizer.sgd.learning_rate.steps.values: the list has 1 entries (expected at least 2)",
     ""},
    {"train.optimizer={sgd: {learning_rate: -1}}", "spec.out_of_range",
     "train.optimizer.sgd.learning_rate: -1 is out of range (expected a number from 0 to 1000000)",
     ""},
    {"train.optimizer={adam: {beta_1: 1}}", "spec.out_of_range",
     "train.optimizer.adam.beta_1: 1 is out of range (expected a number ≥ 0 and < 1)",
     ""},
    {"train.optimizer={sgd: {}, adam: {}}", "spec.wrong_type",
     "train.optimizer: only one of `sgd` and `adam` can be given",
     ""},
    {"train.metrics=[accuracy, auc]", "spec.not_allowed",
     "train.metrics[1]: \"auc\" is not allowed here (expected accuracy, mean_squared_error or mean_absolute_error)",
     ""},
    {"train.metrics=[precision]", "spec.not_allowed",
     "train.metrics[0]: \"precision\" is not allowed here (expected accuracy, mean_squared_error or mean_absolute_error)",
     ""},
    {"train.steps_per_execution=0", "spec.out_of_range",
     "train.steps_per_execution: 0 is out of range (expected an integer from 1 to 1000000)",
     ""},
    {"train.optimizer={sgd: {learning_rate: {steps: {boundaries: [10, 10], values: [1, 2, 3]}}}}", "spec.schedule",
     "train.optimizer.sgd.learning_rate.steps: the boundaries must rise from one to the next",
     ""},
    {"train.early_stopping={monitor: val_loss}", "checkpoint.no_metric",
     "train.early_stopping.monitor: no epoch measures `val_loss` (expected one of loss, accuracy)",
     "name a metric that is measured"},
    {"train.early_stopping={monitor: loss, patienc: 3}", "spec.unknown_key",
     "train.early_stopping.patienc: unknown key `patienc`; did you mean `patience`?",
     "rename `patienc` to `patience`"},
    {"train.callbacks=[{csv_log: {}}, {reduce_on_plateau: {monitor: los}}]", "checkpoint.no_metric",
     "train.callbacks[1].reduce_on_plateau.monitor: no epoch measures `los` (expected one of loss, accuracy)",
     "name a metric that is measured"},
    {"train.callbacks=[{learning_rate_table: {epochs: [3, 3], rates: [1, 2]}}]", "spec.schedule",
     "train.callbacks[0].learning_rate_table.epochs: the epochs must rise from one to the next",
     ""},
    {"train.callbacks=[{learning_rate_table: {epochs: [3], rates: [1, 2]}}]", "spec.schedule",
     "train.callbacks[0].learning_rate_table.rates: epochs: 1, rates: 2; give one rate for each epoch",
     ""},
    {"train.callbacks=[{learning_rate_table: {epochs: [3], rates: [1.0e+300]}}]", "spec.out_of_range",
     "train.callbacks[0].learning_rate_table.rates[0]: 1e+300 is out of range (expected a number from 0 to 1000000)",
     ""},
    {"train.callbacks=[{reduce_on_plateau: {min_learning_rate: 1.0e+300}}]", "spec.out_of_range",
     "train.callbacks[0].reduce_on_plateau.min_learning_rate: 1e+300 is out of range (expected a number from 0 to 1000000)",
     ""},
    {"train.callbacks=[{csv_log: {}}, {csv_log: {separator: ;}}]", "callback.same_file",
     "train.callbacks[1].csv_log.file: train.callbacks[0].csv_log writes the same file",
     "give each csv_log a file of its own"},
    {"train.callbacks=[{csv_log: {separator: ab}}]", "spec.out_of_range",
     "train.callbacks[0].csv_log.separator: has 2 bytes (at most 1 are allowed)",
     ""},
    {"checkpoint.name=../{step}", "checkpoint.name",
     "checkpoint.name: `../{step}` cannot name checkpoints: it begins with `.`", "for example weights.{epoch:02d}-{val_loss:.2f}"},
    {"checkpoint.name=a/{step}", "checkpoint.name",
     "checkpoint.name: `a/{step}` cannot name checkpoints: it is the name of one file, without `/`",
     "for example weights.{epoch:02d}-{val_loss:.2f}"},
    {"checkpoint.name=w{step:.2f}", "checkpoint.name",
     "checkpoint.name: `w{step:.2f}` cannot name checkpoints: `step:.2f` is not a field (expected one such as epoch:02d, step or val_loss:.2f)",
     "for example weights.{epoch:02d}-{val_loss:.2f}"},
    {"checkpoint.name=ckpt-{step}", "checkpoint.name",
     "checkpoint.name: the names that checkpoints have in any case begin with `ckpt-`", "begin it with another word"},
    {"checkpoint.name=w{val_loss:.2f}", "checkpoint.name",
     "checkpoint.name: several checkpoints would have one name by `w{val_loss:.2f}`", "add {epoch} or {step} to it"},
    {"checkpoint.name=w{step}-{val_los}", "checkpoint.name",
     "checkpoint.name: no epoch measures `val_los` (expected one of loss, accuracy)",
     "name a metric that is measured"},
    {"checkpoint={every: {steps: 5}, name: 'w{epoch}'}", "checkpoint.name",
     "checkpoint.name: several checkpoints would have one name by `w{epoch}`", "add {step} to it"},
    {"checkpoint.best_mode=max", "checkpoint.unused_key",
     "checkpoint.best_mode: `checkpoint.best` names no metric that this could be the mode of",
     "remove the key, or set checkpoint.best"},
    {"train.precision=bfloat15", "spec.not_allowed",
     "train.precision: \"bfloat15\" is not allowed here (expected float32, float64, bfloat16 or float16); did you mean "
     "bfloat16?",
     "write bfloat16"},
    {"train.gradient={clip_norm: -1}", "spec.out_of_range",
     "train.gradient.clip_norm: -1 is out of range (expected a number ≥ 0)",
     ""},
    {"train.gradient.accumulate=0", "spec.out_of_range",
     "train.gradient.accumulate: 0 is out of range (expected an integer from 1 to 1000000)",
     ""},
    {"device=gpu", "spec.not_allowed",
     "device: \"gpu\" is not allowed here (expected auto, cpu or cuda)",
     ""},
    {"strategy={multi_worker_mirored: {}}", "spec.unknown_strategy",
     "strategy.multi_worker_mirored: unknown strategy `multi_worker_mirored`; did you mean `multi_worker_mirrored`?",
     "rename `multi_worker_mirored` to `multi_worker_mirrored`"},
    {"strategy={foo: {}}", "spec.unknown_strategy",
     "strategy.foo: unknown strategy `foo`; known here: multi_worker_mirrored",
     ""},
    {"strategy={}", "spec.out_of_range",
     "strategy: has 0 keys (expected exactly one)",
     ""},
    {"train.data.train={tfrecord: a.tfrecord, features: {}}", "spec.out_of_range",
     "train.data.train.features: has 0 keys (expected at least 1)",
     ""},
    {"strategy.multi_worker_mirrored.timeout_seconds=0", "spec.out_of_range",
     "strategy.multi_worker_mirrored.timeout_seconds: 0 is out of range (expected an integer from 1 to 604800)",
     ""},
    {"strategy.multi_worker_mirrored.timout_seconds=9", "spec.unknown_key",
     "strategy.multi_worker_mirrored.timout_seconds: unknown key `timout_seconds`; did you mean `timeout_seconds`?",
     "rename `timout_seconds` to `timeout_seconds`"},
    {"strategy=multi_worker_mirrored", "spec.wrong_type",
     "strategy: \"multi_worker_mirrored\" has the wrong type (expected a map such as {multi_worker_mirrored: …})",
     ""},
    {"cluster={worker: [local:12345, 'localhost:12345']}", "cluster.duplicate_address",
     "cluster.worker[1]: worker:0 and worker:1 have the same address localhost:12345; give each task its own port, or omit the port to have one chosen",
     "leave out the port of worker:1"},
    {"cluster={chief: [local, local], worker: [local]}", "cluster.two_chiefs",
     "cluster.chief: 2 tasks are chief, but a cluster has at most one (without any, worker:0 is chief)",
     "keep chief:0 and make the others workers"},
    {"cluster={chief: [local]}", "cluster.too_few_tasks",
     "cluster.worker: 0 tasks have the role worker, and the strategy multi_worker_mirrored needs at least 1",
     "add `worker: [local]`"},
    {"cluster={worker: []}", "spec.out_of_range",
     "cluster.worker: must not be empty",
     ""},
    {"cluster={workers: [local]}", "cluster.unknown_role",
     "cluster.workers: unknown role `workers`; did you mean `worker`?",
     "rename `workers` to `worker`"},
    {"cluster={evaluator: [local], worker: [local]}", "evaluation.no_data",
     "cluster.evaluator: the evaluator has nothing to evaluate: `train.data.validation` is null",
     "remove `evaluator`, or give `train.data.validation`"},
    {"train.validation_steps=5", "validation.no_data",
     "train.validation_steps: there is nothing to validate on: `train.data.validation` is null",
     "remove the key, or give `train.data.validation`"},
    {"train.validation_batch_size=5", "validation.no_data",
     "train.validation_batch_size: there is nothing to validate on: `train.data.validation` is null",
     "remove the key, or give `train.data.validation`"},
    {"train.validation_freq=2", "validation.no_data",
     "train.validation_freq: there is nothing to validate on: `train.data.validation` is null",
     "remove the key, or give `train.data.validation`"},
    {"train.evaluation={inline: {}}", "validation.no_data",
     "train.evaluation: there is nothing to validate on: `train.data.validation` is null",
     "remove the key, or give `train.data.validation`"},
    {"inject={step: 5, epoch: 0}", "inject.two_ways",
     "inject: a run is interrupted once: at a `step`, or at the end of an `epoch`",
     "remove one of the two"},
    {"tf_config={cluster: {worker: ['a:1']}}", "tf_config.unused_key",
     "tf_config.cluster: `cluster` of a task's TF_CONFIG comes from the run's `cluster`; `tf_config` has its other keys",
     "remove the key"},
    {"tf_config={task: {index: 1, trial: '7'}}", "tf_config.unused_key",
     "tf_config.task.index: `index` of a task's TF_CONFIG comes from the run's `cluster`; `tf_config` has its other keys",
     "remove the key"},
    {"train.evaluation={sidecar: {checkpoints: oldest}}", "spec.not_allowed",
     "train.evaluation.sidecar.checkpoints: \"oldest\" is not allowed here (expected newest or every)", ""},
    {"cluster={worker: ['local:99999']}", "cluster.port_range",
     "cluster.worker[0]: \"local:99999\": the port is out of range (expected 1 to 65535, or 0 for an automatic one)",
     "leave out the port of worker:0"},
    {"cluster={worker: [{node: local, port: 70000}]}", "spec.out_of_range",
     "cluster.worker[0].port: 70000 is out of range (expected an integer from 0 to 65535)",
     ""},
    {"cluster={worker: [{node: local, cpus: [3-0]}]}", "cluster.bad_cpus",
     "cluster.worker[0]: \"3-0\" is not a CPU range (expected a number or first-last, such as 0-3)",
     ""},
    {"cluster={worker: [{node: local, gpus: [0, 1]}, {node: local, gpus: [2]}]}", "device.count",
     "cluster.worker[1].gpus: the number of GPUs differs: 1 in this task, 2 in another one; every task needs the same number of replicas",
     "make the two numbers equal"},
    {"cluster={worker: [{port: 1}]}", "spec.wrong_type",
     "cluster.worker[0]: a map with the key `port` is not allowed here (expected text or {node: …})",
     ""},
    {"cluster={worker: 2}", "spec.wrong_type",
     "cluster.worker: 2 has the wrong type (expected a list)",
     ""},
    {"cluster={worker: [3]}", "spec.wrong_type",
     "cluster.worker[0]: 3 is not allowed here (expected text or {node: …})",
     ""},
    {"checkpoint.every=steps", "spec.not_allowed",
     "checkpoint.every: \"steps\" is not allowed here (expected epoch, never, {epochs: …} or {steps: …})",
     ""},
    {"checkpoint.every={steps: 0}", "spec.out_of_range",
     "checkpoint.every.steps: 0 is out of range (expected an integer from 1 to 2147483647)",
     ""},
    {"checkpoint.backup_and_restore={every: never}", "spec.not_allowed",
     "checkpoint.backup_and_restore.every: \"never\" is not allowed here (expected epoch or {steps: …})",
     ""},
    {"checkpoint={dir: /a/b, backup_and_restore: {dir: /a/c/../b/}}", "checkpoint.same_dir",
     "checkpoint.backup_and_restore.dir: checkpoint.dir and checkpoint.backup_and_restore.dir are the same folder, /a/b: the backup is deleted once the run has succeeded; give each its own folder",
     "remove `dir`: the backup then has its own folder next to the run's checkpoints"},
    {"train.data.shard=hint", "not_yet",
     "train.data.shard: `train.data.shard: hint` is part of Trainyard's run file, but this version can't read hints of a data set; use file or data",
     ""},
    {"train.data.shard=hints", "spec.not_allowed",
     "train.data.shard: \"hints\" is not allowed here (expected auto, file, data or off)",
     ""},
    {"checkpoint.best=Val Loss", "spec.not_allowed",
     "checkpoint.best: \"Val Loss\" has characters that are not allowed here",
     ""},
    {"on_failure.restarts=-1", "spec.out_of_range",
     "on_failure.restarts: -1 is out of range (expected an integer from 0 to 1000000)",
     ""},
    {"inject={step: 0}", "spec.out_of_range",
     "inject.step: 0 is out of range (expected an integer from 1 to 2147483647)",
     ""},
    {"seed=-1", "spec.out_of_range",
     "seed: -1 is out of range (expected an integer from 0 to 4294967295)",
     ""},
    {"seed=4294967296", "spec.out_of_range",
     "seed: 4294967296 is out of range (expected an integer from 0 to 4294967295)",
     ""},
    {"command=[python3, main.py]", "command.two_ways",
     "command: the program brings its own training; only one of `train` and `command` can be given",
     "remove `train` or `command`"},
    {"env={A: b}", "command.missing",
     "env: only a run of a `command` uses this key",
     "remove the key"},
    {"train.initial_epoch=10", "spec.out_of_range",
     "train.initial_epoch: 10 leaves no epoch to train: `epochs` is 10 (expected less)",
     ""},
    {"train.epochs.foo=3", "spec.wrong_type",
     "train.epochs: a map with the key `foo` has the wrong type (expected an integer from 1 to 1000000)",
     ""},
    {"cluster.worker.0=local", "spec.wrong_type",
     "cluster.worker: a map with the key `0` has the wrong type (expected a list)",
     ""},
    {"train.optimizer=[", "spec.syntax",
     "train.optimizer: a key must be text (or a bracket is not closed)",
     ""},
};
// clang-format on

TEST(Refusals, SayWhereWhatAndWhatWasExpected) {
    for (const Refusal& row : kRefusals) {
        SCOPED_TRACE(row.set);
        const auto loaded = loadWith({row.set});
        EXPECT_FALSE(loaded.ok());
        ASSERT_EQ(loaded.problems.size(), 1u) << printed(loaded.problems);
        const v1::Problem& p = loaded.problems[0];
        EXPECT_EQ(p.severity(), v1::Problem::ERROR);
        EXPECT_EQ(p.code(), row.code);
        EXPECT_EQ(p.file(), "--set");
        EXPECT_EQ(p.line(), 0);
        EXPECT_EQ(p.path() + ": " + p.message(), row.message);
        EXPECT_EQ(p.fix(), row.fix);
    }
}

/// Early stopping beside an evaluator, and with another way to keep the best.
TEST(Refusals, EarlyStoppingHasOneOwner) {
    const std::vector<std::string> evaluator{"train.data.validation={builtin: fashion_mnist_test}",
                                             "cluster={worker: [local], evaluator: [local]}"};
    const auto codesOf = [&](std::vector<std::string> sets, bool isBeside) {
        sets.insert(sets.begin(), evaluator.begin(), evaluator.begin() + (isBeside ? 2 : 1));
        std::string codes;
        for (const v1::Problem& p : loadWith(sets).problems) codes += p.code() + " " + p.path() + " ";
        return codes;
    };
    EXPECT_EQ(codesOf({"train.early_stopping={patience: 2}"}, true), "");
    EXPECT_EQ(codesOf({"train.early_stopping={monitor: loss, restore_best: true}"}, true), "");
    EXPECT_EQ(codesOf({"train.early_stopping={restore_best: true}"}, true),
              "evaluation.unused_key train.early_stopping.restore_best ");
    EXPECT_EQ(codesOf({"train.early_stopping={}", "train.evaluation={sidecar: {patience: 2}}"}, true),
              "evaluation.two_ways train.early_stopping ");
    EXPECT_EQ(codesOf({"train.early_stopping={}", "train.evaluation={sidecar: {keep_best: false}}"}, true),
              "");
    EXPECT_EQ(codesOf({"train.early_stopping={restore_best: true}", "checkpoint.best=loss"}, false),
              "checkpoint.two_ways checkpoint.best ");
    const auto sidecar = sidecarOf(loadWith({evaluator[0], evaluator[1],
                                             "train.early_stopping={monitor: val_accuracy, mode: max, "
                                             "min_delta: 0.1}"})
                                       .spec);
    ASSERT_TRUE(sidecar);
    EXPECT_EQ(sidecar->monitor, "val_accuracy");
    EXPECT_EQ(sidecar->mode, "max");
    EXPECT_EQ(sidecar->patience, 1) << "the first evaluation without an improvement";
    EXPECT_EQ(sidecar->minDelta, 0.1);
}

TEST(Refusals, OfACommandRun) {
    const struct {
        const char* command;  ///< its YAML after the colon
        const char* further;
        const char* message;  ///< "line: path: message"
        const char* fix;
    } kCases[] = {
        {"python3 main.py --lr 0.1 --no-x", "",
         "2: command: \"python3 main.py --lr 0.1 --no-x\" has the wrong type (expected a list)",
         "write [python3, main.py, --lr, \"0.1\", --no-x]"},
        {"python3 main.py > log", "",
         "2: command: \"python3 main.py > log\" has the wrong type (expected a list)",
         "write the program and each of its arguments as an entry of a list"},
        {"[x]", "env: {A: b, B: true}", "3: env.B: true has the wrong type (expected text); put it in quotes",
         ""},
        {"[x]", "metrics: [{regex: 'loss ('}]",
         "3: metrics[0].regex: the pattern cannot be used: missing ): loss (; its syntax is RE2's, without "
         "look-around and back-references",
         "correct the pattern; a group is named as in (?P<loss>[0-9.]+)"},
        {"[x]", "metrics:\n  - format: json\n  - regex: 'loss (.*)'",
         "5: metrics[1].regex: no group of the pattern has a name, so that no value would be recorded",
         "name the group with the value, as in loss: (?P<loss>[0-9.e+-]+)"},
        {"[x]", "metrics: [{regex: '(?P<step>.*)'}]",
         "3: metrics[0].regex: no group of the pattern has a name, so that no value would be recorded",
         "name the group with the value, as in loss: (?P<loss>[0-9.e+-]+)"},
        {"[x]", "metrics: [{regex: '(?P<loss>.*)', step: it}]",
         "3: metrics[0].step: no group of the pattern is named `it`",
         "name the group with the step (?P<it>[0-9]+), or remove `step`"},
        {"[x]", "metrics: [{format: keras, step: it}]",
         "3: metrics[0].step: only `regex` and `format: json` use this key; the other formats have steps of "
         "their own",
         "remove the key"},
        {"[x]", "metrics: [{format: kears}]",
         "3: metrics[0].format: \"kears\" is not allowed here (expected keras, lightning, trainer or json); "
         "did "
         "you mean keras?",
         "write keras"},
        {"[x]", "metrics: [{regex: '(?P<x>.)', format: json}]",
         "3: metrics[0]: only one of `format` and `regex` can be given", ""},
    };
    for (const auto& row : kCases) {
        SCOPED_TRACE(fmt::format("{} {}", row.command, row.further));
        const auto loaded = load(fmt::format("name: own\ncommand: {}\n{}\n", row.command, row.further));
        EXPECT_FALSE(loaded.ok());
        ASSERT_EQ(loaded.problems.size(), 1u) << printed(loaded.problems);
        const v1::Problem& p = loaded.problems[0];
        EXPECT_EQ(fmt::format("{}: {}: {}", p.line(), p.path(), p.message()), row.message);
        EXPECT_EQ(p.fix(), row.fix);
    }
    const auto huge = load("name: own\ncommand: [x]\nmetrics: [{regex: '(?P<x>((a{1000}){1000}){1000})'}]\n");
    EXPECT_FALSE(huge.ok()) << "a pattern too large for its automaton";
    for (const char* good : {"{format: lightning}", "{format: json, step: it}", "{regex: '(?P<a>.)'}",
                             "{regex: '(?P<it>.)(?P<step>.)', step: it}"})
        EXPECT_TRUE(load(fmt::format("name: own\ncommand: [x]\nmetrics: [{}]\n", good)).ok()) << good;
}

TEST(Refusals, OfAFileCarryTheLine) {
    const struct {
        const char* from;
        const char* to;
        const char* expected;
    } kCases[] = {
        {"train: {builtin: fashion_mnist}", "train: {builtin: fashion_mnist}\n    batch_size: 0",
         "spec.out_of_range | f.yaml:7: train.data.batch_size: 0 is out of range (expected an integer from 1 "
         "to 16777216)"},
        {"restarts: 0", "restart: 0",
         "spec.unknown_key | f.yaml:8: on_failure.restart: unknown key `restart`; did you mean `restarts`?"},
        {"model: {builtin: mlp}", "epochs: 1",
         "spec.missing_key | f.yaml:3: train.model: one of the keys `model` or `program` is required"},
        {"trainyard: 1", "trainyard: 2",
         "spec.not_allowed | f.yaml:1: trainyard: 2 is not allowed here (expected 1)"},
        {"name: small\n", "", "spec.missing_key | f.yaml: name: the key `name` is missing"},
        {"name: small", "name: small\ndevice: tpu",
         "spec.not_allowed | f.yaml:3: device: \"tpu\" is not allowed here (expected auto, cpu or cuda)"},
    };
    for (const auto& row : kCases) {
        std::string text = kSmallest;
        ASSERT_NE(text.find(row.from), std::string::npos);
        text.replace(text.find(row.from), std::string(row.from).size(), row.to);
        const auto loaded = load(text);
        EXPECT_FALSE(loaded.ok());
        const std::string found = printed(loaded.problems);
        EXPECT_EQ(printed(loaded.problems).find(row.expected) == std::string::npos ? found : row.expected,
                  row.expected);
    }
}

TEST(Refusals, AllOfAFileComeAtOnceInTheOrderOfItsLines) {
    const auto loaded = load(
        "name: x\ndevice: gpu\ntrain:\n  epochs: 0\n  model: {builtin: mlp}\n  data: {train: {builtin: "
        "mnist}, batch_size: -1}\n");
    EXPECT_EQ(
        printed(loaded.problems),
        "spec.not_allowed | f.yaml:2: device: \"gpu\" is not allowed here (expected auto, cpu or cuda)\n"
        "spec.out_of_range | f.yaml:4: train.epochs: 0 is out of range (expected an integer from 1 to "
        "1000000)\n"
        "spec.out_of_range | f.yaml:6: train.data.batch_size: -1 is out of range (expected an integer from 1 "
        "to 16777216)");
}

TEST(Refusals, AFileThatIsNotThere) {
    const auto loaded = loadRunFile("/nowhere/run.yaml", {}, strategies(), "/");
    ASSERT_EQ(loaded.problems.size(), 1u);
    EXPECT_EQ(loaded.problems[0].code(), "spec.unreadable");
    EXPECT_NE(describe(loaded.problems[0]).find("/nowhere/run.yaml"), std::string::npos);
    EXPECT_NE(describe(loaded.problems[0]).find("No such file or directory"), std::string::npos);
}

TEST(Refusals, OfAnOverrideThatIsNone) {
    for (const char* text : {"", "train.epochs", "=3", ".a=1", "a.=1", "a..b=1", "a b=1"}) {
        const auto parsed = parseOverride(text);
        ASSERT_FALSE(parsed) << text;
        EXPECT_EQ(parsed.error().code, base::Code::kInvalidArgument);
    }
    EXPECT_EQ(parseOverride("a.b=c=d")->yaml, "c=d");
}

/// Each is refused in one line of words that quotes it.
TEST(Refusals, OfOddKeysAndValuesOfOverrides) {
    for (const char* text : {":0:=1", "train.:0:=2", "[0]=1", "train[0]=1", "train.data.train[x]=1", "a:b=1",
                             "?=1", "seed={", "seed=[1", "seed=:0:", "seed=&a", "seed=*a", "seed=!!binary x",
                             "seed=- 1", "seed=\"", "train.epochs=1\n2", "\u202e=1"}) {
        const auto parsed = parseOverride(text);
        std::vector<std::string> said;
        if (!parsed) {
            said.push_back(parsed.error().describe());
        } else {
            const auto loaded =
                loadRunText("name: x\ntrain:\n  model: {builtin: mlp}\n  data: {train: {builtin: mnist}}\n",
                            "x.yaml", "/", {*parsed}, strategies());
            for (const v1::Problem& problem : loaded.problems)
                if (problem.severity() == v1::Problem::ERROR) said.push_back(describe(problem));
        }
        ASSERT_FALSE(said.empty()) << text;
        for (const std::string& line : said) {
            EXPECT_EQ(line.find('\n'), line.npos) << text << ": " << line;
            EXPECT_EQ(line.find("exception"), line.npos) << text << ": " << line;
        }
    }
}

/// The devices that `mirrored` names.
TEST(Refusals, DevicesThatCannotBeReplicas) {
    const StrategyInfos known =
        plugin::Catalog::loadFrom({TRAINYARD_SOURCE_DIR "/plugins/strategies/mirrored"}).strategies();
    const auto found = [&](const std::string& options, const std::string& device) {
        const LoadedSpec loaded =
            loadRunText(kSmallest, "f.yaml", "/base",
                        {{"strategy", "{mirrored: " + options + "}"}, {"device", device}}, known);
        std::string codes;
        for (const v1::Problem& p : loaded.problems) codes += p.code() + " " + p.path() + "\n";
        return codes;
    };
    EXPECT_EQ(found("{devices: [cpu:0, cpu:1]}", "auto"), "");
    EXPECT_EQ(found("{devices: [cpu:0, cpu:1]}", "cpu"), "");
    EXPECT_EQ(found("{devices: [gpu:0]}", "auto"), "");
    EXPECT_EQ(found("{devices: [gpu:0]}", "cuda"), "");
    EXPECT_EQ(found("{devices: [gpu:0], cross_device: reduce_to_one}", "cuda"),
              "strategy.unused_option strategy.mirrored.cross_device\n");
    EXPECT_EQ(found("{devices: [cpu:0, cpu:1], replicas: 2}", "auto"),
              "strategy.two_ways strategy.mirrored.replicas\n");
    EXPECT_EQ(found("{devices: [cpu:7]}", "auto"), "strategy.device_number strategy.mirrored.devices\n");
    EXPECT_EQ(found("{devices: [cpu:2, cpu:0]}", "auto"),
              "strategy.device_number strategy.mirrored.devices\n");
    EXPECT_EQ(found("{devices: [cpu:1, cpu:0]}", "auto"), "");
    EXPECT_EQ(found("{devices: [cpu:0, gpu:0]}", "auto"), "not_yet strategy.mirrored.devices\n");
    EXPECT_EQ(found("{devices: [gpu:0, gpu:1]}", "auto"), "");
    EXPECT_EQ(found("{devices: [gpu:0, gpu:1], cross_device: reduce_to_one}", "auto"), "");
    EXPECT_EQ(found("{replicas: 2, cross_device: reduce_to_one}", "auto"), "") << "on CPUs";
    EXPECT_EQ(found("{replicas: 2, cross_device: nccl}", "cpu"),
              "device.two_ways strategy.mirrored.cross_device\n");
    EXPECT_EQ(found("{devices: [cpu:0, cpu:1], cross_device: nccl}", "auto"),
              "device.two_ways strategy.mirrored.cross_device\n");
    EXPECT_EQ(found("{devices: [gpu:1]}", "auto"), "strategy.device_number strategy.mirrored.devices\n");
    EXPECT_EQ(found("{devices: [cpu:0, cpu:1]}", "cuda"), "device.two_ways strategy.mirrored.devices\n");
    EXPECT_EQ(found("{devices: [gpu:0]}", "cpu"), "device.two_ways strategy.mirrored.devices\n");
    EXPECT_EQ(found("{devices: [cpu:0, cpu:0]}", "auto"), "spec.not_allowed strategy.mirrored.devices[1]\n");
    EXPECT_EQ(found("{devices: [tpu:0]}", "auto"), "spec.not_allowed strategy.mirrored.devices[0]\n");
}

}  // namespace
}  // namespace trainyard::spec
