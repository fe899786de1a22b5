// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ledger/course.h"

#include <gtest/gtest.h>

#include "tests/unit/spec/spec_testing.h"

namespace trainyard::engine {
namespace {

/// Of 40 samples in global batches of 10: four steps per epoch.
base::Result<Course> courseWith(const std::vector<std::string>& sets,
                                const std::optional<data::Progress>& resumed = std::nullopt,
                                std::int64_t globalBatch = 10) {
    const spec::LoadedSpec loaded = spec::loadWith(sets);
    EXPECT_EQ(spec::printed(loaded.problems), "");
    return Course::plan(orderOf(loaded.spec, 40, globalBatch), loaded.spec.train(), resumed);
}

void makeSteps(Course& course, int steps) {
    for (int i = 0; i < steps; ++i) course.advance(10);
}

TEST(Course, EndsAfterItsEpochs) {
    auto course = courseWith({"train.epochs=2"});
    ASSERT_TRUE(course);
    EXPECT_EQ(course->totalSteps(), 8);
    EXPECT_EQ(course->lastEpoch(), 0);
    EXPECT_FALSE(course->isEpochEnd());
    makeSteps(*course, 4);
    EXPECT_TRUE(course->isEpochEnd());
    EXPECT_EQ(course->lastEpoch(), 0);
    EXPECT_TRUE(course->beginEpoch());
    EXPECT_EQ(course->position(),
              (data::Progress{.step = 4, .epoch = 1, .stepInEpoch = 0, .consumed = 0, .position = 40}));
    makeSteps(*course, 4);
    EXPECT_TRUE(course->isOver());
}

TEST(Course, BeginsAtInitialEpochAsIfTheOthersHadBeenRun) {
    const auto course = courseWith({"train.epochs=5", "train.initial_epoch=2"});
    ASSERT_TRUE(course);
    EXPECT_EQ(course->position(),
              (data::Progress{.step = 8, .epoch = 2, .stepInEpoch = 0, .consumed = 0, .position = 80}));
    EXPECT_EQ(course->order().start, course->position());
    EXPECT_EQ(course->totalSteps(), 20);
    EXPECT_EQ(course->lastEpoch(), 1);
}

TEST(Course, MaxStepsEndItInsideAnEpoch) {
    auto course = courseWith({"train.epochs=2", "train.max_steps=6"});
    ASSERT_TRUE(course);
    makeSteps(*course, 4);
    EXPECT_TRUE(course->beginEpoch());
    makeSteps(*course, 2);
    EXPECT_TRUE(course->isOver());
    EXPECT_TRUE(course->isEpochEnd()) << "what it has of the epoch is reported";
    EXPECT_FALSE(course->beginEpoch()) << "but the epoch is not over: a resumed training completes it";
    EXPECT_EQ(course->position().stepInEpoch, 2);
}

TEST(Course, ResumesInsideAnEpochWithAnotherBatch) {
    const data::Progress at{.step = 5, .epoch = 1, .stepInEpoch = 1, .consumed = 10, .position = 50};
    const auto course = courseWith({"train.epochs=3"}, at, 5);
    ASSERT_TRUE(course);
    EXPECT_EQ(course->position(), at);
    EXPECT_EQ(course->lastEpoch(), 1);
    EXPECT_EQ(course->epochs().endOf(1), 11) << "30 samples are left";
    EXPECT_EQ(course->totalSteps(), 19);
}

TEST(Course, AnEpochThatHasBegunIsCompletedWhateverTheNewEnd) {
    auto course = courseWith({"train.epochs=5"});
    ASSERT_TRUE(course);
    makeSteps(*course, 4);
    course->beginEpoch();
    makeSteps(*course, 1);
    course->setEpochs(1);
    EXPECT_EQ(course->totalSteps(), 8);
    course->setEpochs(3);
    EXPECT_EQ(course->totalSteps(), 12);
}

TEST(Course, AnEpochNeedsAStep) {
    const auto course = courseWith({"train.data.drop_remainder=true"}, std::nullopt, 64);
    ASSERT_FALSE(course);
    EXPECT_EQ(course.error().id, "data.no_step");
    EXPECT_EQ(course.error().message,
              "an epoch has no step: drop_remainder drops all 40 samples, the global batch is 64");
}

TEST(Course, MaxStepsComeAfterTheInitialEpoch) {
    const std::vector<std::string> late{"train.initial_epoch=1", "train.max_steps=4"};
    const auto course = courseWith(late, std::nullopt, 10);
    ASSERT_FALSE(course);
    EXPECT_EQ(course.error().id, "data.no_step");
    EXPECT_EQ(course.error().message,
              "`train.max_steps` 4 leaves no step to train: epoch 1 (`initial_epoch`) begins after step 4");
    EXPECT_TRUE(courseWith({late.front(), "train.max_steps=5"}, std::nullopt, 10));
    EXPECT_TRUE(courseWith(late, data::Progress{.step = 4, .epoch = 1, .position = 40}, 10))
        << "nothing is left";
}

}  // namespace
}  // namespace trainyard::engine
