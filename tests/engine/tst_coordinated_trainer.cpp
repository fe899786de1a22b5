// SPDX-License-Identifier: Apache-2.0
// The built-in loop under parameter servers, chief, workers and ps as threads of this process.
#include "core/engine/device/cpu_device.h"
#include "core/engine/ps/coordinated_trainer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>

#include "core/engine/ledger/spool_writer.h"
#include "core/engine/ps/in_process.h"
#include "core/engine/ps/worker_runtime.h"
#include "core/events/event_file.h"
#include "core/plugin/catalog.h"
#include "tests/engine/curves.h"
#include "tests/engine/kept_link.h"

namespace trainyard::engine::ps {
namespace {

using testing::KeptLink;

/// 64 samples in batches of 16: four steps per epoch, two per epoch for two workers together; ten epochs. The
/// layers' product overflows at a high rate.
std::string runFile(const std::string& train, const std::string& rest) {
    return "name: x\ntrain:\n  model: {layers: [flatten, {dense: {units: 32}}, {dense: {units: 10}}]}\n  "
           "data: {train: {builtin: "
           "mnist}, batch_size: 16}\n  epochs: 10\n" +
           train +
           "strategy: {parameter_server: {}}\ncluster: {chief: [local], worker: [local, local], ps: "
           "[local]}\n" +
           rest;
}

/// Waves, with one sample that is NaN.
class SpoiltWaves : public engine::testing::WaveData {
  public:
    SpoiltWaves(std::int64_t size, std::int64_t bad) : WaveData(size), bad_(bad) {}
    base::Status read(std::span<const std::int64_t> indexes, const Into& out) const override {
        TY_TRY(WaveData::read(indexes, out));
        for (std::size_t i = 0; i < indexes.size(); ++i)
            if (indexes[i] == bad_)
                static_cast<float*>(out.features)[i * 28 * 28 + 5] = std::numeric_limits<float>::quiet_NaN();
        return {};
    }

  private:
    std::int64_t bad_;
};

constexpr std::int64_t kSamples = 64;

FutureDataset future(DatasetPtr dataset) {
    std::promise<base::Result<DatasetPtr>> promise;
    promise.set_value(std::move(dataset));
    return promise.get_future().share();
}

/// How a training ended, and what it reported along the way.
struct Coordinated {
    base::Status status;
    std::int64_t steps = 0;
    std::vector<std::pair<std::string, std::string>> warnings;
    std::vector<std::int64_t> saved;                          ///< steps of the checkpoints
    std::map<std::string, std::vector<std::int64_t>> series;  ///< the steps of each one's points
};

/// The points that a training has written into its train split.
std::map<std::string, std::vector<std::int64_t>> seriesIn(const std::filesystem::path& events) {
    std::map<std::string, std::vector<std::int64_t>> series;
    for (const auto& file : events::eventFilesIn(events / "train")) {
        auto reader = events::EventFileReader::open(file);
        const auto some = reader->readSome();
        for (const events::Event& event : *some)
            if (const auto* scalar = std::get_if<events::ScalarEvent>(&event))
                series[scalar->tag].push_back(scalar->step);
    }
    return series;
}

Coordinated trainCoordinated(const std::string& train, const std::string& rest = "",
                             sdk::Coordination coordination = {},
                             DatasetPtr samples = std::make_shared<engine::testing::WaveData>(kSamples),
                             KeptLink&& link = KeptLink()) {
    spec::LoadedSpec loaded =
        spec::loadRunText(runFile(train, rest), "x.yaml", "/", {}, plugin::Catalog::load().strategies());
    for (const v1::Problem& problem : loaded.problems) ADD_FAILURE() << spec::describe(problem);
    Profiler profiler(link, "chief:0", 1);
    const TrainingData data{future(std::move(samples)), std::nullopt};
    const StepReports told{profiler, {}, [](std::int64_t) {}};
    auto cluster = inProcessCluster(2, 1, trainingClosures(loaded.spec, data, told));
    auto spool = SpoolWriter::create(link.folder / "events");
    Coordinated trained;
    const auto run = [&]() -> base::Status {
        TY_ASSIGN(const auto trainer,
                  CoordinatedTrainer::create({loaded.spec, link, *cluster.coordinator, coordination, **spool,
                                              /*attempt=*/1, /*restore=*/{}, data, profiler}));
        return trainer->run();
    };
    trained.status = run();
    trained.steps = link.step;
    trained.warnings = link.warnings();
    EXPECT_TRUE((*spool)->finish());
    trained.series = seriesIn(link.folder / "events");
    for (const auto& request : link.published()) trained.saved.push_back(request.step());
    return trained;
}

/// At this rate one of the first ten losses is NaN.
const std::string kDiverging = "  optimizer: {sgd: {learning_rate: 1000000}}\n";

class NotFinite : public ::testing::TestWithParam<bool> {
  protected:
    static sdk::Coordination coordination() {
        sdk::Coordination coordination;
        coordination.isSynchronous = GetParam();
        return coordination;
    }
};

TEST_P(NotFinite, EndsTheTrainingByName) {
    const Coordinated trained =
        trainCoordinated(kDiverging, "checkpoint: {every: never, final: false}\n", coordination());
    ASSERT_FALSE(trained.status);
    EXPECT_EQ(trained.status.error().id, "loss.not_finite");
    EXPECT_TRUE(trained.status.error().message.text().starts_with("the loss of step "))
        << trained.status.error().message;
    EXPECT_NE(trained.status.error().message.text().find("there is no checkpoint before it"),
              std::string::npos);
    EXPECT_NE(trained.status.error().message.text().find(" in the part"), std::string::npos);
    EXPECT_TRUE(trained.saved.empty());
    EXPECT_LT(trained.steps, 20);
}

/// A sample that is NaN itself spoils the weights for all workers, regardless of the learning rate.
TEST_P(NotFinite, ANonFiniteSampleIsNamed) {
    const Coordinated trained = trainCoordinated("", "checkpoint: {every: never, final: false}\n",
                                                 coordination(), std::make_shared<SpoiltWaves>(kSamples, 37));
    ASSERT_FALSE(trained.status);
    EXPECT_EQ(trained.status.error().id, "data.not_finite") << trained.status.error().message;
    // If both workers have seen it, no sample is named.
    const std::string& message = trained.status.error().message;
    EXPECT_TRUE(message.find("sample 37 of the training data") != std::string::npos ||
                message.find("samples of the training data are") != std::string::npos)
        << message;
    if (coordination().isSynchronous) {
        EXPECT_NE(message.find("sample 37"), std::string::npos) << message;
    }
}

TEST_P(NotFinite, IsIgnoredWhereThatIsAskedFor) {
    const Coordinated trained =
        trainCoordinated(kDiverging, "on_failure: {not_finite: ignore}\n", coordination());
    EXPECT_TRUE(trained.status) << trained.status.error().describe();
    EXPECT_EQ(trained.steps, coordination().isSynchronous ? 20 : 40);
    ASSERT_EQ(trained.warnings.size(), 1u);
    EXPECT_EQ(trained.warnings[0].first, "loss.not_finite");
    EXPECT_NE(trained.warnings[0].second.find("worker:"), std::string::npos) << trained.warnings[0].second;
}

TEST_P(NotFinite, SpeaksOfTheCheckpointsBeforeIt) {
    // The first step is good and saved; later ones are not.
    const Coordinated trained = trainCoordinated(
        "  optimizer: {sgd: {learning_rate: {steps: {boundaries: [0], values: [0.0, "
        "1000000]}}}}\n",
        "checkpoint: {every: {steps: 1}}\n", coordination());
    ASSERT_FALSE(trained.status);
    EXPECT_NE(trained.status.error().message.text().find("checkpoints before it are good"), std::string::npos)
        << trained.status.error().message;
}

TEST(CoordinatedTrainer, ReportsTheCostOfEachSave) {
    const Coordinated trained = trainCoordinated("", "checkpoint: {every: {epochs: 5}}\n");
    ASSERT_TRUE(trained.status) << trained.status.error().describe();
    EXPECT_EQ(trained.saved, (std::vector<std::int64_t>{20, 40}));
    for (const char* cost : {"checkpoint_stall_ms", "checkpoint_write_ms"}) {
        ASSERT_TRUE(trained.series.contains(cost)) << cost;
        EXPECT_EQ(trained.series.at(cost), trained.saved) << cost;
    }
}

/// A user who pauses the training at once and, when it is paused, stops it.
class StoppedWhilePaused final : public KeptLink {
  public:
    Wish wish() const override { return {.isPaused = true, .learningRate = {}, .epochs = {}, .profile = {}}; }
    StopRequest stopRequest() const override {
        return std::ranges::any_of(warnings(), [](const auto& one) { return one.first == "run.changed"; })
                   ? StopRequest::kAfterStep
                   : StopRequest::kNone;
    }
};

TEST(CoordinatedTrainer, APausedTrainingThatIsStoppedDoesNotResume) {
    const Coordinated trained = trainCoordinated(
        "", "", {}, std::make_shared<engine::testing::WaveData>(kSamples), StoppedWhilePaused());
    ASSERT_TRUE(trained.status) << trained.status.error().describe();
    ASSERT_EQ(trained.warnings.size(), 1u) << trained.warnings.at(1).second;
    EXPECT_TRUE(trained.warnings[0].second.starts_with("paused after step ")) << trained.warnings[0].second;
}

/// Two workers and two ps, whose calls are made one by one.
class TwoServers {
  public:
    explicit TwoServers(const std::string& layers, std::vector<std::shared_ptr<Device>> gpus = {}) {
        spec::LoadedSpec loaded = spec::loadRunText(
            fmt::format("name: x\ntrain:\n  model: {{layers: [{}]}}\n  data: {{train: {{builtin: mnist}}, "
                        "batch_size: 16}}\n  optimizer: adam\nstrategy: {{parameter_server: {{}}}}\n"
                        "cluster: {{chief: [local], worker: [local, local], ps: [local, local]}}\n",
                        layers),
            "x.yaml", "/", {}, plugin::Catalog::load().strategies());
        for (const v1::Problem& problem : loaded.problems) ADD_FAILURE() << spec::describe(problem);
        const auto samples = std::make_shared<engine::testing::WaveData>(kSamples);
        auto planned = plannedModel(loaded.spec, *samples);
        EXPECT_TRUE(planned);
        planned_ = std::move(*planned);
        planned_->model->drawWeights(7);
        registry_ = trainingClosures(loaded.spec, {future(samples), std::nullopt},
                                     {profiler_, {}, [](std::int64_t) {}}, gpus);
        gpus_ = workerGpus(loaded.spec, {future(samples), std::nullopt}, std::move(gpus));
        hosts = newHosts();
    }

    /// Two ps with the weights that a training starts with.
    VariableHosts newHosts() {
        VariableHosts made{std::make_shared<VariableStore>(0), std::make_shared<VariableStore>(1)};
        ShardedVariables variables(made, sdk::fixedShardsPartitioner(2));
        const auto names = stateNames(*planned_->model);
        for (std::size_t i = 0; i < names.size(); ++i)
            EXPECT_TRUE(variables.create(
                names[i], stateTensors(*planned_->model)[i],
                {i < planned_->model->names().size() ? "adam" : "sgd", nlohmann::json::object()}));
        return made;
    }
    /// A part of a step on a worker that was started for it: its losses.
    torch::Tensor run(const VariableHosts& of, std::int64_t step, std::int64_t part) {
        const Outcome outcome = outcomeOf(of, step, part);
        EXPECT_EQ(outcome.kind, Outcome::Kind::kDone) << outcome.error.describe();
        return std::get<torch::Tensor>(outcome.values.at(0));
    }
    Outcome outcomeOf(const VariableHosts& of, std::int64_t step, std::int64_t part) {
        WorkerRuntime worker(0, 2, registry_, of, gpus_);
        (void)worker.make(0, kWorkerState,
                          {std::int64_t{32}, std::int64_t{0}, progressTensor(data::Progress{})});
        return worker.execute({1, kTrainPart, {sdk::PerWorker{0}, step, part, std::int64_t{2}, 0.01}});
    }
    std::vector<torch::Tensor> weights() {
        ShardedVariables variables(hosts);
        std::vector<torch::Tensor> read;
        for (const std::string& name : stateNames(*planned_->model))
            read.push_back(variables.read(name).value());
        return read;
    }

    VariableHosts hosts;

  private:
    KeptLink link_;
    Profiler profiler_{link_, "chief:0", 1};
    std::optional<PlannedModel> planned_;
    std::shared_ptr<const sdk::ClosureRegistry> registry_;
    WorkerGpus gpus_;
};

/// A worker is lost when its part has reached one ps, or both, and another one repeats the part, the other
/// part being complete: the step is the same to the bit, and so are those that follow.
TEST(SynchronousStep, IsTheSameWhereAWorkerIsLostBetweenItsPushes) {
    const std::string dense = "flatten, {dense: {units: 8}}, {dense: {units: 10}}";
    const std::string normalized = "flatten, {dense: {units: 8}}, batch_normalization, {dense: {units: 10}}";
    for (const std::string& layers : {dense, normalized})
        for (const std::int64_t lost : {0, 1})
            for (const char* reached : {"ps:0", "ps:1", "both"}) {
                SCOPED_TRACE(fmt::format("part {} has reached {}, {}", lost, reached, layers));
                TwoServers undisturbed(layers), disturbed(layers);
                VariableHosts seen = disturbed.newHosts();
                for (const auto& host : disturbed.hosts)
                    if (host->name() == reached || std::string(reached) == "both")
                        *std::ranges::find(seen, host->name(), [](const auto& h) { return h->name(); }) =
                            host;
                disturbed.run(seen, 0, lost);
                disturbed.run(disturbed.hosts, 0, 1 - lost);
                for (std::int64_t step = 0; step < 3; ++step)
                    for (const std::int64_t part : {0, 1}) {
                        const torch::Tensor row = undisturbed.run(undisturbed.hosts, step, part);
                        if (step == 0 && part == 1 - lost) continue;  // done before
                        EXPECT_TRUE(row.equal(disturbed.run(disturbed.hosts, step, part)))
                            << "step " << step << ", part " << part;
                    }
                const auto expected = undisturbed.weights(), weights = disturbed.weights();
                for (std::size_t i = 0; i < expected.size(); ++i)
                    EXPECT_TRUE(expected[i].equal(weights[i])) << i;
            }
}

TEST(Worker, ComputesTheSameOnADevice) {
    const std::string layers =
        "flatten, {dense: {units: 8}}, batch_normalization, {dropout: {rate: 0.2}}, {dense: {units: 10}}";
    TwoServers here(layers), there(layers, {std::make_shared<CpuDevice>()});
    for (std::int64_t step = 0; step < 3; ++step)
        for (const std::int64_t part : {0, 1})
            EXPECT_TRUE(here.run(here.hosts, step, part).equal(there.run(there.hosts, step, part)))
                << step << part;
    const auto expected = here.weights(), weights = there.weights();
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_TRUE(expected[i].equal(weights[i])) << i;
}

/// A device on which nothing fits any more.
class FullDevice : public CpuDevice {
  public:
    std::string describe() const override { return "cuda:0, X (1 MB)"; }
    Memory memory() const override {
        return {.total = 1'000'000, .free = 50'000, .held = 150'000, .peak = 140'000};
    }
    void enter(Lane) override {
        throw c10::OutOfMemoryError({__func__, __FILE__, __LINE__},
                                    "CUDA out of memory. Tried to allocate 2.00 MiB. GPU 0 has 1 MB");
    }
};

/// The weights and their gradients take 63 kB of the 120 kB that are planned with; Adam's slots, as many, are
/// on the ps.
/// Another one than the CPU by its name alone.
class NamedDevice : public CpuDevice {
  public:
    torch::Device where() const override { return {torch::kCPU, 0}; }
    void enter(Lane lane) override { entered.push_back(lane); }
    std::vector<Lane> entered;
};

TEST(Worker, ShowsAProgramItsDevice) {
    auto registry = std::make_shared<sdk::ClosureRegistry>();
    std::vector<torch::Device> seen;
    registry->closure("step",
                      [&](sdk::WorkerContext& context, const sdk::Values&) -> base::Result<sdk::Values> {
                          seen.push_back(context.device());
                          return sdk::Values{};
                      });
    const auto gpu = std::make_shared<NamedDevice>();
    WorkerRuntime worker(0, 1, registry, {std::make_shared<VariableStore>(0)},
                         {.devices = {gpu}, .explainMemory = {}, .onIdle = {}});
    EXPECT_EQ(worker.execute({1, "step", {}}).kind, Outcome::Kind::kDone);
    EXPECT_EQ(seen, std::vector{gpu->where()});
    EXPECT_EQ(gpu->entered, std::vector{Device::Lane::kCompute}) << "its work is queued where steps are";
}

TEST(Worker, NamesABatchThatWouldHaveFittedOnItsDevice) {
    TwoServers servers("flatten, {dense: {units: 10}}", {std::make_shared<FullDevice>()});
    const base::Error error = servers.outcomeOf(servers.hosts, 0, 0).error;
    EXPECT_EQ(error.id, "device.memory");
    EXPECT_EQ(error.code, base::Code::kResourceExhausted);
    EXPECT_TRUE(error.message.text().starts_with(
        "cuda:0, X (1 MB) has not enough memory for a step with train.data.batch_size 16: 2.00 MiB more were "
        "needed for one tensor; this task held 0.00 GB"))
        << error.message;
    EXPECT_TRUE(error.message.text().contains("; a batch_size of about 2 fits, by an estimate. The largest "))
        << error.message;
}

TEST(Worker, CountsNoTableThatIsOnThePs) {
    const auto layers = nlohmann::json::parse(
        R"([{"embedding": {"input_dim": 4000000, "output_dim": 2}}, "flatten", {"dense": {"units": 3}}])");
    const auto plan = spec::planModel({"layers", layers}, {5});
    ASSERT_TRUE(plan) << plan.error().describe();
    EXPECT_EQ(plan->parameters(), 8'000'033);
    EXPECT_EQ(planOfWorker(*plan).parameters(), 33);
}

INSTANTIATE_TEST_SUITE_P(Ps, NotFinite, ::testing::Bool(), [](const auto& info) {
    return std::string(info.param ? "Synchronous" : "Asynchronous");
});

}  // namespace
}  // namespace trainyard::engine::ps
