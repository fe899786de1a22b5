// SPDX-License-Identifier: Apache-2.0
#include "app/headless/traffic.h"

#include "app/headless/layout.h"
#include "app/headless/units.h"
#include "core/base/text.h"

namespace trainyard::headless {

Json trafficJson(const ServerTraffics& traffic) {
    Json servers = Json::array();
    for (const v1::ServerTraffic& server : traffic)
        servers.push_back({{"task", server.task()},
                           {"variable_bytes", server.variable_bytes()},
                           {"bytes_sent", server.bytes_sent()},
                           {"bytes_received", server.bytes_received()}});
    return servers;
}

std::string trafficText(const ServerTraffics& estimated, const ServerTraffics& measured) {
    Table table{{"server", "holds", "sends a step", "receives a step"}, {false, true, true, true}, {}};
    const auto add = [&](const ServerTraffics& traffic, const char* what) {
        for (const v1::ServerTraffic& server : traffic)
            table.rows.push_back({base::printable(server.task()) + what, bytesText(server.variable_bytes()),
                                  bytesText(server.bytes_sent()), bytesText(server.bytes_received())});
    };
    add(estimated, measured.empty() ? "" : " estimated");
    add(measured, " measured");
    return table.text();
}

}  // namespace trainyard::headless
