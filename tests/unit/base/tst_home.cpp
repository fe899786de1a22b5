// SPDX-License-Identifier: Apache-2.0
#include "core/base/home.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "tests/support/temp_home.h"

namespace trainyard::base {
namespace {

class HomeTest : public testing::Test {
  protected:
    void SetUp() override {
        for (const char* name : {"TRAINYARD_HOME", "XDG_DATA_HOME", "HOME", "XDG_RUNTIME_DIR"})
            ::unsetenv(name);
    }
};

TEST_F(HomeTest, TakesTheFirstThatIsSet) {
    EXPECT_FALSE(Home::fromEnvironment());
    ::setenv("HOME", "/home/ada", 1);
    EXPECT_EQ(Home::fromEnvironment()->root(), "/home/ada/.local/share/trainyard");
    ::setenv("XDG_DATA_HOME", "/data", 1);
    EXPECT_EQ(Home::fromEnvironment()->root(), "/data/trainyard");
    ::setenv("XDG_DATA_HOME", "relative", 1);
    EXPECT_EQ(Home::fromEnvironment()->root(), "/home/ada/.local/share/trainyard")
        << "XDG paths must be absolute";
    ::setenv("TRAINYARD_HOME", "/srv/../srv/ty", 1);
    EXPECT_EQ(Home::fromEnvironment()->root(), "/srv/ty");
    EXPECT_EQ(Home("/srv/ty").run("r-1"), "/srv/ty/runs/r-1");
}

TEST_F(HomeTest, ALongSocketPathFallsBackToTheRuntimeFolder) {
    EXPECT_EQ(Home("/srv/ty").agentSocket(), "/srv/ty/run/agent.sock");
    const std::string suffix = "/run/agent.sock";
    const std::string longest = "/" + std::string(100 - suffix.size() - 1, 'x');
    EXPECT_EQ(Home(longest).agentSocket(), longest + suffix) << "100 bytes still fit";
    ::setenv("XDG_RUNTIME_DIR", "/run/user/1000", 1);
    const auto a = Home(longest + "x").agentSocket(), b = Home(longest + "y").agentSocket();
    EXPECT_TRUE(a.string().starts_with("/run/user/1000/trainyard-")) << a;
    EXPECT_LE(a.string().size(), 100u);
    EXPECT_EQ(a.filename(), "agent.sock");
    EXPECT_NE(a, b) << "each home has its own";
    ::setenv("XDG_RUNTIME_DIR", ("/run/" + std::string(60, 'r')).c_str(), 1);
    EXPECT_TRUE(Home(longest + "x").agentSocket().string().starts_with("/tmp/trainyard-"))
        << "no agent could listen there";
    ::unsetenv("XDG_RUNTIME_DIR");
    EXPECT_TRUE(Home(longest + "x").agentSocket().string().starts_with("/tmp/trainyard-"));
}

/// R11: what others put into a home would run as its owner.
TEST_F(HomeTest, IsPreparedForThisUserAlone) {
    const TempHome temporary;
    const Home home(temporary.path() / "new" / "home");
    ASSERT_TRUE(home.prepare());
    const auto mode = [&] { return std::filesystem::status(home.root()).permissions(); };
    using std::filesystem::perms;
    EXPECT_EQ(mode(), perms::owner_all);
    std::filesystem::permissions(home.root(), perms(0755));
    EXPECT_TRUE(home.prepare()) << "others may look at it";
    EXPECT_EQ(mode(), perms(0755));
    for (const int open : {0757, 0777, 01777}) {
        std::filesystem::permissions(home.root(), perms(open));
        const Status refused = home.prepare();
        ASSERT_FALSE(refused) << open;
        EXPECT_EQ(refused.error().id, "home.writable");
        EXPECT_NE(refused.error().message.text().find(home.root().string()), std::string::npos);
        EXPECT_NE(refused.error().message.text().find("chmod go-w"), std::string::npos);
    }
    std::filesystem::permissions(home.root(), perms::owner_all);
    std::filesystem::create_symlink(temporary.path() / "elsewhere", home.agentLog());
    const Status refused = home.prepare();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().id, "home.log_link");
}

TEST_F(HomeTest, SiblingProgramsAreFoundBesideThisOne) {
    EXPECT_TRUE(siblingProgram("base_tests"));
    const auto none = siblingProgram("trainyard-nothing");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().id, "program.missing");
    EXPECT_NE(none.error().message.text().find(programFolder().string()), std::string::npos);
}

}  // namespace
}  // namespace trainyard::base
