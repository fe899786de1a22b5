// SPDX-License-Identifier: Apache-2.0
#include "core/node/stack_pool.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/node/process.h"
#include "core/node/stack_reader.h"

namespace trainyard::node {
namespace {

/// Each reading is a program that goes through all libraries of a process once.
constexpr std::size_t kAtOnce = 8;

TaskStacks stacksOf(const StackTarget& target, const std::function<bool()>& isCancelled,
                    const StackTool& tool) {
    if (!target.process) return {target.task, 0, '?', base::fail(target.process.error())};
    auto stacks = readStacks(*target.process, isCancelled, tool);
    const char state = stacks ? stacks->state : stateOf(target.process->pid);
    return {target.task, target.process->pid, state, std::move(stacks)};
}

std::vector<TaskStacks> readAll(const std::vector<StackTarget>& targets,
                                const std::function<bool()>& isCancelled, const StackTool& tool) {
    std::vector<std::optional<TaskStacks>> found(targets.size());
    std::atomic<std::size_t> next = 0;
    const auto readSome = [&] {
        for (std::size_t i = next++; i < targets.size(); i = next++)
            found[i].emplace(stacksOf(targets[i], isCancelled, tool));
    };
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < std::min(kAtOnce, targets.size()); ++i) others.emplace_back(readSome);
        readSome();
    }
    std::vector<TaskStacks> read;
    for (auto& one : found) read.push_back(std::move(*one));
    return read;
}

}  // namespace

void StackPool::read(std::vector<StackTarget> targets, std::chrono::milliseconds deadline,
                     Cancelled cancelled, std::function<void(std::vector<TaskStacks>)> done) {
    std::lock_guard lock(mutex_);
    readers_.remove_if([](const Reader& reader) { return reader.hasEnded.load(); });
    Reader& reader = readers_.emplace_back();
    reader.thread = std::jthread([&reader, targets = std::move(targets), deadline,
                                  cancelled = std::move(cancelled),
                                  done = std::move(done)](const std::stop_token& stop) {
        done(readAll(targets, [&] { return stop.stop_requested() || *cancelled; }, {.deadline = deadline}));
        reader.hasEnded = true;
    });
}

}  // namespace trainyard::node
