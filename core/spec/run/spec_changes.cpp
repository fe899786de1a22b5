// SPDX-License-Identifier: Apache-2.0
#include "core/spec/run/spec_changes.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/spec/yaml/yaml_write.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

constexpr std::size_t kLongestShown = 60;

/// Leaves of both trees that differ, by their paths.
void compare(const json& before, const json& now, const std::string& path, std::vector<std::string>& out) {
    if (before == now) return;
    if (!before.is_object() || !now.is_object()) {
        out.push_back(fmt::format("{} {} → {}", path, shownAsYaml(before), shownAsYaml(now)));
        return;
    }
    for (const auto& [key, value] : before.items())
        compare(value, now.value(key, json()), fmt::format("{}.{}", path, key), out);
    for (const auto& [key, value] : now.items())
        if (!before.contains(key)) compare(json(), value, fmt::format("{}.{}", path, key), out);
}

}  // namespace

std::string shownAsYaml(const json& value) {
    if (value.is_null()) return "none";
    return base::shortened(base::printable(flowYaml(value, json::object())), kLongestShown);
}

std::vector<std::string> changesBetween(const json& before, const json& now,
                                        std::initializer_list<const char*> keys) {
    std::vector<std::string> changes;
    const auto under = [](const json& tree, const char* key) {
        return tree.is_object() ? tree.value(key, json()) : json();
    };
    for (const char* key : keys) compare(under(before, key), under(now, key), key, changes);
    return changes;
}

}  // namespace trainyard::spec
