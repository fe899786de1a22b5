// SPDX-License-Identifier: Apache-2.0
// No key of a run file is accepted and ignored: for every key of the schema and every kind of run a table
// says whether it has an effect, and which test shows that, or that it is refused by its name.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string_view>

#include "core/base/file.h"
#include "run_kinds.h"
#include "tests/support/key_settings.h"

namespace trainyard::plugin {
namespace {

const std::string kAll = "omwaspche", kBuiltIn = "omwashe", kInStep = "omwhe", kPs = "as", kPrograms = "pc";
const std::string kAlone = "oe", kBetween = "mwh";  ///< of kInStep: with one replica, with several

// ---- The table

struct Key {
    const char* path;
    const char* value;        ///< not the default, as --set takes it
    std::string kinds = "";   ///< in which it has an effect
    std::string proof = "";   ///< a test that fails without the effect: file::Suite.Name; empty: see below
    std::string warned = "";  ///< kinds in which a warning says that more is needed
    const char* setAt = "";   ///< what is set instead of the key itself, where that is not a whole value
    std::string hinted = "";  ///< kinds in which a hint says that it has no effect there: one replica
};

const std::string kWithAgent = "omwaspce";

const std::vector<Key>& table() {
    static const std::vector<Key> all{
        {"trainyard", "2", ""},
        {"name", "other", kWithAgent + "x" + "h",
         "unit/control/tst_runs.cpp::RunsTest.ANameThatIsSetWhenARunResumesIsItsName"},
        {"train.model", "{builtin: fashion_cnn}", kBuiltIn},
        {"train.program.plugin", "nobody", ""},
        {"train.program.options", "{plugin: custom_training, options: {speed: 1}}", "", "", "",
         "train.program"},
        {"train.data.train", "{builtin: fashion_mnist}", kBuiltIn + "p",
         "e2e/test_data.py::test_csv_files_are_shared_out_whole"},
        {"train.data.validation", "{builtin: fashion_mnist_test}", kBuiltIn + "p",
         "engine/tst_evaluate.cpp::Evaluate.EachSampleExactlyOnceOverAllReplicas"},
        {"train.data.batch_size", "32", kInStep + kPs + "p"},
        {"train.data.shard", "file", kBetween + "p",
         "unit/data/tst_shard.cpp::Shard.EverySampleOnceOrAsStated", "", "", kAlone},
        {"train.data.validation_shard", "off", kBetween,
         "engine/tst_evaluate.cpp::Evaluate.EachPolicyGivesTheSameMeans", "", "", "o"},
        {"train.data.shuffle", "false", kBuiltIn},
        {"train.data.shuffle.buffer", "{buffer: 10}", kBuiltIn, "", "", "train.data.shuffle"},
        {"train.data.repeat", "false", kBuiltIn},
        {"train.data.drop_remainder", "true", kBuiltIn},
        {"train.data.uneven", "pad", kBetween,
         "plugins/strategies/multi_worker_mirrored/"
         "tst_multi_worker_mirrored.cpp::MultiWorkerMirrored.AnyNumberOfReplicasGivesTheSameCurve",
         "", "", kAlone},
        {"train.loss", "mse", kInStep + kPs},
        {"train.optimizer", "sgd", kInStep + kPs + "p" + "c"},
        {"train.metrics", "[]", kInStep + kPs},
        {"train.epochs", "3", kBuiltIn + kPrograms},
        {"train.initial_epoch", "1", kBuiltIn},
        {"train.steps_per_epoch", "5", kBuiltIn + "c"},
        {"train.max_steps", "5", kBuiltIn + "p"},
        {"train.steps_per_execution", "5", kInStep + "a"},
        {"train.validation_steps", "5", "omwh" + kPs + "e"},
        {"train.validation_batch_size", "5", kBuiltIn},
        {"train.validation_freq", "2", "omwash"},
        {"train.initial_weights", "/w.safetensors", kBuiltIn,
         "e2e/test_pytorch.py::test_first_fifty_losses_are_pytorchs"},
        {"train.precision", "float64", kInStep + kPs},
        {"train.deterministic", "true", kInStep,
         "e2e/gpu/test_gpu_runs.py::test_deterministic_runs_are_equal_to_the_bit"},
        {"train.cuda_graphs", "off", kInStep,
         "engine/tst_step.cpp::Devices.NothingIsCapturedWithoutCudaGraphs"},
        {"train.batch_norm", "synchronized", kBetween,
         "engine/tst_step.cpp::Steps.SynchronizedBatchNormalizationIsThatOfOneDevice", "", "", kAlone},
        {"train.gradient.clip_norm", "1", kInStep + kPs},
        {"train.gradient.clip_value", "1", kInStep + kPs},
        {"train.gradient.accumulate", "2", kInStep},
        {"train.save_summary_steps", "5", kBuiltIn + kPrograms},
        {"train.evaluation.inline", "{inline: {}}", "omwash",
         "unit/spec/tst_run_file.cpp::RunFile.AnEvaluatorInTheClusterEvaluatesByDefault", "",
         "train.evaluation"},
        {"train.evaluation.sidecar.checkpoints", "{sidecar: {checkpoints: every}}", "e",
         "engine/tst_evaluate.cpp::Sidecar.NothingIsLeftOfOneThatIsNotTheBest", "omwashpc",
         "train.evaluation"},
        {"train.evaluation.sidecar.monitor", "{sidecar: {monitor: val_accuracy}}", "e",
         "e2e/test_callbacks.py::test_early_stopping_beside_an_evaluator_is_the_evaluators", "omwashpc",
         "train.evaluation"},
        {"train.evaluation.sidecar.patience", "{sidecar: {patience: 2}}", "e",
         "engine/tst_evaluate.cpp::Sidecar.SoManyEvaluationsWithoutAnImprovementAskTheRunToStop", "omwashpc",
         "train.evaluation"},
        {"train.evaluation.sidecar.min_delta", "{sidecar: {min_delta: 2}}", "e",
         "engine/tst_evaluate.cpp::Sidecar.AnImprovementBelowMinDeltaIsNone", "omwashpc", "train.evaluation"},
        {"train.evaluation.sidecar.keep_best", "{sidecar: {keep_best: false}}", "e",
         "engine/tst_evaluate.cpp::Sidecar.WithoutKeepBestNoneIsKept", "omwashpc", "train.evaluation"},
        {"train.evaluation.sidecar.grace_seconds", "{sidecar: {grace_seconds: 2}}", "e",
         "unit/control/tst_task_parts.cpp::TaskPartsTest.AnEvaluatorHasItsGracePeriod", "omwaspc",
         "train.evaluation"},
        {"train.early_stopping.monitor", "{monitor: loss}", kBuiltIn,
         "unit/ledger/tst_callbacks.cpp::EarlyStopping.EndsAfterSoManyEpochsWithoutAnImprovement", "",
         "train.early_stopping"},
        {"train.early_stopping.mode", "{mode: max}", "omwashe",
         "unit/ledger/tst_callbacks.cpp::EarlyStopping.EndsAfterSoManyEpochsWithoutAnImprovement", "",
         "train.early_stopping"},
        {"train.early_stopping.patience", "{patience: 3}", "omwashe",
         "unit/ledger/tst_callbacks.cpp::EarlyStopping.EndsAfterSoManyEpochsWithoutAnImprovement", "",
         "train.early_stopping"},
        {"train.early_stopping.min_delta", "{min_delta: 1}", "omwashe",
         "unit/ledger/tst_callbacks.cpp::EarlyStopping.EndsAfterSoManyEpochsWithoutAnImprovement", "",
         "train.early_stopping"},
        {"train.early_stopping.restore_best", "{restore_best: true}", "omwash",
         "unit/ledger/tst_callbacks.cpp::EarlyStopping.RestoresTheBest", "", "train.early_stopping"},
        {"train.callbacks", "[{csv_log: {}}]", kInStep + kPs,
         "e2e/test_callbacks.py::test_csv_log_and_the_rate_by_table"},
        {"train.save_model", "/there", kInStep + kPs,
         "e2e/test_by_hand.py::test_a_whole_model_is_saved_loaded_and_trained_on"},
        {"device", "cuda", "omwhepc" + kPs,
         "engine/tst_step.cpp::Devices.ARunThatAsksForAGpuIsRefusedInWords"},
        {"strategy", "{nobody: {}}", ""},
        {"cluster.chief", "[local, local]", ""},
        {"cluster.worker", "['gpu-a']", "omwaspchex",
         "unit/control/tst_placed_tasks.cpp::PlacedTasksTest.EachTaskIsStartedAndSignalledOnItsMachine"},
        {"cluster.ps", "[]", ""},
        {"cluster.evaluator", "[local, local]", ""},
        {"checkpoint.every", "never", kBuiltIn},
        {"checkpoint.every.epochs", "{epochs: 2}", kBuiltIn, "", "", "checkpoint.every"},
        {"checkpoint.every.steps", "{steps: 2}", kBuiltIn, "", "", "checkpoint.every"},
        {"checkpoint.keep", "5", kWithAgent + "h",
         "unit/control/tst_kept_parts.cpp::CheckpointKeeperTest.TheNewestAreKept"},
        {"checkpoint.final", "false", kBuiltIn},
        {"checkpoint.best", "loss", kBuiltIn},
        {"checkpoint.best_mode", "{best: loss, best_mode: max}", kBuiltIn,
         "unit/ledger/tst_callbacks.cpp::BestMode.SaysWhichWayAMetricImproves", "", "checkpoint"},
        {"checkpoint.name", "w{step}", kAll,
         "unit/checkpoint/tst_given_name.cpp::GivenName.LeadsToTheCheckpoint"},
        {"checkpoint.keep_every_hours", "1", kWithAgent + "h",
         "unit/checkpoint/tst_checkpoint.cpp::Checkpoint.OneEachSoManyHoursStays"},
        {"checkpoint.disk_budget_bytes", "1000", kWithAgent + "h",
         "unit/control/tst_kept_parts.cpp::AwaitedCheckpointTest.TheBudgetCountsMoreThanTheEvaluator"},
        {"checkpoint.weights_only", "true", kBuiltIn},
        {"checkpoint.backup_and_restore", "true", kBuiltIn},
        {"checkpoint.backup_and_restore.every", "{every: epoch}", kBuiltIn, "", "",
         "checkpoint.backup_and_restore"},
        {"checkpoint.backup_and_restore.every.steps", "{every: {steps: 2}}", kBuiltIn, "", "",
         "checkpoint.backup_and_restore"},
        {"checkpoint.backup_and_restore.dir", "{every: epoch, dir: /b}", "omwaseh",
         "e2e/test_node_chief.py::test_folders_that_the_run_file_names_are_the_chiefs", "",
         "checkpoint.backup_and_restore"},
        {"checkpoint.backup_and_restore.delete_checkpoint", "{delete_checkpoint: false}", "omwaseh",
         "e2e/test_guides_recovery.py::test_a_backup_stays_where_the_run_file_keeps_it", "",
         "checkpoint.backup_and_restore"},
        {"checkpoint.dir", "/c", kWithAgent + "h",
         "unit/control/"
         "tst_checkpoint_shelf.cpp::CheckpointShelfTest.AFolderOutsideOfTheRunsIsClaimedAndLocked"},
        {"on_failure.restarts", "5", kWithAgent + "x",
         "faults/tst_agent_recovery.cpp::AgentRecovery.TheBudgetEnds"},
        {"on_failure.backoff_seconds", "5", kWithAgent + "x",
         "faults/tst_agent_recovery.cpp::AgentRecovery.AttemptsThatFinishNoStepWaitLongerEachTime"},
        {"on_failure.stall_seconds", "5", kWithAgent + "x",
         "unit/control/tst_task_parts.cpp::TaskPartsTest.AStallIsReportedOnceAndNamesWhatBlocks"},
        {"on_failure.not_finite", "ignore", kBuiltIn + kPrograms},
        {"on_failure.not_finite.roll_back.cut", "{roll_back: {cut: 0.1}}", kWithAgent,
         "e2e/"
         "test_guides_recovery.py::test_a_non_finite_loss_names_step_and_task_or_rolls_back_with_a_smaller_"
         "rate",
         "", "on_failure.not_finite"},
        {"inject.step", "5", kAll},
        {"inject.epoch", "5", kAll},
        {"cluster.allow_clear_text", "true", kWithAgent + "x",
         "unit/control/tst_clear_text.cpp::ClearText.APublicAddressIsRefusedUnlessItIsAllowed"},
        {"cluster.subnet", "10.78.0.0/24", kWithAgent + "x",
         "e2e/test_node_subnets.py::test_the_workers_sums_take_the_subnet_of_the_run_file"},
        {"tf_config", "{environment: cloud}", kWithAgent + "x",
         "e2e/test_command.py::test_every_task_gets_its_environment"},
        {"seed", "7", kBuiltIn + kPrograms},
        {"command", "[x]", "x", "e2e/test_command.py::test_every_task_gets_its_environment"},
        {"env", "{a: b}", "x", "e2e/test_command.py::test_every_task_gets_its_environment"},
        {"cwd", "/there", "x", "e2e/test_command.py::test_every_task_gets_its_environment"},
        {"logdir", "/there", "x", "e2e/test_command.py::test_a_log_folder_of_its_own_and_a_new_agent"},
        {"metrics", "[{regex: a}]", ""},
        {"stop_grace_seconds", "3", "x", "e2e/test_command.py::test_stop_gives_a_grace_and_then_kills"},
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
        const std::string set = fmt::format("{}={}", *key.setAt ? key.setAt : key.path, key.value);
        for (const Kind& kind : kinds()) {
            SCOPED_TRACE(fmt::format("{} in {}", set, kind.letter));
            const auto problems = problemsOf(kind, set);
            const bool isRefused = hasAt(problems, key.path, v1::Problem::ERROR);
            const bool isHinted = std::ranges::any_of(problems, [&](const v1::Problem& problem) {
                return problem.code() == "strategy.unused_option" && problem.path() == key.path;
            });
            EXPECT_EQ(isHinted, key.hinted.find(kind.letter) != std::string::npos) << printed(problems);
            if (isHinted) continue;
            if (key.kinds.find(kind.letter) != std::string::npos)
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

/// A training with this key differs from the same one without it: tst_key_effects.cpp runs both.
bool isTriedOut(const Key& key) {
    const std::string path = key.path, set = std::string(*key.setAt ? key.setAt : key.path) + "=";
    const std::string name = path.substr(path.rfind('.') + 1);
    return std::ranges::any_of(kKeySettings, [&](const KeySetting& setting) {
        return std::string_view(setting.set).starts_with(set) &&
               std::string_view(setting.set).find(name) != std::string_view::npos;
    });
}

bool hasTest(const std::string& source, const std::string& name) {
    const auto dot = name.find('.');
    if (dot == name.npos) return source.find("def " + name + "(") != source.npos;
    const std::string arguments = "(" + name.substr(0, dot) + ", " + name.substr(dot + 1) + ")";
    return source.find("TEST" + arguments) != source.npos || source.find("TEST_F" + arguments) != source.npos;
}

/// Each effect is shown by a test that runs: by the trainings of tst_key_effects.cpp, or by the one that the
/// table names.
TEST(RunKeys, EachEffectIsShownByATest) {
    std::set<std::string> unproven;
    for (const Key& key : table()) {
        if (key.kinds.empty() || (key.proof.empty() && isTriedOut(key))) continue;
        const auto at = key.proof.find("::");
        if (at == key.proof.npos) {
            unproven.insert(key.path);
            continue;
        }
        const std::string file = key.proof.substr(0, at);
        const std::string source =
            base::readFile(kSources / (file.starts_with("plugins/") ? "" : "tests") / file).value_or("");
        EXPECT_TRUE(hasTest(source, key.proof.substr(at + 2))) << key.path << ": there is no " << key.proof;
    }
    EXPECT_EQ(unproven, std::set<std::string>()) << "effects that no test shows";
}

}  // namespace
}  // namespace trainyard::plugin
