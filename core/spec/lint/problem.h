// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "core/proto/failure.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// An error of a run file, at the key `path`.
inline v1::Problem errorAt(std::string code, std::string path, const base::Words& message,
                           const base::Words& fix = {}) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::ERROR);
    problem.set_code(std::move(code));
    problem.set_path(std::move(path));
    proto::setMessage(problem, message);
    proto::setFix(problem, fix);
    return problem;
}

}  // namespace trainyard::spec
