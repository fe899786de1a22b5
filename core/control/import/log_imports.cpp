// SPDX-License-Identifier: Apache-2.0
#include "core/control/import/log_imports.h"

#include <fmt/format.h>
#include <time.h>

#include <chrono>
#include <utility>

#include "core/control/import/log_follow.h"

namespace trainyard::control {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kProgressEvery{100};

/// How much of what was found has been read, as the client is told. What comes after that, while a folder is
/// followed, is no part of it.
class ImportProgress {
  public:
    ImportProgress(const LogImports::OnReply& onReply, const std::function<bool()>& isCancelled)
        : onReply_(onReply), isCancelled_(isCancelled) {}

    v1::ImportLogsReply reply;

    /// False once the client has gone.
    bool send() {
        reportedAt_ = Clock::now();
        isWanted_ = isWanted_ && onReply_(reply);
        return isWanted_;
    }
    void add(const std::vector<events::LogRun>& found) {
        if (reply.following()) return;
        for (const events::LogRun& run : found)
            for (const events::LogFile& file : run.files) {
                reply.set_files(reply.files() + 1);
                reply.set_bytes(reply.bytes() + static_cast<std::int64_t>(file.bytes));
            }
    }
    /// For LogImport; false once the import is cancelled.
    bool took(std::uint64_t fresh, bool isFile) {
        if (reply.following()) return !isCancelled_();
        reply.set_bytes_done(reply.bytes_done() + static_cast<std::int64_t>(fresh));
        if (isFile) reply.set_files_done(reply.files_done() + 1);
        if (Clock::now() - reportedAt_ >= kProgressEvery) send();
        return isWanted_ && !isCancelled_();
    }

  private:
    const LogImports::OnReply& onReply_;
    const std::function<bool()>& isCancelled_;
    Clock::time_point reportedAt_{};
    bool isWanted_ = true;
};

/// Its CPU time: on a busy machine a turn takes longer, and would be followed by a rest that nobody needs.
Clock::duration usedByThread() {
    timespec used{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

std::filesystem::path resolved(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::weakly_canonical(path, error);
}

}  // namespace

base::Result<std::int64_t> LogImports::readAgain(const store::RunRow& row, const std::stop_token& stop) {
    std::lock_guard lock(mutex_);
    lastReader_ = nullptr;
    return LogImport(store_, listeners_).readAgain(row, stop);
}

base::Status LogImports::read(const v1::ImportLogsRequest& request, const OnReply& onReply,
                              const std::function<bool()>& isCancelled) {
    TY_TRY(store_.allowWrite());
    return request.follow() ? follow(request, onReply, isCancelled) : readOnce(request, onReply, isCancelled);
}

base::Status LogImports::readOnce(const v1::ImportLogsRequest& request, const OnReply& onReply,
                                  const std::function<bool()>& isCancelled) {
    TY_ASSIGN(const auto found, events::findLogs(request.folder(), isCancelled));
    std::lock_guard lock(mutex_);
    lastReader_ = nullptr;
    ImportProgress progress(onReply, isCancelled);
    for (v1::ImportedRun& none : skippedRuns(found.skipped)) *progress.reply.add_runs() = std::move(none);
    progress.add(found.runs);
    progress.send();
    const std::filesystem::path own = resolved(runs_);
    LogImport import(store_, listeners_, writesAgainWithin_);
    for (const events::LogRun& run : found.runs) {
        if (isOwnRun(run, own)) {
            *progress.reply.add_runs() = ownRun(run);
            continue;
        }
        TY_ASSIGN(v1::ImportedRun read,
                  import.read(run, request.client(), [&](std::uint64_t fresh, bool isFile) {
                      return progress.took(fresh, isFile);
                  }));
        *progress.reply.add_runs() = std::move(read);
    }
    progress.reply.set_finished(true);
    progress.send();
    return {};
}

base::Status LogImports::follow(const v1::ImportLogsRequest& request, const OnReply& onReply,
                                const std::function<bool()>& isCancelled) {
    const auto leave = [this](LogImports*) {
        std::lock_guard lock(mutex_);
        --followed_;
    };
    std::unique_ptr<LogImports, decltype(leave)> place(nullptr, leave);
    {
        std::lock_guard lock(mutex_);
        if (followed_ >= kMostFollowed)
            return base::fail(
                base::Code::kResourceExhausted,
                base::say("{} folders of logs are followed already; end one of them first", kMostFollowed),
                "import.too_many_followed");
        ++followed_;
        place.reset(this);
    }
    LogFollow logs(LogImport(store_, listeners_, writesAgainWithin_), request.folder(), resolved(runs_),
                   request.client());
    ImportProgress progress(onReply, isCancelled);
    base::Status status;
    while (status && !isCancelled()) {
        const auto began = usedByThread();
        bool hasRead = false;
        // While another import reads, perhaps for minutes, this one waits for its turn and can be cancelled.
        if (std::unique_lock lock(mutex_, std::try_to_lock); lock) {
            if (std::exchange(lastReader_, &logs) != &logs) logs.forget();
            status = logs.readOn(
                [&](const auto& found) { progress.add(found); },
                [&](std::uint64_t fresh, bool isFile) { return progress.took(fresh, isFile); }, isCancelled);
            hasRead = true;
        }
        if (!status) break;
        if (logs.takeNews() || !progress.reply.following()) {
            progress.reply.set_following(hasRead || progress.reply.following());
            logs.addRuns(progress.reply);
            if (!progress.send()) break;
        }
        logs.wait(usedByThread() - began, isCancelled);
    }
    std::lock_guard lock(mutex_);
    lastReader_ = nullptr;
    const base::Status finished = logs.finish();
    if (!status && status.error().code != base::Code::kCancelled) return status;
    return finished;
}

}  // namespace trainyard::control
