// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/control/metrics/combined_events.h"
#include "core/control/metrics/folder_watch.h"
#include "core/control/metrics/metric_sources.h"
#include "core/control/metrics/overwritten_file.h"
#include "core/control/metrics/spool_reader.h"
#include "core/control/run/attempt_file.h"
#include "core/control/run/run_listener.h"
#include "core/control/run/script_orders.h"
#include "core/events/run_progress.h"
#include "core/node/disk_reserve.h"

namespace trainyard::control {

/// What one turn of a MetricsReader has found, for the control loop.
struct MetricsNews {
    enum class Read {
        kAll,        ///< everything currently there
        kInPart,     ///< as much as the time limit allows
        kNotStored,  ///< some of it could not be stored; it will be read again
    };
    struct Piece {
        bool hasPlan = false;                                ///< it begins with the chief's plan
        std::shared_ptr<const v1::MetricBatch> points = {};  ///< null: nobody watches
        std::vector<v1::RunEvent> told = {};
        std::vector<ClientNote> client = {};  ///< reported by the client of a program, without checkpoints
    };
    Read read = Read::kAll;
    std::vector<Piece> pieces = {};        ///< stored, in their order
    bool hasRead = false;                  ///< any event
    std::vector<v1::RunEvent> steps = {};  ///< that are due
    std::optional<events::RunProgress::Clock::time_point> nextReport = {};
    std::optional<events::RunProgress> progress = {};  ///< if it has changed
    double heardAt = 0;                                ///< steady seconds; 0: nothing was stored
    bool hasLogGrown = false;
    std::vector<std::pair<std::string, base::Words>> warnings = {};  ///< code and message
    std::optional<base::Error> behind = {};                          ///< why something is not stored
    std::optional<std::filesystem::path> missing = {};               ///< a folder or file that was deleted
};

/// The part of a MetricsPump that uses the disk: reads the tasks' event files and output, stores the points
/// with the offsets up to which they were read, and watches the folders. Every call blocks on the disk. One
/// thread at a time: the storage executor's.
class MetricsReader {
  public:
    /// Task by node and process id.
    using Processes = std::map<std::pair<std::string, int>, std::string>;
    using Machines = std::map<std::string, std::string>;  ///< node by task
    struct Shared {
        store::RunStore& store;
        node::DiskReserve& reserve;
        RunListeners& listeners;
    };
    /// `spool`'s TaskOfProcess looks into `processes`, which may be null. `machines`: of a command run, whose
    /// program may report checkpoints that are there.
    MetricsReader(Shared shared, std::string run, RunFolder folder, const AttemptPlan& attempt,
                  SpoolReader spool, std::shared_ptr<Processes> processes, std::optional<Machines> machines);

    struct Opened {
        int notifier = -1;  ///< readable when something has happened in the folders; the reader's own
        events::RunProgress progress;
        std::vector<v1::RunEvent> told = {};
    };
    /// As in MetricsPump. `step` and `metrics`: of the run's row, where a command continues.
    base::Result<Opened> start();
    void readPast();
    base::Result<Opened> resume(std::int64_t step, std::map<std::string, double> metrics);

    struct Turn {
        bool isNotified = false;     ///< the notifier was readable
        bool isHeld = false;         ///< only what has happened in the folders is noted
        bool isAtEnd = false;        ///< nobody writes any more
        bool isOutputWhole = false;  ///< and the last line of the output is whole
        Processes processes = {};    ///< of a command run
    };
    /// Reads what is there, for some milliseconds. Nothing before start().
    MetricsNews read(const Turn& turn);
    /// The steps that are due, without reading.
    MetricsNews reportSteps();

  private:
    base::Result<Opened> follow();
    base::Status watchFolders();
    base::Status watchNewFolders();
    base::Result<bool> watchFound(const std::filesystem::path& folder);
    void readNotices(MetricsNews& news);
    base::Result<std::vector<store::SpoolOffset>> offsetsBefore() const;
    base::Status eachStored(std::initializer_list<std::string_view> kinds,
                            const std::function<void(const v1::RunEvent&)>& take) const;
    base::Result<std::set<int>> reportedEpochs() const;
    base::Result<std::map<std::string, double>> metricsBefore() const;
    void readOn(MetricsNews& news);
    void readToEnd(MetricsNews& news);
    bool isHere(const std::string& task) const;
    void checkOverwritten(const SpoolPiece& piece, MetricsNews& news);
    bool store(const SpoolPiece& piece, MetricsNews& news);
    base::Status storeMedia(const SpoolPiece& piece, MetricsNews& news);
    base::Status takeClients(const SpoolPiece& piece, MetricsNews& news, MetricsNews::Piece& told);
    base::Status keepReported(const SpoolPiece& piece, const events::Event& event,
                              const events::ClientRecord& record, MetricsNews::Piece& told);
    void collect(events::RunProgress::Due due, MetricsNews& news);

    Shared shared_;
    std::string run_;
    RunFolder folder_;
    int attempt_;
    std::int64_t fromStep_;
    SpoolReader spool_;
    std::shared_ptr<Processes> processes_;
    base::Result<std::vector<events::Event>> past_;  ///< the chief's
    events::RunProgress progress_;
    std::optional<events::PlanRecord> othersPlan_;  ///< as workers other than the chief have it
    CombinedEvents combined_;
    MetricSources sources_;  ///< of a command run
    OverwrittenFile overwritten_;
    bool hasSaidLeftOut_ = false;
    bool hasCombinedFailed_ = false, hasTimeFailed_ = false, hasStoreFailed_ = false;
    std::optional<FolderWatch> watch_;
    Machines machines_;
    bool isCommand_ = false;
    bool hasNewFolders_ = true, hasWatchFailed_ = false;
    std::vector<std::filesystem::path> madeFolders_;  ///< since the last look
};

}  // namespace trainyard::control
