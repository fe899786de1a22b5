// SPDX-License-Identifier: Apache-2.0
// A run that saves several times a second on a full disk reports that once, and again when something changes.
#include <gtest/gtest.h>

#include "core/engine/ledger/repeated_failure.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::Error;

const Error kDiskFull{Code::kResourceExhausted, "cannot write x: No space left on device", "disk.full"};
const Error kDiskLimit{Code::kResourceExhausted, "cannot write x", "file.limit"};
const Error kDiskOther{Code::kPermissionDenied, "cannot write x: Permission denied"};

TEST(RepeatedFailure, IsNewsWhenItChangesAndOnceInAWhile) {
    RepeatedFailure failure;
    const auto start = RepeatedFailure::Clock::time_point{};
    int reports = 0;
    for (int i = 0; i < 7 * 60 * 25; ++i)  // seven times a second, for 25 minutes
        reports += failure.isNews(kDiskFull, start + std::chrono::milliseconds(i * 1000 / 7)) ? 1 : 0;
    EXPECT_EQ(reports, 3);
    const auto later = start + std::chrono::minutes(26);
    EXPECT_TRUE(failure.isNews(kDiskLimit, later)) << "another reason";
    EXPECT_FALSE(failure.isNews(kDiskLimit, later));
    failure.noteSuccess();
    EXPECT_TRUE(failure.isNews(kDiskLimit, later)) << "it had been well in between";
    EXPECT_TRUE(failure.isNews(kDiskOther, later));
    EXPECT_TRUE(failure.isNews(kDiskOther, later)) << "what does not last by itself is always news";
    EXPECT_TRUE(failure.isNews(kDiskFull, later));
}

TEST(RepeatedFailure, KnowsTheErrorsOfTheSystem) {
    RepeatedFailure failure;
    EXPECT_TRUE(failure.isNews(base::errnoError(ENOSPC, "cannot write a")));
    EXPECT_FALSE(failure.isNews(base::errnoError(ENOSPC, "cannot write b").wrap("the save")));
    EXPECT_TRUE(failure.isNews(base::errnoError(EFBIG, "cannot write c")));
}

}  // namespace
}  // namespace trainyard::engine
