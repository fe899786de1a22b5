// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace trainyard::events::tfrecord {

// The framing of TFRecord files, including event files: u64 length, u32 masked CRC32C of the length, the
// data, u32 masked CRC32C of the data, little-endian
// (https://www.tensorflow.org/tutorials/load_data/tfrecord).

inline constexpr std::size_t kHeaderBytes = 12;   ///< length, its CRC
inline constexpr std::size_t kFramingBytes = 16;  ///< plus the data's CRC

/// The length in the 12 bytes of a record's header; nothing if their checksum is wrong.
std::optional<std::uint64_t> lengthIn(std::string_view header);
/// Whether the 4 bytes of `footer` are the checksum of `data`.
bool checks(std::string_view data, std::string_view footer);
/// Appends `data` as a record.
void append(std::string& out, std::string_view data);

}  // namespace trainyard::events::tfrecord
