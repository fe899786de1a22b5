// SPDX-License-Identifier: Apache-2.0
// A fake trainyard-worker: joins, connects to the others, writes metrics of steps that compute nothing, and
// stops when told. Its behaviour is set by the environment that the agent was started with.

#include <grpcpp/grpcpp.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

#include "core/base/file.h"
#include "core/base/time.h"
#include "core/checkpoint/checkpoint.h"
#include "core/events/event_file.h"
#include "core/events/spool.h"
#include "core/plugin/catalog.h"
#include "core/spec/run/run_spec.h"
#include "trainyard/v1/worker.grpc.pb.h"

namespace {

using namespace trainyard;
using std::chrono::milliseconds;

std::string text(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}
int number(const char* name, int otherwise) {
    return text(name).empty() ? otherwise : std::atoi(text(name).c_str());
}

const std::string kTask = text("TRAINYARD_TASK");

class Worker {
  public:
    int run(const char* runFile);

  private:
    void addMetadata(grpc::ClientContext& context) const;
    bool join();
    bool meetTheOthers();
    void holdSession();
    bool train();
    bool saveCheckpoint();
    bool pauseOrStop();
    v1::StoreReply store(const v1::StoreRequest& request);

    std::unique_ptr<v1::TaskHost::Stub> stub_ = v1::TaskHost::NewStub(
        grpc::CreateChannel(text("TRAINYARD_AGENT"), grpc::InsecureChannelCredentials()));
    v1::JoinReply place_;
    std::mutex mutex_;
    std::condition_variable changed_;
    int stop_ = 0;
    bool isOver_ = false;
    std::int64_t step_ = 0;
    std::string runText_;
    std::chrono::steady_clock::time_point due_;
    grpc::ClientContext* session_ = nullptr;
};

void Worker::addMetadata(grpc::ClientContext& context) const {
    context.AddMetadata("trainyard-run", text("TRAINYARD_RUN"));
    context.AddMetadata("trainyard-attempt", text("TRAINYARD_ATTEMPT"));
    context.AddMetadata("trainyard-task", kTask);
    context.AddMetadata("trainyard-token", text("TRAINYARD_TOKEN"));
    context.set_wait_for_ready(true);
}

bool Worker::join() {
    grpc::ClientContext context;
    addMetadata(context);
    v1::JoinRequest request;
    request.mutable_peer()->set_protocol_min(1);
    request.mutable_peer()->set_protocol_max(1);
    const auto status = stub_->Join(&context, request, &place_);
    if (!status.ok()) std::fprintf(stderr, "join: %s\n", status.error_message().c_str());
    return status.ok();
}

v1::StoreReply Worker::store(const v1::StoreRequest& request) {
    grpc::ClientContext context;
    addMetadata(context);
    v1::StoreReply reply;
    const auto status = stub_->Store(&context, request, &reply);
    if (!status.ok()) std::fprintf(stderr, "store: %s\n", status.error_message().c_str());
    return reply;
}

bool Worker::meetTheOthers() {
    if (!text("FAKE_NEVER_MEETS").empty())
        for (;;) ::pause();
    v1::StoreRequest here;
    here.set_op(v1::StoreRequest::SET);
    here.add_keys("here/" + std::to_string(place_.rank()));
    here.set_value("1");
    store(here);
    v1::StoreRequest all;
    all.set_op(v1::StoreRequest::WAIT);
    all.set_timeout_ms(20000);
    for (int rank = 0; rank < place_.world_size(); ++rank) all.add_keys("here/" + std::to_string(rank));
    store(all);
    return true;
}

/// Reopened repeatedly, because the agent may be restarted meanwhile.
void Worker::holdSession() {
    for (;;) {
        grpc::ClientContext context;
        addMetadata(context);
        {
            std::lock_guard lock(mutex_);
            if (isOver_) return;
            session_ = &context;
        }
        const auto stream = stub_->Session(&context);
        v1::TaskReport report;
        report.set_phase("training");
        if (kTask == text("FAKE_LOSES_PEER")) {
            report.set_phase("lost");
            report.set_error("lost another task of the run: in all_reduce 7: Connection closed by peer");
            report.set_error_code("comm.peer_lost");
        }
        stream->Write(report);
        v1::TaskCommand command;
        while (stream->Read(&command)) {
            if (command.kind() == v1::TaskCommand::PAUSE) {  // it reports that, and trains on
                report.set_is_paused(true);
                report.mutable_warning()->set_code("run.changed");
                report.mutable_warning()->set_message("paused after step 1");
                stream->Write(report);
                continue;
            }
            const bool isWish =
                command.kind() == v1::TaskCommand::CONTINUE || command.kind() == v1::TaskCommand::CHANGE;
            if (isWish) continue;  // an attempt's initial pause and rate
            std::lock_guard lock(mutex_);
            stop_ = command.kind();
            changed_.notify_all();
        }
        stream->Finish();
        std::unique_lock lock(mutex_);
        session_ = nullptr;
        changed_.wait_for(lock, milliseconds(20), [&] { return isOver_; });
    }
}

/// A step's time; cut short by a command to stop. With FAKE_BURST that many steps are written at once, and
/// the rate is kept whatever they cost.
bool Worker::pauseOrStop() {
    std::unique_lock lock(mutex_);
    const auto isStopped = [&] { return stop_ != 0; };
    const milliseconds step(number("FAKE_STEP_MS", 2));
    const int burst = number("FAKE_BURST", 1);
    if (burst == 1) return changed_.wait_for(lock, step, isStopped);
    if (step_ % burst != 0) return isStopped();
    due_ += step * burst;
    return changed_.wait_until(lock, due_, isStopped);
}

/// Empty weights: what matters is which task may publish them, and when.
bool Worker::saveCheckpoint() {
    checkpoint::Contents contents;
    const float weight = static_cast<float>(step_);
    contents.model.push_back({"w", "F32", {1}, std::as_bytes(std::span(&weight, 1))});
    contents.state.step = step_;
    contents.state.epoch = static_cast<int>(step_ / number("FAKE_EPOCH", 10));
    const auto run = spec::loadRunText(runText_, "run.yaml", "/", {}, plugin::Catalog::load().strategies());
    contents.state.spec = spec::toJson(run.spec);
    const auto staged = checkpoint::writeStaged(place_.checkpoint_dir(), contents,
                                                {place_.run(), number("TRAINYARD_ATTEMPT", 1)});
    if (!staged) {
        std::fprintf(stderr, "%s\n", staged.error().describe().c_str());
        return false;
    }
    v1::PublishCheckpointRequest request;
    request.set_staged(staged->filename().string());
    request.set_step(step_);
    request.set_epoch(contents.state.epoch);
    grpc::Status status(grpc::StatusCode::UNAVAILABLE, "");
    // An agent that died with the call in its hands: the next one answers.
    while (status.error_code() == grpc::StatusCode::UNAVAILABLE) {
        grpc::ClientContext context;
        addMetadata(context);
        context.set_wait_for_ready(true);
        v1::PublishCheckpointReply reply;
        status = stub_->PublishCheckpoint(&context, request, &reply);
    }
    if (!status.ok()) std::fprintf(stderr, "publish: %s\n", status.error_message().c_str());
    return status.ok();
}

bool Worker::train() {
    const bool isChief = place_.rank() == 0;
    const int steps = number("FAKE_STEPS", 20), stepsPerEpoch = number("FAKE_EPOCH", 10);
    const std::string folder =
        place_.run_dir() + "/events/tasks/worker-" + std::to_string(place_.rank()) + "/train";
    auto file = events::EventFileWriter::create(folder);
    if (!file) return false;
    const auto now = [] { return base::wallNow(); };
    if (isChief) {
        events::PlanRecord plan;
        plan.stepsPerEpoch = stepsPerEpoch;
        plan.totalSteps = steps;
        plan.epochs = steps / stepsPerEpoch;
        plan.replicas = place_.world_size();
        plan.globalBatch = 64 * place_.world_size();
        plan.attempt = number("TRAINYARD_ATTEMPT", 1);
        plan.fromStep = place_.from_step();
        plan.fromEpoch = static_cast<int>(place_.from_step() / stepsPerEpoch);
        file->add(events::TextEvent{events::kPlanTag, 0, now(), toText(plan)});
    }
    if (number("FAKE_FAIL_AT", -1) == 0 && kTask == text("FAKE_FAIL_TASK")) return false;
    // Replaces the chief's two: these, separated by commas, in every task.
    std::vector<std::string> tags;
    std::istringstream names(text("FAKE_TAGS"));
    for (std::string tag; std::getline(names, tag, ',');) tags.push_back(tag);
    bool isStopped = false;
    due_ = std::chrono::steady_clock::now();
    for (step_ = place_.from_step() + 1; step_ <= steps; ++step_) {
        isStopped = pauseOrStop();
        // A wave with noise, shifted for each task: a curve that looks different at every zoom.
        for (const std::string& tag : tags)
            file->add(events::ScalarEvent{
                tag, step_, now(),
                std::sin(double(step_) / 9000) + double(step_ * 7919 % 97) / 300 + 0.4 * place_.rank(),
                false});
        if (isChief && tags.empty()) {
            file->add(events::ScalarEvent{"batch_loss", step_, now(), 1.0 / double(step_), false});
            file->add(events::ScalarEvent{"batch_accuracy", step_, now(), 0.5, false});
        }
        if (isChief && step_ % stepsPerEpoch == 0)
            file->add(events::TextEvent{
                events::kEpochTag, step_, now(),
                toText(events::EpochRecord{
                    int(step_ / stepsPerEpoch) - 1, step_, 0.1, {{"loss", 0.5}, {"val_loss", 0.6}}})});
        const bool isLast = step_ == steps || isStopped;
        if ((isLast || step_ % number("FAKE_BURST", 1) == 0) && !file->flush()) return false;
        const int every = number("FAKE_SAVE_EVERY", 0);
        if (isChief && every > 0 && step_ % every == 0 && !saveCheckpoint()) return false;
        if (isStopped) break;
        if (step_ == number("FAKE_FAIL_AT", -1) && kTask == text("FAKE_FAIL_TASK")) return false;
    }
    if (isChief) {
        events::ResultRecord result;
        result.step = isStopped ? step_ : steps;
        result.epoch = int((result.step - 1) / stepsPerEpoch);
        result.outcome = isStopped ? "stopped" : "completed";
        result.metrics = {{"loss", 0.5}};
        file->add(events::TextEvent{events::kResultTag, result.step, now(), toText(result)});
    }
    return file->flush().has_value();
}

void flood() {
    // Binary, without any line breaks.
    std::string block(1 << 20, '\0');
    for (std::size_t i = 0; i < block.size(); ++i) block[i] = static_cast<char>(128 + i % 100);
    for (int megabyte = 0; megabyte < number("FAKE_FLOOD_MB", 0); ++megabyte)
        std::fwrite(block.data(), 1, block.size(), stdout);
    std::fflush(stdout);
}

int Worker::run(const char* runFile) {
    runText_ = base::readFile(runFile).value_or("");
    std::printf("%s starts\n", kTask.c_str());
    std::fflush(stdout);
    if (text("FAKE_NEVER_JOINS") == kTask)
        for (;;) ::pause();
    if (!join() || !meetTheOthers()) return 1;
    std::thread session([this] { holdSession(); });
    flood();
    const bool isDone = train();
    std::printf("%s ends after step %lld\n", kTask.c_str(), static_cast<long long>(step_));
    {
        std::lock_guard lock(mutex_);
        isOver_ = true;
        if (session_) session_->TryCancel();
        changed_.notify_all();
    }
    session.join();
    return isDone ? 0 : 9;
}

}  // namespace

int main(int, char** argv) {
    if (std::string_view(argv[1]) == "--version") return 0;  // asked of a node's worker
    // A task that has lost a peer exits on its own if the test says so.
    if (!text("FAKE_LOSES_PEER").empty()) std::signal(SIGTERM, [](int) { ::_exit(9); });
    return Worker().run(argv[1]);
}
