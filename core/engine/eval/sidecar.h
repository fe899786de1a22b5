// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/fd.h"
#include "core/checkpoint/checkpoint.h"
#include "core/data/dataset.h"
#include "core/engine/comm/task_link.h"
#include "core/engine/ledger/spool_writer.h"
#include "core/engine/model/model.h"
#include "core/events/spool.h"
#include "core/spec/run/sidecar.h"
#include "trainyard/v1/run_spec.pb.h"

namespace trainyard::engine {

/// An evaluator's progress, read back from its own event files: a restarted one continues from here, and an
/// evaluation that was interrupted has left nothing.
struct SidecarHistory {
    events::SavedAt last;  ///< the checkpoint evaluated last
    events::SavedAt bestAt;
    std::optional<double> best;
    int sinceBest = 0;  ///< evaluations
    static base::Result<SidecarHistory> read(const std::filesystem::path& spoolFolder);
    void add(const events::EvaluationRecord& record, const std::string& monitor);
    /// `attempt` continues from `step`: undoes what an earlier one had reached after it, including the best.
    void turnBack(int attempt, std::int64_t step);
};

/// Evaluates a run's checkpoints during training, in a separate process that never connects to the training's
/// (guides 001 and 004). Waits for checkpoints by inotify. A checkpoint that is deleted before it is read is
/// skipped; after that, a deletion changes nothing. [train]
class SidecarEvaluator {
  public:
    struct Parts {
        const v1::RunSpec& spec;
        TaskLink& link;
        SpoolWriter& spool;
        std::shared_ptr<const data::Dataset> dataset;
        std::string task;
        int attempt = 1;  ///< of the run, as last reported to the evaluator
        /// The file that marks the end of the training; empty: the link reports it.
        std::filesystem::path endMarker;
        SidecarHistory history;
    };
    explicit SidecarEvaluator(Parts parts);

    /// Runs until the last checkpoint of a finished training is evaluated, or until asked to leave
    /// (kCancelled).
    base::Status run();

  private:
    std::optional<checkpoint::Listed> next() const;
    bool isUndone(const checkpoint::Listed& checkpoint, const std::vector<checkpoint::Listed>& all) const;
    base::Status evaluate(const checkpoint::Listed& listed);
    base::Status evaluateHeld(const checkpoint::Listed& listed);
    void hold(const checkpoint::Listed& listed);
    void release();
    base::Status keepBest(const checkpoint::Listed& listed);
    void judge(const events::EvaluationRecord& record);
    base::Status watch();
    bool isTrainingOver() const;
    void waitForNews();

    Parts parts_;
    spec::Sidecar options_;
    std::filesystem::path folder_, best_;
    events::SavedAt passedOver_;  ///< the newest checkpoint that could not be read
    double startedAt_ = 0;
    bool hasAskedToStop_ = false;
    bool isHeld_ = false;  ///< the checkpoint that is being evaluated
    base::UniqueFd inotify_;
    std::shared_ptr<base::UniqueFd> wake_;
};

}  // namespace trainyard::engine
