// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/spool_writer.h"

#include <pthread.h>

#include <stdexcept>

namespace trainyard::engine {
namespace {
/// Hand-overs, not values; at 25 a second this is minutes of a disk that does not answer.
constexpr std::size_t kCapacity = 16384;
}  // namespace

base::Result<std::unique_ptr<SpoolWriter>> SpoolWriter::create(const std::filesystem::path& folder,
                                                               Listener listener) {
    TY_ASSIGN(events::EventFileWriter train, events::EventFileWriter::create(folder / "train"));
    return std::unique_ptr<SpoolWriter>(new SpoolWriter(folder, std::move(train), std::move(listener)));
}

SpoolWriter::SpoolWriter(std::filesystem::path folder, events::EventFileWriter train, Listener listener)
    : folder_(std::move(folder)),
      listener_(std::move(listener)),
      train_(std::move(train)),
      queue_(kCapacity),
      thread_([this] { write(); }) {
}

SpoolWriter::~SpoolWriter() {
    queue_.close();
}

void SpoolWriter::add(Split split, std::vector<events::Event> events) {
    const bool isTaken = queue_.tryPush({split, std::move(events)});
    std::lock_guard lock(mutex_);
    if (failure_) throw std::runtime_error(failure_->describe());
    if (!isTaken)
        throw std::runtime_error("the metrics of this task cannot be written fast enough to " +
                                 folder_.string());
}

base::Status SpoolWriter::finish() {
    queue_.close();
    if (thread_.joinable()) thread_.join();
    if (failure_) return base::fail(*failure_);
    TY_TRY(train_.sync());
    if (validation_) TY_TRY(validation_->sync());
    return {};
}

void SpoolWriter::write() {
    pthread_setname_np(pthread_self(), "ty-spool");
    while (auto item = queue_.pop()) {
        std::vector<Item> items;
        items.push_back(std::move(*item));
        while (auto more = queue_.popFor(std::chrono::milliseconds(0))) items.push_back(std::move(*more));
        if (base::Status status = writeItems(std::move(items)); !status) {
            std::lock_guard lock(mutex_);
            failure_ = status.error().wrap("the metrics of this task cannot be written");
            return;
        }
    }
}

base::Status SpoolWriter::writeItems(std::vector<Item> items) {
    for (const Item& item : items) {
        if (item.split == Split::kValidation && !validation_) {
            TY_ASSIGN(validation_, events::EventFileWriter::create(folder_ / "validation"));
        }
        events::EventFileWriter& file = item.split == Split::kTrain ? train_ : *validation_;
        for (const events::Event& event : item.events) std::visit([&](const auto& e) { file.add(e); }, event);
    }
    TY_TRY(train_.flush());
    if (validation_) TY_TRY(validation_->flush());
    if (listener_)
        for (const Item& item : items) listener_(item.split, item.events);
    return {};
}

}  // namespace trainyard::engine
