// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>

#include "core/base/error.h"
#include "core/control/runs/run_registry.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Runs `worker --predict` on `request`, whose checkpoint is a folder, and forwards each of its replies, the
/// result last. The program is ended (kCancelled) when `onReply` returns false or `isCancelled`, polled ten
/// times a second, returns true. Blocks. [any]
base::Status predict(const std::filesystem::path& worker, const v1::PredictRequest& request,
                     const std::function<bool(const v1::PredictReply&)>& onReply,
                     const std::function<bool()>& isCancelled);
/// Evaluates a run's newest checkpoint, or any checkpoint, on data.
base::Status predict(RunRegistry& runs, v1::PredictRequest request,
                     const std::function<bool(const v1::PredictReply&)>& onReply,
                     const std::function<bool()>& isCancelled);

}  // namespace trainyard::control
