// SPDX-License-Identifier: Apache-2.0
#include "core/base/special_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "core/base/text.h"

namespace trainyard::base {
namespace {

base::Words sentence(const std::filesystem::path& path, mode_t mode) {
    const std::string shown = printable(path.string());
    if (S_ISDIR(mode)) return base::say("{} is a folder, not a file", shown);
    if (S_ISFIFO(mode)) return base::say("{} is not a regular file: it is a FIFO", shown);
    if (S_ISSOCK(mode)) return base::say("{} is not a regular file: it is a socket", shown);
    if (S_ISLNK(mode)) return base::say("{} is not a regular file: it is a symbolic link", shown);
    return base::say("{} is not a regular file: it is a device", shown);
}

}  // namespace

Error notRegular(const std::filesystem::path& path, mode_t mode) {
    return {Code::kInvalidArgument, sentence(path, mode), "file.not_regular"};
}

std::optional<Error> specialFile(const std::filesystem::path& path) {
    struct stat info{};
    if (::stat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode) || S_ISDIR(info.st_mode))
        return std::nullopt;
    return notRegular(path, info.st_mode);
}

}  // namespace trainyard::base
