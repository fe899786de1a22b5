// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/control/ask/drill.h"

namespace trainyard::control {
namespace {

TEST(Drill, ASentenceNamesATaskByItsWholeNumber) {
    EXPECT_TRUE(namesTask("worker:1 (pid 7) was killed by signal 9 (SIGKILL)", "worker:1"));
    EXPECT_TRUE(namesTask("nobody waits for worker:1", "worker:1"));
    EXPECT_TRUE(namesTask("worker:10 waits for worker:1, which is stopped", "worker:1"));
    EXPECT_FALSE(namesTask("worker:10 (pid 7) was killed", "worker:1"));
    EXPECT_FALSE(namesTask("worker:12", "worker:1"));
    EXPECT_TRUE(namesTask("worker:12", "worker:12"));
    EXPECT_FALSE(namesTask("", "worker:1"));
}

TEST(Drill, TheEndOfARunIsDescribedWithOrWithoutAFailure) {
    v1::RunFinished finished;
    finished.set_status(v1::SUCCEEDED);
    EXPECT_EQ(describeEnd(finished), "the run ended as succeeded before another step was seen");
    finished.set_status(v1::FAILED);
    finished.mutable_failure()->set_message("worker:0 exited with code 1");
    EXPECT_EQ(describeEnd(finished), "the run ended: worker:0 exited with code 1");
}

}  // namespace
}  // namespace trainyard::control
