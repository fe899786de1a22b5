// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/name_template.h"

namespace trainyard::base {
namespace {

std::string named(const std::string& text) {
    const auto name = NameTemplate::parse(text);
    if (!name) return "refused: " + name.error().message.text();
    return name->expand({{"epoch", 3}, {"step", 210}, {"batch", 0}}, {{"val_loss", 0.41666}, {"loss", 1e-7}});
}

TEST(NameTemplate, IsKeras) {
    EXPECT_EQ(named("weights.{epoch:02d}-{val_loss:.2f}"), "weights.03-0.42");
    EXPECT_EQ(named("{epoch:02d}-{val_loss:.2f}.hdf5"), "03-0.42.hdf5");
    EXPECT_EQ(named("m{step}"), "m210");
    EXPECT_EQ(named("m{step:8d}"), "m     210");
    EXPECT_EQ(named("m{loss:.1e}"), "m1.0e-07");
    EXPECT_EQ(named("m{val_loss:.3g}"), "m0.417");
    EXPECT_EQ(named("m{{{batch}}}"), "m{0}");
    EXPECT_EQ(named("m{accuracy:.2f}"), "mnan") << "no epoch has been measured yet";
    EXPECT_EQ(NameTemplate::parse("a{epoch}b{val_loss:.2f}c")->fields(),
              (std::vector<std::string>{"epoch", "val_loss"}));
}

TEST(NameTemplate, SaysWhichNamesItMayGive) {
    const auto name = NameTemplate::parse("weights.{epoch:02d}-{val_loss:.2f}.keras");
    ASSERT_TRUE(name);
    for (const char* given : {"weights.03-0.42.keras", "weights.100--inf.keras", "weights.01-nan.keras",
                              "weights.01-1.5e+300.keras"})
        EXPECT_TRUE(name->mayGive(given)) << given;
    for (const char* other : {"weights", "weights.03-0.42", "weights.-0.42.keras", "weights.a-0.42.keras",
                              "weights.03-best.keras", "weights.03-0.42.keras.before"})
        EXPECT_FALSE(name->mayGive(other)) << other;
    EXPECT_TRUE(NameTemplate::parse("m{epoch}{step}")->mayGive("m12"));
    EXPECT_FALSE(NameTemplate::parse("m{epoch}{step}")->mayGive("m1"));
}

TEST(NameTemplate, AnyNumberMakesAName) {
    const auto name = NameTemplate::parse("m{val_loss:.2f}");
    ASSERT_TRUE(name);
    EXPECT_EQ(name->expand({}, {{"val_loss", 1e300}}), "m1.000000e+300") << "file systems allow 255 bytes";
    EXPECT_EQ(name->expand({}, {{"val_loss", -1e20}}), "m-100000000000000000000.00");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(name->expand({}, {{"val_loss", std::copysign(nan, -1.0)}}), "mnan") << "as Python prints it";
    EXPECT_EQ(name->expand({}, {{"val_loss", std::numeric_limits<double>::infinity()}}), "minf");
}

TEST(NameTemplate, RefusesWhatIsNoNameOfAFile) {
    for (const char* text :
         {"a/{epoch}", "../{epoch}", ".m{epoch}", "-m{epoch}", "m\n{epoch}", "m{epoch", "m}", "m{}",
          "m{Epoch}", "m{epoch!r}", "m{epoch:x}", "m{epoch:.2f}", "m{val_loss:d}", "m{val_loss:.}",
          "m{val_loss:100.2f}", "m{val_loss:%}", "{epoch}", "{epoch}-{step}", "{step}"})
        EXPECT_TRUE(named(text).starts_with("refused")) << text << ": " << named(text);
    EXPECT_TRUE(named(std::string(201, 'm')).starts_with("refused"));
    EXPECT_TRUE(named("m{step:99d}{step:99d}").starts_with("refused"));
}

}  // namespace
}  // namespace trainyard::base
