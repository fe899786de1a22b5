// SPDX-License-Identifier: Apache-2.0
#include "core/spec/model/learning_rate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/check.h"
#include "core/spec/lint/problem.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

double exponentialDecay(const json& options, double step) {
    double periods = step / options.at("decay_steps").get<double>();
    if (options.value("staircase", false)) periods = std::floor(periods);
    return options.at("initial_learning_rate").get<double>() *
           std::pow(options.at("decay_rate").get<double>(), periods);
}

double cosine(const json& options, double step) {
    double start = options.at("initial_learning_rate");
    const double alpha = options.value("alpha", 0.0);
    if (options.contains("warmup_target")) {
        const double warmup = options.value("warmup_steps", 0.0), target = options["warmup_target"];
        if (step < warmup) return start + (target - start) * step / warmup;
        start = target;
        step -= warmup;
    }
    const double share = std::min(1.0, step / options.at("decay_steps").get<double>());
    return start * ((1 - alpha) * 0.5 * (1 + std::cos(std::numbers::pi * share)) + alpha);
}

/// The first value up to and with the first boundary, the last one after the last.
double piecewise(const json& options, std::int64_t step) {
    const auto boundaries = options.at("boundaries").get<std::vector<std::int64_t>>();
    const auto passed = std::lower_bound(boundaries.begin(), boundaries.end(), step) - boundaries.begin();
    return options.at("values").at(static_cast<std::size_t>(passed));
}

}  // namespace

double learningRateAt(const json& rate, std::int64_t step) {
    if (rate.is_number()) return rate;
    TY_CHECK(rate.is_object() && rate.size() == 1, "a learning rate is a number or one schedule");
    const std::string& kind = rate.begin().key();
    const json& options = rate.begin().value();
    if (kind == "exponential_decay") return exponentialDecay(options, static_cast<double>(step));
    if (kind == "cosine") return cosine(options, static_cast<double>(step));
    TY_CHECK(kind == "steps", "the schema names a schedule that nobody computes: " + kind);
    return piecewise(options, step);
}

std::optional<double> givenLearningRate(const v1::RunSpec& spec) {
    const json options = optimizerOf(spec).options;
    const auto rate = options.is_object() ? options.find("learning_rate") : options.end();
    if (rate == options.end() || !rate->is_number()) return std::nullopt;
    return rate->get<double>();
}

void setLearningRate(v1::RunSpec& spec, double rate) {
    google::protobuf::Value& optimizer = *spec.mutable_train()->mutable_optimizer();
    const std::string name = optimizerOf(spec).name;
    auto& options = (*optimizer.mutable_struct_value()->mutable_fields())[name];
    (*options.mutable_struct_value()->mutable_fields())["learning_rate"].set_number_value(rate);
}

base::Result<v1::RunSpec> withScaledRate(const v1::RunSpec& spec, double factor) {
    json tree = toJson(spec);
    json& optimizer = tree["train"]["optimizer"];
    const std::string name = optimizerOf(spec).name;
    const json::json_pointer place("/" + name + "/learning_rate");
    if (!optimizer.is_object() || !optimizer.contains(place))
        return base::fail(base::Code::kInternal, "a complete spec has a learning rate");
    json& rate = optimizer[place];
    const auto scale = [&](json& value) { value = value.get<double>() * factor; };
    if (rate.is_number()) {
        scale(rate);
    } else {
        json& options = rate.begin().value();
        for (const char* key : {"initial_learning_rate", "warmup_target"})
            if (options.contains(key)) scale(options[key]);
        if (options.contains("values"))
            for (json& value : options["values"]) scale(value);
    }
    return fromJson(tree);
}

std::vector<v1::Problem> lintLearningRate(const json& optimizer) {
    if (!optimizer.is_object() || optimizer.empty() || !optimizer.begin().value().is_object()) return {};
    const json rate = optimizer.begin().value().value("learning_rate", json());
    if (!rate.is_object() || !rate.contains("steps")) return {};
    const auto boundaries = rate["steps"]["boundaries"].get<std::vector<std::int64_t>>();
    const std::size_t values = rate["steps"]["values"].size();
    base::Words message;
    if (std::adjacent_find(boundaries.begin(), boundaries.end(), std::greater_equal<>()) != boundaries.end())
        message = "the boundaries must rise from one to the next";
    else if (values != boundaries.size() + 1)
        message = base::say("{} boundaries need {} values, and there are {}", boundaries.size(),
                            boundaries.size() + 1, values);
    if (message.empty()) return {};
    return {errorAt("spec.schedule",
                    fmt::format("train.optimizer.{}.learning_rate.steps", optimizer.begin().key()), message)};
}

}  // namespace trainyard::spec
