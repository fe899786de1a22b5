// SPDX-License-Identifier: Apache-2.0
#include "core/control/import/log_plan.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/control/metrics/spool_reader.h"
#include "core/events/event_file.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using base::Code;

constexpr std::size_t kPlanReadBytes = 1u << 20;
constexpr std::string_view kMark = "tfevents.";  // in the names of event files
/// The plan comes before the first step. What is beyond that has none.
constexpr std::uint64_t kMostPlanBytes = 16u << 20;

/// What the name of an event file says of its process.
struct Writer {
    std::uint64_t started = 0;  ///< seconds since 1970
    std::string process;        ///< host and number
};

/// events.out.tfevents.<seconds>.<host>.<process>.<counter>; a host's name may have dots.
Writer writerOfLog(const fs::path& file) {
    const std::string name = file.filename().string();
    Writer writer;
    const auto mark = name.find(kMark);
    if (mark == std::string::npos) return writer;
    const std::string_view rest = std::string_view(name).substr(mark + kMark.size());
    const auto first = rest.find('.'), last = rest.rfind('.');
    std::from_chars(rest.data(), rest.data() + rest.size(), writer.started);
    if (first != rest.npos && last > first) writer.process = rest.substr(first + 1, last - first - 1);
    return writer;
}

fs::path trainFolderOf(const fs::path& file) {
    return file.parent_path().parent_path() / "train";
}

/// A process begins its file in `train` first. In a container, processes that follow one another may have one
/// number: it is the newest one's.
std::optional<fs::path> trainFileOf(const fs::path& file) {
    const Writer own = writerOfLog(file);
    std::optional<fs::path> found;
    for (const fs::path& train : events::eventFilesIn(trainFolderOf(file))) {
        const Writer other = writerOfLog(train);
        if (other.process == own.process && other.started <= own.started) found = train;
    }
    return found;
}

base::Result<std::optional<events::PlanRecord>> planInFile(const fs::path& file) {
    TY_ASSIGN(auto reader, events::EventFileReader::open(file));
    while (reader.offset() < kMostPlanBytes) {
        TY_ASSIGN(const auto events, reader.readSome(kPlanReadBytes));
        if (const auto plan = planIn(events); plan || events.empty()) return plan;
    }
    return std::nullopt;
}

}  // namespace

base::Result<std::optional<events::PlanRecord>> planOf(const events::LogFile& file) {
    if (file.path.filename().string().find(kMark) == std::string::npos) return std::nullopt;
    if (file.split == "train") return planInFile(file.path).value_or(std::nullopt);  // who reads it reports
    const std::string shown = base::printable(file.path.string());
    const auto away = [](base::Words message) {
        return base::fail(Code::kNotFound, std::move(message), "import.no_plan");
    };
    const auto train = trainFileOf(file.path);
    if (!train)
        return away(
            base::say("{} is not read yet: the file of its process in {}, which says where its epochs end, "
                      "is not there",
                      shown, base::printable(trainFolderOf(file.path).string())));
    auto plan = planInFile(*train);
    if (!plan)
        return away(base::say("{} is not read yet: {}, which says where its epochs end, cannot be read",
                              shown, base::printable(train->string())));
    return plan;
}

}  // namespace trainyard::control
