// SPDX-License-Identifier: Apache-2.0
#include "core/control/ask/trace_merge.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/file.h"
#include "core/base/own_file.h"
#include "core/base/random_name.h"

namespace trainyard::control {
namespace {

using base::Code;
using nlohmann::json;

constexpr std::string_view kEnd = "]}";

base::Error damaged(const std::filesystem::path& file, std::size_t line, const base::Words& what) {
    return {Code::kDataLoss, base::say("{}, line {}: {}", file.string(), line, what), "profile.damaged"};
}

/// Reads a piece: its head, then an event a line.
class Piece {
  public:
    explicit Piece(const TracePiece& piece)
        : task(piece.task), clockAhead_(piece.clockAhead), file_(piece.file) {}

    base::Status open() {
        TY_TRY(base::openRegular(file_));
        in_.open(file_, std::ios::binary);
        if (!in_)
            return base::fail(
                base::errnoError(errno, base::say("cannot read the profile {}", file_.string())));
        std::string head;
        std::getline(in_, head);
        ++line_;
        const json parsed = json::parse(head + std::string(kEnd), nullptr, /*allow_exceptions=*/false);
        const auto base = parsed.is_object() ? parsed.find("baseTimeNanoseconds") : parsed.end();
        if (!parsed.is_object() || base == parsed.end() || !base->is_number_integer())
            return base::fail(damaged(file_, line_, "this is not a task's profile"));
        baseNs = base->get<std::int64_t>() - clockAhead_.count();
        return {};
    }
    /// Discarded after the last one.
    base::Result<json> next() {
        std::string text;
        while (std::getline(in_, text)) {
            ++line_;
            if (text == kEnd) return json(json::value_t::discarded);
            if (text.empty()) continue;
            if (text.back() == ',') text.pop_back();
            json event = json::parse(text, nullptr, /*allow_exceptions=*/false);
            const auto time = event.is_object() ? event.find("ts") : event.end();
            if (!event.is_object() || time == event.end() || !time->is_number())
                return base::fail(damaged(file_, line_, "this is not an event"));
            return event;
        }
        return base::fail(damaged(file_, line_, "the file breaks off"));
    }

    const std::string task;
    std::int64_t baseNs = 0;  ///< by the clock of this machine

  private:
    const std::chrono::nanoseconds clockAhead_;
    const std::filesystem::path file_;
    std::ifstream in_;
    std::size_t line_ = 0;
};

/// Processes by machine and id, as numbers that are all different: their ids, where no other one has it.
class ProcessNumbers {
  public:
    std::int64_t of(int piece, std::int64_t pid) {
        const auto known = numbers_.find({piece, pid});
        if (known != numbers_.end()) return known->second;
        std::int64_t number = pid;
        while (!taken_.insert(number).second) number += kMostProcesses;
        return numbers_[{piece, pid}] = number;
    }

  private:
    static constexpr std::int64_t kMostProcesses = 1 << 22;  // of Linux
    std::map<std::pair<int, std::int64_t>, std::int64_t> numbers_;
    std::set<std::int64_t> taken_;
};

base::Status copy(Piece& piece, std::int64_t baseNs, int place, ProcessNumbers& processes, std::ofstream& out,
                  bool& isFirst) {
    const double shift = static_cast<double>(piece.baseNs - baseNs) / 1e3;
    const auto put = [&](const json& event) {
        out << (isFirst ? "" : ",\n") << event.dump(-1, ' ', false, json::error_handler_t::replace);
        isFirst = false;
    };
    for (;;) {
        TY_ASSIGN(json event, piece.next());
        if (event.is_discarded()) return {};
        if (const auto pid = event.find("pid"); pid != event.end() && pid->is_number_integer())
            *pid = processes.of(place, pid->get<std::int64_t>());
        if (const json kind = event.value("ph", json()); kind != "M") {
            event["ts"] = event["ts"].get<double>() + shift;
        } else if (event.value("name", json()) == "process_name") {
            const json pid = event.value("pid", json());
            event["args"] = {{"name", piece.task}};
            put({{"ph", "M"},
                 {"name", "process_sort_index"},
                 {"pid", pid},
                 {"tid", 0},
                 {"ts", 0},
                 {"args", {{"sort_index", place}}}});
        }
        put(event);
    }
}

}  // namespace

base::Status mayReplaceTrace(const std::filesystem::path& file) {
    constexpr std::string_view kHead =
        R"({"displayTimeUnit":"ms","baseTimeNanoseconds":)";  // of a task's, too
    std::error_code error;
    if (std::filesystem::symlink_status(file, error).type() == std::filesystem::file_type::not_found)
        return {};
    const auto opened = base::openRegular(file, base::Links::kRefuse);
    std::array<char, kHead.size()> head{};
    const ssize_t count = opened ? ::pread(opened->fd.get(), head.data(), head.size(), 0) : 0;
    if (count > 0 && std::string_view(head.data(), static_cast<std::size_t>(count)) == kHead) return {};
    return base::fail(
        Code::kRefused,
        base::say("{} belongs to another program and would be overwritten; move it elsewhere", file.string()),
        "file.not_ours");
}

base::Status mergeTraces(const TraceTitle& title, const std::vector<TracePiece>& pieces,
                         const std::filesystem::path& out) {
    std::vector<Piece> opened;
    opened.reserve(pieces.size());
    for (const TracePiece& piece : pieces) TY_TRY(opened.emplace_back(piece).open());
    const auto earliest = std::ranges::min_element(opened, {}, &Piece::baseNs);
    const std::int64_t base = earliest == opened.end() ? 0 : earliest->baseNs;
    TY_TRY(mayReplaceTrace(out));
    TY_ASSIGN(const std::string random, base::randomName());
    const std::filesystem::path part =
        out.parent_path() / fmt::format(".{}.{}", out.filename().string(), random);
    TY_TRY(base::openOwn(part, O_WRONLY | O_CREAT | O_EXCL));
    std::ofstream file(part, std::ios::binary | std::ios::trunc);
    json other = title.notes;
    other.update({{"run", title.run},
                  {"from_step", std::to_string(title.fromStep)},
                  {"steps", std::to_string(title.steps)}});
    file << fmt::format(
        "{{\"displayTimeUnit\":\"ms\",\"baseTimeNanoseconds\":{},\"otherData\":{},\"traceEvents\":[\n", base,
        other.dump());
    const auto write = [&]() -> base::Status {
        bool isFirst = true;
        ProcessNumbers processes;
        for (std::size_t i = 0; i < opened.size(); ++i)
            TY_TRY(copy(opened[i], base, static_cast<int>(i), processes, file, isFirst));
        file << "\n]}\n";
        file.close();
        std::error_code error;
        if (file) std::filesystem::rename(part, out, error);
        if (!file || error)
            return base::fail(base::errnoError(error ? error.value() : errno,
                                               base::say("cannot write the profile {}", out.string())));
        return {};
    };
    base::Status status = write();
    std::error_code none;
    if (!status) std::filesystem::remove(part, none);
    return status;
}

}  // namespace trainyard::control
