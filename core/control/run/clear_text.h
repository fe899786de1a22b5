// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/spec/cluster/cluster.h"
#include "trainyard/v1/common.pb.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::control {

// What the tasks of a run on several machines send one another (Gloo, NCCL, gRPC of parameter servers) is
// neither encrypted nor authenticated.

/// What a user is to know of it before the run starts. `hosts`: hostsOf(). A node that the others would reach
/// at a public address is an error, "cluster.public_address", or with `cluster.allow_clear_text` a warning;
/// otherwise there is a hint, "cluster.clear_text". Nothing where all tasks are on one machine. [any]
std::vector<v1::Problem> clearTextProblems(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks,
                                           const std::map<std::string, std::string>& hosts);

/// Whether an attempt may use these addresses, which may be others than those that were checked before the
/// run: kRefused "cluster.public_address". [any]
base::Status mayTalk(const v1::RunSpec& spec, const std::vector<spec::TaskPlan>& tasks,
                     const std::map<std::string, std::string>& hosts);

}  // namespace trainyard::control
