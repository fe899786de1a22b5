// SPDX-License-Identifier: Apache-2.0
#include "core/node/gpu_meter.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include "core/base/fd.h"
#include "fake_nvml.h"

namespace trainyard::node {
namespace {

using testing::FakeMachine;
using namespace std::chrono_literals;

/// This process is the one that uses the GPU: it has a device file of it open.
class GpuMeterTest : public ::testing::Test {
  protected:
    void SetUp() override {
        library_ = ::dlopen(FAKE_NVML, RTLD_NOW | RTLD_LOCAL);
        ASSERT_NE(library_, nullptr) << ::dlerror();
        machine_ = reinterpret_cast<FakeMachine* (*)()>(::dlsym(library_, "fakeMachine"))();
        *machine_ = {};
        std::string name = ::testing::TempDir() + "gpus-XXXXXX";
        folder_ = std::filesystem::canonical(::mkdtemp(name.data()));
        machine_->gpus = {{"A", 80, 20, 90, 0, {{own(), 30, 60}, {1, 20, 25}}}};
    }
    void TearDown() override {
        EXPECT_EQ(machine_->opened, 0) << "whoever opens NVML closes it";
        ::dlclose(library_);
        std::filesystem::remove_all(folder_);
    }
    static unsigned own() { return static_cast<unsigned>(::getpid()); }
    std::string devices() const { return folder_ / "nvidia"; }
    base::UniqueFd openDevice() const {
        return base::UniqueFd(::open((devices() + "0").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));
    }
    /// Asks until there are figures.
    static std::optional<GpuShare> wait(GpuMeter& meter, const std::vector<pid_t>& processes) {
        const auto end = std::chrono::steady_clock::now() + 20s;
        for (;;) {
            meter.ask();
            if (auto share = meter.of(processes)) return share;
            if (std::chrono::steady_clock::now() > end) return std::nullopt;
            std::this_thread::yield();
        }
    }

    void* library_ = nullptr;
    FakeMachine* machine_ = nullptr;
    std::filesystem::path folder_;
};

TEST_F(GpuMeterTest, SumsOverTheProcessesOfATask) {
    const auto device = openDevice();
    GpuMeter meter(FAKE_NVML, devices());
    EXPECT_FALSE(meter.of({::getpid()})) << "nobody has asked";
    const auto share = wait(meter, {::getpid(), 4'000'000});
    ASSERT_TRUE(share);
    EXPECT_EQ(share->memoryBytes, 30U);
    EXPECT_DOUBLE_EQ(*share->gpus, 0.6);
    EXPECT_FALSE(meter.of({4'000'000}));
}

/// In a container with its own process ids the driver may mean another process by the same number.
TEST_F(GpuMeterTest, AProcessWithoutADeviceOfAGpuIsAnotherOne) {
    GpuMeter meter(FAKE_NVML, devices());
    {
        const auto device = openDevice();
        ASSERT_TRUE(wait(meter, {::getpid()}));
    }
    EXPECT_FALSE(meter.of({::getpid()}));
}

TEST_F(GpuMeterTest, AMachineWithoutADriverHasNoShares) {
    const auto device = openDevice();
    GpuMeter meter("/nowhere/libnvidia-ml.so.1", devices());
    meter.ask();
    EXPECT_FALSE(meter.of({::getpid()}));
}

/// A failed GPU may block its driver for ever.
TEST_F(GpuMeterTest, ADriverThatBlocksHoldsUpNobody) {
    struct {
        std::mutex mutex;
        std::condition_variable changed;
        bool isBlocked = false, isReleased = false;
    } driver;
    machine_->onProcesses = [&] {
        std::unique_lock lock(driver.mutex);
        driver.isBlocked = true;
        driver.changed.notify_all();
        driver.changed.wait(lock, [&] { return driver.isReleased; });
    };
    const auto device = openDevice();
    {
        GpuMeter meter(FAKE_NVML, devices());
        meter.ask();
        std::unique_lock lock(driver.mutex);
        ASSERT_TRUE(driver.changed.wait_for(lock, 20s, [&] { return driver.isBlocked; }));
        lock.unlock();
        meter.ask();
        EXPECT_FALSE(meter.of({::getpid()}));
    }  // its end does not wait for ever either
    std::unique_lock lock(driver.mutex);
    driver.isReleased = true;
    driver.changed.notify_all();
    lock.unlock();
    const auto end = std::chrono::steady_clock::now() + 20s;
    while (machine_->opened != 0 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

}  // namespace
}  // namespace trainyard::node
