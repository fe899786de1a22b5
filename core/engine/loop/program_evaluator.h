// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "core/engine/eval/sidecar.h"
#include "core/plugin/program.h"
#include "core/spec/cluster/cluster.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::engine {

/// Runs the evaluation of `train.program` in the evaluator task: opens its plugin and passes it a
/// loop::EvaluatorJob whose checkpoints come from `sidecar`. [train]
struct ProgramEvaluatorParts {
    const v1::RunSpec& spec;
    const plugin::Program& program;
    const spec::TaskPlan& self;
    std::shared_ptr<const data::Dataset> validationData;  ///< null: none was given
    SidecarEvaluator& sidecar;
};
base::Status runProgramEvaluator(const ProgramEvaluatorParts& parts);

}  // namespace trainyard::engine
