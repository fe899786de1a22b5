// SPDX-License-Identifier: Apache-2.0
#include "core/base/random_name.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <cerrno>

namespace trainyard::base {

Result<std::string> randomName() {
    std::array<unsigned char, 8> bytes = {};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return fail(errnoError(errno, "cannot draw a random name"));
    std::string name;
    for (const unsigned char byte : bytes) name += fmt::format("{:02x}", byte);
    return name;
}

}  // namespace trainyard::base
