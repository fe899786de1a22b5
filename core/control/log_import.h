// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "core/control/run_listener.h"
#include "core/events/event_file.h"
#include "core/events/log_folder.h"
#include "core/store/run_store.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::control {

/// Called now and then while a long read is going, with what has been read since, and once after each file;
/// false: give up.
using OnLogBytes = std::function<bool(std::uint64_t fresh, bool isFileDone)>;

/// Makes a run of another program's log, once it has a point to show, or reads on in one that was made
/// before, taking it out of the trash: every point once, with the place that its file was read up to in the
/// same transaction, so that a call that is cut off or repeated costs neither a gap nor a duplicate. The logs
/// stay where they are and are only read.
///
/// A file whose steps begin again, once the file before it has ended, is the next attempt (a program that was
/// started again); one that was written beside it at the same time is another writer (`writer:1`).
class LogImport {
  public:
    LogImport(store::RunStore& store, RunListeners& listeners) : store_(store), listeners_(listeners) {}

    /// Blocks on the disk; one call at a time. What a file cannot tell is a problem of the reply and of the
    /// run's history; errors are the store's, and kCancelled.
    base::Result<v1::ImportedRun> read(const events::LogRun& found, const std::string& client,
                                       const OnLogBytes& onBytes);

    /// Reads the points of such a run once more into a store that has lost them, each file with the attempt
    /// and the task that it had; files that came since are left to the next read().
    base::Status readAgain(const store::RunRow& row, const std::stop_token& stop);

  private:
    struct Reading;
    base::Status recallAll(Reading& reading) const;
    base::Status make(Reading& reading);
    base::Result<store::RunRow> rowOf(const events::LogRun& found, const std::string& client);
    base::Status readFile(Reading& reading, const events::LogFile& file, store::SpoolOffset offset);
    base::Status take(Reading& reading, const events::LogFile& file, store::SpoolOffset& offset,
                      std::vector<events::Event> events);
    struct Past {
        int attempt = 0;  ///< the newest that has done these steps; 0: none has
        double time = 0;  ///< of the newest of its points, as far as looked
    };
    base::Result<Past> pastOf(const std::string& run, const std::string& task,
                              const std::vector<store::SeriesPoints>& first) const;
    base::Status recall(Reading& reading) const;
    base::Status place(Reading& reading, const std::vector<store::SeriesPoints>& first,
                       store::SpoolOffset& offset);
    base::Status tell(const std::string& run, v1::RunEvent event);
    base::Status finish(Reading& reading);

    store::RunStore& store_;
    RunListeners& listeners_;
};

}  // namespace trainyard::control
