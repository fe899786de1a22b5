// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "core/base/fd.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/manifest.h"

namespace trainyard::checkpoint {
namespace {

using base::Code;

std::unexpected<base::Error> damaged(const std::filesystem::path& path, std::string_view why) {
    return base::fail(Code::kDataLoss, fmt::format("{} is damaged: {}", base::printable(path.string()), why),
                      "checkpoint.damaged");
}

base::Status verifyFile(const std::filesystem::path& path, const WrittenFile& expected) {
    base::UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!fd && errno == ENOENT) return damaged(path, "the manifest names it and it is missing");
    if (!fd) return base::fail(base::errnoError(errno, fmt::format("cannot open {}", path.string())));
    struct stat info{};
    if (::fstat(fd.get(), &info) != 0)
        return base::fail(base::errnoError(errno, fmt::format("cannot stat {}", path.string())));
    if (!S_ISREG(info.st_mode)) return damaged(path, "it is no regular file");
    if (static_cast<std::uint64_t>(info.st_size) != expected.size)
        return damaged(path,
                       fmt::format("it has {} bytes, the manifest says {}", info.st_size, expected.size));
    base::Sha256 hash;
    std::vector<std::byte> buffer(1u << 20);
    for (;;) {
        const ssize_t n = ::read(fd.get(), buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return base::fail(base::errnoError(errno, fmt::format("cannot read {}", path.string())));
        if (n == 0) break;
        hash.update(std::span(buffer).first(static_cast<std::size_t>(n)));
    }
    const std::string digest = hash.finish();
    if (digest != expected.sha256)
        return damaged(path, fmt::format("its SHA-256 is {}, the manifest says {}", digest, expected.sha256));
    return {};
}

}  // namespace

base::Result<TrainState> verifyRest(const std::filesystem::path& checkpoint, const Manifest& manifest,
                                    const std::vector<std::string>& done) {
    for (const auto& [name, file] : manifest.files)
        if (std::ranges::find(done, name) == done.end()) TY_TRY(verifyFile(checkpoint / name, file));
    std::error_code error;
    for (std::filesystem::directory_iterator entry(checkpoint, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name != kManifestFile && !manifest.files.contains(name))
            return damaged(entry->path(), "the manifest does not name it");
    }
    if (error)
        return base::fail(
            base::errnoError(error.value(), fmt::format("cannot list {}", checkpoint.string())));
    TY_ASSIGN(TrainState state, readState(checkpoint));
    if (state.step != manifest.step)
        return damaged(checkpoint, fmt::format("its state is of step {}, its manifest of step {}", state.step,
                                               manifest.step));
    const auto named = finalStep(checkpoint.filename().string());
    if (named && *named != manifest.step)
        return damaged(checkpoint, fmt::format("its manifest is of step {}", manifest.step));
    return state;
}

base::Status verify(const std::filesystem::path& checkpoint) {
    TY_ASSIGN(const Manifest manifest, readManifest(checkpoint));
    TY_TRY(verifyRest(checkpoint, manifest, {}));
    return {};
}

}  // namespace trainyard::checkpoint
