// SPDX-License-Identifier: Apache-2.0
#include "core/plugin/options.h"

#include "core/base/text.h"
#include "core/proto/failure.h"
#include "core/spec/run/values.h"
#include "core/spec/schema/schema.h"

namespace trainyard::plugin {

std::vector<v1::Problem> completeOptions(const Manifest& manifest, nlohmann::json& options,
                                         const std::string& path, const std::string& code) {
    spec::makeWholeNumbersIntegers(options);
    std::vector<v1::Problem> problems;
    for (const spec::Finding& finding :
         spec::complete(manifest.strategy.optionsSchema, options,
                        [](const auto&, const auto& value) { return value; })) {
        problems.push_back(pluginProblem(finding.path.empty() ? path : spec::childPath(path, finding.path),
                                         code, finding.message));
        proto::setFix(problems.back(), finding.fix);
    }
    return problems;
}

v1::Problem pluginProblem(const std::string& path, const std::string& code, const base::Words& message) {
    v1::Problem p;
    p.set_severity(v1::Problem::ERROR);
    p.set_code(code);
    proto::setMessage(p, message);
    p.set_path(base::printable(path));
    return p;
}

std::string idsOf(const Catalog& catalog, const std::string& kind) {
    std::string ids;
    for (const Manifest& manifest : catalog.plugins())
        if (manifest.kind == kind) ids += (ids.empty() ? "" : ", ") + manifest.id;
    return ids.empty() ? "none" : ids;
}

}  // namespace trainyard::plugin
