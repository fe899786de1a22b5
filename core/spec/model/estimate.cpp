// SPDX-License-Identifier: Apache-2.0
#include "core/spec/model/estimate.h"

#include <algorithm>
#include <cmath>

#include "core/spec/model/layer_kinds.h"

namespace trainyard::spec {
namespace {

/// Batches that a replica's pipeline keeps ready besides the one in use.
constexpr std::int64_t kBatchesAhead = 4;

}  // namespace

OptimizerSlots slotsOf(const Named& optimizer) {
    const nlohmann::json& options = optimizer.options;
    const auto has = [&](const char* key) { return options.value(key, 0.0) != 0 ? 1 : 0; };
    if (optimizer.name == "sgd") return {has("momentum"), 0};
    if (optimizer.name == "rmsprop")
        return {1 + has("momentum") + (options.value("centered", false) ? 1 : 0), 0};
    if (optimizer.name == "adagrad") return {1, 1};       // its number of steps
    return {options.value("amsgrad", false) ? 3 : 2, 1};  // adam, adamw
}

base::Result<v1::Estimate> estimate(const v1::RunSpec& spec, const ModelPlan& plan,
                                    const EstimateFacts& facts) {
    const v1::TrainSpec& train = spec.train();
    const std::int64_t element = train.precision() == "float64" ? 8 : 4;
    const std::int64_t trainable = plan.trainableParameters();
    const std::int64_t batch = train.data().batch_size();
    const int accumulate = std::max(1, train.gradient().accumulate());

    v1::Estimate result;
    result.set_replicas(facts.replicas);
    result.set_global_batch(batch * accumulate * facts.replicasInStep);
    result.set_parameters(plan.parameters());
    result.set_weight_bytes(plan.parameters() * element);
    result.set_optimizer_bytes(slotsOf(optimizerOf(spec)).perNumber * trainable * element);
    result.set_checkpoint_bytes(result.weight_bytes() + result.optimizer_bytes());

    result.mutable_input_shape()->Add(plan.input.begin(), plan.input.end());
    std::int64_t kept = elements(plan.input), largest = 0;
    for (const Layer& layer : plan.layers) {
        const std::int64_t outputs = elements(layer.output);
        if (!isView(layer)) kept += outputs;
        kept += layer.kept;
        std::int64_t inputs = elements(layer.input);
        for (const Shape& other : layer.others) inputs += elements(other);
        largest = std::max(largest, inputs + outputs);
        v1::LayerRow& row = *result.add_layers();
        row.set_name(layer.name);
        row.set_kind(layer.kind);
        row.mutable_output_shape()->Add(layer.output.begin(), layer.output.end());
        row.set_parameters(layer.parameters());
    }
    // What the backward pass reads again, and the gradients around the widest layer.
    result.set_activation_bytes((kept + largest) * batch * element);
    const std::int64_t gradients = trainable * element;
    const std::int64_t ahead = kBatchesAhead * elements(plan.input) * batch * accumulate * element;
    result.set_memory_per_replica(result.weight_bytes() + gradients + result.optimizer_bytes() +
                                  result.activation_bytes() + ahead);

    // Formulas count four bytes a gradient.
    TY_ASSIGN(const double sent, evaluateFormula(facts.bytesPerStep.empty() ? "0" : facts.bytesPerStep,
                                                 {{"n", facts.replicas},
                                                  {"p", facts.processes},
                                                  {"parameters", static_cast<double>(trainable)}}));
    result.set_bytes_per_step(std::llround(sent * static_cast<double>(element) / 4));

    result.set_train_samples(std::max<std::int64_t>(0, facts.trainSamples));
    result.set_validation_samples(std::max<std::int64_t>(0, facts.validationSamples));
    result.set_steps_per_epoch(facts.stepsPerEpoch);
    std::int64_t total = facts.stepsPerEpoch * (train.epochs() - train.initial_epoch());
    if (train.max_steps() > 0) total = std::min<std::int64_t>(total, train.max_steps());
    result.set_total_steps(total);
    return result;
}

}  // namespace trainyard::spec
