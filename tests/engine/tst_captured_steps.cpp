// SPDX-License-Identifier: Apache-2.0
// Which steps are captured, that they are to the bit the ones that are not, and what a device that refuses a
// capture leaves behind. The CPU stands in for the device.
#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <cmath>
#include <sstream>
#include <thread>

#include "core/engine/device/cpu_device.h"
#include "core/engine/train/device_step.h"
#include "core/spec/yaml/yaml_tree.h"
#include "tests/engine/alone.h"
#include "tests/support/late_device.h"

namespace trainyard::engine {
namespace {

spec::ModelPlan planOfList(const std::string& layers, const spec::Shape& input) {
    const auto plan = spec::planModel({"layers", spec::parseYaml(layers)->value}, input);
    if (!plan) throw std::runtime_error(plan.error().describe());
    return *plan;
}

/// What goes through a step, and the state that one changes.
struct Trainee {
    explicit Trainee(spec::ModelPlan plan, const std::string& loss = "sparse_categorical_crossentropy",
                     torch::ScalarType precision = torch::kFloat32)
        : model(std::move(plan), precision), objective({loss}, {}, model.plan()) {
        model.drawWeights(42);
        optimizer = makeOptimizer(
            {"adam",
             {{"learning_rate", {{"cosine", {{"initial_learning_rate", 0.01}, {"decay_steps", 8}}}}},
              {"weight_decay", 0.0625}}},
            model.variables());
        if (precision == torch::kHalf) optimizer->setLossScale(LossScale(torch::kCPU, /*growthSteps=*/4));
        options.seed = 42;
        options.accumulate = 2;
        options.clipNorm = 0.5;
    }
    std::vector<torch::Tensor> state() const {
        std::vector<torch::Tensor> all = model.variables();
        all.insert(all.end(), model.buffers().begin(), model.buffers().end());
        for (const auto& [name, tensor] : optimizer->state(model.names())) all.push_back(tensor);
        return all;
    }
    /// As strategies do before each step.
    void forgetGradients() const {
        for (const torch::Tensor& variable : model.variables()) variable.mutable_grad().reset();
    }

    Model model;
    Objective objective;
    std::unique_ptr<Optimizer> optimizer;
    StepOptions options;
};

/// Losses of the steps so far, and what stopped them.
struct TrainedSteps {
    std::vector<double> losses;
    std::string error;
    bool isReplaying = false;
    std::vector<torch::Tensor> state;
};

using NextBatch = std::function<Batch(const Model& model, int step)>;

/// By takeStep() where `device` is null, and else by DeviceStep.
TrainedSteps stepsOf(const Trainee& trainee, int steps, Device* device, const NextBatch& next) {
    std::optional<DeviceStep> onDevice;
    if (device)
        onDevice.emplace(DeviceStep::Parts{*device, trainee.model, trainee.objective, *trainee.optimizer,
                                           trainee.options});
    Alone context;
    TrainedSteps course;
    std::vector<LateSums> sums;
    try {
        for (int step = 0; step < steps; ++step) {
            const Batch batch = next(trainee.model, step);
            trainee.forgetGradients();
            if (device)
                sums.push_back(onDevice->take(context, batch, step));
            else
                sums.emplace_back(takeStep(context, trainee.model, trainee.objective, *trainee.optimizer,
                                           batch, step, trainee.options));
        }
    } catch (const std::exception& e) {
        course.error = base::saidBy(e).text();
    }
    for (const LateSums& late : sums) course.losses.push_back(late.get().meanLoss());
    course.isReplaying = onDevice && onDevice->isReplaying();
    for (const torch::Tensor& tensor : trainee.state()) course.state.push_back(tensor.detach().clone());
    return course;
}

void expectSameSteps(const TrainedSteps& a, const TrainedSteps& b) {
    EXPECT_EQ(a.losses, b.losses);
    ASSERT_EQ(a.state.size(), b.state.size());
    for (std::size_t i = 0; i < a.state.size(); ++i) EXPECT_TRUE(a.state[i].equal(b.state[i])) << i;
}

// ---- Which steps are the same ----------------------------------------------------------------------------

TEST(CapturedSteps, StepsAreTheSameWhereEmbeddingsTakeTheSamplesThemselves) {
    const std::string words = "embedding: {input_dim: 20, output_dim: 3";
    const auto hasSameSteps = [](const std::string& layers, const spec::Shape& input = {4}) {
        return Model(planOfList(layers, input), torch::kFloat32).hasSameSteps();
    };
    EXPECT_TRUE(hasSameSteps("[{dense: {units: 3}}]"));
    EXPECT_TRUE(hasSameSteps("[{" + words + "}}, flatten, {dense: {units: 3}}]"));
    EXPECT_TRUE(hasSameSteps("[flatten, {" + words + "}}]", {2, 2}));
    EXPECT_TRUE(hasSameSteps("[flatten, {reshape: {target_shape: [4]}}, {" + words + "}}]", {2, 2}));
    EXPECT_TRUE(hasSameSteps("[{" + words + ", name: a}}, {" + words +
                             ", name: b, inputs: input}}, {add: {inputs: [a, b]}}]"));
    EXPECT_FALSE(hasSameSteps("[{rescaling: {scale: 2}}, {" + words + "}}]"));
    EXPECT_FALSE(hasSameSteps("[{activation: relu}, {" + words + "}}]"));
    EXPECT_FALSE(hasSameSteps("[{dropout: {rate: 0.5}}, {" + words + "}}]"));
    EXPECT_FALSE(hasSameSteps("[{dense: {units: 4, activation: relu}}, {" + words + "}}]"));
    EXPECT_FALSE(hasSameSteps("[{" + words + ", name: a}}, flatten, {" + words + "}}]"))
        << "the second one's indexes are what the first one gives";
    EXPECT_FALSE(hasSameSteps("[{" + words + "}}, {lstm: {units: 2}}]"));
}

TEST(CapturedSteps, IndexesAreCheckedBeforeAPassAsTheyAreInOne) {
    const Model model(
        planOfList("[flatten, {embedding: {input_dim: 9, output_dim: 2, name: a}}, {embedding: "
                   "{input_dim: 5, output_dim: 2, name: b, inputs: flatten}}, {add: {inputs: [a, "
                   "b]}}]",
                   {2, 2}),
        torch::kFloat32);
    const auto saidBy = [](const auto& call) -> std::string {
        try {
            call();
            return "";
        } catch (const std::out_of_range& e) {
            return e.what();
        }
    };
    const std::vector<std::pair<torch::Tensor, std::string>> cases{
        {at::tensor({0.0, 4.0, 4.9, -0.5}), ""},
        {at::tensor({0.0, 4.0, 5.0, 1.0}), "layer b has 5 entries and was given the index 5"},
        {at::tensor({0.0, 9.0, 5.0, 1.0}), "layer a has 9 entries and was given the index 9"},
        {at::tensor({0.0, 9.0, -2.0, 1.0}), "layer a has 9 entries and was given the index -2"},
        {at::tensor({0, 1, 8, 4}, torch::kInt64), "layer b has 5 entries and was given the index 8"},
        {at::zeros({0}), ""}};
    for (const auto& [numbers, expected] : cases) {
        const torch::Tensor features = numbers.view({-1, 2, 2});
        EXPECT_EQ(saidBy([&] { model.checkIndexes(features); }), expected);
        EXPECT_EQ(saidBy([&] { model.forward(features, nullptr); }), expected);
    }
    // A float32 has no 2^24 + 1: what the layer takes is what is checked.
    const Model large(planOfList("[flatten, {embedding: {input_dim: 16777216, output_dim: 1}}]", {1}),
                      torch::kFloat32);
    const torch::Tensor rounded = at::tensor({16777217}, torch::kInt64).view({1, 1});
    for (const std::string& said :
         {saidBy([&] { large.checkIndexes(rounded); }), saidBy([&] { large.forward(rounded, nullptr); })})
        EXPECT_EQ(said, "layer embedding has 16777216 entries and was given the index 16777216");
}

/// What another layer gives is looked at in the pass, whatever is known of the samples.
TEST(CapturedSteps, OtherIndexesAreCheckedInThePass) {
    const Model model(
        planOfList("[{rescaling: {scale: 2}}, {embedding: {input_dim: 5, output_dim: 2}}]", {2}),
        torch::kFloat32);
    const torch::Tensor features = at::tensor({1.0, 4.0}, torch::kFloat32).view({1, 2});
    EXPECT_NO_THROW(model.checkIndexes(features));
    EXPECT_THROW(model.forward(features, {.place = nullptr, .areIndexesChecked = true}), std::out_of_range);
}

// ---- Embeddings ------------------------------------------------------------------------------------------

/// Sentences of 6 words out of 50, among them sample `bad`, which has one more.
class Sentences : public data::Dataset {
  public:
    explicit Sentences(std::int64_t bad = -1) : bad_(bad) {}
    std::int64_t size() const override { return 60; }
    const data::Layout& features() const override { return features_; }
    const data::Layout& labels() const override { return labels_; }
    std::int64_t classes() const override { return 3; }
    base::Status read(std::span<const std::int64_t> indexes, const Into& out) const override {
        auto* word = static_cast<std::int64_t*>(out.features);
        auto* label = static_cast<std::int64_t*>(out.labels);
        for (const std::int64_t index : indexes) {
            for (std::int64_t i = 0; i < 6; ++i)
                *word++ = index == bad_ && i == 3 ? 50 : (index * 17 + i * i * 5) % 50;
            *label++ = index * 7 % 3;
        }
        return {};
    }
    std::string describe() const override { return "sentences"; }

  private:
    std::int64_t bad_;
    data::Layout features_{data::Dtype::kInt64, {6}};
    data::Layout labels_{data::Dtype::kInt64, {}};
};

const std::string kTexts =
    "[{embedding: {input_dim: 50, output_dim: 4}}, {positional_embedding: {}}, {multi_head_attention: "
    "{num_heads: 2, key_dim: 2, dropout: 0.25}}, global_average_pooling1d, {dense: {units: 3}}]";

/// Batches of 8, of which the eighth has the last 4 samples, by the input pipeline.
NextBatch pipelineOf(const Model& model, std::shared_ptr<const data::Dataset> dataset, Device* device) {
    Pipeline::Options options;
    options.order = {.samples = dataset->size(), .globalBatch = 8, .shuffle = {}, .seed = 1};
    options.order.shuffle.kind = spec::ShuffleKind::kNone;
    options.dataset = std::move(dataset);
    options.lastStep = 16;
    options.device = device;
    return [pipeline = std::make_shared<Pipeline>(std::move(options), model)](const Model&, int) {
        return pipeline->next();
    };
}

TEST(CapturedSteps, EmbeddingsAreReplayedToTheBit) {
    const std::string twoTables =
        "[{reshape: {target_shape: [6]}}, {embedding: {input_dim: 50, output_dim: 4, name: a}}, {embedding: "
        "{input_dim: 60, output_dim: 4, name: b, inputs: input}}, {add: {inputs: [a, b]}}, flatten, {dense: "
        "{units: 3}}]";
    for (const std::string& layers : {kTexts, twoTables}) {
        SCOPED_TRACE(layers);
        const Trainee plain(planOfList(layers, {6})), replayed(planOfList(layers, {6}));
        const auto data = std::make_shared<Sentences>();
        trainyard::testing::LateDevice device;
        const TrainedSteps reference = stepsOf(plain, 16, nullptr, pipelineOf(plain.model, data, nullptr));
        const TrainedSteps captured =
            stepsOf(replayed, 16, &device, pipelineOf(replayed.model, data, &device));
        Trainee uncaptured(planOfList(layers, {6}));
        uncaptured.options.mayBeCaptured = false;
        const TrainedSteps eager =
            stepsOf(uncaptured, 16, &device, pipelineOf(uncaptured.model, data, &device));
        EXPECT_EQ(reference.error, "");
        EXPECT_EQ(reference.losses.size(), 16U);
        EXPECT_TRUE(captured.isReplaying);
        EXPECT_FALSE(eager.isReplaying);
        expectSameSteps(reference, captured);
        expectSameSteps(reference, eager);
    }
}

/// What the tests on a LateDevice rely on: it shows an order that is missing.
TEST(CapturedSteps, AMissingOrderIsSeenOnACpu) {
    trainyard::testing::LateDevice device;
    const torch::Tensor features = torch::ones({2, 3}), labels = torch::ones({2}, torch::kInt64);
    torch::Tensor uploaded, indexes;
    std::shared_ptr<Device::Mark> ready;
    std::thread([&] {
        device.enter(Device::Lane::kInput);
        uploaded = device.upload(features);
        indexes = device.upload(labels);
        ready = device.mark();
    }).join();
    EXPECT_TRUE(uploaded.isnan().all().item<bool>());
    EXPECT_TRUE(indexes.eq(-1).all().item<bool>());
    device.queueAfter(*ready);
    EXPECT_TRUE(uploaded.equal(features));
    EXPECT_TRUE(indexes.equal(labels));
    const auto early = device.mark();
    const torch::Tensor read = device.download(uploaded);
    const auto late = device.mark();
    early->wait();
    EXPECT_TRUE(read.isnan().all().item<bool>());
    device.queueAfter(*late);
    EXPECT_TRUE(read.isnan().all().item<bool>()) << "the host has not waited";
    late->wait();
    EXPECT_TRUE(read.equal(features));

    const Trainee trainee(planOfList("[{dense: {units: 3}}]", {6}));
    const auto data = std::make_shared<Sentences>();
    const TrainedSteps course =
        stepsOf(trainee, 4, &device,
                [batches = pipelineOf(trainee.model, data, &device)](const Model& model, int step) {
                    Batch batch = batches(model, step);
                    if (step == 2) batch.ready.reset();
                    return batch;
                });
    EXPECT_EQ(course.losses.size(), 2U) << "a step that is not queued after its batch has none of its labels";
    EXPECT_NE(course.error, "");
}

TEST(CapturedSteps, AnIndexOutOfRangeEndsAReplayedEpochAtItsStep) {
    const auto data = std::make_shared<Sentences>(/*bad=*/45);  // in the sixth batch
    const Trainee plain(planOfList(kTexts, {6})), replayed(planOfList(kTexts, {6}));
    trainyard::testing::LateDevice device;
    const TrainedSteps reference = stepsOf(plain, 16, nullptr, pipelineOf(plain.model, data, nullptr));
    const TrainedSteps captured = stepsOf(replayed, 16, &device, pipelineOf(replayed.model, data, &device));
    EXPECT_EQ(reference.error, "layer embedding has 50 entries and was given the index 50");
    EXPECT_EQ(captured.error, reference.error);
    EXPECT_EQ(captured.losses.size(), 5U);
    EXPECT_TRUE(captured.isReplaying);
    expectSameSteps(reference, captured);
}

/// A batch that came another way is not replayed, and its indexes are looked at in the pass.
TEST(CapturedSteps, ABatchThatNobodyHasCheckedIsCheckedInItsPass) {
    const Trainee trainee(planOfList(kTexts, {6}));
    const Sentences good, bad(3);
    CpuDevice device;
    const TrainedSteps course = stepsOf(trainee, 8, &device, [&](const Model& model, int step) {
        std::vector<std::int64_t> samples{0, 1, 2, 3, 4, 5, 6, 7};
        if (step == 6) return readBatch(bad, model, std::move(samples), 8);
        Batch batch = readBatch(good, model, std::move(samples), 8);
        return step == 5 ? batch : uploaded(std::move(batch), model, device);
    });
    EXPECT_EQ(course.losses.size(), 6U);
    EXPECT_EQ(course.error, "layer embedding has 50 entries and was given the index 50");
}

// ---- Captures that fail ----------------------------------------------------------------------------------

/// A device whose captures fail as a GPU's do: whatever the work has come to, nothing of it has been
/// computed, and the memory that it has allocated has no values.
class Refusing : public CpuDevice {
  public:
    enum class When { kAtOnce, kInBackward, kAtTheEnd };
    Refusing(When when, const Trainee& trainee) : when_(when), trainee_(trainee) {
        first_.register_hook([this](const torch::Tensor&) {
            if (isCapturing_ && ++passes_ == trainee_.options.accumulate) refuse();
        });
    }
    std::unique_ptr<Graph> capture(std::function<void()> work) override {
        ++captures;
        if (when_ == When::kAtOnce) refuse();
        std::vector<torch::Tensor> before;
        for (const torch::Tensor& tensor : trainee_.state()) before.push_back(tensor.detach().clone());
        isCapturing_ = when_ == When::kInBackward;
        std::exception_ptr failure;
        try {
            work();
            refuse();
        } catch (...) {
            failure = std::current_exception();
        }
        isCapturing_ = false;
        const torch::NoGradGuard noGrad;
        const std::vector<torch::Tensor> after = trainee_.state();
        for (std::size_t i = 0; i < after.size(); ++i) after[i].detach().copy_(before[i]);
        for (const torch::Tensor& variable : trainee_.model.variables())
            if (variable.grad().defined()) {
                ++gradients;
                variable.mutable_grad().fill_(std::nan(""));
            }
        std::rethrow_exception(failure);
    }

    int captures = 0;
    int gradients = 0;  ///< that a capture has left

  private:
    [[noreturn]] static void refuse() {
        TORCH_CHECK(false, "operation not permitted when stream is capturing\nadvice on debugging");
    }
    When when_;
    const Trainee& trainee_;
    torch::Tensor first_ = trainee_.model.variables().front();  ///< the last one to get a gradient
    bool isCapturing_ = false;
    int passes_ = 0;
};

/// What is logged while it lives.
class Log {
  public:
    Log() {
        spdlog::set_default_logger(std::make_shared<spdlog::logger>(
            "test", std::make_shared<spdlog::sinks::ostream_sink_mt>(text_)));
    }
    ~Log() { spdlog::set_default_logger(before_); }
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;
    std::string text() const { return text_.str(); }

  private:
    std::ostringstream text_;
    std::shared_ptr<spdlog::logger> before_ = spdlog::default_logger();
};

Batch wavesAt(const Model& model, int step) {
    constexpr std::int64_t kSamples = 16;
    Batch batch;
    for (std::int64_t i = 0; i < kSamples; ++i) batch.samples.push_back(step * kSamples + i);
    batch.globalCount = kSamples;
    batch.features = model.inputTensor(kSamples);
    const std::int64_t numbers = batch.features.numel();
    batch.features.copy_(
        at::sin((at::arange(numbers, torch::kFloat32) + step * numbers) * 0.37).view(batch.features.sizes()));
    batch.labels = at::cos(at::arange(kSamples * 3, torch::kFloat32) * 0.7).view({kSamples, 3}) * (step + 1);
    return batch;
}

TEST(CapturedSteps, TheLogSaysWhyNoneIsCaptured) {
    const auto saidOf = [](const std::string& layers, const std::string& optimizer, const auto& change,
                           torch::ScalarType precision = torch::kFloat32) {
        Trainee trainee(planOfList(layers, {5}), "sparse_categorical_crossentropy", precision);
        trainee.optimizer = makeOptimizer({optimizer}, trainee.model.variables());
        if (precision == torch::kHalf) trainee.optimizer->setLossScale(LossScale(torch::kCPU));
        change(trainee.options);
        CpuDevice device;
        const Log log;
        const DeviceStep step(
            {device, trainee.model, trainee.objective, *trainee.optimizer, trainee.options});
        const std::string text = log.text(), begin = "steps are not captured as a CUDA graph: ";
        const auto at = text.find(begin);
        return at == std::string::npos ? text : text.substr(at + begin.size());
    };
    const std::string dense = "[{dense: {units: 3}}]";
    const auto asIs = [](StepOptions&) {};
    EXPECT_EQ(saidOf(dense, "rmsprop", asIs), "");
    EXPECT_EQ(
        saidOf("[{reshape: {target_shape: [5, 1]}}, {lstm: {units: 2, name: remembers}}]", "adam", asIs),
        "the layer remembers (lstm) may do other work in each\n");
    EXPECT_EQ(saidOf("[{rescaling: {scale: 2}}, {embedding: {input_dim: 9, output_dim: 2}}]", "adam", asIs),
              "the layer embedding (embedding) checks indexes that are computed in each\n");
    EXPECT_EQ(saidOf(dense, "rmsprop", asIs, torch::kHalf),
              "the optimizer waits for the scale of the loss in each\n");
    EXPECT_EQ(saidOf(dense, "adam", [](StepOptions& options) { options.isBatchNormSynchronized = true; }),
              "batch normalisation is synchronised over the replicas in each\n");
    EXPECT_EQ(saidOf("[{reshape: {target_shape: [5, 1]}}, {lstm: {units: 2}}]", "adam",
                     [](StepOptions& options) { options.mayBeCaptured = false; }),
              "")
        << "who turned it off knows";
}

TEST(CapturedSteps, ARefusedCaptureLeavesStepsThatAreQueued) {
    const spec::ModelPlan plan = planOfList(
        "[{dense: {units: 8}}, batch_normalization, {dropout: {rate: 0.3}}, {dense: {units: 3}}]", {5});
    for (const auto precision : {torch::kFloat32, torch::kHalf}) {
        const Trainee plain(plan, "mean_squared_error", precision);
        const TrainedSteps reference = stepsOf(plain, 10, nullptr, wavesAt);
        EXPECT_EQ(reference.losses.size(), 10U);
        for (const auto when :
             {Refusing::When::kAtOnce, Refusing::When::kInBackward, Refusing::When::kAtTheEnd}) {
            SCOPED_TRACE(static_cast<int>(when));
            const Trainee trainee(plan, "mean_squared_error", precision);
            Refusing device(when, trainee);
            const Log log;
            const TrainedSteps course = stepsOf(trainee, 10, &device, [&](const Model& model, int step) {
                return uploaded(wavesAt(model, step), model, device);
            });
            EXPECT_EQ(course.error, "");
            EXPECT_FALSE(course.isReplaying);
            EXPECT_EQ(device.captures, 1) << "a device that has refused is not asked again";
            EXPECT_EQ(device.gradients > 0, when != Refusing::When::kAtOnce);
            EXPECT_NE(log.text().find("[warning] steps are not captured as a CUDA graph: operation not "
                                      "permitted when stream is capturing\n"),
                      std::string::npos)
                << log.text();
            expectSameSteps(reference, course);
        }
    }
}

/// The step that follows reports it, as one that is not captured would.
TEST(CapturedSteps, AnErrorOfTheWorkItselfIsNotTakenForARefusal) {
    const Trainee trainee(planOfList("[{dense: {units: 3}}]", {5}));
    Refusing device(Refusing::When::kAtOnce, trainee);
    const TrainedSteps course = stepsOf(trainee, 10, &device, [&](const Model& model, int step) {
        Batch batch = wavesAt(model, step);
        batch.labels = at::full({16}, step == 3 ? 99 : 1, torch::kInt64);
        return uploaded(std::move(batch), model, device);
    });
    EXPECT_EQ(course.losses.size(), 3U);
    EXPECT_NE(course.error.find("Target 99 is out of bounds"), std::string::npos) << course.error;
}

}  // namespace
}  // namespace trainyard::engine
