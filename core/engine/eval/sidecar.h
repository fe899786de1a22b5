// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/fd.h"
#include "core/checkpoint/checkpoint.h"
#include "core/data/dataset.h"
#include "core/engine/comm/task_link.h"
#include "core/engine/ledger/ledger.h"
#include "core/engine/ledger/spool_writer.h"
#include "core/engine/train/restore.h"
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

/// What was measured of one checkpoint.
struct Measured {
    NamedValues values;        ///< without `val_`; empty: the checkpoint is left out
    bool isContinuing = true;  ///< false: no further checkpoint is wanted
};
/// Measures a checkpoint that has verified.
using Measure = std::function<base::Result<Measured>(const checkpoint::Listed&, const Restore&)>;
/// How the run file's own model does on the validation data. Null: it is opened for the first checkpoint,
/// which has the values that `preprocessing` took from the training data.
Measure measureModel(const v1::RunSpec& spec, std::shared_ptr<const data::Dataset> dataset);
/// The 0-based epoch that a checkpoint was saved in.
int lastEpochOf(const checkpoint::TrainState& state);

/// Evaluates a run's checkpoints during training, in a separate process that never connects to the training's
/// (guides 001 and 004). Waits for checkpoints by inotify. A checkpoint that is deleted before it is read is
/// skipped; after that, a deletion changes nothing. Copies that its home has sent, because the checkpoints
/// are on another machine, are its own: it deletes what it has read, and all of them at its end. [train]
class SidecarEvaluator {
  public:
    struct Parts {
        const v1::RunSpec& spec;
        TaskLink& link;
        SpoolWriter& spool;
        std::string task;
        int attempt = 1;  ///< of the run, as last reported to the evaluator
        /// The file that marks the end of the training; empty: the link reports it.
        std::filesystem::path endMarker;
        SidecarHistory history;
    };
    explicit SidecarEvaluator(Parts parts);
    ~SidecarEvaluator();
    SidecarEvaluator(const SidecarEvaluator&) = delete;
    SidecarEvaluator& operator=(const SidecarEvaluator&) = delete;

    /// Runs until the last checkpoint of a finished training is evaluated, no further one is wanted, nothing
    /// new has come for `timeout`, or until asked to leave (kCancelled).
    base::Status run(const Measure& measure, std::optional<std::chrono::milliseconds> timeout = {});

  private:
    std::vector<checkpoint::Listed> published() const;
    std::optional<checkpoint::Listed> next() const;
    void removeRead() const;
    std::string nameOf(const checkpoint::Listed& listed) const;
    bool isUndone(const checkpoint::Listed& checkpoint, const std::vector<checkpoint::Listed>& all) const;
    base::Result<bool> evaluate(const checkpoint::Listed& listed, const Measure& measure);
    base::Result<bool> evaluateHeld(const checkpoint::Listed& listed, const Measure& measure);
    base::Status record(const checkpoint::Listed& listed, int epoch, const NamedValues& values, double begin);
    void passOver(const checkpoint::Listed& listed, const base::Error& why);
    void hold(const checkpoint::Listed& listed);
    void release();
    base::Status keepBest(const checkpoint::Listed& listed);
    void judge(const events::EvaluationRecord& record);
    base::Status watch();
    bool isTrainingOver() const;
    bool waitForNews(std::optional<std::chrono::milliseconds> longest);

    Parts parts_;
    spec::Sidecar options_;
    std::filesystem::path folder_, best_;
    events::SavedAt passedOver_;  ///< the newest checkpoint that could not be read or was left out
    double startedAt_ = 0;
    bool hasCopies_ = false;  ///< folder_ has copies that are this evaluator's alone
    bool hasAskedToStop_ = false;
    bool isHeld_ = false;  ///< the checkpoint that is being evaluated
    base::UniqueFd inotify_;
    std::shared_ptr<base::UniqueFd> wake_;
};

}  // namespace trainyard::engine
