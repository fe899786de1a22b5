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

/// A verified checkpoint, and how its state is restored into a training, which may have another world size,
/// strategy, batch size, optimizer or precision than the one that saved it. [train]
class Restore {
  public:
    enum class Verify {
        kMapped,  ///< on all cores; the files' pages count as this process's memory
        kRead,    ///< on one core, a buffer at a time
    };
    /// Opens it, and starts to verify every byte on separate threads: fill() copies meanwhile, but the result
    /// is valid only after verified() has succeeded.
    static base::Result<Restore> read(const std::filesystem::path& checkpoint, Verify how = Verify::kMapped);
    /// Waits for the result of the verification. Blocks.
    base::Status verified() const;

    const checkpoint::Loaded& files() const { return *from_; }
    std::string modelFile() const;
    const checkpoint::TrainState& state() const { return from_->state; }
    data::Progress progress() const;
    /// Every variable must be there with its shape: the error lists what is missing, extra, or of another
    /// shape. Other precisions are converted.
    base::Status fill(Model& model) const;
    /// Slots missing in the checkpoint, because it was saved with another optimizer or without one, are left
    /// unchanged; returns a description of them. A slot of another shape is an error.
    base::Result<std::vector<base::Words>> fill(Optimizer& optimizer,
                                                const std::vector<std::string>& variables) const;
    /// Describes what differs from when the checkpoint was saved: the keys of the run file that affect
    /// training, and the numbers of `layout` ("replicas 2 → 3").
    std::vector<base::Words> whatChanged(const v1::RunSpec& spec, const nlohmann::json& layout) const;

    /// The saved state of a variable's slot, which has this shape; null: the checkpoint has none.
    base::Result<const checkpoint::TensorInfo*> slotOf(const std::string& variable, const std::string& slot,
                                                       torch::IntArrayRef shape) const;
    /// What is said of a slot that the checkpoint has none of.
    static base::Words initialised(const std::string& slot);
    /// A file that does not match may be damaged: then that is the error.
    std::unexpected<base::Error> unfit(base::Error error) const;

  private:
    Restore(checkpoint::Loaded from, Verify how);
    std::shared_ptr<const checkpoint::Loaded> from_;
    std::shared_future<base::Status> verdict_;
};

}  // namespace trainyard::engine
