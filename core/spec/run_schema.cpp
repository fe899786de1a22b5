// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "core/base/check.h"
#include "core/spec/run_spec.h"
#include "core/spec/schema.h"
#include "core/spec/schema_text.h"

namespace trainyard::spec {

const nlohmann::json& runSchema() {
    static const nlohmann::json schema = [] {
        auto expanded = expandSchema(runSchemaText());
        TY_CHECK(expanded.has_value(), "resources/schema/run.schema.json is broken");
        return std::move(*expanded);
    }();
    return schema;
}

nlohmann::json runSchemaWith(const StrategyInfos& strategies) {
    nlohmann::json schema = runSchema();
    nlohmann::json& strategy = schema["properties"]["strategy"];
    for (const auto& [id, info] : strategies) {
        strategy["properties"][id] = info.optionsSchema;
        strategy["x-order"].push_back(id);
    }
    return schema;
}

}  // namespace trainyard::spec
