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
#include <system_error>
#include <utility>

#include "core/engine/train/staging.h"

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
/// Staged checkpoints that wait for an agent; beyond this number the oldest are deleted, as retention would.
constexpr std::size_t kMostUnpublished = 3;

double msSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

NamedTensors tensorsOf(const Model& model) {
    NamedTensors tensors;
    for (std::size_t i = 0; i < model.names().size(); ++i)
        tensors.emplace_back(model.names()[i], model.variables()[i]);
    for (std::size_t i = 0; i < model.bufferNames().size(); ++i)
        tensors.emplace_back(model.bufferNames()[i], model.buffers()[i]);
    return tensors;
}

/// Of a model and an optimizer in this process, in one block of memory.
class LocalCopy final : public StateCopy {
  public:
    LocalCopy(const Model& model, const Optimizer& optimizer, std::shared_ptr<Device> device)
        : model_(model), optimizer_(optimizer), device_(std::move(device)) {
        try {
            area_.prepare(bytes());
        } catch (const std::exception& error) {  // the first save tries again, and warns if it fails
            spdlog::warn("no memory is prepared for checkpoints: {}", error.what());
        }
    }
    base::Result<Views> take() override {
        NamedTensors all = tensorsOf(model_);
        const std::size_t count = all.size();
        NamedTensors slots = optimizer_.state(model_.names());
        std::move(slots.begin(), slots.end(), std::back_inserter(all));
        const std::vector<checkpoint::TensorView> views =
            device_ ? area_.snapshot(all, *device_) : area_.copy(all);
        const auto border = views.begin() + static_cast<std::ptrdiff_t>(count);
        return Views{{views.begin(), border}, {border, views.end()}};
    }
    void complete() override { area_.complete(); }
    std::size_t bytes() const override {
        return StagingArea::bytesFor(tensorsOf(model_)) +
               StagingArea::bytesFor(optimizer_.state(model_.names()));
    }

  private:
    const Model& model_;
    const Optimizer& optimizer_;
    const std::shared_ptr<Device> device_;
    StagingArea area_;
};

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
    : places_(std::move(places)), link_(link), copy_(std::move(copy)), publisher_([this] { publishAll(); }) {
}

Checkpointer::~Checkpointer() {
    finish();
    std::lock_guard lock(mutex_);
    isClosing_ = true;
    changed_.notify_all();
}

void Checkpointer::waitForWriter() {
    if (writing_.valid()) writing_.get();
}

void Checkpointer::finish() {
    waitForWriter();
    std::unique_lock lock(mutex_);
    if (changed_.wait_for(lock, kFarewell, [&] { return unpublished_.empty(); })) return;
    spdlog::warn("the agent is not reachable: checkpoint {} stays staged until it is",
                 unpublished_.back().staged());
    unpublished_.clear();
}

void Checkpointer::save(const checkpoint::TrainState& state, int epoch, SavesDue due) {
    RECORD_USER_SCOPE("checkpoint: save");
    const auto start = Clock::now();
    waitForWriter();
    last_.reset();
    isTriedAgain_ = false;
    {
        std::lock_guard lock(mutex_);
        failure_.reset();
    }
    if (due.isKept) lastKeptStep_ = state.step;
    auto job = std::make_shared<Job>();
    job->contents.state = state;
    job->epoch = epoch;
    job->due = due;
    const auto failed = [&](Code code, const base::Words& message) {
        if (due.isKept) noteFailed({{code, message}, std::nullopt});
        warn(message);
    };
    try {
        base::Result<StateCopy::Views> views = copy_->take();
        if (!views)
            return failed(views.error().code, base::say("the checkpoint of step {} was not saved: {}",
                                                        state.step, views.error().words()));
        job->contents.model = std::move(views->model);
        job->contents.optimizer = std::move(views->optimizer);
    } catch (const std::bad_alloc&) {
        return failed(Code::kResourceExhausted,
                      base::say("the checkpoint of step {} was not saved: there is no memory for a copy of "
                                "the state ({} MB)",
                                state.step, copy_->bytes() >> 20));
    }
    job->stallMs = msSince(start);
    last_ = std::move(job);
    this->start();
}

void Checkpointer::start() {
    try {
        writing_ = std::async(std::launch::async, [this, job = last_] { writeCaught(*job); });
    } catch (const std::system_error& e) {  // no thread to be had
        noteUnsaved(*last_, {Code::kResourceExhausted, base::saidBy(e)});
    }
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
    lock.unlock();
    if (!failed.unpublished) start();
    finish();
    lock.lock();
    if (failure_) return base::fail(failure_->error);
    return {};
}

/// Nobody who waits for the future, including the destructor, should get an exception of this thread.
void Checkpointer::writeCaught(const Job& job) {
    try {
        write(job);
    } catch (const std::exception& e) {
        noteUnsaved(job, {Code::kInternal, base::saidBy(e)});
    }
}

void Checkpointer::noteFailed(Failure failure) {
    std::lock_guard lock(mutex_);
    failure_ = std::move(failure);
}

void Checkpointer::noteUnsaved(const Job& job, const base::Error& why, KeptPart kept) {
    if (job.due.isKept && kept == KeptPart::kMissing) noteFailed({why, std::nullopt});
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

void Checkpointer::write(const Job& job) {
    pthread_setname_np(pthread_self(), "ty-checkpoint");
    // This thread's alone on Linux, and that of the hashing thread it starts.
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kWriterNice);
    RECORD_USER_SCOPE("checkpoint: write");
    const auto start = Clock::now();
    copy_->complete();
    std::vector<PublishCheckpointRequest> written;
    const base::Status status = writeAll(job, written);
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

base::Status Checkpointer::writeAll(const Job& job, std::vector<PublishCheckpointRequest>& written) const {
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
    if (!request.is_backup() && request.step() == lastKeptStep_) noteFailed({path.error(), request});
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
