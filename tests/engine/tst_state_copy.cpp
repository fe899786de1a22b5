// SPDX-License-Identifier: Apache-2.0
// Copies of the training's state for checkpoints: one is taken while the one before it is still being
// written.
#include <gtest/gtest.h>

#include <future>
#include <utility>

#include <ATen/ops/full.h>

#include "core/engine/device/cpu_device.h"
#include "core/engine/train/checkpointer.h"
#include "core/spec/yaml/yaml_tree.h"
#include "tests/engine/kept_link.h"

namespace trainyard::engine {
namespace {

using std::chrono_literals::operator""ms;
using testing::KeptLink;

/// A CPU that is asked how much memory it has.
class RoomyDevice : public CpuDevice {
  public:
    Memory memory() const override { return {.total = free + held, .free = free, .held = held}; }
    std::uint64_t free = 1 << 30;
    std::uint64_t held = 1 << 20;
};

struct Small {
    Model model{*spec::planModel({"layers", spec::parseYaml("[{dense: {units: 2}}]")->value}, {3}),
                torch::kFloat32};
    std::unique_ptr<Optimizer> optimizer = makeOptimizer({"adam"}, model.variables());
    void fill(double value) {
        torch::NoGradGuard noGrad;
        for (const torch::Tensor& variable : model.variables()) variable.fill_(value);
    }
};

/// The first number of the first variable.
float firstOf(StateCopy::Taken& copy) {
    const auto views = copy.read();
    float value = 0;
    std::memcpy(&value, views->model.front().bytes.data(), sizeof value);
    return value;
}

TEST(LocalCopy, OnADeviceTwoHaveRoom) {
    Small small;
    const auto device = std::make_shared<RoomyDevice>();
    LocalCopy copy(small.model, *small.optimizer, device);
    small.fill(1);
    const auto one = copy.take();
    ASSERT_TRUE(one);
    small.fill(2);
    const auto two = copy.takeAhead();
    ASSERT_TRUE(two);
    small.fill(3);
    device->free = copy.bytes() + device->held - 1;
    EXPECT_FALSE(copy.takeAhead()) << "a first validation may need as much as the steps hold";
    device->free = copy.bytes() + device->held;
    EXPECT_TRUE(copy.takeAhead());
    EXPECT_EQ(firstOf(**one), 1);
    EXPECT_EQ(firstOf(*two), 2);
    const auto three = copy.take();
    ASSERT_TRUE(three);
    const auto views = (*three)->read();
    ASSERT_TRUE(views);
    EXPECT_EQ(views->model.size(), 2U);
    EXPECT_EQ(views->optimizer.size(), 6U) << "two moments and a step of each variable";
}

TEST(LocalCopy, InTheHostsMemoryThereIsOne) {
    Small small;
    LocalCopy copy(small.model, *small.optimizer, nullptr);
    small.fill(1);
    const auto one = copy.take();
    ASSERT_TRUE(one);
    small.fill(2);
    EXPECT_FALSE(copy.takeAhead());
    EXPECT_EQ(firstOf(**one), 1);
}

/// As where a GPU fails for a moment: the end of the training saves again what could not be saved.
TEST(StagingArea, ASnapshotOfWhichATensorCannotBeReadCanBeReadAgain) {
    CpuDevice device;
    StagingArea area;
    const torch::Tensor one = at::full({2}, 1.0f);
    auto snapshot = StagingArea::snapshot({{"one", one}, {"two", one}}, device);
    ASSERT_TRUE(snapshot);
    torch::Tensor& two = snapshot->tensors[1].second;
    const torch::Tensor readable = std::exchange(two, two.to(torch::kMeta));  // which has no values
    for (int times = 0; times < 2; ++times) try {
            area.download(*snapshot);
            FAIL() << "of a tensor without values";
        } catch (const c10::Error& why) {
            const std::string said = why.what_without_backtrace();
            EXPECT_NE(said.find("meta"), std::string::npos) << "its own error, not " << said;
        }
    two = readable;
    const auto views = area.download(*snapshot);
    ASSERT_EQ(views.size(), 2U);
    for (const auto& view : views) EXPECT_EQ(reinterpret_cast<const float*>(view.bytes.data())[1], 1);
    EXPECT_FALSE(two.defined()) << "its memory on the device is free";
}

/// One number, whose copies are read when the test asks for it.
class GatedCopy final : public StateCopy {
  public:
    base::Result<std::unique_ptr<Taken>> take() override { return std::make_unique<Copy>(*this); }
    std::unique_ptr<Taken> takeAhead() override { return isRoomy ? std::make_unique<Copy>(*this) : nullptr; }
    std::size_t bytes() const override { return sizeof(float); }
    void letRead(int copies) {
        std::lock_guard lock(mutex_);
        readable_ += copies;
        changed_.notify_all();
    }

    float now = 0;
    float unreadable = -1;  ///< fails once
    bool isRoomy = true;

  private:
    class Copy final : public Taken {
      public:
        explicit Copy(GatedCopy& owner) : owner_(owner), value_(owner.now) {}
        base::Result<Views> read() override {
            std::unique_lock lock(owner_.mutex_);
            owner_.changed_.wait(lock, [&] { return owner_.readable_ > 0; });
            --owner_.readable_;
            if (owner_.unreadable == value_) {
                owner_.unreadable = -1;
                return base::fail(base::Code::kInternal, "unreadable");
            }
            owner_.read_ = value_;
            checkpoint::TensorView view{"value", "F32", {1}, std::as_bytes(std::span(&owner_.read_, 1))};
            return Views{{view}, {}};
        }

      private:
        GatedCopy& owner_;
        float value_;
    };
    std::mutex mutex_;
    std::condition_variable changed_;
    float read_ = 0;
    int readable_ = 0;
};

struct Saving {
    KeptLink link;
    GatedCopy* copy = nullptr;
    std::unique_ptr<Checkpointer> saver;

    Saving() {
        auto owned = std::make_unique<GatedCopy>();
        copy = owned.get();
        saver = std::make_unique<Checkpointer>(
            Checkpointer::Places{link.place().checkpoint_dir(), link.place().backup_dir(), "ahead-1", 1},
            link, std::move(owned));
    }
    void save(std::int64_t step) {
        copy->now = static_cast<float>(step);
        checkpoint::TrainState state;
        state.step = step;
        saver->save(state, 0, {.isKept = true});
    }
    float savedAs(std::int64_t step) const {
        const auto file =
            checkpoint::SafetensorsFile::open(std::filesystem::path(link.place().checkpoint_dir()) /
                                              ("ckpt-" + std::to_string(step)) / "model.safetensors");
        if (!file) return -1;
        float value = 0;
        std::memcpy(&value, file->bytes(*file->find("value")).data(), sizeof value);
        return value;
    }
};

TEST(Checkpointer, CopiesOneAheadOfTheOneBeingWritten) {
    Saving saving;
    saving.save(1);
    saving.save(2);  // returns, though nothing has been read
    std::future<void> third = std::async(std::launch::async, [&] { saving.save(3); });
    EXPECT_EQ(third.wait_for(100ms), std::future_status::timeout) << "only one is ahead";
    saving.copy->letRead(1);
    third.get();
    saving.copy->letRead(2);
    ASSERT_TRUE(saving.saver->completeLast());
    for (const int step : {1, 2, 3}) EXPECT_EQ(saving.savedAs(step), step);
    EXPECT_TRUE(saving.link.warnings().empty());
}

TEST(Checkpointer, WaitsWhereThereIsNoRoom) {
    Saving saving;
    saving.copy->isRoomy = false;
    saving.save(1);
    std::future<void> second = std::async(std::launch::async, [&] { saving.save(2); });
    EXPECT_EQ(second.wait_for(100ms), std::future_status::timeout);
    saving.copy->letRead(2);
    second.get();
    ASSERT_TRUE(saving.saver->completeLast());
    for (const int step : {1, 2}) EXPECT_EQ(saving.savedAs(step), step);
}

TEST(Checkpointer, WhatFailsBeforeTheLastIsAWarning) {
    Saving saving;
    saving.copy->unreadable = 1;
    saving.save(1);
    saving.save(2);
    saving.copy->letRead(2);
    EXPECT_TRUE(saving.saver->completeLast());
    EXPECT_EQ(saving.savedAs(2), 2);
    ASSERT_EQ(saving.link.warnings().size(), 1U);
    EXPECT_EQ(saving.link.warnings().front().second, "the checkpoint of step 1 was not saved: unreadable");
}

TEST(Checkpointer, TheLastIsReadAgainIfItCouldNotBe) {
    Saving saving;
    saving.copy->unreadable = 2;
    saving.save(1);
    saving.save(2);
    saving.copy->letRead(3);
    EXPECT_TRUE(saving.saver->completeLast());
    for (const int step : {1, 2}) EXPECT_EQ(saving.savedAs(step), step);
}

}  // namespace
}  // namespace trainyard::engine
