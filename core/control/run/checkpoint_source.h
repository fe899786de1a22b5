// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/loop/event_loop.h"
#include "core/base/loop/executor.h"
#include "core/control/run/nodes.h"

namespace trainyard::control {

/// Reads the files of a run's checkpoints, wherever they are: here, or on another machine
/// (base::remotePathOf()). No answer comes from inside a call, or once this object has ended. Owned by the
/// control loop. [loop]
class CheckpointSource {
  public:
    struct Parts {
        base::EventLoop& loop;
        base::Executor& disk;
        Nodes* nodes;  ///< null: there is no other machine
        std::string run;
    };
    struct File {
        std::string name;
        std::uint64_t bytes = 0;
    };
    explicit CheckpointSource(Parts parts) : parts_(std::move(parts)) {}

    /// The next bytes of a file, from `offset` on; none: it ends there. kNotFound: there is no such file.
    void read(const std::string& checkpoint, const std::string& file, std::uint64_t offset,
              std::function<void(const base::Result<std::string>&)> then) const;
    /// The files by the manifest. A copy is made from the last on: owner.json, and then the manifest, which
    /// say whose the rest is.
    void list(const std::string& checkpoint,
              std::function<void(const base::Result<std::vector<File>>&)> then) const;

    static base::Error missing(const std::string& path);

  private:
    using Listed = std::function<void(const base::Result<std::vector<File>>&)>;
    void readManifest(const std::string& checkpoint, const std::string& known, const Listed& then) const;

    const Parts parts_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace trainyard::control
