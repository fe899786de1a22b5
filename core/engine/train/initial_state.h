// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/engine/train/restore.h"
#include "core/spec/model/layers.h"

namespace trainyard::engine {

/// The layers that a run file asks for on such data; checks that model, loss, metrics and labels match.
base::Result<spec::ModelPlan> planFor(const v1::RunSpec& spec, const data::Dataset& dataset);

/// What a training starts with: the checkpoint that it resumes from, a saved model, a file of weights
/// (train.initial_weights), or random weights. [train]
class InitialState {
  public:
    /// `restore` is empty unless the training resumes.
    static base::Result<InitialState> read(const v1::RunSpec& spec, const std::filesystem::path& restore,
                                           Restore::Verify how = Restore::Verify::kMapped);

    /// The file with the weights and its path; null: they are drawn.
    const checkpoint::SafetensorsFile* weights() const;
    std::string weightsPath() const;
    /// A checkpoint or a saved model, which has optimizer state; null: there is none.
    const Restore* saved() const { return from_ ? &*from_ : nullptr; }
    /// Optimizer state that was not in `saved()`, to be reported.
    void noteFresh(std::vector<base::Words> fresh) { fresh_ = std::move(fresh); }
    base::Status fill(Model& model) const;
    /// A checkpoint or a saved model brings the optimizer's state along, as far as it has it.
    base::Status fill(Optimizer& optimizer, const Model& model);
    /// Once all is filled: waits until what was read is verified. Blocks.
    base::Status verified() const;

    /// The checkpoint that the training resumes from; null: it starts from step 0.
    const Restore* resumed() const { return isResumed_ ? &*from_ : nullptr; }
    std::optional<data::Progress> progress() const;
    /// Of a checkpoint: what affects the training and no longer is as it was then.
    std::vector<base::Words> whatChanged(const nlohmann::json& layout) const;

  private:
    explicit InitialState(const v1::RunSpec& spec) : spec_(&spec) {}

    const v1::RunSpec* spec_;
    std::optional<Restore> from_;
    std::optional<checkpoint::SafetensorsFile> weights_;  ///< train.initial_weights
    bool isResumed_ = false;
    std::vector<base::Words> fresh_;  ///< of the optimizer's state, what was not there
};

}  // namespace trainyard::engine
