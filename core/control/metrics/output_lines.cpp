// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/output_lines.h"

#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/text.h"
#include "core/control/metrics/printed_members.h"
#include "core/control/metrics/progress_bars.h"
#include "core/events/log_folder.h"

namespace trainyard::control {
namespace {

/// Named groups of a regular expression.
class PatternLines : public OutputLines {
  public:
    explicit PatternLines(const spec::OutputPattern& pattern) : regex_(pattern.regex, RE2::Quiet) {
        if (!regex_.ok()) return;
        found_.resize(static_cast<std::size_t>(regex_.NumberOfCapturingGroups()) + 1);
        for (const auto& [group, name] : regex_.CapturingGroupNames()) {
            if (name == pattern.step)
                stepGroup_ = group;
            else
                groups_.emplace_back(static_cast<std::size_t>(group), seriesOf(name));
        }
    }

    void read(std::string_view line, std::vector<OutputValue>& values) override {
        if (groups_.empty() || !regex_.Match({line.data(), line.size()}, 0, line.size(), RE2::UNANCHORED,
                                             found_.data(), static_cast<int>(found_.size())))
            return;
        std::optional<std::int64_t> step;
        if (stepGroup_ > 0) {
            const PrintedStep printed = printedStep(textOf(static_cast<std::size_t>(stepGroup_)));
            if (printed.isTooLarge) noteTooLargeStep();
            if (!printed.value) return;
            step = printed.value;
        }
        const std::size_t before = values.size();
        for (const auto& [group, series] : groups_)
            if (const auto number = printedNumber(textOf(group)))
                values.push_back({series.split, series.tag, 0, *number});
        if (values.size() == before) return;
        ++matches_;
        for (std::size_t i = before; i < values.size(); ++i) values[i].step = step.value_or(matches_);
    }

  private:
    std::string_view textOf(std::size_t group) const { return {found_[group].data(), found_[group].size()}; }

    RE2 regex_;
    std::vector<re2::StringPiece> found_;
    int stepGroup_ = 0;
    std::vector<std::pair<std::size_t, events::SeriesName>> groups_;
    std::int64_t matches_ = 0;
};

/// One JSON object per line; its numbers are values.
class JsonLines : public OutputLines {
  public:
    explicit JsonLines(std::string step) : step_(std::move(step)) {}

    void read(std::string_view line, std::vector<OutputValue>& values) override {
        const std::size_t first = line.find_first_not_of(" \t");
        if (first == std::string_view::npos || line[first] != '{') return;
        members_.clear();
        const std::size_t length = readMembers(line.substr(first), members_);
        if (length == 0 || line.find_first_not_of(" \t", first + length) != std::string_view::npos) return;
        const auto isStep = [&](const PrintedMember& one) { return !one.isQuoted && one.name == step_; };
        const auto printed = std::ranges::find_if(members_, isStep);
        const PrintedStep* step = printed == members_.end() ? nullptr : &printed->step;
        if (step && step->isTooLarge) noteTooLargeStep();
        if (step && !step->value) return;
        const std::size_t before = values.size();
        for (const PrintedMember& member : members_) {
            if (member.isQuoted || member.name == step_) continue;
            const events::SeriesName series = seriesOf(member.name);
            values.push_back({series.split, series.tag, 0, member.value});
        }
        if (values.size() == before) return;
        ++lines_;
        const std::int64_t at = step ? *step->value : lines_;
        for (std::size_t i = before; i < values.size(); ++i) values[i].step = at;
    }

  private:
    std::string step_;
    std::vector<PrintedMember> members_;
    std::int64_t lines_ = 0;
};

/// The dictionaries that Hugging Face's Trainer prints (transformers/trainer_callback.py, ProgressCallback
/// and PrinterCallback): {'loss': 0.41, 'grad_norm': 1.2, 'learning_rate': 4e-05, 'epoch': 0.3}. They have no
/// step; its steps are the dictionaries of the training counted.
class TrainerLines : public OutputLines {
  public:
    void read(std::string_view line, std::vector<OutputValue>& values) override {
        const std::size_t first = line.find("{'");
        if (first == std::string_view::npos) return;
        members_.clear();
        if (readMembers(line.substr(first), members_) == 0 || members_.size() < 2) return;
        const auto has = [&](std::string_view name) {
            return std::ranges::find(members_, name, &PrintedMember::name) != members_.end();
        };
        if (!has("epoch")) return;
        const bool isEvaluation = std::ranges::all_of(members_, [](const PrintedMember& member) {
            return member.name == "epoch" || member.name == "step" || member.name.starts_with("eval_");
        });
        // The last one: the mean loss of the whole training is not another point of its curve.
        const bool isSummary = has("train_runtime");
        if (!isEvaluation && !isSummary) ++lines_;
        for (const PrintedMember& member : members_) {
            if (member.name == "epoch" && (isEvaluation || isSummary)) continue;
            const events::SeriesName series =
                isSummary ? events::SeriesName{"train", base::printable(member.name)} : seriesOf(member.name);
            values.push_back({series.split, series.tag, lines_, member.value});
        }
    }

  private:
    std::vector<PrintedMember> members_;
    std::int64_t lines_ = 0;
};

}  // namespace

std::unique_ptr<OutputLines> makeOutputLines(const spec::OutputPattern& pattern) {
    if (pattern.format == "keras") return std::make_unique<KerasLines>();
    if (pattern.format == "lightning") return std::make_unique<LightningLines>();
    if (pattern.format == "trainer") return std::make_unique<TrainerLines>();
    if (pattern.format == "json") return std::make_unique<JsonLines>(pattern.step);
    return std::make_unique<PatternLines>(pattern);
}

}  // namespace trainyard::control
