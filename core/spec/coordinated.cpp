// SPDX-License-Identifier: Apache-2.0
#include "core/spec/coordinated.h"

namespace trainyard::spec {

std::vector<v1::Problem> coordinatedProblems(const v1::RunSpec& spec) {
    const v1::TrainSpec& train = spec.train();
    std::vector<v1::Problem> problems;
    const auto refuse = [&](const char* key, const char* why, const char* fix) {
        v1::Problem& problem = problems.emplace_back();
        problem.set_severity(v1::Problem::ERROR);
        problem.set_code("coordinated.unused_key");
        problem.set_path(key);
        problem.set_message(why);
        problem.set_fix(fix);
    };
    if (train.gradient().accumulate() > 1)
        refuse("train.gradient.accumulate",
               "under parameter servers a worker's gradient is applied as it comes, and no step waits for "
               "several "
               "batches; a larger `train.data.batch_size` does the same",
               "raise train.data.batch_size instead");
    if (train.batch_norm() == "synchronized")
        refuse("train.batch_norm",
               "under parameter servers no worker waits for another inside a step, so there are no "
               "statistics over "
               "the global batch; each batch has its own, and the running ones live on the ps",
               "use per_replica, or a strategy whose replicas train in step");
    return problems;
}

}  // namespace trainyard::spec
