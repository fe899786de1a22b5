// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace trainyard::headless {

/// Standard output and standard error, written at once and unbuffered. A reader that went away is no error:
/// isClosed() then says so and nothing more is written. Thread-safe.
class Console {
  public:
    /// Ignores SIGPIPE in this process.
    Console();

    void print(std::string_view text);       ///< to stdout, as it is
    void printError(std::string_view text);  ///< to stderr, as it is
    /// True once stdout's reader has gone.
    bool isClosed() const;
    /// Any other failure of stdout (a full disk).
    base::Status status() const;

    bool isTerminal() const { return isTerminal_; }  ///< stdout is one
    bool hasColour() const {
        return hasColour_;
    }  ///< a terminal that can, and NO_COLOR is not set (no-color.org)
    int width() const;  ///< of the terminal now; 80 where it does not say

  private:
    mutable std::mutex mutex_;
    bool isTerminal_ = false;
    bool hasColour_ = false;
    bool isClosed_ = false;
    base::Status status_;
};

/// Text of several lines from outside: each line made safe for a terminal, line breaks kept.
std::string printableLines(std::string_view text);

}  // namespace trainyard::headless
