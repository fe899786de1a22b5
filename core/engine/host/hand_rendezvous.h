// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/fd.h"
#include "core/spec/cluster/tf_config.h"

namespace trainyard::engine {

/// How manually started tasks find one another. Each listens on its own TF_CONFIG address, so that the others
/// can see whether it is there; the run's TCPStore is at the chief's address, and it listens on that address
/// only. Keys contain a token that the chief draws each time, so that leftovers of an older run reach
/// nothing. [owner]
class HandRendezvous {
  public:
    /// kTogether: nobody proceeds before all are there, and nobody can rejoin. kWithChief: the chief waits
    /// for all, the others only for the chief, each may rejoin, and only a task with a different
    /// configuration is rejected.
    enum class Kind { kTogether, kWithChief };
    /// Starts listening. `tasks`: those that take part. An address that is not this machine's, or a port used
    /// by another program, is an error that names the owner.
    static base::Result<std::unique_ptr<HandRendezvous>> open(std::vector<spec::TaskPlan> tasks,
                                                              const spec::TaskPlan& self, Kind kind);

    struct Waiting {
        /// Reported after three seconds, and on every change: "2/3 joined, missing worker:1 at host:port".
        std::function<void(const base::Words& message, double since)> say;
        /// This task was asked to leave: join() ends as kCancelled.
        std::function<bool()> isAskedToLeave;
        /// Whether a task that is not the chief can begin with what that one offers; null: it can.
        std::function<base::Status(const nlohmann::json& offer)> mayBegin = {};
    };
    /// Waits without limit until every task is there. `mine`: what all must agree on (their run file);
    /// `offer`: the chief's message to the others. Returns the chief's offer. A task with another cluster or
    /// run file, or that cannot begin with the offer, ends all of them (kWithChief: only itself), with the
    /// reason. Blocks.
    base::Result<nlohmann::json> join(const nlohmann::json& mine, const nlohmann::json& offer,
                                      const Waiting& waiting);

    c10::intrusive_ptr<c10d::Store> store() const { return store_; }
    /// The token that the chief drew for this start of the run.
    const std::string& token() const { return token_; }
    /// Stops listening: the task's own server takes the address.
    void releaseAddress() { listener_.reset(); }
    /// Whether the chief that this task has joined is still there.
    bool isChiefThere() const;
    const std::map<std::string, int>& pids() const { return pids_; }
    /// "worker:1 at host:port (pid 4711)" for each peer that no longer answers; checks for a second.
    std::vector<std::string> missingPeers() const;

  private:
    HandRendezvous(std::vector<spec::TaskPlan> tasks, spec::TaskPlan self, Kind kind)
        : tasks_(std::move(tasks)), self_(std::move(self)), kind_(kind) {}
    const spec::TaskPlan& chief() const;
    base::Status connect(const Waiting& waiting);
    base::Status agree(const nlohmann::json& theirs, const nlohmann::json& mine) const;
    base::Status refuse(const base::Error& why);
    base::Status waitForAll(const Waiting& waiting);
    std::string key(const std::string& name) const { return token_ + "/" + name; }

    std::vector<spec::TaskPlan> tasks_;
    spec::TaskPlan self_;
    Kind kind_;
    base::UniqueFd listener_;
    c10::intrusive_ptr<c10d::Store> root_, store_;
    std::string token_;
    std::map<std::string, int> pids_;
};

/// How two run files differ where it affects the training: "train.data.batch_size 32 here and 64 there".
/// Locations (absolute paths, the cluster) may differ. Empty: they agree.
std::string runFileDifference(const nlohmann::json& here, const nlohmann::json& there);

}  // namespace trainyard::engine
