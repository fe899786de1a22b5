// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/spec/run/output_spec.h"

namespace trainyard::control {

/// A value found in a program's output, in the naming of imported logs (events::seriesName).
struct OutputValue {
    std::string split, tag;
    std::int64_t step = 0;
    double value = 0;
    bool operator==(const OutputValue&) const = default;
};

/// Finds the values of one entry of `metrics` in a program's output. It remembers what the lines before have
/// said, such as their epoch: the same lines always give the same values.
class OutputLines {
  public:
    virtual ~OutputLines() = default;
    /// One line, as a terminal shows it (base::asOnTerminal); of a progress bar, every state is one.
    virtual void read(std::string_view line, std::vector<OutputValue>& values) = 0;
    /// Whether a line was left out because its step cannot be kept exactly.
    bool hasTooLargeStep() const { return hasTooLargeStep_; }

  protected:
    void noteTooLargeStep() { hasTooLargeStep_ = true; }

  private:
    bool hasTooLargeStep_ = false;
};

/// For a checked entry: a pattern that RE2 refuses finds nothing.
std::unique_ptr<OutputLines> makeOutputLines(const spec::OutputPattern& pattern);

}  // namespace trainyard::control
