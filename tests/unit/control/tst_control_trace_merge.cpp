// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/time.h"
#include "core/control/ask/machine_clock.h"
#include "core/control/ask/trace_merge.h"
#include "tests/support/fake_node.h"
#include "tests/support/temp_home.h"

namespace trainyard::control {
namespace {

using nlohmann::json;

namespace fs = std::filesystem;

class OneNode final : public Nodes {
  public:
    explicit OneNode(node::Node& node) : node_(node) {}
    node::Node* find(const std::string&) override { return &node_; }
    base::Status mayPlace(const std::string&) override { return {}; }
    base::Status mayConnect(const std::string&) override { return {}; }
    Ends endsTo(const std::string&) override { return {}; }
    base::Result<std::vector<v1::GpuInfo>> gpusOf(const std::string&) override { return {}; }
    void whenConnected(const std::string&, const node::AttemptId&, std::function<void()>) override {}

  private:
    node::Node& node_;
};

class TraceMerge : public ::testing::Test {
  protected:
    /// A piece of one range that begins at `beginUs` of its own clock, and its process's name.
    TracePiece piece(const std::string& task, std::int64_t baseNs, int pid, double beginUs) {
        const auto file = folder_ / (std::to_string(pid) + ".json");
        std::ofstream out(file);
        out << R"({"displayTimeUnit":"ms","baseTimeNanoseconds":)" << baseNs
            << R"(,"task":"x","traceEvents":[)" << "\n"
            << json{{"ph", "X"},  {"cat", "compute"}, {"name", "forward \"ts\":1"},
                    {"pid", pid}, {"tid", 1},         {"ts", beginUs},
                    {"dur", 2.5}}
                   .dump()
            << ",\n"
            << json{{"ph", "M"}, {"name", "process_name"}, {"pid", pid}, {"tid", 0},
                    {"ts", 0},   {"args", {{"name", "x"}}}}
                   .dump()
            << "\n]}\n";
        return {task, file};
    }
    void overwrite(const TracePiece& piece, const std::string& text) { std::ofstream(piece.file) << text; }

    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
};

TEST_F(TraceMerge, OneClockAndARowForEachTask) {
    const auto out = folder_ / "trace.json";
    // The second task began 3 µs and 7 ns later than the first, by the system's clock.
    ASSERT_TRUE(mergeTraces({"run-1", 120, 5},
                            {piece("worker:0", 1'700'000'000'000'000'000, 11, 10.5),
                             piece("worker:1", 1'700'000'000'000'003'007, 12, 0)},
                            out));
    const json trace = json::parse(*base::readFile(out));
    EXPECT_EQ(trace["baseTimeNanoseconds"], 1'700'000'000'000'000'000);
    EXPECT_EQ(trace["otherData"], (json{{"run", "run-1"}, {"from_step", "120"}, {"steps", "5"}}));
    std::map<int, double> begins;
    std::map<int, std::string> names;
    std::map<int, int> places;
    for (const json& event : trace["traceEvents"]) {
        if (event["ph"] == "X") {
            begins[event["pid"]] = event["ts"];
            EXPECT_EQ(event["dur"], 2.5);
            EXPECT_EQ(event["name"], "forward \"ts\":1");
        }
        if (event["name"] == "process_name") names[event["pid"]] = event["args"]["name"];
        if (event["name"] == "process_sort_index") places[event["pid"]] = event["args"]["sort_index"];
    }
    EXPECT_DOUBLE_EQ(begins[11], 10.5);
    EXPECT_DOUBLE_EQ(begins[12], 3.007);
    EXPECT_EQ(names, (std::map<int, std::string>{{11, "worker:0"}, {12, "worker:1"}}));
    EXPECT_EQ(places, (std::map<int, int>{{11, 0}, {12, 1}}));
}

TEST_F(TraceMerge, ClocksThatDifferAreShiftedAndProcessesKeptApart) {
    const auto out = folder_ / "trace.json";
    TracePiece here = piece("worker:0", 1'700'000'000'000'000'000, 11, 10);
    fs::create_directory(folder_ / "there");
    fs::rename(here.file, folder_ / "there/11.json");
    here.file = folder_ / "there/11.json";
    // An hour ahead; by the clock of this machine it began 2 µs before the other task.
    TracePiece there = piece("worker:1", 1'700'003'600'000'000'000 - 2'000, 11, 0);
    there.clockAhead = std::chrono::hours(1);
    ASSERT_TRUE(mergeTraces({"run-1", 120, 5, {{"note", "x"}}}, {here, there}, out));
    const json trace = json::parse(*base::readFile(out));
    EXPECT_EQ(trace["baseTimeNanoseconds"], 1'699'999'999'999'998'000);
    EXPECT_EQ(trace["otherData"]["note"], "x");
    std::map<std::string, std::string> names;
    std::map<std::string, double> begins;
    for (const json& event : trace["traceEvents"])
        if (event["name"] == "process_name") names[event["pid"].dump()] = event["args"]["name"];
    for (const json& event : trace["traceEvents"])
        if (event["ph"] == "X") begins[names[event["pid"].dump()]] = event["ts"];
    EXPECT_EQ(begins, (std::map<std::string, double>{{"worker:0", 12}, {"worker:1", 0}}));
}

/// Answers after 10 ms of that clock, or later on the way back.
TEST(MachineClock, IsReadByTheFastestOfSomeRoundTrips) {
    const auto loop = std::move(*base::EventLoop::start());
    double time = 1'700'000'000, ahead = 3600;
    int trips = 0;
    node::FakeNode node(*loop);
    node.onReadClock = [&](node::Done<double> done) {
        const double slow = trips++ == 3 ? 0 : 0.5;
        time += 0.01;
        const double there = time + ahead;
        time += 0.01 + slow;
        done(there);
    };
    OneNode nodes(node);
    const auto measured = clockAhead(*loop, &nodes, "far", std::chrono::seconds(5), [&] { return time; });
    ASSERT_TRUE(measured);
    EXPECT_NEAR(std::chrono::duration<double>(*measured).count(), 3600, 1e-6) << "not 3599.75";
    EXPECT_GT(trips, 3);
    node.onReadClock = [](node::Done<double>) {};
    EXPECT_FALSE(clockAhead(*loop, &nodes, "far", std::chrono::milliseconds(1), base::wallNow));
    EXPECT_FALSE(clockAhead(*loop, nullptr, "far", std::chrono::seconds(5), base::wallNow));
    loop->call([] {});
}

TEST_F(TraceMerge, ADamagedPieceIsNamedAndLeavesNoFile) {
    const TracePiece good = piece("worker:0", 1, 11, 0), bad = piece("worker:1", 1, 12, 0);
    const auto out = folder_ / "trace.json";
    const std::string head = R"({"baseTimeNanoseconds":1,"traceEvents":[)";
    for (const auto& [text, what] : std::vector<std::pair<std::string, std::string>>{
             {"", "line 1"},
             {"hello\n", "line 1"},
             {head + "\n{\"ph\":\"X\",\"ts\":1}", "breaks off"},
             {head + "\n{\"ph\":\"X\"}\n]}\n", "line 2"},
             {head + "\n{\"ph\":\n]}\n", "line 2"},
         }) {
        overwrite(bad, text);
        const base::Status merged = mergeTraces({"run-1", 0, 1}, {good, bad}, out);
        ASSERT_FALSE(merged) << text;
        EXPECT_EQ(merged.error().code, base::Code::kDataLoss) << text;
        EXPECT_NE(merged.error().message.text().find("12.json"), std::string::npos) << merged.error().message;
        EXPECT_NE(merged.error().message.text().find(what), std::string::npos) << merged.error().message;
        EXPECT_FALSE(std::filesystem::exists(out));
        EXPECT_FALSE(std::filesystem::exists(out.string() + ".tmp"));
    }
}

TEST_F(TraceMerge, SaysWhichFileIsNotThere) {
    const base::Status merged =
        mergeTraces({"run-1", 0, 1}, {{"worker:0", folder_ / "none.json"}}, folder_ / "t.json");
    ASSERT_FALSE(merged);
    EXPECT_NE(merged.error().message.text().find("none.json"), std::string::npos);
}

TEST_F(TraceMerge, WaitsForNoWriterOfAFifo) {
    const auto fifo = folder_ / "fifo.json";
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    const base::Status merged = mergeTraces({"run-1", 0, 1}, {{"worker:0", fifo}}, folder_ / "t.json");
    ASSERT_FALSE(merged);
    EXPECT_EQ(merged.error().id, "file.not_regular");
}

TEST_F(TraceMerge, NoForeignFileIsReplaced) {
    const auto out = folder_ / "trace.json", beside = folder_ / "trace.json.tmp";
    const TracePiece one = piece("worker:0", 1, 11, 0);
    std::ofstream(out) << "of a person";
    std::ofstream(beside) << "of a person";
    const base::Status refused = mergeTraces({"run-1", 0, 1}, {one}, out);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "file.not_ours");
    EXPECT_EQ(base::readFile(out).value_or(""), "of a person");
    std::filesystem::remove(out);
    for (int i = 0; i < 2; ++i) {  // the second time, in place of its own
        const base::Status merged = mergeTraces({"run-1", 0, 1}, {one}, out);
        ASSERT_TRUE(merged) << merged.error().describe();
    }
    EXPECT_TRUE(mayReplaceTrace(one.file)) << "a task's is one, too";
    EXPECT_EQ(base::readFile(beside).value_or(""), "of a person");
    const auto entries = std::filesystem::directory_iterator(folder_);
    EXPECT_EQ(std::distance(begin(entries), end(entries)), 3) << "something is left";
}

}  // namespace
}  // namespace trainyard::control
