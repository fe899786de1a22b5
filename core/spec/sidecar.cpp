// SPDX-License-Identifier: Apache-2.0
#include "core/spec/sidecar.h"

#include "core/spec/values.h"

namespace trainyard::spec {

using nlohmann::json;

std::optional<Sidecar> sidecarOf(const v1::RunSpec& spec) {
    if (!spec.has_train()) return std::nullopt;
    const json value = structToJson(spec.train().evaluation());
    const bool hasEvaluator = spec.cluster().contains("evaluator");
    if (value.contains("inline") || (!value.contains("sidecar") && !hasEvaluator)) return std::nullopt;
    const json options = value.value("sidecar", json::object());
    Sidecar sidecar;
    sidecar.takesEvery = options.value("checkpoints", "newest") == "every";
    sidecar.patience = options.value("patience", 0);
    sidecar.monitor = options.value("monitor", sidecar.monitor);
    sidecar.minDelta = options.value("min_delta", 0.0);
    sidecar.keepsBest = options.value("keep_best", true);
    sidecar.graceSeconds = options.value("grace_seconds", sidecar.graceSeconds);
    return sidecar;
}

}  // namespace trainyard::spec
