// SPDX-License-Identifier: Apache-2.0
// The profile recorder and its output.
#include <gtest/gtest.h>

#include <ATen/ops/ones.h>

#include <condition_variable>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/base/file.h"
#include "core/engine/profile/profiler.h"
#include "plugins/sdk/device_reduction.h"
#include "plugins/sdk/replica_team.h"
#include "tests/support/temp_home.h"

namespace trainyard::engine {
namespace {

using nlohmann::json;

/// Keeps what a profile reported.
class Listener : public TaskLink {
  public:
    Listener() { place_.set_run_dir(folder_.string()); }
    const v1::JoinReply& place() const override { return place_; }
    void setPhase(const std::string&) override {}
    void setProgress(std::int64_t, int) override {}
    void setCall(const base::Words&) override {}
    void sendProfileBegun(std::int64_t firstStep) override { begun_ = firstStep; }
    void sendProfile(const std::string& file, std::int64_t fromStep) override { note(file, fromStep); }
    void sendWarning(const std::string& code, const base::Words& message) override {
        note(code + ": " + message.text(), -1);
    }
    void sendError(const std::string&, const base::Words&) override {}
    StopRequest stopRequest() const override { return StopRequest::kNone; }
    void askRunToStop(const base::Words&) override {}
    bool isTrainingOver() const override { return false; }
    void onNews(std::function<void()>) override {}
    base::Result<std::string> publish(const v1::PublishCheckpointRequest&) override { return std::string(); }

    /// The next report.
    std::pair<std::string, std::int64_t> next() {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, std::chrono::seconds(60), [&] { return !said_.empty(); }))
            return {"nothing", -2};
        const auto first = said_.front();
        said_.erase(said_.begin());
        return first;
    }
    bool hasSaid() {
        std::lock_guard lock(mutex_);
        return !said_.empty();
    }
    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
    std::int64_t begun_ = 0;  ///< the first step of the newest profile

  private:
    void note(const std::string& what, std::int64_t fromStep) {
        std::lock_guard lock(mutex_);
        said_.emplace_back(what, fromStep);
        changed_.notify_all();
    }
    v1::JoinReply place_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::pair<std::string, std::int64_t>> said_;
};

void step(Profiler& profiler, CallRanges& calls, std::int64_t number) {
    const StepRange range(&profiler, number);
    RECORD_USER_SCOPE("compute: forward");
    at::ones({8, 8}).mm(at::ones({8, 8}));
    calls.onCall("all_reduce of gradients");
    calls.onCall("");
}

/// The ranges of one thread, in start order: a range is inside the enclosing one or after it.
void expectNested(std::vector<json> events) {
    std::ranges::stable_sort(events, [](const json& a, const json& b) {
        return std::pair(a["ts"].get<double>(), -a["dur"].get<double>()) <
               std::pair(b["ts"].get<double>(), -b["dur"].get<double>());
    });
    std::vector<double> ends;
    for (const json& event : events) {
        const double begin = event["ts"], end = begin + event["dur"].get<double>();
        while (!ends.empty() && ends.back() <= begin + 0.0005) ends.pop_back();
        if (!ends.empty()) {
            EXPECT_LE(end, ends.back() + 0.0015) << event;
        }
        ends.push_back(end);
    }
}

TEST(Profile, RecordsTheStepsThatWereAskedForOnAllThreads) {
    Listener listener;
    Profiler profiler(listener, "worker:1", 3);
    CallRanges calls;
    sdk::ReplicaTeam team(2, sdk::ThreadPlan::make(2));
    const auto trainStep = [&](std::int64_t number) {
        team.run([](int) { at::ones({4}).relu_(); });
        step(profiler, calls, number);
    };
    trainStep(7);  // not requested yet
    profiler.handle({1, 3}, 7);
    profiler.handle({1, 3}, 7);  // already known
    for (std::int64_t number = 8; number <= 12; ++number) trainStep(number);
    const auto [file, fromStep] = listener.next();
    EXPECT_EQ(fromStep, 7);
    EXPECT_EQ(file, (listener.folder_ / "profiles" / ".worker-1-a3.json").string());

    const json trace = json::parse(*base::readFile(file));
    EXPECT_EQ(trace["task"], "worker:1");
    EXPECT_GT(trace["baseTimeNanoseconds"].get<std::int64_t>(), 1'600'000'000'000'000'000);
    std::vector<std::string> steps;
    std::map<std::string, int> counts;
    std::map<std::int64_t, std::vector<json>> byThread;
    std::map<std::string, std::int64_t> threads;
    for (const json& event : trace["traceEvents"]) {
        EXPECT_EQ(event["pid"], ::getpid());
        EXPECT_GE(event["ts"].get<double>(), 0) << event;
        if (event["name"] == "process_name") {
            EXPECT_EQ(event["args"]["name"], "worker:1");
        }
        if (event["name"] == "thread_name") threads[event["args"]["name"]] = event["tid"];
        if (event["ph"] != "X") continue;
        byThread[event["tid"]].push_back(event);
        ++counts[event["cat"].get<std::string>() + "/" + event["name"].get<std::string>()];
        if (event["cat"] == "step") steps.push_back(event["name"]);
    }
    EXPECT_EQ(steps, (std::vector<std::string>{"step 8", "step 9", "step 10"}));
    EXPECT_EQ(counts["compute/forward"], 3);
    EXPECT_EQ(counts["communication/all_reduce of gradients"], 3);
    EXPECT_EQ(counts["cpu_op/aten::mm"], 3);
    EXPECT_EQ(counts["cpu_op/aten::relu_"], 6);  // two replicas
    EXPECT_TRUE(threads.contains("train"));
    ASSERT_TRUE(threads.contains("replica-0") && threads.contains("replica-1"));
    EXPECT_NE(threads["replica-0"], threads["replica-1"]);
    for (const auto& [thread, events] : byThread) expectNested(events);
}

TEST(Profile, EndsOnRequestAndIsDroppedWhenNobodyWantsIt) {
    Listener listener;
    Profiler profiler(listener, "ps:0", 1);
    CallRanges calls;
    profiler.handle({1, 1000}, 0);
    step(profiler, calls, 1);
    profiler.handle({2, 0}, 1);  // what has been recorded is enough
    EXPECT_EQ(listener.next().second, 0);
    profiler.handle({3, 1000}, 1);
    step(profiler, calls, 2);
    profiler.handle({4, -1}, 2);
    profiler.handle({5, 1}, 2);
    step(profiler, calls, 3);
    EXPECT_EQ(listener.next().second, 2);  // only of the last request
    EXPECT_FALSE(listener.hasSaid());
}

TEST(Profile, SaysThatItHasBegun) {
    Listener listener;
    Profiler profiler(listener, "ps:0", 1);
    EXPECT_EQ(listener.begun_, 0);
    profiler.handle({1, 1000}, 4);
    EXPECT_EQ(listener.begun_, 5);  // those who count steps wait for it
}

/// Spans that end on another thread, as Gloo's do, need not nest: they are shown next to the threads, each
/// with an id unique to its task.
TEST(Profile, WhatEndsOnAnotherThreadIsCommunicationOfItsTask) {
    Listener listener;
    Profiler profiler(listener, "worker:0", 1);
    profiler.handle({1, 1}, 0);
    {
        const StepRange range(&profiler, 1);
        at::RecordFunction reduction(at::RecordScope::USER_SCOPE);
        reduction._setAsync();
        reduction.before("gloo:all_reduce");
        std::jthread([&] { reduction.end(); }).join();
    }
    const json trace = json::parse(*base::readFile(listener.next().first));
    std::string phases;
    for (const json& event : trace["traceEvents"]) {
        if (event["name"] != "gloo:all_reduce") continue;
        phases += event["ph"].get<std::string>();
        EXPECT_EQ(event["cat"], "communication");
        EXPECT_EQ(event["id2"]["local"], "1");
        EXPECT_FALSE(event.contains("id"));
    }
    EXPECT_EQ(phases, "be");
}

/// Sums of a GPU, which makes them later.
class QueuedSums : public sdk::DeviceSums {
  public:
    void start(const torch::Tensor&) override {}
    void join() override {}
    std::string describe() const override { return "queued"; }
    void abort() override {}
};

TEST(Profile, SumsOfGpusAreCommunicationWhereTheyAreStarted) {
    Listener listener;
    Profiler profiler(listener, "worker:0", 1);
    const torch::Tensor variable = at::ones({3}).requires_grad_();
    std::vector<std::unique_ptr<sdk::DeviceSums>> sums;
    sums.push_back(std::make_unique<QueuedSums>());
    sdk::DeviceReduction reduction({{variable}}, {{0}}, std::move(sums), 2);
    profiler.handle({1, 1}, 0);
    {
        const StepRange range(&profiler, 1);
        reduction.beginStep();
        reduction.backward(0, variable.sum());
    }
    const json trace = json::parse(*base::readFile(listener.next().first));
    const auto& events = trace["traceEvents"];
    EXPECT_EQ(std::ranges::count_if(events,
                                    [](const json& event) {
                                        return event["name"] == "all_reduce of gradients" &&
                                               event["cat"] == "communication" && event["ph"] == "X";
                                    }),
              1);
}

TEST(Profile, AStepThatHadBegunBeforeDoesNotCount) {
    Listener listener;
    Profiler profiler(listener, "worker:0", 1);
    CallRanges calls;
    {
        const StepRange begun(&profiler, 1);
        profiler.handle({1, 1}, 0);  // as a worker with parameter servers is told, whatever it is doing
    }
    EXPECT_FALSE(listener.hasSaid());
    step(profiler, calls, 2);
    EXPECT_EQ(listener.next().second, 0);
}

TEST(Profile, SaysThatItCannotBeWritten) {
    Listener listener;
    base::Status written = base::writeFileAtomically(listener.folder_ / "profiles", "in the way");
    ASSERT_TRUE(written);
    Profiler profiler(listener, "worker:0", 1);
    CallRanges calls;
    profiler.handle({1, 1}, 0);
    step(profiler, calls, 1);
    const std::string said = listener.next().first;
    EXPECT_TRUE(said.starts_with("profile.failed: worker:0")) << said;
}

TEST(Profile, IsDroppedWithTheTask) {
    Listener listener;
    {
        Profiler profiler(listener, "worker:0", 1);
        profiler.handle({1, 10}, 0);
    }
    // Another one can start, so nothing was left enabled.
    Profiler profiler(listener, "worker:0", 1);
    CallRanges calls;
    profiler.handle({1, 1}, 5);
    step(profiler, calls, 6);
    EXPECT_EQ(listener.next().second, 5);
}

}  // namespace
}  // namespace trainyard::engine
