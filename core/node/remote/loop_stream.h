// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <grpcpp/grpcpp.h>

#include <memory>
#include <utility>

#include "core/base/loop/event_loop.h"

namespace trainyard::node {

/// One side of a two-way stream of gRPC, in a loop: gRPC's callbacks only post there. `Reactor` is
/// grpc::ClientBidiReactor or grpc::ServerBidiReactor. Keeps itself alive until gRPC has done with it.
template <typename Reactor, typename Out, typename In>
class LoopStream : public Reactor, public std::enable_shared_from_this<LoopStream<Reactor, Out, In>> {
  public:
    /// Whoever reads and writes the stream. [loop]
    class Owner {
      public:
        virtual ~Owner() = default;
        virtual void received(const In& message) = 0;
        /// The next message to send; false: there is none before the next wake().
        virtual bool next(Out& message) = 0;
        /// Nothing is called after it.
        virtual void streamEnded(const grpc::Status& status) = 0;
    };

    LoopStream(base::EventLoop& loop, Owner* owner) : loop_(loop), owner_(owner) {}

    /// Null: nobody reads what still arrives. [loop]
    void setOwner(Owner* owner) { owner_ = owner; }
    /// [loop]
    bool isOver() const { return isOver_; }
    /// There may be something to send. [loop]
    void wake() {
        if (isWriting_ || isOver_ || !owner_ || !owner_->next(out_)) return;
        isWriting_ = true;
        this->StartWrite(&out_);
    }

    void OnReadDone(bool hasMessage) final {
        loop_.post([self = this->shared_from_this(), hasMessage] {
            if (!hasMessage) return self->over();
            if (self->owner_) self->owner_->received(self->in_);
            if (!self->isOver_) self->StartRead(&self->in_);
        });
    }
    void OnWriteDone(bool) final {
        // If it was not sent, the stream is at its end, and a read reports that.
        loop_.post([self = this->shared_from_this()] {
            self->isWriting_ = false;
            if (self->isOver_) return self->close();
            self->wake();
        });
    }

  protected:
    void begin() {
        self_ = this->shared_from_this();
        this->StartRead(&in_);
    }
    /// Nothing else is read or written. [loop]
    void over() {
        if (std::exchange(isOver_, true)) return;
        if (!isWriting_) close();
    }
    /// No operation is pending that was started here, and none will be: lets gRPC end the stream. [loop]
    virtual void close() = 0;
    void reportEnd(const grpc::Status& status) {
        if (Owner* const owner = std::exchange(owner_, nullptr)) owner->streamEnded(status);
    }

    base::EventLoop& loop_;
    std::shared_ptr<LoopStream> self_;  ///< until gRPC has done with it

  private:
    Owner* owner_;
    In in_;
    Out out_;
    bool isWriting_ = false, isOver_ = false;
};

}  // namespace trainyard::node
