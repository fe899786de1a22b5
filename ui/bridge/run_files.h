// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include "core/base/error.h"
#include "trainyard/v1/agent.pb.h"
#include "ui/bridge/agent_functions.h"

namespace trainyard::plugin {
class Catalog;
}

/// What the window does with run files. All of it blocks on files. [any but gui]
namespace trainyard::bridge {

using CheckRun = std::function<base::Result<v1::CheckRunReply>(const v1::CheckRunRequest&)>;

/// Reads and lints here, then asks the agent, who also knows ports, disks and devices, and what the run is
/// going to need.
LoadedRun loadRun(const RunSource& source, const CheckRun& check);
/// AgentFunctions::formSchema, of the plugins there are: every strategy is an alternative of `strategy`,
/// titled as its manifest says.
QByteArray formSchema(const plugin::Catalog& catalog);
/// Writes a text file, whole or not at all. Refused (kRecordCode) in the folder of a run.
Outcome<void> saveTextFile(const QString& file, const QString& text);

}  // namespace trainyard::bridge
