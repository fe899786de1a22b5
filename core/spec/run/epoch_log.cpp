// SPDX-License-Identifier: Apache-2.0
#include "core/spec/run/epoch_log.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "core/base/file.h"

namespace trainyard::spec {

base::Status checkEpochLog(const std::filesystem::path& file, char separator) {
    const auto opened = base::openRegular(file);
    if (!opened && opened.error().code == base::Code::kNotFound) return {};
    if (!opened) return base::fail(opened.error());
    const std::string head = std::string("epoch") + separator;
    std::string start(head.size(), '\0');
    const ssize_t got = ::pread(opened->fd.get(), start.data(), start.size(), 0);
    start.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (start.empty() || start == head || start == "epoch\n") return {};
    return base::fail(base::Code::kRefused,
                      fmt::format("{} is no log of epochs separated by '{}'; remove it, or name another file",
                                  file.string(), separator),
                      "callback.no_log");
}

base::Status mayWriteEpochLog(const std::filesystem::path& file, char separator) {
    TY_TRY(checkEpochLog(file, separator));
    std::error_code error;
    // It is replaced as a whole, which the folder must allow.
    const bool isThere = std::filesystem::exists(file, error);
    if ((isThere && ::access(file.c_str(), W_OK) != 0) ||
        ::access(file.parent_path().c_str(), W_OK | X_OK) != 0)
        return base::fail(base::errnoError(errno, fmt::format("cannot write {}", file.string())));
    return {};
}

}  // namespace trainyard::spec
