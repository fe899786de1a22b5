// SPDX-License-Identifier: Apache-2.0
#include "core/node/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/json.h"

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

}  // namespace

std::string toText(const TaskRecord& record) {
    json tree = {{"shim", processToJson(record.shim)}, {"program", processToJson(record.program)},
                 {"boot_id", record.shim.bootId},      {"argv0", record.argv0},
                 {"started", record.started},          {"error", record.error}};
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

base::Result<TaskRecord> readRecord(const std::filesystem::path& file) {
    TY_ASSIGN(const std::string text, base::readFile(file, 1u << 20));
    TY_ASSIGN(const json tree, base::parseJson(text, file.string()));
    try {
        TaskRecord record;
        const auto boot = tree.at("boot_id").get<std::string>();
        record.shim = processFromJson(tree.at("shim"), boot);
        record.program = processFromJson(tree.at("program"), boot);
        record.argv0 = tree.at("argv0").get<std::string>();
        record.started = tree.at("started").get<double>();
        record.error = tree.at("error").get<std::string>();
        if (tree.contains("exit")) record.exit = exitFromJson(tree.at("exit"));
        return record;
    } catch (const json::exception& wrong) {
        return base::fail(base::Code::kDataLoss, fmt::format("{} is not the record of a task: {}",
                                                             file.string(), base::whyInvalid(wrong)));
    }
}

}  // namespace trainyard::node
