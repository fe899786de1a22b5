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
void compare(const json& before, const json& now, const std::string& path, std::vector<base::Words>& out) {
    if (before == now) return;
    if (!before.is_object() || !now.is_object()) {
        out.push_back(change(path, before, now));
        return;
    }
    for (const auto& [key, value] : before.items())
        compare(value, now.value(key, json()), fmt::format("{}.{}", path, key), out);
    for (const auto& [key, value] : now.items())
        if (!before.contains(key)) compare(json(), value, fmt::format("{}.{}", path, key), out);
}

}  // namespace

base::Words change(const std::string& path, const json& before, const json& now) {
    const auto shown = [](const json& value) {
        return value.is_null() ? base::Words("none") : base::Words::plain(shownAsYaml(value));
    };
    return base::say("{} {} → {}", path, shown(before), shown(now));
}

std::string shownAsYaml(const json& value) {
    if (value.is_null()) return "none";
    return base::shortened(base::printable(flowYaml(value, json::object())), kLongestShown);
}

std::vector<base::Words> changesBetween(const json& before, const json& now,
                                        std::initializer_list<const char*> keys) {
    std::vector<base::Words> changes;
    const auto under = [](const json& tree, const char* key) {
        return tree.is_object() ? tree.value(key, json()) : json();
    };
    for (const char* key : keys) compare(under(before, key), under(now, key), key, changes);
    return changes;
}

}  // namespace trainyard::spec
