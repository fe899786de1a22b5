// SPDX-License-Identifier: Apache-2.0
#include "core/base/sha256.h"

#include <gtest/gtest.h>

namespace trainyard::base {
namespace {

TEST(Sha256, MatchesTheVectorsOfFips180) {
    EXPECT_EQ(Sha256::hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(Sha256::hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(Sha256::hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(Sha256::hex(std::string(1000000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesAreTheWholeAndFinishStartsAgain) {
    Sha256 hash;
    const std::string text(1000, 'x');
    for (std::size_t i = 0; i < text.size(); i += 7)
        hash.update(std::as_bytes(std::span(text)).subspan(i, std::min<std::size_t>(7, text.size() - i)));
    EXPECT_EQ(hash.finish(), Sha256::hex(text));
    EXPECT_EQ(hash.finish(), Sha256::hex(""));
    Sha256 moved = std::move(hash);
    EXPECT_EQ(moved.finish(), Sha256::hex(""));
}

}  // namespace
}  // namespace trainyard::base
