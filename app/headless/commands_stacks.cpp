// SPDX-License-Identifier: Apache-2.0
// stacks: what the tasks of a live run are doing.
#include <fmt/format.h>

#include <iterator>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/session.h"
#include "core/base/text.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {
namespace {

using base::printable;

Json stacksJson(const v1::TaskStacks& task) {
    Json json = {{"task", task.task()}, {"pid", task.pid()}, {"state", task.state()}};
    if (!task.error().empty()) json["error"] = task.error();
    if (!task.tool().empty()) json["tool"] = task.tool();
    if (!task.note().empty()) json["note"] = task.note();
    json["threads"] = Json::array();
    for (const v1::ThreadStack& thread : task.threads())
        json["threads"].push_back(
            {{"tid", thread.tid()}, {"name", thread.name()}, {"frames", thread.frames()}});
    return json;
}

std::string stacksText(const v1::TaskStacks& task) {
    std::string text =
        fmt::format("{}  pid {}, {}\n", printable(task.task()), task.pid(), printable(task.state()));
    auto out = std::back_inserter(text);
    if (!task.error().empty()) fmt::format_to(out, "  no stacks: {}\n", printable(task.error()));
    if (!task.note().empty()) fmt::format_to(out, "  not by py-spy: {}\n", printable(task.note()));
    for (const v1::ThreadStack& thread : task.threads()) {
        fmt::format_to(out, "  thread {} {}{}\n", thread.tid(), printable(thread.name()),
                       thread.tid() == task.pid() ? " (main)" : "");
        int number = 0;
        for (const std::string& frame : thread.frames())
            fmt::format_to(out, "    #{:<3} {}\n", number++, printable(frame));
    }
    return text;
}

int stacksCommand(const Options& options, Console& console) {
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    v1::ReadStacksRequest request;
    request.set_run(options.run);
    request.set_task(options.task);
    const auto reply = (*session)->client()->readStacks(request);
    if (!reply) return report(options, console, reply.error());
    Json json = {{"run", options.run}, {"tasks", Json::array()}};
    std::string text;
    for (const v1::TaskStacks& task : reply->tasks()) {
        if (options.isJson)
            json["tasks"].push_back(stacksJson(task));
        else
            text += (text.empty() ? "" : "\n") + stacksText(task);
    }
    console.print(options.isJson ? toLine(json) : text);
    return finish(options, console);
}

}  // namespace

void addStacks(CommandLine& line) {
    line.addOnRun("stacks", "print the stacks of all threads of a live run's tasks", stacksCommand)
        ->add_option("--task", line.options().task, "only this one: worker:1");
}

}  // namespace trainyard::headless
