// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>

#include "core/engine/ps/connection.h"
#include "core/engine/ps/variable_host.h"
#include "core/engine/ps/worker_host.h"

namespace trainyard::engine::ps {

/// A ps in another process.
class RemoteStore final : public VariableHost {
  public:
    RemoteStore(TaskCard self, std::string peer, const std::string& address);
    const std::string& name() const override { return connection_.peer(); }
    /// Waits for the ps until abandon().
    base::Status connect();
    void abandon() { connection_.abandon(); }
    /// Of the memory shared with it.
    std::size_t sharedBytes() const { return connection_.sharedBytes(); }
    /// There are no more requests: the ps may end.
    void finish();

    base::Status create(const ShardInfo& shard, const InitialValue& initial,
                        const sdk::OptimizerSpec& optimizer) override;
    base::Result<std::vector<ShardInfo>> list() override;
    base::Result<std::int64_t> pull(const std::vector<std::string>& shards,
                                    const std::vector<torch::Tensor>& into, InRound round) override;
    base::Result<torch::Tensor> lookup(const std::string& shard, const torch::Tensor& rows,
                                       InRound round) override;
    base::Result<sdk::Pushed> push(const PushRequest& request) override;
    base::Status holdRounds() override;
    base::Result<double> roundSquares(std::int64_t round) override;
    base::Status applyRound(const RoundUpdate& update) override;
    base::Status assign(const std::string& shard, const torch::Tensor& value, InRound round) override;
    base::Status freeze(InRound round) override;
    base::Result<torch::Tensor> readFrozen(const StateRows& place) override;
    base::Status thaw() override;
    base::Status writeRows(const StateRows& place, const torch::Tensor& rows, InRound round) override;

  private:
    base::Result<Parcel> ask(Parcel request, const std::vector<torch::Tensor>& into = {});
    std::mutex mutex_;  ///< one request at a time
    Connection connection_;
};

/// A worker in another process.
class RemoteWorker final : public WorkerHost {
  public:
    RemoteWorker(TaskCard self, std::string peer, const std::string& address);
    const std::string& name() const override { return connection_.peer(); }
    base::Status connect() override;
    Outcome make(std::int64_t id, const std::string& name, const sdk::Values& arguments) override;
    Outcome execute(const Call& call) override;
    void finish() override;
    void abandon() override { connection_.abandon(); }

  private:
    Outcome outcomeOf(base::Result<Parcel> reply) const;
    Connection connection_;
};

}  // namespace trainyard::engine::ps
