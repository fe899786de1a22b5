// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/node/node.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// The first error if nothing else was read; otherwise each error is reported with its task.
base::Result<v1::ReadStacksReply> toReply(const std::vector<node::TaskStacks>& read);

/// The thread that best explains why a task makes no progress: normally the main one, but the main thread of
/// a serving task only waits for its end, so there one of the serving threads. Null: no thread has a telling
/// frame.
const node::ThreadStack* informativeThread(const node::ProcessStacks& stacks);

/// "is in SegmentReduction::waitForAll"; with the thread's name unless it is the main one.
base::Words whereItStands(const std::string& task, const node::ProcessStacks& stacks);

/// The file next to a task's log with stacks taken of it, shown as lines of its log.
std::filesystem::path stackLogOf(const std::filesystem::path& log);
/// Appends a task's stacks to that file, complete except for library threads that only wait for work; the
/// first line gives the reason, `why`. Only for a task whose stacks were read.
base::Status keep(const node::TaskStacks& read, const std::filesystem::path& log, const base::Words& why);

}  // namespace trainyard::control
