// SPDX-License-Identifier: Apache-2.0
#include "core/spec/run/sidecar.h"

#include <algorithm>

#include "core/spec/run/values.h"

namespace trainyard::spec {

using nlohmann::json;

namespace {

/// `train.early_stopping`; null if the key is missing.
json earlyStopping(const v1::RunSpec& spec) {
    return spec.train().has_early_stopping() ? structToJson(spec.train().early_stopping()) : json();
}

bool isEvaluators(const json& earlyStopping) {
    return earlyStopping.is_object() && earlyStopping.value("monitor", "val_loss").starts_with("val_");
}

}  // namespace

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
    if (const json stopping = earlyStopping(spec); isEvaluators(stopping)) {
        sidecar.monitor = stopping.value("monitor", sidecar.monitor);
        sidecar.mode = stopping.value("mode", sidecar.mode);
        sidecar.patience = std::max(1, stopping.value("patience", 0));
        sidecar.minDelta = stopping.value("min_delta", 0.0);
    }
    return sidecar;
}

std::optional<json> earlyStoppingOf(const v1::RunSpec& spec) {
    json stopping = earlyStopping(spec);
    if (stopping.is_null() || (isEvaluators(stopping) && sidecarOf(spec))) return std::nullopt;
    return stopping;
}

}  // namespace trainyard::spec
