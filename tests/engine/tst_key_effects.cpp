// SPDX-License-Identifier: Apache-2.0
// Every key that the engine reads has an effect: a small training with it differs from the same training
// without it. What other kinds of runs do with each key is in tests/unit/plugin/tst_run_keys.cpp.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <map>

#include "core/base/file.h"
#include "core/engine/ps/coordinated_trainer.h"
#include "core/engine/ps/in_process.h"
#include "core/engine/train/trainer.h"
#include "core/events/event_file.h"
#include "core/events/spool.h"
#include "core/plugin/catalog.h"
#include "plugins/sdk/loop/distribute.h"
#include "tests/engine/curves.h"
#include "tests/engine/kept_link.h"
#include "tests/support/key_settings.h"

namespace trainyard::engine {
namespace {

using testing::KeptLink;
using testing::WaveData;

enum class Loop { kInStep, kAsynchronous, kSynchronous };

std::shared_future<base::Result<DatasetPtr>> soon(DatasetPtr data) {
    std::promise<base::Result<DatasetPtr>> promise;
    promise.set_value(std::move(data));
    return promise.get_future().share();
}

/// 60 samples in batches of 16 and 20 for validation, three epochs, a checkpoint after each. One worker with
/// parameter servers, so that nothing depends on which worker is first.
v1::RunSpec specWith(Loop loop, const std::vector<std::string>& sets) {
    const std::string strategy = loop == Loop::kInStep
                                     ? "strategy: {one_device: {}}\n"
                                     : std::string("strategy: {parameter_server: {mode: ") +
                                           (loop == Loop::kSynchronous ? "sync" : "async") +
                                           "}}\ncluster: {chief: [local], worker: [local], ps: [local]}\n";
    std::vector<spec::Override> overrides;
    for (const std::string& set : sets) overrides.push_back(spec::parseOverride(set).value());
    const spec::LoadedSpec loaded = spec::loadRunText(
        "name: x\ntrain:\n  model: {layers: [flatten, {dense: {units: 16}}, {dense: {units: 10}}]}\n  data: "
        "{train: {builtin: "
        "mnist}, "
        "validation: {builtin: mnist_test}, batch_size: 16}\n  epochs: 3\n  optimizer: {sgd: {learning_rate: "
        "0.05}}\n" +
            strategy,
        "x.yaml", "/", overrides, plugin::Catalog::load().strategies());
    for (const v1::Problem& problem : loaded.problems)
        if (problem.severity() == v1::Problem::ERROR) ADD_FAILURE() << spec::describe(problem);
    return loaded.spec;
}

base::Status trainKeys(const v1::RunSpec& spec, Loop loop, KeptLink& link, SpoolWriter& spool) {
    const auto samples = std::make_shared<WaveData>(60);
    const auto validation = soon(std::make_shared<WaveData>(20));
    if (loop == Loop::kInStep) {
        const std::unique_ptr<sdk::Strategy> strategy = loop::makeDefaultStrategy();
        TY_ASSIGN(const auto trainer,
                  Trainer::create({spec, link, *strategy, spool, 1, {}, samples, validation}));
        return trainer->run();
    }
    Profiler profiler(link, "chief:0", 1);
    const ps::TrainingData data{soon(samples), validation};
    auto cluster = ps::inProcessCluster(
        1, 1, ps::trainingClosures(spec, data, ps::StepReports{profiler, {}, [](std::int64_t) {}}));
    sdk::Coordination coordination;
    coordination.isSynchronous = loop == Loop::kSynchronous;
    TY_ASSIGN(const auto trainer,
              ps::CoordinatedTrainer::create(
                  {spec, link, *cluster.coordinator, coordination, spool, 1, {}, data, profiler}));
    return trainer->run();
}

/// Everything that a training leaves behind, except times.
std::string tracesOf(Loop loop, const std::vector<std::string>& sets) {
    const v1::RunSpec spec = specWith(loop, sets);
    KeptLink link;
    auto spool = SpoolWriter::create(link.folder / "events");
    const base::Status status = trainKeys(spec, loop, link, **spool);
    EXPECT_TRUE((*spool)->finish());
    std::string traces = status ? "well\n" : status.error().describe() + "\n";
    for (const auto& [code, message] : link.warnings()) traces += code + ": " + message + "\n";
    for (const auto& request : link.published()) {
        const auto folder = request.is_backup() ? link.place().backup_dir() : link.place().checkpoint_dir();
        const auto saved = std::filesystem::path(folder) / ("ckpt-" + std::to_string(request.step()));
        traces += saved.filename().string() + (request.is_best() ? " best" : "") +
                  (request.is_backup() ? " backup" : "");
        for (const char* file : {"model.safetensors", "optimizer.safetensors"})
            if (const auto bytes = base::readFile(saved / file))
                traces += " " + std::to_string(std::hash<std::string>()(*bytes));
        traces += "\n";
    }
    for (const char* split : {"train", "validation"})
        for (const auto& file : events::eventFilesIn(link.folder / "events" / split)) {
            auto reader = events::EventFileReader::open(file);
            const auto some = reader->readSome();
            for (const events::Event& event : *some)
                if (const auto* scalar = std::get_if<events::ScalarEvent>(&event);
                    scalar && !scalar->tag.starts_with("checkpoint_"))
                    traces +=
                        fmt::format("{} {} {} {:.17g}\n", split, scalar->tag, scalar->step, scalar->value);
        }
    return traces;
}

class KeyEffects : public ::testing::TestWithParam<Loop> {};

TEST_P(KeyEffects, ATrainingWithTheKeyIsNotTheOneWithoutIt) {
    std::map<std::string, std::string> without;  // by the other settings
    for (const KeySetting& setting : kKeySettings) {
        if (!setting.isOfPs && GetParam() != Loop::kInStep) continue;
        SCOPED_TRACE(setting.set);
        std::vector<std::string> sets;
        if (*setting.with) sets.emplace_back(setting.with);
        auto [plain, isNew] = without.try_emplace(setting.with);
        if (isNew) plain->second = tracesOf(GetParam(), sets);
        sets.emplace_back(setting.set);
        EXPECT_TRUE(tracesOf(GetParam(), sets) != plain->second) << plain->second;
    }
    // And the same training twice gives the same result, or everything would differ anyway.
    EXPECT_EQ(tracesOf(GetParam(), {}), without.at(""));
}

INSTANTIATE_TEST_SUITE_P(Loops, KeyEffects,
                         ::testing::Values(Loop::kInStep, Loop::kAsynchronous, Loop::kSynchronous),
                         [](const auto& info) {
                             return std::string(info.param == Loop::kInStep         ? "InStep"
                                                : info.param == Loop::kAsynchronous ? "Asynchronous"
                                                                                    : "Synchronous");
                         });

}  // namespace
}  // namespace trainyard::engine
