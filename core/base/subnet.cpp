// SPDX-License-Identifier: Apache-2.0
#include "core/base/subnet.h"

#include <arpa/inet.h>

#include <charconv>
#include <cstddef>

namespace trainyard::base {

std::optional<Subnet> Subnet::parse(const std::string& text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos) return std::nullopt;
    Subnet subnet;
    subnet.family_ = text.find(':') == std::string::npos ? AF_INET : AF_INET6;
    if (::inet_pton(subnet.family_, text.substr(0, slash).c_str(), subnet.start_.data()) != 1)
        return std::nullopt;
    const char* const end = text.data() + text.size();
    const auto bits = std::from_chars(text.data() + slash + 1, end, subnet.bits_);
    const int most = subnet.family_ == AF_INET ? 32 : 128;
    if (bits.ec != std::errc() || bits.ptr != end || subnet.bits_ < 0 || subnet.bits_ > most)
        return std::nullopt;
    return subnet;
}

bool Subnet::contains(const std::string& address) const {
    std::array<std::uint8_t, 16> bytes{};
    if (::inet_pton(family_, address.substr(0, address.find('%')).c_str(), bytes.data()) != 1) return false;
    for (int bit = 0; bit < bits_; ++bit) {
        const auto byte = static_cast<std::size_t>(bit / 8);
        if (((start_[byte] ^ bytes[byte]) & (0x80 >> (bit % 8))) != 0) return false;
    }
    return true;
}

}  // namespace trainyard::base
