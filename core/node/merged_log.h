// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/node/log_file.h"

namespace trainyard::node {

/// The time of day at the start of a task's log line ("09:00:01.123 "), to the millisecond.
std::optional<std::chrono::milliseconds> timeOfDay(std::string_view line);

/// The logs of several tasks merged into one: existing lines in the order of their time stamps, new lines as
/// they arrive. A line without a stamp stays after the line before it. Stamps have no date: of two lines, the
/// later one is assumed to be less than half a day ahead.
class MergedLog {
  public:
    /// Consecutive lines of one task.
    struct Part {
        std::string task;
        int attempt = 1;
        std::vector<std::string> lines;
    };

    void add(std::string task, int attempt, LogReader reader);
    bool isEmpty() const { return sources_.empty(); }
    /// The next lines, at most about `maxBytes` of them; nothing: none at the moment. With `isComplete`,
    /// writing has ended and an incomplete last line is returned, too.
    base::Result<std::vector<Part>> readSome(bool isComplete, std::size_t maxBytes = 256u << 10);

  private:
    struct Source {
        std::string task;
        int attempt;
        LogReader reader;
        std::vector<std::string> lines;
        std::size_t next = 0;                           ///< index into `lines`
        std::optional<std::chrono::milliseconds> time;  ///< of that line, or of the latest one with a stamp
        bool isDrained = false;
        bool hasLine() const { return next < lines.size(); }
        void poll();
    };
    static base::Status refill(Source& source, bool isComplete);
    /// The source whose next line comes first; null if none has a line.
    Source* first();

    std::vector<Source> sources_;
};

}  // namespace trainyard::node
