// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "core/engine/comm/agent_link.h"
#include "core/engine/comm/agent_store.h"
#include "core/engine/host/run_host.h"
#include "core/engine/ps/run_role.h"
#include "core/spec/cluster/cluster_lint.h"

namespace trainyard::engine {
namespace {

using base::Code;
using base::fail;

/// A task that lost a peer waits for the agent of the one that died: it sees that exit first, names it as the
/// cause and ends this task. Only if it does not, this task ends on its own.
constexpr std::chrono::milliseconds kYieldToFirstFailure{1500};

class AgentHost final : public RunHost {
  public:
    base::Result<spec::TfConfig> tfConfig(const spec::StrategyInfo& strategy) override {
        TY_ASSIGN(identity_, TaskIdentity::fromEnvironment());
        const char* text = std::getenv("TF_CONFIG");
        if (!text)
            return fail(Code::kFailedPrecondition,
                        "TF_CONFIG is not set: the agent that started this sets it");
        TY_ASSIGN(spec::TfConfig config, spec::parseTfConfig(text, strategy));
        if (config.self.id() != identity_.task)
            return fail(Code::kInvalidArgument,
                        base::say("TF_CONFIG says that this is {}, the agent says {}", config.self.id(),
                                  identity_.task),
                        "cluster.task");
        isRunOfThisMachine_ = std::ranges::all_of(
            config.tasks, [](const spec::TaskPlan& task) { return spec::isLocalNode(task.node); });
        host_ = config.self.node;  // its address, if the run is on several machines
        return config;
    }

    bool hasPreflight() const override { return true; }

    base::Status join(const v1::RunSpec&, const spec::TfConfig& config) override {
        // An evaluator is not given the training cluster.
        const std::string digest = config.self.role == "evaluator" ? "" : spec::clusterDigest(config.tasks);
        TY_ASSIGN(link_, AgentLink::join(identity_, digest));
        if (link_->place().world_size() > 1 && config.self.rank >= 0)
            store_ = c10::make_intrusive<AgentStore>(link_);
        return {};
    }

    TaskLink& link() override { return *link_; }
    int attempt() const override { return identity_.attempt; }
    c10::intrusive_ptr<c10d::Store> store() override { return store_; }
    std::string secret() const override { return identity_.token; }
    std::filesystem::path socketFolder() const override {
        return std::filesystem::path(identity_.agentSocket).parent_path();  // 0700, and short enough
    }
    bool isRunOfThisMachine() const override { return isRunOfThisMachine_; }
    std::string listenHost() const override { return isRunOfThisMachine_ ? "127.0.0.1" : host_; }

    base::Words explainLoss(const base::Words& reason) override {
        return base::say("lost another task of the run: {}", reason);
    }

    int ended(const std::optional<base::Error>& failure) override {
        if (!failure || failure->code == Code::kCancelled) return 0;
        if (link_) link_->sendError(failure->id.empty() ? "task.error" : failure->id, failure->words());
        if (failure->id == "comm.peer_lost" || failure->id == ps::kLostId)
            std::this_thread::sleep_for(kYieldToFirstFailure);
        return std::max(1, base::exitCode(failure->code));
    }

  private:
    TaskIdentity identity_;
    bool isRunOfThisMachine_ = false;
    std::string host_;
    std::shared_ptr<AgentLink> link_;
    c10::intrusive_ptr<c10d::Store> store_;
};

}  // namespace

std::unique_ptr<RunHost> makeAgentHost() {
    return std::make_unique<AgentHost>();
}

bool isStartedByAgent() {
    return std::getenv("TRAINYARD_AGENT") != nullptr;
}

std::unique_ptr<RunHost> makeRunHost(OutputForm form) {
    return isStartedByAgent() ? makeAgentHost() : makeHandHost(form);
}

}  // namespace trainyard::engine
