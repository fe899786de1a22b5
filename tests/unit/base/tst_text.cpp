// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"

#include <gtest/gtest.h>

namespace trainyard::base {
namespace {

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

}  // namespace
}  // namespace trainyard::base
