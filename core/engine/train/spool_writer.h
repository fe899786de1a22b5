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

/// Writes a task's event files (its spool) on a thread of its own: a step hands its values over and goes on.
/// What was handed over is on disk at most 50 ms later. [any]
class SpoolWriter {
  public:
    /// Told what has just been written, on the writer's thread.
    using Listener = std::function<void(Split, const std::vector<events::Event>&)>;
    using Warn = std::function<void(const std::string& message)>;
    /// Files under `folder`/train and `folder`/validation; the second is made when the first validation value
    /// comes.
    /// `warn` is told, on the writer's thread, when values begin to wait for a full disk.
    static base::Result<std::unique_ptr<SpoolWriter>> create(const std::filesystem::path& folder,
                                                             Listener listener = {}, Warn warn = {});
    ~SpoolWriter();

    /// Never waits. While the disk is full values are kept in memory, up to some 64 MiB. Throws when an
    /// earlier write failed otherwise, or more than that waits: a run whose metrics are lost must not look
    /// well.
    void add(Split split, std::vector<events::Event> events);
    /// Waits until all is written and synced, for room on the disk too; the writer is closed then.
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
    // Of the writer's thread: taken from the queue and not on the disk yet, `added_` of them in a file's
    // buffer.
    std::vector<Item> waiting_;
    std::size_t added_ = 0;
    bool isBehind_ = false;
    std::mutex mutex_;
    std::optional<base::Error> failure_;
    std::jthread thread_;
};

/// Warns whoever keeps the run, as long as `link` lives.
SpoolWriter::Warn warnBy(TaskLink& link);

}  // namespace trainyard::engine
