// SPDX-License-Identifier: Apache-2.0
// The resource use that a task reports once per second.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <condition_variable>
#include <map>
#include <mutex>

#include "core/engine/comm/step_time_means.h"
#include "core/engine/host/system_sampler.h"
#include "tests/support/temp_home.h"
#include "tests/unit/node/fake_nvml.h"

namespace trainyard::engine {
namespace {

using trainyard::testing::FakeMachine;

class Sampled : public ::testing::Test {
  protected:
    void SetUp() override {
        library_ = ::dlopen(FAKE_NVML, RTLD_NOW | RTLD_LOCAL);
        ASSERT_NE(library_, nullptr) << ::dlerror();
        machine_ = reinterpret_cast<FakeMachine* (*)()>(::dlsym(library_, "fakeMachine"))();
        *machine_ = {};
    }
    void TearDown() override { ::dlclose(library_); }

    /// The values of the first point, by tag.
    std::map<std::string, double> first(const std::filesystem::path& library,
                                        SystemSampler::TakeStepTimes takeStepTimes = {}) {
        std::mutex mutex;
        std::condition_variable changed;
        std::map<std::string, double> values;
        auto spool = SpoolWriter::create(folder_, [&](Split, const std::vector<events::Event>& written) {
            std::lock_guard lock(mutex);
            for (const events::Event& event : written)
                if (const auto* scalar = std::get_if<events::ScalarEvent>(&event))
                    values.emplace(scalar->tag, scalar->value);
            changed.notify_all();
        });
        if (!spool) return {};
        SystemSampler sampler(**spool, {[] { return std::optional<std::int64_t>(7); }, takeStepTimes},
                              library);
        std::unique_lock lock(mutex);
        EXPECT_TRUE(changed.wait_for(lock, std::chrono::seconds(60), [&] { return !values.empty(); }));
        const auto found = values;
        lock.unlock();
        sampler.end();
        EXPECT_TRUE((*spool)->finish());
        return found;
    }

    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
    void* library_ = nullptr;
    FakeMachine* machine_ = nullptr;
};

TEST_F(Sampled, NothingOfGpusWhereThereAreNone) {
    const auto values = first("/nowhere/libnvidia-ml.so.1");
    EXPECT_TRUE(values.contains("system/cpu_percent"));
    EXPECT_GT(values.at("system/rss_bytes"), 1e6);
    EXPECT_EQ(values.size(), 2U);
}

TEST_F(Sampled, TheGpusThatThisProcessHasMemoryOn) {
    const auto self = static_cast<unsigned>(::getpid());
    machine_->gpus = {{"A", 80, 20, 40, 0, {{self, 3'000'000'001}}, 300'500, 41},
                      {"A", 80, 20, 99, 0, {{self + 1, 5'000}}, 700'000, 90},
                      {"A", 80, 20, 60, 0, {{self, 1'000}}, 100'000, 55}};
    const auto values = first(FAKE_NVML);
    EXPECT_EQ(values.at("system/gpu_memory_bytes"), 3'000'001'001) << "exact, as counts of bytes are";
    EXPECT_NEAR(values.at("system/gpu_percent"), 50, 1e-5);
    EXPECT_NEAR(values.at("system/gpu_power_watts"), 400.5, 1e-3);
    EXPECT_EQ(values.at("system/gpu_celsius"), 55) << "the hottest of its own";
    EXPECT_EQ(values.at("system/gpu_celsius/0"), 41);
    EXPECT_EQ(values.at("system/gpu_memory_bytes/0"), 3'000'000'001);
}

TEST_F(Sampled, TheMeanTimesOfTheStepsSinceThePreviousPoint) {
    StepTimeMeans means;
    means.add({.input = 1, .compute = 10, .wait = 0});
    means.add({.input = 2, .compute = 20, .wait = 5});
    const auto values = first("/nowhere/libnvidia-ml.so.1", [&] { return means.take(); });
    EXPECT_EQ(values.at("system/input_ms"), 1.5);
    EXPECT_EQ(values.at("system/compute_ms"), 15);
    EXPECT_EQ(values.at("system/wait_ms"), 2.5);
    EXPECT_FALSE(means.take()) << "they are taken once";
}

TEST_F(Sampled, NothingOfTimesWithoutAStep) {
    const auto values = first("/nowhere/libnvidia-ml.so.1", [] { return std::optional<StepTimes>(); });
    EXPECT_FALSE(values.contains("system/input_ms"));
}

TEST_F(Sampled, NothingOfGpusThatOthersUse) {
    machine_->gpus = {{"A", 80, 20, 99, 0, {{1, 5'000}}}};
    EXPECT_EQ(first(FAKE_NVML).size(), 2U);
}

}  // namespace
}  // namespace trainyard::engine
