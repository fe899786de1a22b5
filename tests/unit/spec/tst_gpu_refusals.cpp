// SPDX-License-Identifier: Apache-2.0
// Which GPUs a task may name, by the role that it has and the strategy.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/unit/spec/spec_testing.h"

namespace trainyard::spec {
namespace {

/// A worker of parameter servers has a replica on each GPU that it names; one_device is the strategy with
/// one.
TEST(GpuRefusals, WhatAWorkerCannotHave) {
    const auto found = [&](const std::string& strategy, const std::string& cluster,
                           const std::string& device = "auto") {
        const StrategyInfos known =
            plugin::Catalog::loadFrom({TRAINYARD_SOURCE_DIR "/plugins/strategies/" + strategy}).strategies();
        const LoadedSpec loaded = loadRunText(kSmallest, "f.yaml", "/base",
                                              {{"strategy", fmt::format("{{{}: {{}}}}", strategy)},
                                               {"cluster", "{" + cluster + "}"},
                                               {"device", device}},
                                              known);
        std::string codes;
        for (const v1::Problem& p : loaded.problems)
            if (p.code().starts_with("device.") || p.code() == "not_yet")
                codes += p.code() + " " + p.path() + "\n";
        return codes;
    };
    const std::string others = "chief: [local], ps: [local], worker: ", two = "{node: local, gpus: [0, 1]}";
    EXPECT_EQ(found("parameter_server", others + "[" + two + "]"), "");
    EXPECT_EQ(found("parameter_server", others + "[" + two + ", {node: far, gpus: [4, 1]}]", "cuda"), "");
    EXPECT_EQ(found("parameter_server", others + "[" + two + ", local]"),
              "device.count cluster.worker[1].gpus\n");
    EXPECT_EQ(found("parameter_server", others + "[" + two + ", {node: far, gpus: [4]}]"),
              "device.count cluster.worker[1].gpus\n");
    EXPECT_EQ(found("parameter_server", others + "[" + two + "]", "cpu"),
              "device.two_ways cluster.worker[0].gpus\n");
    EXPECT_EQ(found("parameter_server", "chief: [" + two + "], ps: [" + two + "], worker: [local]"),
              "device.role cluster.chief[0].gpus\ndevice.role cluster.ps[0].gpus\n");
    EXPECT_EQ(found("one_device", "worker: [" + two + "]"), "not_yet cluster.worker[0].gpus\n");
}

}  // namespace
}  // namespace trainyard::spec
