// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "core/base/loop/event_loop.h"
#include "trainyard/v1/node.pb.h"

namespace trainyard::node {

/// The connections of tasks to their agent, byte by byte through the session of their node (DoorPipe): at the
/// node, those of the tasks; at home, as many to the home's own service. What is in transit is bounded by the
/// flow control of HTTP/2, which is end to end. [loop]
class TaskPipes {
  public:
    using Send = std::function<void(v1::DoorPipe)>;
    /// Receives one end of a connection that a task of the node has opened; non-blocking.
    using Accept = std::function<void(base::UniqueFd)>;

    /// `accept`: at home.
    TaskPipes(base::EventLoop& loop, Send send, Accept accept = {});
    ~TaskPipes();
    TaskPipes(const TaskPipes&) = delete;
    TaskPipes& operator=(const TaskPipes&) = delete;

    /// A connection that has come in at the node.
    void add(base::UniqueFd connection);
    /// From the other side.
    void received(const v1::DoorPipe& part);
    /// Ends all of them here; the other side has lost them.
    void clear();

  private:
    void watch(std::uint64_t id, base::UniqueFd connection);
    void read(std::uint64_t id);
    void end(std::uint64_t id);
    void remove(std::uint64_t id);

    base::EventLoop& loop_;
    const Send send_;
    const Accept accept_;
    std::map<std::uint64_t, base::UniqueFd> pipes_;
    std::uint64_t last_ = 0;
};

}  // namespace trainyard::node
