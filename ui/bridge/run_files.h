// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include "core/base/error.h"
#include "trainyard/v1/agent.pb.h"
#include "ui/bridge/agent_functions.h"

namespace trainyard::plugin {
class Catalog;
}

/// The window's operations on run files. All of them block on file access. [any but gui]
namespace trainyard::bridge {

using CheckRun = std::function<base::Result<v1::CheckRunReply>(const v1::CheckRunRequest&)>;

/// Reads and lints locally, then asks the agent, which also knows ports, disks, devices and what the run will
/// need.
LoadedRun loadRun(const RunSource& source, const CheckRun& check);
/// AgentFunctions::formSchema for the installed plugins: every strategy is an alternative of `strategy`, with
/// the title from its manifest.
QByteArray formSchema(const plugin::Catalog& catalog);
/// TextFileCalls::saveTextFile.
Outcome<void> saveTextFile(const TextFile& file);

}  // namespace trainyard::bridge
