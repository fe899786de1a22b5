// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace trainyard::base {

/// The addresses that begin with the same bits, "10.78.0.0/24" or "fd00:78::/64". [any]
class Subnet {
  public:
    /// Absent: `text` is none. The bits behind the first ones may be those of an address in it.
    static std::optional<Subnet> parse(const std::string& text);
    /// Whether a numeric address is one of them; that of a link may have its interface behind a `%`.
    bool contains(const std::string& address) const;

  private:
    int family_ = 0;
    int bits_ = 0;
    std::array<std::uint8_t, 16> start_{};
};

}  // namespace trainyard::base
