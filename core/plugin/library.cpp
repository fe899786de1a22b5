// SPDX-License-Identifier: Apache-2.0
#include "core/plugin/library.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>

#include "core/base/file.h"
#include "core/base/home.h"
#include "core/base/text.h"
#include "core/plugin/trust.h"

namespace trainyard::plugin {
namespace {

using base::Code;

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as the kernel follows them
constexpr mode_t kWriteOfOthers = S_IWOTH | S_IWGRP;

/// Whom a user namespace shows as the owner of what belongs to nobody in it (user_namespaces(7)). Nothing
/// where that is a user like any other: outside of such a namespace, and in one that has mapped it.
std::optional<uid_t> unknownUser() {
    static const std::optional<uid_t> unknown = []() -> std::optional<uid_t> {
        const auto text = base::readFile("/proc/sys/fs/overflowuid", 64);
        const auto map = base::readFile("/proc/self/uid_map", 1u << 16);
        const auto user = text ? static_cast<uid_t>(std::strtoul(text->c_str(), nullptr, 10)) : uid_t{65534};
        if (!map || mapsUser(*map, user)) return std::nullopt;
        return user;
    }();
    return unknown;
}

/// That nobody but this user and root can have something else found at a path: neither the file, nor a folder
/// on the way to it, nor what links there lead through. Below `trusted`, which is not looked at.
class TrustedPath {
  public:
    TrustedPath(const Manifest& manifest, fs::path trusted)
        : manifest_(manifest), trusted_(std::move(trusted)) {}

    base::Status check(const fs::path& path) {
        fs::path reached = "/";
        for (const fs::path& name : path) {
            reached /= name;
            if (isTrusted(reached)) continue;
            TY_TRY(checkOne(reached));
        }
        return {};
    }

  private:
    /// What has the program itself is as safe as that.
    bool isTrusted(const fs::path& path) const {
        return std::ranges::mismatch(path, trusted_).in1 == path.end();
    }
    base::Status checkOne(const fs::path& path) {
        struct stat info{};
        if (::lstat(path.c_str(), &info) != 0)
            return base::fail(base::errnoError(errno, base::say("cannot stat {}", path.string())));
        if (S_ISLNK(info.st_mode)) return checkLink(path, info);
        // In /tmp nobody can rename or delete what others have there.
        const bool isSticky = S_ISDIR(info.st_mode) && (info.st_mode & S_ISVTX) != 0;
        if (isSticky) info.st_mode &= ~kWriteOfOthers;
        // In a container without root, root's own folders have no owner that is known (ADR 84).
        if (S_ISDIR(info.st_mode) && unknownUser() == info.st_uid) info.st_uid = 0;
        return base::mayBeChangedByOthers(info) ? refuse(path, info) : base::Status();
    }
    base::Status checkLink(const fs::path& path, struct stat info) {
        info.st_mode &= ~kWriteOfOthers;  // every link has them
        if (base::mayBeChangedByOthers(info)) return refuse(path, info);
        if (++links_ > kMostLinks)
            return base::fail(base::errnoError(ELOOP, base::say("cannot open {}", path.string())));
        std::error_code error;
        const fs::path target = fs::read_symlink(path, error);
        if (error)
            return base::fail(
                base::errnoError(error.value(), base::say("cannot read the link {}", path.string())));
        return check(path.parent_path() / target);
    }
    base::Status refuse(const fs::path& path, const struct stat& info) const {
        return base::fail(
            Code::kPermissionDenied,
            base::say("the {} {} is not loaded, because other users can change {} (owner {}, mode {:o}); "
                      "its code would run as you. Make it yours, and run chmod go-w on it",
                      manifest_.kind, manifest_.id, path.string(), info.st_uid, info.st_mode & 07777),
            "plugin.writable");
    }

    const Manifest& manifest_;
    const fs::path trusted_;
    int links_ = 0;
};

}  // namespace

bool mapsUser(const std::string& uidMap, uid_t user) {
    std::istringstream lines(uidMap);
    for (std::uint64_t first = 0, outside = 0, count = 0; lines >> first >> outside >> count;)
        if (user >= first && user - first < count) return true;
    return false;
}

base::Status checkLibrary(const Manifest& manifest) {
    TY_ASSIGN(const fs::path path, base::absolutePath(manifest.libraryPath()));
    const auto library = base::openRegular(path);
    if (!library && library.error().code == Code::kNotFound)
        return base::fail(Code::kNotFound,
                          base::say("the library {} of {} {} is missing; build or install it again",
                                    path.string(), manifest.kind, manifest.id),
                          "plugin.library_missing");
    if (!library) return base::fail(library.error());
    TrustedPath trust(manifest, base::programFolder().parent_path());
    TY_TRY(trust.check(path));
    TY_TRY(trust.check(path.parent_path() / "manifest.json"));
    TY_TRY(checkTrusted(manifest));
    return checkVersions(manifest);
}

base::Status checkVersions(const Manifest& manifest) {
    const auto refuse = [&](const base::Words& library, const std::string& given, const char* here,
                            const char* id) {
        return base::fail(Code::kRefused,
                          base::say("the manifest of {} {} is for {} {}, this is {}: build the plugin again, "
                                    "with that version in its manifest",
                                    manifest.kind, manifest.id, library, base::printable(given), here),
                          id);
    };
    if (manifest.sdkVersion != TRAINYARD_SDK)
        return refuse("the SDK", manifest.sdkVersion, TRAINYARD_SDK, "plugin.sdk_version");
    if (manifest.torchVersion != TRAINYARD_TORCH)
        return refuse("torch", manifest.torchVersion, TRAINYARD_TORCH, "plugin.torch_version");
    return {};
}

}  // namespace trainyard::plugin
