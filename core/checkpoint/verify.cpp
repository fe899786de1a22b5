// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/checkpoint/block_sums.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/folder.h"
#include "core/checkpoint/manifest.h"

namespace trainyard::checkpoint {
namespace {

using base::Code;

base::Words blockDamage(std::size_t block) {
    return base::say("bytes from {} on are not what was written", block * kBlockBytes);
}

/// Reads the file and compares it with its block sums, where it has some, and with its SHA-256 where that was
/// requested or all there is.
base::Status verifyBytes(int fd, const std::filesystem::path& path, const WrittenFile& expected,
                         Depth depth) {
    const bool hasSums = !expected.blockSums.empty();
    const bool takesSha256 = depth == Depth::kSha256 || !hasSums;
    base::Sha256 sha256;
    BlockSums sums;
    std::vector<std::byte> buffer(1u << 20);
    for (;;) {
        TY_TRY(base::checkCancelled());
        const ssize_t n = ::read(fd, buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return base::fail(base::errnoError(errno, base::say("cannot read {}", path.string())));
        if (n == 0) break;
        const auto piece = std::span(buffer).first(static_cast<std::size_t>(n));
        if (takesSha256) sha256.update(piece);
        if (hasSums) sums.update(piece);
    }
    if (hasSums) {
        const std::vector<std::uint64_t> found = sums.finish();
        const auto at = std::ranges::mismatch(found, expected.blockSums).in1;
        if (at != found.end() || found.size() != expected.blockSums.size())
            return damaged(path, blockDamage(static_cast<std::size_t>(at - found.begin())));
    }
    if (!takesSha256) return {};
    const std::string digest = sha256.finish();
    if (digest != expected.sha256)
        return damaged(path, base::say("its SHA-256 is {}, the manifest says {}", digest, expected.sha256));
    return {};
}

base::Status verifyFile(const std::filesystem::path& path, const WrittenFile& expected, Depth depth) {
    const auto file = base::openRegular(path, base::Links::kRefuse);
    if (!file && file.error().code == Code::kNotFound)
        return damaged(path, "the manifest names it and it is missing");
    if (!file && file.error().id == "file.not_regular") return damaged(path, "it is not a regular file");
    if (!file) return base::fail(file.error());
    if (file->size != expected.size)
        return damaged(path, base::say("it has {} bytes, the manifest says {}", file->size, expected.size));
    return verifyBytes(file->fd.get(), path, expected, depth);
}

base::Status verifyNames(const std::filesystem::path& checkpoint, const Manifest& manifest) {
    TY_ASSIGN(const auto names, namesIn(checkpoint));
    for (const std::string& name : names)
        if (name != kManifestFile && !manifest.files.contains(name))
            return damaged(checkpoint / name, "the manifest does not name it");
    return {};
}

}  // namespace

base::Result<TrainState> verifyRest(const std::filesystem::path& checkpoint, const Manifest& manifest,
                                    const std::vector<std::string>& done, Depth depth) {
    for (const auto& [name, file] : manifest.files)
        if (std::ranges::find(done, name) == done.end()) TY_TRY(verifyFile(checkpoint / name, file, depth));
    if (depth == Depth::kSha256) TY_TRY(verifyNames(checkpoint, manifest));
    TY_ASSIGN(TrainState state, readState(checkpoint));
    if (state.step != manifest.step)
        return damaged(checkpoint, base::say("its state is of step {}, its manifest of step {}", state.step,
                                             manifest.step));
    const auto named = finalStep(checkpoint.filename().string());
    if (named && *named != manifest.step)
        return damaged(checkpoint, base::say("its manifest is of step {}", manifest.step));
    return state;
}

base::Status verify(const std::filesystem::path& checkpoint, Depth depth) {
    TY_ASSIGN(const Manifest manifest, readManifest(checkpoint));
    TY_TRY(verifyRest(checkpoint, manifest, {}, depth));
    return {};
}

base::Status verify(const Loaded& opened) {
    TY_ASSIGN(const Manifest manifest, readManifest(opened.path));
    std::vector<std::string> done;
    std::vector<SummedBytes> summed;
    for (const auto& [name, mapped] :
         {std::pair{kModelFile, &opened.model}, {kOptimizerFile, &opened.optimizer}}) {
        const WrittenFile& file = manifest.files.at(name);
        if (file.blockSums.empty()) continue;  // written by a version that took none
        if (mapped->raw().size() != file.size)
            return damaged(opened.path / name, base::say("it has {} bytes, the manifest says {}",
                                                         mapped->raw().size(), file.size));
        done.emplace_back(name);
        summed.push_back({mapped->raw(), file.blockSums});
    }
    try {
        if (const auto found = findDamage(summed))
            return damaged(opened.path / done[found->file], blockDamage(found->block));
    } catch (const std::system_error& error) {
        return base::fail(Code::kResourceExhausted, base::say("cannot start a thread to verify {}: {}",
                                                              opened.path.string(), error.what()));
    }
    TY_TRY(verifyRest(opened.path, manifest, done, Depth::kBlockSums));
    return {};
}

}  // namespace trainyard::checkpoint
