// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/clear_text.h"

#include <fmt/format.h>

#include <array>

#include "core/base/public_address.h"
#include "core/base/text.h"
#include "core/proto/failure.h"

namespace trainyard::control {
namespace {

constexpr const char* kPublic = "cluster.public_address";

/// The first task of each machine of the run.
struct Place {
    const spec::TaskPlan* task = nullptr;
    std::string address;
};

/// Empty where no task has another machine to talk to.
std::vector<Place> hostPlaces(const std::vector<spec::TaskPlan>& tasks,
                              const std::map<std::string, std::string>& hosts) {
    std::map<std::string, Place> first;
    std::vector<Place> places;
    for (const spec::TaskPlan& task : tasks) {
        const auto host = hosts.find(task.node);
        if (host == hosts.end() || !first.try_emplace(task.node).second) continue;
        places.push_back({&task, host->second});
    }
    if (places.size() < 2) places.clear();
    return places;
}

base::Words publicWords(const Place& place) {
    if (place.task->node == "local")
        return base::say(
            "the other tasks would reach this machine at {}, a public address, and what tasks of several "
            "machines send each other is neither encrypted nor authenticated",
            place.address);
    return base::say(
        "the other tasks would reach node {} at {}, a public address, and what tasks of several machines "
        "send "
        "each other is neither encrypted nor authenticated",
        place.task->node, place.address);
}

base::Words remedy() {
    return "add the nodes at addresses of a private network or a VPN, or, if no third party can read or send "
           "on "
           "that network, set `cluster.allow_clear_text: true`";
}

v1::Problem problemAt(v1::Problem::Severity severity, const char* code, const base::Words& message,
                      const std::string& path) {
    v1::Problem problem;
    problem.set_severity(severity);
    problem.set_code(code);
    proto::setMessage(problem, message);
    problem.set_path(path);
    return problem;
}

}  // namespace

std::vector<v1::Problem> clearTextProblems(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks,
                                           const std::map<std::string, std::string>& hosts) {
    const std::vector<Place> places = hostPlaces(tasks, hosts);
    if (places.empty()) return {};
    std::vector<v1::Problem> problems;
    std::string listed;
    bool isPublic = false;
    for (const Place& place : places) {
        listed += fmt::format("{}{} ({})", listed.empty() ? "" : ", ", place.task->node, place.address);
        if (!base::isPublicAddress(place.address)) continue;
        isPublic = true;
        if (spec.allow_clear_text()) continue;
        problems.push_back(problemAt(v1::Problem::ERROR, kPublic, publicWords(place), place.task->place()));
        proto::setFix(problems.back(), remedy());
    }
    if (!problems.empty()) return problems;
    const base::Words said = base::say(
        "what the tasks of {} send each other is neither encrypted nor authenticated; use a network that you "
        "trust",
        listed);
    if (isPublic)  // the same, and more
        return {problemAt(
            v1::Problem::WARNING, "cluster.clear_text",
            base::joined(std::array{said, base::Words("there are public addresses among these, which "
                                                      "`cluster.allow_clear_text` permits")},
                         "; "),
            "cluster")};
    return {problemAt(v1::Problem::HINT, "cluster.clear_text", said, "cluster")};
}

base::Status mayTalk(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks,
                     const std::map<std::string, std::string>& hosts) {
    if (spec.allow_clear_text()) return {};
    for (const Place& place : hostPlaces(tasks, hosts))
        if (base::isPublicAddress(place.address))
            return base::fail(base::Code::kRefused,
                              base::joined(std::array{publicWords(place), remedy()}, "; "), kPublic);
    return {};
}

}  // namespace trainyard::control
