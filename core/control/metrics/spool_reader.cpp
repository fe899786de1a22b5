// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/spool_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/base/counted.h"
#include "core/base/text.h"

namespace trainyard::control {
namespace {
constexpr std::size_t kPieceBytes = 1u << 20;
constexpr std::size_t kSkipBytes = 1u << 20;
constexpr std::int64_t kManyLines = 1000;
}  // namespace

SpoolReader::SpoolReader(std::filesystem::path runFolder, std::string run, int attempt,
                         const std::vector<spec::TaskPlan>& tasks)
    : runFolder_(std::move(runFolder)), run_(std::move(run)), attempt_(attempt) {
    for (const spec::TaskPlan& task : tasks)
        for (const char* split : {"train", "validation"})
            sources_.push_back({task.id(),
                                split,
                                task.isChief,
                                runFolder_ / "events" / "tasks" / task.fileId() / split,
                                {},
                                false});
    // The chief's plan comes before the points that it assigns to epochs.
    std::ranges::stable_partition(sources_, [](const Source& source) { return source.isChiefs; });
}

SpoolReader::SpoolReader(std::filesystem::path runFolder, std::string run, int attempt,
                         CommandFiles commandFiles, TaskOfProcess taskOf)
    : runFolder_(std::move(runFolder)),
      run_(std::move(run)),
      attempt_(attempt),
      commandFiles_(std::move(commandFiles)),
      taskOf_(std::move(taskOf)) {
    openOutput();
}

void SpoolReader::openOutput() {
    output_.reset();
    if (const auto output = commandFiles_.output(attempt_))
        output_.emplace(output->path.lexically_relative(runFolder_).string(), output->task, output->patterns,
                        OutputFile(output->path, output->patterns, output->times));
}

void SpoolReader::add(CommandFiles::Folder folder, bool isRead) {
    places_[folder.path.string()] = sources_.size();
    sources_.push_back({std::move(folder.task), std::move(folder.split), false, std::move(folder.path),
                        std::move(folder.prefix), isRead, std::move(folder.node),
                        std::move(folder.otherwise)});
}

void SpoolReader::scan() {
    if (!commandFiles_.isForCommand()) return;
    const std::vector<Source> before = std::exchange(sources_, {});
    const auto places = std::exchange(places_, {});
    for (CommandFiles::Folder& folder : commandFiles_.folders()) {
        const auto known = places.find(folder.path.string());
        const bool isRead = known != places.end() && before[known->second].isRead;
        add(std::move(folder), isRead);
    }
}

std::vector<std::filesystem::path> SpoolReader::scanFolder(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> found;
    for (CommandFiles::Folder& one : commandFiles_.foldersIn(folder)) {
        if (places_.contains(one.path.string()) || sources_.size() >= CommandFiles::kMostFolders) continue;
        found.push_back(one.path);
        add(std::move(one), false);
    }
    return found;
}

void SpoolReader::touch(const std::filesystem::path& folder) {
    if (folder.empty()) {
        for (Source& source : sources_) source.isRead = false;
    } else if (const auto place = places_.find(folder.string()); place != places_.end()) {
        sources_[place->second].isRead = false;
    }
    if (output_ && (folder.empty() || folder == (runFolder_ / output_->name).parent_path()))
        output_->isRead = false;
}

std::vector<store::SpoolOffset> SpoolReader::skipForeign() {
    std::vector<store::SpoolOffset> skipped;
    if (!commandFiles_.isForCommand()) return skipped;
    scan();
    for (const Source& source : sources_)
        for (const std::filesystem::path& file : events::eventFilesIn(source.folder)) {
            const std::string name = file.lexically_relative(runFolder_).string();
            if (offsets_.contains(name)) continue;
            isClosed_[name] = true;
            skipped.push_back({run_, name, 0, 0, {}});
        }
    return skipped;
}

/// In a file system that machines share, each of them has the files of all: a file is read where it was found
/// first. Its name has the writer's host, process and start.
bool SpoolReader::isOfOtherRoot(const std::filesystem::path& file, const std::string& name) {
    const std::string common = commandFiles_.nameInCommon(file);
    return !common.empty() && firsts_.emplace(common, name).first->second != name;
}

/// A file keeps the task that it was assigned to: once that has ended, its process is nobody's.
std::string SpoolReader::taskOf(const Source& source, const std::string& name,
                                const std::filesystem::path& file) {
    if (!source.task.empty()) return source.task;
    const auto known = writers_.find(name);
    if (known != writers_.end()) return known->second;
    const int writer = writerOf(file);
    const std::string task = writer > 0 ? taskOf_(source.node, writer) : "";
    return writers_[name] = task.empty() ? source.otherwise : task;
}

std::vector<std::filesystem::path> SpoolReader::foldersToMake() const {
    std::vector<std::filesystem::path> folders;
    for (const CommandFiles::Root& root : commandFiles_.roots()) folders.push_back(root.folder);
    if (!commandFiles_.isForCommand())
        for (const Source& source : sources_) folders.push_back(source.folder);
    return folders;
}

std::vector<std::filesystem::path> SpoolReader::folders() const {
    std::vector<std::filesystem::path> folders;
    for (const Source& source : sources_) folders.push_back(source.folder);
    // A program may remove its log folder and make it again.
    for (const CommandFiles::Root& root : commandFiles_.roots()) folders.push_back(root.folder.parent_path());
    return folders;
}

void SpoolReader::seek(const std::vector<store::SpoolOffset>& offsets) {
    readers_.clear();
    for (const store::SpoolOffset& offset : offsets) {
        offsets_[offset.file] = offset.offset;
        if (!offset.task.empty()) writers_[offset.file] = offset.task;
        isOfOtherRoot(runFolder_ / offset.file, offset.file);
        if (offset.attempt < attempt_) isClosed_[offset.file] = true;
    }
    openOutput();
    const auto known = output_ ? offsets_.find(output_->name) : offsets_.end();
    if (known == offsets_.end()) return;
    if (const auto sought = output_->file.seek(known->second); !sought) {
        errors_.push_back(
            sought.error().wrap(base::say("the metrics of {} are not read any further", output_->task)));
        output_.reset();
    }
}

std::optional<SpoolPiece> SpoolReader::next() {
    for (Source& source : sources_) {
        if (source.isRead) continue;
        const std::vector<std::filesystem::path> files = events::eventFilesIn(source.folder);
        if (auto piece = readRemoved(source, files)) return piece;
        for (const std::filesystem::path& file : files)
            if (auto piece = readFrom(source, file)) return piece;
        source.isRead = commandFiles_.isForCommand();
    }
    return output_ && !output_->isRead ? readOutput() : std::nullopt;
}

/// A program that begins another file may remove the one before at once. It is still open here: the rest of
/// it is read, and then it is closed, which frees its space.
std::optional<SpoolPiece> SpoolReader::readRemoved(const Source& source,
                                                   const std::vector<std::filesystem::path>& there) {
    if (!commandFiles_.isForCommand()) return std::nullopt;  // of a training that is reported: missing()
    for (auto reader = readers_.begin(); reader != readers_.end();) {
        const std::filesystem::path file = (runFolder_ / reader->first).lexically_normal();
        if (file.parent_path() != source.folder || std::ranges::find(there, file) != there.end()) {
            ++reader;
            continue;
        }
        if (auto piece = readFrom(source, file)) return piece;
        reader = readers_.erase(reader);
    }
    return std::nullopt;
}

std::optional<SpoolPiece> SpoolReader::readOutput() {
    Output& output = *output_;
    if (output.back) return std::exchange(output.back, std::nullopt);
    const std::uint64_t start = output.file.offset();
    auto slice = output.file.readSome(lastLine_);
    if (!slice) {
        errors_.push_back(
            slice.error().wrap(base::say("the metrics of {} are not read any further", output.task)));
        output_.reset();
        return std::nullopt;
    }
    if (slice->hasTooManySeries && !std::exchange(output.hasTooManySeries, true))
        errors_.push_back({base::Code::kResourceExhausted,
                           base::say("the output of {} has values of more than {} series; the others are "
                                     "left out",
                                     output.task, OutputFile::kMostSeries),
                           "metrics.too_many_series"});
    if (slice->hasTooLargeStep && !std::exchange(output.hasTooLargeStep, true))
        errors_.push_back({base::Code::kInvalidArgument,
                           base::say("the output of {} has steps that are too large to be kept exactly; "
                                     "their lines are left out",
                                     output.task),
                           "metrics.step_range"});
    output.isRead = slice->isEnd;
    reportFruitless();
    if (slice->isEnd) return std::nullopt;
    std::vector<spec::OutputPattern> fruitful;
    for (std::size_t i = 0; i < output.patterns.size(); ++i)
        if (output.file.hasFound(i)) fruitful.push_back(output.patterns[i]);
    return SpoolPiece{output.task,
                      "train",
                      false,
                      {run_, output.name, start, attempt_, output.task},
                      {run_, output.name, output.file.offset(), attempt_, output.task},
                      std::move(slice->events),
                      std::move(slice->splits),
                      std::move(fruitful)};
}

/// A wrong format or pattern finds nothing, and reports nothing.
void SpoolReader::reportFruitless() {
    Output& output = *output_;
    const bool isEnd = output.isRead && lastLine_ == OutputFile::LastLine::kIsWhole;
    if (output.hasFoundNothing || output.file.hasFound() || output.file.lines() == 0 ||
        (!isEnd && output.file.lines() < kManyLines))
        return;
    output.hasFoundNothing = true;
    errors_.push_back({base::Code::kNotFound,
                       base::say("{} has printed {}, in which `metrics` finds no value; check its formats "
                                 "and patterns",
                                 output.task, base::counted(output.file.lines(), "line")),
                       "metrics.no_match"});
}

base::Result<std::uint64_t> SpoolReader::endOf(const std::string& name) const {
    const std::filesystem::path path = runFolder_ / name;
    if (output_ && output_->name == name) {
        OutputFile file(path, {});
        for (;;) {
            TY_ASSIGN(const auto slice, file.readSome(OutputFile::LastLine::kMayGrow));
            if (slice.isEnd) return file.offset();
        }
    }
    TY_ASSIGN(auto reader, events::EventFileReader::open(path));
    for (;;) {  // its last record may be incomplete yet
        TY_ASSIGN(const auto some, reader.readSome(kSkipBytes));
        if (some.empty()) return reader.offset();
    }
}

std::optional<SpoolPiece> SpoolReader::readFrom(const Source& source, const std::filesystem::path& file) {
    const std::string name = file.lexically_relative(runFolder_).string();
    if (isClosed_.contains(name) || isOfOtherRoot(file, name)) return std::nullopt;
    const auto abandon = [&](const base::Error& error) {
        isClosed_[name] = true;
        errors_.push_back(error.wrap(
            base::say("a file with metrics of {} is not read any further", taskOf(source, name, file))));
        return std::nullopt;
    };
    const std::uint64_t start = offsets_[name];
    auto reader = readers_.find(name);
    if (reader == readers_.end()) {
        auto opened = events::EventFileReader::open(file, start);
        if (!opened) return abandon(opened.error());
        reader = readers_.emplace(name, std::move(*opened)).first;
    }
    auto events = reader->second.readSome(kPieceBytes);
    if (!events) return abandon(events.error());
    const std::uint64_t end = reader->second.offset();
    if (events->empty()) return std::nullopt;
    // A program may name its series by any bytes; messages and JSON must be UTF-8.
    for (events::Event& event : *events)
        std::visit([&](auto& any) { any.tag = base::printable(source.prefix + any.tag); }, event);
    offsets_[name] = end;
    const std::string task = taskOf(source, name, file);
    // The file of a training names its task.
    const std::string owner = commandFiles_.isForCommand() ? task : "";
    return SpoolPiece{task,
                      source.split,
                      source.isChiefs,
                      {run_, name, start, attempt_, owner},
                      {run_, name, end, attempt_, owner},
                      std::move(*events)};
}

std::optional<std::filesystem::path> SpoolReader::missing() const {
    std::error_code error;             // an unreadable folder is not a deleted one
    if (commandFiles_.isForCommand())  // a program may do with its logs as it likes
        return std::filesystem::symlink_status(runFolder_, error).type() ==
                       std::filesystem::file_type::not_found
                   ? std::optional(runFolder_)
                   : std::nullopt;
    const auto isGone = [&](const std::filesystem::path& path) {
        return std::filesystem::symlink_status(path, error).type() == std::filesystem::file_type::not_found;
    };
    for (const Source& source : sources_)
        if (isGone(source.folder)) return source.folder;
    for (const auto& [name, reader] : readers_)
        if (isGone(runFolder_ / name)) return runFolder_ / name;
    return std::nullopt;
}

void SpoolReader::back(const SpoolPiece& piece) {
    if (output_ && output_->name == piece.from.file) {
        output_->back = piece;
        output_->isRead = false;
        return;
    }
    offsets_[piece.from.file] = piece.from.offset;
    readers_.erase(piece.from.file);
    touch({});
}

base::Status SpoolReader::keepTime(const SpoolPiece& piece) {
    if (!output_ || output_->name != piece.to.file || piece.events.empty()) return {};
    const auto& first = std::get<events::ScalarEvent>(piece.events.front());
    return output_->file.keepTime(piece.to.offset, first.wallTime);
}

base::Result<std::vector<events::Event>> SpoolReader::chiefsPast() const {
    std::vector<events::Event> past;
    for (const Source& source : sources_) {
        if (!source.isChiefs || source.split != "train") continue;
        for (const std::filesystem::path& file : events::eventFilesIn(source.folder)) {
            const auto known = offsets_.find(file.lexically_relative(runFolder_).string());
            if (known == offsets_.end() || isClosed_.contains(known->first)) continue;
            TY_ASSIGN(auto reader, events::EventFileReader::open(file));
            while (reader.offset() < known->second) {
                // In small pieces, so as not to read far beyond what was stored; what is beyond is read
                // again.
                TY_ASSIGN(auto some, reader.readSome(std::min<std::uint64_t>(
                                         kPieceBytes, known->second - reader.offset())));
                if (some.empty()) break;
                past.insert(past.end(), some.begin(), some.end());
            }
        }
    }
    return past;
}

}  // namespace trainyard::control
