// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/base/loop/event_loop.h"
#include "core/base/loop/executor.h"
#include "core/node/node.h"

namespace trainyard::control {

/// Brings one complete file that a task wrote in the run's folder of its machine into the run's folder here,
/// in place of what is there under that name. [loop]
class FileFetch : public std::enable_shared_from_this<FileFetch> {
  public:
    struct Places {
        node::AttemptTasks& machines;
        base::EventLoop& loop;
        base::Executor& disk;
        std::filesystem::path root;  ///< the run's folder here
    };
    /// `done` is called once, in the loop, and not at all once `alive` is null, before which `places` must
    /// not be. kDataLoss "file.missing": there is no such file.
    static void begin(Places places, std::string task, std::string file, std::weak_ptr<int> alive,
                      node::Done<void> done);

    FileFetch(Places places, std::string task, std::string file, std::weak_ptr<int> alive,
              node::Done<void> done);

  private:
    void next();
    void append(std::vector<node::FilePart> parts);
    template <typename Work, typename Then>
    void onDisk(Work work, Then then);

    Places places_;
    std::string task_, file_;  ///< relative to the run's folder
    std::weak_ptr<int> alive_;
    node::Done<void> done_;
    std::uint64_t size_ = 0;  ///< that is here
};

}  // namespace trainyard::control
