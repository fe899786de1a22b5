// SPDX-License-Identifier: Apache-2.0
#include "core/agent/this_node.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "tests/unit/node/fake_nvml.h"

namespace trainyard::agent {
namespace {

using testing::FakeMachine;

class ThisMachine : public ::testing::Test {
  protected:
    void SetUp() override {
        library_ = ::dlopen(FAKE_NVML, RTLD_NOW | RTLD_LOCAL);
        ASSERT_NE(library_, nullptr) << ::dlerror();
        machine_ = reinterpret_cast<FakeMachine* (*)()>(::dlsym(library_, "fakeMachine"))();
        *machine_ = {};
    }
    void TearDown() override { ::dlclose(library_); }

    const base::Home home_{::testing::TempDir()};
    void* library_ = nullptr;
    FakeMachine* machine_ = nullptr;
};

TEST_F(ThisMachine, HasNoGpusWhereThereIsNoDriver) {
    ThisNode node(home_, "/nowhere/libnvidia-ml.so.1");
    const auto info = node.inspect();
    ASSERT_TRUE(info) << info.error().describe();
    EXPECT_EQ(info->gpus_size(), 0);
    EXPECT_GT(info->cpus(), 0);
}

TEST_F(ThisMachine, ReportsItsGpusAsTheyAreNow) {
    constexpr int kGpuIsLost = 15;
    machine_->gpus = {
        {"Example", 80'000, 20'000, 37}, {"Example", 80'000, 80'000, -1}, {.failsWith = kGpuIsLost}};
    ThisNode node(home_, FAKE_NVML);
    const auto info = node.inspect();
    ASSERT_TRUE(info) << info.error().describe();
    ASSERT_EQ(info->gpus_size(), 3);
    EXPECT_EQ(info->gpus(0).name(), "Example");
    EXPECT_EQ(info->gpus(0).memory_bytes(), 80'000);
    EXPECT_EQ(info->gpus(0).memory_free_bytes(), 20'000);
    EXPECT_DOUBLE_EQ(info->gpus(0).used(), 0.37);
    EXPECT_EQ(info->gpus(1).index(), 1);
    EXPECT_EQ(info->gpus(1).used(), -1);
    EXPECT_EQ(info->gpus(2).index(), 2);
    EXPECT_EQ(info->gpus(2).memory_bytes(), 0);
    EXPECT_EQ(info->gpus(2).name(), "GPU is lost (nvmlDeviceGetMemoryInfo: error 15)");
    machine_->gpus[0].free = 5'000;
    EXPECT_EQ(node.inspect()->gpus(0).memory_free_bytes(), 5'000);
    EXPECT_EQ(machine_->opened, 1) << "the driver is opened once";
}

TEST_F(ThisMachine, SaysWhyItsGpusCannotBeAsked) {
    constexpr int kDriverNotLoaded = 9;
    machine_->initFailsWith = kDriverNotLoaded;
    ThisNode node(home_, FAKE_NVML);
    for (int reading = 0; reading < 2; ++reading) {
        const auto info = node.inspect();
        ASSERT_TRUE(info) << "the rest of the machine is known all the same";
        ASSERT_EQ(info->gpus_size(), 1);
        EXPECT_EQ(info->gpus(0).index(), -1);
        EXPECT_NE(info->gpus(0).name().find("Driver Not Loaded"), std::string::npos);
    }
}

}  // namespace
}  // namespace trainyard::agent
