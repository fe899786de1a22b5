// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/attempt_file.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/path.h"
#include "core/base/words_json.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;

// Checkpoints of the run, or of the run that it branched from, are named relative to the run's folder: the
// home may be moved or copied.
std::string storedPath(const fs::path& runFolder, const std::string& path) {
    const std::string runs = (runFolder.parent_path() / "").string();
    return path.starts_with(runs) ? fs::path(path).lexically_relative(runFolder).string() : path;
}

std::string wholePath(const fs::path& runFolder, const std::string& stored) {
    if (base::remotePathOf(stored)) return stored;
    return stored.empty() ? stored : (runFolder / stored).lexically_normal().string();
}

std::vector<std::string> texts(const std::vector<base::Words>& all) {
    std::vector<std::string> texts;
    for (const base::Words& one : all) texts.push_back(one.text());
    return texts;
}

}  // namespace

bool injectHasHappened(const v1::RunSpec& spec, std::int64_t step, std::int64_t stepsPerEpoch,
                       std::string_view failureCode) {
    if (failureCode.starts_with("inject")) return true;
    for (const auto& [key, value] : spec.inject().fields()) {
        const auto at = static_cast<std::int64_t>(value.number_value());
        if (key == "step" && step >= at) return true;
        if (key == "epoch" && stepsPerEpoch > 0 && step >= (at + 1) * stepsPerEpoch) return true;
    }
    return false;
}

base::Status writeAttempt(const std::filesystem::path& file, const AttemptFile& attempt) {
    const AttemptPlan& plan = attempt.plan;
    const fs::path folder = file.parent_path();
    nlohmann::json tree = {{"attempt", plan.number},
                           {"cause", plan.cause.text()},
                           {"restore_path", storedPath(folder, plan.restorePath)},
                           {"from_step", plan.fromStep},
                           {"from_epoch", plan.fromEpoch},
                           {"changed", texts(plan.changed)},
                           {"base_path", storedPath(folder, plan.basePath)},
                           {"restarts_used", plan.restartsUsed},
                           {"fruitless", plan.fruitless},
                           {"not_before", plan.notBefore},
                           {"inject_done", plan.isInjectDone},
                           {"global_batch", plan.globalBatch},
                           {"token", attempt.token}};
    // An agent before 0.2 reads the English alone.
    if (!plan.cause.sentence().empty()) tree["cause_words"] = base::toJson(plan.cause);
    for (const base::Words& change : plan.changed) tree["changed_words"].push_back(base::toJson(change));
    if (!attempt.gpus.empty()) tree["gpus"] = attempt.gpus;
    if (attempt.stop)
        tree["stop"] = {{"after", static_cast<int>(attempt.stop->after)},
                        {"preempt", attempt.stop->preempt},
                        {"client", attempt.stop->client},
                        {"id", attempt.stop->id}};
    return base::writeFileAtomically(file, tree.dump(1, ' ', false, nlohmann::json::error_handler_t::replace),
                                     0600);
}

base::Result<AttemptFile> readAttempt(const std::filesystem::path& file) {
    TY_ASSIGN(const std::string text, base::readFile(file));
    TY_ASSIGN(const auto tree, base::parseJson(text, base::Words::plain(file.string())));
    AttemptFile attempt;
    AttemptPlan& plan = attempt.plan;
    try {
        plan.number = tree.at("attempt").get<int>();
        attempt.token = tree.at("token").get<std::string>();
        // An agent before 0.2 wrote no more than these two.
        plan.cause = base::wordsFromJson(tree.value("cause_words", nlohmann::json()),
                                         tree.value("cause", plan.cause.text()));
        plan.restorePath = wholePath(file.parent_path(), tree.value("restore_path", plan.restorePath));
        plan.fromStep = tree.value("from_step", plan.fromStep);
        plan.fromEpoch = tree.value("from_epoch", plan.fromEpoch);
        const auto changed = tree.value("changed", std::vector<std::string>());
        const auto words = tree.value("changed_words", nlohmann::json::array());
        for (std::size_t i = 0; i < changed.size(); ++i)
            plan.changed.push_back(
                base::wordsFromJson(i < words.size() ? words[i] : nlohmann::json(), changed[i]));
        plan.basePath = wholePath(file.parent_path(), tree.value("base_path", plan.basePath));
        plan.restartsUsed = tree.value("restarts_used", plan.restartsUsed);
        plan.fruitless = tree.value("fruitless", plan.fruitless);
        plan.notBefore = tree.value("not_before", plan.notBefore);
        plan.isInjectDone = tree.value("inject_done", plan.isInjectDone);
        plan.globalBatch = tree.value("global_batch", plan.globalBatch);
        attempt.gpus = tree.value("gpus", attempt.gpus);
        if (tree.contains("stop")) {
            const auto& stop = tree.at("stop");
            const int after = stop.at("after").get<int>();
            if (!v1::StopRunRequest::After_IsValid(after))
                return base::fail(base::Code::kDataLoss,
                                  base::say("{} is damaged: {} is not a kind of stop", file.string(), after));
            attempt.stop = {static_cast<v1::StopRunRequest::After>(after), stop.at("preempt").get<bool>(),
                            stop.at("client").get<std::string>(), stop.value("id", "")};
        }
        return attempt;
    } catch (const nlohmann::json::exception& wrong) {
        return base::fail(base::Code::kDataLoss,
                          base::say("{} is damaged: {}", file.string(), base::whyInvalid(wrong)));
    }
}

}  // namespace trainyard::control
