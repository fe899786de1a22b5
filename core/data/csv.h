// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/data/bytes.h"

namespace trainyard::data {

/// The fields of one record of RFC 4180: quotes removed, "" inside them becomes ". The views live as long as
/// `record` and `unquoted`, which receives the changed texts. Nothing if a quote is inside an unquoted field,
/// is followed by more text in its field, or is never closed.
bool splitCsv(std::string_view record, char delimiter, std::vector<std::string_view>& fields,
              std::vector<std::string>& unquoted);

/// Calls `visit(record, offset, line)` for each record of a CSV file in order: its text without the line
/// break (LF or CRLF), its offset, and its line number, from 1. A record may contain line breaks inside
/// quotes; blank lines are skipped. Stops at the first error, the file's or visit's. Memory: the longest
/// record, at most 16 MiB.
base::Status forEachCsvRecord(const Bytes& file,
                              const std::function<base::Status(std::string_view record, std::uint64_t offset,
                                                               std::int64_t line)>& visit);

}  // namespace trainyard::data
