// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "core/base/bounded_queue.h"
#include "core/engine/comm/task_link.h"
#include "core/events/event_file.h"

namespace trainyard::engine {

enum class Split { kTrain, kValidation };

/// Writes a task's event files (its spool) on a separate thread: a step hands over its values and continues.
/// Values are on disk at most 50 ms later. [any]
class SpoolWriter {
  public:
    /// Receives what has just been written, on the writer's thread.
    using Listener = std::function<void(Split, const std::vector<events::Event>&)>;
    using Warn = std::function<void(const base::Error&)>;
    /// Files under `folder`/train and `folder`/validation; the second is created with the first validation
    /// value.
    /// `warn` is called, on the writer's thread, when values start to wait because the disk takes no more.
    static base::Result<std::unique_ptr<SpoolWriter>> create(const std::filesystem::path& folder,
                                                             Listener listener = {}, Warn warn = {});
    ~SpoolWriter();

    /// Never waits. While the disk is full, values are kept in memory, up to about 64 MiB. Throws if an
    /// earlier write failed for another reason, or if more than that is waiting: a run that loses metrics
    /// must not appear healthy.
    void add(Split split, std::vector<events::Event> events);
    /// Waits until everything is written and synced, including for free disk space; then the writer is
    /// closed.
    base::Status finish();

  private:
    struct Item {
        Split split;
        std::vector<events::Event> events;
    };
    SpoolWriter(std::filesystem::path folder, events::EventFileWriter train, Listener listener, Warn warn);
    void write(const std::stop_token& stop);
    bool takeItems();
    static bool waitForRoom(const std::stop_token& stop);
    base::Status writeItems();

    std::filesystem::path folder_;
    Listener listener_;
    Warn warn_;
    events::EventFileWriter train_;
    std::optional<events::EventFileWriter> validation_;
    base::BoundedQueue<Item> queue_;
    // For the writer's thread: taken from the queue and not on disk yet, `added_` of them in a file's buffer.
    std::vector<Item> waiting_;
    std::size_t added_ = 0;
    bool isBehind_ = false;
    std::mutex mutex_;
    std::optional<base::Error> failure_;
    std::jthread thread_;
};

/// Sends warnings to what manages the run, as long as `link` lives.
SpoolWriter::Warn warnBy(TaskLink& link);

}  // namespace trainyard::engine
