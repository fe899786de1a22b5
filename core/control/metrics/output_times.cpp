// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/output_times.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <span>
#include <string_view>

#include "core/base/fd.h"
#include "core/base/file.h"
#include "core/base/own_file.h"
#include "core/node/log_file.h"

namespace trainyard::control {
namespace {

constexpr std::size_t kTimesBytes = 64u << 10;

std::optional<OutputTimes::Piece> pieceFrom(std::string_view line) {
    OutputTimes::Piece piece;
    const char* const end = line.data() + line.size();
    const auto [space, noEnd] = std::from_chars(line.data(), end, piece.end);
    if (noEnd != std::errc() || space == end || *space != ' ') return std::nullopt;
    const auto [rest, noTime] = std::from_chars(space + 1, end, piece.time);
    if (noTime != std::errc() || rest != end) return std::nullopt;
    return piece;
}

}  // namespace

base::Result<std::optional<OutputTimes::Piece>> OutputTimes::beyond(std::uint64_t offset) {
    while (last_.end <= offset) {
        TY_ASSIGN(const bool hasRead, readLine());
        if (!hasRead) return std::nullopt;
    }
    return last_;
}

/// False at the end, which is also where a line is damaged or incomplete: what follows it has no times.
base::Result<bool> OutputTimes::readLine() {
    if (isAtEnd_ || file_.empty()) return false;
    std::size_t end = ahead_.find('\n', place_);
    if (end == std::string::npos) {
        TY_ASSIGN(ahead_, node::readLogAt(file_, size_, kTimesBytes));
        place_ = 0;
        end = ahead_.find('\n');
    }
    const auto piece = end == std::string::npos
                           ? std::nullopt
                           : pieceFrom(std::string_view(ahead_).substr(place_, end - place_));
    if (!piece || piece->end <= last_.end) {
        isAtEnd_ = true;
        ahead_.clear();
        return false;
    }
    size_ += end + 1 - place_;
    place_ = end + 1;
    last_ = *piece;
    return true;
}

base::Status OutputTimes::add(const Piece& piece) {
    if (file_.empty() || piece.end <= last_.end) return {};
    const std::string line = fmt::format("{} {}\n", piece.end, piece.time);
    if (last_.end == 0) TY_TRY(base::makeFolders(file_.parent_path()));
    TY_ASSIGN(const base::UniqueFd fd, base::openOwn(file_, O_WRONLY | O_CREAT));
    if (::lseek(fd.get(), static_cast<off_t>(size_), SEEK_SET) < 0)
        return base::fail(base::errnoError(errno, base::say("cannot write {}", file_.string())));
    TY_TRY(base::writeAll(fd.get(), std::as_bytes(std::span(line)), file_.string()));
    size_ += line.size();
    last_ = piece;
    return {};
}

}  // namespace trainyard::control
