// SPDX-License-Identifier: Apache-2.0
#include "core/node/task_record_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/fd.h"
#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/words_json.h"

namespace trainyard::node {
namespace {

using nlohmann::json;

constexpr std::size_t kRecordBytes = 4096;

json processToJson(const ProcessId& process) {
    return {{"pid", process.pid}, {"start", process.start}};
}

ProcessId processFromJson(const json& tree, const std::string& bootId) {
    return {tree.at("pid").get<pid_t>(), tree.at("start").get<std::uint64_t>(), bootId};
}

json exitToJson(const ExitRecord& exit) {
    return {{"code", exit.code},
            {"signal", exit.signal},
            {"core", exit.hasCore},
            {"ended", exit.ended},
            {"max_resident_bytes", exit.maxResidentBytes},
            {"cpu_seconds", exit.cpuSeconds}};
}

ExitRecord exitFromJson(const json& tree) {
    ExitRecord exit;
    exit.code = tree.at("code").get<int>();
    exit.signal = tree.at("signal").get<int>();
    exit.hasCore = tree.at("core").get<bool>();
    exit.ended = tree.at("ended").get<double>();
    exit.maxResidentBytes = tree.at("max_resident_bytes").get<std::uint64_t>();
    exit.cpuSeconds = tree.at("cpu_seconds").get<double>();
    return exit;
}

/// Whether the folder of `file` is that one. If that is unknown, it is.
bool isIn(const FolderId& folder, const std::filesystem::path& file) {
    const base::UniqueFd opened(::open(file.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    const auto actual =
        opened ? identifyFolder(opened.get(), file.parent_path()) : base::Result<FolderId>(folder);
    return !actual || *actual == folder;
}

}  // namespace

base::Result<FolderId> identifyFolder(int fd, const std::filesystem::path& folder) {
    struct stat info{};
    if (::fstat(fd, &info) != 0)
        return base::fail(base::errnoError(errno, base::say("cannot read {}", folder.string())));
    return FolderId{info.st_dev, info.st_ino};
}

std::string toText(const TaskRecord& record) {
    json tree = {{"shim", processToJson(record.shim)}, {"program", processToJson(record.program)},
                 {"boot_id", record.shim.bootId},      {"argv0", record.argv0},
                 {"started", record.started},          {"error", record.error.text()}};
    if (!record.error.sentence().empty()) tree["error_words"] = base::toJson(record.error);
    if (record.folder) tree["folder"] = {{"device", record.folder->device}, {"inode", record.folder->inode}};
    if (record.exit) tree["exit"] = exitToJson(*record.exit);
    // A path need not be UTF-8; JSON must be.
    std::string text = tree.dump(1, ' ', false, json::error_handler_t::replace);
    if (text.size() < kRecordBytes - 1) text.resize(kRecordBytes - 1, ' ');
    return text += '\n';
}

std::filesystem::path recordFile(const std::filesystem::path& runFolder, const std::string& task,
                                 int attempt) {
    std::string name = task;
    std::ranges::replace(name, ':', '-');
    return runFolder / "tasks" / fmt::format("{}.a{}.json", name, attempt);
}

base::Result<TaskRecord> readTaskRecord(const std::filesystem::path& file) {
    TY_ASSIGN(const std::string text, base::readFile(file, 1u << 20));
    TY_ASSIGN(const json tree, base::parseJson(text, base::Words::plain(file.string())));
    try {
        TaskRecord record;
        const auto boot = tree.at("boot_id").get<std::string>();
        record.shim = processFromJson(tree.at("shim"), boot);
        record.program = processFromJson(tree.at("program"), boot);
        record.argv0 = tree.at("argv0").get<std::string>();
        record.started = tree.at("started").get<double>();
        record.error =
            base::wordsFromJson(tree.value("error_words", json()), tree.at("error").get<std::string>());
        if (tree.contains("exit")) record.exit = exitFromJson(tree.at("exit"));
        if (tree.contains("folder"))
            record.folder = FolderId{tree.at("folder").at("device").get<std::uint64_t>(),
                                     tree.at("folder").at("inode").get<std::uint64_t>()};
        record.isCopy = record.folder && !isIn(*record.folder, file);
        if (record.isCopy) record.shim.bootId = record.program.bootId = "";
        return record;
    } catch (const json::exception& wrong) {
        return base::fail(base::Code::kDataLoss, base::say("{} is not the record of a task: {}",
                                                           file.string(), base::whyInvalid(wrong)));
    }
}

}  // namespace trainyard::node
