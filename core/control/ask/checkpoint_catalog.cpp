// SPDX-License-Identifier: Apache-2.0
#include "core/control/ask/checkpoint_catalog.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/own_file.h"
#include "core/base/special_file.h"
#include "core/base/staged_path.h"
#include "core/base/text.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/folder.h"
#include "core/checkpoint/foreign.h"
#include "core/checkpoint/manifest.h"
#include "core/control/ask/tensor_numbers.h"
#include "core/control/run/checkpoint_ledger.h"
#include "core/control/run/restore_point.h"
#include "core/proto/failure.h"
#include "core/spec/run/spec_changes.h"
#include "core/store/run_record.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using base::Code;
using checkpoint::SafetensorsFile;
using checkpoint::TensorInfo;

constexpr int kMostBins = 1000;
/// Of a tensor, read at a time: whole elements of every dtype. The memory for a call does not depend on the
/// size of its tensors, and one that was cancelled ends after a block.
constexpr std::size_t kBlock = 1u << 20;
/// Of a file that is exported, written before the disk is waited for: a sync of all of it, at the end, would
/// take long and could not be cancelled.
constexpr std::size_t kUnsynced = 64u << 20;
static_assert(std::string_view(store::kRecordFile) == checkpoint::kRunFile);

/// Follows links, because that is what someone who names a checkpoint means. Returns none if it cannot be
/// read.
bool isDirectory(const fs::path& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

/// The safetensors files of a checkpoint folder, or the one file.
base::Result<std::map<std::string, fs::path>> filesOf(const fs::path& path) {
    if (auto foreign = checkpoint::foreignFormat(path)) return base::fail(std::move(*foreign));
    std::error_code error;
    std::map<std::string, fs::path> files;
    if (fs::is_regular_file(path, error)) {
        files[path.filename().string()] = path;
        return files;
    }
    if (auto special = base::specialFile(path)) return base::fail(std::move(*special));
    if (!fs::is_directory(path, error))
        return base::fail(Code::kNotFound,
                          base::say("there is no checkpoint {}", base::printable(path.string())),
                          "checkpoint.not_found");
    for (const char* name : {checkpoint::kModelFile, checkpoint::kOptimizerFile})
        if (fs::is_regular_file(path / name, error)) files[name] = path / name;
    if (files.empty())
        return base::fail(Code::kNotFound,
                          base::say("{} is not a checkpoint: it has no {}", base::printable(path.string()),
                                    checkpoint::kModelFile),
                          "checkpoint.not_found");
    return files;
}

/// Calls `visit` with one block of a tensor's bytes after the other, until it fails. They are read, not
/// mapped: the file may be anybody's, and if it becomes shorter meanwhile, a page that is touched is the end
/// of the agent.
template <typename Visit>
base::Status forEachBlock(const SafetensorsFile& file, const TensorInfo& tensor, Visit visit) {
    const std::uint64_t all = tensor.end - tensor.begin;
    std::vector<std::byte> buffer(std::min<std::uint64_t>(kBlock, all));
    for (std::uint64_t at = 0; at < all;) {
        TY_TRY(base::checkCancelled());
        const auto block = std::span(buffer).first(std::min<std::uint64_t>(buffer.size(), all - at));
        TY_TRY(file.read(tensor, at, block));
        TY_TRY(visit(std::span<const std::byte>(block)));
        at += block.size();
    }
    return {};
}

base::Status addStatistics(const SafetensorsFile& file, const TensorInfo& tensor, int bins,
                           v1::TensorRow& row) {
    double least = HUGE_VAL, most = -HUGE_VAL, mean = 0, squares = 0;
    std::int64_t count = 0, notFinite = 0;
    bool isKnown = true;
    // Welford's update: one pass, no cancellation.
    const auto add = [&](double value) {
        if (!std::isfinite(value)) {
            ++notFinite;
            return;
        }
        least = std::min(least, value);
        most = std::max(most, value);
        const double difference = value - mean;
        mean += difference / static_cast<double>(++count);
        squares += difference * (value - mean);
    };
    TY_TRY(forEachBlock(file, tensor, [&](std::span<const std::byte> block) -> base::Status {
        isKnown = forEachNumber(tensor.dtype, block, add);
        return {};
    }));
    row.set_not_finite(notFinite);
    row.set_has_statistics(isKnown && count > 0);
    if (!row.has_statistics()) return {};
    row.set_min(least);
    row.set_max(most);
    row.set_mean(mean);
    row.set_stddev(std::sqrt(squares / static_cast<double>(count)));
    bins = std::min(bins, kMostBins);
    if (bins <= 0) return {};
    std::vector<std::int64_t> histogram(static_cast<std::size_t>(bins));
    const auto place = [&](double value) {
        if (!std::isfinite(value)) return;
        const double bin = most > least ? (value - least) / (most - least) * bins : 0;
        // The file may have changed since the range was found.
        ++histogram[static_cast<std::size_t>(bin > 0 ? std::min(bin, bins - 1.0) : 0.0)];
    };
    TY_TRY(forEachBlock(file, tensor, [&](std::span<const std::byte> block) -> base::Status {
        forEachNumber(tensor.dtype, block, place);
        return {};
    }));
    row.mutable_histogram()->Add(histogram.begin(), histogram.end());
    return {};
}

struct OpenFiles {
    std::map<std::string, SafetensorsFile> files;
    const TensorInfo* find(const std::string& file, const std::string& name) const {
        const auto found = files.find(file);
        return found == files.end() ? nullptr : found->second.find(name);
    }
};

/// Two single files are compared whatever they are called.
base::Result<OpenFiles> openAll(const fs::path& path) {
    TY_ASSIGN(const auto paths, filesOf(path));
    OpenFiles open;
    for (const auto& [name, file] : paths) {
        TY_ASSIGN(auto one, SafetensorsFile::open(file));
        open.files.emplace(isDirectory(path) ? name : checkpoint::kModelFile, std::move(one));
    }
    return open;
}

base::Result<v1::TensorDiff> difference(const SafetensorsFile& left, const TensorInfo& a,
                                        const SafetensorsFile& right, const TensorInfo& b) {
    v1::TensorDiff diff;
    if (a.shape != b.shape || a.dtype != b.dtype) {
        diff.set_change(a.shape != b.shape ? "shape" : "dtype");
        return diff;
    }
    double most = 0, sum = 0;
    std::uint64_t at = 0, count = 0;
    bool isSame = true;
    std::vector<double> before;  // the numbers of one block
    std::vector<std::byte> buffer(std::min<std::uint64_t>(kBlock, b.end - b.begin));
    const auto compare = [&](std::span<const std::byte> block) -> base::Status {
        const auto other = std::span(buffer).first(block.size());
        TY_TRY(right.read(b, at, other));
        at += block.size();
        isSame = isSame && std::ranges::equal(block, other);
        before.clear();
        forEachNumber(a.dtype, block, [&](double value) { before.push_back(value); });
        std::size_t next = 0;
        forEachNumber(b.dtype, other, [&](double value) {
            const double apart = std::abs(value - before[next++]);
            most = std::max(most, std::isnan(apart) ? HUGE_VAL : apart);
            sum += apart;
        });
        count += next;
        return {};
    };
    TY_TRY(forEachBlock(left, a, compare));
    diff.set_change(isSame ? "same" : "changed");
    if (isSame || count == 0) return diff;
    diff.set_max_abs(most);
    diff.set_mean_abs(sum / static_cast<double>(count));
    return diff;
}

/// Copies a file that verify() has checked to `to`, which is empty or does not exist. `shown` names `to` as
/// it will be called. kCancelled inside a CancelScope.
base::Status copyFile(const fs::path& from, const fs::path& to, const fs::path& shown) {
    TY_ASSIGN(const base::OpenedFile in, base::openRegular(from, base::Links::kRefuse));
    TY_ASSIGN(const base::UniqueFd out, base::openOwn(to, O_WRONLY | O_CREAT));
    const auto cannotSync = [&] {
        return base::fail(base::errnoError(errno, base::say("cannot sync {}", shown.string())));
    };
    std::vector<std::byte> buffer(kBlock);
    std::uint64_t copied = 0;
    std::size_t unsynced = 0;
    for (;;) {
        TY_TRY(base::checkCancelled());
        const ssize_t count = ::read(in.fd.get(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return base::fail(base::errnoError(errno, base::say("cannot read {}", from.string())));
        if (count == 0) break;
        const auto block = std::span<const std::byte>(buffer).first(static_cast<std::size_t>(count));
        TY_TRY(base::writeAll(out.get(), block, shown.string()));
        copied += block.size();
        unsynced += block.size();
        if (unsynced < kUnsynced) continue;
        if (::fdatasync(out.get()) != 0) return cannotSync();
        unsynced = 0;
    }
    if (copied < in.size) return checkpoint::damaged(from, "the file has become shorter since it was opened");
    if (::fsync(out.get()) != 0) return cannotSync();
    return {};
}

/// All that is in the folder, as verify() has found: what its manifest names, and the manifest.
base::Status copyCheckpoint(const fs::path& from, const fs::path& to, const fs::path& shown) {
    TY_ASSIGN(const checkpoint::Manifest manifest, checkpoint::readManifest(from));
    std::vector<std::string> names{checkpoint::kManifestFile};
    for (const auto& [name, file] : manifest.files) names.push_back(name);
    for (const std::string& name : names) TY_TRY(copyFile(from / name, to / name, shown / name));
    return base::syncFolder(to);
}

}  // namespace

base::Result<v1::ShowCheckpointReply> showCheckpoint(const v1::ShowCheckpointRequest& request) {
    const fs::path path = request.path();
    TY_ASSIGN(const auto files, filesOf(path));
    v1::ShowCheckpointReply reply;
    for (const auto& [name, file] : files) {
        TY_ASSIGN(const auto open, SafetensorsFile::open(file));
        for (const TensorInfo& tensor : open.tensors()) {
            TY_TRY(base::checkCancelled());
            v1::TensorRow& row = *reply.add_tensors();
            row.set_file(name);
            row.set_name(tensor.name);
            row.set_dtype(tensor.dtype);
            for (const auto dimension : tensor.shape) row.add_shape(dimension);
            row.set_bytes(static_cast<std::int64_t>(tensor.end - tensor.begin));
            if (request.with_statistics()) TY_TRY(addStatistics(open, tensor, request.histogram_bins(), row));
        }
    }
    v1::CheckpointInfo& info = *reply.mutable_checkpoint();
    info.set_path(path.string());
    info.set_state("unverified");
    const bool isWhole = isDirectory(path);
    std::error_code error;
    info.set_bytes(isWhole ? bytesOf(path) : static_cast<std::int64_t>(fs::file_size(path, error)));
    if (!isWhole) return reply;
    if (const auto manifest = checkpoint::readManifest(path)) info.set_attempt(manifest->attempt);
    if (const auto state = checkpoint::readState(path)) {
        info.set_step(state->step);
        // At the end of an epoch the state names the next one: a list has the one that has ended.
        const bool isEnd = state->stepInEpoch == 0 && state->epoch > 0;
        info.set_epoch(isEnd ? state->epoch - 1 : state->epoch);
        for (const auto& [name, value] : state->metrics) (*info.mutable_metrics())[name] = value;
        reply.set_state_json(base::readFile(path / checkpoint::kStateFile).value_or("{}"));
    }
    return reply;
}

base::Result<v1::VerifyCheckpointReply> verifyCheckpoint(const fs::path& path) {
    TY_ASSIGN(const auto files, filesOf(path));
    v1::VerifyCheckpointReply reply;
    base::Status status;
    if (isDirectory(path)) {
        reply.set_bytes(bytesOf(path));
        status = checkpoint::verify(path);
    } else {
        // A single file has no manifest: only its structure can be checked.
        std::error_code error;
        reply.set_bytes(static_cast<std::int64_t>(fs::file_size(path, error)));
        if (const auto open = SafetensorsFile::open(path); !open) status = base::fail(open.error());
    }
    if (status) return reply;
    if (status.error().code == Code::kCancelled) return base::fail(std::move(status).error());
    v1::Problem& problem = *reply.add_problems();
    problem.set_severity(v1::Problem::ERROR);
    problem.set_code(status.error().id.empty() ? "checkpoint.damaged" : status.error().id);
    proto::setMessage(problem, status.error().words());
    problem.set_file(path.string());
    return reply;
}

base::Result<v1::DiffCheckpointsReply> diffCheckpoints(const v1::DiffCheckpointsRequest& request) {
    TY_ASSIGN(const OpenFiles left, openAll(request.left()));
    TY_ASSIGN(const OpenFiles right, openAll(request.right()));
    v1::DiffCheckpointsReply reply;
    const auto add = [&](const std::string& file, const std::string& name, v1::TensorDiff diff) {
        diff.set_file(file);
        diff.set_name(name);
        *reply.add_tensors() = std::move(diff);
    };
    for (const auto& [file, open] : left.files)
        for (const TensorInfo& tensor : open.tensors()) {
            TY_TRY(base::checkCancelled());
            v1::TensorDiff diff;
            if (const TensorInfo* other = right.find(file, tensor.name)) {
                TY_ASSIGN(diff, difference(open, tensor, right.files.at(file), *other));
            } else {
                diff.set_change("removed");
            }
            add(file, tensor.name, std::move(diff));
        }
    for (const auto& [file, open] : right.files)
        for (const TensorInfo& tensor : open.tensors())
            if (!left.find(file, tensor.name)) {
                v1::TensorDiff diff;
                diff.set_change("added");
                add(file, tensor.name, std::move(diff));
            }
    const auto before = checkpoint::readState(request.left()), after = checkpoint::readState(request.right());
    if (!before || !after) return reply;
    for (const base::Words& change : spec::changesBetween(before->spec, after->spec, kTrainingKeys)) {
        v1::Problem& problem = *reply.add_state();
        problem.set_severity(v1::Problem::HINT);
        problem.set_code("checkpoint.changed");
        proto::setMessage(problem, change);
    }
    return reply;
}

base::Status exportCheckpoint(const fs::path& from, const fs::path& to) {
    if (auto special = base::specialFile(from)) return base::fail(std::move(*special));
    if (auto foreign = checkpoint::foreignFormat(from)) return base::fail(std::move(*foreign));
    TY_TRY(checkpoint::verify(from));
    std::error_code error;
    if (to.empty() || !to.is_absolute())
        return base::fail(Code::kInvalidArgument, "where to export to must be an absolute path", "usage.to");
    if (fs::symlink_status(to, error).type() != fs::file_type::not_found)
        return base::fail(Code::kAlreadyExists,
                          base::say("{} already exists; choose another name", base::printable(to.string())),
                          "export.exists");
    if (!fs::is_directory(to.parent_path(), error))
        return base::fail(Code::kNotFound,
                          base::say("the folder {} does not exist; create it, or choose another place",
                                    base::printable(to.parent_path().string())),
                          "export.no_folder");
    // What is there may be listed as a checkpoint, or be in the way of one.
    if (const auto own = checkpoint::ownFolderAround(to))
        return base::fail(Code::kRefused,
                          base::say("cannot export to {}: Trainyard writes the folder {}; choose a place "
                                    "outside it",
                                    base::printable(to.string()), base::printable(own->string())),
                          "export.own_folder");
    const auto explain = [&](base::Status copied) -> base::Status {
        if (copied || copied.error().code == Code::kCancelled) return copied;
        return base::fail(copied.error().wrap(base::say("cannot export to {}", to.string())));
    };
    if (to.extension() == ".safetensors") {
        TY_ASSIGN(base::StagedPath file, base::StagedPath::forFile(to));
        TY_TRY(explain(copyFile(from / checkpoint::kModelFile, file.staged(), to)));
        return file.publish();
    }
    TY_ASSIGN(base::StagedPath folder, base::StagedPath::forFolder(to));
    TY_TRY(explain(copyCheckpoint(from, folder.staged(), to)));
    return folder.publish();
}

}  // namespace trainyard::control
