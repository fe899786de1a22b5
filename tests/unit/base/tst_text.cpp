// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"

#include <gtest/gtest.h>

namespace trainyard::base {
namespace {

TEST(Utf8Test, ShowsTheLineThatIsBroken) {
    EXPECT_EQ(lineThatIsNotUtf8("/tmp/caf\xc3\xa9\n日本語"), std::nullopt);
    EXPECT_EQ(lineThatIsNotUtf8(""), std::nullopt);
    EXPECT_EQ(lineThatIsNotUtf8("/tmp/caf\xe9/logs"), "/tmp/caf\\xe9/logs");
    EXPECT_EQ(lineThatIsNotUtf8("a: 1\n# \xff!\nb: 2\n"), "# \\xff!");
    EXPECT_EQ(lineThatIsNotUtf8("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a pair";
}

TEST(WithoutFramesTest, LeavesWhatPeopleRead) {
    EXPECT_EQ(withoutFrames("connect failed: closed by peer\nException raised from logAndThrow at /x.cpp:9 "
                            "(most recent call first):\nframe #0: c10::Error::Error() + 0x9f (0x7f in "
                            "/libc10.so)\nframe #1: main + 0x1\n"),
              "connect failed: closed by peer");
    EXPECT_EQ(withoutFrames("outer: inner\nC++ CapturedTraceback:\n#4 c10::Error from ??:0\n#5 x from "
                            "y.cpp:1\n\n (while joining)"),
              "outer: inner  (while joining)");
    EXPECT_EQ(withoutFrames("#3 of the list\nsecond line\n"), "#3 of the list\nsecond line\n");
    EXPECT_EQ(withoutFrames(""), "");
}

TEST(Printable, KeepsTheBreaksOfLines) {
    EXPECT_EQ(printableLines("a\x1b[1m\nb\r\n\n"), "a\\x1b[1m\nb\\x0d\n\n");
    EXPECT_EQ(printableLines(""), "");
}

TEST(Printable, ShowsWhatATerminalWouldObey) {
    EXPECT_EQ(printable("plain äöü 学習\t✓"), "plain äöü 学習\t✓");
    EXPECT_EQ(printable("\x1b[31mred\x07\n\x7f"), "\\x1b[31mred\\x07\\x0a\\x7f");
    EXPECT_EQ(printable("a\u202e"
                        "b\u2066"),
              "a\\u202eb\\u2066");
    EXPECT_EQ(printable("\u0085"), "\\x85") << "C1 controls too";
    EXPECT_EQ(printable("\xff\xc0\x80"), "\\xff\\xc0\\x80");
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
    EXPECT_EQ(printable("\xe5\xad"), "\\xe5\\xad") << "cut off";
    EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
}

TEST(Slug, IsAlwaysAFolderName) {
    EXPECT_EQ(slug("fashion-mnist"), "fashion-mnist");
    EXPECT_EQ(slug("my run / 2"), "my-run-2");
    EXPECT_EQ(slug("../../etc"), "etc");
    EXPECT_EQ(slug(".hidden"), "hidden");
    EXPECT_EQ(slug("--help"), "help");
    EXPECT_EQ(slug("学習"), "run");
    EXPECT_EQ(slug(""), "run");
    EXPECT_EQ(slug(std::string(200, 'x')).size(), 64u);
}

TEST(CsvField, QuotesByRfc4180AndGuardsFormulas) {
    EXPECT_EQ(csvField("plain"), "plain");
    EXPECT_EQ(csvField("a,b"), "\"a,b\"");
    EXPECT_EQ(csvField("say \"hi\"\n"), "\"say \"\"hi\"\"\n\"");
    EXPECT_EQ(csvField("=1+2"), "'=1+2");
    EXPECT_EQ(csvField("@cmd"), "'@cmd");
    EXPECT_EQ(csvField("-1.5"), "-1.5") << "a number is no formula";
    EXPECT_EQ(csvField("-1.5x"), "'-1.5x");
    EXPECT_EQ(csvField(""), "");
}

TEST(Text, ShortenedKeepsBothEndsAndWholeCharacters) {
    EXPECT_EQ(shortened("as it is", 8), "as it is");
    EXPECT_EQ(shortened("0123456789", 9), "012…789");
    const std::string long_ = std::string(5000, 'a') + "終わり";
    for (const std::size_t most : {20u, 21u, 22u, 23u, 4096u}) {
        const std::string text = shortened(long_, most);
        EXPECT_LE(text.size(), most);
        EXPECT_FALSE(lineThatIsNotUtf8(text)) << text;
        EXPECT_TRUE(text.starts_with("aaa"));
        EXPECT_TRUE(text.ends_with("り"));
    }
    EXPECT_EQ(shortened("終わり", 3), "…");
}

/// R12: what a name must not have, by the name that printable() gives it.
TEST(Text, NamesAHiddenCharacter) {
    EXPECT_EQ(hiddenCharacter("fashion mnist – ファッション 1/2"), std::nullopt);
    EXPECT_EQ(hiddenCharacter(""), std::nullopt);
    for (const auto& [text, name] : {std::pair{"a\x1b[31mb", "\\x1b"},
                                     {"a\nb", "\\x0a"},
                                     {"a\tb", "\\x09"},
                                     {"\x7f", "\\x7f"},
                                     {"a\u0085", "\\x85"},
                                     {"\u202e", "\\u202e"},
                                     {"ab\u2066", "\\u2066"},
                                     {"\u200f", "\\u200f"},
                                     {"a\xff", "\\xff"}})
        EXPECT_EQ(hiddenCharacter(text), name) << text;
}

TEST(Text, ALineIsAsATerminalShowsItInTheEnd) {
    EXPECT_EQ(asOnTerminal("plain äöü"), "plain äöü");
    EXPECT_EQ(asOnTerminal("  1%\r 50%\r100%"), "100%");
    EXPECT_EQ(asOnTerminal("100%\r"), "100%") << "of a line that ends in CR LF";
    EXPECT_EQ(asOnTerminal("\r\r\r"), "");
    EXPECT_EQ(asOnTerminal("\x1b[1m12/100\x1b[0m \x1b[32m━━\x1b[0m\x1b[38;5;9m 3s"), "12/100 ━━ 3s");
    EXPECT_EQ(asOnTerminal("1/9 ━\b\b\b\b\b\b\b2/9"), "2/9 ━") << "a backspace removes nothing";
    EXPECT_EQ(asOnTerminal("9/9\b\b\b"), "9/9");
    EXPECT_EQ(asOnTerminal("a\x1b]0;title\a"), "a\x1b]0;title\a") << "no CSI: printable() shows it";
    EXPECT_EQ(asOnTerminal("cut \x1b[3"), "cut \x1b[3");
}

TEST(Text, DigitsAreGrouped) {
    EXPECT_EQ(grouped("7"), "7");
    EXPECT_EQ(grouped("999"), "999");
    EXPECT_EQ(grouped("1000000"), "1,000,000");
    EXPECT_EQ(grouped("-1000"), "-1,000");
    EXPECT_EQ(grouped("-100"), "-100");
}

}  // namespace
}  // namespace trainyard::base
