// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <expected>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/words.h"

namespace trainyard::base {

/// What kind of failure it is. Maps to a gRPC status and to the exit code of a command (see the table in
/// error.cpp).
enum class Code {
    kInvalidArgument,  ///< the caller's input is wrong
    kRefused,          ///< the input is well formed but will not be run: lint, preflight, not implemented yet
    kNotFound,
    kAlreadyExists,
    kPermissionDenied,
    kUnauthenticated,
    kFailedPrecondition,  ///< valid request, wrong state
    kUnavailable,         ///< the other side cannot be reached at the moment
    kDeadlineExceeded,
    kAborted,  ///< abandoned because another part failed or a newer attempt took over
    kCancelled,
    kResourceExhausted,  ///< disk full, no port, out of memory
    kDataLoss,           ///< corrupt or truncated data
    kUnimplemented,
    kInternal,  ///< a bug in Trainyard
};

/// Stable lower-case name, e.g. "invalid_argument".
std::string_view codeName(Code code);
Code codeNamed(std::string_view name);  ///< kInternal for a name that is none
/// The numeric grpc::StatusCode for `code`; kept as int so that core/base needs no gRPC.
int grpcStatus(Code code);
/// The Code for a numeric grpc::StatusCode; unknown numbers are kInternal.
Code codeFromGrpcStatus(int status);
/// The exit code of the command line contract: 1 failed, 2 usage, 3 refused, 4 unreachable, 5 no agent …
int exitCode(Code code);

/// A failure that crosses folders. `message` says what failed, where, and what to do about it.
struct Error {
    Code code = Code::kInternal;
    Words message;
    /// Stable machine-readable identifier such as "data.truncated"; empty where none is promised.
    std::string id = {};
    std::optional<int> rank = std::nullopt;
    std::string host = {};
    std::string run = {};
    std::shared_ptr<const Error> cause = nullptr;

    /// The message and those of its causes, joined by ": ", in English.
    std::string describe() const;
    /// The same, for the window as well.
    Words words() const;
    /// Wraps this error as the cause of a new one that says what the caller was doing.
    Error wrap(Words doing) const;
};

template <typename T>
using Result = std::expected<T, Error>;
using Status = Result<void>;

/// `return fail(Code::kNotFound, "…")` in any function that returns a Result.
inline std::unexpected<Error> fail(Code code, Words message, std::string id = {}) {
    return std::unexpected(Error{code, std::move(message), std::move(id)});
}
inline std::unexpected<Error> fail(Error error) {
    return std::unexpected(std::move(error));
}

/// The words of an exception of ours, whatever its type.
class Said {
  public:
    explicit Said(Words words) : words(std::move(words)) {}
    virtual ~Said() = default;
    Words words;
};
/// An exception that says Words, thrown where libtorch or a callback's interface leaves no Result:
/// `throw Saying<std::invalid_argument>(say("…", …))`. Where it is caught, saidBy() has the words again.
template <typename Exception>
class Saying : public Exception, public Said {
  public:
    explicit Saying(Words words) : Exception(words.text()), Said(std::move(words)) {}
};
/// What an exception says: the words of a Saying; of any other one its text, without the frames of a stack.
Words saidBy(const std::exception& thrown);

/// "`doing`: No such file or directory", with the code that fits `errnum`; "disk.full" as the id of ENOSPC,
/// EDQUOT.
Error errnoError(int errnum, const Words& doing);
/// Space on a disk may be made; what failed can then be tried again.
bool isDiskFull(const Error& error);

}  // namespace trainyard::base

/// Returns the error of a Status/Result expression from the enclosing function.
#define TY_TRY(expression)                                                                                   \
    do {                                                                                                     \
        if (auto tyResult_ = (expression); !tyResult_) return std::unexpected(std::move(tyResult_).error()); \
    } while (false)
#define TY_CONCAT_(a, b) a##b
#define TY_CONCAT(a, b) TY_CONCAT_(a, b)
/// TY_ASSIGN(auto file, openFile(path)): declares from a Result or returns its error.
#define TY_ASSIGN(declaration, expression) TY_ASSIGN_(TY_CONCAT(tyResult_, __LINE__), declaration, expression)
#define TY_ASSIGN_(name, declaration, expression)               \
    auto name = (expression);                                   \
    if (!name) return std::unexpected(std::move(name).error()); \
    declaration = std::move(*name)
