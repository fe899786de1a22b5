// SPDX-License-Identifier: Apache-2.0
#include "core/base/sent_place.h"

#include <cstdlib>
#include <string_view>

#include "core/base/sha256.h"

namespace trainyard::base {

namespace fs = std::filesystem;

fs::path sentFolder() {
    const char* const folder = std::getenv(kSentVariable);
    return folder ? folder : "";
}

fs::path sentPlace(const fs::path& sent, const std::string& place) {
    if (sent.empty()) return {};
    const std::string_view plugin = kPluginPlace;
    if (place.starts_with(plugin)) return sent / "plugins" / place.substr(plugin.size());
    return sent / Sha256::hex(place);
}

fs::path baseOfPlace(const fs::path& place) {
    fs::path base;
    for (auto part = place.begin(); part != place.end() && std::next(part) != place.end(); ++part) {
        if (part->native().find_first_of("*?[") != std::string::npos) break;
        base /= *part;
    }
    return base;
}

fs::path whereSent(const fs::path& sent, const fs::path& place) {
    const fs::path folder = sentPlace(sent, place.string());
    std::error_code error;
    if (folder.empty() || !fs::is_directory(folder, error)) return place;
    return folder / place.lexically_relative(baseOfPlace(place));
}

}  // namespace trainyard::base
