// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/in_process.h"

#include <fmt/format.h>

#include <condition_variable>
#include <mutex>

#include "core/engine/ps/worker_runtime.h"

namespace trainyard::engine::ps {

using base::Code;

class InProcessWorker final : public WorkerHost {
  public:
    InProcessWorker(int index, int workers, std::shared_ptr<const sdk::ClosureRegistry> registry,
                    const VariableHosts& hosts)
        : name_(fmt::format("worker:{}", index)),
          makeRuntime_([=] { return std::make_unique<WorkerRuntime>(index, workers, registry, hosts); }) {}

    const std::string& name() const override { return name_; }

    base::Status connect() override {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return isAlive_ || isAbandoned_; });
        if (isAbandoned_) return base::fail(Code::kCancelled, "abandoned");
        runtime_ = makeRuntime_();
        seenLife_ = life_;
        return {};
    }

    Outcome make(std::int64_t id, const std::string& name, const sdk::Values& arguments) override {
        if (isGone()) return lost();
        const base::Status status = runtime_->make(id, name, arguments);
        if (isGone()) return lost();
        return status ? Outcome{} : Outcome{Outcome::Kind::kFailed, {}, status.error()};
    }

    Outcome execute(const Call& call) override {
        if (isGone()) return lost();
        Outcome outcome = runtime_->execute(call);
        return isGone() ? lost() : outcome;
    }

    void finish() override {}

    void abandon() override {
        std::lock_guard lock(mutex_);
        isAbandoned_ = true;
        changed_.notify_all();
    }

    void setAlive(bool isAlive) {
        std::lock_guard lock(mutex_);
        if (isAlive_ && !isAlive) ++life_;
        isAlive_ = isAlive;
        changed_.notify_all();
    }

  private:
    static Outcome lost() { return {Outcome::Kind::kLost, {}, {Code::kUnavailable, "killed"}}; }
    bool isGone() const {
        std::lock_guard lock(mutex_);
        return life_ != seenLife_;
    }

    const std::string name_;
    std::function<std::unique_ptr<WorkerRuntime>()> makeRuntime_;
    std::unique_ptr<WorkerRuntime> runtime_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool isAlive_ = true;
    bool isAbandoned_ = false;
    int life_ = 0;
    int seenLife_ = 0;
};

void InProcessCluster::kill(int worker) {
    workers[static_cast<std::size_t>(worker)]->setAlive(false);
}
void InProcessCluster::revive(int worker) {
    workers[static_cast<std::size_t>(worker)]->setAlive(true);
}

InProcessCluster inProcessCluster(int workers, int ps, std::shared_ptr<const sdk::ClosureRegistry> registry,
                                  sdk::Partitioner partitioner, Coordinator::Options options) {
    InProcessCluster cluster;
    VariableHosts hosts;
    for (int i = 0; i < ps; ++i) {
        cluster.stores.push_back(std::make_shared<VariableStore>(i));
        hosts.push_back(cluster.stores.back());
    }
    std::vector<std::shared_ptr<WorkerHost>> workerHosts;
    for (int i = 0; i < workers; ++i) {
        cluster.workers.push_back(std::make_shared<InProcessWorker>(i, workers, registry, hosts));
        workerHosts.push_back(cluster.workers.back());
    }
    cluster.coordinator = std::make_unique<Coordinator>(
        std::move(workerHosts), std::make_unique<ShardedVariables>(hosts, std::move(partitioner)),
        std::move(options));
    return cluster;
}

}  // namespace trainyard::engine::ps
