// SPDX-License-Identifier: Apache-2.0
// What a piece of a spool says, for the store and for watchers.
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/control/metrics/spool_reader.h"

namespace trainyard::control {

std::optional<events::PlanRecord> planIn(const std::vector<events::Event>& events) {
    std::optional<events::PlanRecord> plan;
    for (const events::Event& event : events)
        if (const auto* text = std::get_if<events::TextEvent>(&event); text && text->tag == events::kPlanTag)
            if (const auto read = events::planFromText(text->text)) plan = *read;
    return plan;
}

namespace {

/// The epochs of the steps that an evaluator has evaluated: it says them itself, in the same piece.
std::map<std::int64_t, int> evaluatedIn(const std::vector<events::Event>& events) {
    std::map<std::int64_t, int> epochs;
    for (const events::Event& event : events)
        if (const auto* text = std::get_if<events::TextEvent>(&event);
            text && text->tag == events::kEvaluationTag)
            if (const auto record = events::evaluationFromText(text->text))
                epochs[record->step] = record->epoch;
    return epochs;
}

}  // namespace

std::vector<store::SeriesPoints> pointsOf(const SpoolPiece& piece, int attempt,
                                          const std::optional<events::PlanRecord>& plan) {
    const auto evaluated = evaluatedIn(piece.events);
    using Name = std::pair<std::string_view, std::string_view>;  // tag and split
    std::vector<std::pair<Name, store::SeriesPoints>> found;
    std::map<Name, std::size_t> places;  // in `found`
    std::size_t place = 0;
    // A training logs the same tags in each step: the one that came next in the step before is tried first.
    const auto seriesOf = [&](const Name& name) -> store::SeriesPoints& {
        place = place + 1 < found.size() ? place + 1 : 0;
        if (found.empty() || found[place].first != name) {
            const auto [known, isNew] = places.try_emplace(name, found.size());
            if (isNew) found.emplace_back(name, store::SeriesPoints{});
            place = known->second;
        }
        return found[place].second;
    };
    for (std::size_t i = 0; i < piece.events.size(); ++i) {
        const auto* scalar = std::get_if<events::ScalarEvent>(&piece.events[i]);
        if (!scalar) continue;
        store::SeriesPoints& series = seriesOf({scalar->tag, piece.splitOf(i)});
        series.isDouble = series.isDouble || scalar->isDouble;
        const auto known = evaluated.find(scalar->step);
        const int epoch = known != evaluated.end() ? known->second : plan ? plan->epochOf(scalar->step) : 0;
        series.points.push_back({scalar->step, scalar->wallTime, scalar->value, epoch});
    }
    std::vector<store::SeriesPoints> all;
    for (const auto& [name, at] : places) {
        store::SeriesPoints& series = found[at].second;
        series.task = piece.task;
        std::tie(series.tag, series.split) = name;
        series.attempt = attempt;
        all.push_back(std::move(series));
    }
    return all;
}

std::shared_ptr<const v1::MetricBatch> batchOf(const std::string& run,
                                               const std::vector<store::SeriesPoints>& points) {
    auto batch = std::make_shared<v1::MetricBatch>();
    batch->set_run(run);
    for (const store::SeriesPoints& series : points) {
        v1::Points& out = *batch->add_points();
        out.mutable_key()->set_task(series.task);
        out.mutable_key()->set_split(series.split);
        out.mutable_key()->set_tag(series.tag);
        out.set_attempt(series.attempt);
        for (const store::Point& point : series.points) {
            out.add_step(point.step);
            out.add_wall_time(point.wallTime);
            out.add_value(point.value);
            out.add_epoch(point.epoch);
        }
    }
    return batch;
}

}  // namespace trainyard::control
