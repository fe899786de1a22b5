// SPDX-License-Identifier: Apache-2.0
#include "core/plugin/program.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/spec/schema.h"
#include "core/spec/values.h"

namespace trainyard::plugin {

base::Result<Program> programOf(const v1::RunSpec& spec, const Catalog& catalog) {
    const nlohmann::json chosen = spec::structToJson(spec.train().program());
    const std::string id = chosen.value("plugin", "");
    const Manifest* manifest = catalog.find(id);
    if (!manifest || manifest->kind != "program") {
        std::string known;
        for (const Manifest& other : catalog.plugins())
            if (other.kind == "program") known += (known.empty() ? "" : ", ") + other.id;
        return base::fail(base::Code::kNotFound,
                          fmt::format("train.program.plugin: there is no program `{}` (expected one of {}; "
                                      "TRAINYARD_PLUGIN_PATH names further folders)",
                                      base::printable(id), known.empty() ? "none" : known),
                          "program.not_found");
    }
    Program program{manifest, chosen.value("options", nlohmann::json::object())};
    spec::makeWholeNumbersIntegers(program.options);
    const auto findings = spec::complete(manifest->strategy.optionsSchema, program.options,
                                         [](const auto&, const auto& value) { return value; });
    if (findings.empty()) return program;
    return base::fail(base::Code::kRefused,
                      fmt::format("train.program.options{}{}: {}", findings.front().path.empty() ? "" : ".",
                                  base::printable(findings.front().path), findings.front().message),
                      "program.options");
}

}  // namespace trainyard::plugin
