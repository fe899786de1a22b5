// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace trainyard::base {

/// A file name with fields, as Keras' ModelCheckpoint has them: "weights.{epoch:02d}-{val_loss:.2f}". A field
/// is a name, and perhaps how its number is written, in Python's words: `d` with a width, or `f`, `e`, `g`
/// with a width and a precision. "{{" and "}}" are braces.
class NameTemplate {
  public:
    /// Fields that are integers; all others are metrics.
    static constexpr std::string_view kEpoch = "epoch", kStep = "step", kBatch = "batch";

    /// kInvalidArgument says what is wrong: a name that is hidden, has no letter outside its fields, leaves
    /// its folder, or is long; a field that cannot be written so.
    static Result<NameTemplate> parse(std::string_view text);

    /// The names of its fields, in order.
    std::vector<std::string> fields() const;
    /// The name with these numbers, never longer than parse() allows: a metric that its format would write
    /// with too many digits is written with an exponent. One that is missing is "nan".
    std::string expand(const std::map<std::string, std::int64_t>& counts,
                       const std::map<std::string, double>& metrics) const;
    /// Whether some numbers give this name.
    bool mayGive(std::string_view name) const;

  private:
    struct Part {
        std::string text;         ///< written as it is, before the field
        std::string field;        ///< empty: none
        std::string format;       ///< for fmt: "{:02d}"
        std::size_t longest = 0;  ///< bytes of the field
    };
    bool mayGive(std::size_t part, std::string_view name) const;
    std::vector<Part> parts_;
};

}  // namespace trainyard::base
