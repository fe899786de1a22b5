// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/events/event_file.h"

namespace trainyard::events {

/// Reads one log, which may still grow, from a position on. As EventFileReader: what is torn is read once it
/// is complete, and damage is kDataLoss ("events.damaged"), naming file and place.
class LogReader {
  public:
    virtual ~LogReader() = default;
    /// What is there, about `maxBytes` at a time. Empty only if nothing is left to read.
    virtual base::Result<std::vector<Event>> readSome(std::size_t maxBytes) = 0;
    /// To continue from; a byte, or what else the format counts.
    virtual std::uint64_t position() const = 0;
    /// How many bytes of the file are before it.
    virtual std::uint64_t bytes() const = 0;
};

/// The error's id where a log has less than was read of it before: it is another one, or written again.
inline constexpr const char* kShrunk = "events.shrunk";

/// The same where it has other lines in place of them.
inline constexpr const char* kRewritten = "events.rewritten";

/// A format of logs: everything that finding and importing need to know about it.
struct LogFormat {
    const char* id;  ///< "log.csv"
    /// Whether a file found in a folder is such a log.
    bool (*isLog)(const std::filesystem::path& file);
    /// Whether a file that the user has named is; null: as isLog.
    bool (*mayBeLog)(const std::filesystem::path& file);
    /// The folder of its run; null: the file's, or of a split the one above.
    std::filesystem::path (*runFolder)(const std::filesystem::path& file);
    /// What the run is called, where its log has a name; null: after its folder.
    std::string (*runName)(const std::filesystem::path& runFolder);
    /// The configuration that its program has logged, a line "key: value" each; null: it has none.
    std::string (*config)(const std::filesystem::path& runFolder);
    base::Result<std::unique_ptr<LogReader>> (*open)(const std::filesystem::path& file,
                                                     std::uint64_t position);
};

/// All of them.
std::span<const LogFormat> logFormats();
/// The format of a file found in a folder; null: it is no log.
const LogFormat* formatOf(const std::filesystem::path& file);
/// The same for a file that the user has named.
const LogFormat* formatNamed(const std::filesystem::path& file);

// Their descriptors, each in its own file.
extern const LogFormat kCsvLog, kJsonLinesLog, kMlflowLog, kWandbLog;

}  // namespace trainyard::events
