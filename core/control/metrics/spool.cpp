// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/spool.h"

#include <algorithm>

#include "core/base/file.h"
#include "core/base/text.h"

namespace trainyard::control {
namespace {
constexpr std::size_t kPieceBytes = 1u << 20;
}

Spool::Spool(std::filesystem::path runFolder, std::string run, int attempt,
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

Spool::Spool(std::filesystem::path runFolder, std::string run, int attempt, std::string chief,
             CommandFiles commandFiles, TaskOfProcess taskOf)
    : runFolder_(std::move(runFolder)),
      run_(std::move(run)),
      attempt_(attempt),
      chief_(std::move(chief)),
      commandFiles_(std::move(commandFiles)),
      taskOf_(std::move(taskOf)) {
}

void Spool::look() {
    if (!commandFiles_.isForCommand()) return;
    const std::vector<Source> before = std::exchange(sources_, {});
    for (CommandFiles::Folder& folder : commandFiles_.folders()) {
        const auto known = std::ranges::find(before, folder.path, &Source::folder);
        const bool isRead = known != before.end() && known->isRead;
        sources_.push_back({std::move(folder.task), std::move(folder.split), false, std::move(folder.path),
                            std::move(folder.prefix), isRead});
    }
}

void Spool::touch(const std::filesystem::path& folder) {
    for (Source& source : sources_)
        if (folder.empty() || source.folder == folder) source.isRead = false;
}

std::vector<store::SpoolOffset> Spool::skipForeign() {
    std::vector<store::SpoolOffset> skipped;
    if (!commandFiles_.isForCommand()) return skipped;
    look();
    for (const Source& source : sources_)
        for (const std::filesystem::path& file : events::eventFilesIn(source.folder)) {
            const std::string name = file.lexically_relative(runFolder_).string();
            if (offsets_.contains(name)) continue;
            isClosed_[name] = true;
            skipped.push_back({run_, name, 0, 0, {}});
        }
    return skipped;
}

/// A file keeps the task that it was assigned to: once that has ended, its process is nobody's.
std::string Spool::taskOf(const Source& source, const std::string& name, const std::filesystem::path& file) {
    if (!source.task.empty()) return source.task;
    const auto known = writers_.find(name);
    if (known != writers_.end()) return known->second;
    const int writer = writerOf(file);
    const std::string task = writer > 0 ? taskOf_(writer) : "";
    return writers_[name] = task.empty() ? chief_ : task;
}

base::Status Spool::makeFolders() const {
    TY_TRY(commandFiles_.makeRoots());
    if (commandFiles_.isForCommand()) return {};
    for (const Source& source : sources_) TY_TRY(base::makeFolders(source.folder));
    return {};
}

std::vector<std::filesystem::path> Spool::folders() const {
    std::vector<std::filesystem::path> folders;
    for (const Source& source : sources_) folders.push_back(source.folder);
    // A program may remove its log folder and make it again.
    for (const CommandFiles::Root& root : commandFiles_.roots()) folders.push_back(root.folder.parent_path());
    return folders;
}

void Spool::seek(const std::vector<store::SpoolOffset>& offsets) {
    readers_.clear();
    for (const store::SpoolOffset& offset : offsets) {
        offsets_[offset.file] = offset.offset;
        if (!offset.task.empty()) writers_[offset.file] = offset.task;
        if (offset.attempt < attempt_) isClosed_[offset.file] = true;
    }
}

std::optional<SpoolPiece> Spool::next() {
    for (Source& source : sources_) {
        if (source.isRead) continue;
        for (const std::filesystem::path& file : events::eventFilesIn(source.folder))
            if (auto piece = readFrom(source, file)) return piece;
        source.isRead = commandFiles_.isForCommand();
    }
    return std::nullopt;
}

std::optional<SpoolPiece> Spool::readFrom(const Source& source, const std::filesystem::path& file) {
    const std::string name = file.lexically_relative(runFolder_).string();
    if (isClosed_.contains(name)) return std::nullopt;
    const auto giveUp = [&](const base::Error& error) {
        isClosed_[name] = true;
        errors_.push_back(
            error.wrap("the metrics of " + taskOf(source, name, file) + " are not read any further"));
        return std::nullopt;
    };
    const std::uint64_t start = offsets_[name];
    auto reader = readers_.find(name);
    if (reader == readers_.end()) {
        auto opened = events::EventFileReader::open(file, start);
        if (!opened) return giveUp(opened.error());
        reader = readers_.emplace(name, std::move(*opened)).first;
    }
    auto events = reader->second.readSome(kPieceBytes);
    if (!events) return giveUp(events.error());
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

std::optional<std::filesystem::path> Spool::missing() const {
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

void Spool::back(const SpoolPiece& piece) {
    offsets_[piece.from.file] = piece.from.offset;
    readers_.erase(piece.from.file);
    touch({});
}

base::Result<std::vector<events::Event>> Spool::chiefsPast() const {
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

std::vector<store::SeriesPoints> pointsOf(const SpoolPiece& piece, int attempt,
                                          const std::optional<events::PlanRecord>& plan) {
    std::map<std::string, store::SeriesPoints> byTag;
    for (const events::Event& event : piece.events) {
        const auto* scalar = std::get_if<events::ScalarEvent>(&event);
        if (!scalar) continue;
        store::SeriesPoints& series = byTag[scalar->tag];
        series.isDouble = series.isDouble || scalar->isDouble;
        const int epoch = plan ? plan->epochOf(scalar->step) : 0;
        series.points.push_back({scalar->step, scalar->wallTime, scalar->value, epoch});
    }
    std::vector<store::SeriesPoints> all;
    for (auto& [tag, series] : byTag) {
        series.task = piece.task;
        series.split = piece.split;
        series.tag = tag;
        series.attempt = attempt;
        all.push_back(std::move(series));
    }
    return all;
}

std::shared_ptr<const v1::MetricBatch> batchOf(const std::string& run,
                                               const std::vector<store::SeriesPoints>& points) {
    auto batch = std::make_shared<v1::MetricBatch>();
    batch->set_run(run);
    for (const store::SeriesPoints& series : points) {
        v1::Points& out = *batch->add_points();
        out.mutable_key()->set_task(series.task);
        out.mutable_key()->set_split(series.split);
        out.mutable_key()->set_tag(series.tag);
        out.set_attempt(series.attempt);
        for (const store::Point& point : series.points) {
            out.add_step(point.step);
            out.add_wall_time(point.wallTime);
            out.add_value(point.value);
            out.add_epoch(point.epoch);
        }
    }
    return batch;
}

}  // namespace trainyard::control
