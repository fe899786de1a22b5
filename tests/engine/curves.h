// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/data/order.h"
#include "core/engine/eval/evaluator.h"
#include "core/engine/model/model.h"
#include "core/engine/model/optimizer.h"
#include "core/engine/train/pipeline.h"
#include "tests/engine/ranks.h"

namespace trainyard::engine::testing {

/// Square pictures whose every pixel is a function of the sample's index.
class WaveData : public data::Dataset {
  public:
    explicit WaveData(std::int64_t size, std::int64_t side = 28)
        : size_(size), pixels_(side * side), features_{data::Dtype::kFloat32, {1, side, side}} {}
    std::int64_t size() const override { return size_; }
    const data::Layout& features() const override { return features_; }
    const data::Layout& labels() const override { return labels_; }
    std::int64_t classes() const override { return 10; }
    base::Status read(std::span<const std::int64_t> indexes, const Into& out) const override {
        auto* feature = static_cast<float*>(out.features);
        auto* label = static_cast<std::int64_t*>(out.labels);
        for (const std::int64_t index : indexes) {
            for (std::int64_t i = 0; i < pixels_; ++i)
                *feature++ =
                    0.5f + 0.5f * std::sin(0.37f * static_cast<float>(index) + 0.11f * static_cast<float>(i));
            *label++ = index * 7 % 10;
        }
        return {};
    }
    std::string describe() const override { return "waves"; }

  private:
    std::int64_t size_;
    std::int64_t pixels_;
    data::Layout features_;
    data::Layout labels_{data::Dtype::kInt64, {}};
};

/// The guides' model.
inline Objective objectiveOf(const Model& model) {
    return Objective({"sparse_categorical_crossentropy"}, {{"accuracy"}}, model.plan());
}

/// How the replicas of a run are laid out.
struct Layout {
    std::string strategy;
    int processes = 1;
    int replicas = 1;  ///< in each process
    nlohmann::json options = nlohmann::json::object();

    int all() const { return processes * replicas; }
    /// With the manifest's defaults, as in a run file.
    nlohmann::json complete() const {
        nlohmann::json values = options;
        const nlohmann::json known = manifestOf(strategy).strategy.optionsSchema["properties"];
        for (const auto& [name, option] : known.items())
            if (!values.contains(name)) values[name] = option["default"];
        if (values.contains("replicas") && !options.contains("replicas")) values["replicas"] = replicas;
        if (values.contains("timeout_seconds")) values["timeout_seconds"] = 60;
        return values;
    }
};
inline std::string nameOf(const Layout& layout) {
    return layout.strategy + " " + std::to_string(layout.processes) + " x " + std::to_string(layout.replicas);
}

/// A training whose every step can be compared.
struct Training {
    spec::ModelPlan model;
    spec::Named optimizer;
    int steps = 100;
    std::int64_t samples = 60;
    std::int64_t globalBatch = 16;
    torch::ScalarType dtype = torch::kFloat64;
    bool isNormSynchronized = false;

    std::int64_t side() const { return model.input.back(); }
};

/// Losses (means over the real global batch) of the steps, from each replica's part, summed in replica order.
inline std::vector<double> lossCurve(const Layout& layout, const Training& training) {
    std::vector<std::vector<double>> parts(static_cast<std::size_t>(training.steps),
                                           std::vector<double>(static_cast<std::size_t>(layout.all())));
    const WaveData dataset(training.samples, training.side());
    runRanks(layout.strategy, layout.processes, layout.complete(), [&](sdk::Strategy& strategy, int) {
        std::vector<std::unique_ptr<Model>> models;
        std::vector<std::unique_ptr<Optimizer>> optimizers;
        std::vector<sdk::ReplicaVariables> variables;
        for (int i = 0; i < strategy.numLocalReplicas(); ++i) {
            models.push_back(std::make_unique<Model>(training.model, training.dtype));
            models.back()->drawWeights(static_cast<std::uint64_t>(42 + strategy.firstLocalReplica() + i));
            variables.push_back(models.back()->variables());
            optimizers.push_back(makeOptimizer(training.optimizer, variables.back()));
        }
        strategy.adopt(variables);
        data::SampleOrder order(
            {.samples = training.samples, .globalBatch = training.globalBatch, .shuffle = {}, .seed = 42});
        for (int step = 0; step < training.steps; ++step) {
            const auto global = order.globalBatch(step);
            const auto count = static_cast<std::int64_t>(global.size());
            strategy.run([&](sdk::ReplicaContext& context) {
                const auto i = static_cast<std::size_t>(context.replica() - strategy.firstLocalReplica());
                const auto part = data::replicaPart(count, context.replica(), context.numReplicasInSync());
                const Batch batch = readBatch(
                    dataset, *models[i], {global.begin() + part.begin, global.begin() + part.end}, count);
                const DrawPlace place{42, step, batch.samples};
                const torch::Tensor logits = models[i]->forward(
                    batch.features, &place, training.isNormSynchronized ? &context : nullptr);
                const Objective::Scored scored =
                    objectiveOf(*models[i]).score(*models[i], logits, batch.labels, {}, count);
                context.backward(scored.loss);
                optimizers[i]->step(optimizers[i]->learningRate());
                parts[static_cast<std::size_t>(step)][static_cast<std::size_t>(context.replica())] =
                    scored.sums.loss / static_cast<double>(count);
            });
            // An evaluation runs the replicas too, but has no gradients to reduce.
            if (step % 10 == 9) strategy.run([](sdk::ReplicaContext&) {});
        }
    });
    std::vector<double> curve;
    for (const auto& step : parts) {
        curve.push_back(0);
        for (const double part : step) curve.back() += part;
    }
    return curve;
}

inline void expectSame(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], tolerance) << "step " << i;
}

}  // namespace trainyard::engine::testing
