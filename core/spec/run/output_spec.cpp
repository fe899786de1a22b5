// SPDX-License-Identifier: Apache-2.0
#include "core/spec/run/output_spec.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "core/spec/lint/problem.h"
#include "core/spec/run/values.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

OutputPattern patternOf(const json& entry) {
    OutputPattern pattern{entry.value("format", ""), entry.value("regex", ""), entry.value("step", ""),
                          entry.value("sample", "")};
    if (pattern.step.empty()) pattern.step = "step";
    return pattern;
}

std::optional<v1::Problem> regexProblem(const json& entry, const std::string& path) {
    const OutputPattern pattern = patternOf(entry);
    const RE2 regex(pattern.regex, RE2::Quiet);
    if (!regex.ok())
        return errorAt(
            "metrics.bad_regex", path + ".regex",
            base::say("the pattern cannot be used: {}; its syntax is RE2's, without look-around and "
                      "back-references",
                      base::printable(regex.error())),
            "correct the pattern; a group is named as in (?P<loss>[0-9.]+)");
    const auto& groups = regex.NamedCapturingGroups();
    const bool hasStep = groups.contains(pattern.step);
    if (entry.contains("step") && !hasStep)
        return errorAt(
            "metrics.no_group", path + ".step",
            base::say("no group of the pattern is named `{}`", pattern.step),
            base::say("name the group with the step (?P<{}>[0-9]+), or remove `step`", pattern.step));
    if (groups.size() > (hasStep ? 1u : 0u)) return std::nullopt;
    return errorAt("metrics.no_group", path + ".regex",
                   "no group of the pattern has a name, so that no value would be recorded",
                   "name the group with the value, as in loss: (?P<loss>[0-9.e+-]+)");
}

}  // namespace

std::vector<OutputPattern> outputPatternsOf(const v1::RunSpec& spec) {
    std::vector<OutputPattern> patterns;
    for (const auto& entry : spec.metrics()) patterns.push_back(patternOf(structToJson(entry)));
    return patterns;
}

std::vector<std::string> outputGroups(const OutputPattern& pattern) {
    std::vector<std::string> groups;
    const RE2 regex(pattern.regex, RE2::Quiet);
    if (regex.ok())
        for (const auto& [number, name] : regex.CapturingGroupNames())
            if (name != pattern.step) groups.push_back(name);
    return groups;
}

std::vector<v1::Problem> outputProblems(const json& metrics) {
    std::vector<v1::Problem> problems;
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        const json& entry = metrics[i];
        const std::string path = fmt::format("metrics[{}]", i);
        if (entry.contains("regex")) {
            if (auto problem = regexProblem(entry, path)) problems.push_back(std::move(*problem));
        } else if (entry.contains("step") && entry.value("format", "") != "json") {
            problems.push_back(errorAt("metrics.unused_key", path + ".step",
                                       "only `regex` and `format: json` use this key; the other "
                                       "formats have steps of their own",
                                       "remove the key"));
        }
    }
    return problems;
}

}  // namespace trainyard::spec
