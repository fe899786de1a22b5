// SPDX-License-Identifier: Apache-2.0
// Workers of parameter servers with several GPUs, which CPUs stand in for: a step of one worker with n of
// them is the one of n workers, and its closures have a replica on each.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <mutex>
#include <set>
#include <thread>

#include "core/engine/profile/profiler.h"
#include "core/engine/ps/run_data.h"
#include "core/engine/ps/sharded_variables.h"
#include "core/engine/ps/training_closures.h"
#include "core/engine/ps/variable_store.h"
#include "core/plugin/catalog.h"
#include "plugins/sdk/loop/coordinator_job.h"
#include "tests/engine/curves.h"
#include "tests/engine/kept_link.h"
#include "tests/engine/reports.h"
#include "tests/support/substitute_gpus.h"

namespace trainyard::engine::ps {
namespace {

using trainyard::engine::testing::KeptLink;
using trainyard::engine::testing::Reports;
using trainyard::engine::testing::WaveData;
using trainyard::testing::SubstituteGpu;

constexpr std::int64_t kWorkerSamples = 60;
constexpr const char* kDense = "flatten, {dense: {units: 8}}, {dropout: {rate: 0.25}}, {dense: {units: 10}}";

std::vector<std::shared_ptr<SubstituteGpu>> substitutesOf(int count) {
    std::vector<std::shared_ptr<SubstituteGpu>> gpus;
    for (int i = 0; i < count; ++i)
        gpus.push_back(std::make_shared<SubstituteGpu>(i, fmt::format("0/{}", i)));
    return gpus;
}

/// Short sentences of two words among twelve.
class WordData : public data::Dataset {
  public:
    std::int64_t size() const override { return kWorkerSamples; }
    const data::Layout& features() const override { return features_; }
    const data::Layout& labels() const override { return labels_; }
    std::int64_t classes() const override { return 10; }
    base::Status read(std::span<const std::int64_t> indexes, const Into& out) const override {
        auto* words = static_cast<std::int64_t*>(out.features);
        auto* label = static_cast<std::int64_t*>(out.labels);
        for (const std::int64_t index : indexes) {
            *words++ = index * 5 % 12;
            *words++ = index * 7 % 12;
            *label++ = index % 10;
        }
        return {};
    }
    std::string describe() const override { return "words"; }

  private:
    data::Layout features_{data::Dtype::kInt64, {2}};
    data::Layout labels_{data::Dtype::kInt64, {}};
};

/// Waves of which one has a class that the model does not have.
class WrongData : public WaveData {
  public:
    WrongData() : WaveData(kWorkerSamples) {}
    base::Status read(std::span<const std::int64_t> indexes, const Into& out) const override {
        TY_TRY(WaveData::read(indexes, out));
        for (std::size_t i = 0; i < indexes.size(); ++i)
            if (indexes[i] == 17) static_cast<std::int64_t*>(out.labels)[i] = 99;
        return {};
    }
};

FutureDataset opened(DatasetPtr data) {
    std::promise<base::Result<DatasetPtr>> promise;
    promise.set_value(std::move(data));
    return promise.get_future().share();
}

/// Until when sums of GPUs are not made, and who learns what the GPUs wait in.
struct HeldSums {
    std::shared_future<void> heldUntil;
    WorkerTeam::OnWait onWait = [](const std::string&) {};
};

/// A cluster of workers with so many GPUs each, and one ps, whose calls are made one by one.
class Cluster {
  public:
    explicit Cluster(int gpusPerWorker, const std::string& layers = kDense, int workers = 1,
                     DatasetPtr samples = std::make_shared<WaveData>(kWorkerSamples),
                     const HeldSums& sums = {}) {
        spec::LoadedSpec loaded = spec::loadRunText(
            fmt::format("name: x\ntrain:\n  model: {{layers: [{}]}}\n  data: {{train: {{builtin: mnist}}, "
                        "batch_size: 8}}\n  optimizer: adam\nstrategy: {{parameter_server: {{}}}}\n"
                        "cluster: {{chief: [local], worker: [local], ps: [local]}}\n",
                        layers),
            "x.yaml", "/", {}, plugin::Catalog::load().strategies());
        for (const v1::Problem& problem : loaded.problems) ADD_FAILURE() << spec::describe(problem);
        auto planned = plannedModel(loaded.spec, *samples);
        EXPECT_TRUE(planned) << planned.error().describe();
        planned_ = std::move(*planned);
        gpus = substitutesOf(gpusPerWorker);
        for (const auto& gpu : gpus) gpu->faults.heldUntil = sums.heldUntil;
        const std::vector<std::shared_ptr<Device>> devices(gpus.begin(), gpus.end());
        const TrainingData data{opened(samples), opened(samples)};
        const auto registry =
            trainingClosures(loaded.spec, data, {profiler_, {}, [](std::int64_t) {}, sums.onWait}, devices);
        hosts_ = {std::make_shared<VariableStore>(0)};
        createVariables(spec::planModel(spec::modelOf(loaded.spec), samples->features().shape).value());
        for (int i = 0; i < workers; ++i) {
            workers_.push_back(std::make_unique<WorkerRuntime>(i, workers, registry, hosts_,
                                                               workerGpus(loaded.spec, data, devices)));
            const base::Status made = workers_.back()->make(
                0, kWorkerState, {std::int64_t{16}, std::int64_t{0}, progressTensor(data::Progress{})});
            EXPECT_TRUE(made) << made.error().describe();
        }
    }

    Outcome call(std::size_t worker, const char* closure, sdk::Values arguments) {
        arguments.insert(arguments.begin(), sdk::PerWorker{0});
        return workers_[worker]->execute({1, closure, std::move(arguments)});
    }
    /// A synchronous step: the sums over all parts.
    torch::Tensor step(std::int64_t number) {
        torch::Tensor sums;
        const auto parts = static_cast<std::int64_t>(workers_.size());
        for (std::int64_t part = 0; part < parts; ++part) {
            const Outcome outcome =
                call(static_cast<std::size_t>(part), kTrainPart, {number, part, parts, 0.01});
            EXPECT_EQ(outcome.kind, Outcome::Kind::kDone) << outcome.error.describe();
            if (outcome.kind != Outcome::Kind::kDone) return torch::zeros({1});
            const torch::Tensor& row = std::get<torch::Tensor>(outcome.values.at(0));
            sums = sums.defined() ? sums + row : row;
        }
        return sums;
    }
    torch::Tensor evaluated(std::int64_t step) {
        const Outcome outcome = call(0, kEvaluate, {std::int64_t{0}, kWorkerSamples, std::int64_t{8}, step});
        EXPECT_EQ(outcome.kind, Outcome::Kind::kDone) << outcome.error.describe();
        return std::get<torch::Tensor>(outcome.values.at(0));
    }
    std::vector<torch::Tensor> weights() {
        ShardedVariables variables(hosts_);
        std::vector<torch::Tensor> read;
        for (const std::string& name : stateNames(*planned_->model))
            read.push_back(variables.read(name).value());
        return read;
    }

    std::vector<std::shared_ptr<SubstituteGpu>> gpus;

  private:
    void createVariables(const spec::ModelPlan& plan) {
        Model model(plan, torch::kFloat32);
        model.drawWeights(7);
        ShardedVariables variables(hosts_);
        const auto names = stateNames(model);
        for (std::size_t i = 0; i < names.size(); ++i)
            EXPECT_TRUE(
                variables.create(names[i], stateTensors(model)[i],
                                 {i < model.names().size() ? "adam" : "sgd", nlohmann::json::object()}));
    }

    KeptLink link_;
    Profiler profiler_{link_, "worker:0", 1};
    std::optional<PlannedModel> planned_;
    VariableHosts hosts_;
    std::vector<std::unique_ptr<WorkerRuntime>> workers_;
};

void expectEqualWeights(Cluster& one, Cluster& other) {
    const auto expected = one.weights(), weights = other.weights();
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_TRUE(expected[i].equal(weights[i])) << i;
}

TEST(WorkerGpus, AStepOfOneWorkerWithSeveralIsThatOfAsManyWorkersToTheBit) {
    const std::string table = "{embedding: {input_dim: 12, output_dim: 4}}, flatten, {dense: {units: 10}}";
    for (const auto& [layers, samples] :
         {std::pair<std::string, DatasetPtr>{kDense, std::make_shared<WaveData>(kWorkerSamples)},
          {table, std::make_shared<WordData>()}})
        for (const int gpus : {2, 3}) {
            SCOPED_TRACE(fmt::format("{} GPUs, {}", gpus, layers));
            Cluster cpus(0, layers, gpus, samples), several(gpus, layers, 1, samples);
            // The fourth is the short one at the end of a pass.
            for (std::int64_t number = 0; number < 5; ++number)
                EXPECT_TRUE(cpus.step(number).equal(several.step(number))) << number;
            expectEqualWeights(cpus, several);
            for (const auto& gpu : several.gpus) {
                EXPECT_EQ(gpu->seen->sums.size(), 5u) << "a sum for each step";
                EXPECT_FALSE(gpu->seen->isAborted);
            }
        }
}

/// But for the order of the sum: the ps adds up what is the sum of two already.
TEST(WorkerGpus, TwoWorkersWithTwoAreFour) {
    Cluster cpus(0, kDense, 4), several(2, kDense, 2);
    for (std::int64_t number = 0; number < 4; ++number)
        EXPECT_TRUE(cpus.step(number).allclose(several.step(number), 1e-5, 1e-6)) << number;
    const auto expected = cpus.weights(), weights = several.weights();
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_TRUE(expected[i].allclose(weights[i], 1e-4, 1e-5)) << i;
}

TEST(WorkerGpus, RunningStatisticsAreTheMeanOfTheReplicas) {
    const std::string layers = "flatten, {dense: {units: 8}}, batch_normalization, {dense: {units: 10}}";
    Cluster one(0, layers), several(2, layers);
    const auto before = one.weights();
    one.step(0);
    several.step(0);
    const auto whole = one.weights(), halves = several.weights();
    const std::size_t mean = whole.size() - 2;  // moving_mean, moving_variance
    EXPECT_FALSE(whole[mean].equal(before[mean]));
    EXPECT_TRUE(whole[mean].allclose(halves[mean], 1e-5, 1e-6)) << "the mean of the means of halves";
}

TEST(WorkerGpus, AnEvaluationSeesEachSampleOnce) {
    Cluster one(0), several(3);
    one.step(0);
    several.step(0);
    const torch::Tensor alone = one.evaluated(1), together = several.evaluated(1);
    EXPECT_TRUE(alone.allclose(together, 1e-5)) << alone << together;
    EXPECT_EQ(alone[0][1].item<double>(), static_cast<double>(kWorkerSamples));
    EXPECT_EQ(together[0][1].item<double>(), static_cast<double>(kWorkerSamples));
}

TEST(WorkerGpus, ASumInWhichAllWaitIsReportedUntilItIsMade) {
    std::promise<void> made;
    Reports reports;
    Cluster several(2, kDense, 1, std::make_shared<WaveData>(kWorkerSamples),
                    {made.get_future().share(), [&](const std::string& call) { reports.add(call); }});
    std::jthread step([&] { several.step(0); });
    const auto seen = reports.waitFor(2);
    made.set_value();
    EXPECT_EQ(seen, (std::vector<std::string>{"", "all_reduce of gradients 1"})) << "one, then both";
    EXPECT_EQ(reports.waitFor(3).back(), "");
}

TEST(WorkerGpus, AFailedReplicaEndsTheOthersAndIsTheOneReported) {
    Cluster several(2, kDense, 1, std::make_shared<WrongData>());
    Outcome outcome;
    for (std::int64_t number = 0; number < 4; ++number) {
        outcome = several.call(0, kTrainPart, {number, std::int64_t{0}, std::int64_t{1}, 0.01});
        if (outcome.kind == Outcome::Kind::kFailed) break;
    }
    ASSERT_EQ(outcome.kind, Outcome::Kind::kFailed);
    EXPECT_EQ(outcome.error.message.text().find("a replica has failed"), std::string::npos)
        << outcome.error.describe();
    for (const auto& gpu : several.gpus) EXPECT_TRUE(gpu->seen->isAborted);
}

/// Closures of a program.
class Closures : public ::testing::Test {
  protected:
    Outcome execute(const std::string& name, sdk::Closure closure, int gpus) {
        registry_->closure(name, std::move(closure));
        if (!worker_) {
            const auto all = substitutesOf(gpus);
            WorkerGpus own;
            own.devices.assign(all.begin(), all.end());
            own.explainMemory = [](const OutOfMemory& failed) {
                return base::Error{base::Code::kResourceExhausted, base::Words::plain(failed.device),
                                   "device.memory"};
            };
            own.onIdle = [this](const std::string& idle) { idle_.push_back(idle); };
            worker_ = std::make_unique<WorkerRuntime>(
                0, 1, registry_, VariableHosts{std::make_shared<VariableStore>(0)}, std::move(own));
        }
        return worker_->execute({1, name, {}});
    }

    std::shared_ptr<sdk::ClosureRegistry> registry_ = std::make_shared<sdk::ClosureRegistry>();
    std::vector<std::string> idle_;
    std::unique_ptr<WorkerRuntime> worker_;
};

TEST_F(Closures, HaveAReplicaOnEachGpu) {
    std::mutex mutex;
    std::set<std::thread::id> threads;
    std::vector<torch::Tensor> shares(3), sums(3);
    const auto step = [&](sdk::WorkerContext& context, const sdk::Values&) -> base::Result<sdk::Values> {
        EXPECT_EQ(context.numReplicas(), 3);
        const torch::Tensor batch = torch::arange(8);
        TY_TRY(context.run([&](sdk::WorkerReplica& replica) -> base::Status {
            const auto r = static_cast<std::size_t>(replica.replica());
            EXPECT_EQ(replica.numReplicas(), 3);
            shares[r] = replica.shareOf(batch);
            sums[r] = replica.sum(shares[r].sum());
            const std::lock_guard lock(mutex);
            threads.insert(std::this_thread::get_id());
            return {};
        }));
        return sdk::Values{sums[0]};
    };
    const Outcome outcome = execute("step", step, 3);
    ASSERT_EQ(outcome.kind, Outcome::Kind::kDone) << outcome.error.describe();
    EXPECT_TRUE(at::cat(shares).equal(torch::arange(8)));
    for (const torch::Tensor& sum : sums) EXPECT_EQ(sum.item<std::int64_t>(), 28);
    EXPECT_EQ(threads.size(), 3u);
    EXPECT_TRUE(idle_.empty());
}

TEST_F(Closures, RunOnTheCpuWithoutGpus) {
    const auto step = [](sdk::WorkerContext& context, const sdk::Values&) -> base::Result<sdk::Values> {
        double sum = 0;
        TY_TRY(context.run([&](sdk::WorkerReplica& replica) -> base::Status {
            EXPECT_EQ(replica.device(), torch::Device(torch::kCPU));
            sum = replica.sum(replica.shareOf(torch::ones({3})).sum()).item<double>();
            return {};
        }));
        return sdk::Values{sum};
    };
    const Outcome outcome = execute("step", step, 0);
    ASSERT_EQ(outcome.kind, Outcome::Kind::kDone) << outcome.error.describe();
    EXPECT_EQ(std::get<double>(outcome.values.at(0)), 3);
}

TEST_F(Closures, ReturnTheErrorOfAReplicaThatOthersWaitFor) {
    const auto step = [](sdk::WorkerContext& context, const sdk::Values&) -> base::Result<sdk::Values> {
        TY_TRY(context.run([&](sdk::WorkerReplica& replica) -> base::Status {
            if (replica.replica() == 1) return base::fail(base::Code::kInvalidArgument, "its own", "mine");
            replica.sum(torch::ones({1}));
            return {};
        }));
        return sdk::Values{};
    };
    for (int times = 0; times < 2; ++times) {
        const Outcome outcome = execute("step", step, 2);
        EXPECT_EQ(outcome.kind, Outcome::Kind::kFailed);
        EXPECT_EQ(outcome.error.id, "mine");
    }
    const auto full = [](sdk::WorkerContext& context, const sdk::Values&) -> base::Result<sdk::Values> {
        TY_TRY(context.run([&](sdk::WorkerReplica& replica) -> base::Status {
            if (replica.replica() == 1)
                throw c10::OutOfMemoryError({__func__, __FILE__, __LINE__}, "CUDA out of memory");
            return {};
        }));
        return sdk::Values{};
    };
    const Outcome outcome = execute("full", full, 2);
    EXPECT_EQ(outcome.error.id, "device.memory");
    EXPECT_EQ(outcome.error.message.text(), "substitute:1") << "the GPU that had none";
}

TEST_F(Closures, AreNamedOnceIfTheyLeaveGpusIdle) {
    const auto alone = [](sdk::WorkerContext&, const sdk::Values&) -> base::Result<sdk::Values> {
        return sdk::Values{1.0};
    };
    execute("alone", alone, 2);
    execute("alone", alone, 2);
    EXPECT_EQ(idle_, std::vector<std::string>{"alone"});
}

TEST_F(Closures, AreGivenABatchForEachReplica) {
    spec::LoadedSpec loaded = spec::loadRunText(
        "name: x\ntrain:\n  model: {builtin: mlp}\n  data: {train: {builtin: mnist}, batch_size: 8}\n"
        "strategy: {parameter_server: {}}\ncluster: {chief: [local], worker: [local], ps: [local]}\n",
        "x.yaml", "/", {}, plugin::Catalog::load().strategies());
    for (const v1::Problem& problem : loaded.problems) ADD_FAILURE() << spec::describe(problem);
    addRunData(*registry_, loaded.spec, {opened(std::make_shared<WaveData>(kWorkerSamples)), std::nullopt});
    const auto none = [](sdk::WorkerContext&, const sdk::Values&) -> base::Result<sdk::Values> {
        return sdk::Values{};
    };
    execute("none", none, 2);
    ASSERT_TRUE(worker_->make(5, loop::kTrainData, {}));
    const auto next = [](sdk::WorkerContext& context, const sdk::Values&) -> base::Result<sdk::Values> {
        return context.next(sdk::PerWorker{5});
    };
    const Outcome outcome = execute("next", next, 2);
    ASSERT_EQ(outcome.kind, Outcome::Kind::kDone) << outcome.error.describe();
    EXPECT_EQ(std::get<torch::Tensor>(outcome.values.at(0)).size(0), 16);
}

}  // namespace
}  // namespace trainyard::engine::ps
