// SPDX-License-Identifier: Apache-2.0
#include "core/control/sweep/sweep_record.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/words_json.h"

namespace trainyard::control {
namespace {

using base::Code;
using nlohmann::json;
namespace fs = std::filesystem;

constexpr const char *kPlan = "plan.json", *kQueue = "queue.json", *kResult = "result.json";

base::Error damagedRecord(const fs::path& file, const base::Words& why) {
    return {Code::kDataLoss, base::say("{} is damaged: {}", file.string(), why), "sweep.damaged"};
}

template <typename Message>
base::Status writeMessage(const fs::path& file, const Message& message) {
    std::string text;
    const auto written = google::protobuf::util::MessageToJsonString(message, &text);
    if (!written.ok()) return base::fail(damagedRecord(file, base::Words::plain(written.ToString())));
    return base::writeFileAtomically(file, text, 0600);
}

template <typename Message>
base::Result<Message> readMessage(const fs::path& file) {
    TY_ASSIGN(const std::string text, base::readFile(file));
    // First: it says where it ends, and protobuf's words are several lines.
    if (auto tree = base::parseJson(text, base::Words::plain(file.string())); !tree) {
        tree.error().id = damagedRecord(file, "").id;
        return base::fail(std::move(tree).error());
    }
    Message message;
    const auto parsed = google::protobuf::util::JsonStringToMessage(text, &message);
    if (!parsed.ok())
        return base::fail(
            damagedRecord(file, base::Words::plain(base::printable(std::string(parsed.message())))));
    return message;
}

json jsonOf(const std::map<int, base::Words>& reasons) {
    json tree = json::object();
    for (const auto& [number, reason] : reasons) tree[std::to_string(number)] = reason.text();
    return tree;
}

json wordsOf(const std::map<int, base::Words>& reasons) {
    json tree = json::object();
    for (const auto& [number, reason] : reasons) tree[std::to_string(number)] = base::toJson(reason);
    return tree;
}

/// An agent before 0.2 wrote the English alone.
std::map<int, base::Words> reasonsIn(const json& tree, const json& words) {
    std::map<int, base::Words> reasons;
    for (const auto& [number, reason] : tree.items())
        reasons[std::stoi(number)] = base::wordsFromJson(
            words.is_object() ? words.value(number, json()) : json(), reason.get<std::string>());
    return reasons;
}

}  // namespace

base::Status SweepRecord::savePlan(const v1::SweepPlan& plan) const {
    return writeMessage(folder_ / kPlan, plan);
}
base::Status SweepRecord::saveResult(const v1::Sweep& sweep) const {
    return writeMessage(folder_ / kResult, sweep);
}
base::Status checkPlan(const v1::SweepPlan& plan) {
    if (plan.runs().empty() || plan.parallel() < 1)
        return base::fail(Code::kInvalidArgument,
                          "a sweep has at least one run, and starts one at a time or more", "sweep.empty");
    for (int i = 0; i < plan.runs_size(); ++i)
        if (plan.runs(i).number() != i + 1)
            return base::fail(Code::kInvalidArgument, "the runs of a sweep are not numbered from 1",
                              "sweep.empty");
    return {};
}

base::Result<v1::SweepPlan> SweepRecord::plan() const {
    const fs::path file = folder_ / kPlan;
    TY_ASSIGN(v1::SweepPlan plan, readMessage<v1::SweepPlan>(file));
    if (const auto usable = checkPlan(plan); !usable)
        return base::fail(damagedRecord(file, usable.error().message));
    return plan;
}

base::Result<std::optional<v1::Sweep>> SweepRecord::result() const {
    std::error_code error;
    if (!fs::exists(folder_ / kResult, error)) return std::nullopt;
    TY_ASSIGN(v1::Sweep sweep, readMessage<v1::Sweep>(folder_ / kResult));
    if (sweep.sweep() != folder_.filename().string())
        return base::fail(damagedRecord(folder_ / kResult, "it does not name its sweep"));
    return sweep;
}

base::Status SweepRecord::saveQueue(const SweepQueue& queue) const {
    const json tree = {{"created", queue.created},
                       {"waiting", queue.waiting},
                       {"held", queue.held},
                       {"cancelled", queue.cancelled},
                       {"refused", jsonOf(queue.refused)},
                       {"refused_words", wordsOf(queue.refused)},
                       {"stopped_early", jsonOf(queue.stoppedEarly)},
                       {"stopped_early_words", wordsOf(queue.stoppedEarly)},
                       {"stop", static_cast<int>(queue.stop)},
                       {"client", queue.client}};
    const std::string text = tree.dump(-1, ' ', false, json::error_handler_t::replace);
    return base::writeFileAtomically(folder_ / kQueue, text, 0600);
}

void SweepRecord::remove() const {
    std::error_code error;
    for (const char* file : {kPlan, kQueue, kResult}) fs::remove(folder_ / file, error);
    fs::remove(folder_, error);  // not if there is anything else in it
}

base::Result<SweepQueue> SweepRecord::queue() const {
    const fs::path file = folder_ / kQueue;
    TY_ASSIGN(const std::string text, base::readFile(file));
    TY_ASSIGN(const json tree, base::parseJson(text, base::Words::plain(file.string())));
    try {
        SweepQueue queue;
        queue.created = tree.at("created");
        queue.waiting = tree.at("waiting").get<std::vector<int>>();
        queue.held = tree.at("held").get<std::set<int>>();
        queue.cancelled = tree.at("cancelled").get<std::set<int>>();
        queue.refused = reasonsIn(tree.at("refused"), tree.value("refused_words", json()));
        queue.stoppedEarly = reasonsIn(tree.at("stopped_early"), tree.value("stopped_early_words", json()));
        queue.stop = static_cast<SweepQueue::Stop>(tree.at("stop").get<int>());
        queue.client = tree.at("client");
        return queue;
    } catch (const std::exception& wrong) {
        return base::fail(damagedRecord(file, base::Words::plain(base::whyInvalid(wrong))));
    }
}

}  // namespace trainyard::control
