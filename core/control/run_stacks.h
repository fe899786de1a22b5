// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/node/stacks.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// A task whose stacks are wanted.
struct StackTarget {
    std::string task;
    node::ProcessId process;
    std::filesystem::path log;  ///< what the task writes
};

/// What was found of one.
struct TaskStacks {
    StackTarget target;
    base::Result<node::ProcessStacks> stacks;
};

/// Reads them one beside another, in the order of `targets`. Blocks. [any]
std::vector<TaskStacks> readAll(const std::vector<StackTarget>& targets,
                                const std::function<bool()>& isCancelled, const node::StackTool& tool = {});

/// The first error where there is nothing else; else an error stands at its task.
base::Result<v1::ReadStacksReply> toReply(const std::vector<TaskStacks>& read);

/// The thread that says most about why a task does not get on: as a rule the main one, but that of a task
/// that serves only waits for the end, and one of those that serve may be at something. Null: no thread has a
/// telling frame.
const node::ThreadStack* tellingThread(const node::ProcessStacks& stacks);

/// "stands in SegmentReduction::waitForAll"; of a thread that is not the main one also its name.
std::string whereItStands(const node::ProcessStacks& stacks);

/// Beside the log of a task: stacks that were taken of it, as lines of its log for those who read that.
std::filesystem::path stackLogOf(const std::filesystem::path& log);
/// Appends what was found of a task, in full but for threads of libraries that only wait for work; its first
/// line says `why` it was taken. Only of one whose stacks were read.
base::Status keep(const TaskStacks& read, const std::string& why);

}  // namespace trainyard::control
