// SPDX-License-Identifier: Apache-2.0
#include "core/plugin/library.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "core/base/file.h"

namespace trainyard::plugin {
namespace {

using base::Code;

base::Status checkOwner(const Manifest& manifest, const std::filesystem::path& path,
                        const struct stat& info) {
    if (!base::mayBeChangedByOthers(info)) return {};
    return base::fail(
        Code::kPermissionDenied,
        fmt::format("the {} {} is not loaded, because other users can change {} (owner {}, mode {:o}); its "
                    "code would run as you. Make it yours, and run chmod go-w on it",
                    manifest.kind, manifest.id, path.string(), info.st_uid, info.st_mode & 07777),
        "plugin.writable");
}

}  // namespace

base::Status checkLibrary(const Manifest& manifest) {
    const std::filesystem::path path = manifest.libraryPath();
    const auto library = base::openRegular(path);
    if (!library && library.error().code == Code::kNotFound)
        return base::fail(Code::kNotFound,
                          fmt::format("the library {} of {} {} is missing; build or install it again",
                                      path.string(), manifest.kind, manifest.id),
                          "plugin.library_missing");
    if (!library) return base::fail(library.error());
    struct stat info{};
    if (::fstat(library->fd.get(), &info) != 0)
        return base::fail(base::errnoError(errno, fmt::format("cannot stat {}", path.string())));
    TY_TRY(checkOwner(manifest, path, info));
    if (::stat(manifest.folder.c_str(), &info) != 0)
        return base::fail(base::errnoError(errno, fmt::format("cannot stat {}", manifest.folder.string())));
    return checkOwner(manifest, manifest.folder, info);
}

}  // namespace trainyard::plugin
