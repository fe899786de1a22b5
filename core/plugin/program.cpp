// SPDX-License-Identifier: Apache-2.0
#include "core/plugin/program.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/plugin/options.h"
#include "core/spec/lint/program_keys.h"
#include "core/spec/run/values.h"
#include "core/spec/schema/schema.h"

namespace trainyard::plugin {

namespace {

constexpr const char* kKey = "train.program";

v1::Problem unknownProgram(const std::string& id, const Catalog& catalog) {
    return pluginProblem(spec::childPath(kKey, "plugin"), "program.not_found",
                         base::say("there is no program `{}` (expected one of {}; TRAINYARD_PLUGIN_PATH "
                                   "names further folders)",
                                   base::printable(id), idsOf(catalog, "program")));
}

/// The program, its completed options, and all problems with them and with related keys.
std::vector<v1::Problem> examine(const v1::RunSpec& spec, const Catalog& catalog, Program& program) {
    const nlohmann::json chosen = spec::structToJson(spec.train().program());
    program.manifest = programManifest(spec, catalog);
    if (!program.manifest) return {unknownProgram(chosen.value("plugin", ""), catalog)};
    const Manifest& manifest = *program.manifest;
    program.options = chosen.value("options", nlohmann::json::object());
    std::vector<v1::Problem> problems =
        completeOptions(manifest, program.options, spec::childPath(kKey, "options"), "program.options");
    for (v1::Problem& unused : spec::unusedKeys(spec, {manifest.id, manifest.reads, manifest.isCoordinated}))
        problems.push_back(std::move(unused));
    const bool hasSidecar = spec::structToJson(spec.train().evaluation()).contains("sidecar");
    const bool hasEvaluator = spec.cluster().contains("evaluator");
    if (!manifest.hasEvaluation && (hasSidecar || hasEvaluator))
        problems.push_back(pluginProblem(hasEvaluator ? "cluster.evaluator" : "train.evaluation",
                                         "program.unused_key", noEvaluation(manifest)));
    return problems;
}

}  // namespace

base::Words noEvaluation(const Manifest& manifest) {
    return base::say("the program {} has nothing for an evaluator to run (its manifest has no `evaluates`)",
                     manifest.id);
}

const Manifest* programManifest(const v1::RunSpec& spec, const Catalog& catalog) {
    const Manifest* found = catalog.find(spec::structToJson(spec.train().program()).value("plugin", ""));
    return found && found->kind == "program" ? found : nullptr;
}

base::Result<Program> programOf(const v1::RunSpec& spec, const Catalog& catalog) {
    Program program;
    const std::vector<v1::Problem> problems = examine(spec, catalog, program);
    if (problems.empty()) return program;
    const v1::Problem& first = problems.front();
    return base::fail(first.code() == "program.not_found" ? base::Code::kNotFound : base::Code::kRefused,
                      base::say("{}: {}", first.path(), first.message()), first.code());
}

std::vector<v1::Problem> programProblems(const v1::RunSpec& spec, const Catalog& catalog) {
    Program program;
    return examine(spec, catalog, program);
}

}  // namespace trainyard::plugin
