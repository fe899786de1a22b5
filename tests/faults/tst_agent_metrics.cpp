// SPDX-License-Identifier: Apache-2.0
// What `metrics` prints is what was stored: every point, once, in bounded memory.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <sstream>

#include "agent_fixture.h"
#include "core/base/fd.h"
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
    /// From here on the agent is the store's only writer.
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
    long peakMemory() const { return peakMemoryOf(agent_); }
    /// "VmHWM": peak memory of a process, in KiB.
    static long peakMemoryOf(pid_t pid) {
        std::ifstream status("/proc/" + std::to_string(pid) + "/status");
        for (std::string line; std::getline(status, line);)
            if (line.starts_with("VmHWM:")) return std::atol(line.c_str() + 6);
        return 0;
    }
    struct Printed {
        int status = -1;
        std::int64_t points = 0;
        long peakKiB = 0;
    };
    /// The output of `metrics`, and its process's memory.
    Printed print(const std::string& format) const {
        int ends[2];
        EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
        const base::UniqueFd out(ends[0]);
        base::UniqueFd in(ends[1]);
        ::setenv("TRAINYARD_HOME", home_.c_str(), 1);
        const pid_t child = ::fork();
        if (child == 0) {
            ::dup2(in.get(), STDOUT_FILENO);
            ::execl(TRAINYARD_BIN_DIR "/trainyard-headless", "trainyard-headless", "metrics", run_.c_str(),
                    "--format", format.c_str(), nullptr);
            ::_exit(127);
        }
        in.reset();
        Printed printed;
        std::vector<char> block(1 << 20);
        // Each point has one of these; the head of the csv has none.
        const std::string_view mark = format == "csv" ? ",batch_loss," : "\"batch_loss\"";
        std::string rest;
        for (ssize_t count; (count = ::read(out.get(), block.data(), block.size())) > 0;) {
            // Not the value from wait4(): that counts the memory of the process it was forked from.
            printed.peakKiB = std::max(printed.peakKiB, peakMemoryOf(child));
            rest.append(block.data(), static_cast<std::size_t>(count));
            std::size_t at = 0;
            for (std::size_t found; (found = rest.find(mark, at)) != rest.npos; at = found + mark.size())
                ++printed.points;
            rest.erase(0, std::max(at, rest.size() - std::min(rest.size(), mark.size() - 1)));
        }
        EXPECT_EQ(::waitpid(child, &printed.status, 0), child);
        return printed;
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

#ifndef __SANITIZE_ADDRESS__  // which keeps freed memory for a while
/// TRAINYARD_POINTS of them: two million, ten on demand. The stored points alone take 28 bytes each.
TEST_F(AgentMetrics, MemoryDoesNotGrowWithThePoints) {
    const char* asked = std::getenv("TRAINYARD_POINTS");
    constexpr std::int64_t kBatch = 50'000;
    const std::int64_t batches = (asked ? std::atoll(asked) : 2'000'000) / kBatch;
    for (std::int64_t batch = 0; batch < batches; ++batch) ingest(1, line(kBatch, 1));
    serve();
    const long before = peakMemory();
    std::string report;
    for (const char* format : {"csv", "json"}) {
        const Printed printed = print(format);
        EXPECT_EQ(printed.status, 0);
        EXPECT_EQ(printed.points, batches * kBatch) << format;
        EXPECT_LT(printed.peakKiB, 64 * 1024) << "KiB of the client, " << format;
        report += std::string(format) + ": client " + std::to_string(printed.peakKiB) + " KiB; ";
    }
    EXPECT_LT(peakMemory() - before, 24 * 1024) << "KiB of the agent";
    std::cout << batches * kBatch << " points: " << report << "agent " << before << " KiB, then "
              << peakMemory() << " KiB\n";
}
#endif

}  // namespace
}  // namespace trainyard::faults
