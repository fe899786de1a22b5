// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace trainyard::headless {

/// Standard output and standard error, written at once and unbuffered. A closed reader is not an error:
/// isClosed() then returns true and nothing more is written. Thread-safe.
class Console {
  public:
    /// Ignores SIGPIPE in this process.
    Console();

    void print(std::string_view text);       ///< to stdout, unchanged
    void printError(std::string_view text);  ///< to stderr, unchanged
    /// True once stdout's reader has closed it.
    bool isClosed() const;
    /// Any other failure of stdout (a full disk).
    base::Status status() const;
    /// Neither: what is printed arrives.
    bool isRead() const { return !isClosed() && status().has_value(); }

    bool isTerminal() const { return isTerminal_; }  ///< stdout is a terminal
    bool hasColour() const {
        return hasColour_;
    }  ///< a terminal with colours, and NO_COLOR is not set (no-color.org)
    int width() const;  ///< current terminal width; 80 if unknown

  private:
    mutable std::mutex mutex_;
    bool isTerminal_ = false;
    bool hasColour_ = false;
    bool isClosed_ = false;
    base::Status status_;
};

}  // namespace trainyard::headless
