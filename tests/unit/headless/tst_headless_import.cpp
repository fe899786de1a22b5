// SPDX-License-Identifier: Apache-2.0
// import, and what runs that came of it are asked afterwards; names that no message can carry.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "headless_fixture.h"

namespace trainyard::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class ImportTest : public HeadlessTest {};

TEST_F(ImportTest, AnEmptyPathIsWrongUse) {
    const std::vector<std::vector<std::string>> commands{{"import", ""},
                                                         {"checkpoint", "show", ""},
                                                         {"checkpoint", "verify", ""},
                                                         {"checkpoint", "pin", ""},
                                                         {"checkpoint", "diff", "/a", ""},
                                                         {"checkpoint", "export", "/a", "--to", ""}};
    for (const auto& command : commands) {
        const Program program = finished(command, 2);
        EXPECT_THAT(program.error(), HasSubstr("an empty path names nothing")) << command.back();
    }
    EXPECT_TRUE(agent->imported().empty());
}

TEST_F(ImportTest, WhatIsNotUtf8IsShownAndRefused) {
    const std::vector<std::vector<std::string>> commands{{"import", "/tmp/caf\xe9"},
                                                         {"run", "/tmp/caf\xe9"},
                                                         {"checkpoint", "export", "/a", "--to", "caf\xe9"},
                                                         {"predict", "demo-1", "caf\xe9.png"},
                                                         {"note", "demo-1", "caf\xe9"}};
    for (auto command : commands) {
        const Program human = finished(command, 3);
        EXPECT_THAT(human.error(), AllOf(StartsWith("trainyard: names and texts must be UTF-8"),
                                         HasSubstr("caf\\xe9"), Not(HasSubstr("protobuf"))))
            << command.front();
        command.push_back("--json");
        EXPECT_EQ(nlohmann::json::parse(finished(command, 3).output())["error"]["code"], "text.not_utf8");
    }
    // Where people stand counts too.
    const std::filesystem::path here = folder / "caf\xe9";
    std::filesystem::create_directory(here);
    std::filesystem::current_path(here);
    EXPECT_THAT(
        finished({"import", "logs"}, 3).error(),
        AllOf(StartsWith("trainyard: names of files and folders must be UTF-8"), HasSubstr("caf\\xe9")));
    std::filesystem::current_path("/");
}

}  // namespace
}  // namespace trainyard::testing
