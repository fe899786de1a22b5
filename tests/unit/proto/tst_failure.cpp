// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/proto/failure.h"

namespace trainyard::proto {
namespace {

using base::say;
using base::Words;

Words sample() {
    return say("cannot start {}: {}", "worker:0",
               say("{} has {} bytes; at most {} are read", "/a %1", 70, 64));
}

TEST(Failure, TakesWordsThereAndBack) {
    for (const Words& words : {sample(), Words("the run has ended"), Words::plain("Traceback %1"), Words()})
        EXPECT_EQ(fromMessage(toMessage(words), words.text()), words) << words;
}

TEST(Failure, TakesAnErrorWithItsCauses) {
    const base::Error error =
        base::Error{base::Code::kNotFound, sample(), "task.start"}.wrap("the attempt was not started");
    std::string bytes;
    ASSERT_TRUE(toFailure(error).SerializeToString(&bytes));
    v1::Failure there;
    ASSERT_TRUE(there.ParseFromString(bytes));
    EXPECT_EQ(there.message(), error.describe()) << "for clients that know no words";
    const base::Error back = fromFailure(there);
    EXPECT_EQ(back.code, error.code);
    EXPECT_EQ(back.id, error.id);
    EXPECT_EQ(back.message, error.words());
}

TEST(Failure, IsInEnglishFromAnOlderAgent) {
    v1::Failure failure;
    failure.set_code("not_found");
    failure.set_message("there is no run x");
    EXPECT_EQ(fromFailure(failure).message, Words::plain("there is no run x"));
    v1::Problem problem;
    problem.set_message("m");
    problem.set_fix("f");
    EXPECT_EQ(messageOf(problem), Words::plain("m"));
    EXPECT_EQ(fixOf(problem), Words::plain("f"));
}

TEST(Failure, FitsWhereThereIsLittleRoom) {
    const base::Error error{base::Code::kInternal, say("{} is damaged", std::string(5000, 'x'))};
    const v1::Failure failure = toFailure(error, 4096);
    EXPECT_FALSE(failure.has_words());
    EXPECT_LE(failure.message().size(), 4096u);
    EXPECT_TRUE(toFailure({base::Code::kInternal, say("{} is damaged", "x")}, 4096).has_words());
}

TEST(Failure, SetsTextsOfMessagesAndTheirWords) {
    v1::Problem problem;
    setMessage(problem, say("the key `{}` is missing", "name"));
    setFix(problem, "remove the key");
    EXPECT_EQ(problem.message(), "the key `name` is missing");
    EXPECT_EQ(problem.message_words().sentence(), "the key `%1` is missing");
    EXPECT_EQ(fixOf(problem).sentence(), "remove the key");
    setMessage(problem, Words::plain("no"));
    EXPECT_FALSE(problem.has_message_words()) << "of what was said before";
}

/// A peer may send what it likes: then its English is shown, as it is.
TEST(Failure, BelievesNoWordsThatSaySomethingElse) {
    const std::string english = sample().text();
    const auto isPlain = [&](const v1::Words& message) {
        return fromMessage(message, english) == Words::plain(english);
    };
    v1::Words other = toMessage(sample());
    other.set_sentence("everything is well with %1: %2");
    EXPECT_TRUE(isPlain(other)) << "not what the English says";
    v1::Words spare = toMessage(sample());
    spare.add_arguments()->set_text("unused");
    EXPECT_TRUE(isPlain(spare)) << "an argument without a place";
    v1::Words both = toMessage(sample());
    both.set_text("text");
    EXPECT_TRUE(isPlain(both)) << "a sentence and a text";
    v1::Words many = toMessage(sample());
    for (int i = 0; i < 10; ++i) many.add_arguments();
    EXPECT_TRUE(isPlain(many)) << "more arguments than places";
    v1::Words deep;
    deep.set_text(english);
    for (int i = 0; i < 1000; ++i) {
        v1::Words outer;
        outer.set_sentence("%1");
        outer.add_arguments()->Swap(&deep);
        deep.Swap(&outer);
    }
    EXPECT_TRUE(isPlain(deep)) << "sentences in sentences without end";
    v1::Words wide;
    wide.set_sentence("%1%2%3%4%5%6%7%8%9");
    for (int i = 0; i < 9; ++i) {
        v1::Words& one = *wide.add_arguments();
        one.set_sentence("%1%2%3%4%5%6%7%8%9");
        for (int j = 0; j < 9; ++j) {
            v1::Words& two = *one.add_arguments();
            two.set_sentence("%1%2%3%4%5%6%7%8%9");
            for (int k = 0; k < 9; ++k) two.add_arguments()->set_text("x");
        }
    }
    EXPECT_EQ(fromMessage(wide, std::string(729, 'x')), Words::plain(std::string(729, 'x')))
        << "more words than any sentence has";
}

TEST(Failure, SendsDeeperWordsThanItTakesInEnglish) {
    Words deep = "a";
    for (int i = 0; i < 100; ++i) deep = say("in {}", deep);
    const v1::Words message = toMessage(deep);
    EXPECT_TRUE(message.sentence().empty());
    EXPECT_EQ(fromMessage(message, deep.text()).text(), deep.text());
}

}  // namespace
}  // namespace trainyard::proto
