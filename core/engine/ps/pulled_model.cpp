// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/pulled_model.h"

#include <ATen/ops/_unique2.h>
#include <ATen/ops/empty.h>
#include <ATen/record_function.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/engine/model/precision.h"
#include "core/engine/train/initial_state.h"
#include "core/spec/model/layer_kinds.h"

namespace trainyard::engine::ps {

spec::ModelPlan planOfWorker(spec::ModelPlan plan) {
    if (spec::startsWithTable(plan)) plan.layers.front().variables.front().shape.front() = 0;
    return plan;
}

base::Result<PlannedModel> plannedModel(const v1::RunSpec& spec, const data::Dataset& data,
                                        torch::Device device) {
    TY_ASSIGN(spec::ModelPlan plan, planFor(spec, data));
    Objective objective(spec::lossOf(spec), spec::metricsOf(spec), plan);
    auto model = std::make_unique<Model>(planOfWorker(plan), precisionOf(spec), device);
    return PlannedModel{std::move(plan), std::move(model), std::move(objective)};
}

std::vector<std::string> stateNames(const Model& model) {
    std::vector<std::string> names = model.names();
    names.insert(names.end(), model.bufferNames().begin(), model.bufferNames().end());
    return names;
}

std::vector<torch::Tensor> stateTensors(const Model& model) {
    std::vector<torch::Tensor> tensors = model.variables();
    tensors.insert(tensors.end(), model.buffers().begin(), model.buffers().end());
    return tensors;
}

PulledModel::PulledModel(PlannedModel planned, std::shared_ptr<Device> gpu)
    : gpu_(std::move(gpu)),
      planned_(std::move(planned)),
      hasTable_(spec::startsWithTable(planned_.plan)),
      names_(stateNames(*planned_.model)),
      tensors_(stateTensors(*planned_.model)),
      hosts_(hostsOf()) {
}

std::vector<checkpoint::WantedTensor> PulledModel::wanted() const {
    std::vector<checkpoint::WantedTensor> wanted;
    for (const spec::Layer& layer : plan().layers)
        for (const auto* some : {&layer.variables, &layer.buffers})
            for (const spec::Layer::Variable& variable : *some)
                wanted.push_back({variable.name, variable.shape});
    return wanted;
}

/// Where variables arrive: the model's own memory, or for one on a GPU pinned memory. Of a table only rows
/// arrive, in tensors of their own.
std::vector<torch::Tensor> PulledModel::hostsOf() const {
    std::vector<torch::Tensor> hosts = tensors_;
    for (std::size_t i = hasTable_ ? 1 : 0; i < hosts.size(); ++i) {
        if (tensors_[i].is_cpu()) continue;
        const auto options = tensors_[i].options().requires_grad(false);
        hosts[i] = at::empty(tensors_[i].sizes(), options.device(torch::kCPU).pinned_memory(true));
    }
    return hosts;
}

/// Pulls the state from the entry `first` on.
base::Status PulledModel::pullFrom(sdk::Variables& variables, std::ptrdiff_t first) {
    TY_TRY(variables.pull({names_.begin() + first, names_.end()}, {hosts_.begin() + first, hosts_.end()}));
    const torch::NoGradGuard noGrad;
    for (auto i = static_cast<std::size_t>(first); gpu_ && i < tensors_.size(); ++i)
        tensors_[i].copy_(hosts_[i], /*non_blocking=*/true);
    return {};
}

base::Status PulledModel::pull(sdk::Variables& variables, Batch& batch) {
    RECORD_USER_SCOPE("communication: pull variables");
    if (!hasTable_) return pullFrom(variables, 0);
    const auto [rows, places, counts] = at::_unique2(batch.features.to(torch::kInt64), /*sorted=*/true,
                                                     /*return_inverse=*/true);
    TY_ASSIGN(table_, variables.lookup(names_[0], rows));
    tensors_[0].set_data(table_.to(model().device()));
    rows_ = rows;
    batch.features = places;
    return pullFrom(variables, 1);
}

void PulledModel::follow(const PulledModel& first) {
    const torch::NoGradGuard noGrad;
    rows_ = first.rows_;
    if (hasTable_) tensors_[0].set_data(first.table_.to(model().device()));
    for (std::size_t i = hasTable_ ? 1 : 0; i < tensors_.size(); ++i)
        tensors_[i].copy_(first.hosts_[i], /*non_blocking=*/true);
}

base::Result<StepSums> PulledModel::evaluate(sdk::Variables& variables, const data::Dataset& dataset,
                                             std::int64_t begin, std::int64_t end, std::int64_t batch) {
    torch::NoGradGuard noGrad;
    if (!hasTable_) TY_TRY(pullFrom(variables, 0));  // once for all batches
    StepSums sums;
    for (std::int64_t from = begin; from < end; from += batch) {
        const std::int64_t to = std::min(end, from + batch);
        std::vector<std::int64_t> indexes(static_cast<std::size_t>(to - from));
        std::iota(indexes.begin(), indexes.end(), from);
        Batch read = readBatch(dataset, model(), std::move(indexes), to - from);
        if (hasTable_) TY_TRY(pull(variables, read));
        read = movedTo(model().device(), std::move(read));
        sums += planned_.objective.sums(model(), model().forward(read.features, nullptr), read.labels,
                                        read.weights);
    }
    return sums;
}

}  // namespace trainyard::engine::ps
