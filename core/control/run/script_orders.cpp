// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/script_orders.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <limits>
#include <sstream>
#include <utility>

#include "core/base/file.h"
#include "core/control/run/disk_work.h"

namespace trainyard::control {
namespace {

using Kind = events::ClientRecord::Kind;

constexpr const char* kPause = "pause";
constexpr const char* kLearningRate = "learning_rate";
constexpr const char* kSave = "save";

base::Error notAsked(const std::string& run, const char* function) {
    return {base::Code::kRefused,
            base::say("{} runs a program that has not called {} of Trainyard's client: it would not do this; "
                      "stop it, or start it again with other arguments",
                      run, function),
            "command.unsupported"};
}

}  // namespace

ScriptOrders::ScriptOrders(Environment& environment, RunLog& log, RunFolder folder, TaskSet& tasks)
    : environment_(environment), log_(log), folder_(std::move(folder)), tasks_(tasks) {
}

void ScriptOrders::restore(Keep keep) {
    onDisk(
        environment_.disk, environment_.loop, alive_,
        [file = folder_.orders()] { return base::readFile(file).value_or(""); },
        [this, keep](const std::string& text) {
            if (text.empty()) return;  // no program of this run was asked to do anything
            recall(text, keep);
            write();
        });
}

/// Whatever was given meanwhile counts.
void ScriptOrders::recall(const std::string& text, Keep keep) {
    std::istringstream lines(text);
    std::int64_t order = 0, save = 0;
    std::optional<double> rate;
    std::string key, value;
    while (lines >> key >> value) {
        if (key == "order") order = std::atoll(value.c_str());
        if (key == "save") save = std::atoll(value.c_str());
        if (key == kLearningRate) rate = std::atof(value.c_str());
        if (key == "uses" && keep == Keep::kAll) uses_.insert(value);
    }
    order_ += std::max<std::int64_t>(order, 0);
    if (!learningRate_) learningRate_ = rate;
    if (keep != Keep::kRate && save_ == 0) save_ = save;
    if (keep == Keep::kAll) isWaiting_ |= log_.row().isPaused;
}

base::Status ScriptOrders::check(const v1::ChangeRunRequest& request) const {
    const std::string& run = log_.row().id;
    if (request.has_epochs())
        return base::fail(base::Code::kRefused,
                          base::say("{} runs a program whose epochs Trainyard does not see; of its settings, "
                                    "only the learning rate can be changed",
                                    run),
                          "command.unsupported");
    if (request.pause() == v1::ChangeRunRequest::PAUSE && !uses_.contains(kPause))
        return base::fail(notAsked(run, "wait_while_paused()"));
    if (request.has_learning_rate() && !uses_.contains(kLearningRate))
        return base::fail(notAsked(run, "learning_rate()"));
    if (request.save() && !uses_.contains(kSave)) return base::fail(notAsked(run, "should_save()"));
    return {};
}

bool ScriptOrders::take(const v1::ChangeRunRequest& request) {
    if (request.pause() != v1::ChangeRunRequest::PAUSE_UNSPECIFIED) ++order_;
    bool isNew = false;
    if (request.has_learning_rate() && learningRate_ != request.learning_rate()) {
        learningRate_ = request.learning_rate();
        ++order_;
        isNew = true;
    }
    if (request.save()) {
        save_ = ++order_;
        isNew = true;
    }
    return isNew;
}

std::string ScriptOrders::text() const {
    std::ostringstream text;
    text.precision(std::numeric_limits<double>::max_digits10);
    text << "order " << order_ << "\npaused " << (log_.row().isPaused ? 1 : 0) << "\nsave " << save_ << '\n';
    if (learningRate_) text << kLearningRate << ' ' << *learningRate_ << '\n';
    for (const std::string& use : uses_) text << "uses " << use << '\n';
    return text.str();
}

void ScriptOrders::write() {
    node::FilePart part{.file = node::kOrdersFile, .bytes = text(), .isLast = true};
    tasks_.machine().putFile(
        std::move(part), [this, alive = std::weak_ptr(alive_)](const base::Status& written) {
            if (alive.expired() || written) return;
            log_.warn("run.orders",
                      written.error().wrap("the program does not learn what is requested of it").words());
        });
}

bool ScriptOrders::note(const ClientNote& note) {
    const events::ClientRecord& record = note.record;
    if (record.kind == Kind::kUses) {
        const bool isKnown = record.name == kPause || record.name == kLearningRate || record.name == kSave;
        if (isKnown && uses_.insert(record.name).second) write();  // for the next agent
        return false;
    }
    if (!followed_.emplace(static_cast<int>(record.kind), record.order).second) return false;
    if (record.kind == Kind::kPaused || record.kind == Kind::kContinued)
        isWaiting_ = record.kind == Kind::kPaused;
    if (record.kind == Kind::kPaused) log_.warn("run.changed", base::say("paused after step {}", note.step));
    if (record.kind == Kind::kContinued)
        log_.warn("run.changed",
                  base::say("continued after step {} (paused for {:.1f} s)", note.step, record.seconds));
    if (record.kind == Kind::kLearningRate)
        log_.warn(
            "run.changed",
            base::say("{} from step {}", base::say("learning rate {:g} → {:g}", record.before, record.value),
                      note.step + 1));
    environment_.listeners.runChanged(log_.row().id);
    return true;
}

}  // namespace trainyard::control
