// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <utility>

namespace trainyard::node {

/// One direction of a session (node.proto): its messages get numbers, are sent in that order, and are kept
/// until the other side has confirmed them.
template <typename Message>
class Outbox {
  public:
    void push(Message message) {
        message.set_number(++last_);
        kept_.push_back(std::move(message));
    }
    /// The next message to send on this connection; null: there is none.
    const Message* next() { return sent_ < kept_.size() ? &kept_[sent_++] : nullptr; }
    /// The other side has all messages up to this number.
    void confirm(std::uint64_t number) {
        while (!kept_.empty() && kept_.front().number() <= number) {
            kept_.pop_front();
            if (sent_ > 0) --sent_;
        }
    }
    /// There is a new connection: what was not confirmed is sent again.
    void rewind() { sent_ = 0; }
    bool isEmpty() const { return kept_.empty(); }
    std::size_t size() const { return kept_.size(); }

  private:
    std::deque<Message> kept_;
    std::size_t sent_ = 0;  ///< of those kept, on this connection
    std::uint64_t last_ = 0;
};

}  // namespace trainyard::node
