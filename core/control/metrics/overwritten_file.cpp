// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/overwritten_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "core/base/text.h"

namespace trainyard::control {

std::optional<base::Words> OverwrittenFile::take(const events::TextEvent& told,
                                                 const events::ClientRecord& record) {
    struct stat info{};
    if (::stat(record.path.c_str(), &info) != 0) return std::nullopt;
    // Read late, it may be another file than the one that was reported.
    const double changed =
        static_cast<double>(info.st_ctim.tv_sec) + 1e-9 * static_cast<double>(info.st_ctim.tv_nsec);
    const bool isKnown = changed <= told.wallTime;
    const std::pair file(isKnown ? info.st_dev : dev_t{}, isKnown ? info.st_ino : ino_t{});
    const auto [known, isFirst] = reported_.try_emplace(record.path, file);
    const bool isSame = !isFirst && isKnown && known->second == file;
    known->second = file;
    if (!isSame || reported_.size() != 1 || std::exchange(hasWarned_, true)) return std::nullopt;
    return base::say(
        "the program writes over {}, which is its only checkpoint: a task that ends while "
        "it writes leaves none. Write under another name, and rename it to this one",
        base::printable(record.path));
}

}  // namespace trainyard::control
