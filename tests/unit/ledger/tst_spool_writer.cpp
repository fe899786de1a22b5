// SPDX-License-Identifier: Apache-2.0
// Metrics on their way to the disk, and what happens to them while it is full.
#include <gtest/gtest.h>

#include <future>

#include "core/engine/ledger/spool_writer.h"
#include "tests/support/full_disk.h"
#include "tests/support/temp_home.h"

namespace trainyard::engine {
namespace {

class SpoolWriterTest : public ::testing::Test {
  protected:
    static std::vector<events::Event> point(std::int64_t step) {
        return {events::ScalarEvent{"batch_loss", step, 0, 0.5, false}};
    }
    std::vector<std::int64_t> written(const char* split) {
        std::vector<std::int64_t> steps;
        for (const auto& file : events::eventFilesIn(folder_ / split)) {
            auto reader = events::EventFileReader::open(file);
            const auto some = reader ? reader->readSome() : base::fail(reader.error());
            EXPECT_TRUE(some);
            if (some)
                for (const events::Event& event : *some)
                    steps.push_back(std::get<events::ScalarEvent>(event).step);
        }
        return steps;
    }
    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
};

TEST_F(SpoolWriterTest, AFullDiskEndsNoTrainingAndLosesNoPoint) {
    std::promise<base::Error> warned;
    auto spool = SpoolWriter::create(
        folder_, {}, [&](const base::Error& error) { warned.set_value(error); });  // once, or it throws
    ASSERT_TRUE(spool) << spool.error().describe();
    {
        const FullDisk full;
        (*spool)->add(Split::kTrain, point(1));
        const base::Error error = warned.get_future().get();
        EXPECT_EQ(error.id, "file.limit") << "as what this test makes of the disk is named";
        const std::string message = error.describe();
        EXPECT_TRUE(
            message.starts_with("training continues, but the metrics of this task wait in its memory: "))
            << message;
        for (std::int64_t step = 2; step <= 5; ++step)
            EXPECT_NO_THROW((*spool)->add(Split::kTrain, point(step)));
        EXPECT_NO_THROW((*spool)->add(Split::kValidation, point(5)));
    }
    const base::Status finished = (*spool)->finish();
    EXPECT_TRUE(finished) << finished.error().describe();
    EXPECT_EQ(written("train"), (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
    EXPECT_EQ(written("validation"), (std::vector<std::int64_t>{5}));
}

TEST_F(SpoolWriterTest, AnAbandonedWriterDoesNotWaitForRoom) {
    std::promise<void> warned;
    auto spool = SpoolWriter::create(folder_, {}, [&](const base::Error&) { warned.set_value(); });
    ASSERT_TRUE(spool) << spool.error().describe();
    const FullDisk full;
    (*spool)->add(Split::kTrain, point(1));
    warned.get_future().wait();
    spool->reset();
}

TEST_F(SpoolWriterTest, WhatIsNoFullDiskIsAnError) {
    auto spool = SpoolWriter::create(folder_);
    ASSERT_TRUE(spool) << spool.error().describe();
    std::filesystem::create_symlink("/dev/null", folder_ / "validation");  // not a folder, and never will be
    (*spool)->add(Split::kValidation, point(1));
    const base::Status finished = (*spool)->finish();
    ASSERT_FALSE(finished);
    EXPECT_NE(finished.error().describe().find("the metrics of this task cannot be written"),
              std::string::npos);
}

}  // namespace
}  // namespace trainyard::engine
