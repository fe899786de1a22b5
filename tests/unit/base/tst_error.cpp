// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <set>

#include "core/base/check.h"

namespace trainyard::base {
namespace {

constexpr Code kAll[] = {Code::kInvalidArgument,
                         Code::kRefused,
                         Code::kNotFound,
                         Code::kAlreadyExists,
                         Code::kPermissionDenied,
                         Code::kUnauthenticated,
                         Code::kFailedPrecondition,
                         Code::kUnavailable,
                         Code::kDeadlineExceeded,
                         Code::kAborted,
                         Code::kCancelled,
                         Code::kResourceExhausted,
                         Code::kDataLoss,
                         Code::kUnimplemented,
                         Code::kInternal};

TEST(Error, TheTableHasARowForEachCode) {
    std::set<std::string_view> names;
    for (const Code code : kAll) {
        EXPECT_TRUE(names.insert(codeName(code)).second) << codeName(code);
        EXPECT_GE(exitCode(code), 1);
        EXPECT_LE(exitCode(code), 5);
        if (code != Code::kRefused) {
            EXPECT_EQ(codeFromGrpcStatus(grpcStatus(code)), code) << codeName(code);
        }
    }
    EXPECT_EQ(grpcStatus(Code::kRefused), grpcStatus(Code::kFailedPrecondition));
    EXPECT_EQ(codeFromGrpcStatus(9), Code::kFailedPrecondition);
    EXPECT_EQ(codeFromGrpcStatus(12345), Code::kInternal);
}

TEST(Error, ExitCodesAreTheContracts) {
    EXPECT_EQ(exitCode(Code::kRefused), 3);
    EXPECT_EQ(exitCode(Code::kUnavailable), 5);
    EXPECT_EQ(exitCode(Code::kResourceExhausted), 1);
}

TEST(Error, WrapsKeepTheCauseAndWhatIsKnown) {
    const Error inner{Code::kDataLoss, "byte 7 is wrong", "data.damaged", 3, "gpu-a", "run-1"};
    const Error outer = inner.wrap("cannot load model.safetensors").wrap("cannot resume");
    EXPECT_EQ(outer.describe(), "cannot resume: cannot load model.safetensors: byte 7 is wrong");
    EXPECT_EQ(outer.code, Code::kDataLoss);
    EXPECT_EQ(outer.id, "data.damaged");
    EXPECT_EQ(outer.rank, 3);
    EXPECT_EQ(outer.host, "gpu-a");
    EXPECT_EQ(outer.run, "run-1");
}

TEST(Error, ErrnoBecomesACodeAndASentence) {
    EXPECT_EQ(errnoError(ENOSPC, "cannot write x").message, "cannot write x: No space left on device");
    EXPECT_EQ(errnoError(ENOSPC, "").code, Code::kResourceExhausted);
    EXPECT_EQ(errnoError(ENOENT, "").code, Code::kNotFound);
    EXPECT_EQ(errnoError(EACCES, "").code, Code::kPermissionDenied);
    EXPECT_EQ(errnoError(EIO, "").code, Code::kDataLoss);
    EXPECT_EQ(errnoError(ECONNREFUSED, "").code, Code::kUnavailable);
}

Result<int> positive(int number) {
    if (number <= 0) return fail(Code::kInvalidArgument, "not positive");
    return number;
}
Result<int> sum(int a, int b) {
    TY_ASSIGN(const int left, positive(a));
    TY_TRY(positive(b));
    return left + b;
}

TEST(Error, TheMacrosReturnTheFirstFailure) {
    EXPECT_EQ(*sum(1, 2), 3);
    EXPECT_EQ(sum(0, 2).error().message, "not positive");
    EXPECT_EQ(sum(1, 0).error().code, Code::kInvalidArgument);
}

TEST(Check, StaysOnInRelease) {
    TY_CHECK(true, "never");
    EXPECT_DEATH(TY_CHECK(1 > 2, "one is not two"),
                 "tst_error.cpp:.* check failed: one is not two \\(1 > 2\\)");
}

}  // namespace
}  // namespace trainyard::base
