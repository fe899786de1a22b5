// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "core/base/fd.h"

namespace trainyard::testing {

/// trainyard-headless as a child process whose output a test reads. Every wait times out with an exception
/// after 20 s.
class Program {
  public:
    enum class Stdout { kPipe, kTerminal, kFull };  ///< full: as on a disk without room
    /// `environment`: entries NAME=value on top of the test's own.
    Program(std::vector<std::string> args, const std::vector<std::string>& environment,
            Stdout kind = Stdout::kPipe);
    Program(Program&& other) noexcept;
    ~Program();

    void signal(int number) const;
    /// Reads stdout (or stderr) until `text` has arrived; returns everything so far.
    const std::string& waitForOutput(const std::string& text);
    const std::string& waitForError(const std::string& text);
    /// Closes our end of stdout, as `head` does when it has read enough.
    void closeOutput();
    /// Reads both to their ends and reaps: the exit code, or 128 + the signal that killed it.
    int wait();

    const std::string& output() const { return output_.text; }
    const std::string& error() const { return error_.text; }
    std::vector<std::string> outputLines() const;

  private:
    struct Stream {
        base::UniqueFd fd;
        std::string text;
    };
    /// Waits for more from either stream; false when both have ended.
    bool readMore();
    const std::string& waitFor(Stream& stream, const std::string& text);

    pid_t pid_ = -1;
    Stream output_, error_;
};

}  // namespace trainyard::testing
