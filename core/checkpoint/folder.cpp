// SPDX-License-Identifier: Apache-2.0
#include "core/checkpoint/folder.h"

#include <fmt/format.h>
#include <sys/stat.h>

namespace trainyard::checkpoint {

namespace fs = std::filesystem;

bool isFolder(const fs::path& path) {
    struct stat info{};
    return ::lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

bool isThere(const fs::path& path) {
    struct stat info{};
    return ::lstat(path.c_str(), &info) == 0;
}

fs::path freeName(const fs::path& path) {
    fs::path name = path;
    for (int n = 1; isThere(name); ++n) name = fmt::format("{}.{}", path.string(), n);
    return name;
}

base::Result<std::vector<std::string>> namesIn(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        names.push_back(entry->path().filename().string());
    if (error && error != std::errc::no_such_file_or_directory)
        return base::fail(base::errnoError(error.value(), base::say("cannot list {}", folder.string())));
    return names;
}

}  // namespace trainyard::checkpoint
