// SPDX-License-Identifier: Apache-2.0
// No key of a run file is accepted and ignored: for every key of the schema and every kind of run a table
// says whether it has an effect, and where that comes from, or that it is refused by its name.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "core/base/file.h"
#include "run_kinds.h"

namespace trainyard::plugin {
namespace {

const std::string kAll = "omwaspche", kBuiltIn = "omwashe", kInStep = "omwhe", kPs = "as", kPrograms = "pc";

// ---- The table

/// A source by which a key has its effect, in the kinds of these letters: what it says there.
struct Effect {
    std::string kinds;
    const char* file;
    const char* token;
};
struct Key {
    const char* path;
    const char* value;  ///< not the default, as --set takes it
    std::vector<Effect> effects;
    std::string warned = "";  ///< kinds in which a warning says that more is needed
    const char* setAt = "";   ///< what is set instead of the key itself, where that is not a whole value
};

const char* const kTrainer = "core/engine/train/trainer.cpp";
const char* const kCourse = "core/engine/ledger/course.cpp";
const char* const kLedger = "core/engine/ledger/ledger.cpp";
const char* const kTrainingLoop = "core/engine/ledger/training_loop.cpp";
const char* const kInitialState = "core/engine/train/initial_state.cpp";
const char* const kEvaluation = "core/engine/eval/evaluator.h";
const char* const kCoordinated = "core/engine/ps/coordinated_trainer.cpp";
const char* const kClosures = "core/engine/ps/training_closures.cpp";
const char* const kStep = "core/engine/train/replica_step.cpp";
const char* const kProgress = "core/engine/loop/program_progress.cpp";
const char* const kLoop = "plugins/programs/custom_training/custom_training.cpp";
const char* const kPsLoop = "plugins/programs/parameter_server_loop/parameter_server_loop.cpp";
const char* const kSidecar = "core/engine/eval/sidecar.cpp";
const char* const kTask = "core/engine/task.cpp";
const char* const kSavePolicy = "core/engine/ledger/save_policy.cpp";
const char* const kBuiltInCallbacks = "core/engine/ledger/built_in_callbacks.cpp";
const char* const kRetention = "core/control/run/checkpoint_keeper.cpp";
const char* const kByHand = "core/engine/host/hand_host.cpp";
const char* const kRecovery = "core/control/run/recovery.cpp";
const char* const kInterrupt = "core/engine/ledger/interrupt.h";
const std::string kWithAgent = "omwaspce";

const std::vector<Key>& table() {
    static const std::vector<Key> all{
        {"trainyard", "2", {}},
        {"name",
         "other",
         {{kWithAgent + "x", "core/control/runs/run_row.cpp", "spec.name()"}, {"h", kByHand, "spec.name()"}}},
        {"train.model", "{builtin: fashion_cnn}", {{kBuiltIn, kInitialState, "spec::modelOf(spec)"}}},
        {"train.program.plugin", "nobody", {}},
        {"train.program.options", "{plugin: custom_training, options: {speed: 1}}", {}, "", "train.program"},
        {"train.data.train",
         "{builtin: fashion_mnist}",
         {{kBuiltIn + "p", kTask, "spec::trainDataOf(spec)"}}},
        {"train.data.validation",
         "{builtin: fashion_mnist_test}",
         {{kBuiltIn + "p", kTask, "spec::validationDataOf(spec)"}}},
        {"train.data.batch_size",
         "32",
         {{kInStep, kTrainer, "batch_size()"},
          {kPs, kCoordinated, "batch_size()"},
          {"p", kLoop, "job.batchSize()"}}},
        {"train.data.shard", "file", {{kInStep, kTrainer, ".shard()"}, {"p", kLoop, ".shard()"}}},
        {"train.data.shuffle", "false", {{kBuiltIn, kCourse, "spec::shuffleOf"}}},
        {"train.data.shuffle.buffer",
         "{buffer: 10}",
         {{kBuiltIn, kCourse, "spec::shuffleOf"}},
         "",
         "train.data.shuffle"},
        {"train.data.repeat", "false", {{kBuiltIn, kCourse, "spec::repeats"}}},
        {"train.data.drop_remainder", "true", {{kBuiltIn, kCourse, "drop_remainder()"}}},
        {"train.data.uneven", "pad", {{kInStep, kTrainer, ".uneven()"}}},
        {"train.loss", "mse", {{kInStep, kTrainer, "spec::lossOf"}, {kPs, kClosures, "spec::lossOf"}}},
        {"train.optimizer",
         "sgd",
         {{kInStep, kTrainer, "spec::optimizerOf"},
          {kPs, kCoordinated, "spec::optimizerOf"},
          {"p", kLoop, "job.optimizer()"},
          {"c", kPsLoop, "job.optimizer()"}}},
        {"train.metrics",
         "[]",
         {{kInStep, kTrainer, "spec::metricsOf"}, {kPs, kClosures, "spec::metricsOf"}}},
        {"train.epochs",
         "3",
         {{kBuiltIn, kCourse, "train.epochs()"}, {kPrograms, kProgress, "train().epochs()"}}},
        {"train.initial_epoch", "1", {{kBuiltIn, kCourse, "initial_epoch()"}}},
        {"train.steps_per_epoch",
         "5",
         {{kBuiltIn, kCourse, "steps_per_epoch()"}, {"c", kPsLoop, "steps_per_epoch()"}}},
        {"train.max_steps", "5", {{kBuiltIn, kCourse, "max_steps()"}, {"p", kProgress, "max_steps()"}}},
        {"train.steps_per_execution",
         "5",
         {{kInStep, kTrainer, "steps_per_execution()"}, {"a", kCoordinated, "steps_per_execution()"}}},
        {"train.validation_steps",
         "5",
         {{"omwh", kTrainer, "validation_steps()"},
          {kPs, kCoordinated, "validation_steps()"},
          {"e", kSidecar, "validation_steps()"}}},
        {"train.validation_batch_size",
         "5",
         {{"omwaseh", kEvaluation, "validation_batch_size()"},
          {"omwh", kTrainer, "validationBatchOf"},
          {kPs, kCoordinated, "validationBatchOf"},
          {"e", kSidecar, "validationBatchOf"}}},
        {"train.validation_freq", "2", {{"omwash", kTrainingLoop, "validation_freq()"}}},
        {"train.initial_weights", "/w.safetensors", {{kBuiltIn, kInitialState, "initial_weights()"}}},
        {"train.precision",
         "float64",
         {{kInStep, kTrainer, "precisionOf(spec)"}, {kPs, kClosures, "precisionOf(spec)"}}},
        {"train.batch_norm", "synchronized", {{kInStep, kStep, "batch_norm()"}}},
        {"train.gradient.clip_norm", "1", {{kInStep, kStep, "clip_norm()"}, {kPs, kClosures, "clip_norm()"}}},
        {"train.gradient.clip_value",
         "1",
         {{kInStep, kStep, "clip_value()"}, {kPs, kClosures, "clip_value()"}}},
        {"train.gradient.accumulate", "2", {{kInStep, kStep, "accumulate()"}}},
        {"train.save_summary_steps",
         "5",
         {{kBuiltIn, kLedger, "save_summary_steps()"}, {kPrograms, kProgress, "save_summary_steps()"}}},
        {"train.evaluation.inline",
         "{inline: {}}",
         {{"omwash", "core/spec/run/sidecar.cpp", "contains(\"inline\")"}},
         "",
         "train.evaluation"},
        {"train.evaluation.sidecar.checkpoints",
         "{sidecar: {checkpoints: every}}",
         {{"e", kSidecar, "takesEvery"}},
         "omwash",
         "train.evaluation"},
        {"train.evaluation.sidecar.monitor",
         "{sidecar: {monitor: val_accuracy}}",
         {{"e", kSidecar, "options_.monitor"}},
         "omwash",
         "train.evaluation"},
        {"train.evaluation.sidecar.patience",
         "{sidecar: {patience: 2}}",
         {{"e", kSidecar, "options_.patience"}},
         "omwash",
         "train.evaluation"},
        {"train.evaluation.sidecar.min_delta",
         "{sidecar: {min_delta: 2}}",
         {{"e", kSidecar, "minDelta"}},
         "omwash",
         "train.evaluation"},
        {"train.evaluation.sidecar.keep_best",
         "{sidecar: {keep_best: false}}",
         {{"e", kSidecar, "keepsBest"}},
         "omwash",
         "train.evaluation"},
        {"train.evaluation.sidecar.grace_seconds",
         "{sidecar: {grace_seconds: 2}}",
         {{"e", "core/control/run/evaluator_watch.cpp", "graceSeconds"}},
         "omwas",
         "train.evaluation"},
        {"train.early_stopping.monitor",
         "{monitor: loss}",
         {{kBuiltIn, kBuiltInCallbacks, "options.at(\"monitor\")"}},
         "",
         "train.early_stopping"},
        {"train.early_stopping.mode",
         "{mode: max}",
         {{"omwash", kBuiltInCallbacks, "options.at(\"mode\")"}, {"e", kSidecar, "options_.mode"}},
         "",
         "train.early_stopping"},
        {"train.early_stopping.patience",
         "{patience: 3}",
         {{"omwash", kBuiltInCallbacks, "options.at(\"patience\")"}, {"e", kSidecar, "options_.patience"}},
         "",
         "train.early_stopping"},
        {"train.early_stopping.min_delta",
         "{min_delta: 1}",
         {{"omwash", kBuiltInCallbacks, "options.at(\"min_delta\")"}, {"e", kSidecar, "minDelta"}},
         "",
         "train.early_stopping"},
        {"train.early_stopping.restore_best",
         "{restore_best: true}",
         {{"omwash", kBuiltInCallbacks, "options.at(\"restore_best\")"}},
         "",
         "train.early_stopping"},
        {"train.callbacks",
         "[{csv_log: {}}]",
         {{kInStep, kTask, "chosen.callbacks"}, {kPs, "core/engine/ps/run_role.cpp", "parts.callbacks"}}},
        {"train.save_model",
         "/there",
         {{kInStep, kTask, "save_model()"}, {kPs, "core/engine/ps/run_role.cpp", "save_model()"}}},
        {"device", "cuda", {{"o", kTask, "chooseDevice(spec, manifest.strategy)"}}},
        {"strategy", "{nobody: {}}", {}},
        {"cluster.chief", "[local, local]", {}},
        {"cluster.worker", "['gpu-a']", {{"omwaspchex", "core/control/run/placed_tasks.cpp", "plan.node"}}},
        {"cluster.ps", "[]", {}},
        {"cluster.evaluator", "[local, local]", {}},
        {"checkpoint.every", "never", {{kBuiltIn, kSavePolicy, "spec::saveEveryOf"}}},
        {"checkpoint.every.epochs",
         "{epochs: 2}",
         {{kBuiltIn, kSavePolicy, "spec::saveEveryOf"}},
         "",
         "checkpoint.every"},
        {"checkpoint.every.steps",
         "{steps: 2}",
         {{kBuiltIn, kSavePolicy, "spec::saveEveryOf"}},
         "",
         "checkpoint.every"},
        {"checkpoint.keep",
         "5",
         {{kWithAgent, kRetention, "checkpoint().keep()"}, {"h", kByHand, "checkpoint().keep()"}}},
        {"checkpoint.final", "false", {{kBuiltIn, kTrainingLoop, "checkpoint().final()"}}},
        {"checkpoint.best", "loss", {{kBuiltIn, kSavePolicy, "checkpoint().best()"}}},
        {"checkpoint.best_mode",
         "{best: loss, best_mode: max}",
         {{kBuiltIn, kSavePolicy, "checkpoint().best_mode()"}},
         "",
         "checkpoint"},
        {"checkpoint.keep_every_hours",
         "1",
         {{kWithAgent, kRetention, "keep_every_hours"}, {"h", kByHand, "keep_every_hours"}}},
        {"checkpoint.disk_budget_bytes",
         "1000",
         {{kWithAgent, kRetention, "disk_budget_bytes"}, {"h", kByHand, "disk_budget_bytes"}}},
        {"checkpoint.weights_only",
         "true",
         {{kBuiltIn, "core/engine/train/checkpointer.cpp", "weights_only()"}}},
        {"checkpoint.backup_and_restore", "true", {{kBuiltIn, kSavePolicy, "spec::backupOf"}}},
        {"checkpoint.backup_and_restore.every",
         "{every: epoch}",
         {{kBuiltIn, kSavePolicy, "spec::backupOf"}},
         "",
         "checkpoint.backup_and_restore"},
        {"checkpoint.backup_and_restore.every.steps",
         "{every: {steps: 2}}",
         {{kBuiltIn, kSavePolicy, "spec::backupOf"}},
         "",
         "checkpoint.backup_and_restore"},
        {"checkpoint.backup_and_restore.dir",
         "{every: epoch, dir: /b}",
         {{"omwase", "core/control/run/launch_plan.cpp", "backup_and_restore()"},
          {"h", kByHand, "spec::backupOf"}},
         "",
         "checkpoint.backup_and_restore"},
        {"checkpoint.backup_and_restore.delete_checkpoint",
         "{delete_checkpoint: false}",
         {{"omwase", "core/control/run/checkpoint_keeper.cpp", "isDeletedOnSuccess"},
          {"h", kByHand, "isDeletedOnSuccess"}},
         "",
         "checkpoint.backup_and_restore"},
        {"checkpoint.dir",
         "/c",
         {{kWithAgent, "core/control/run/launch_plan.cpp", "checkpoint().dir()"},
          {"h", kByHand, "checkpoint().dir()"}}},
        {"on_failure.restarts", "5", {{kWithAgent + "x", "core/control/run/recovery.cpp", "restarts()"}}},
        {"on_failure.backoff_seconds", "5", {{kWithAgent + "x", kRecovery, "backoff_seconds"}}},
        {"on_failure.stall_seconds",
         "5",
         {{kWithAgent + "x", "core/control/run/stall_watch.cpp", "stall_seconds"}}},
        {"on_failure.not_finite",
         "ignore",
         {{kBuiltIn, kTrainingLoop, "spec::stopsOnNotFinite"},
          {kPrograms, kProgress, "spec::stopsOnNotFinite"}}},
        {"on_failure.not_finite.roll_back.cut",
         "{roll_back: {cut: 0.1}}",
         {{kWithAgent, "core/control/run/live_changes.cpp", "spec::rollBackCutOf"}},
         "",
         "on_failure.not_finite"},
        {"inject.step", "5", {{kAll, kInterrupt, "spec::injectOf"}}},
        {"inject.epoch", "5", {{kAll, kInterrupt, "spec::injectOf"}}},
        {"tf_config",
         "{environment: cloud}",
         {{kWithAgent + "x", "core/control/run/task_launcher.cpp", "furtherTfConfig"}}},
        {"seed",
         "7",
         {{kBuiltIn, kInitialState, "seed()"},
          {kBuiltIn, kCourse, "seed()"},
          {"p", kLoop, "job.seed()"},
          {"c", kPsLoop, "job.seed()"}}},
        {"command", "[x]", {{"x", "core/control/run/task_launcher.cpp", "spec_.command()"}}},
        {"env", "{a: b}", {{"x", "core/control/run/command_environment.cpp", "spec.env()"}}},
        {"cwd", "/there", {{"x", "core/control/run/task_launcher.cpp", "spec_.cwd()"}}},
        {"logdir", "/there", {{"x", "core/control/run/command_environment.cpp", "spec.logdir()"}}},
        {"metrics", "[{regex: a}]", {}},
        {"stop_grace_seconds", "3", {{"x", "core/spec/run/command_spec.cpp", "stop_grace_seconds()"}}},
    };
    return all;
}

// ---- What the schema has

/// Choices of a whole thing, described elsewhere: their options belong to the model, the source of data, the
/// optimizer, the strategy or the task, and mean the same in every run that takes it.
bool isWhole(const std::string& path) {
    static const std::set<std::string> whole{
        "train.model", "train.data.train", "train.data.validation", "train.optimizer", "train.loss",
        "strategy",    "cluster.chief",    "cluster.worker",        "cluster.ps",      "cluster.evaluator"};
    return whole.contains(path);
}

TEST(RunKeys, TheTableHasEveryKeyOfTheSchema) {
    std::set<std::string> keys, known;
    walk(spec::runSchema(), "", keys, isWhole);
    for (const Key& key : table()) EXPECT_TRUE(known.insert(key.path).second) << key.path << " occurs twice";
    for (const std::string& key : keys)
        EXPECT_TRUE(known.contains(key)) << key << ": say in this table what it does in each kind of run";
    for (const std::string& key : known) EXPECT_TRUE(keys.contains(key)) << key << " is no key any more";
}

TEST(RunKeys, EveryKindOfRunIsValid) {
    for (const Kind& kind : kinds())
        for (const v1::Problem& problem : problemsOf(kind, ""))
            EXPECT_NE(problem.severity(), v1::Problem::ERROR)
                << kind.letter << ": " << spec::describe(problem);
}

/// A key is refused by its name in every kind of run in which the table knows no effect of it.
TEST(RunKeys, EachHasAnEffectOrIsRefusedByName) {
    for (const Key& key : table()) {
        std::string effective;
        for (const Effect& effect : key.effects) effective += effect.kinds;
        const std::string set = fmt::format("{}={}", *key.setAt ? key.setAt : key.path, key.value);
        for (const Kind& kind : kinds()) {
            SCOPED_TRACE(fmt::format("{} in {}", set, kind.letter));
            const auto problems = problemsOf(kind, set);
            const bool isRefused = hasAt(problems, key.path, v1::Problem::ERROR);
            if (effective.find(kind.letter) != std::string::npos)
                EXPECT_FALSE(isRefused) << printed(problems);
            else if (key.warned.find(kind.letter) != std::string::npos)
                EXPECT_TRUE(hasAt(problems, key.path, v1::Problem::WARNING) && !isRefused)
                    << printed(problems);
            else
                EXPECT_TRUE(isRefused) << printed(problems);
        }
    }
}

/// A metric that a key depends on but nothing measures is refused before the run, not found missing at its
/// end.
TEST(RunKeys, WhatIsMonitoredIsMeasured) {
    const auto isRefused = [](char letter, const std::string& set) {
        const auto kind = std::ranges::find(kinds(), letter, &Kind::letter);
        return hasAt(problemsOf(*kind, set), set.substr(0, set.find('=')), v1::Problem::ERROR);
    };
    for (const char letter : {'o', 'w', 'a', 'h'}) {
        EXPECT_FALSE(isRefused(letter, "checkpoint.best=val_loss")) << letter;
        EXPECT_FALSE(isRefused(letter, "checkpoint.best=accuracy")) << letter;
        EXPECT_TRUE(isRefused(letter, "checkpoint.best=val_los")) << letter;
        EXPECT_TRUE(isRefused(letter, "checkpoint.best=mean_squared_error")) << letter;
    }
    EXPECT_TRUE(isRefused('e', "checkpoint.best=val_loss")) << "the evaluator measures it, after the save";
    EXPECT_FALSE(isRefused('e', "checkpoint.best=loss"));
    const std::string best = "checkpoint: {best: val_accuracy}\n";
    EXPECT_TRUE(hasAt(problemsOf({'o', kModel + best}, "train.data.validation=null"), "checkpoint.best",
                      v1::Problem::ERROR));
    EXPECT_TRUE(
        hasAt(problemsOf({'o', kModel + best}, "train.metrics=[]"), "checkpoint.best", v1::Problem::ERROR));
    const auto isMonitorRefused = [](const std::string& metrics) {
        return hasAt(problemsOf({'e', "name: x\ntrain:\n  model: {builtin: mlp}\n  metrics: " + metrics +
                                          "\n  data: {train: {builtin: mnist}, validation: {builtin: "
                                          "mnist_test}}\ncluster: {worker: [local], evaluator: [local]}\n"},
                                "train.evaluation={sidecar: {monitor: val_accuracy}}"),
                     "train.evaluation.sidecar.monitor", v1::Problem::ERROR);
    };
    EXPECT_FALSE(isMonitorRefused("[accuracy]"));
    EXPECT_TRUE(isMonitorRefused("[]"));
}

/// The source of an effect exists and reads the key.
TEST(RunKeys, EachEffectHasItsSource) {
    std::map<std::string, std::string> sources;
    for (const Key& key : table())
        for (const Effect& effect : key.effects) {
            auto [source, isNew] = sources.try_emplace(effect.file);
            if (isNew) source->second = base::readFile(kSources / effect.file).value_or("");
            EXPECT_NE(source->second.find(effect.token), std::string::npos)
                << key.path << ": " << effect.file << " has no " << effect.token;
        }
}

}  // namespace
}  // namespace trainyard::plugin
