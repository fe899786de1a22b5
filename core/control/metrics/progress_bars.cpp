// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/progress_bars.h"

#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/control/metrics/printed_members.h"

namespace trainyard::control {
namespace {

/// No training has more batches in an epoch, or more epochs; a step stays far from an overflow.
constexpr std::int64_t kMostBatches = 1LL << 40;
constexpr std::int64_t kMostEpochs = 1LL << 20;

bool isSameNumber(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// The parts of `text` between `separator`s.
void eachPart(std::string_view text, std::string_view separator,
              const std::function<void(std::string_view)>& take) {
    for (;;) {
        const std::size_t end = text.find(separator);
        take(text.substr(0, end));
        if (end == std::string_view::npos) return;
        text.remove_prefix(end + separator.size());
    }
}

}  // namespace

void BarSteps::beginEpoch(std::int64_t epoch) {
    before_ += std::exchange(lastBatch_, 0);
    lastTotal_ = 0;
    if (epoch <= epoch_ && last_ > 0) {
        firstEpoch_ = epoch;
        firstStep_ = last_;
    }
    epoch_ = epoch;
}

std::int64_t BarSteps::at(std::int64_t batch, std::int64_t total) {
    lastBatch_ = batch;
    lastTotal_ = total;
    return last_ = total > 0 ? firstStep_ + (epoch_ - firstEpoch_) * total + batch : before_ + batch;
}

bool BarNews::isNewStep(const OutputValue& value) {
    const auto [found, isFirst] = last_.try_emplace({value.split, value.tag}, Last{value.step, value.value});
    if (!isFirst && found->second.step == value.step) return false;
    found->second = {value.step, value.value};
    return true;
}

bool BarNews::isNewValue(const OutputValue& value) {
    const auto [found, isFirst] = last_.try_emplace({value.split, value.tag}, Last{value.step, value.value});
    if (!isFirst && isSameNumber(found->second.value, value.value)) return false;
    found->second = {value.step, value.value};
    return true;
}

bool BarNews::isNewDrawn(const OutputValue& value, Drawn drawn) {
    if (isNewValue(value)) return true;
    Last& last = last_.at({value.split, value.tag});
    if (drawn == Drawn::kFirst || last.step == value.step) return false;
    last.step = value.step;
    return true;
}

bool BarNews::differs(const OutputValue& value) const {
    const auto found = last_.find({value.split, value.tag});
    return found != last_.end() && !isSameNumber(found->second.value, value.value);
}

void KerasLines::read(std::string_view line, std::vector<OutputValue>& values) {
    static const RE2 kEpoch(R"(^\s*[Ee]poch (\d+)/\d+\s*$)");
    static const RE2 kBar(R"(^\s*(\d+)/(\d+|Unknown)\s+((?:\[[=>.]*\]|[━╸╺─]+|- ?|\d).*)$)");
    static const RE2 kTime(R"(\b\d+(?:s|ms|us)\b|ETA: )");
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string_view::npos) return;
    const bool isEpoch = line.substr(first + 1).starts_with("poch ");
    if (!isEpoch && (line[first] < '0' || line[first] > '9')) return;
    const re2::StringPiece text(line.data(), line.size());
    std::int64_t epoch = 0, batch = 0;
    if (isEpoch) {
        if (!RE2::PartialMatch(text, kEpoch, &epoch) || epoch < 1 || epoch > kMostEpochs) return;
        steps_.beginEpoch(epoch - 1);
        hasEpochs_ = isInEpoch_ = true;
        return;
    }
    std::string total;
    re2::StringPiece rest;
    if (!RE2::PartialMatch(text, kBar, &batch, &total, &rest) || !RE2::PartialMatch(rest, kTime)) return;
    const auto count = total == "Unknown" ? 0 : printedNumber(total).value_or(0);
    if (batch < 1 || batch > kMostBatches || !(count <= static_cast<double>(kMostBatches))) return;
    readBar(batch, static_cast<std::int64_t>(count), {rest.data(), rest.size()}, values);
}

void KerasLines::readBar(std::int64_t batch, std::int64_t total, std::string_view rest,
                         std::vector<OutputValue>& values) {
    std::vector<OutputValue> shown;
    eachPart(rest, " - ", [&](std::string_view part) {
        const std::size_t colon = part.find(": ");
        if (colon == std::string_view::npos || colon == 0 || part.starts_with("ETA")) return;
        const auto number = printedNumber(part.substr(colon + 2));
        if (!number) return;
        events::SeriesName series = seriesOf(part.substr(0, colon));
        shown.push_back({std::move(series.split), std::move(series.tag), 0, *number});
    });
    // The full bar is drawn once more, with what its epoch's end has brought.
    const bool isRedrawn =
        batch == steps_.lastBatch() && total == steps_.lastTotal() &&
        (rest.find(" val_") != std::string_view::npos ||
         std::ranges::none_of(shown, [&](const OutputValue& value) { return news_.differs(value); }));
    const bool isEvaluation = hasEpochs_ && !isInEpoch_ && !isRedrawn;
    if (isEvaluation && batch != total) return;
    if (!isEvaluation) {
        if (!hasEpochs_ && batch < steps_.lastBatch()) steps_.beginEpoch(epochs_++);
        step_ = steps_.at(batch, total);
        isInEpoch_ = isInEpoch_ && batch != total;
    }
    for (OutputValue& value : shown) {
        value.step = step_;
        if (isEvaluation) value.split = "test";
        if (isEvaluation || news_.isNewStep(value)) values.push_back(std::move(value));
    }
}

void LightningLines::read(std::string_view line, std::vector<OutputValue>& values) {
    static const RE2 kBar(R"(^Epoch (\d+):.*\| *(\d+)/(\d+|\?) \[([^\]]*)\])");
    if (!line.starts_with("Epoch ")) return;
    std::int64_t epoch = 0, batch = 0;
    std::string total;
    re2::StringPiece rest;
    if (!RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), kBar, &epoch, &batch, &total, &rest))
        return;
    const auto count = total == "?" ? 0 : printedNumber(total).value_or(0);
    // At batch 0 the bar has what the last epoch left.
    if (epoch > kMostEpochs || batch < 1 || batch > kMostBatches ||
        !(count <= static_cast<double>(kMostBatches)))
        return;
    if (std::exchange(epoch_, epoch) != epoch) steps_.beginEpoch(epoch);
    const std::int64_t step = steps_.at(batch, static_cast<std::int64_t>(count));
    const auto drawn = std::exchange(step_, step) == step ? BarNews::Drawn::kAgain : BarNews::Drawn::kFirst;
    eachPart({rest.data(), rest.size()}, ", ", [&](std::string_view part) {
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos || equals == 0 || part.starts_with("v_num=")) return;
        std::string_view shown = part.substr(equals + 1);
        if (shown.ends_with("nan.0") || shown.ends_with("inf.0")) shown.remove_suffix(2);  // its own way
        const auto number = printedNumber(shown);
        if (!number) return;
        const events::SeriesName series = seriesOf(part.substr(0, equals));
        OutputValue value{series.split, series.tag, step, *number};
        // The means of the last epoch and its validation stay on the bar during the next one.
        const bool isOfEpochs = series.split != "train" || series.tag.starts_with("epoch_");
        if (isOfEpochs ? news_.isNewValue(value) : news_.isNewDrawn(value, drawn))
            values.push_back(std::move(value));
    });
}

}  // namespace trainyard::control
