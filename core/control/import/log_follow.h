// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/control/import/log_import.h"
#include "core/control/metrics/folder_watch.h"

namespace trainyard::control {

/// Imports what is added to the logs of one folder, turn by turn: new data, new files, new runs. What was
/// read is in the store with its position, so another one continues where this one has ended, whatever ended
/// it. Blocks on the disk. One thread at a time, and no other import during a turn.
class LogFollow {
  public:
    using Clock = std::chrono::steady_clock;
    using IsCancelled = std::function<bool()>;

    /// `own` is the folder of the home's own runs, which are not imported.
    LogFollow(LogImport import, std::filesystem::path root, std::filesystem::path own, std::string client);

    /// Reads what is new; everything at first. `onFound` is called before, with what there is to read.
    /// kCancelled; kNotFound when the folder was deleted; errors of the store.
    base::Status readOn(const std::function<void(const std::vector<events::LogRun>&)>& onFound,
                        const OnLogBytes& onBytes, const IsCancelled& isCancelled);
    /// Another import has had a turn: what is stored is read again.
    void forget();
    /// Rests after a turn that has used so much CPU time, then waits until something was written, or a file
    /// that has become shorter has been so for long enough to be another log.
    void wait(Clock::duration used, const IsCancelled& isCancelled) const;
    /// Reports what was read in the runs' histories.
    base::Status finish();

    /// Whether runs() has changed since the last call.
    bool takeNews() { return std::exchange(hasNews_, false); }
    /// Every run, and what could not be read.
    void addRuns(v1::ImportLogsReply& reply) const;

  private:
    struct Followed {
        LogReading reading;
        bool isStale = false;       ///< forget()
        bool isIntroduced = false;  ///< its history reports its first points
        bool isRowBehind = false;
    };
    /// A file that was read before: what is added to it is read without a look into its folder.
    struct KnownFile {
        std::filesystem::path run;  ///< folder
        events::LogFile file;
    };
    base::Result<std::vector<events::LogRun>> search(const IsCancelled& isCancelled);
    std::vector<events::LogRun> changed(const FolderWatch::Notices& notices) const;
    const KnownFile* knownIn(const std::filesystem::path& folder, const std::set<std::string>& names) const;
    base::Status read(const events::LogRun& run, const OnLogBytes& onBytes);
    /// When the first file that has become shorter is another log.
    std::optional<Clock::time_point> firstDue() const;
    /// The folders of those that are by then.
    std::set<std::filesystem::path> dueFolders(Clock::time_point now) const;
    void dropDue(Clock::time_point now);
    base::Status updateRows();

    LogImport import_;
    std::filesystem::path root_, own_;
    std::string client_;
    std::optional<FolderWatch> watch_;
    bool mustSearch_ = true;
    std::map<std::filesystem::path, Followed> runs_;  ///< by folder
    std::unordered_map<std::string, KnownFile> known_;
    std::vector<events::LogsFound::Skipped> skipped_;
    std::map<std::filesystem::path, v1::ImportedRun> refused_;
    bool hasNews_ = false;
    bool isAnyRowBehind_ = false;
    Clock::time_point rowsAt_{};  ///< when rows were last written
};

}  // namespace trainyard::control
