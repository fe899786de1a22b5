// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/base/bounded_queue.h"
#include "core/events/event_file.h"

namespace trainyard::engine {

enum class Split { kTrain, kValidation };

/// Writes a task's event files (its spool) on a thread of its own: a step hands its values over and goes on.
/// What was handed over is on disk at most 50 ms later. [any]
class SpoolWriter {
  public:
    /// Told what has just been written, on the writer's thread.
    using Listener = std::function<void(Split, const std::vector<events::Event>&)>;
    /// Files under `folder`/train and `folder`/validation; the second is made when the first validation value
    /// comes.
    static base::Result<std::unique_ptr<SpoolWriter>> create(const std::filesystem::path& folder,
                                                             Listener listener = {});
    ~SpoolWriter();

    /// Never waits. Throws when an earlier write failed (a full disk): a run whose metrics are lost must not
    /// look well.
    void add(Split split, std::vector<events::Event> events);
    /// Waits until all is written and synced; the writer is closed then.
    base::Status finish();

  private:
    struct Item {
        Split split;
        std::vector<events::Event> events;
    };
    SpoolWriter(std::filesystem::path folder, events::EventFileWriter train, Listener listener);
    void write();
    base::Status writeItems(std::vector<Item> items);

    std::filesystem::path folder_;
    Listener listener_;
    events::EventFileWriter train_;
    std::optional<events::EventFileWriter> validation_;
    base::BoundedQueue<Item> queue_;
    std::mutex mutex_;
    std::optional<base::Error> failure_;
    std::jthread thread_;
};

}  // namespace trainyard::engine
