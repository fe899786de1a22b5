// SPDX-License-Identifier: Apache-2.0
#include "core/store/file_system.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <sstream>

namespace trainyard::store {
namespace {

struct Magic {
    std::uint32_t magic;
    std::string_view name;
};
// statfs(2) and linux/magic.h.
constexpr std::array kNetwork{
    Magic{0x6969, "NFS"},      Magic{0x517B, "SMB"},       Magic{0xFE534D42, "SMB"},
    Magic{0xFF534D42, "CIFS"}, Magic{0x00C36400, "Ceph"},  Magic{0x0BD00BD0, "Lustre"},
    Magic{0x47504653, "GPFS"}, Magic{0x5346414F, "AFS"},   Magic{0x19830326, "BeeGFS"},
    Magic{0x73757245, "Coda"}, Magic{0x564C, "NCP"},       Magic{0xAAD7AAEA, "PanFS"},
    Magic{0x01161970, "GFS2"}, Magic{0x7461636F, "OCFS2"},
};
constexpr std::uint32_t kFuse = 0x65735546;
constexpr std::array<std::string_view, 9> kFuseNetwork{"sshfs",  "rclone", "glusterfs", "s3fs",     "gcsfuse",
                                                       "goofys", "davfs",  "juicefs",   "ceph-fuse"};

/// The type of the mount of device `device`, from proc(5) mountinfo: "id parent major:minor … - type source
/// …".
std::string mountTypeOf(dev_t device) {
    std::ifstream mounts("/proc/self/mountinfo");
    const std::string wanted = fmt::format("{}:{}", major(device), minor(device));
    std::string line;
    while (std::getline(mounts, line)) {
        std::istringstream fields(line);
        std::string id, parent, number;
        fields >> id >> parent >> number;
        const auto separator = line.find(" - ");
        if (number != wanted || separator == std::string::npos) continue;
        return line.substr(separator + 3, line.find(' ', separator + 3) - separator - 3);
    }
    return {};
}

}  // namespace

std::string_view networkFileSystem(std::uint32_t magic, std::string_view mountType) {
    for (const Magic& entry : kNetwork)
        if (entry.magic == magic) return entry.name;
    if (magic != kFuse || !mountType.starts_with("fuse.")) return {};
    for (std::string_view name : kFuseNetwork)
        if (mountType.substr(5) == name) return name;
    return {};
}

base::Status refuseNetworkFileSystem(const std::filesystem::path& folder) {
    struct statfs file = {};
    struct stat status = {};
    if (::statfs(folder.c_str(), &file) != 0 || ::stat(folder.c_str(), &status) != 0)
        return base::fail(
            base::errnoError(errno, base::say("cannot examine the file system of {}", folder.string())));
    const std::string_view name =
        networkFileSystem(static_cast<std::uint32_t>(file.f_type), mountTypeOf(status.st_dev));
    if (name.empty()) return {};
    return base::fail(
        base::Code::kRefused,
        base::say("the store cannot be kept in {}: that is a network file system ({}), and SQLite's "
                  "write-ahead log needs a local disk. Set TRAINYARD_HOME to a folder on one",
                  folder.string(), name),
        "store.network_file_system");
}

}  // namespace trainyard::store
