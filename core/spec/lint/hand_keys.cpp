// SPDX-License-Identifier: Apache-2.0
#include "core/spec/lint/hand_keys.h"

#include "core/proto/failure.h"
#include "core/spec/run/checkpoint_spec.h"
#include "core/spec/run/defaults.h"
#include "core/spec/run/run_spec.h"
#include "core/spec/run/sidecar.h"
#include "core/spec/schema/schema.h"

namespace trainyard::spec {

std::vector<v1::Problem> agentsKeys(const v1::RunSpec& spec) {
    const nlohmann::json tree = toJson(spec);
    std::vector<v1::Problem> problems;
    const auto refuse = [&](const std::string& path) {
        v1::Problem& problem = problems.emplace_back();
        problem.set_severity(v1::Problem::ERROR);
        problem.set_code("hand.unused_key");
        problem.set_path(path);
        proto::setMessage(problem, "only an agent does this, and this task was started without one");
        proto::setFix(problem, "remove the key, or start the run by `trainyard --headless run`");
    };
    // There are no restarts here: tasks started manually are restarted manually.
    if (spec.on_failure().restarts() != 0 && !isAsByDefault(tree, "on_failure.restarts"))
        refuse("on_failure.restarts");
    for (const std::string& path : keysUnusedBy("hand"))
        if (!isAsByDefault(tree, path)) refuse(path);
    if (rollBackCutOf(spec)) refuse("on_failure.not_finite");
    const auto sidecar = sidecarOf(spec);
    if (sidecar && sidecar->graceSeconds != Sidecar{}.graceSeconds)
        refuse("train.evaluation.sidecar.grace_seconds");
    return problems;
}

}  // namespace trainyard::spec
