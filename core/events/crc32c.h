// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace trainyard::events {

/// CRC-32C (Castagnoli polynomial, RFC 3720 B.4), with the CPU's instruction if available.
std::uint32_t crc32c(std::string_view bytes);
/// The same with a table only: the fallback of crc32c, callable so that a test can compare the two.
std::uint32_t crc32cByTable(std::string_view bytes);
/// As TFRecord stores it: rotated right by 15 and offset, so that a CRC over data that holds CRCs stays
/// useful (tensorflow/core/lib/hash/crc32c.h).
std::uint32_t maskedCrc32c(std::string_view bytes);

}  // namespace trainyard::events
