// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/base/error.h"
#include "core/base/loop/event_loop.h"
#include "core/base/loop/executor.h"
#include "core/control/run/nodes.h"

namespace trainyard::control {

/// The copies of checkpoints that the evaluator of an attempt was sent (checkpoint/copies.h).
struct SentCopies {
    base::EventLoop& loop;
    base::Executor& deletions;
    Nodes* nodes;  ///< null: there is no other machine
    std::string run;
    int attempt;
    std::filesystem::path root;  ///< the run's folder here
    std::string node;            ///< where they are
};
/// Has them deleted where they are, and then calls `done`, which is never called from inside this one. [loop]
void removeSentCopies(const SentCopies& copies, std::function<void(const base::Status&)> done);

}  // namespace trainyard::control
