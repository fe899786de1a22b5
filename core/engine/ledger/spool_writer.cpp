// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ledger/spool_writer.h"

#include <fmt/format.h>
#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <stdexcept>

namespace trainyard::engine {
namespace {

/// Counts hand-overs, not values; at 25 per second this covers minutes of a disk that does not respond.
constexpr std::size_t kCapacity = 16384;
/// The limit for a task's memory while the disk is full; more than an hour of most runs.
constexpr std::size_t kMostWaitingBytes = 64u << 20;
constexpr std::chrono::milliseconds kRetryInterval{500};

}  // namespace

SpoolWriter::Warn warnBy(TaskLink& link) {
    return [&link](const base::Error& error) {
        link.sendWarning(error.id.empty() ? "metrics.waiting" : error.id, error.words());
    };
}

base::Result<std::unique_ptr<SpoolWriter>> SpoolWriter::create(const std::filesystem::path& folder,
                                                               Listener listener, Warn warn) {
    TY_ASSIGN(events::EventFileWriter train, events::EventFileWriter::create(folder / "train"));
    return std::unique_ptr<SpoolWriter>(
        new SpoolWriter(folder, std::move(train), std::move(listener), std::move(warn)));
}

SpoolWriter::SpoolWriter(std::filesystem::path folder, events::EventFileWriter train, Listener listener,
                         Warn warn)
    : folder_(std::move(folder)),
      listener_(std::move(listener)),
      warn_(std::move(warn)),
      train_(std::move(train)),
      queue_(kCapacity),
      thread_([this](const std::stop_token& stop) { write(stop); }) {
}

SpoolWriter::~SpoolWriter() {
    queue_.close();
}

void SpoolWriter::add(Split split, std::vector<events::Event> events) {
    {
        std::lock_guard lock(mutex_);
        if (failure_) throw base::Saying<std::runtime_error>(failure_->words());
    }
    if (!queue_.tryPush({split, std::move(events)}))
        throw base::Saying<std::runtime_error>(
            base::say("the metrics of this task cannot be written fast enough to {}", folder_.string()));
}

base::Status SpoolWriter::finish() {
    queue_.close();
    if (thread_.joinable()) thread_.join();
    if (failure_) return base::fail(*failure_);
    TY_TRY(train_.sync());
    if (validation_) TY_TRY(validation_->sync());
    return {};
}

void SpoolWriter::write(const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), "ty-spool");
    for (;;) {
        const bool isOpen = takeItems();
        const base::Status written = writeItems();
        if (written && !isOpen) return;
        if (written) {
            isBehind_ = false;
            continue;
        }
        const std::size_t held = train_.pendingBytes() + (validation_ ? validation_->pendingBytes() : 0);
        const bool isFull =
            written.error().code == base::Code::kResourceExhausted && held <= kMostWaitingBytes;
        if (isFull && !std::exchange(isBehind_, true) && warn_)
            warn_({written.error().code,
                   base::say("training continues, but the metrics of this task wait in its memory: {}",
                             written.error().words()),
                   written.error().id});
        if (isFull && waitForRoom(stop)) continue;
        std::lock_guard lock(mutex_);
        failure_ = written.error().wrap("the metrics of this task cannot be written");
        return;
    }
}

/// Waits for something to write, unless something waits for the disk. False: nothing more will come.
bool SpoolWriter::takeItems() {
    auto item = isBehind_ ? queue_.popFor(std::chrono::milliseconds(0)) : queue_.pop();
    const bool isOpen = item || !queue_.isClosed();
    for (; item; item = queue_.popFor(std::chrono::milliseconds(0))) waiting_.push_back(std::move(*item));
    return isOpen;
}

/// False: the writer is being destroyed.
bool SpoolWriter::waitForRoom(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    stopped.wait_for(lock, stop, kRetryInterval, [] { return false; });
    return !stop.stop_requested();
}

base::Status SpoolWriter::writeItems() {
    for (; added_ < waiting_.size(); ++added_) {
        const Item& item = waiting_[added_];
        if (item.split == Split::kValidation && !validation_) {
            TY_ASSIGN(validation_, events::EventFileWriter::create(folder_ / "validation"));
        }
        events::EventFileWriter& file = item.split == Split::kTrain ? train_ : *validation_;
        for (const events::Event& event : item.events) std::visit([&](const auto& e) { file.add(e); }, event);
    }
    TY_TRY(train_.flush());
    if (validation_) TY_TRY(validation_->flush());
    if (listener_)
        for (const Item& item : waiting_) listener_(item.split, item.events);
    waiting_.clear();
    added_ = 0;
    return {};
}

}  // namespace trainyard::engine
