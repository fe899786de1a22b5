// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/control/metrics/command_files.h"
#include "core/control/metrics/output_file.h"
#include "core/events/event_file.h"
#include "core/events/spool.h"
#include "core/spec/cluster/cluster.h"
#include "core/store/run_store.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// New records in one event file, beyond the last known offset.
struct SpoolPiece {
    std::string task;   ///< "worker:0"
    std::string split;  ///< "train" or "validation"
    bool isChiefs = false;
    store::SpoolOffset from;  ///< start of the piece
    store::SpoolOffset to;    ///< start of the next one
    std::vector<events::Event> events;
    std::vector<std::string> splits = {};  ///< of each event; empty: all are of `split`
    /// Of output: the entries of `metrics` that have found values in it so far.
    std::vector<spec::OutputPattern> patterns = {};

    const std::string& splitOf(std::size_t event) const { return splits.empty() ? split : splits[event]; }
};

/// Follows the event files of every task of a run, and the output of a command in which metrics are found.
/// Owned by the control loop. A file that becomes unreadable is dropped with one error; the others are not
/// affected.
class SpoolReader {
  public:
    SpoolReader(std::filesystem::path runFolder, std::string run, int attempt,
                const std::vector<spec::TaskPlan>& tasks);
    /// Of a command run. A file in a folder of all tasks belongs to its writer, or else to the chief, if that
    /// is on the same machine, or the first task there.
    SpoolReader(std::filesystem::path runFolder, std::string run, int attempt, CommandFiles commandFiles,
                TaskOfProcess taskOf);

    /// The folders that the tasks will write to. They are made before, so that inotify can watch them.
    std::vector<std::filesystem::path> foldersToMake() const;
    std::vector<std::filesystem::path> folders() const;
    /// Continues from the offsets in the store. Files of earlier attempts are closed. Blocks on the disk
    /// where output was read before.
    void seek(const std::vector<store::SpoolOffset>& offsets);
    /// Looks for all folders that a command run's tasks have made.
    void scan();
    /// Looks for new ones: `folder` and those below it. Returns them.
    std::vector<std::filesystem::path> scanFolder(const std::filesystem::path& folder);
    /// There may be news in a folder of a command run, or in that of its logs; an empty path: in any. next()
    /// looks nowhere else.
    void touch(const std::filesystem::path& folder);
    /// Event files of a command run that were there before the attempt: not its own. Each is skipped; the
    /// result is what a later agent must know of that.
    std::vector<store::SpoolOffset> skipForeign();

    /// The next available piece, the chief's first; nothing once all files are read to the end. The piece
    /// counts as read; if it could not be stored, pass it to back().
    std::optional<SpoolPiece> next();
    void back(const SpoolPiece& piece);
    /// Of output: keeps the time at which the piece was read. Before it is stored, or the time is lost with
    /// the store.
    base::Status keepTime(const SpoolPiece& piece);
    /// Nobody prints any more: what follows the last line end of the output is a whole line.
    void endOutput() { lastLine_ = OutputFile::LastLine::kIsWhole; }
    /// Where the readable part of a file ends. Reads all of it.
    base::Result<std::uint64_t> endOf(const std::string& name) const;
    /// Files dropped since the last call, and what else is not read.
    std::vector<base::Error> takeErrors() { return std::exchange(errors_, {}); }
    /// A folder that a task writes to, or a file being read, that no longer exists.
    std::optional<std::filesystem::path> missing() const;

    /// Everything in the chief's files of this attempt up to the stored offsets: how a restarted agent learns
    /// what its predecessor knew.
    base::Result<std::vector<events::Event>> chiefsPast() const;

  private:
    struct Source {
        std::string task, split;
        bool isChiefs = false;
        std::filesystem::path folder;
        std::string prefix;   ///< of its tags
        bool isRead = false;  ///< of a command run: nothing has happened there since it was read
        std::string node = {}, otherwise = {};  ///< as in CommandFiles::Root
    };
    bool isOfOtherRoot(const std::filesystem::path& file, const std::string& name);
    std::string taskOf(const Source& source, const std::string& name, const std::filesystem::path& file);
    std::optional<SpoolPiece> readRemoved(const Source& source,
                                          const std::vector<std::filesystem::path>& there);
    std::optional<SpoolPiece> readFrom(const Source& source, const std::filesystem::path& file);
    struct Output {
        std::string name;  ///< relative to the run's folder
        std::string task;
        std::vector<spec::OutputPattern> patterns;
        OutputFile file;
        bool isRead = false;             ///< nothing has been printed since
        std::optional<SpoolPiece> back;  ///< to be handed out again
        bool hasFoundNothing = false;    ///< reported
        bool hasTooManySeries = false;   ///< reported
        bool hasTooLargeStep = false;    ///< reported
    };
    void openOutput();
    std::optional<SpoolPiece> readOutput();
    void reportFruitless();

    std::filesystem::path runFolder_;
    std::string run_;
    int attempt_;
    CommandFiles commandFiles_;
    TaskOfProcess taskOf_;
    std::map<std::string, std::string> writers_;  // task by path, of files in a folder of all tasks
    std::map<std::string, std::string> firsts_;   // path by nameInCommon()
    void add(CommandFiles::Folder folder, bool isRead);

    std::vector<Source> sources_;
    std::unordered_map<std::string, std::size_t> places_;  // of a command run's sources, by folder
    std::optional<Output> output_;
    OutputFile::LastLine lastLine_ = OutputFile::LastLine::kMayGrow;
    std::map<std::string, std::uint64_t> offsets_;  // by path relative to the run's folder
    std::map<std::string, events::EventFileReader> readers_;
    std::map<std::string, bool> isClosed_;  // dropped, or of an earlier attempt
    std::vector<base::Error> errors_;
};

/// The newest plan among these events.
std::optional<events::PlanRecord> planIn(const std::vector<events::Event>& events);

/// The scalars of a piece in the form the store expects. Without a plan the epoch stays 0, other than that of
/// an evaluation.
std::vector<store::SeriesPoints> pointsOf(const SpoolPiece& piece, int attempt,
                                          const std::optional<events::PlanRecord>& plan);

/// The same points in the form sent to watchers.
std::shared_ptr<const v1::MetricBatch> batchOf(const std::string& run,
                                               const std::vector<store::SeriesPoints>& points);

}  // namespace trainyard::control
