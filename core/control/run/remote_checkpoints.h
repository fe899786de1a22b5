// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/control/run/attempt_checkpoints.h"
#include "core/control/run/environment.h"
#include "core/control/run/launch_plan.h"
#include "core/control/run/task_set.h"
#include "core/spec/run/run_spec.h"
#include "trainyard/v1/node.pb.h"

namespace trainyard::control {

/// What changes of a run's checkpoints on `node`, entered in the store: `all` replaces what is known of that
/// node. Returns what this attempt has saved and nobody has announced. Blocks on the disk.
base::Result<std::vector<v1::RunEvent>> mirrorKept(store::CheckpointTable& table, const std::string& node,
                                                   int attempt, const v1::KeptNews& news);
base::Result<std::vector<v1::RunEvent>> mirrorAll(store::CheckpointTable& table, const std::string& node,
                                                  const std::string& run, int attempt,
                                                  const v1::KeepReply& all);

/// The checkpoints of an attempt whose chief is on another machine. That machine publishes and thins them out
/// (HostedCheckpoints), whether or not it is connected; the store here has what it reports. Owned by the
/// control loop.
class RemoteCheckpoints final : public AttemptCheckpoints {
  public:
    /// `spec` may change meanwhile; all of it outlives this object. `node`: of the chief.
    RemoteCheckpoints(Environment& environment, std::string run, RunFolder folder, const v1::RunSpec& spec,
                      const AttemptPlan& plan, TaskSet& tasks, std::string node, Calls calls);
    ~RemoteCheckpoints() override;
    RemoteCheckpoints(const RemoteCheckpoints&) = delete;
    RemoteCheckpoints& operator=(const RemoteCheckpoints&) = delete;

    std::function<base::Status()> preparation() const override { return {}; }
    std::function<Adopted()> adoption() const override {
        return [] { return Adopted(); };  // open() brings what is there
    }
    void report(const Adopted&, const std::function<bool(const v1::CheckpointSaved&)>&) override {}
    void open(Tasks tasks, const std::string& token, std::function<void(base::Status)> done) override;
    void publish(const v1::PublishCheckpointRequest& request, OnPublished done) override;
    void close(std::function<void()> closed) override;
    bool isClosed() const override { return isClosed_; }
    void clear(Backup backup, std::function<void(const std::string& newest)> removed) override;
    std::vector<std::filesystem::path> folders() const override { return {}; }
    void search(std::function<void(const RestoreSearch&)> onFound) override;
    void noteEvaluated() override;

  private:
    using Answered = std::function<void(const base::Result<std::shared_ptr<const v1::KeepReply>>&)>;

    v1::KeepCall callOf() const;
    void ask(const v1::KeepCall& call, Answered answered);
    void begin(std::function<void(base::Status)> done);
    void bring(std::function<void(base::Status)> done);
    void removeOtherCopies(const std::filesystem::path& copy);
    void received(const v1::KeptNews& news);
    template <typename Work>
    void mirror(Work work, std::function<void()> then);
    v1::KeepEvaluated evaluated() const;

    Environment& environment_;
    const std::string run_;
    const RunFolder folder_;
    const v1::RunSpec& spec_;
    const AttemptPlan& plan_;
    TaskSet& tasks_;
    const std::string node_;
    const Calls calls_;
    std::string token_;  ///< empty: it is not open
    bool isRunning_ = false;
    bool isClosed_ = false;
    std::string reportedEvaluated_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace trainyard::control
