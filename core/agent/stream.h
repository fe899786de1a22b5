// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <memory>
#include <optional>

#include "core/base/loop/event_loop.h"

namespace trainyard::agent {

/// A server stream that is pulled, never pushed: when it is woken and the client has received the last
/// message, it calls next() for another one. A client that does not read costs one message and blocks nobody.
/// next() always runs in `loop`; gRPC's callbacks only post there.
template <typename Reply>
class Stream : public grpc::ServerWriteReactor<Reply>, public std::enable_shared_from_this<Stream<Reply>> {
  public:
    explicit Stream(base::EventLoop& loop) : loop_(loop) {}

    /// Call once, when the object is held by a shared_ptr; it keeps itself alive until the call is over.
    void begin() {
        self_ = this->shared_from_this();
        wake();
    }
    /// There may be new messages. [any]; returns immediately; several calls are coalesced.
    void wake() {
        if (isWoken_.exchange(true)) return;
        loop_.post([weak = this->weak_from_this()] {
            const auto stream = weak.lock();
            if (!stream) return;
            stream->isWoken_ = false;
            stream->advance();
        });
    }

    void OnWriteDone(bool isSent) final {
        loop_.post([self = this->shared_from_this(), isSent] {
            self->isWriting_ = false;
            if (!isSent) self->isCancelled_ = true;
            self->advance();
        });
    }
    void OnCancel() final {
        loop_.post([self = this->shared_from_this()] {
            self->isCancelled_ = true;
            self->advance();
        });
    }
    void OnDone() final {
        loop_.post([self = this->shared_from_this()] { self->self_.reset(); });
    }

  protected:
    /// A message, or the end; neither: nothing to send before the next wake().
    struct Next {
        std::optional<Reply> reply;
        std::optional<grpc::Status> end;
    };
    virtual Next next() = 0;

  private:
    void advance() {
        if (isWriting_ || isFinished_) return;
        if (isCancelled_) return finish(grpc::Status::CANCELLED);
        Next step = next();
        if (step.reply) {
            current_ = std::move(*step.reply);
            isWriting_ = true;
            this->StartWrite(&current_);
        } else if (step.end) {
            finish(*step.end);
        }
    }
    void finish(const grpc::Status& status) {
        isFinished_ = true;
        this->Finish(status);
    }

    base::EventLoop& loop_;
    std::shared_ptr<Stream> self_;
    std::atomic<bool> isWoken_{false};
    Reply current_;
    bool isWriting_ = false, isFinished_ = false, isCancelled_ = false;
};

/// A stream that ends immediately.
template <typename Reply>
class FailedStream : public grpc::ServerWriteReactor<Reply> {
  public:
    explicit FailedStream(const grpc::Status& status) { this->Finish(status); }
    void OnDone() final { delete this; }
};

}  // namespace trainyard::agent
