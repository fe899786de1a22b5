// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/manifest.h"

namespace trainyard::checkpoint {
namespace {

base::Result<WrittenFile> writeText(const std::filesystem::path& path, const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    base::UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (!fd) return base::fail(base::errnoError(errno, fmt::format("cannot create {}", path.string())));
    TY_TRY(base::writeAll(fd.get(), bytes, path.string()));
    if (::fsync(fd.get()) != 0)
        return base::fail(base::errnoError(errno, fmt::format("cannot sync {}", path.string())));
    return WrittenFile{text.size(), base::Sha256::hex(text)};
}

base::Status writeFiles(const std::filesystem::path& staged, const Contents& contents, int attempt) {
    Manifest manifest{attempt, contents.state.step, {}, contents.isWeightsOnly};
    TY_ASSIGN(const std::string state, stateToText(contents.state));
    TY_ASSIGN(manifest.files[kModelFile], writeSafetensors(staged / kModelFile, contents.model));
    TY_ASSIGN(manifest.files[kOptimizerFile], writeSafetensors(staged / kOptimizerFile, contents.optimizer));
    TY_ASSIGN(manifest.files[kStateFile], writeText(staged / kStateFile, state));
    for (const auto& [name, text] : contents.texts) {
        TY_ASSIGN(manifest.files[name], writeText(staged / name, text));
    }
    TY_TRY(writeText(staged / kManifestFile, toText(manifest)));
    TY_TRY(base::syncFolder(staged));
    return base::syncFolder(staged.parent_path());
}

}  // namespace

base::Result<std::filesystem::path> writeStaged(const std::filesystem::path& folder, const Contents& contents,
                                                int attempt) {
    const std::filesystem::path staged = folder / stagedName(contents.state.step, attempt);
    const auto failed = [&](const base::Error& error) {
        return base::fail(
            error.wrap(fmt::format("the checkpoint of step {} could not be written to {} (earlier ones are "
                                   "untouched)",
                                   contents.state.step, folder.string())));
    };
    if (base::Status status = base::makeFolders(folder); !status) return failed(status.error());
    std::error_code error;
    std::filesystem::remove_all(staged, error);  // of a save by this same attempt that was cut off
    if (error)
        return failed(base::errnoError(error.value(), fmt::format("cannot clear {}", staged.string())));
    if (::mkdir(staged.c_str(), 0755) != 0)
        return failed(base::errnoError(errno, fmt::format("cannot make folder {}", staged.string())));
    if (base::Status status = writeFiles(staged, contents, attempt); !status) {
        std::filesystem::remove_all(staged, error);
        if (error)
            status.error().message +=
                fmt::format(" (and {} could not be removed: {})", staged.string(), error.message());
        return failed(status.error());
    }
    return staged;
}

base::Result<std::filesystem::path> linkStaged(const std::filesystem::path& staged,
                                               const std::filesystem::path& folder) {
    const std::filesystem::path target = folder / staged.filename();
    TY_ASSIGN(const Manifest manifest, readManifest(staged));
    TY_TRY(base::makeFolders(folder));
    std::error_code error;
    std::filesystem::remove_all(target, error);
    if (!error) std::filesystem::create_directory(target, error);
    // The manifest last, as ever: a folder without one is no checkpoint.
    for (const auto& [name, file] : manifest.files)
        if (!error) std::filesystem::create_hard_link(staged / name, target / name, error);
    if (!error) std::filesystem::create_hard_link(staged / kManifestFile, target / kManifestFile, error);
    base::Status status;
    if (error)
        status = base::fail(
            base::Code::kUnimplemented,
            fmt::format("cannot link {} into {}: {}", staged.string(), folder.string(), error.message()));
    if (status) status = base::syncFolder(target);
    if (status) status = base::syncFolder(folder);
    if (!status) {
        std::filesystem::remove_all(target, error);
        return base::fail(status.error());
    }
    return target;
}

}  // namespace trainyard::checkpoint
