// SPDX-License-Identifier: Apache-2.0
#include "core/spec/run/defaults.h"

#include "core/base/check.h"
#include "core/spec/run/run_spec.h"
#include "core/spec/schema/schema.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

/// A run file that says no more than it must, complete.
const json& defaultRun() {
    static const json run = [] {
        json tree = {{"name", "x"}, {"train", {{"program", {{"plugin", "x"}}}, {"data", json::object()}}}};
        // No strategy is known here, which is all that is found wrong.
        complete(runSchema(), tree, [](const auto&, const auto& value) { return value; });
        const auto spec = fromJson(tree);
        TY_CHECK(spec.has_value(), "a run file of defaults is a spec");
        return toJson(*spec);
    }();
    return run;
}

}  // namespace

bool isAsByDefault(const json& tree, const std::string& path) {
    const json::json_pointer place = pointerTo(path);
    return tree.value(place, json()) == defaultRun().value(place, json());
}

}  // namespace trainyard::spec
