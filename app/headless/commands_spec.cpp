// SPDX-License-Identifier: Apache-2.0
// Reading run files without an agent, and formatting their problems.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/headless/commands.h"
#include "app/headless/event_json.h"
#include "app/headless/layout.h"
#include "app/headless/problems.h"
#include "app/headless/session.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/plugin/catalog.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {
namespace {

using base::printable;

base::Result<std::vector<spec::Override>> overridesOf(const Options& options) {
    std::vector<spec::Override> overrides;
    for (const std::string& text : options.set) {
        TY_ASSIGN(spec::Override one, spec::parseOverride(text));
        overrides.push_back(std::move(one));
    }
    return overrides;
}

plugin::Catalog loadCatalog(Console& console) {
    plugin::Catalog catalog = plugin::Catalog::load();
    for (const base::Error& broken : catalog.broken())
        console.printError(
            fmt::format("trainyard: a plugin is left out: {}\n", base::printableLines(broken.describe())));
    return catalog;
}

}  // namespace

base::Result<spec::LoadedSpec> loadSpec(const Options& options, Console& console) {
    TY_ASSIGN(const auto overrides, overridesOf(options));
    TY_ASSIGN(const std::filesystem::path here, currentFolder());
    return spec::loadRunFile(options.file, overrides, loadCatalog(console).strategies(), here);
}

spec::LoadedSweep loadSweep(const Options& options, Console& console) {
    return spec::loadSweepFile(options.file, loadCatalog(console).strategies());
}

base::Result<spec::LoadedSpec> loadSpecOf(const v1::RunSpec& spec, const Options& options, Console& console) {
    TY_ASSIGN(const auto overrides, overridesOf(options));
    TY_ASSIGN(const std::filesystem::path here, currentFolder());
    return spec::loadRunText(spec::toYaml(spec), options.run, here, overrides,
                             loadCatalog(console).strategies());
}

std::string problemText(const v1::Problem& problem) {
    std::string text;
    if (!problem.file().empty()) text += printable(problem.file()) + ":";
    if (problem.line() > 0) text += fmt::format("{}:", problem.line());
    if (!text.empty()) text += " ";
    if (!problem.path().empty()) text += printable(problem.path()) + ": ";
    if (problem.severity() == v1::Problem::WARNING) text += "warning: ";
    if (problem.severity() == v1::Problem::HINT) text += "hint: ";
    text += printable(problem.message());
    if (!problem.fix().empty()) text += fmt::format(" (fix: {})", printable(problem.fix()));
    return text + "\n";
}

bool isError(const v1::Problem& problem) {
    return problem.severity() == v1::Problem::ERROR;
}

int reportProblems(const Options& options, Console& console, const std::string& file,
                   const std::vector<v1::Problem>& problems, const char* outcome) {
    for (const v1::Problem& problem : problems) console.printError(problemText(problem));
    std::vector<v1::Problem> errors;
    std::ranges::copy_if(problems, std::back_inserter(errors), isError);
    const auto message =
        fmt::format("{} is refused: {}; {}", file, base::counted(errors.size(), "error"), outcome);
    console.printError(fmt::format("trainyard: {}\n", printable(message)));
    const bool isNotYet = !errors.empty() && std::ranges::all_of(errors, [](const v1::Problem& problem) {
        return problem.code() == "not_yet";
    });
    if (options.isJson) console.print(errorJson(isNotYet ? "not_yet" : "refused", message, problems));
    return kExitRefused;
}

}  // namespace trainyard::headless
