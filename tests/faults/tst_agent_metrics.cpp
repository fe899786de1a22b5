// SPDX-License-Identifier: Apache-2.0
// What `metrics` prints is what was stored: every point, once, in bounded memory.
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "agent_fixture.h"
#include "core/store/run_store.h"

namespace trainyard::faults {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class AgentMetrics : public AgentFixture {
  protected:
    void SetUp() override {
        AgentFixture::SetUp();
        auto opened = store::RunStore::open(endpoint_.home.storeFile());
        ASSERT_TRUE(opened) << opened.error().describe();
        store_ = std::move(*opened);
        store::RunRow row;
        row.name = "measured";
        row.status = "succeeded";
        row.metricsJson = "{}";
        row.tagsJson = "[]";
        row.attempts = 1;
        const auto created = store_->createRun(row);
        ASSERT_TRUE(created) << created.error().describe();
        run_ = created->id;
    }
    void ingest(int attempt, std::vector<store::Point> points, const std::string& tag = "batch_loss") {
        const auto stored =
            store_->ingest(run_, {{"worker:0", "train", tag, false, attempt, std::move(points)}}, {});
        ASSERT_TRUE(stored) << stored.error().describe();
    }
    /// The agent is the store's only writer from here on.
    void serve() {
        store_.reset();
        startAgent();
    }
    /// Calls visit(attempt, step, value) for each point that the agent exports.
    template <typename Visit>
    void exportAll(Visit visit) {
        v1::ExportMetricsRequest request;
        request.set_run(run_);
        const auto exported =
            client_->exportMetrics(request, std::stop_token(), [&](const v1::ExportMetricsReply& reply) {
                for (const v1::Points& points : reply.points())
                    for (int i = 0; i < points.step_size(); ++i)
                        visit(points.attempt(), points.step(i), points.value(i));
                return true;
            });
        EXPECT_TRUE(exported) << exported.error().describe();
    }
    /// "VmHWM": the most memory the agent has used, in KiB.
    long peakMemory() const {
        std::ifstream status("/proc/" + std::to_string(agent_) + "/status");
        for (std::string line; std::getline(status, line);)
            if (line.starts_with("VmHWM:")) return std::atol(line.c_str() + 6);
        return 0;
    }
    std::unique_ptr<store::RunStore> store_;
    std::string run_;
};

std::vector<store::Point> line(std::int64_t count, double value) {
    std::vector<store::Point> points;
    for (std::int64_t step = 1; step <= count; ++step) points.push_back({step, 1e9, value, 0});
    return points;
}

TEST_F(AgentMetrics, ManyAttemptsOverTheSameStepsLoseNoPoint) {
    constexpr int kAttempts = 4;
    constexpr std::int64_t kSteps = 60'000;
    for (int attempt = 1; attempt <= kAttempts; ++attempt) ingest(attempt, line(kSteps, attempt));
    serve();
    std::vector<std::int64_t> next(kAttempts, 1);
    exportAll([&](int attempt, std::int64_t step, double value) {
        ASSERT_EQ(step, next.at(static_cast<std::size_t>(attempt - 1))++);
        ASSERT_EQ(value, attempt);
    });
    EXPECT_EQ(next, std::vector<std::int64_t>(kAttempts, kSteps + 1));
}

TEST_F(AgentMetrics, SparseNegativeAndHugeStepsComeOnceAndAtOnce) {
    const std::vector<std::int64_t> steps{std::numeric_limits<std::int64_t>::min(), -7, 0, 300'000'000'000,
                                          std::numeric_limits<std::int64_t>::max()};
    std::vector<store::Point> points;
    for (const std::int64_t step : steps) points.push_back({step, 1e9, 0.5, 0});
    ingest(1, points);
    ingest(1, {{1, 1e9, kNaN, 0}, {2, 1e9, kInf, 0}, {3, 1e9, -kInf, 0}}, "diverged");
    serve();
    std::vector<std::int64_t> seen;
    std::vector<double> odd;
    exportAll([&](int, std::int64_t step, double value) {
        ASSERT_LT(seen.size() + odd.size(), 100u) << "the same points come again and again";
        if (std::isfinite(value))
            seen.push_back(step);
        else
            odd.push_back(value);
    });
    EXPECT_EQ(seen, steps);
    ASSERT_EQ(odd.size(), 3u);
    EXPECT_TRUE(std::isnan(odd[0]));
    EXPECT_EQ(odd[1], kInf);
    EXPECT_EQ(odd[2], -kInf);
}

#ifndef __SANITIZE_ADDRESS__  // which keeps what was freed for a while
TEST_F(AgentMetrics, MemoryDoesNotGrowWithThePoints) {
    constexpr int kBatches = 40;
    constexpr std::int64_t kBatch = 50'000;
    for (int batch = 0; batch < kBatches; ++batch) ingest(1, line(kBatch, batch));
    serve();
    std::int64_t count = 0;
    const long before = peakMemory();
    exportAll([&](int, std::int64_t, double) { ++count; });
    EXPECT_EQ(count, kBatches * kBatch);
    // The points alone are 56 MB as they are stored.
    EXPECT_LT(peakMemory() - before, 24 * 1024) << "KiB";
}
#endif

}  // namespace
}  // namespace trainyard::faults
