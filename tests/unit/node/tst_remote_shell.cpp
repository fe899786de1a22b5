// SPDX-License-Identifier: Apache-2.0
// What is said to the shell of another machine, and what is sent to it.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <fstream>

#include "core/base/file.h"
#include "core/node/child.h"
#include "core/node/remote/archive.h"
#include "core/node/remote/remote_shell.h"
#include "tests/support/temp_home.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;

TEST(LoginShell, StartsAShellThatReadsItsScript) {
    for (const char* shell : {"sh", "bash", "fish", "tcsh"}) {
        SCOPED_TRACE(shell);
        const auto script = unnamedFile("script", "echo \"$((6 * 7)) it's! \\$HOME\"; cat\nthe rest\n");
        const auto output = unnamedFile("output", "");
        ASSERT_TRUE(script && output);
        ASSERT_EQ(::lseek(script->get(), 0, SEEK_SET), 0);
        Child child;
        const auto started = child.start({shell, "-c", std::string(kShellCommand)},
                                         {{script->get(), STDIN_FILENO}, {output->get(), STDOUT_FILENO}});
        ASSERT_TRUE(started) << started.error().describe();
        EXPECT_EQ(child.wait(), 0);
        EXPECT_EQ(contentOf(*output, 1000), std::string(kShellGreeting) + "42 it's! $HOME\nthe rest\n");
    }
}

class ArchiveTest : public ::testing::Test {
  protected:
    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
};

TEST_F(ArchiveTest, IsUnpackedByTar) {
    std::ofstream(folder_ / "long") << std::string(1000, 'l');
    Archive archive;
    ASSERT_TRUE(archive.addFile("bin/long", folder_ / "long", 0755));
    ASSERT_TRUE(archive.addText("empty", "", 0644));
    ASSERT_TRUE(archive.addText("short", "s", 0600));
    // A part at a time, of a size that fits no block.
    std::vector<std::byte> part(333);
    std::ofstream file(folder_ / "a.tar", std::ios::binary);
    for (std::uint64_t offset = 0; offset < archive.size();) {
        const auto got = archive.read(offset, part);
        ASSERT_TRUE(got) << got.error().describe();
        file.write(reinterpret_cast<const char*>(part.data()), static_cast<std::streamsize>(*got));
        offset += *got;
    }
    file.close();
    EXPECT_EQ(fs::file_size(folder_ / "a.tar"), archive.size());
    ASSERT_EQ(std::system(("tar -xf " + (folder_ / "a.tar").string() + " -C " + folder_.string()).c_str()),
              0);
    EXPECT_EQ(*base::readFile(folder_ / "bin/long"), std::string(1000, 'l'));
    EXPECT_EQ(fs::status(folder_ / "bin/long").permissions() & fs::perms::owner_exec, fs::perms::owner_exec);
    EXPECT_EQ(*base::readFile(folder_ / "empty"), "");
    EXPECT_EQ(*base::readFile(folder_ / "short"), "s");
}

TEST_F(ArchiveTest, AFileThatWasReplacedIsAnError) {
    std::ofstream(folder_ / "one") << "1";
    Archive archive;
    ASSERT_TRUE(archive.addFile("one", folder_ / "one", 0644));
    const auto hash = archive.hash();
    ASSERT_TRUE(hash);
    EXPECT_EQ(*archive.hash(), *hash);
    std::ofstream(folder_ / "one") << "12";
    EXPECT_EQ(archive.hash().error().id, "archive.changed");
}

}  // namespace
}  // namespace trainyard::node
