// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <memory>
#include <vector>

#include "ui/bridge/sentence.h"
#include "ui/bridge/values.h"

namespace trainyard::bridge {

/// A run of a sweep, whether it has started or not.
struct SweepRunRow {
    int number = 0;    ///< from 1
    QString state;     ///< "started", "waiting", "held", "cancelled", "refused", "deleted"
    QString run = {};  ///< its id, once started
    RunState runState = RunState::kUnknown;  ///< of one that has started
    QStringList values = {};                 ///< one per parameter of the sweep
    double value = kNotKnown;                ///< the best value of the metric so far
    std::int64_t at = 0;                     ///< where it had that value: epochs finished, or the step
    bool isStoppedEarly = false;
    Sentence reason = {};  ///< why it was stopped early, refused or still waits
};

struct SweepRow {
    struct Parameter {
        QString name;
        bool isLog = false;  ///< drawn on a logarithmic scale
    };
    QString id;
    QString state;     ///< "running", "held", "stopping", "finished", "stopped"
    double ended = 0;  ///< seconds since 1970; 0: not yet
    QString metric = {};
    bool isMaximized = false;
    std::vector<Parameter> parameters = {};
    std::vector<SweepRunRow> runs = {};  ///< by number, from 1
    int best = 0;                        ///< number of the run with the best value; 0: none has one
    Sentence problem = {};               ///< why it cannot be read: then there is no more than its id

    const SweepRunRow* bestRun() const {
        return best > 0 && static_cast<std::size_t>(best) <= runs.size()
                   ? &runs[static_cast<std::size_t>(best) - 1]
                   : nullptr;
    }
    int count(const QString& runState) const {
        return static_cast<int>(std::ranges::count(runs, runState, &SweepRunRow::state));
    }
};

/// A sweep file, read and checked, with the run file of each of its runs.
struct PlannedSweep {
    QString file;
    QString name = {};
    int runs = 0;
    int parallel = 0;
    QStringList parameters = {};
    std::vector<Finding> findings = {};
    std::shared_ptr<const void> plan = {};  ///< opaque here, for startSweep; null: it must not start
};

/// kStop cancels the runs that wait and stops the others after a checkpoint.
enum class SweepAction { kHold, kRelease, kStop };

}  // namespace trainyard::bridge
