// SPDX-License-Identifier: Apache-2.0
#include "core/plugin/program.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/spec/schema.h"
#include "core/spec/values.h"

namespace trainyard::plugin {

namespace {

constexpr const char* kKey = "train.program";

/// Completes the options in place.
std::vector<spec::Finding> check(const Manifest& manifest, nlohmann::json& options) {
    spec::makeWholeNumbersIntegers(options);
    return spec::complete(manifest.strategy.optionsSchema, options,
                          [](const auto&, const auto& value) { return value; });
}

std::string pathOf(const spec::Finding& finding) {
    const std::string options = spec::childPath(kKey, "options");
    return finding.path.empty() ? options : spec::childPath(options, finding.path);
}

}  // namespace

base::Result<Program> programOf(const v1::RunSpec& spec, const Catalog& catalog) {
    const nlohmann::json chosen = spec::structToJson(spec.train().program());
    const std::string id = chosen.value("plugin", "");
    const Manifest* manifest = catalog.find(id);
    if (!manifest || manifest->kind != "program") {
        std::string known;
        for (const Manifest& other : catalog.plugins())
            if (other.kind == "program") known += (known.empty() ? "" : ", ") + other.id;
        return base::fail(base::Code::kNotFound,
                          fmt::format("{}.plugin: there is no program `{}` (expected one of {}; "
                                      "TRAINYARD_PLUGIN_PATH names further folders)",
                                      kKey, base::printable(id), known.empty() ? "none" : known),
                          "program.not_found");
    }
    Program program{manifest, chosen.value("options", nlohmann::json::object())};
    const auto findings = check(*manifest, program.options);
    if (findings.empty()) return program;
    return base::fail(
        base::Code::kRefused,
        fmt::format("{}: {}", base::printable(pathOf(findings.front())), findings.front().message),
        "program.options");
}

std::vector<v1::Problem> programProblems(const v1::RunSpec& spec, const Catalog& catalog) {
    const auto program = programOf(spec, catalog);
    if (program) return {};
    const auto problem = [&](const std::string& message, const std::string& path) {
        v1::Problem p;
        p.set_severity(v1::Problem::ERROR);
        p.set_code(program.error().id);
        p.set_message(message);
        p.set_path(base::printable(path));
        return p;
    };
    const nlohmann::json chosen = spec::structToJson(spec.train().program());
    const Manifest* manifest = catalog.find(chosen.value("plugin", ""));
    if (program.error().id != "program.options" || !manifest)
        return {problem(program.error().message, spec::childPath(kKey, "plugin"))};
    std::vector<v1::Problem> problems;
    nlohmann::json options = chosen.value("options", nlohmann::json::object());
    for (const spec::Finding& finding : check(*manifest, options)) {
        problems.push_back(problem(finding.message, pathOf(finding)));
        problems.back().set_fix(finding.fix);
    }
    return problems;
}

}  // namespace trainyard::plugin
