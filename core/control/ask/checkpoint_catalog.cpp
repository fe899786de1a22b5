// SPDX-License-Identifier: Apache-2.0
#include "core/control/ask/checkpoint_catalog.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/cancel.h"
#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/special_file.h"
#include "core/base/text.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/folder.h"
#include "core/checkpoint/foreign.h"
#include "core/checkpoint/manifest.h"
#include "core/control/ask/tensor_numbers.h"
#include "core/control/run/checkpoint_ledger.h"
#include "core/control/run/restore_point.h"
#include "core/spec/run/spec_changes.h"
#include "core/store/run_record.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using base::Code;
using checkpoint::SafetensorsFile;
using checkpoint::TensorInfo;

constexpr int kMostBins = 1000;
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
                          fmt::format("there is no checkpoint {}", base::printable(path.string())),
                          "checkpoint.not_found");
    for (const char* name : {checkpoint::kModelFile, checkpoint::kOptimizerFile})
        if (fs::is_regular_file(path / name, error)) files[name] = path / name;
    if (files.empty())
        return base::fail(Code::kNotFound,
                          fmt::format("{} is not a checkpoint: it has no {}", base::printable(path.string()),
                                      checkpoint::kModelFile),
                          "checkpoint.not_found");
    return files;
}

void addStatistics(const TensorInfo& tensor, std::span<const std::byte> bytes, int bins, v1::TensorRow& row) {
    double least = HUGE_VAL, most = -HUGE_VAL, mean = 0, squares = 0;
    std::int64_t count = 0, notFinite = 0;
    // Welford's update: one pass, no cancellation.
    const bool isKnown = forEachNumber(tensor.dtype, bytes, [&](double value) {
        if (!std::isfinite(value)) {
            ++notFinite;
            return;
        }
        least = std::min(least, value);
        most = std::max(most, value);
        const double difference = value - mean;
        mean += difference / static_cast<double>(++count);
        squares += difference * (value - mean);
    });
    row.set_not_finite(notFinite);
    row.set_has_statistics(isKnown && count > 0);
    if (!row.has_statistics()) return;
    row.set_min(least);
    row.set_max(most);
    row.set_mean(mean);
    row.set_stddev(std::sqrt(squares / static_cast<double>(count)));
    bins = std::min(bins, kMostBins);
    if (bins <= 0) return;
    std::vector<std::int64_t> histogram(static_cast<std::size_t>(bins));
    forEachNumber(tensor.dtype, bytes, [&](double value) {
        if (!std::isfinite(value)) return;
        const double place = most > least ? (value - least) / (most - least) * bins : 0;
        ++histogram[std::min(static_cast<std::size_t>(place), histogram.size() - 1)];
    });
    row.mutable_histogram()->Add(histogram.begin(), histogram.end());
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

v1::TensorDiff difference(const SafetensorsFile& left, const TensorInfo& a, const SafetensorsFile& right,
                          const TensorInfo& b) {
    v1::TensorDiff diff;
    if (a.shape != b.shape || a.dtype != b.dtype) {
        diff.set_change(a.shape != b.shape ? "shape" : "dtype");
        return diff;
    }
    std::vector<double> before;
    before.reserve(left.bytes(a).size() / 2);
    forEachNumber(a.dtype, left.bytes(a), [&](double value) { before.push_back(value); });
    double most = 0, sum = 0;
    std::size_t at = 0;
    forEachNumber(b.dtype, right.bytes(b), [&](double value) {
        const double apart = std::abs(value - before[at++]);
        most = std::max(most, std::isnan(apart) ? HUGE_VAL : apart);
        sum += apart;
    });
    const bool isSame = std::ranges::equal(left.bytes(a), right.bytes(b));
    diff.set_change(isSame ? "same" : "changed");
    if (isSame || at == 0) return diff;
    diff.set_max_abs(most);
    diff.set_mean_abs(sum / static_cast<double>(at));
    return diff;
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
            if (request.with_statistics())
                addStatistics(tensor, open.bytes(tensor), request.histogram_bins(), row);
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
        info.set_epoch(state->epoch);
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
    problem.set_message(status.error().describe());
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
            if (const TensorInfo* other = right.find(file, tensor.name))
                diff = difference(open, tensor, right.files.at(file), *other);
            else
                diff.set_change("removed");
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
    for (const std::string& change : spec::changesBetween(before->spec, after->spec, kTrainingKeys)) {
        v1::Problem& problem = *reply.add_state();
        problem.set_severity(v1::Problem::HINT);
        problem.set_code("checkpoint.changed");
        problem.set_message(change);
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
                          fmt::format("{} already exists; choose another name", base::printable(to.string())),
                          "export.exists");
    if (!fs::is_directory(to.parent_path(), error))
        return base::fail(Code::kNotFound,
                          fmt::format("the folder {} does not exist; create it, or choose another place",
                                      base::printable(to.parent_path().string())),
                          "export.no_folder");
    // What is there may be listed as a checkpoint, or be in the way of one.
    if (const auto own = checkpoint::ownFolderAround(to))
        return base::fail(Code::kRefused,
                          fmt::format("cannot export to {}: Trainyard writes the folder {}; choose a place "
                                      "outside it",
                                      base::printable(to.string()), base::printable(own->string())),
                          "export.own_folder");
    // Copies to a folder next to the target first, so that an incomplete copy never has its name; the folder
    // is not accessible to others.
    std::string partial = (to.parent_path() / ".trainyard-export-XXXXXX").string();
    if (::mkdtemp(partial.data()) == nullptr)
        return base::fail(base::errnoError(errno, fmt::format("cannot export to {}", to.string())));
    const fs::path copy = fs::path(partial) / to.filename();
    if (to.extension() == ".safetensors")
        fs::copy_file(from / checkpoint::kModelFile, copy, error);
    else
        fs::copy(from, copy, fs::copy_options::recursive, error);
    if (!error) fs::rename(copy, to, error);
    std::error_code ignored;
    fs::remove_all(partial, ignored);  // made by this call
    if (!error) return {};
    return base::fail(base::errnoError(error.value(), fmt::format("cannot export to {}", to.string())));
}

}  // namespace trainyard::control
