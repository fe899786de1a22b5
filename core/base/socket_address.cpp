// SPDX-License-Identifier: Apache-2.0
#include "core/base/socket_address.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <string>

#include "core/base/text.h"

namespace trainyard::base {

Result<sockaddr_un> socketAddress(const std::filesystem::path& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = path.string();
    if (name.size() >= sizeof address.sun_path)
        return fail(
            Code::kInvalidArgument,
            base::say("the path of the socket {} is too long ({} bytes, at most {}); choose a shorter one",
                      printable(name), name.size(), sizeof address.sun_path - 1),
            "socket.too_long");
    name.copy(address.sun_path, name.size());
    return address;
}

}  // namespace trainyard::base
