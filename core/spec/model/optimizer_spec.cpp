// SPDX-License-Identifier: Apache-2.0
#include "core/spec/model/optimizer_spec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/text.h"
#include "core/spec/model/learning_rate.h"
#include "core/spec/run/values.h"
#include "core/spec/schema/schema.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

const json& optimizerSchema() {
    return runSchema()["properties"]["train"]["properties"]["optimizer"];
}

/// In the run file's order.
std::vector<std::string> knownOptimizers() {
    std::vector<std::string> names;
    for (const json& alternative : optimizerSchema()["oneOf"])
        if (alternative.contains("required")) names.push_back(alternative["required"][0]);
    return names;
}

}  // namespace

base::Result<Named> completeOptimizer(const Named& named) {
    const std::vector<std::string> known = knownOptimizers();
    if (std::ranges::find(known, named.name) == known.end())
        return base::fail(base::Code::kInvalidArgument,
                          base::say("there is no optimizer `{}` (expected one of {})",
                                    base::printable(named.name), fmt::join(known, ", ")),
                          "optimizer.unknown");
    json optimizer = {{named.name, named.options.is_null() ? json::object() : named.options}};
    makeWholeNumbersIntegers(optimizer);
    std::string wrong;
    if (const auto findings =
            complete(optimizerSchema(), optimizer, [](const auto&, const auto& value) { return value; });
        !findings.empty())
        wrong = fmt::format("{}: {}", base::printable(findings.front().path), findings.front().message);
    else if (const auto problems = lintLearningRate(optimizer); !problems.empty())
        wrong = fmt::format("{}: {}", problems.front().path(), problems.front().message());
    if (!wrong.empty())
        return base::fail(base::Code::kInvalidArgument,
                          base::say("the optimizer does not take its options: {}", wrong),
                          "optimizer.options");
    return Named{named.name, optimizer[named.name]};
}

}  // namespace trainyard::spec
