// SPDX-License-Identifier: Apache-2.0
// No option of a strategy is accepted and ignored: the options of every manifest, in every kind of run that
// the strategy has, with an effect, or with a finding that names the option.
#include <gtest/gtest.h>

#include <map>

#include "core/base/file.h"
#include "run_kinds.h"

namespace trainyard::plugin {
namespace {

const std::string kEvaluated = "cluster: {worker: [local, local], evaluator: [local]}\n";
const std::string kOneEvaluated = "cluster: {worker: [local], evaluator: [local]}\n";
const std::string kServersEvaluated =
    "cluster: {chief: [local], worker: [local, local], ps: [local], evaluator: [local]}\n";
const std::string kLoopRun =
    "name: x\ntrain:\n  program: {plugin: custom_training}\n  data: {train: {builtin: mnist}}\n";
const std::string kServerLoop = "name: x\ntrain:\n  program: {plugin: parameter_server_loop}\n  data: {}\n";
const std::string kNoValidation =
    "name: x\ntrain:\n  model: {builtin: mlp}\n  data: {train: {builtin: mnist}}\n";

/// By strategy. Capital letters: a kind in which there is but one replica or task that trains.
const std::map<std::string, std::vector<Kind>>& optionKinds() {
    const std::string mirrored = "strategy: {mirrored: {replicas: 2}}\n",
                      workers = "strategy: {multi_worker_mirrored: {replicas: 1}}\n",
                      async = "strategy: {parameter_server: {mode: async}}\n",
                      sync = "strategy: {parameter_server: {mode: sync}}\n",
                      two = "cluster: {worker: [local, local]}\n", one = "cluster: {worker: [local]}\n";
    static const std::map<std::string, std::vector<Kind>> all{
        {"one_device", {{'o', kModel + "strategy: {one_device: {}}\n"}}},
        {"mirrored",
         {{'m', kModel + mirrored},
          {'p', kLoopRun + mirrored},
          {'h', kModel + mirrored, true},
          {'e', kModel + mirrored + kOneEvaluated},
          {'n', kNoValidation + mirrored},
          {'M', kModel + "strategy: {mirrored: {replicas: 1}}\n"},
          {'P', kLoopRun + "strategy: {mirrored: {replicas: 1}}\n"}}},
        {"multi_worker_mirrored",
         {{'w', kModel + workers + two},
          {'p', kLoopRun + workers + two},
          {'h', kModel + workers + two, true},
          {'e', kModel + workers + kEvaluated},
          {'n', kNoValidation + workers + two},
          {'t', kModel + "strategy: {multi_worker_mirrored: {replicas: 2}}\n" + one},
          {'W', kModel + workers + one},
          {'P', kLoopRun + workers + one},
          {'E', kModel + workers + kOneEvaluated}}},
        {"parameter_server",
         {{'a', kModel + async + kPsCluster},
          {'s', kModel + sync + kPsCluster},
          {'h', kModel + async + kPsCluster, true},
          {'c', kServerLoop + async + kPsCluster},
          {'e', kModel + async + kServersEvaluated},
          {'n', kNoValidation + async + kPsCluster},
          {'N', kNoValidation + sync + kPsCluster}}},
    };
    return all;
}

struct OptionRow {
    std::string path;   ///< below `strategy`
    std::string value;  ///< not the default
    std::string kinds;  ///< in which it has an effect
    const char* file;   ///< by which it has it
    const char* token;  ///< what that says there
    std::string setAt = "";
};

const char* const kMirroredSource = "plugins/strategies/mirrored/mirrored.cpp";
const char* const kWorkersSource = "plugins/strategies/multi_worker_mirrored/multi_worker_mirrored.cpp";
const char* const kServersSource = "plugins/strategies/parameter_server/parameter_server.cpp";
const char* const kChief = "core/engine/ps/run_role.cpp";

const std::vector<OptionRow>& optionRows() {
    const std::string ps = "parameter_server.", split = "parameter_server.partitioner", servers = "ashcenN",
                      between = "wphen";
    static const std::vector<OptionRow> all{
        {"mirrored.devices", "{devices: [cpu:0, cpu:1]}", "mphenMP", kMirroredSource, "\"devices\"",
         "mirrored"},
        {"mirrored.replicas", "3", "mphenMP", kMirroredSource, "\"replicas\""},
        {"mirrored.cross_device", "reduce_to_one", "mphen", kMirroredSource, "\"cross_device\""},
        {"mirrored.num_packs", "3", "mphen", kMirroredSource, "\"num_packs\""},
        {"multi_worker_mirrored.communication", "ring", between, kWorkersSource, "\"communication\""},
        {"multi_worker_mirrored.bytes_per_pack", "9", between + "t", kWorkersSource, "\"bytes_per_pack\""},
        {"multi_worker_mirrored.timeout_seconds", "9", between, kWorkersSource, "\"timeout_seconds\""},
        {"multi_worker_mirrored.replicas", "3", between + "tWPE", kWorkersSource, "\"replicas\""},
        {ps + "mode", "sync", "ashenN", kServersSource, "isSynchronous"},
        {ps + "mode.staleness", "{staleness: 3}", servers, kChief, "coordination.stalenessBound",
         ps + "mode"},
        {split, "none", servers, kServersSource, "\"partitioner\""},
        {split + ".min_size.min_shard_bytes", "{min_size: {min_shard_bytes: 9}}", servers, kChief,
         "coordination.partitioner", split},
        {split + ".min_size.max_shards", "{min_size: {max_shards: 9}}", servers, kChief,
         "coordination.partitioner", split},
        {split + ".max_size.max_shard_bytes", "{max_size: {max_shard_bytes: 9}}", servers, kChief,
         "coordination.partitioner", split},
        {split + ".max_size.max_shards", "{max_size: {max_shard_bytes: 9, max_shards: 9}}", servers, kChief,
         "coordination.partitioner", split},
        {split + ".fixed_shards.shards", "{fixed_shards: {shards: 3}}", servers, kChief,
         "coordination.partitioner", split},
        {ps + "placement", "name", servers, kServersSource, "\"placement\""},
        {ps + "evaluation", "chief", "ash", "core/engine/ps/coordinated_trainer.cpp", "evaluatesOnWorkers"},
    };
    return all;
}

TEST(StrategyOptions, TheTableHasEveryOptionOfEveryManifest) {
    std::set<std::string> options, known;
    for (const auto& [id, info] : catalog().strategies()) {
        EXPECT_TRUE(optionKinds().contains(id)) << id << " has no kinds of runs in this table";
        walk(info.optionsSchema, id, options, [](const std::string&) { return false; });
        options.erase(id);  // it has none
    }
    for (const OptionRow& row : optionRows())
        EXPECT_TRUE(known.insert(row.path).second) << row.path << " occurs twice";
    EXPECT_EQ(options, known);
}

TEST(StrategyOptions, EveryKindOfRunIsValid) {
    for (const auto& [strategy, all] : optionKinds())
        for (const Kind& kind : all)
            EXPECT_FALSE(hasAt(problemsOf(kind, ""), "strategy", v1::Problem::HINT) ||
                         hasAt(problemsOf(kind, ""), "strategy", v1::Problem::ERROR))
                << strategy << ' ' << kind.letter << '\n'
                << printed(problemsOf(kind, ""));
}

/// A run of one replica has no use for some options; the same file may be meant for more workers, so that is
/// a hint. Everything else is refused.
TEST(StrategyOptions, EachHasAnEffectOrAFindingThatNamesIt) {
    for (const OptionRow& row : optionRows()) {
        const std::string set = "strategy." + (row.setAt.empty() ? row.path : row.setAt) + "=" + row.value;
        for (const Kind& kind : optionKinds().at(row.path.substr(0, row.path.find('.')))) {
            SCOPED_TRACE(set + " in " + kind.letter);
            const auto problems = problemsOf(kind, set);
            const std::string key = "strategy." + row.path;
            const bool isRefused = hasAt(problems, key, v1::Problem::ERROR),
                       isHinted = hasAt(problems, key, v1::Problem::HINT);
            if (row.kinds.find(kind.letter) != std::string::npos)
                EXPECT_FALSE(isRefused || isHinted) << printed(problems);
            else
                EXPECT_TRUE(isRefused || isHinted) << printed(problems);
        }
    }
}

TEST(StrategyOptions, EachEffectHasItsSource) {
    for (const OptionRow& row : optionRows())
        EXPECT_NE(base::readFile(kSources / row.file).value_or("").find(row.token), std::string::npos)
            << row.path << ": " << row.file << " has no " << row.token;
}

}  // namespace
}  // namespace trainyard::plugin
