// SPDX-License-Identifier: Apache-2.0
// run.yaml and run.started.yaml in a run's folder.
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "core/base/file.h"
#include "core/control/run/run_file.h"
#include "core/spec/run/run_spec.h"
#include "tests/support/full_disk.h"
#include "tests/support/temp_home.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;

class ControlRunFileTest : public ::testing::Test {
  protected:
    static v1::RunSpec named(const std::string& name) {
        return *spec::fromJson({{"trainyard", 1}, {"name", name}});
    }
    std::string text(const fs::path& file) { return base::readFile(file).value_or("none"); }
    /// The name of the run as it was started; empty: it is not told.
    std::string startedName() {
        v1::GetRunReply reply;
        addStartedSpec(folder_.root, reply);
        return reply.started_spec().name();
    }
    TempHome tempHome_;
    const RunFolder folder_{tempHome_.path()};
};

TEST_F(ControlRunFileTest, TheFirstOneIsKeptWhenItChanges) {
    ASSERT_TRUE(writeRunFile(folder_, named("first")));
    EXPECT_EQ(text(folder_.runFile()), spec::toYaml(named("first")));
    EXPECT_EQ(startedName(), "") << "it was not changed";
    ASSERT_TRUE(writeRunFile(folder_, named("second")));
    ASSERT_TRUE(writeRunFile(folder_, named("third")));
    EXPECT_EQ(text(folder_.runFile()), spec::toYaml(named("third")));
    EXPECT_EQ(startedName(), "first");
}

/// The agent ended between the two files.
TEST_F(ControlRunFileTest, AChangeThatWasCutOffIsMade) {
    ASSERT_TRUE(writeRunFile(folder_, named("first")));
    ASSERT_TRUE(base::writeFileAtomically(folder_.startedFile(), text(folder_.runFile())));
    ASSERT_TRUE(writeRunFile(folder_, named("second")));
    EXPECT_EQ(text(folder_.runFile()), spec::toYaml(named("second")));
    EXPECT_EQ(startedName(), "first");
}

TEST_F(ControlRunFileTest, AFullDiskRefusesAChangeAndNothingElse) {
    ASSERT_TRUE(writeRunFile(folder_, named("first")));
    {
        const FullDisk full;
        EXPECT_TRUE(writeRunFile(folder_, named("first"))) << "nothing changes";
        const auto changed = writeRunFile(folder_, named("second"));
        ASSERT_FALSE(changed);
        EXPECT_EQ(changed.error().code, base::Code::kResourceExhausted) << changed.error().describe();
    }
    EXPECT_EQ(text(folder_.runFile()), spec::toYaml(named("first")));
    EXPECT_EQ(startedName(), "");
}

TEST_F(ControlRunFileTest, ADamagedRecordHidesNothingElseOfTheRun) {
    for (const char* damaged : {"name: [", "7", "trainyard: 1\nname: {}\n", ""}) {
        std::ofstream(folder_.startedFile()) << damaged;
        EXPECT_EQ(startedName(), "") << damaged;
    }
    fs::remove(folder_.startedFile());
    ASSERT_EQ(::mkfifo(folder_.startedFile().c_str(), 0600), 0);
    EXPECT_EQ(startedName(), "") << "it waits for no writer";
}

TEST_F(ControlRunFileTest, WhatIsNoFileIsNotWrittenOver) {
    ASSERT_EQ(::mkfifo(folder_.runFile().c_str(), 0600), 0);
    EXPECT_EQ(writeRunFile(folder_, named("first")).error().id, "file.not_regular");
    EXPECT_TRUE(fs::is_fifo(folder_.runFile()));
}

TEST_F(ControlRunFileTest, WhatAKilledProcessWasWritingIsRemoved) {
    const pid_t killed = ::fork();
    if (killed == 0) ::_exit(0);
    ASSERT_EQ(::waitpid(killed, nullptr, 0), killed);
    const auto write = [&](const std::string& target, pid_t writer) {
        const fs::path path = folder_.root / ("." + target + "." + std::to_string(writer) + "-1.tmp");
        std::ofstream(path) << "half of";
        return path;
    };
    const std::vector<fs::path> leftovers = {write("run.yaml", killed), write("run.started.yaml", killed),
                                             write("attempt.json", killed)};
    const fs::path live = write("run.yaml", ::getpid()), others = write("notes.txt", killed);
    removeLeftovers(folder_);
    for (const fs::path& one : leftovers) EXPECT_FALSE(fs::exists(one)) << one;
    EXPECT_TRUE(fs::exists(live));
    EXPECT_TRUE(fs::exists(others));
}

}  // namespace
}  // namespace trainyard::control
