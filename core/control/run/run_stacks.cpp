// SPDX-License-Identifier: Apache-2.0
// What the tasks of a live run are at: the stack of each of their threads.
#include "core/control/run/run_stacks.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <span>

#include "core/base/fd.h"
#include "core/base/file.h"
#include "core/base/own_file.h"
#include "core/base/text.h"
#include "core/node/frame_name.h"
#include "core/proto/failure.h"

namespace trainyard::control {
base::Result<v1::ReadStacksReply> toReply(const std::vector<node::TaskStacks>& read) {
    if (std::ranges::none_of(read, [](const node::TaskStacks& task) { return task.stacks.has_value(); }) &&
        !read.empty())
        return base::fail(read.front().stacks.error());
    v1::ReadStacksReply reply;
    for (const node::TaskStacks& task : read) {
        v1::TaskStacks& told = *reply.add_tasks();
        told.set_task(task.task);
        told.set_pid(task.pid);
        told.set_state(std::string(node::stateWord(task.state)));
        if (!task.stacks) {
            proto::put(task.stacks.error().words(), told.mutable_error(), told.mutable_error_words());
            continue;
        }
        told.set_tool(task.stacks->tool);
        proto::put(task.stacks->note, told.mutable_note(), told.mutable_note_words());
        for (const node::ThreadStack& thread : task.stacks->threads) {
            v1::ThreadStack& stack = *told.add_threads();
            stack.set_tid(thread.tid);
            stack.set_name(thread.name);
            for (const node::Frame& frame : thread.frames) stack.add_frames(frame.name());
        }
    }
    return reply;
}

const node::ThreadStack* informativeThread(const node::ProcessStacks& stacks) {
    // Where main threads wait for others of their process, and where those wait to be asked.
    static constexpr std::array<std::string_view, 3> kIdle{"TaskServer::waitForEnd", "Reader::next",
                                                           "SharedArea::waitForRequest"};
    static constexpr std::array<std::string_view, 2> kServing{"ty-variables", "ty-closures"};
    const auto isAtSomething = [](const node::ThreadStack& thread) {
        const node::Frame* frame = node::informativeFrame(thread);
        return frame && std::ranges::none_of(
                            kIdle, [&](std::string_view idle) { return frame->function.ends_with(idle); });
    };
    if (stacks.threads.empty()) return nullptr;
    const node::ThreadStack& main = stacks.threads.front();
    if (isAtSomething(main)) return &main;
    const auto serving = std::ranges::find_if(stacks.threads, [&](const node::ThreadStack& thread) {
        return std::ranges::find(kServing, thread.name) != kServing.end() && isAtSomething(thread);
    });
    return serving == stacks.threads.end() ? &main : &*serving;
}

base::Words whereItStands(const std::string& task, const node::ProcessStacks& stacks) {
    const node::ThreadStack* thread = informativeThread(stacks);
    if (!thread || thread->frames.empty()) return base::say("{} is at an unknown place", task);
    const node::Frame* frame = node::informativeFrame(*thread);
    const std::string name = node::briefName((frame ? *frame : thread->frames.front()).name());
    if (thread == &stacks.threads.front()) return base::say("{} is in {}", task, name);
    return base::say("{} is in {} (thread {})", task, name, thread->name);
}

std::filesystem::path stackLogOf(const std::filesystem::path& log) {
    std::filesystem::path file = log;
    return file.replace_extension(".stacks.log");
}

base::Status keep(const node::TaskStacks& read, const std::filesystem::path& log, const base::Words& why) {
    // Stamped as workers stamp their lines, so that they come in their order where logs are read as one.
    const auto now = std::chrono::system_clock::now();
    const auto ms =
        std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
    std::string text = fmt::format("{:%H:%M:%S}.{:03} info stacks of {} (pid {}, {}): {}\n",
                                   fmt::localtime(std::chrono::system_clock::to_time_t(now)), ms, read.task,
                                   read.pid, node::stateWord(read.state), why);
    auto out = std::back_inserter(text);
    int idle = 0;
    for (const node::ThreadStack& thread : read.stacks->threads) {
        if (!node::informativeFrame(thread) && &thread != &read.stacks->threads.front()) {
            ++idle;
            continue;
        }
        fmt::format_to(out, "  thread {} {}\n", thread.tid, thread.name);
        for (const node::Frame& frame : thread.frames) fmt::format_to(out, "    {}\n", frame.text);
    }
    if (idle > 0) fmt::format_to(out, "  threads of libraries that wait for work: {}\n", idle);
    const std::filesystem::path file = stackLogOf(log);
    TY_ASSIGN(const base::UniqueFd fd, base::openOwn(file, O_WRONLY | O_CREAT | O_APPEND));
    return base::writeAll(fd.get(), std::as_bytes(std::span(text)), file.string());
}

}  // namespace trainyard::control
