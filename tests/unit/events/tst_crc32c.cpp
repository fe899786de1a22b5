// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "core/events/crc32c.h"

namespace trainyard::events {
namespace {

TEST(Crc32c, MatchesTheVectorsOfRfc3720) {
    std::string rising, falling;
    for (int i = 0; i < 32; ++i) rising += static_cast<char>(i);
    for (int i = 31; i >= 0; --i) falling += static_cast<char>(i);
    for (auto crc : {crc32c, crc32cByTable}) {
        EXPECT_EQ(crc(""), 0u);
        EXPECT_EQ(crc("123456789"), 0xE3069283u);
        EXPECT_EQ(crc(std::string(32, '\0')), 0x8A9136AAu);
        EXPECT_EQ(crc(std::string(32, '\xFF')), 0x62A8AB43u);
        EXPECT_EQ(crc(rising), 0x46DD794Eu);
        EXPECT_EQ(crc(falling), 0x113FDB5Cu);
    }
}

TEST(Crc32c, TableAndInstructionAgreeAtEveryLength) {
    std::string bytes;
    for (int i = 0; i < 200; ++i) {
        EXPECT_EQ(crc32c(bytes), crc32cByTable(bytes)) << i;
        bytes += static_cast<char>(i * 37 + 11);
    }
}

TEST(Crc32c, MaskIsTensorFlows) {
    // Mask(crc) = rotr(crc, 15) + 0xa282ead8.
    EXPECT_EQ(maskedCrc32c("123456789"), ((0xE3069283u >> 15) | (0xE3069283u << 17)) + 0xA282EAD8u);
}

}  // namespace
}  // namespace trainyard::events
