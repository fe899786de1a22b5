// SPDX-License-Identifier: Apache-2.0
// A run as text: the output that Keras prints, and more when something goes wrong.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "app/headless/event_json.h"
#include "app/headless/layout.h"
#include "app/headless/watch.h"
#include "core/base/counted.h"
#include "core/base/home.h"
#include "core/base/text.h"
#include "core/base/unsigned_nan.h"
#include "core/spec/cluster/launch_script.h"

namespace trainyard::headless {
namespace {

using base::printable;

/// A task that has not been launched yet has no process, and may have no address.
std::string launchedText(const v1::Task& task) {
    std::string more = task.pid() > 0 ? fmt::format("pid {}", task.pid()) : "no process yet";
    if (!task.address().empty()) more += ", " + printable(task.address());
    return fmt::format("  {} on {} ({})", printable(task.task()), printable(task.node()), more);
}

/// Where lines cannot be redrawn, one is printed at most this often.
constexpr double kSecondsBetweenLines = 5;

class HumanSink final : public EventSink {
  public:
    HumanSink(Console& console, std::string agent) : console_(console), agent_(std::move(agent)) {}

    void onEvent(const v1::RunEvent& event, bool isReplay) override {
        const std::lock_guard lock(mutex_);
        isReplay_ = isReplay;
        time_ = event.time();
        run_ = event.run();
        switch (event.body_case()) {
            case v1::RunEvent::kStarted:
                show(event.started());
                break;
            case v1::RunEvent::kAttempt:
                show(event.attempt());
                break;
            case v1::RunEvent::kStep:
                show(event.step());
                break;
            case v1::RunEvent::kEpoch:
                show(event.epoch());
                break;
            case v1::RunEvent::kCheckpoint:
                checkpoint_ = event.checkpoint().path();
                break;
            case v1::RunEvent::kEvaluation:
                show(event.evaluation());
                break;
            case v1::RunEvent::kWarning:
                line(fmt::format("warning: {}", printable(event.warning().message())));
                break;
            case v1::RunEvent::kWaiting:
                line(fmt::format("waiting: {}", printable(event.waiting().message())));
                break;
            case v1::RunEvent::kLog:
                line(fmt::format("{} | {}", printable(event.log().task()), printable(event.log().text())));
                break;
            case v1::RunEvent::kFinished:
                show(event.finished());
                break;
            case v1::RunEvent::kMetricsFound:  // `show` has them
            case v1::RunEvent::kStatus:
            case v1::RunEvent::BODY_NOT_SET:
                break;
        }
    }

    void note(const std::string& text) override {
        const std::lock_guard lock(mutex_);
        const std::string bar = std::move(bar_);
        eraseBar(bar);
        console_.printError(fmt::format("trainyard: {}\n", base::printableLines(text)));
        if (!bar.empty()) draw(bar);
    }

  private:
    void show(const v1::RunStarted& started) {
        epochs_ = started.epochs();
        stepsPerEpoch_ = started.steps_per_epoch();
        totalSteps_ = started.total_steps();
        if (std::exchange(hasStarted_, true)) return;  // another attempt of the same run
        std::string text =
            fmt::format("Run {}: {}", printable(run_), base::counted(started.replicas(), "replica"));
        if (started.global_batch() > 0) text += fmt::format(", global batch {}", started.global_batch());
        line(text);
        for (const v1::Task& task : started.tasks()) line(launchedText(task));
        line(fmt::format("  files in {}", printable(started.dir())));
    }

    /// Steps that this epoch has: the last one may be cut by max_steps.
    std::int64_t stepsOf(int epoch) const {
        const std::int64_t left = totalSteps_ - epoch * stepsPerEpoch_;
        return left > 0 && left < stepsPerEpoch_ ? left : stepsPerEpoch_;
    }

    void show(const v1::AttemptStarted& attempt) {
        epochBegan_ = time_;
        epoch_ = -1;
        if (attempt.number() > 1 || attempt.from_step() > 0)
            line(fmt::format("Attempt {}: {}; {}", attempt.number(), printable(attempt.cause()),
                             attempt.is_step_unknown() ? "starts the program again"
                             : attempt.from_step() > 0
                                 ? fmt::format("continues after step {}", attempt.from_step())
                                 : std::string("starts at step 0")));
        for (const std::string& change : attempt.changed())
            line(fmt::format("  not as in the checkpoint: {}", printable(change)));
    }

    void show(const v1::StepFinished& step) {
        if (epochs_ == 0 && totalSteps_ == 0 && step.steps_per_epoch() == 0) return showLogged(step);
        beginEpoch(step.epoch());
        if (step.steps_per_epoch() > 0) stepsPerEpoch_ = step.steps_per_epoch();
        progress_.step = step.step_in_epoch();
        progress_.steps = stepsOf(step.epoch());
        progress_.seconds = time_ - epochBegan_;
        progress_.msPerStep = step.ms_per_step() > 0 ? step.ms_per_step()
                              : progress_.step > 0
                                  ? progress_.seconds * 1000 / static_cast<double>(progress_.step)
                                  : 0;
        progress_.metrics = inOrder(step.epoch_metrics().empty() ? step.metrics() : step.epoch_metrics());
        if (isReplay_) return;
        if (console_.isTerminal()) {
            draw(progressText(progress_, console_.width() - 1, console_.hasColour()));
        } else if (time_ - lastLine_ >= kSecondsBetweenLines) {
            line(progressText(progress_, 0, false));
        }
    }

    /// Of a program whose plan is not known.
    void showLogged(const v1::StepFinished& step) {
        if (isReplay_) return;
        std::string text = fmt::format("step {}", step.step());
        for (const auto& [name, value] : inOrder(step.metrics()))
            text += fmt::format(" - {}: {:.4g}", printable(name), base::unsignedNan(value));
        if (!console_.isTerminal() && time_ - lastLine_ >= kSecondsBetweenLines) line(text);
        if (console_.isTerminal())
            draw(base::shortened(text, static_cast<std::size_t>(console_.width() - 1)));
    }

    void show(const v1::EpochFinished& epoch) {
        beginEpoch(epoch.epoch());
        ProgressLine last = progress_;
        last.step = last.steps = stepsPerEpoch_ > 0 ? stepsOf(epoch.epoch()) : progress_.step;
        last.seconds = epoch.seconds() > 0 ? epoch.seconds() : time_ - epochBegan_;
        last.isFinished = true;
        last.metrics = inOrder(epoch.metrics());
        line(progressText(last, console_.isTerminal() ? console_.width() - 1 : 0, console_.hasColour()));
        history_.push_back(epoch);
        epochBegan_ = time_;
    }

    void show(const v1::EvaluationFinished& evaluation) {
        std::string text = fmt::format("{} on step {}", printable(evaluation.task()), evaluation.step());
        for (const auto& [name, value] : inOrder(evaluation.metrics()))
            text += fmt::format(" - {}: {}", printable(name), metricText(value));
        line(text + (evaluation.is_best() ? " (best so far)" : ""));
    }

    void show(const v1::RunFinished& finished) {
        if (!history_.empty()) line("\n" + epochTable());
        if (!finished.checkpoint().empty()) checkpoint_ = finished.checkpoint();
        if (!checkpoint_.empty()) line(fmt::format("checkpoint  {}", printable(checkpoint_)));
        if (finished.ms_per_step() > 0)
            line(fmt::format("speed       {:.1f} ms/step{}", finished.ms_per_step(),
                             finished.samples_per_s() > 0 ? fmt::format(", {} samples/s over all replicas",
                                                                        thousands(finished.samples_per_s()))
                                                          : ""));  // of a program they are not known
        if (finished.status() == v1::FAILED)
            showFailure(finished.failure());
        else
            line(outcome(finished));
        if (const auto window = base::siblingProgram("trainyard"); window)
            line(fmt::format("See it in the window:  {}{}", printable(spec::shellWord(window->string())),
                             agent_.empty() ? "" : " --agent " + printable(spec::shellWord(agent_))));
    }

    /// The root cause first: which task, what happened to it, its last output, where to find the rest.
    void showFailure(const v1::TaskFailure& failure) {
        eraseBar(std::exchange(bar_, {}));
        std::string text =
            fmt::format("{} failed: {}\n", printable(run_),
                        failure.message().empty() ? "the agent gave no reason; its log may (agent.log)"
                                                  : base::printableLines(failure.message()));
        if (failure.last_log_lines_size() > 0)
            text += fmt::format("The last lines of {}:\n", printable(failure.task()));
        for (const std::string& logLine : failure.last_log_lines())
            text += fmt::format("  | {}\n", printable(logLine));
        if (!failure.log().empty()) text += fmt::format("Its whole log: {}\n", printable(failure.log()));
        console_.printError(text);
    }

    std::string outcome(const v1::RunFinished& finished) const {
        const std::string run = printable(run_);
        switch (finished.status()) {
            case v1::SUCCEEDED:
                // A program need not log its steps.
                return finished.step() == 0 ? fmt::format("{} succeeded", run)
                                            : fmt::format("{} succeeded after {}", run,
                                                          base::counted(finished.step(), "step"));
            case v1::PREEMPTED:
                return fmt::format("{} was preempted after step {}; requeue it", run, finished.step());
            default:
                return fmt::format("{} was stopped after step {}{}", run, finished.step(),
                                   finished.stopped_by().empty()
                                       ? ""
                                       : ", requested by " + printable(finished.stopped_by()));
        }
    }

    void beginEpoch(int epoch) {
        if (epoch == epoch_) return;
        epoch_ = epoch;
        progress_ = {};
        line(epochs_ > 0 ? fmt::format("Epoch {}/{}", epoch + 1, epochs_)
                         : fmt::format("Epoch {}", epoch + 1));
    }

    std::string epochTable() const {
        Table table{{"epoch"}, {true}, {}};
        std::vector<std::string> names;
        for (const auto& epoch : history_)
            for (const auto& [name, value] : inOrder(epoch.metrics()))
                if (std::ranges::find(names, name) == names.end()) names.push_back(name);
        for (const std::string& name : names) {
            table.titles.push_back(printable(name));
            table.isNumeric.push_back(true);
        }
        table.titles.push_back("time");
        table.isNumeric.push_back(true);
        for (const auto& epoch : history_) {
            auto& row = table.rows.emplace_back();
            row.push_back(std::to_string(epoch.epoch() + 1));
            for (const std::string& name : names) {
                const auto found = epoch.metrics().find(name);
                row.push_back(found == epoch.metrics().end() ? "" : metricText(found->second));
            }
            row.push_back(fmt::format("{:.1f}s", epoch.seconds()));
        }
        return table.text();
    }

    // ---- The one line at the bottom that redraws
    // --------------------------------------------------------------------
    void eraseBar(const std::string& bar) {
        if (!bar.empty()) console_.print("\r\x1b[K");
    }
    void draw(std::string text) {
        console_.print("\r" + text + "\x1b[K");
        bar_ = std::move(text);
    }
    void line(const std::string& text) {
        eraseBar(std::exchange(bar_, {}));
        console_.print(text + "\n");
        lastLine_ = time_;
    }

    Console& console_;
    const std::string agent_;
    std::mutex mutex_;
    std::string run_;
    double time_ = 0, lastLine_ = 0, epochBegan_ = 0;
    bool isReplay_ = false, hasStarted_ = false;
    int epoch_ = -1, epochs_ = 0;
    std::int64_t stepsPerEpoch_ = 0, totalSteps_ = 0;
    ProgressLine progress_;
    std::string bar_;  ///< as shown on the terminal; empty: none
    std::string checkpoint_;
    std::vector<v1::EpochFinished> history_;
};

}  // namespace

std::unique_ptr<EventSink> makeHumanSink(Console& console, const std::string& agent) {
    return std::make_unique<HumanSink>(console, agent);
}

}  // namespace trainyard::headless
