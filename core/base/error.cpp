// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "core/base/text.h"

namespace trainyard::base {
namespace {

struct Row {
    Code code;
    std::string_view name;
    int grpc;
    int exit;
};

// One table for all: https://grpc.github.io/grpc/core/md_doc_statuscodes.html and the exit codes in
// docs/commands.md. kRefused travels as FAILED_PRECONDITION; error details carry the difference
// (core/proto Problem.code).
constexpr std::array kRows{
    Row{Code::kInvalidArgument, "invalid_argument", 3, 3},
    Row{Code::kRefused, "refused", 9, 3},
    Row{Code::kNotFound, "not_found", 5, 3},
    Row{Code::kAlreadyExists, "already_exists", 6, 3},
    Row{Code::kPermissionDenied, "permission_denied", 7, 3},
    Row{Code::kUnauthenticated, "unauthenticated", 16, 5},
    Row{Code::kFailedPrecondition, "failed_precondition", 9, 3},
    Row{Code::kUnavailable, "unavailable", 14, 5},
    Row{Code::kDeadlineExceeded, "deadline_exceeded", 4, 5},
    Row{Code::kAborted, "aborted", 10, 1},
    Row{Code::kCancelled, "cancelled", 1, 1},
    Row{Code::kResourceExhausted, "resource_exhausted", 8, 1},
    Row{Code::kDataLoss, "data_loss", 15, 1},
    Row{Code::kUnimplemented, "unimplemented", 12, 3},
    Row{Code::kInternal, "internal", 13, 1},
};

const Row& row(Code code) {
    for (const Row& r : kRows)
        if (r.code == code) return r;
    return kRows.back();
}

}  // namespace

std::string_view codeName(Code code) {
    return row(code).name;
}
Code codeNamed(std::string_view name) {
    for (const Row& r : kRows)
        if (r.name == name) return r.code;
    return Code::kInternal;
}
int grpcStatus(Code code) {
    return row(code).grpc;
}
int exitCode(Code code) {
    return row(code).exit;
}

Code codeFromGrpcStatus(int status) {
    if (status == 9) return Code::kFailedPrecondition;
    for (const Row& r : kRows)
        if (r.grpc == status) return r.code;
    return Code::kInternal;
}

std::string Error::describe() const {
    std::string text = message;
    for (const Error* e = cause.get(); e != nullptr; e = e->cause.get()) text += ": " + e->message.text();
    return text;
}

Words Error::words() const {
    Words all = message;
    for (const Error* e = cause.get(); e != nullptr; e = e->cause.get()) all = say("{}: {}", all, e->message);
    return all;
}

Error Error::wrap(Words doing) const {
    Error outer{code, std::move(doing), id, rank, host, run};
    outer.cause = std::make_shared<const Error>(*this);
    return outer;
}

/// A limit of this process does not go away as a full disk does.
static Words tooLarge() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return Words::known(std::strerror(EFBIG));
    return say(
        "a file may have at most {} bytes: raise the limit (`ulimit -f`, or in the batch system that set it)",
        limit.rlim_cur);
}

Words saidBy(const std::exception& thrown) {
    if (const auto* ours = dynamic_cast<const Said*>(&thrown)) return ours->words;
    return Words::plain(withoutFrames(thrown.what()));
}

Error errnoError(int errnum, const Words& doing) {
    Code code = Code::kInternal;
    switch (errnum) {
        case ENOENT:
        case ESRCH:
        case ENOTDIR:
            code = Code::kNotFound;
            break;
        case EEXIST:
            code = Code::kAlreadyExists;
            break;
        case EACCES:
        case EPERM:
        case EROFS:
            code = Code::kPermissionDenied;
            break;
        case ENOSPC:
        case EDQUOT:
        case EMFILE:
        case ENFILE:
        case ENOMEM:
        case EFBIG:
            code = Code::kResourceExhausted;
            break;
        case ECONNREFUSED:
        case ECONNRESET:
        case EPIPE:
        case EHOSTUNREACH:
        case ENETUNREACH:
            code = Code::kUnavailable;
            break;
        case ETIMEDOUT:
            code = Code::kDeadlineExceeded;
            break;
        case EIO:
            code = Code::kDataLoss;
            break;
        case EINVAL:
        case ENAMETOOLONG:
        case EISDIR:
        case ELOOP:
            code = Code::kInvalidArgument;
            break;
        default:
            break;
    }
    if (errnum == EFBIG) return {code, say("{}: {}", doing, tooLarge()), "file.limit"};
    const bool isDisk = errnum == ENOSPC || errnum == EDQUOT;
    return Error{code, say("{}: {}", doing, Words::known(std::strerror(errnum))), isDisk ? "disk.full" : ""};
}

bool isDiskFull(const Error& error) {
    return error.id == "disk.full" || error.id == "store.disk_full";
}

}  // namespace trainyard::base
