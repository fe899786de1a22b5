// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/events/event_file.h"
#include "core/events/spool.h"
#include "core/spec/cluster.h"
#include "core/store/run_store.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// What stood in one event file beyond the offset known so far.
struct SpoolPiece {
    std::string task;   ///< "worker:0"
    std::string split;  ///< "train" or "validation"
    bool isChiefs = false;
    store::SpoolOffset from;  ///< where the piece starts …
    store::SpoolOffset to;    ///< … and where the next one will
    std::vector<events::Event> events;
};

/// Follows the event files of every task of a run. Owned by the control loop. A file that cannot be read on
/// is given up with one error; the others go on.
class Spool {
  public:
    Spool(std::filesystem::path runFolder, std::string run, int attempt,
          const std::vector<spec::TaskPlan>& tasks);

    /// Makes the folders that the tasks will write to. They are what inotify watches.
    base::Status makeFolders() const;
    std::vector<std::filesystem::path> folders() const;
    /// Goes on from what the store has. Files of earlier attempts have had their say.
    void seek(const std::vector<store::SpoolOffset>& offsets);

    /// The next piece that is there now, the chief's first; nothing once all files are read to their ends.
    /// The piece counts as read; when it could not be stored, hand it to back().
    std::optional<SpoolPiece> next();
    void back(const SpoolPiece& piece);
    /// Files given up since the last call.
    std::vector<base::Error> takeErrors() { return std::exchange(errors_, {}); }
    /// A folder that a task writes to, or a file that was being read, which is not there any more.
    std::optional<std::filesystem::path> missing() const;

    /// Everything the chief's files of this attempt hold up to the stored offsets: how an agent that comes
    /// back learns what its predecessor knew.
    base::Result<std::vector<events::Event>> chiefsPast() const;

  private:
    struct Source {
        std::string task, split;
        bool isChiefs = false;
        std::filesystem::path folder;
    };
    std::optional<SpoolPiece> readFrom(const Source& source, const std::filesystem::path& file);

    std::filesystem::path runFolder_;
    std::string run_;
    int attempt_;
    std::vector<Source> sources_;
    std::map<std::string, std::uint64_t> offsets_;  // by path relative to the run's folder
    std::map<std::string, events::EventFileReader> readers_;
    std::map<std::string, bool> isClosed_;  // given up, or of an earlier attempt
    std::vector<base::Error> errors_;
};

/// The scalars of a piece as the store takes them. Without a plan the epoch stays 0.
std::vector<store::SeriesPoints> pointsOf(const SpoolPiece& piece, int attempt,
                                          const std::optional<events::PlanRecord>& plan);

/// The same points as those who watch the run are told them.
std::shared_ptr<const v1::MetricBatch> batchOf(const std::string& run,
                                               const std::vector<store::SeriesPoints>& points);

}  // namespace trainyard::control
