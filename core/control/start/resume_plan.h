// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "core/control/run/attempt_file.h"
#include "core/control/run/environment.h"
#include "core/store/run_store.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

v1::Problem refusal(const std::string& code, const base::Words& message);
/// Where a run resumes from, or why it cannot although its checkpoints can be read.
using ResumePlan = std::variant<AttemptPlan, v1::Problem>;
/// Why a run cannot be resumed or branched, according to its row.
std::optional<v1::Problem> refusalToResume(const store::RunRow& row, const v1::ResumeRunRequest& request,
                                           const v1::RunSpec& spec);
/// The name that the run file is given for the resumption; otherwise it keeps the one that people gave it.
void renameOnResume(store::RunRow& row, const v1::RunSpec& spec);
/// The attempt that resumes the run of `row`, or the first one of a branch of it. Damaged checkpoints are
/// removed from the store. Reads every byte of a checkpoint, and may fetch one, so it blocks. [any]
base::Result<ResumePlan> planResume(Environment& environment, const v1::ResumeRunRequest& request,
                                    const store::RunRow& row, const v1::RunSpec& spec);
/// "run.complete" if the run file's last step or epoch is before that point. At the point itself a run may
/// end: its model is saved and evaluated then.
std::optional<v1::Problem> whyPastTheEnd(const RestorePoint& point, const v1::RunSpec& spec);
/// "run.complete" if nothing is left to train from there on. Only a program itself knows its epochs.
std::optional<v1::Problem> whyAtTheEnd(const AttemptPlan& plan, const v1::RunSpec& spec);

}  // namespace trainyard::control
