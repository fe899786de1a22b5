// SPDX-License-Identifier: Apache-2.0
// Plugins in folders that are not searched: which are used, and when no longer.
#include "core/plugin/trust.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "core/base/file.h"
#include "core/plugin/library.h"
#include "core/plugin/script.h"
#include "tests/support/temp_home.h"

namespace trainyard::plugin {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class TrustTest : public testing::Test {
  protected:
    void SetUp() override {
        ::setenv("TRAINYARD_HOME", home_.root().c_str(), 1);
        write("manifest.json",
              base::readFile(TRAINYARD_SOURCE_DIR "/tests/e2e/consumer/pair/manifest.json").value());
        const auto manifest = readManifest(plugin());
        ASSERT_TRUE(manifest) << manifest.error().describe();
        library_ = manifest->library;
        write(library_, "elf");
    }
    void TearDown() override {
        ::unsetenv("TRAINYARD_HOME");
        ::unsetenv("TRAINYARD_PLUGIN_PATH");
    }
    fs::path plugin() const { return folder_ / "downloads/pair"; }
    void write(const std::string& name, const std::string& text) const {
        fs::create_directories(plugin());
        ASSERT_TRUE(base::writeFileAtomically(plugin() / name, text));
    }
    void trust() const {
        const auto examined = examine(plugin());
        ASSERT_TRUE(examined) << examined.error().describe();
        TrustList list;
        list.add(*examined);
        ASSERT_TRUE(list.save(home_));
    }
    /// Whether the plugin of a fresh catalog may be opened.
    static std::string answer() {
        const Catalog catalog = Catalog::load();
        const Manifest* found = catalog.find("pair");
        if (!found) return catalog.broken().empty() ? "not found" : catalog.broken().front().describe();
        const auto usable = checkLibrary(*found);
        return usable ? "usable" : usable.error().id + ": " + usable.error().message.text();
    }

    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
    std::string library_;
    // The folder's name is known once SetUp() has made it.
    struct LateHome {
        const TrustTest& test;
        fs::path root() const { return test.folder_ / "home"; }
        operator base::Home() const { return base::Home(root()); }
    } home_{*this};
};

TEST_F(TrustTest, APluginElsewhereIsUsedOnceItIsTrusted) {
    EXPECT_EQ(answer(), "not found");
    trust();
    EXPECT_EQ(answer(), "usable");
    struct stat info{};
    ASSERT_EQ(::stat((home_.root() / "plugins.json").c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 07777, 0600u);

    auto list = TrustList::load(home_);
    ASSERT_TRUE(list);
    EXPECT_EQ(*list->find("pair"), *examine(plugin()));
    EXPECT_FALSE(list->remove("other"));
    EXPECT_TRUE(list->remove("pair"));
    ASSERT_TRUE(list->save(home_));
    EXPECT_EQ(answer(), "not found");
}

TEST_F(TrustTest, ALibraryThatHasChangedIsRefusedWithBothHashes) {
    trust();
    const std::string then = examine(plugin())->sums.library;
    write(library_, "other");
    const std::string refused = answer();
    EXPECT_THAT(refused, HasSubstr("plugin.changed: "));
    EXPECT_THAT(refused, HasSubstr(then + " then"));
    EXPECT_THAT(refused, HasSubstr(examine(plugin())->sums.library + " now"));
    EXPECT_THAT(refused, HasSubstr("plugins trust " + plugin().string()));
    trust();
    EXPECT_EQ(answer(), "usable");

    const std::string manifest = base::readFile(plugin() / "manifest.json").value();
    write("manifest.json", manifest + "\n");
    EXPECT_THAT(answer(), HasSubstr("manifest.json has changed"));
}

/// Who has a plugin in a searched folder may build it again as often as before.
TEST_F(TrustTest, AFolderThatIsSearchedNeedsNoTrust) {
    trust();
    write(library_, "built again");
    EXPECT_THAT(answer(), HasSubstr("plugin.changed: "));
    ::setenv("TRAINYARD_PLUGIN_PATH", plugin().parent_path().c_str(), 1);
    EXPECT_EQ(answer(), "usable");
    EXPECT_TRUE(Catalog::load().broken().empty()) << "it is no second plugin of that id";
}

TEST_F(TrustTest, WhatOthersMayChangeIsNeverTrusted) {
    fs::permissions(plugin() / library_, fs::perms::others_write, fs::perm_options::add);
    EXPECT_EQ(examine(plugin()).error().id, "plugin.writable");
    fs::permissions(plugin() / library_, fs::perms::others_write, fs::perm_options::remove);
    trust();
    for (const fs::path& path : {home_.root() / "plugins.json", home_.root()}) {
        fs::permissions(path, fs::perms::others_write, fs::perm_options::add);
        EXPECT_THAT(answer(), HasSubstr("other users can change " + path.string()));
        fs::permissions(path, fs::perms::others_write, fs::perm_options::remove);
    }
    EXPECT_EQ(answer(), "usable");
}

TEST_F(TrustTest, ADamagedListAndAMissingFolderAreReported) {
    trust();
    fs::remove_all(plugin());
    EXPECT_THAT(answer(), HasSubstr("plugins distrust pair"));
    for (const char* text : {"{", "{}", R"({"trusted": [{"id": 7}]})"}) {
        ASSERT_TRUE(base::writeFileAtomically(home_.root() / "plugins.json", text));
        EXPECT_THAT(answer(), HasSubstr("plugins.json"));
        EXPECT_FALSE(TrustList::load(home_));
    }
}

/// Trust is of the bytes, wherever they are.
TEST_F(TrustTest, ATorchScriptFileIsTrustedByItsHash) {
    const std::string whole =
        std::string("PK\x03\x04") + "m/constants.pkl" + "PK\x05\x06" + std::string(18, '\0');
    const fs::path file = folder_ / "m.pt", copy = folder_ / "copy.pt";
    const auto refusal = [](const fs::path& path) {
        const auto read = readTrustedScript(path);
        return read ? "" : read.error().id + ": " + read.error().message.text();
    };
    ASSERT_TRUE(base::writeFileAtomically(file, whole));
    EXPECT_THAT(refusal(file), HasSubstr("torchscript.not_trusted: "));
    const std::string before = readScript(file).value().sha256;
    TrustList list;
    list.add(TrustedScript{fs::canonical(file), before});
    ASSERT_TRUE(list.save(home_));
    EXPECT_EQ(refusal(file), "");
    EXPECT_EQ(readTrustedScript(file).value().bytes, whole);
    fs::copy_file(file, copy);
    EXPECT_EQ(refusal(copy), "");

    ASSERT_TRUE(base::writeFileAtomically(file, whole + "x"));
    const std::string after = readScript(file).value().sha256, changed = refusal(file);
    EXPECT_THAT(changed, HasSubstr("torchscript.changed: "));
    EXPECT_THAT(changed, HasSubstr(before));
    EXPECT_THAT(changed, HasSubstr(after));
    for (const std::string& text : {std::string(), whole.substr(0, whole.size() - 20), whole.substr(1)}) {
        ASSERT_TRUE(base::writeFileAtomically(file, text));
        EXPECT_THAT(refusal(file), HasSubstr("torchscript.file: "));
    }
    auto again = TrustList::load(home_);
    ASSERT_TRUE(again);
    EXPECT_TRUE(again->removeScript(fs::canonical(file)));
    ASSERT_TRUE(again->save(home_));
    EXPECT_THAT(refusal(copy), HasSubstr("torchscript.not_trusted: "));
}

}  // namespace
}  // namespace trainyard::plugin
