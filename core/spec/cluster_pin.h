// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/spec/run_spec.h"

namespace trainyard::spec {

/// The text of a run file with ports written into its `cluster`, and nothing else changed: comments, order
/// and style stay. `ports` by task, "worker:0"; without a `cluster`, one with worker:0 is added. An error
/// (kFailedPrecondition, "cluster.pin") when the text is written in a way that does not let that be done,
/// such as an entry that an alias stands for: it says which entries to write by hand.
base::Result<std::string> pinPorts(std::string_view text, const std::map<std::string, int>& ports);

/// As `--set` takes it: the same cluster in which no local task asks for a port of its own, so that each gets
/// a free one at the start.
std::string freePortsSetting(const v1::RunSpec& spec);

}  // namespace trainyard::spec
