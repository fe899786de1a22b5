// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/spec/run/run_spec.h"

namespace trainyard::spec {

/// The text of a run file with ports written into its `cluster`, and nothing else changed: comments, order
/// and style are kept. `ports` by task, "worker:0"; without a `cluster`, one with worker:0 is added. An error
/// (kFailedPrecondition, "cluster.pin") if the text is written in a way that prevents this, such as an entry
/// that is an alias: it lists the entries to write manually.
base::Result<std::string> pinPorts(std::string_view text, const std::map<std::string, int>& ports);

/// In the form `--set` takes: the same cluster in which no local task requests a specific port, so that each
/// gets a free one at the start.
std::string freePortsSetting(const v1::RunSpec& spec);

}  // namespace trainyard::spec
