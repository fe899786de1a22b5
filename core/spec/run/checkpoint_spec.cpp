// SPDX-License-Identifier: Apache-2.0
#include "core/spec/run/checkpoint_spec.h"

#include <fmt/format.h>

#include "core/spec/run/values.h"

namespace trainyard::spec {

using nlohmann::json;

std::optional<Backup> backupOf(const v1::RunSpec& spec) {
    const json value = valueToJson(spec.checkpoint().backup_and_restore());
    if (value == true) return Backup{{.epochs = 1}, ""};
    if (!value.is_object()) return std::nullopt;
    const json every = value.value("every", json("epoch"));
    const int steps = every.is_object() ? every.value("steps", 0) : 0;
    return Backup{{.epochs = steps > 0 ? 0 : 1, .steps = steps},
                  value.value("dir", ""),
                  value.value("delete_checkpoint", true)};
}

base::Error sameFolders(const std::string& folder) {
    return {base::Code::kRefused,
            base::say("checkpoint.dir and checkpoint.backup_and_restore.dir are the same folder, {}: the "
                      "backup is deleted once the run has succeeded; give each its own folder",
                      folder),
            "checkpoint.same_dir"};
}

Inject injectOf(const v1::RunSpec& spec) {
    const json value = structToJson(spec.inject());
    Inject inject;
    if (value.contains("step")) inject.step = value["step"].get<std::int64_t>();
    if (value.contains("epoch")) inject.epoch = value["epoch"].get<int>();
    return inject;
}

bool stopsOnNotFinite(const v1::RunSpec& spec) {
    return valueToJson(spec.on_failure().not_finite()) != "ignore";
}

std::optional<double> rollBackCutOf(const v1::RunSpec& spec) {
    const json value = valueToJson(spec.on_failure().not_finite());
    if (!value.is_object()) return std::nullopt;
    const json options = value.value("roll_back", json::object());
    return options.is_object() ? options.value("cut", 0.5) : 0.5;
}

}  // namespace trainyard::spec
