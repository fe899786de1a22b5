// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace grpc {
class Server;
}

namespace trainyard::engine::testing {

/// A minimal TaskHost for one attempt of one run: lets worker processes be tested without an agent.
class TaskHostServer {
  public:
    /// `restore`: the checkpoint that joining tasks are told to resume from; empty: none.
    TaskHostServer(std::filesystem::path folder, int worldSize, int attempt = 1,
                   std::filesystem::path restore = {});
    ~TaskHostServer();

    std::string socket() const { return (folder_ / "host.sock").string(); }
    std::filesystem::path runFolder() const { return folder_; }
    std::string tfConfig(const std::string& task) const;
    /// Sends STOP_… to every current and future session.
    void requestStop(int kind);
    /// Waits until a task reports at least this many finished steps.
    void waitForStep(long step);
    void waitForPublished(std::size_t count);
    std::vector<std::string> errors() const;     ///< "<task>: <code>: <message>" as tasks reported them
    std::vector<std::string> warnings() const;   ///< "<code>: <message>"
    std::vector<std::string> published() const;  ///< paths
    std::vector<std::string> bests() const;      ///< those of `published` that were the best then
    void setInjectDone();                        ///< tells this to joining tasks
    void setAway(bool isAway);                   ///< publishing finds no agent
    int attempt() const { return attempt_; }

  private:
    class Service;
    std::filesystem::path folder_;
    int attempt_;
    std::unique_ptr<Service> service_;
    std::unique_ptr<grpc::Server> server_;
};

/// A worker process under test; killed when it goes out of scope.
class WorkerProcess {
  public:
    WorkerProcess(const TaskHostServer& host, const std::string& runFile, const std::string& task);
    ~WorkerProcess();
    WorkerProcess(const WorkerProcess&) = delete;
    void kill(int signal);
    /// Waits and returns the exit code, or 128 + signal.
    int wait();
    std::string log() const;

  private:
    int pid_ = -1;
    std::filesystem::path log_;
};

}  // namespace trainyard::engine::testing
