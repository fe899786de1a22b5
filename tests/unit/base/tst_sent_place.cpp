// SPDX-License-Identifier: Apache-2.0
#include "core/base/sent_place.h"

#include <gtest/gtest.h>

#include "core/base/sha256.h"

namespace trainyard::base {
namespace {

namespace fs = std::filesystem;

TEST(SentPlaceTest, NamesBeginAtTheParentOrBeforeThePattern) {
    EXPECT_EQ(baseOfPlace("/data/train.csv"), "/data");
    EXPECT_EQ(baseOfPlace("/data/*/part-?.csv"), "/data");
    EXPECT_EQ(baseOfPlace("/a[1]/b/c.csv"), "/");
    EXPECT_EQ(baseOfPlace("/"), "");
}

TEST(SentPlaceTest, WhatWasSentComesFirst) {
    const fs::path sent = fs::path(::testing::TempDir()) / "sent-place";
    fs::remove_all(sent);
    EXPECT_EQ(whereSent("", "/data/train.csv"), "/data/train.csv");
    EXPECT_EQ(whereSent(sent, "/data/train.csv"), "/data/train.csv") << "nothing was sent";
    const fs::path folder = sent / Sha256::hex("/data/part-*.csv");
    fs::create_directories(folder);
    EXPECT_EQ(whereSent(sent, "/data/part-*.csv"), folder / "part-*.csv");
    EXPECT_EQ(whereSent(sent, "/data/train.csv"), "/data/train.csv") << "something else was sent";
    fs::remove_all(sent);
}

TEST(SentPlaceTest, PluginsAreInOneFolder) {
    EXPECT_EQ(sentPlace("/sent", "plugin:own"), fs::path("/sent/plugins/own"));
    EXPECT_EQ(sentPlace("", "plugin:own"), "");
}

}  // namespace
}  // namespace trainyard::base
