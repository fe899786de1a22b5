// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "core/control/metrics/spool_reader.h"

namespace trainyard::control {

/// The chief's scalars as one TensorBoard folder with Keras' two runs, train and validation. Meant for the
/// user's own TensorBoard and never read back, so a failure only causes a warning. The epoch_* series count
/// epochs, as in Keras' callback.
class CombinedEvents {
  public:
    explicit CombinedEvents(std::filesystem::path folder) : folder_(std::move(folder)) {}
    base::Status add(const SpoolPiece& piece, const std::optional<events::PlanRecord>& plan);

  private:
    std::filesystem::path folder_;
    std::map<std::string, events::EventFileWriter> writers_;  // by split
};

}  // namespace trainyard::control
