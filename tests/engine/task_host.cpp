// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/task_host.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <grpcpp/grpcpp.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <set>
#include <stdexcept>

#include "core/base/file.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/retention.h"
#include "trainyard/v1/worker.grpc.pb.h"

namespace trainyard::engine::testing {

class TaskHostServer::Service : public v1::TaskHost::Service {
  public:
    Service(std::filesystem::path folder, int worldSize, std::filesystem::path restore)
        : folder_(std::move(folder)), worldSize_(worldSize), restore_(std::move(restore)) {}

    grpc::Status Join(grpc::ServerContext* context, const v1::JoinRequest*, v1::JoinReply* reply) override {
        const std::string task = taskOf(*context);
        reply->set_rank(task.back() - '0');
        reply->set_world_size(worldSize_);
        reply->set_run_dir(folder_.string());
        reply->set_run("engine-test");
        reply->set_checkpoint_dir((folder_ / "checkpoints").string());
        reply->set_restore_path(restore_.string());
        reply->set_backup_dir((folder_ / "backup").string());
        reply->set_inject_done(isInjectDone_);
        return grpc::Status::OK;
    }

    grpc::Status Store(grpc::ServerContext*, const v1::StoreRequest* request,
                       v1::StoreReply* reply) override {
        std::unique_lock lock(mutex_);
        const auto all = [&] {
            for (const auto& key : request->keys())
                if (!store_.contains(key)) return false;
            return true;
        };
        const std::string key = request->keys_size() ? request->keys(0) : "";
        switch (request->op()) {
            case v1::StoreRequest::SET:
                store_[key] = request->value();
                break;
            case v1::StoreRequest::APPEND:
                store_[key] += request->value();
                break;
            case v1::StoreRequest::ADD: {
                const long number = (store_[key].empty() ? 0 : std::stol(store_[key])) + request->amount();
                store_[key] = std::to_string(number);
                reply->set_number(number);
                break;
            }
            case v1::StoreRequest::DELETE:
                reply->set_flag(store_.erase(key) > 0);
                break;
            case v1::StoreRequest::CHECK:
                reply->set_flag(all());
                break;
            case v1::StoreRequest::COUNT:
                reply->set_number(static_cast<std::int64_t>(store_.size()));
                break;
            case v1::StoreRequest::GET:
            case v1::StoreRequest::WAIT:
                if (!changed_.wait_for(lock, std::chrono::milliseconds(request->timeout_ms()),
                                       [&] { return all() || isClosing_; }) ||
                    !all())
                    return {grpc::StatusCode::DEADLINE_EXCEEDED, "no such key"};
                if (request->op() == v1::StoreRequest::GET) reply->set_value(store_[key]);
                break;
            case v1::StoreRequest::COMPARE_SET:
                if (store_[key] == request->expected()) store_[key] = request->value();
                reply->set_value(store_[key]);
                break;
            default:
                return {grpc::StatusCode::INVALID_ARGUMENT, "what op is that?"};
        }
        changed_.notify_all();
        return grpc::Status::OK;
    }

    grpc::Status Session(grpc::ServerContext* context,
                         grpc::ServerReaderWriter<v1::TaskCommand, v1::TaskReport>* stream) override {
        const std::string task = taskOf(*context);
        int sent = 0;
        v1::TaskReport report;
        while (stream->Read(&report)) {
            std::lock_guard lock(mutex_);
            step_ = std::max<long>(step_, report.step());
            if (!report.error().empty())
                errors_.push_back(task + ": " + report.error_code() + ": " + report.error());
            if (report.has_warning())
                warnings_.push_back(report.warning().code() + ": " + report.warning().message());
            if (stop_ != sent) {
                v1::TaskCommand command;
                command.set_kind(static_cast<v1::TaskCommand::Kind>(stop_));
                stream->Write(command);
                sent = stop_;
            }
            changed_.notify_all();
        }
        return grpc::Status::OK;
    }

    grpc::Status PublishCheckpoint(grpc::ServerContext*, const v1::PublishCheckpointRequest* request,
                                   v1::PublishCheckpointReply* reply) override {
        std::lock_guard lock(mutex_);
        if (isAway_) return {grpc::StatusCode::UNAVAILABLE, "away"};
        const auto folder = folder_ / (request->is_backup() ? "backup" : "checkpoints");
        const auto path = checkpoint::publish(folder, request->staged());
        if (!path) return {grpc::StatusCode::INTERNAL, path.error().describe()};
        if (request->is_backup()) (void)checkpoint::retain(folder, {.whose = {"engine-test"}, .keep = 1});
        if (request->is_best()) bests_.push_back(path->string());
        reply->set_path(path->string());
        published_.push_back(path->string());
        changed_.notify_all();
        return grpc::Status::OK;
    }

    static std::string taskOf(const grpc::ServerContext& context) {
        const auto found = context.client_metadata().find("trainyard-task");
        return std::string(found->second.data(), found->second.size());
    }

    std::filesystem::path folder_;
    int worldSize_;
    std::filesystem::path restore_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, std::string> store_;
    std::vector<std::string> errors_, warnings_, published_, bests_;
    bool isInjectDone_ = false, isAway_ = false;
    long step_ = 0;
    int stop_ = 0;
    bool isClosing_ = false;
};

TaskHostServer::TaskHostServer(std::filesystem::path folder, int worldSize, int attempt,
                               std::filesystem::path restore)
    : folder_(std::move(folder)),
      attempt_(attempt),
      service_(std::make_unique<Service>(folder_, worldSize, std::move(restore))) {
    std::filesystem::create_directories(folder_ / "checkpoints");
    grpc::ServerBuilder builder;
    builder.AddListeningPort("unix:" + socket(), grpc::InsecureServerCredentials());
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    if (!server_) throw std::runtime_error("no server at " + socket());
}

TaskHostServer::~TaskHostServer() {
    {
        std::lock_guard lock(service_->mutex_);
        service_->isClosing_ = true;
        service_->changed_.notify_all();
    }
    server_->Shutdown(std::chrono::system_clock::now());
}

std::string TaskHostServer::tfConfig(const std::string& task) const {
    std::string workers;
    for (int i = 0; i < service_->worldSize_; ++i)
        workers += fmt::format("{}\"127.0.0.1:{}\"", i ? ", " : "", 20000 + i);
    return fmt::format(R"({{"cluster": {{"worker": [{}]}}, "task": {{"type": "worker", "index": {}}}}})",
                       workers, task.back());
}

void TaskHostServer::requestStop(int kind) {
    std::lock_guard lock(service_->mutex_);
    service_->stop_ = kind;
}

void TaskHostServer::waitForStep(long step) {
    std::unique_lock lock(service_->mutex_);
    if (!service_->changed_.wait_for(lock, std::chrono::seconds(60), [&] { return service_->step_ >= step; }))
        throw std::runtime_error("the workers did not reach step " + std::to_string(step));
}

void TaskHostServer::waitForPublished(std::size_t count) {
    std::unique_lock lock(service_->mutex_);
    if (!service_->changed_.wait_for(lock, std::chrono::seconds(60),
                                     [&] { return service_->published_.size() >= count; }))
        throw std::runtime_error("too few checkpoints were published");
}

std::vector<std::string> TaskHostServer::errors() const {
    std::lock_guard lock(service_->mutex_);
    return service_->errors_;
}

std::vector<std::string> TaskHostServer::bests() const {
    std::lock_guard lock(service_->mutex_);
    return service_->bests_;
}

void TaskHostServer::setInjectDone() {
    std::lock_guard lock(service_->mutex_);
    service_->isInjectDone_ = true;
}

void TaskHostServer::setAway(bool isAway) {
    std::lock_guard lock(service_->mutex_);
    service_->isAway_ = isAway;
}

std::vector<std::string> TaskHostServer::warnings() const {
    std::lock_guard lock(service_->mutex_);
    return service_->warnings_;
}

std::vector<std::string> TaskHostServer::published() const {
    std::lock_guard lock(service_->mutex_);
    return service_->published_;
}

WorkerProcess::WorkerProcess(const TaskHostServer& host, const std::string& runFile, const std::string& task)
    : log_(host.runFolder() / (task + ".log")) {
    const std::string program = std::string(TRAINYARD_BIN_DIR) + "/trainyard-worker";
    const std::string tfConfig = host.tfConfig(task);
    pid_ = ::fork();
    if (pid_ != 0) return;
    const int fd = ::open(log_.c_str(), O_CREAT | O_WRONLY | O_APPEND, 0644);
    ::dup2(fd, 1);
    ::dup2(fd, 2);
    ::setenv("TRAINYARD_AGENT", ("unix:" + host.socket()).c_str(), 1);
    ::setenv("TRAINYARD_RUN", "test-1", 1);
    ::setenv("TRAINYARD_ATTEMPT", std::to_string(host.attempt()).c_str(), 1);
    ::setenv("TRAINYARD_TASK", task.c_str(), 1);
    ::setenv("TRAINYARD_TOKEN", "secret", 1);
    ::setenv("TF_CONFIG", tfConfig.c_str(), 1);
    ::setenv("OMP_NUM_THREADS", "1", 1);
    ::execl(program.c_str(), program.c_str(), runFile.c_str(), nullptr);
    ::_exit(127);
}

WorkerProcess::~WorkerProcess() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

void WorkerProcess::kill(int signal) {
    ::kill(pid_, signal);
}

int WorkerProcess::wait() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

std::string WorkerProcess::log() const {
    return base::readFile(log_).value_or("");
}

}  // namespace trainyard::engine::testing
