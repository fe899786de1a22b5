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

/// The fields of one record of RFC 4180: quotes taken off, "" inside them made ". The views live as long as
/// `record` and `unquoted`, which receives the texts that had to be changed. Nothing: a quote stands inside
/// an unquoted field, goes on behind its end, or is never closed.
bool splitCsv(std::string_view record, char delimiter, std::vector<std::string_view>& fields,
              std::vector<std::string>& unquoted);

/// Calls `visit(record, offset, line)` for each record of a CSV file in turn: its text without the line break
/// (LF or CRLF), where it begins, and its line, from 1. A record may hold line breaks inside quotes; blank
/// lines are passed over. Ends at the first error, the file's or visit's. Memory: the longest record, at most
/// 16 MiB.
base::Status forEachCsvRecord(const Bytes& file,
                              const std::function<base::Status(std::string_view record, std::uint64_t offset,
                                                               std::int64_t line)>& visit);

}  // namespace trainyard::data
