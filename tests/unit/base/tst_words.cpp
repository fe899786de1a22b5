// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/base/error.h"
#include "core/base/words.h"
#include "core/base/words_json.h"

namespace trainyard::base {
namespace {

TEST(Words, KeepTheSentenceAndItsArguments) {
    const std::string path = "/a/b";
    const Words words = say("cannot open {}: {} bytes are missing", path, 7);
    EXPECT_EQ(words.text(), "cannot open /a/b: 7 bytes are missing");
    EXPECT_EQ(words.sentence(), "cannot open %1: %2 bytes are missing");
    ASSERT_EQ(words.arguments().size(), 2u);
    EXPECT_EQ(words.arguments()[0].text(), "/a/b");
    EXPECT_EQ(words.arguments()[1].text(), "7");
    EXPECT_TRUE(words.arguments()[0].sentence().empty()) << "a path is nobody's sentence";
}

TEST(Words, PrintAnArgumentAsItsFormatSays) {
    const Words words = say("{:.1f} of {:>4} ({:x}) {{kept}}", 2.25, 12, 255);
    EXPECT_EQ(words.text(), "2.2 of   12 (ff) {kept}");
    EXPECT_EQ(words.sentence(), "%1 of %2 (%3) {kept}");
}

TEST(Words, NameAnArgumentTwiceAndInAnotherOrder) {
    const Words words = say("{1} before {0}, and {1} again", "b", "a");
    EXPECT_EQ(words.text(), "a before b, and a again");
    EXPECT_EQ(words.sentence(), "%1 before %2, and %1 again");
    EXPECT_EQ(words.arguments().size(), 2u);
}

TEST(Words, KeepASentenceInASentence) {
    const Words why = say("it has {} keys", 3);
    const Words words = say("{} is damaged: {}", "x.json", why);
    EXPECT_EQ(words.text(), "x.json is damaged: it has 3 keys");
    EXPECT_EQ(words.arguments()[1], why);
    EXPECT_EQ(words.arguments()[1].sentence(), "it has %1 keys");
}

TEST(Words, OfALiteralAreASentenceOfAProgramPlain) {
    EXPECT_EQ(Words("the run has ended").sentence(), "the run has ended");
    EXPECT_EQ(Words::plain("Traceback").sentence(), "");
    EXPECT_FALSE(Words("a") == Words::plain("a")) << "one of them is translated";
    EXPECT_TRUE(Words().empty());
    EXPECT_TRUE(Words::plain("").empty());
    EXPECT_EQ(Words(), Words::plain(""));
}

TEST(Words, OfATextAreMadeByNameAlone) {
    static_assert(std::is_convertible_v<const char(&)[4], Words>);
    static_assert(!std::is_constructible_v<Words, std::string>);
    static_assert(!std::is_constructible_v<Words, std::string_view>);
    static_assert(!std::is_constructible_v<Words, const char*>);
    static_assert(!std::is_constructible_v<Words, char(&)[4]>, "a buffer is no sentence of the sources");
}

TEST(Words, SurviveBeingThrown) {
    const auto said = [](const auto& thrown) {
        try {
            throw thrown;
        } catch (const std::exception& caught) {
            return saidBy(caught);
        }
    };
    const Words words = say("cannot open {}", "/a");
    EXPECT_EQ(said(Saying<std::invalid_argument>(words)), words);
    EXPECT_STREQ(Saying<std::runtime_error>(words).what(), "cannot open /a");
    EXPECT_EQ(said(std::runtime_error("cannot open %1")), Words::plain("cannot open %1"));
}

TEST(Words, NeverTakeAnArgumentForAPlace) {
    EXPECT_EQ(say("{} and {}", "%2", "%1").text(), "%2 and %1");
    EXPECT_EQ(say("{}%, {}", 50, "x").text(), "50%, x");
    EXPECT_EQ(Words::of("%1 %3", {Words::plain("a")}).text(), "a %3") << "what is not there stays";
}

TEST(Words, ListAsPeopleDo) {
    const std::vector<Words> three{"auto", "cpu", Words::plain("7")};
    EXPECT_EQ(listed(three, Last::kOr).text(), "auto, cpu or 7");
    EXPECT_EQ(listed(std::span(three).first(1), Last::kAnd).text(), "auto");
    EXPECT_EQ(listed({}, Last::kAnd).text(), "");
    std::vector<Words> many(100, Words::plain("x"));
    std::string text = "x";
    for (int i = 1; i < 100; ++i) text += "; x";
    EXPECT_EQ(joined(many, "; ").text(), text);
    EXPECT_EQ(countWords(1, "file").sentence(), "%1 file");
    EXPECT_EQ(countWords(2, "file").text(), "2 files");
}

TEST(Words, AreSafeForATerminalWhereAsked) {
    const Words words = say("{} is damaged", "a\x1b[31m");
    EXPECT_EQ(printableWords(words).text().find('\x1b'), std::string::npos);
    EXPECT_EQ(printableWords(words).sentence(), "%1 is damaged");
}

TEST(Words, GoThroughAFileAsJson) {
    const Words words = say("{} is damaged: {}", "x\ty", say("it has {} keys", 3));
    for (const Words& one : {words, Words("the run has ended"), Words::plain("Traceback"), Words()})
        EXPECT_EQ(wordsFromJson(nlohmann::json::parse(toJson(one).dump()), one.text()), one);
    const auto isPlain = [&](const nlohmann::json& json) {
        return wordsFromJson(json, words.text()) == Words::plain(words.text());
    };
    EXPECT_TRUE(isPlain(nullptr)) << "of an older agent";
    EXPECT_TRUE(isPlain({{"sentence", "all is well"}, {"arguments", nlohmann::json::array()}}));
    EXPECT_TRUE(isPlain({{"sentence", words.text()}, {"arguments", {"spare"}}}));
    EXPECT_TRUE(isPlain({{"sentence", words.text()}, {"arguments", nullptr}}));
    EXPECT_TRUE(isPlain({{"sentence", 7}, {"arguments", {}}}));
    nlohmann::json deep = words.text();
    for (int i = 0; i < 60; ++i) deep = {{"sentence", "%1"}, {"arguments", {deep}}};
    EXPECT_TRUE(isPlain(deep));
}

TEST(Words, OfAnErrorHaveThoseOfItsCauses) {
    const Error error =
        Error{Code::kNotFound, say("cannot open {}", "x")}.wrap(say("cannot start {}", "worker:0"));
    EXPECT_EQ(error.describe(), "cannot start worker:0: cannot open x");
    EXPECT_EQ(error.words().text(), error.describe());
    EXPECT_EQ(error.words().arguments()[0].sentence(), "cannot start %1");
    EXPECT_EQ(error.words().arguments()[1].sentence(), "cannot open %1");
    EXPECT_EQ(errnoError(ENOENT, say("cannot read {}", "y")).message.arguments()[1].sentence(),
              "No such file or directory");
}

}  // namespace
}  // namespace trainyard::base
