// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/initial_state.h"

#include <spdlog/spdlog.h>

#include "core/base/sent_place.h"
#include "core/engine/plan_model.h"
#include "core/spec/model/loss.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::engine {

base::Result<spec::ModelPlan> planFor(const v1::RunSpec& spec, const data::Dataset& dataset) {
    TY_ASSIGN(spec::ModelPlan plan, engine::planModel(spec::modelOf(spec), dataset.sampleShape()));
    const spec::LabelInfo labels{dataset.labels().dtype == data::Dtype::kInt64, dataset.labels().shape,
                                 dataset.classes()};
    TY_TRY(spec::checkLoss(spec::lossOf(spec), spec::metricsOf(spec), plan.output, labels));
    return plan;
}

base::Result<InitialState> InitialState::read(const v1::RunSpec& spec, const std::filesystem::path& restore,
                                              Restore::Verify how) {
    InitialState state(spec);
    state.isResumed_ = !restore.empty();
    const spec::Choice model = spec::modelOf(spec);
    if (state.isResumed_) {
        TY_ASSIGN(state.from_, Restore::read(restore, how));
    } else if (model.kind == "saved") {
        TY_ASSIGN(state.from_, Restore::read(model.value.get<std::string>(), how));
    } else if (const std::string path = state.weightsPath(); !path.empty()) {
        TY_ASSIGN(state.weights_, checkpoint::SafetensorsFile::open(path));
    }
    return state;
}

const checkpoint::SafetensorsFile* InitialState::weights() const {
    if (from_) return &from_->files().model;
    return weights_ ? &*weights_ : nullptr;
}

std::string InitialState::weightsPath() const {
    if (from_) return from_->modelFile();
    return base::whereSent(base::sentFolder(), spec_->train().initial_weights()).string();
}

base::Status InitialState::fill(Model& model) const {
    if (from_) return from_->fill(model);
    if (weights_) return model.loadWeights(*weights_, weightsPath());
    model.drawWeights(spec_->seed());
    return {};
}

base::Status InitialState::fill(Optimizer& optimizer, const Model& model) {
    if (!from_) return {};
    TY_ASSIGN(fresh_, from_->fill(optimizer, model.names()));
    return {};
}

base::Status InitialState::verified() const {
    if (!from_) return {};
    TY_TRY(from_->verified());
    if (!isResumed_)
        for (const base::Words& what : fresh_) spdlog::warn("{}", what);
    return {};
}

std::optional<data::Progress> InitialState::progress() const {
    return isResumed_ ? std::optional(from_->progress()) : std::nullopt;
}

std::vector<base::Words> InitialState::whatChanged(const nlohmann::json& layout) const {
    std::vector<base::Words> changed = from_->whatChanged(*spec_, layout);
    changed.insert(changed.end(), fresh_.begin(), fresh_.end());
    return changed;
}

}  // namespace trainyard::engine
