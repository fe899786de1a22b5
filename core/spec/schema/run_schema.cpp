// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <map>
#include <string>

#include "core/base/check.h"
#include "core/spec/run/run_spec.h"
#include "core/spec/schema/schema.h"
#include "core/spec/schema/schema_text.h"

namespace trainyard::spec {

const nlohmann::json& runSchema() {
    static const nlohmann::json schema = [] {
        auto expanded = expandSchema(runSchemaText());
        TY_CHECK(expanded.has_value(), "resources/schema/run.schema.json is broken");
        return std::move(*expanded);
    }();
    return schema;
}

namespace {

using Visit = std::function<void(const std::string& path, const nlohmann::json& schema)>;

void visitKeys(const nlohmann::json& map, const std::string& path, const Visit& visit) {
    if (!map.contains("properties")) return;
    for (const std::string key : map["x-order"]) {
        visit(childPath(path, key), map["properties"][key]);
        visitKeys(map["properties"][key], childPath(path, key), visit);
    }
}

}  // namespace

void forEachKey(const Visit& visit) {
    visitKeys(runSchema(), "", visit);
}

const std::vector<std::string>& keysUnusedBy(const std::string& kind) {
    static const std::map<std::string, std::vector<std::string>> keys = [] {
        std::map<std::string, std::vector<std::string>> byKind;
        forEachKey([&](const std::string& path, const nlohmann::json& schema) {
            for (const std::string unused : schema.value("x-unused-by", nlohmann::json::array()))
                byKind[unused].push_back(path);
        });
        return byKind;
    }();
    return keys.at(kind);
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
