// SPDX-License-Identifier: Apache-2.0
#include "core/node/loader_error.h"

#include "core/base/text.h"

namespace trainyard::node {

std::string loaderErrorIn(std::string_view printed) {
    constexpr std::size_t kLongest = 500;
    for (const std::string_view beginning :
         {"error while loading shared libraries: ", "symbol lookup error: "}) {
        const std::size_t at = printed.find(beginning);
        if (at == std::string_view::npos) continue;
        const std::string_view line = printed.substr(at, printed.find('\n', at) - at);
        return base::printable(base::shortened(std::string(line), kLongest));
    }
    return {};
}

}  // namespace trainyard::node
