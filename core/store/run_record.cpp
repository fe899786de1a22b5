// SPDX-License-Identifier: Apache-2.0
#include "core/store/run_record.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <concepts>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <tuple>

#include "core/base/file.h"
#include "core/base/own_file.h"
#include "core/base/text.h"

namespace trainyard::store {
namespace {

using nlohmann::json;

constexpr std::string_view kEventStart = R"({"event":)";
constexpr const char* kBytes = "bytes";

// Text is written unchanged. JSON must be UTF-8, and a protobuf message or a file's name need not be: their
// bytes are written as the code points of the same number.
json toJson(const std::string& text) {
    if (!base::lineThatIsNotUtf8(text)) return text;
    std::string widened;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            widened += c;
        } else {
            widened += static_cast<char>(0xC0 | (byte >> 6));
            widened += static_cast<char>(0x80 | (byte & 0x3F));
        }
    }
    return {{kBytes, widened}};
}
template <typename Number>
    requires std::integral<Number> || std::floating_point<Number>
json toJson(Number value) {
    return value;
}

void fromJson(const json& value, std::string& text) {
    if (value.is_string()) {
        text = value.get<std::string>();
        return;
    }
    const auto widened = value.at(kBytes).get<std::string>();
    text.clear();
    for (std::size_t i = 0; i < widened.size(); ++i) {
        const auto byte = static_cast<unsigned char>(widened[i]);
        if (byte < 0x80)
            text += widened[i];
        else if (++i < widened.size())
            text += static_cast<char>((byte << 6) | (static_cast<unsigned char>(widened[i]) & 0x3F));
    }
}
template <typename Number>
    requires std::integral<Number> || std::floating_point<Number>
void fromJson(const json& value, Number& number) {
    value.get_to(number);
}

template <typename Row, typename Value>
struct RecordField {
    const char* name;
    Value Row::* member;
};

// What RunStore::updateRun writes.
constexpr auto kProgressFields = std::tuple{
    RecordField{"status", &RunRow::status},
    RecordField{"strategy", &RunRow::strategy},
    RecordField{"model", &RunRow::model},
    RecordField{"replicas", &RunRow::replicas},
    RecordField{"ended", &RunRow::ended},
    RecordField{"attempts", &RunRow::attempts},
    RecordField{"step", &RunRow::step},
    RecordField{"total_steps", &RunRow::totalSteps},
    RecordField{"steps_per_epoch", &RunRow::stepsPerEpoch},
    RecordField{"epoch", &RunRow::epoch},
    RecordField{"epochs", &RunRow::epochs},
    RecordField{"metrics_json", &RunRow::metricsJson},
    RecordField{"failure", &RunRow::failure},
    RecordField{"finished_json", &RunRow::finishedJson},
    RecordField{"is_paused", &RunRow::isPaused},
    RecordField{"good_seconds", &RunRow::goodSeconds},
    RecordField{"live_seconds", &RunRow::liveSeconds},
    RecordField{"resumed", &RunRow::resumed},
    RecordField{"failures", &RunRow::failures},
};
constexpr auto kNoteFields = std::tuple{
    RecordField{"name", &RunRow::name},
    RecordField{"note", &RunRow::note},
    RecordField{"tags_json", &RunRow::tagsJson},
    RecordField{"is_trashed", &RunRow::isTrashed},
};
constexpr auto kOriginFields = std::tuple{
    RecordField{"id", &RunRow::id},
    RecordField{"created", &RunRow::created},
    RecordField{"spec_json", &RunRow::specJson},
    RecordField{"source", &RunRow::source},
    RecordField{"dir", &RunRow::dir},
    RecordField{"request_id", &RunRow::requestId},
    RecordField{"client", &RunRow::client},
    RecordField{"parent", &RunRow::parent},
    RecordField{"sweep_json", &RunRow::sweepJson},
};
constexpr auto kRunFields = std::tuple_cat(kOriginFields, kNoteFields, kProgressFields);

constexpr auto kTaskFields = std::tuple{
    RecordField{"attempt", &TaskRow::attempt},
    RecordField{"task", &TaskRow::task},
    RecordField{"node", &TaskRow::node},
    RecordField{"address", &TaskRow::address},
    RecordField{"rank", &TaskRow::rank},
    RecordField{"is_chief", &TaskRow::isChief},
    RecordField{"pid", &TaskRow::pid},
    RecordField{"pid_start", &TaskRow::pidStart},
    RecordField{"shim_pid", &TaskRow::shimPid},
    RecordField{"shim_start", &TaskRow::shimStart},
    RecordField{"boot_id", &TaskRow::bootId},
    RecordField{"state", &TaskRow::state},
    RecordField{"exit_code", &TaskRow::exitCode},
    RecordField{"exit_signal", &TaskRow::exitSignal},
    RecordField{"ended", &TaskRow::ended},
    RecordField{"log", &TaskRow::log},
};
constexpr auto kCheckpointFields = std::tuple{
    RecordField{"path", &CheckpointRow::path},
    RecordField{"attempt", &CheckpointRow::attempt},
    RecordField{"step", &CheckpointRow::step},
    RecordField{"epoch", &CheckpointRow::epoch},
    RecordField{"stall_ms", &CheckpointRow::stallMs},
    RecordField{"write_ms", &CheckpointRow::writeMs},
    RecordField{"time", &CheckpointRow::time},
    RecordField{"bytes", &CheckpointRow::bytes},
    RecordField{"metrics_json", &CheckpointRow::metricsJson},
    RecordField{"is_pinned", &CheckpointRow::isPinned},
    RecordField{"is_backup", &CheckpointRow::isBackup},
    RecordField{"is_best", &CheckpointRow::isBest},
    RecordField{"state", &CheckpointRow::state},
    RecordField{"sha256", &CheckpointRow::sha256},
};
constexpr auto kSpoolFields = std::tuple{
    RecordField{"file", &SpoolOffset::file},
    RecordField{"attempt", &SpoolOffset::attempt},
    RecordField{"task", &SpoolOffset::task},
};
constexpr auto kEventFields = std::tuple{
    RecordField{"seq", &RunStore::StoredEvent::seq},
    RecordField{"time", &RunStore::StoredEvent::time},
    RecordField{"kind", &RunStore::StoredEvent::kind},
    RecordField{"body", &RunStore::StoredEvent::body},
};

template <typename Row, typename Fields>
json fieldsOf(const Row& row, const Fields& fields) {
    json object = json::object();
    std::apply([&](const auto&... field) { ((object[field.name] = toJson(row.*field.member)), ...); },
               fields);
    return object;
}

/// What the object does not name stays.
template <typename Row, typename Fields>
void takeFields(const json& line, const Fields& fields, Row& row) {
    const auto& object = line.get_ref<const json::object_t&>();
    const auto take = [&](const auto& field) {
        if (const auto found = object.find(field.name); found != object.end())
            fromJson(found->second, row.*field.member);
    };
    std::apply([&](const auto&... field) { (take(field), ...); }, fields);
}

std::string lineOf(const char* kind, json object) {
    return json{{kind, std::move(object)}}.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

/// The run's own folder, as an earlier version recorded it: whole, wherever the home was then.
bool namesOwnFolder(const RunRow& row) {
    return row.status != "imported" && row.dir.ends_with("/runs/" + row.id);
}

std::string inOwnFolder(const RunRow& row, const std::string& path) {
    const std::string folder = row.dir + "/";
    return namesOwnFolder(row) && path.starts_with(folder) ? path.substr(folder.size()) : path;
}

void takeLine(const json& line, RecordedRun& run) {
    if (const auto row = line.find("run"); row != line.end()) {
        takeFields(*row, kRunFields, run.row);
        run.number = row->value("number", run.number);
    } else if (const auto task = line.find("task"); task != line.end()) {
        TaskRow taken;
        takeFields(*task, kTaskFields, taken);
        taken.log = inOwnFolder(run.row, taken.log);
        run.tasks.insert_or_assign({taken.attempt, taken.task}, std::move(taken));
    } else if (const auto checkpoint = line.find("checkpoint"); checkpoint != line.end()) {
        CheckpointRow taken;
        takeFields(*checkpoint, kCheckpointFields, taken);
        taken.path = inOwnFolder(run.row, taken.path);
        run.checkpoints.insert_or_assign(taken.path, std::move(taken));
    } else if (const auto removed = line.find("removed_checkpoint"); removed != line.end()) {
        std::string path;
        fromJson(*removed, path);
        run.checkpoints.erase(inOwnFolder(run.row, path));
    } else if (const auto spool = line.find("spool"); spool != line.end()) {
        SpoolOffset taken;
        takeFields(*spool, kSpoolFields, taken);
        run.spools.insert_or_assign(taken.file, std::move(taken));
    }
}

struct CloseStream {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
};

/// Every whole line, without its end; returns how many bytes they have.
base::Result<std::uint64_t> forEachLine(const std::filesystem::path& file,
                                        const std::function<base::Status(std::string_view)>& visit) {
    TY_ASSIGN(base::OpenedFile opened, base::openRegular(file));
    const std::unique_ptr<std::FILE, CloseStream> stream(::fdopen(opened.fd.get(), "r"));
    if (!stream) return base::fail(base::errnoError(errno, base::say("cannot read {}", file.string())));
    opened.fd.release();
    struct Buffer {
        char* text = nullptr;
        std::size_t size = 0;
        ~Buffer() { std::free(text); }
    } buffer;
    std::uint64_t bytes = 0;
    for (;;) {
        errno = 0;
        const ssize_t length = ::getline(&buffer.text, &buffer.size, stream.get());
        if (length < 0 && std::ferror(stream.get()))
            return base::fail(base::errnoError(errno, base::say("cannot read {}", file.string())));
        if (length <= 0 || buffer.text[length - 1] != '\n') return bytes;
        bytes += static_cast<std::uint64_t>(length);
        TY_TRY(visit(std::string_view(buffer.text, static_cast<std::size_t>(length - 1))));
    }
}

/// False: not JSON, or not the expected form.
bool tryLine(std::string_view text, const std::function<void(const json&)>& take) {
    const json line = json::parse(text, nullptr, false);
    if (!line.is_object()) return false;
    try {
        take(line);
        return true;
    } catch (const json::exception&) {
        return false;
    }
}

}  // namespace

std::string runLine(const RunRow& row, std::int64_t number) {
    json object = fieldsOf(row, kRunFields);
    object["number"] = number;
    return lineOf("run", std::move(object));
}
std::string progressLine(const RunRow& row) {
    return lineOf("run", fieldsOf(row, kProgressFields));
}
std::string notesLine(const RunNotes& notes) {
    json object = json::object();
    if (notes.name) object["name"] = toJson(*notes.name);
    if (notes.note) object["note"] = toJson(*notes.note);
    if (notes.tagsJson) object["tags_json"] = toJson(*notes.tagsJson);
    if (notes.isTrashed) object["is_trashed"] = *notes.isTrashed;
    return lineOf("run", std::move(object));
}
std::string specLine(const std::string& specJson) {
    return lineOf("run", {{"spec_json", toJson(specJson)}});
}
std::string taskLine(const TaskRow& row) {
    return lineOf("task", fieldsOf(row, kTaskFields));
}
std::string checkpointLine(const CheckpointRow& row) {
    return lineOf("checkpoint", fieldsOf(row, kCheckpointFields));
}
std::string removedCheckpointLine(const std::string& path) {
    return lineOf("removed_checkpoint", toJson(path));
}
std::string eventLine(const RunStore::StoredEvent& event) {
    return lineOf("event", fieldsOf(event, kEventFields));
}
std::string spoolLine(const SpoolOffset& offset) {
    return lineOf("spool", fieldsOf(offset, kSpoolFields));
}

base::Result<RecordEnds> appendToRecord(const std::filesystem::path& file, std::string_view lines) {
    TY_ASSIGN(const base::UniqueFd fd, base::openOwn(file, O_RDWR | O_APPEND | O_CREAT, 0600));
    struct stat info{};
    if (::fstat(fd.get(), &info) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot stat {}", file.string())));
    const auto before = static_cast<std::uint64_t>(info.st_size);
    // A line that was cut off by a power cut must not take this one with it.
    char last = '\n';
    if (before > 0 && ::pread(fd.get(), &last, 1, info.st_size - 1) != 1) last = '\0';
    const std::string text = (last == '\n' ? "" : "\n") + std::string(lines);
    if (const auto written = base::writeAll(fd.get(), std::as_bytes(std::span(text)), file.string());
        !written) {
        rollBack(file, {before, before});
        return base::fail(written.error());
    }
    return RecordEnds{before, before + text.size()};
}

void rollBack(const std::filesystem::path& file, const RecordEnds& ends) {
    // An empty record would pass for one that has its beginning.
    const int failed =
        ends.before == 0 ? ::unlink(file.c_str()) : ::truncate(file.c_str(), static_cast<off_t>(ends.before));
    static_cast<void>(failed);  // then a line occurs twice, or one that is repeated soon
}

base::Result<RecordedRun> readRunRecord(const std::filesystem::path& file) {
    RecordedRun run;
    TY_ASSIGN(run.bytes, forEachLine(file, [&](std::string_view text) -> base::Status {
                  if (text.starts_with(kEventStart)) return {};
                  if (!tryLine(text, [&](const json& line) { takeLine(line, run); })) ++run.damagedLines;
                  return {};
              }));
    if (run.row.id.empty() || run.row.status.empty())
        return base::fail(base::Code::kDataLoss,
                          base::say("the record {} is damaged: it does not name its run", file.string()),
                          "record.damaged");
    if (namesOwnFolder(run.row)) run.row.dir.clear();
    for (auto& [key, task] : run.tasks) task.run = run.row.id;
    for (auto& [path, checkpoint] : run.checkpoints) checkpoint.run = run.row.id;
    for (auto& [name, spool] : run.spools) spool.run = run.row.id;
    return run;
}

base::Result<int> forEachRecordedEvent(
    const std::filesystem::path& file,
    const std::function<base::Status(const RunStore::StoredEvent&)>& visit) {
    int damagedLines = 0;
    TY_TRY(forEachLine(file, [&](std::string_view text) -> base::Status {
        if (!text.starts_with(kEventStart)) return {};
        RunStore::StoredEvent event;
        const bool isRead =
            tryLine(text, [&](const json& line) { takeFields(line.at("event"), kEventFields, event); });
        if (isRead && event.seq > 0) return visit(event);
        ++damagedLines;
        return {};
    }));
    return damagedLines;
}

}  // namespace trainyard::store
