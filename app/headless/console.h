// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::headless {

/// Standard output and standard error, written at once and unbuffered. A closed reader is not an error:
/// isClosed() then returns true and nothing more is written. Thread-safe.
class Console {
  public:
    /// Ignores SIGPIPE in this process.
    Console();

    void print(std::string_view text);       ///< to stdout, unchanged
    void printError(std::string_view text);  ///< to stderr, unchanged
    /// True once stdout's reader has closed it, and that was noticed: by a write, or by a ReaderWatch.
    bool isClosed() const;
    void noteClosed();
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

/// Notices that the reader of stdout has gone while nothing is written, for as long as it exists. Only a pipe
/// or a socket has a reader that can go: a file is kept, and a terminal that goes sends SIGHUP.
class ReaderWatch {
  public:
    /// `also` requests the token's stop, too. Create it after Signals.
    ReaderWatch(Console& console, const std::stop_token& also);
    ~ReaderWatch();
    std::stop_token token() const { return stop_.get_token(); }

  private:
    void serve();

    Console& console_;
    std::stop_source stop_;
    std::stop_callback<std::function<void()>> also_;
    base::UniqueFd end_;
    std::thread thread_;
};

}  // namespace trainyard::headless
