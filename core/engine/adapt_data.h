// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/engine/comm/task_link.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::engine {

/// The checkpoint or saved model that a task starts from; empty: none.
std::filesystem::path startOf(const v1::RunSpec& spec, const TaskLink& link);

/// `spec` with the values that its training data's `preprocessing` lacks: those that `from` was saved with,
/// and for entries that it has not, those of the training data, which is read once. kCancelled if the task is
/// asked to end meanwhile. Blocks.
base::Result<v1::RunSpec> adaptedSpec(const v1::RunSpec& spec, const std::filesystem::path& from,
                                      TaskLink& link);

/// Before others are waited for: whether the data that is not adapted to yet can be read. [any]
base::Status checkUnadaptedData(const v1::RunSpec& spec);

}  // namespace trainyard::engine
