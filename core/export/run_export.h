// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace trainyard::client {
class AgentClient;
}

namespace trainyard::exports {

/// What is to be written, and where.
struct Request {
    std::vector<std::string> runs;  ///< ids; several for a report alone
    std::string format;             ///< csv | npy | tensorboard | html | mlflow
    std::filesystem::path path;     ///< absolute, and does not exist yet; not for mlflow
    std::string server = {};        ///< for mlflow: its address, and the experiment's name
    std::string experiment = {};
};
struct Written {
    std::string place;                   ///< the path, or the address of the run's page
    std::optional<std::int64_t> points;  ///< nothing for a report, whose curves are thinned
};

/// Reads the runs from the agent, as they are at this moment, and writes them. Until it has succeeded nothing
/// is at the path, nor after a failure. kCancelled once `stop` is requested. Blocks. [any but gui]
base::Result<Written> exportRuns(client::AgentClient& agent, const Request& request,
                                 const std::stop_token& stop);

}  // namespace trainyard::exports
