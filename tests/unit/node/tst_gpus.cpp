// SPDX-License-Identifier: Apache-2.0
#include "core/node/gpus.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

#include "core/base/fd.h"
#include "core/node/gpu_meter.h"
#include "fake_nvml.h"
#include "tests/support/temp_home.h"

namespace trainyard::node {
namespace {

using testing::FakeMachine;
using namespace std::chrono_literals;

constexpr int kDriverNotLoaded = 9;
constexpr int kGpuIsLost = 15;

class GpusOfThisMachine : public ::testing::Test {
  protected:
    void SetUp() override {
        library_ = ::dlopen(FAKE_NVML, RTLD_NOW | RTLD_LOCAL);
        ASSERT_NE(library_, nullptr) << ::dlerror();
        machine_ = reinterpret_cast<FakeMachine* (*)()>(::dlsym(library_, "fakeMachine"))();
        *machine_ = {};
    }
    void TearDown() override {
        EXPECT_EQ(machine_->opened, 0) << "whoever opens NVML closes it";
        ::dlclose(library_);
    }

    void* library_ = nullptr;
    FakeMachine* machine_ = nullptr;
};

TEST_F(GpusOfThisMachine, NoLibraryIsNoGpuAndNoError) {
    const Gpus gpus("/nowhere/libnvidia-ml.so.1");
    EXPECT_TRUE(gpus.list().empty());
    EXPECT_EQ(gpus.error(), "");
    EXPECT_FALSE(gpus.usedBy(1));
}

TEST_F(GpusOfThisMachine, EachWithItsMemoryAndHowBusyItIs) {
    machine_->gpus = {{"Example A", 80'000, 20'000, 37, 0, {}, 71'250, 34},
                      {"Example B", 40'000, 40'000, -1}};
    const Gpus gpus(FAKE_NVML);
    EXPECT_EQ(gpus.error(), "");
    const auto list = gpus.list();
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list[0].index, 0);
    EXPECT_EQ(list[0].name, "Example A");
    EXPECT_EQ(list[0].memoryBytes, 80'000U);
    EXPECT_EQ(list[0].memoryFreeBytes, 20'000U);
    EXPECT_EQ(list[0].used, 0.37);
    EXPECT_EQ(list[0].powerWatts, 71.25);
    EXPECT_EQ(list[0].celsius, 34);
    EXPECT_EQ(list[0].error, "");
    EXPECT_EQ(list[1].index, 1);
    EXPECT_EQ(list[1].memoryFreeBytes, 40'000U);
    EXPECT_EQ(list[1].used, std::nullopt) << "it does not tell";
    EXPECT_EQ(list[1].powerWatts, std::nullopt);
    EXPECT_EQ(list[1].celsius, std::nullopt);
    machine_->gpus[0].free = 10'000;
    EXPECT_EQ(gpus.list()[0].memoryFreeBytes, 10'000U) << "asked anew";
}

TEST_F(GpusOfThisMachine, ALibraryWithoutItsDriverIsReported) {
    machine_->initFailsWith = kDriverNotLoaded;
    machine_->gpus = {{"Example A", 80'000, 20'000, 37}};
    const Gpus gpus(FAKE_NVML);
    EXPECT_TRUE(gpus.list().empty());
    EXPECT_FALSE(gpus.usedBy(1));
    EXPECT_EQ(gpus.error(), "the NVIDIA driver does not answer: Driver Not Loaded (nvmlInit: error 9)");
}

TEST_F(GpusOfThisMachine, ADriverThatCannotCountItsGpusIsReported) {
    machine_->countFailsWith = 999;
    const Gpus gpus(FAKE_NVML);
    EXPECT_TRUE(gpus.list().empty());
    EXPECT_EQ(gpus.error(),
              "the NVIDIA driver cannot list its GPUs: Unknown Error (nvmlDeviceGetCount: error 999)");
}

TEST_F(GpusOfThisMachine, AnOldDriverReportsNoProcesses) {
    void* library = ::dlopen(FAKE_NVML_OLD, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << ::dlerror();
    auto* machine = reinterpret_cast<FakeMachine* (*)()>(::dlsym(library, "fakeMachine"))();
    machine->gpus = {{"Example A", 80'000, 20'000, 37, 0, {{7, 100}}}};
    {
        const Gpus gpus(FAKE_NVML_OLD);
        EXPECT_EQ(gpus.error(), "");
        EXPECT_EQ(gpus.list().size(), 1U);
        EXPECT_FALSE(gpus.usedBy(7));
    }
    ::dlclose(library);
}

TEST_F(GpusOfThisMachine, ALibraryThatIsNoneOfNvmlSaysWhatItLacks) {
    const Gpus gpus("libm.so.6");
    EXPECT_TRUE(gpus.list().empty());
    EXPECT_EQ(gpus.error(), "cannot query the NVIDIA driver for its GPUs: libm.so.6 has no nvmlInit_v2");
}

TEST_F(GpusOfThisMachine, OneThatFailsLeavesTheOthers) {
    machine_->gpus = {{"Example A", 80'000, 20'000, 37, kGpuIsLost, {{7, 100}}},
                      {"Example A", 80'000, 30'000, 50, 0, {{7, 200}}}};
    const Gpus gpus(FAKE_NVML);
    const auto list = gpus.list();
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list[0].error, "GPU is lost (nvmlDeviceGetMemoryInfo: error 15)");
    EXPECT_EQ(list[0].index, 0);
    EXPECT_EQ(list[0].memoryBytes, 0U);
    EXPECT_EQ(list[1].error, "");
    EXPECT_EQ(list[1].memoryFreeBytes, 30'000U);
    EXPECT_EQ(gpus.usedBy(7)->memoryBytes, 200U);
}

TEST_F(GpusOfThisMachine, AProcessHasWhatItHoldsOnAllOfThem) {
    machine_->gpus = {{"A", 80, 20, 40, 0, {{7, 100}, {8, 1000}}},
                      {"A", 80, 20, 80, 0, {{8, 2000}}},
                      {"A", 80, 20, 100, 0, {{6, 1}, {7, 300}}}};
    const Gpus gpus(FAKE_NVML);
    const auto use = gpus.usedBy(7);
    ASSERT_TRUE(use);
    EXPECT_EQ(use->memoryBytes, 400U);
    EXPECT_DOUBLE_EQ(*use->used, 0.7);
    EXPECT_FALSE(gpus.usedBy(9)) << "it is on none";
    machine_->gpus[0].percent = machine_->gpus[2].percent = -1;
    EXPECT_EQ(gpus.usedBy(7)->used, std::nullopt);
    machine_->gpus[0].processes[0].memory = ~0ULL;  // the driver does not say
    EXPECT_EQ(gpus.usedBy(7)->memoryBytes, 300U);
}

TEST_F(GpusOfThisMachine, EachProcessHasItsShareOfThem) {
    machine_->gpus = {{"A", 80, 20, 90, 0, {{7, 30, 60}, {8, 20, 25}}},
                      {"B", 80, 60, 50, 0, {{7, 10, 40}, {9, 5}}}};
    Gpus gpus(FAKE_NVML);
    EXPECT_TRUE(gpus.hasAny());
    auto shares = gpus.shares();
    ASSERT_EQ(shares.size(), 3U);
    EXPECT_EQ(shares[7].memoryBytes, 40U);
    EXPECT_DOUBLE_EQ(*shares[7].gpus, 1.0);
    EXPECT_DOUBLE_EQ(*shares[8].gpus, 0.25);
    EXPECT_EQ(shares[9].memoryBytes, 5U);
    EXPECT_DOUBLE_EQ(*shares[9].gpus, 0) << "it has computed nothing";
    EXPECT_DOUBLE_EQ(*gpus.shares()[7].gpus, 0) << "nor has any since then";
    machine_->time = 2;
    EXPECT_DOUBLE_EQ(*gpus.shares()[8].gpus, 0.25);
}

TEST_F(GpusOfThisMachine, AProcessAloneOnAGpuHasAllOfItsUse) {
    machine_->hasSamples = false;
    machine_->gpus = {{"A", 80, 20, 90, 0, {{7, 30, 60}}}, {"B", 80, 60, 50, 0, {{8, 10, 40}, {9, 5}}}};
    Gpus gpus(FAKE_NVML);
    auto shares = gpus.shares();
    EXPECT_DOUBLE_EQ(*shares[7].gpus, 0.9);
    EXPECT_EQ(shares[8].gpus, std::nullopt) << "whose of the two it is, is not known";
    EXPECT_EQ(shares[9].memoryBytes, 5U);
    EXPECT_FALSE(Gpus(FAKE_NVML_OLD).hasAny());
    EXPECT_TRUE(Gpus(FAKE_NVML_OLD).shares().empty());
}

TEST_F(GpusOfThisMachine, SharesOfMoreProcessesThanThereWasRoomFor) {
    machine_->gpus = {{"A", 80, 20, 40}};
    for (unsigned pid = 1; pid <= 500; ++pid) machine_->gpus[0].processes.push_back({pid, pid * 10ULL, 1});
    Gpus gpus(FAKE_NVML);
    const auto shares = gpus.shares();
    ASSERT_EQ(shares.size(), 500U);
    EXPECT_DOUBLE_EQ(*shares.at(500).gpus, 0.01);
}

TEST_F(GpusOfThisMachine, MoreProcessesThanThereWasRoomFor) {
    machine_->gpus = {{"A", 80, 20, 40}};
    for (unsigned pid = 1; pid <= 500; ++pid) machine_->gpus[0].processes.push_back({pid, pid * 10ULL});
    const Gpus gpus(FAKE_NVML);
    EXPECT_EQ(gpus.usedBy(500)->memoryBytes, 5000U);
    EXPECT_FALSE(gpus.usedBy(501));
}

/// This process is the one that uses the GPU: it has a device file of it open.
class GpuMeterTest : public GpusOfThisMachine {
  protected:
    void SetUp() override {
        GpusOfThisMachine::SetUp();
        machine_->gpus = {{"A", 80, 20, 90, 0, {{own(), 30, 60}, {1, 20, 25}}}};
    }
    void TearDown() override { GpusOfThisMachine::TearDown(); }
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

    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
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
TEST_F(GpuMeterTest, ADriverThatBlocksDelaysNobody) {
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
