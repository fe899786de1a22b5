// SPDX-License-Identifier: Apache-2.0
#include "core/checkpoint/folder.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "core/checkpoint/manifest.h"

namespace trainyard::checkpoint {

namespace fs = std::filesystem;

bool isFolder(const fs::path& path) {
    struct stat info{};
    return ::lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

base::Status removeFolder(const fs::path& path) {
    const fs::path gone = path.parent_path() / fmt::format("{}{}", kGonePrefix, path.filename().string());
    std::error_code error;
    fs::remove_all(gone, error);
    if (!error) fs::rename(path, gone, error);
    if (!error) fs::remove_all(gone, error);
    if (error)
        return base::fail(base::errnoError(error.value(), fmt::format("cannot remove {}", path.string())));
    return {};
}

base::Result<std::vector<std::string>> namesIn(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        names.push_back(entry->path().filename().string());
    if (error && error != std::errc::no_such_file_or_directory)
        return base::fail(base::errnoError(error.value(), fmt::format("cannot list {}", folder.string())));
    return names;
}

}  // namespace trainyard::checkpoint
