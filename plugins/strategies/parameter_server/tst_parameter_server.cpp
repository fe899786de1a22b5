// SPDX-License-Identifier: Apache-2.0
// What the options of a run file tell the coordinator. What it does with them:
// tests/engine/tst_parameter_servers.cpp.
#include <gtest/gtest.h>

#include <stdexcept>

#include "plugins/sdk/coordination.h"
#include "tests/engine/curves.h"

namespace trainyard::engine {
namespace {

/// With the manifest's defaults for what is not given.
sdk::Coordination coordinationOf(const nlohmann::json& options) {
    const testing::Layout layout{.strategy = "parameter_server", .options = options};
    const auto found = loadCoordination(testing::manifestOf("parameter_server"), layout.complete());
    if (!found) throw std::runtime_error(found.error().describe());
    return *found;
}

TEST(ParameterServerOptions, TheDefaultIsAsynchronous) {
    const sdk::Coordination coordination = coordinationOf(nlohmann::json::object());
    EXPECT_FALSE(coordination.isSynchronous);
    EXPECT_FALSE(coordination.stalenessBound);
}

TEST(ParameterServerOptions, TheModeIsOneOfThree) {
    EXPECT_TRUE(coordinationOf({{"mode", "sync"}}).isSynchronous);
    const sdk::Coordination bounded = coordinationOf({{"mode", {{"staleness", 3}}}});
    EXPECT_FALSE(bounded.isSynchronous);
    EXPECT_EQ(bounded.stalenessBound, 3);
}

TEST(ParameterServerOptions, TheChiefEvaluatesIfTheWorkersDoNot) {
    EXPECT_TRUE(coordinationOf({{"evaluation", "workers"}}).evaluatesOnWorkers);
    EXPECT_FALSE(coordinationOf({{"evaluation", "chief"}}).evaluatesOnWorkers);
}

TEST(ParameterServerOptions, VariablesArePlacedByBytesOrByName) {
    EXPECT_EQ(coordinationOf({{"placement", "name"}}).placeBy, sdk::placeByOf("name"));
    EXPECT_NE(sdk::placeByOf("name"), coordinationOf(nlohmann::json::object()).placeBy);
}

}  // namespace
}  // namespace trainyard::engine
