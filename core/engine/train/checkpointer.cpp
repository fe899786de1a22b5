// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/checkpointer.h"

#include <ATen/record_function.h>
#include <fmt/format.h>
#include <pthread.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <new>
#include <span>
#include <utility>

namespace trainyard::engine {
namespace {

using Clock = std::chrono::steady_clock;
using base::Code;
using v1::PublishCheckpointRequest;

/// Training has priority if both want the cores: steps during a save of 1.2 GB take 0.42 s instead of 0.7
/// (0.3 without one), the save 2.5 s instead of 1.5. At 10 it would take 10 s.
constexpr int kWriterNice = 5;
/// Retry interval while the agent is unavailable.
constexpr std::chrono::milliseconds kRetryEvery{200};
/// How long the end of a run waits for an unavailable agent.
constexpr std::chrono::seconds kFarewell{10};
/// One is being written, one is copied ahead.
constexpr std::size_t kMostUnwritten = 2;
/// Staged checkpoints that wait for an agent; beyond this number the oldest are deleted, as retention would.
constexpr std::size_t kMostUnpublished = 3;

double msSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

template <typename Bits>
bool isFinite(std::span<const std::byte> bytes, Bits exponent) {
    bool hasFound = false;
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(Bits)) {
        Bits bits;
        std::memcpy(&bits, bytes.data() + at, sizeof bits);
        hasFound |= (bits & exponent) == exponent;
    }
    return !hasFound;
}

/// All exponent bits set: NaN or an infinity (IEEE 754).
bool isFinite(const std::string& dtype, std::span<const std::byte> bytes) {
    if (dtype == "F32") return isFinite<std::uint32_t>(bytes, 0x7f800000u);
    if (dtype == "F64") return isFinite<std::uint64_t>(bytes, 0x7ff0000000000000u);
    if (dtype == "BF16") return isFinite<std::uint16_t>(bytes, 0x7f80u);
    return true;
}

/// An error names a tensor that has NaN or infinity. One that comes in pieces is looked at as they come.
base::Status guard(checkpoint::TensorView& tensor) {
    const auto checkFinite = [name = tensor.name,
                              dtype = tensor.dtype](std::span<const std::byte> bytes) -> base::Status {
        if (isFinite(dtype, bytes)) return {};
        return base::fail(Code::kAborted, base::say("{} contains NaN or infinity", name),
                          "checkpoint.not_finite");
    };
    if (!tensor.source) return checkFinite(tensor.bytes);
    tensor.source = [checkFinite, source = std::move(tensor.source)](const checkpoint::PutBytes& put) {
        return source([&](std::span<const std::byte> bytes) -> base::Status {
            TY_TRY(checkFinite(bytes));
            return put(bytes);
        });
    };
    return {};
}

}  // namespace

Checkpointer::Places Checkpointer::placesOf(const v1::RunSpec& spec, const v1::JoinReply& place,
                                            int attempt) {
    return {place.checkpoint_dir(),           place.backup_dir(),          place.run(), attempt,
            spec.checkpoint().weights_only(), spec::stopsOnNotFinite(spec)};
}

Checkpointer::Checkpointer(Places places, TaskLink& link, const Model& model, const Optimizer& optimizer,
                           std::shared_ptr<Device> device)
    : Checkpointer(std::move(places), link,
                   std::make_unique<LocalCopy>(model, optimizer, std::move(device))) {
}

Checkpointer::Checkpointer(Places places, TaskLink& link, std::unique_ptr<StateCopy> copy)
    : places_(std::move(places)), link_(link), copy_(std::move(copy)) {
    try {
        writer_ = std::jthread([this] { writeAllSaves(); });
        publisher_ = std::jthread([this] { publishAll(); });
    } catch (...) {  // one thread could not be had: the other ends
        close();
        throw;
    }
}

Checkpointer::~Checkpointer() {
    finish();
    close();
}

void Checkpointer::close() {
    std::lock_guard lock(mutex_);
    isClosing_ = true;
    changed_.notify_all();
}

void Checkpointer::waitForWriter() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return unwritten_.empty(); });
}

void Checkpointer::finish() {
    waitForWriter();
    std::unique_lock lock(mutex_);
    if (changed_.wait_for(lock, kFarewell, [&] { return unpublished_.empty(); })) return;
    spdlog::warn("the agent is not reachable: checkpoint {} stays staged until it is",
                 unpublished_.back().staged());
    unpublished_.clear();
}

base::Words Checkpointer::noMemory() const {
    return base::say("there is no memory for a copy of the state ({} MB)", copy_->bytes() >> 20);
}

/// Ahead of the save that is being written, if possible.
base::Result<std::unique_ptr<StateCopy::Taken>> Checkpointer::copy() {
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return unwritten_.size() < kMostUnwritten; });
        if (!unwritten_.empty()) {
            lock.unlock();
            if (auto ahead = copy_->takeAhead()) return ahead;
        }
    }
    waitForWriter();
    try {
        return copy_->take();
    } catch (const std::bad_alloc&) {
        return base::fail(Code::kResourceExhausted, noMemory());
    }
}

void Checkpointer::save(const checkpoint::TrainState& state, int epoch, SavesDue due) {
    RECORD_USER_SCOPE("checkpoint: save");
    const auto start = Clock::now();
    if (due.isKept) lastKeptStep_ = state.step;
    isTriedAgain_ = false;
    auto job = std::make_shared<Job>();
    job->contents.state = state;
    job->epoch = epoch;
    job->due = due;
    base::Result<std::unique_ptr<StateCopy::Taken>> copied = copy();
    {
        std::lock_guard lock(mutex_);
        failure_.reset();
        last_ = copied ? job : nullptr;
    }
    if (copied) {
        job->copy = *std::move(copied);
        job->stallMs = msSince(start);
        this->start(std::move(job));
        return;
    }
    const base::Words message =
        base::say("the checkpoint of step {} was not saved: {}", state.step, copied.error().words());
    if (due.isKept) noteFailed(nullptr, {{copied.error().code, message}, std::nullopt});
    warn(message);
}

void Checkpointer::start(std::shared_ptr<Job> job) {
    std::lock_guard lock(mutex_);
    unwritten_.push_back(std::move(job));
    changed_.notify_all();
}

base::Status Checkpointer::completeLast() {
    finish();
    std::unique_lock lock(mutex_);
    if (!failure_) return {};
    const Failure failed = *failure_;
    if (!last_) return base::fail(failed.error);
    isTriedAgain_ = true;
    failure_.reset();
    if (failed.unpublished) {
        unpublished_.push_back(*failed.unpublished);
        changed_.notify_all();
    }
    const std::shared_ptr<Job> last = last_;
    lock.unlock();
    if (!failed.unpublished) start(last);
    finish();
    lock.lock();
    if (failure_) return base::fail(failure_->error);
    return {};
}

void Checkpointer::writeAllSaves() {
    pthread_setname_np(pthread_self(), "ty-checkpoint");
    // This thread's alone on Linux, and that of the hashing thread it starts.
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kWriterNice);
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return isClosing_ || !unwritten_.empty(); });
        if (unwritten_.empty()) return;
        const std::shared_ptr<Job> job = unwritten_.front();
        lock.unlock();
        writeCaught(*job);
        lock.lock();
        unwritten_.pop_front();
        changed_.notify_all();
    }
}

/// Nobody above this thread would get its exceptions.
void Checkpointer::writeCaught(Job& job) {
    try {
        write(job);
    } catch (const std::exception& e) {
        noteUnsaved(job, {Code::kInternal, base::saidBy(e)});
    }
}

/// Of `job`; null: of a save that has none. Only that of the last save counts.
void Checkpointer::noteFailed(const Job* job, Failure failure) {
    std::lock_guard lock(mutex_);
    if (job == last_.get()) failure_ = std::move(failure);
}

void Checkpointer::noteUnsaved(const Job& job, const base::Error& why, KeptPart kept) {
    if (job.due.isKept && kept == KeptPart::kMissing) noteFailed(&job, {why, std::nullopt});
    const base::Words message =
        base::say("the checkpoint of step {} was not saved: {}", job.contents.state.step, why.words());
    if (copy_->endsTraining(why)) {
        spdlog::warn("{}", message);
        return;
    }
    const bool isNews = [&] {
        std::lock_guard lock(mutex_);
        return unsaved_.isNews(why);
    }();
    if (isNews)
        warn(message);
    else
        spdlog::debug("{}", message);
}

base::Status Checkpointer::read(Job& job) const {
    try {
        TY_ASSIGN(StateCopy::Views views, job.copy->read());
        job.contents.model = std::move(views.model);
        job.contents.optimizer = std::move(views.optimizer);
    } catch (const std::bad_alloc&) {
        return base::fail(Code::kResourceExhausted, noMemory());
    }
    job.copy.reset();
    return {};
}

void Checkpointer::write(Job& job) {
    RECORD_USER_SCOPE("checkpoint: write");
    const auto start = Clock::now();
    std::vector<PublishCheckpointRequest> written;
    const base::Status status = [&]() -> base::Status {
        if (job.copy) TY_TRY(read(job));
        return writeParts(job, written);
    }();
    // The kept part is written first.
    if (status)
        copy_->release();
    else
        noteUnsaved(job, status.error(), written.empty() ? KeptPart::kMissing : KeptPart::kWritten);
    const double writeMs = msSince(start);
    std::lock_guard lock(mutex_);
    if (status) {
        saved_.push_back({job.contents.state.step, job.stallMs, writeMs});
        unsaved_.noteSuccess();
    }
    for (PublishCheckpointRequest& request : written) {
        request.set_write_ms(writeMs);
        unpublished_.push_back(std::move(request));
    }
    changed_.notify_all();
}

base::Status Checkpointer::writeParts(const Job& job, std::vector<PublishCheckpointRequest>& written) const {
    checkpoint::Contents whole = job.contents;
    if (places_.isGuarded)
        for (checkpoint::TensorView& tensor : whole.model) TY_TRY(guard(tensor));
    PublishCheckpointRequest request;
    request.set_staged(checkpoint::stagedName(job.contents.state.step, places_.attempt));
    request.set_step(job.contents.state.step);
    request.set_epoch(job.epoch);
    request.set_stall_ms(job.stallMs);
    for (const auto& [name, value] : job.contents.state.metrics) (*request.mutable_metrics())[name] = value;

    std::filesystem::path kept;
    if (job.due.isKept) {
        checkpoint::Contents contents = whole;
        contents.isWeightsOnly = places_.isWeightsOnly;
        if (contents.isWeightsOnly) contents.optimizer.clear();
        TY_ASSIGN(kept, checkpoint::writeStaged(places_.kept, contents, {places_.run, places_.attempt}));
        request.set_is_best(job.due.isBest);
        written.push_back(request);
    }
    if (job.due.isBackup) {
        // The same bytes once more: a link if the file system supports it, otherwise they are written
        // again.
        const checkpoint::Owner owner{places_.run, places_.attempt, checkpoint::Owner::Kind::kBackup};
        const bool isLinked = !kept.empty() && !places_.isWeightsOnly &&
                              checkpoint::linkStaged(kept, places_.backup, owner).has_value();
        if (!isLinked) TY_TRY(checkpoint::writeStaged(places_.backup, whole, owner));
        request.set_is_best(false);
        request.set_is_backup(true);
        written.push_back(request);
    }
    return {};
}

void Checkpointer::publishAll() {
    pthread_setname_np(pthread_self(), "ty-publish");
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return isClosing_ || !unpublished_.empty(); });
        if (unpublished_.empty()) return;
        const PublishCheckpointRequest request = unpublished_.front();
        lock.unlock();
        const base::Result<std::string> path = link_.publish(request);
        if (!path && isUnreachable(path.error())) {
            lock.lock();
            // Staged folders of a run whose agent stays unavailable must not fill the disk.
            while (unpublished_.size() > kMostUnpublished) abandonOldest();
            changed_.wait_for(lock, kRetryEvery, [&] { return isClosing_ || unpublished_.empty(); });
            continue;
        }
        reportPublished(request, path);
        lock.lock();
        if (!unpublished_.empty() && unpublished_.front().staged() == request.staged() &&
            unpublished_.front().is_backup() == request.is_backup())
            unpublished_.pop_front();  // unless finish() has given it up
        changed_.notify_all();
    }
}

/// The agent may be working on a call that was abandoned: the folder is renamed before anything in it is
/// deleted, so that the agent either publishes all of it or finds nothing to publish.
void Checkpointer::abandonOldest() {
    const PublishCheckpointRequest oldest = std::move(unpublished_.front());
    unpublished_.pop_front();
    const auto& folder = oldest.is_backup() ? places_.backup : places_.kept;
    if (const base::Status removed = checkpoint::removeOwn(folder / oldest.staged(), {places_.run}); removed)
        spdlog::warn("checkpoint {} is abandoned: the agent does not answer", oldest.staged());
    else
        spdlog::warn("checkpoint {} is abandoned: {}", oldest.staged(), removed.error().describe());
}

void Checkpointer::reportPublished(const PublishCheckpointRequest& request,
                                   const base::Result<std::string>& path) {
    if (path) {
        spdlog::info("checkpoint {} (stall {:.1f} ms, write {:.0f} ms)", *path, request.stall_ms(),
                     request.write_ms());
        return;
    }
    if (!request.is_backup() && request.step() == lastKeptStep_) {
        std::lock_guard lock(mutex_);
        failure_ = Failure{path.error(), request};
    }
    warn(base::say("the checkpoint of step {} was written but not published: {}", request.step(),
                   path.error().words()));
}

void Checkpointer::warn(const base::Words& message) {
    if (isTriedAgain_) return;
    spdlog::warn("{}", message);
    link_.sendWarning("checkpoint.failed", message);
}

std::vector<CheckpointSink::Saved> Checkpointer::takeSaved() {
    std::lock_guard lock(mutex_);
    return std::exchange(saved_, {});
}

}  // namespace trainyard::engine
