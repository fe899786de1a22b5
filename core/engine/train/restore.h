// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "core/data/epoch_plan.h"
#include "core/engine/model/model.h"
#include "core/engine/model/optimizer.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::engine {

/// A verified checkpoint and the way of its state into a training, which may have another world size,
/// strategy, batch size, optimizer or precision than the one that saved it. [train]
class Restore {
  public:
    /// Opens it, and begins to verify every byte on threads of its own: fill() copies meanwhile, but nothing
    /// of it counts before verified() has said that all is well.
    static base::Result<Restore> read(const std::filesystem::path& checkpoint);
    /// Waits for the verdict. Blocks.
    base::Status verified() const;

    const checkpoint::TrainState& state() const { return from_->state; }
    data::Progress progress() const;
    /// Every variable must be there with its shape: the error lists what is missing, extra, or of another
    /// shape. Other precisions are converted.
    base::Status fill(Model& model) const;
    /// Slots that the checkpoint lacks, because it was saved with another optimizer or without one, stay as
    /// they are; returns what did, in words. A slot of another shape is an error.
    base::Result<std::vector<std::string>> fill(Optimizer& optimizer,
                                                const std::vector<std::string>& variables) const;
    /// In words, what is not as it was when the checkpoint was saved: the keys of the run file that bear on
    /// the training, and the numbers of `layout` ("replicas 2 → 3").
    std::vector<std::string> whatChanged(const v1::RunSpec& spec, const nlohmann::json& layout) const;

  private:
    explicit Restore(checkpoint::Loaded from);
    /// A file that does not fit may be a damaged one: then that is the error.
    std::unexpected<base::Error> unfit(base::Error error) const;
    std::shared_ptr<const checkpoint::Loaded> from_;
    std::shared_future<base::Status> verdict_;
};

}  // namespace trainyard::engine
