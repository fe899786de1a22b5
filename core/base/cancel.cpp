// SPDX-License-Identifier: Apache-2.0
#include "core/base/cancel.h"

#include "core/base/check.h"

namespace trainyard::base {
namespace {

/// Between two questions: asking gRPC whether a call is cancelled takes a lock.
constexpr std::chrono::milliseconds kAskEvery{5};

thread_local CancelScope* innermostScope = nullptr;

}  // namespace

CancelScope::CancelScope(std::function<bool()> isCancelled)
    : isCancelled_(std::move(isCancelled)), outer_(innermostScope) {
    innermostScope = this;
}

CancelScope::~CancelScope() {
    TY_CHECK(innermostScope == this, "cancel scopes end in the thread and the order they began in");
    innermostScope = outer_;
}

bool CancelScope::ask() {
    const auto now = std::chrono::steady_clock::now();
    if (!wasCancelled_ && now - askedAt_ >= kAskEvery) {
        askedAt_ = now;
        wasCancelled_ = isCancelled_();
    }
    return wasCancelled_;
}

Status checkCancelled() {
    if (innermostScope == nullptr || !innermostScope->ask()) return {};
    return fail(Code::kCancelled, "the call was cancelled", "call.cancelled");
}

}  // namespace trainyard::base
