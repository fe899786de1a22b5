// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/engine/ps/connection.h"
#include "core/engine/ps/sharded_variables.h"
#include "core/engine/train/state_copy.h"

namespace trainyard::engine::ps {

/// These variables, with their optimizer state, in the copy that the ps keep since
/// ShardedVariables::freeze(): as tensors of a checkpoint, which come from there as they are written.
base::Result<StateCopy::Views> frozenViews(ShardedVariables& variables,
                                           const std::vector<std::string>& names);

/// The state of a training whose variables are on the ps. The chief has no copy of it:
/// ShardedVariables::freeze() makes the ps keep one, before each Checkpointer::save(). [train]
class FrozenCopy final : public StateCopy {
  public:
    FrozenCopy(ShardedVariables& variables, std::vector<std::string> names)
        : variables_(variables), names_(std::move(names)) {}
    base::Result<std::unique_ptr<Taken>> take() override;
    void release() override;
    bool endsTraining(const base::Error& why) const override { return isLoss(why); }
    std::size_t bytes() const override { return 0; }

  private:
    ShardedVariables& variables_;
    const std::vector<std::string> names_;
};

}  // namespace trainyard::engine::ps
