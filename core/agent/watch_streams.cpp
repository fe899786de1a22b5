// SPDX-License-Identifier: Apache-2.0
#include "core/agent/watch_streams.h"

#include <fmt/format.h>

#include "core/agent/call.h"
#include "core/base/text.h"
#include "core/control/run/run_log.h"
#include "core/control/run/run_stacks.h"
#include "core/control/runs/run_row.h"
#include "core/proto/failure.h"

namespace trainyard::agent {
namespace {

constexpr int kEventsAtOnce = 256;
constexpr std::size_t kMostWaitingBatches = 64;

base::Result<store::RunRow> rowOf(store::RunStore& store, const std::string& run) {
    TY_ASSIGN(auto row, store.run(run));
    if (!row) return base::fail(control::noSuchRun(run));
    return std::move(*row);
}

bool hasFinished(const store::RunRow& row) {
    return control::isFinal(control::summaryOf(row).status());
}

v1::ReadLogReply replyOf(const std::vector<node::MergedLog::Part>& parts) {
    v1::ReadLogReply reply;
    for (const node::MergedLog::Part& part : parts) {
        v1::LogPart& told = *reply.add_parts();
        told.set_task(part.task);
        told.set_attempt(part.attempt);
        // A program may print any bytes; a message must be UTF-8.
        for (const std::string& line : part.lines) told.add_lines(base::printable(line));
    }
    return reply;
}

}  // namespace

void RunWatchStream::runChanged(const std::string&) {
    wake();
}

void RunWatchStream::metricsStored(const std::shared_ptr<const v1::MetricBatch>& batch) {
    if (!request_.with_metrics()) return;
    {
        std::lock_guard lock(mutex_);
        metrics_.push_back(batch);
        if (metrics_.size() > kMostWaitingBatches) {
            metrics_.pop_front();
            ++droppedBatches_;
        }
    }
    wake();
}

void RunWatchStream::progressed(const std::shared_ptr<const v1::Progress>& progress) {
    {
        std::lock_guard lock(mutex_);
        progress_ = progress;
    }
    wake();
}

std::optional<v1::WatchRunReply> RunWatchStream::nextMetrics() {
    std::lock_guard lock(mutex_);
    v1::WatchRunReply reply;
    if (!metrics_.empty()) {
        *reply.mutable_metrics() = *metrics_.front();
        metrics_.pop_front();
        reply.mutable_metrics()->set_dropped(std::exchange(droppedBatches_, 0));
        return reply;
    }
    if (!progress_) return std::nullopt;
    *reply.mutable_progress() = *std::exchange(progress_, nullptr);
    return reply;
}

base::Status RunWatchStream::fetch() {
    TY_ASSIGN(const auto stored, store_.events(request_.run(), afterSeq_, kEventsAtOnce));
    for (const auto& row : stored) {
        v1::RunEvent event;
        if (!event.ParseFromString(row.body))
            return base::fail(base::Code::kDataLoss, base::say("event {} of run {} is damaged in the store",
                                                               row.seq, request_.run()));
        event.set_seq(row.seq);
        afterSeq_ = row.seq;
        events_.push_back(std::move(event));
    }
    return {};
}

RunWatchStream::Next RunWatchStream::next() {
    if (isOver_) return {.end = grpc::Status::OK};
    if (events_.empty()) {
        if (const auto fetched = fetch(); !fetched) return {.end = toGrpc(fetched.error())};
    }
    // `finished` is the last message: points that came before it go before it.
    const bool isLast = !events_.empty() && events_.front().has_finished();
    if (events_.empty() || isLast)
        if (auto reply = nextMetrics()) return {.reply = std::move(reply)};
    return nextEvent();
}

/// Whether that `finished` is final: a run that was resumed has more events.
base::Result<bool> RunWatchStream::isOverAt(std::uint64_t seq) {
    TY_ASSIGN(const auto row, rowOf(store_, request_.run()));
    TY_ASSIGN(const std::uint64_t last, store_.lastSeq(request_.run()));
    return hasFinished(row) && last <= seq;
}

RunWatchStream::Next RunWatchStream::nextEvent() {
    if (!events_.empty()) {
        v1::WatchRunReply reply;
        *reply.mutable_event() = std::move(events_.front());
        events_.pop_front();
        if (reply.event().has_finished()) {
            const auto over = isOverAt(reply.event().seq());
            if (!over) return {.end = toGrpc(over.error())};
            isOver_ = *over;
        }
        return {.reply = std::move(reply)};
    }
    // No more lines will follow.
    if (const auto damage = store_.damage()) return {.end = toGrpc(*damage)};
    // Nothing to say: either nothing has happened, or everything was heard by after_seq already.
    const auto row = rowOf(store_, request_.run());
    if (!row) return {.end = toGrpc(row.error())};
    const auto last = store_.lastSeq(request_.run());
    if (!last) return {.end = toGrpc(last.error())};
    // Logs of another program may be read on at any time.
    const v1::RunStatus status = control::statusFromName(row->status);
    if (control::isFinal(status) && status != v1::IMPORTED && *last <= afterSeq_)
        return {.end = grpc::Status::OK};
    return {};
}

void RunsWatchStream::runChanged(const std::string& run) {
    {
        std::lock_guard lock(mutex_);
        changed_.insert(run);
    }
    wake();
}

/// A pause is stored when it is requested; whether the tasks wait is known to the run's controller.
v1::RunSummary RunsWatchStream::summaryOf(const store::RunRow& row) {
    v1::RunSummary summary = control::summaryOf(row);
    registry_.notePause(summary);
    return summary;
}

RunsWatchStream::Next RunsWatchStream::next() {
    v1::WatchRunsReply reply;
    if (const auto damage = store_.damage()) {
        proto::put(damage->words(), reply.mutable_store_damage(), reply.mutable_store_damage_words());
    }
    std::set<std::string> changed;
    {
        std::lock_guard lock(mutex_);
        changed.swap(changed_);
    }
    if (!std::exchange(hasSentSnapshot_, true)) {
        const auto rows = store_.runs();
        const auto damage = store_.damage();
        if (!rows && !damage) return {.end = toGrpc(rows.error())};
        reply.set_snapshot(true);
        if (damage) {
            proto::put(damage->words(), reply.mutable_store_damage(), reply.mutable_store_damage_words());
        }
        if (!rows) return {.reply = std::move(reply)};  // why there are none is all that is known
        for (const store::RunRow& row : *rows) *reply.add_changed() = summaryOf(row);
        return {.reply = std::move(reply)};
    }
    for (const std::string& run : changed) {
        const auto row = rowOf(store_, run);
        if (!row) return {.end = toGrpc(row.error())};
        *reply.add_changed() = summaryOf(*row);
    }
    if (reply.changed_size() == 0) return {};
    return {.reply = std::move(reply)};
}

base::Result<bool> LogStream::addNew() {
    TY_ASSIGN(const auto tasks, store_.tasks(request_.run(), request_.attempt()));
    bool isAny = false;
    for (const store::TaskRow& task : tasks) {
        if (!request_.task().empty() && task.task != request_.task()) continue;
        if (!known_.insert(task.log).second) continue;
        isAny = true;
        // In addition to its output, the stacks that the agent has taken of it, or will take.
        for (const std::filesystem::path& file :
             {std::filesystem::path(task.log), control::stackLogOf(task.log)}) {
            node::LogReader reader(file);
            // Logs that begin later are read from their start.
            if (!isLater_ && request_.has_tail_lines()) TY_TRY(reader.seekToTail(request_.tail_lines()));
            log_.add(task.task, task.attempt, std::move(reader));
        }
    }
    isLater_ = true;
    return isAny;
}

base::Status LogStream::open() {
    TY_ASSIGN(const store::RunRow row, rowOf(store_, request_.run()));
    if (request_.attempt() > row.attempts)
        return base::fail(base::Code::kNotFound,
                          base::say("run {} has no attempt {}; its newest is {}", request_.run(),
                                    request_.attempt(), row.attempts),
                          "attempt.not_found");
    TY_TRY(addNew());
    // Before its launch a run has no tasks yet; one that is requested by name may still come.
    TY_ASSIGN(const auto tasks, store_.tasks(request_.run(), request_.attempt()));
    const bool mayCome = request_.follow() && !hasFinished(row) && tasks.empty();
    isOpen_ = !log_.isEmpty() || !mayCome;
    if (log_.isEmpty() && !mayCome && !request_.task().empty())
        return base::fail(
            base::Code::kNotFound,
            base::say("run {} has no task {}", request_.run(), base::printable(request_.task())),
            "task.not_found");
    return {};
}

LogStream::Next LogStream::next() {
    if (!isOpen_)
        if (const auto opened = open(); !opened) return {.end = toGrpc(opened.error())};
    if (!isOpen_) return {};
    // Asked before the reading: what was written up to the end is then read.
    const auto row = rowOf(store_, request_.run());
    if (!row) return {.end = toGrpc(row.error())};
    const bool isLastRead = !request_.follow() || hasFinished(*row);
    auto parts = log_.readSome(isLastRead);
    if (parts && parts->empty() && request_.follow()) {  // the next attempt's tasks have logs of their own
        const auto hasNew = addNew();
        if (!hasNew) return {.end = toGrpc(hasNew.error())};
        if (*hasNew) parts = log_.readSome(isLastRead);
    }
    if (!parts) return {.end = toGrpc(parts.error())};
    if (!parts->empty()) return {.reply = replyOf(*parts)};
    if (isLastRead) return {.end = grpc::Status::OK};
    return {};
}

}  // namespace trainyard::agent
