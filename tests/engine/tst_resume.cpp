// SPDX-License-Identifier: Apache-2.0
// Worker processes that end and resume from a checkpoint: killed and resumed equals never killed.
#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <memory>

#include "core/base/file.h"
#include "core/checkpoint/checkpoint.h"
#include "tests/engine/worker_fixture.h"

namespace trainyard::engine {
namespace {

using testing::TaskHostServer;
using testing::WorkerProcess;

class Resume : public testing::WorkerFixture {
  protected:
    struct Attempt {
        std::filesystem::path folder;
        std::vector<std::string> published, warnings;
        std::string log;
    };
    /// One attempt from `restore` to its end, in its own folder.
    Attempt train(const std::string& name, const std::string& file, int workers, int attempt = 1,
                  const std::filesystem::path& restore = {}) {
        const auto folder = folder_ / name;
        std::filesystem::create_directories(folder);
        TaskHostServer host(folder, workers, attempt, restore);
        std::vector<std::unique_ptr<WorkerProcess>> tasks;
        for (int i = 0; i < workers; ++i)
            tasks.push_back(std::make_unique<WorkerProcess>(host, file, fmt::format("worker:{}", i)));
        for (auto& task : tasks) EXPECT_EQ(task->wait(), 0) << name << "\n" << task->log();
        return {folder, host.published(), host.warnings(), tasks.front()->log()};
    }
    static std::string bytes(const std::filesystem::path& checkpoint, const std::string& file) {
        return *base::readFile(checkpoint / file);
    }
    static void expectSame(const std::filesystem::path& a, const std::filesystem::path& b) {
        EXPECT_TRUE(bytes(a, "model.safetensors") == bytes(b, "model.safetensors")) << a << " " << b;
        EXPECT_TRUE(bytes(a, "optimizer.safetensors") == bytes(b, "optimizer.safetensors")) << a << " " << b;
        EXPECT_EQ(bytes(a, "state.json"), bytes(b, "state.json"));
    }
    static std::map<std::int64_t, double> losses(const std::filesystem::path& folder,
                                                 const std::string& tag) {
        std::map<std::int64_t, double> values;
        for (const events::Event& event : eventsIn(folder / "events/tasks/worker-0/train"))
            if (const auto* scalar = std::get_if<events::ScalarEvent>(&event); scalar && scalar->tag == tag)
                values[scalar->step] = scalar->value;
        return values;
    }
};

/// Resumes from inside an epoch and from its boundary, and ends with the same bytes.
TEST_F(Resume, EqualsARunThatNeverStopped) {
    struct Case {
        std::string name, optimizer, train;
        int workers;
        std::string strategy = "";
    };
    // The mlp has dropout, and data is shuffled by default.
    for (const Case& c :
         {Case{"adam", "{adam: {learning_rate: 0.003}}", "  epochs: 3\n", 2},
          Case{"momentum", "{sgd: {learning_rate: 0.05, momentum: 0.9, nesterov: true}}",
               "  epochs: 3\n  steps_per_epoch: 6\n", 2},
          Case{"double", "{adam: {learning_rate: 0.003}}", "  epochs: 3\n  precision: float64\n", 1},
          Case{"half", "{adam: {learning_rate: 0.003}}", "  epochs: 3\n  precision: float16\n", 2},
          Case{"mirrored", "{adam: {learning_rate: 0.003}}", "  epochs: 3\n", 1,
               "strategy: {mirrored: {replicas: 2}}\n"},
          Case{"one_device", "{adam: {learning_rate: 0.003}}", "  epochs: 2\n", 1,
               "strategy: {one_device: {}}\n"}}) {
        const std::string file = runFile(
            c.train, c.workers, c.strategy + "checkpoint: {every: {steps: 3}, keep: 0}\n", c.optimizer);
        const Attempt whole = train(c.name + "-whole", file, c.workers);
        const auto all = checkpoint::list(whole.folder / "checkpoints");
        ASSERT_GE(all.size(), 6u) << whole.log;
        const auto wholeLosses = losses(whole.folder, "batch_loss");
        const auto wholeEpochs = losses(whole.folder, "epoch_loss");
        for (const std::size_t from : {1, 2}) {
            const Attempt resumed =
                train(fmt::format("{}-{}", c.name, all[from].step), file, c.workers, 2, all[from].path);
            const auto later = checkpoint::list(resumed.folder / "checkpoints");
            ASSERT_EQ(later.size(), all.size() - from - 1);
            expectSame(later.front().path, all[from + 1].path);
            expectSame(later.back().path, all.back().path);
            EXPECT_TRUE(resumed.warnings.empty()) << resumed.warnings.front();
            for (const auto& [step, loss] : losses(resumed.folder, "batch_loss"))
                EXPECT_EQ(loss, wholeLosses.at(step)) << c.name << " " << step;
            for (const auto& [step, loss] : losses(resumed.folder, "epoch_loss"))
                EXPECT_EQ(loss, wholeEpochs.at(step)) << "an epoch's mean counts the steps before too";
        }
    }
}

TEST_F(Resume, AKilledRunEndsWithTheSameWeights) {
    const std::string file = runFile("  epochs: 40\n", 2, "checkpoint: {every: {steps: 20}, keep: 0}\n",
                                     "{adam: {learning_rate: 0.001}}");
    const Attempt whole = train("whole", file, 2);
    const auto folder = folder_ / "killed";
    std::filesystem::create_directories(folder);
    {
        TaskHostServer host(folder, 2);
        WorkerProcess chief(host, file, "worker:0"), other(host, file, "worker:1");
        host.waitForStep(100);
        chief.kill(SIGKILL);
        EXPECT_EQ(chief.wait(), 128 + SIGKILL);
        EXPECT_NE(other.wait(), 0);
    }
    const auto newest = checkpoint::takeNewest({folder / "checkpoints"}, "engine-test");
    ASSERT_TRUE(newest) << newest.error().describe();
    ASSERT_GE(newest->step, 60);
    EXPECT_TRUE(newest->damaged.empty());
    const Attempt resumed = train("killed", file, 2, 2, newest->path);
    expectSame(resumed.published.back(), whole.published.back());
}

TEST_F(Resume, AnotherWorldSizeContinuesTheDataAndReportsTheChange) {
    const Attempt two = train("two", runFile("  max_steps: 10\n", 2), 2);
    const auto at10 = two.published.back();
    ASSERT_EQ(checkpoint::readState(at10)->position, 200 + 3 * 32) << "epoch of 7 steps, then 3 of 32";
    const Attempt one = train("one", runFile("  epochs: 2\n", 1), 1, 2, at10);
    ASSERT_EQ(one.warnings.size(), 1u);
    EXPECT_TRUE(one.warnings[0].starts_with("resume.changed: ")) << one.warnings[0];
    for (const char* part : {"replicas 2 → 1", "global_batch 32 → 16", "train.epochs 10 → 2"})
        EXPECT_NE(one.warnings[0].find(part), std::string::npos) << one.warnings[0];
    const auto state = checkpoint::readState(one.published.back());
    EXPECT_EQ(state->step, 10 + 7) << "104 samples were left of the epoch, in batches of 16";
    EXPECT_EQ(state->position, 400);
    const auto plan =
        std::get<events::TextEvent>(eventsIn(one.folder / "events/tasks/worker-0/train").front());
    const auto record = events::planFromText(plan.text);
    ASSERT_TRUE(record) << record.error().describe();
    EXPECT_EQ(record->fromStep, 10);
    EXPECT_EQ(record->fromEpoch, 1);
    EXPECT_EQ(record->stepInEpoch(11), 4);
    EXPECT_EQ(record->stepsInEpoch(11), 10);
    EXPECT_EQ(record->epochOf(17), 1);
    EXPECT_EQ(record->epochOf(18), 2);
}

/// The guide's save_freq=30 and InterruptAtStep(140), with a tenth of the steps.
TEST_F(Resume, AnInterruptAtAStepResumesFromTheBackupBeforeIt) {
    const std::string rest =
        "checkpoint: {every: never, final: false, backup_and_restore: {every: {steps: 3}}}\n"
        "inject: {step: 14}\n";
    const std::string file = runFile("  epochs: 4\n  steps_per_epoch: 10\n", 2, rest);
    const auto folder = folder_ / "run";
    std::filesystem::create_directories(folder);
    {
        TaskHostServer host(folder, 2);
        WorkerProcess chief(host, file, "worker:0"), other(host, file, "worker:1");
        EXPECT_EQ(chief.wait(), 1) << chief.log();
        EXPECT_EQ(other.wait(), 1) << other.log();
        ASSERT_EQ(host.errors().size(), 2u);
        for (const std::string& error : host.errors())
            EXPECT_NE(error.find("inject.interrupt: interrupted after step 14"), std::string::npos) << error;
    }
    EXPECT_TRUE(checkpoint::list(folder / "checkpoints").empty());
    ASSERT_EQ(checkpoint::list(folder / "backup").size(), 1u) << "one checkpoint, replaced";
    const auto newest = checkpoint::takeNewest({folder / "checkpoints", folder / "backup"}, "engine-test");
    EXPECT_EQ(newest->step, 12) << "epoch 2, step 3 is next";
    const auto state = checkpoint::readState(newest->path);
    EXPECT_EQ(state->epoch, 1);
    EXPECT_EQ(state->stepInEpoch, 2);

    TaskHostServer host(folder, 2, 2, newest->path);
    host.setInjectDone();
    WorkerProcess chief(host, file, "worker:0"), other(host, file, "worker:1");
    EXPECT_EQ(chief.wait(), 0) << chief.log();
    EXPECT_EQ(other.wait(), 0) << other.log();
    const auto whole = train("whole", runFile("  epochs: 4\n  steps_per_epoch: 10\n", 2), 2);
    const auto last = checkpoint::list(folder / "backup");
    ASSERT_EQ(last.size(), 1u);
    ASSERT_EQ(last.back().step, 39);
    EXPECT_EQ(losses(folder, "batch_loss").at(40), losses(whole.folder, "batch_loss").at(40));
}

TEST_F(Resume, AnInterruptAtTheEndOfAnEpochComesAfterItsBackup) {
    const std::string file =
        runFile("  epochs: 10\n  steps_per_epoch: 5\n", 1,
                "checkpoint: {every: never, backup_and_restore: true}\ninject: {epoch: 3}\n");
    TaskHostServer host(folder_, 1);
    WorkerProcess worker(host, file, "worker:0");
    EXPECT_EQ(worker.wait(), 1);
    const auto newest = checkpoint::takeNewest({folder_ / "backup"}, "engine-test");
    EXPECT_EQ(newest->step, 20);
    EXPECT_EQ(checkpoint::readState(newest->path)->epoch, 4) << "index 4 is next";
}

TEST_F(Resume, TheBestIsMarkedAndRemembered) {
    const Attempt first =
        train("first", runFile("  epochs: 2\n", 1, "checkpoint: {every: never, best: loss}\n"), 1);
    ASSERT_EQ(first.published.size(), 2u) << "each epoch's loss betters the one before";
    const auto state = checkpoint::readState(first.published.back());
    EXPECT_EQ(state->best["monitor"], "loss");
    EXPECT_EQ(state->best["step"], 26);
    EXPECT_EQ(state->best["value"], state->metrics.at("loss"));
}

TEST_F(Resume, WeightsOnlyResetsTheOptimizerAndReportsIt) {
    const std::string train_ = "  max_steps: 6\n", rest = "checkpoint: {every: never, weights_only: true}\n";
    const Attempt first = train("first", runFile(train_, 1, rest, "adam"), 1);
    ASSERT_EQ(first.published.size(), 1u);
    const Attempt more =
        train("more", runFile("  max_steps: 8\n", 1, rest, "adam"), 1, 2, first.published.back());
    ASSERT_EQ(more.warnings.size(), 1u);
    EXPECT_NE(more.warnings[0].find("the optimizer's exp_avg is initialised"), std::string::npos)
        << more.warnings[0];
}

TEST_F(Resume, AnUnavailableAgentBlocksNeitherTrainingNorTheNextSave) {
    const std::string file = runFile("  epochs: 100000\n", 1, "checkpoint: {every: {steps: 20}}\n");
    TaskHostServer host(folder_, 1);
    host.setAway(true);
    WorkerProcess worker(host, file, "worker:0");
    host.waitForStep(400);
    EXPECT_TRUE(host.published().empty());
    host.setAway(false);
    host.waitForPublished(1);
    host.requestStop(1);
    EXPECT_EQ(worker.wait(), 0) << worker.log();
    EXPECT_TRUE(checkpoint::verify(host.published().front()));
}

/// numpy's format 1.0 (numpy.lib.format).
void writeNpy(const std::filesystem::path& file, const std::string& type, const std::string& shape,
              const void* values, std::size_t bytes) {
    std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
    header.resize(118 - 1, ' ');
    header += '\n';
    std::ofstream out(file, std::ios::binary);
    out << std::string("\x93NUMPY\x01\x00", 8) << static_cast<char>(header.size()) << '\0' << header;
    out.write(static_cast<const char*>(values), static_cast<std::streamsize>(bytes));
}

TEST_F(Resume, ANonFiniteSampleIsNamedAndNoRateIsBlamed) {
    std::vector<float> features(64 * 4, 0.5f);
    features[37 * 4 + 2] = std::numeric_limits<float>::quiet_NaN();
    const std::vector<std::int64_t> labels(64, 1);
    writeNpy(folder_ / "x.npy", "<f4", "64, 4", features.data(), features.size() * sizeof(float));
    writeNpy(folder_ / "y.npy", "<i8", "64,", labels.data(), labels.size() * sizeof(std::int64_t));
    const std::string file = (folder_ / "run.yaml").string();
    ASSERT_TRUE(base::writeFileAtomically(
        file,
        "trainyard: 1\nname: test\ntrain:\n  model: {layers: [{dense: {units: 3}}]}\n  data:\n"
        "    train: {npy: {features: x.npy, labels: y.npy}}\n    batch_size: 16\n"
        "checkpoint: {every: never, final: false}\ncluster:\n  worker: [local, local]\n"));
    TaskHostServer host(folder_, 2);
    WorkerProcess chief(host, file, "worker:0"), other(host, file, "worker:1");
    EXPECT_EQ(chief.wait(), 1) << chief.log();
    EXPECT_EQ(other.wait(), 1) << other.log();
    ASSERT_EQ(host.errors().size(), 2u);
    for (const std::string& error : host.errors()) {
        EXPECT_NE(error.find("data.not_finite: the loss of step "), std::string::npos) << error;
        EXPECT_NE(error.find("because sample 37 of the training data"), std::string::npos) << error;
    }
}

TEST_F(Resume, EachTaskOfAProgramNamesTheSameBadSample) {
    std::vector<float> features(64 * 28 * 28, 0.5f);
    features[37 * 28 * 28 + 5] = std::numeric_limits<float>::quiet_NaN();
    const std::vector<std::int64_t> labels(64, 1);
    writeNpy(folder_ / "x.npy", "<f4", "64, 1, 28, 28", features.data(), features.size() * sizeof(float));
    writeNpy(folder_ / "y.npy", "<i8", "64,", labels.data(), labels.size() * sizeof(std::int64_t));
    const std::string file = (folder_ / "run.yaml").string();
    ASSERT_TRUE(base::writeFileAtomically(
        file,
        "trainyard: 1\nname: test\ntrain:\n  program: {plugin: custom_training}\n  data:\n"
        "    train: {npy: {features: x.npy, labels: y.npy}}\n"
        "    validation: {npy: {features: x.npy, labels: y.npy}}\n    batch_size: 16\n"
        "cluster:\n  worker: [local, local]\n"));
    TaskHostServer host(folder_, 2);
    WorkerProcess chief(host, file, "worker:0"), other(host, file, "worker:1");
    EXPECT_EQ(chief.wait(), 1) << chief.log();
    EXPECT_EQ(other.wait(), 1) << other.log();
    ASSERT_EQ(host.errors().size(), 2u);
    for (const std::string& error : host.errors()) {
        EXPECT_NE(error.find("data.not_finite: the loss of step "), std::string::npos) << error;
        EXPECT_NE(error.find(" in the part of worker:"), std::string::npos) << error;
        EXPECT_NE(error.find("because sample 37 of the training data"), std::string::npos) << error;
    }
    constexpr std::size_t kName = std::string_view("worker:0").size();
    EXPECT_EQ(host.errors()[0].substr(kName), host.errors()[1].substr(kName));
}

TEST_F(Resume, ANonFiniteLossEndsTheRunBeforeItIsSaved) {
    const std::string file = runFile("  epochs: 50\n", 2, "checkpoint: {every: {steps: 1}, keep: 0}\n",
                                     "{sgd: {learning_rate: 1000000}}");
    // Without an activation between them the weights of each layer grow with the other's.
    std::string text = *base::readFile(file);
    const std::string model = "{builtin: mlp}";
    text.replace(text.find(model), model.size(),
                 "{layers: [{flatten: {}}, {dense: {units: 32}}, {dense: {units: 10}}]}");
    ASSERT_TRUE(base::writeFileAtomically(file, text));
    TaskHostServer host(folder_, 2);
    WorkerProcess chief(host, file, "worker:0"), other(host, file, "worker:1");
    EXPECT_EQ(chief.wait(), 1) << chief.log();
    EXPECT_EQ(other.wait(), 1) << other.log();
    ASSERT_EQ(host.errors().size(), 2u);
    EXPECT_NE(host.errors()[0].find("loss.not_finite: the loss of step "), std::string::npos)
        << host.errors()[0];
    for (const auto& good : checkpoint::list(folder_ / "checkpoints")) {
        const auto state = checkpoint::readState(good.path);
        for (const auto& [name, sum] : state->sums)
            EXPECT_TRUE(std::isfinite(sum)) << good.path << " " << name;
        const auto opened = checkpoint::open(good.path);
        for (const auto& tensor : opened->model.tensors()) {
            const auto bytes = opened->model.bytes(tensor);
            std::vector<float> values(bytes.size() / sizeof(float));
            std::memcpy(values.data(), bytes.data(), bytes.size());
            EXPECT_TRUE(std::ranges::all_of(values, [](float value) { return std::isfinite(value); }))
                << good.path << " " << tensor.name;
        }
    }
}

/// 2 workers → 1 → 3 → Mirrored: with a learning rate of 0 the weights do not change, and neither must their
/// loss.
TEST_F(Resume, AnyWorldSizeAndStrategyEvaluatesTheSame) {
    const std::string mirrored = "strategy: {mirrored: {replicas: 2}}\n";
    std::filesystem::path from = train("trained", runFile("  max_steps: 5\n", 2), 2).published.back();
    std::vector<double> losses;
    int attempt = 1;
    for (const auto& [workers, rest] : {std::pair{2, std::string()}, {1, ""}, {3, ""}, {1, mirrored}}) {
        ++attempt;
        const Attempt one = train(fmt::format("{}", attempt),
                                  runFile(fmt::format("  max_steps: {}\n", 4 + attempt), workers, rest,
                                          "{sgd: {learning_rate: 0}}"),
                                  workers, attempt, from);
        ASSERT_FALSE(one.published.empty()) << one.log;
        from = one.published.back();
        losses.push_back(checkpoint::readState(from)->metrics.at("val_loss"));
    }
    for (const double loss : losses) EXPECT_NEAR(loss, losses.front(), 1e-6);
}

TEST_F(Resume, AFinishedRunHasNothingLeftToDo) {
    const Attempt first = train("first", runFile("  max_steps: 10\n", 1), 1);
    const Attempt again = train("again", runFile("  max_steps: 10\n", 1), 1, 2, first.published.back());
    const auto last =
        std::get<events::TextEvent>(eventsIn(again.folder / "events/tasks/worker-0/train").back());
    ASSERT_EQ(last.tag, events::kResultTag);
    EXPECT_EQ(events::resultFromText(last.text)->step, 10);
    EXPECT_EQ(events::resultFromText(last.text)->outcome, "completed");
}

TEST_F(Resume, ADamagedCheckpointIsNamed) {
    const Attempt first = train("first", runFile("  max_steps: 4\n", 1), 1);
    const std::filesystem::path checkpoint = first.published.back();
    std::string model = bytes(checkpoint, "model.safetensors");
    model[model.size() / 2] = static_cast<char>(model[model.size() / 2] ^ 1);
    std::ofstream(checkpoint / "model.safetensors", std::ios::binary) << model;
    TaskHostServer host(folder_, 1, 2, checkpoint);
    WorkerProcess worker(host, runFile("", 1), "worker:0");
    EXPECT_EQ(worker.wait(), 1);
    ASSERT_EQ(host.errors().size(), 1u) << worker.log();
    EXPECT_NE(host.errors()[0].find("checkpoint.damaged"), std::string::npos) << host.errors()[0];
    EXPECT_NE(host.errors()[0].find("model.safetensors is damaged"), std::string::npos) << host.errors()[0];
}

TEST_F(Resume, InitialEpochCountsTheEpochsBeforeAsRun) {
    const Attempt run = train("run", runFile("  epochs: 3\n  initial_epoch: 2\n", 1), 1);
    const auto state = checkpoint::readState(run.published.back());
    EXPECT_EQ(state->step, 39) << "13 steps an epoch";
    EXPECT_EQ(state->position, 600);
    EXPECT_EQ(losses(run.folder, "batch_loss").begin()->first, 27);
}

}  // namespace
}  // namespace trainyard::engine
