// SPDX-License-Identifier: Apache-2.0
#include "core/events/spool.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <type_traits>

#include "core/base/json.h"

namespace trainyard::events {
namespace {

using nlohmann::json;

json metricsToJson(const std::map<std::string, double>& metrics) {
    json object = json::object();
    for (const auto& [name, value] : metrics) object[name] = base::jsonNumber(value);
    return object;
}

/// Takes keys out of a record one after another and remembers the first thing that was wrong.
class Fields {
  public:
    Fields(const std::string& text, base::Words what) : what_(std::move(what)) {
        auto parsed = base::parseJson(text, what_);
        if (!parsed) {
            error_ = std::move(parsed.error());
        } else if (!parsed->is_object()) {
            complain("", "an object", *parsed);
        } else {
            record_ = std::move(*parsed);
        }
    }

    bool has(const char* key) const { return record_.contains(key); }
    template <typename Integer>
        requires std::is_integral_v<Integer>
    void take(const char* key, Integer& out) {
        const json* value = find(key);
        if (!value) return;
        if (!value->is_number_integer()) return complain(key, "an integer", *value);
        const bool tooLarge = value->is_number_unsigned() && value->get<std::uint64_t>() > kLargest<Integer>;
        const auto number = value->get<std::int64_t>();
        if (tooLarge || number < 0 || static_cast<std::uint64_t>(number) > kLargest<Integer>)
            return complain(key, "a count", *value);
        out = static_cast<Integer>(number);
    }
    void take(const char* key, double& out) {
        if (const json* value = find(key)) takeNumber(key, *value, out);
    }
    void take(const char* key, std::string& out) {
        const json* value = find(key);
        if (!value) return;
        if (!value->is_string()) return complain(key, "a string", *value);
        out = value->get<std::string>();
    }
    void take(const char* key, std::map<std::string, double>& out) {
        const json* value = find(key);
        if (!value) return;
        if (!value->is_object()) return complain(key, "an object", *value);
        for (const auto& [name, number] : value->items()) takeNumber(name.c_str(), number, out[name]);
    }
    template <typename Record>
    base::Result<Record> finish(Record record) {
        if (error_) return base::fail(std::move(*error_));
        return record;
    }

  private:
    template <typename Integer>
    static constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<Integer>::max());

    const json* find(const char* key) {
        if (error_) return nullptr;
        const auto it = record_.find(key);
        if (it != record_.end()) return &*it;
        error_ = base::Error{base::Code::kDataLoss, base::say("{} lacks the key \"{}\"", what_, key),
                             "events.record"};
        return nullptr;
    }
    void takeNumber(const char* key, const json& value, double& out) {
        if (const auto number = base::numberIn(value)) {
            out = *number;
        } else if (!error_) {
            complain(key, "a number", value);
        }
    }
    void complain(const char* key, const base::Words& expected, const json& got) {
        error_ = base::Error{
            base::Code::kDataLoss,
            base::say("{}, key \"{}\": expected {}, got a {}", what_, key, expected, got.type_name()),
            "events.record"};
    }

    base::Words what_;
    json record_ = json::object();
    std::optional<base::Error> error_;
};

}  // namespace

int PlanRecord::epochOf(std::int64_t finished) const {
    if (stepsPerEpoch <= 0 || finished <= 0) return fromEpoch;
    // A file may hold any step.
    const auto bounded = [](std::int64_t epoch) {
        return static_cast<int>(std::min<std::int64_t>(epoch, std::numeric_limits<int>::max()));
    };
    if (firstEpochEnd <= 0) return bounded((finished - 1) / stepsPerEpoch);
    if (finished <= firstEpochEnd) return fromEpoch;
    return bounded(fromEpoch + 1 + (finished - firstEpochEnd - 1) / stepsPerEpoch);
}

std::int64_t PlanRecord::stepInEpoch(std::int64_t finished) const {
    if (stepsPerEpoch <= 0 || finished <= 0) return 0;
    if (firstEpochEnd <= 0) return (finished - 1) % stepsPerEpoch + 1;
    if (finished <= firstEpochEnd) return fromStepInEpoch + finished - fromStep;
    return (finished - firstEpochEnd - 1) % stepsPerEpoch + 1;
}

std::int64_t PlanRecord::stepsInEpoch(std::int64_t finished) const {
    const bool isFirst = firstEpochEnd > 0 && finished <= firstEpochEnd;
    return isFirst ? fromStepInEpoch + firstEpochEnd - fromStep : stepsPerEpoch;
}

std::string toText(const PlanRecord& r) {
    return json{{"attempt", r.attempt},
                {"from_step", r.fromStep},
                {"from_epoch", r.fromEpoch},
                {"from_step_in_epoch", r.fromStepInEpoch},
                {"steps_per_epoch", r.stepsPerEpoch},
                {"first_epoch_end", r.firstEpochEnd},
                {"total_steps", r.totalSteps},
                {"epochs", r.epochs},
                {"replicas", r.replicas},
                {"global_batch", r.globalBatch},
                {"parameters", r.parameters}}
        .dump();
}

std::string toText(const EpochRecord& r) {
    return json{{"epoch", r.epoch},
                {"step", r.step},
                {"seconds", base::jsonNumber(r.seconds)},
                {"metrics", metricsToJson(r.metrics)}}
        .dump();
}

std::string toText(const EvaluationRecord& r) {
    return json{{"attempt", r.attempt},
                {"step", r.step},
                {"epoch", r.epoch},
                {"task", r.task},
                {"checkpoint", r.checkpoint},
                {"monitor", r.monitor},
                {"metrics", metricsToJson(r.metrics)},
                {"seconds", base::jsonNumber(r.seconds)},
                {"is_best", r.isBest ? 1 : 0}}
        .dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string toText(const ResultRecord& r) {
    return json{{"step", r.step},
                {"epoch", r.epoch},
                {"ms_per_step", base::jsonNumber(r.msPerStep)},
                {"samples_per_s", base::jsonNumber(r.samplesPerSecond)},
                {"metrics", metricsToJson(r.metrics)},
                {"outcome", r.outcome}}
        .dump(-1, ' ', false, json::error_handler_t::replace);
}

base::Result<PlanRecord> planFromText(const std::string& text) {
    Fields fields(text, "the plan record");
    PlanRecord r;
    fields.take("attempt", r.attempt);
    fields.take("from_step", r.fromStep);
    fields.take("from_epoch", r.fromEpoch);
    fields.take("from_step_in_epoch", r.fromStepInEpoch);
    fields.take("steps_per_epoch", r.stepsPerEpoch);
    fields.take("first_epoch_end", r.firstEpochEnd);
    fields.take("total_steps", r.totalSteps);
    fields.take("epochs", r.epochs);
    fields.take("replicas", r.replicas);
    fields.take("global_batch", r.globalBatch);
    fields.take("parameters", r.parameters);
    return fields.finish(r);
}

base::Result<EpochRecord> epochFromText(const std::string& text) {
    Fields fields(text, "the epoch record");
    EpochRecord r;
    fields.take("epoch", r.epoch);
    fields.take("step", r.step);
    fields.take("seconds", r.seconds);
    fields.take("metrics", r.metrics);
    return fields.finish(std::move(r));
}

base::Result<EvaluationRecord> evaluationFromText(const std::string& text) {
    Fields fields(text, "the evaluation record");
    EvaluationRecord r;
    int isBest = 0;
    if (fields.has("attempt")) fields.take("attempt", r.attempt);
    fields.take("step", r.step);
    fields.take("epoch", r.epoch);
    fields.take("task", r.task);
    fields.take("checkpoint", r.checkpoint);
    fields.take("monitor", r.monitor);
    fields.take("metrics", r.metrics);
    fields.take("seconds", r.seconds);
    fields.take("is_best", isBest);
    r.isBest = isBest != 0;
    return fields.finish(std::move(r));
}

base::Result<ResultRecord> resultFromText(const std::string& text) {
    Fields fields(text, "the result record");
    ResultRecord r;
    fields.take("step", r.step);
    fields.take("epoch", r.epoch);
    fields.take("ms_per_step", r.msPerStep);
    fields.take("samples_per_s", r.samplesPerSecond);
    fields.take("metrics", r.metrics);
    fields.take("outcome", r.outcome);
    return fields.finish(std::move(r));
}

base::Result<ClientRecord> clientFromText(const std::string& text) {
    using enum ClientRecord::Kind;
    Fields fields(text, "the client's record");
    ClientRecord r;
    if (fields.has("checkpoint")) {
        r.kind = kCheckpoint;
        fields.take("checkpoint", r.path);
        fields.take("bytes", r.bytes);
    } else if (fields.has("learning_rate")) {
        r.kind = kLearningRate;
        fields.take("learning_rate", r.value);
        fields.take("before", r.before);
        fields.take("order", r.order);
    } else if (fields.has("paused")) {
        r.kind = kPaused;
        fields.take("paused", r.order);
    } else if (fields.has("continued")) {
        r.kind = kContinued;
        fields.take("continued", r.order);
        fields.take("seconds", r.seconds);
    } else if (fields.has("save")) {
        r.kind = kSave;
        fields.take("save", r.order);
    } else {
        fields.take("uses", r.name);
    }
    return fields.finish(std::move(r));
}

}  // namespace trainyard::events
