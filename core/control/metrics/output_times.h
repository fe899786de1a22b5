// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/base/error.h"

namespace trainyard::control {

/// When the pieces of a program's output were read, so that whoever reads it again reads the same pieces at
/// the same times. A text file: a line per piece with values, `<offset of its end> <seconds>`. Memory is
/// bounded.
class OutputTimes {
  public:
    struct Piece {
        std::uint64_t end = 0;
        double time = 0;  ///< seconds since 1970
    };

    OutputTimes() = default;
    explicit OutputTimes(std::filesystem::path file) : file_(std::move(file)) {}

    /// The first piece that ends beyond `offset`, which never decreases; nothing: it has not been read
    /// before. Blocks on the disk.
    base::Result<std::optional<Piece>> beyond(std::uint64_t offset);
    /// Appends a piece, unless beyond() has found it. What a full disk leaves of one is overwritten.
    base::Status add(const Piece& piece);

  private:
    base::Result<bool> readLine();

    std::filesystem::path file_;  ///< empty: nothing is kept
    Piece last_;
    std::uint64_t size_ = 0;  ///< of the lines up to last_
    std::string ahead_;       ///< what follows them, as far as it has been read
    std::size_t place_ = 0;   ///< in ahead_
    bool isAtEnd_ = false;
};

}  // namespace trainyard::control
