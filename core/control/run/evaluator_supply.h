// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/loop/event_loop.h"
#include "core/base/loop/executor.h"
#include "core/base/loop/timer.h"
#include "core/control/run/checkpoint_source.h"
#include "core/control/run/copy_order.h"
#include "core/control/run/nodes.h"
#include "core/control/run/task_set.h"
#include "core/events/spool.h"
#include "core/node/node.h"
#include "core/store/checkpoint_table.h"

namespace trainyard::control {

/// Sends an evaluator on another machine the checkpoints that it is to evaluate, one at a time, into the
/// attempt's folder of copies there (checkpoint/copies.h). Each file is sent by parts; the manifest has the
/// hashes by which the evaluator checks them. That machine is asked what it has already, so that neither
/// a cut link nor another agent sends anything twice. Owned by the control loop. [loop]
class EvaluatorSupply {
  public:
    /// So many copies wait at the evaluator's machine, with the one that is being evaluated.
    static constexpr std::size_t kMostThere = 2;

    struct Parts {
        base::EventLoop& loop;
        base::Executor& disk;
        base::Executor& deletions;
        store::CheckpointTable& table;
        Nodes* nodes;  ///< null: there is no other machine
        const TaskSet& tasks;
        std::string run;
        std::filesystem::path root;   ///< the run's folder here
        std::filesystem::path spool;  ///< here, of the evaluator's event files
        std::string task, node;       ///< the evaluator and where it is
        SupplyRule rule;
        std::chrono::milliseconds pause{1000};  ///< before something is tried again
    };
    struct Calls {
        std::function<bool()> isWanted;              ///< the evaluator is there, and evaluates
        std::function<events::SavedAt()> evaluated;  ///< last, as far as is known
        std::function<void(const std::string& code, const base::Words& message)> warn, wait;
        std::function<void()> supplied;  ///< after endTraining(): nothing is left to send
    };
    EvaluatorSupply(Parts parts, Calls calls);

    /// A checkpoint was saved, or one evaluated.
    void notice();
    /// The evaluator has begun, or begun again: it may have lost what it had been sent.
    void begin();
    /// No further checkpoint will be saved.
    void endTraining();
    bool isSupplied() const { return isSupplied_; }
    /// Nothing is sent from here on; deletes all copies, and then calls `closed`. Once.
    void close(std::function<void()> closed);
    bool isClosed() const { return isClosed_; }

  private:
    struct Sending;
    struct Found {
        std::optional<store::CheckpointRow> next;
        events::SavedAt past;
    };

    bool proceeds();
    void findNext();
    void choose(const base::Result<Found>& found);
    void askWhatIsThere(const store::CheckpointRow& next);
    void idle();
    void pause();
    void retry();
    void listFiles();
    void sendNext();
    void put(std::string bytes);
    void wasPut(const base::Status& put, std::size_t bytes);
    void complete();
    void sourceFailed(const base::Error& error);
    void putFailed(const base::Error& error);
    base::Words cannotSend(const base::Error& error) const;
    void remove();
    template <typename Function>
    auto ifAlive(Function function) const;

    const Parts parts_;
    const Calls calls_;
    const CheckpointSource source_;
    std::optional<events::SavedAt> past_;  ///< evaluated before this object was made
    events::SavedAt sent_;                 ///< or found there, or passed over
    std::shared_ptr<Sending> sending_;
    bool isBusy_ = false, isNoticed_ = false, isEnding_ = false, isSupplied_ = false, isRefused_ = false;
    bool isCrowded_ = false;  ///< as much is there as may wait
    bool isFull_ = false, hasWarned_ = false, hasReportedBehind_ = false;
    bool isClosing_ = false, isClosed_ = false;
    std::function<void()> closed_;
    base::Timer again_;
    std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace trainyard::control
