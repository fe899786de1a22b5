// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/events/wire.h"

namespace trainyard::events {

/// The value of a TensorProto of one element whose type is neither float32 nor float64: whole numbers, bool,
/// float16 and bfloat16, which are varints in a field of their own, or bytes of `tensor_content`
/// (tensorflow/core/framework/{tensor,types}.proto).
class TensorNumber {
  public:
    /// Takes a field of a TensorProto, if it holds such values. False if its bytes are damaged.
    bool take(const wire::Field& field);

    /// Whether `dtype` is one of these types.
    static bool has(std::int64_t dtype);
    /// The value, by has(dtype). No value at all is 0; false for several values, or for those of another
    /// type.
    bool number(std::int64_t dtype, std::string_view content, double& number) const;

  private:
    std::uint32_t field_ = 0;
    std::uint64_t last_ = 0, count_ = 0;
};

}  // namespace trainyard::events
