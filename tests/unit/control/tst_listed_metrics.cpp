// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/listed_metrics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "core/control/runs/run_row.h"

namespace trainyard::control {
namespace {

using Metrics = std::map<std::string, double>;

TEST(ListedMetrics, AreReadAsWritten) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const Metrics metrics{{"accuracy", 1}, {"loss", 0.1},           {"low", -kInfinity},
                          {"steps", -3e7}, {"val_loss", kInfinity}, {"a \"name\"\n", 1.5e-300}};
    EXPECT_EQ(listedFrom(listedMetrics(metrics)), metrics);
    EXPECT_TRUE(std::isnan(listedFrom(listedMetrics({{"loss", std::nan("")}})).at("loss")));
    EXPECT_EQ(listedFrom("{}"), Metrics());
    EXPECT_EQ(listedFrom(R"({"a":1,"b":-0.5,"c":1e3,"d":0,"e":2.5E-7})"),
              Metrics({{"a", 1}, {"b", -0.5}, {"c", 1000}, {"d", 0}, {"e", 2.5e-7}}));
}

/// As parseJson() reads or refuses them.
TEST(ListedMetrics, OthersWriteThemInOtherWays) {
    EXPECT_EQ(listedFrom(R"({"b": 2, "a": 1})"), Metrics({{"a", 1}, {"b", 2}})) << "not in order";
    EXPECT_EQ(listedFrom(R"({"a": 1, "b": null, "c": {"d": [5]}, "e": "text", "f": 6})"),
              Metrics({{"a", 1}, {"f", 6}}));
    for (const char* damaged : {"", "{", R"({"a": 1, "b)", R"({"a": 1, "a": 2})", R"({"a": 1} {"b": 2})",
                                R"({"a":01})", R"({"a":1.})", R"({"a":1.e3})", R"({"a":1,})", R"({"a":-})",
                                "{\"a\": 1, \"\xff\": 2}", R"({"a": 1, "b": {"c": 1, "c": 2}})"})
        EXPECT_EQ(listedFrom(damaged), Metrics()) << damaged;
    for (const char* other : {"[1, 2]", "3", "null", R"("NaN")"}) EXPECT_EQ(listedFrom(other), Metrics());
    EXPECT_FALSE(readListed("{", [](const std::string&, double) {}));
}

TEST(ListedMetrics, AreInTheSummaryOfARun) {
    store::RunRow row;
    row.tagsJson = R"(["baseline", 3])";
    row.metricsJson = listedMetrics({{"loss", 0.5}, {"val_loss", 2}});
    const v1::RunSummary summary = summaryOf(row);
    EXPECT_EQ(summary.tags_size(), 1);
    ASSERT_EQ(summary.metrics_size(), 2);
    EXPECT_EQ(summary.metrics().at("loss"), 0.5);
    EXPECT_EQ(summary.metrics().at("val_loss"), 2);
    row.metricsJson = R"({"loss": 0.5, "val_)";
    EXPECT_EQ(summaryOf(row).metrics_size(), 0);
}

}  // namespace
}  // namespace trainyard::control
