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

/// The time of day that a task's log line begins with ("09:00:01.123 "), to the millisecond.
std::optional<std::chrono::milliseconds> timeOfDay(std::string_view line);

/// The logs of several tasks read as one: what is there already in the order of its time stamps, what is
/// added later as it comes. A line without a stamp stays behind the line before it. Stamps have no date: of
/// two lines the later one is less than half a day ahead.
class MergedLog {
  public:
    /// Lines of one task that follow each other.
    struct Part {
        std::string task;
        int attempt = 1;
        std::vector<std::string> lines;
    };

    void add(std::string task, int attempt, LogReader reader);
    bool isEmpty() const { return sources_.empty(); }
    /// What comes next, at most about `maxBytes` of it; nothing: no more for now. With `isComplete` nobody
    /// writes any more: a last line without its end is given, too.
    base::Result<std::vector<Part>> readSome(bool isComplete, std::size_t maxBytes = 256u << 10);

  private:
    struct Source {
        std::string task;
        int attempt;
        LogReader reader;
        std::vector<std::string> lines;
        std::size_t next = 0;                           ///< of `lines`
        std::optional<std::chrono::milliseconds> time;  ///< of that line, or of the newest one with a stamp
        bool isDrained = false;
        bool hasLine() const { return next < lines.size(); }
        void look();
    };
    static base::Status refill(Source& source, bool isComplete);
    /// The source whose next line comes first; null: none has a line.
    Source* first();

    std::vector<Source> sources_;
};

}  // namespace trainyard::node
