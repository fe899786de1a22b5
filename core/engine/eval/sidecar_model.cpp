// SPDX-License-Identifier: Apache-2.0
// What the evaluator of a run without a program measures: the run file's model on the validation data.
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/engine/eval/evaluator.h"
#include "core/engine/eval/sidecar.h"
#include "core/engine/model/model.h"
#include "core/engine/model/precision.h"
#include "core/engine/open_data.h"
#include "core/engine/plan_model.h"
#include "core/spec/model/layers.h"
#include "core/spec/run/adapted.h"

namespace trainyard::engine {
namespace {

/// One replica in one process: what evaluation takes for the training's strategy.
class Alone final : public sdk::Strategy {
  public:
    int numReplicasInSync() const override { return 1; }
    int numLocalReplicas() const override { return 1; }
    int firstLocalReplica() const override { return 0; }
    void adopt(const std::vector<sdk::ReplicaVariables>&) override {}
    void run(const std::function<void(sdk::ReplicaContext&)>& step) override {
        Context context;
        step(context);
    }
    std::unique_ptr<Pending> startSum(torch::Tensor) override { return std::make_unique<Done>(); }
    void barrier() override {}
    std::string describe() const override { return "an evaluator on its own"; }

  private:
    class Context final : public sdk::ReplicaContext {
      public:
        int replica() const override { return 0; }
        int numReplicasInSync() const override { return 1; }
        void backward(const torch::Tensor&) override {
            throw std::logic_error("an evaluator trains nothing");
        }
        torch::Tensor sum(const torch::Tensor& tensor) override { return tensor.detach().clone(); }
    };
    class Done final : public Pending {
      public:
        void wait() override {}
    };
};

base::Result<Measured> measured(const v1::RunSpec& spec, const data::Dataset& dataset,
                                const Restore& restore) {
    const v1::TrainSpec& train = spec.train();
    TY_ASSIGN(const spec::ModelPlan plan, engine::planModel(spec::modelOf(spec), dataset.sampleShape()));
    std::vector<std::unique_ptr<Model>> models;
    models.push_back(std::make_unique<Model>(plan, precisionOf(spec)));
    TY_TRY(restore.fill(*models.front()));
    Alone alone;
    const Objective objective(spec::lossOf(spec), spec::metricsOf(spec), plan);
    TY_ASSIGN(const data::Sharding all, validationSharding(alone, dataset, "data", validationBatchOf(train)));
    const StepSums sums = engine::evaluate(alone, models, objective, dataset, all, train.validation_steps());
    return Measured{valuesOf(sums, objective.metricNames())};
}

/// The validation data, preprocessed as the training data of the checkpoint's run was.
base::Result<std::shared_ptr<const data::Dataset>> openAsSaved(const v1::RunSpec& spec,
                                                               const Restore& restore) {
    const auto source = spec::validationDataOf(spec::withSavedValues(spec, restore.state().spec));
    TY_CHECK(source.has_value(), "an evaluator has validation data");
    TY_ASSIGN(auto dataset, openData(*source, "train.data.validation"));
    TY_TRY(dataset->verify());
    return dataset;
}

}  // namespace

Measure measureModel(const v1::RunSpec& spec, std::shared_ptr<const data::Dataset> dataset) {
    return [&spec, dataset = std::move(dataset)](const checkpoint::Listed&,
                                                 const Restore& restore) mutable -> base::Result<Measured> {
        if (!dataset) {
            TY_ASSIGN(dataset, openAsSaved(spec, restore));
        }
        return measured(spec, *dataset, restore);
    };
}

int lastEpochOf(const checkpoint::TrainState& state) {
    return std::max(0, state.epoch - (state.stepInEpoch == 0 ? 1 : 0));
}

}  // namespace trainyard::engine
