// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "core/base/error.h"
#include "core/base/loop/event_loop.h"

namespace trainyard::node {

/// The socket where the tasks that a home has on this machine find their agent, which is that home's. [loop]
class TaskSocketListener {
  public:
    using Accept = std::function<void(base::UniqueFd)>;

    /// Replaces what a former agent has left at `path`; for this user alone.
    static base::Result<std::unique_ptr<TaskSocketListener>> open(base::EventLoop& loop,
                                                                  const std::filesystem::path& path,
                                                                  Accept accept);
    /// Removes the socket.
    ~TaskSocketListener();

  private:
    TaskSocketListener(base::EventLoop& loop, std::filesystem::path path, base::UniqueFd socket,
                       Accept accept);

    base::EventLoop& loop_;
    const std::filesystem::path path_;
    const base::UniqueFd socket_;
    const Accept accept_;
};

}  // namespace trainyard::node
