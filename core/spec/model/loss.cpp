// SPDX-License-Identifier: Apache-2.0
#include "core/spec/model/loss.h"
#include "core/proto/failure.h"

#include <fmt/format.h>

#include <algorithm>

namespace trainyard::spec {
namespace {

using base::Code;
using nlohmann::json;

/// Without the axes of extent 1, which {3, 1} and {3} differ by.
Shape squeezed(const Shape& shape) {
    Shape rest;
    std::copy_if(shape.begin(), shape.end(), std::back_inserter(rest),
                 [](auto extent) { return extent != 1; });
    return rest;
}

std::unexpected<base::Error> wrongLabels(const Named& loss, const base::Words& needs,
                                         const LabelInfo& labels) {
    return base::fail(Code::kInvalidArgument,
                      base::say("{} needs {}, and the data has {} of shape {}", loss.name, needs,
                                labels.areClasses ? base::Words("class indexes") : base::Words("numbers"),
                                shapeText(labels.shape)),
                      "loss.labels");
}

/// One class index for each place of the output but along its class axis.
base::Status checkClasses(const Named& loss, const Shape& output, const LabelInfo& labels) {
    Shape places = output;
    const auto axis = places.begin() + static_cast<std::ptrdiff_t>(classAxis(output));
    const std::int64_t classes = *axis;
    if (classes < 2)
        return base::fail(
            Code::kInvalidArgument,
            base::say(
                "{} needs an output of two or more classes, and the model ends in {}; binary_crossentropy "
                "takes one",
                loss.name, shapeText(output)),
            "loss.output");
    places.erase(axis);
    if (!labels.areClasses || squeezed(places) != squeezed(labels.shape))
        return wrongLabels(
            loss,
            base::say("class indexes of shape {} for an output of {}", shapeText(places), shapeText(output)),
            labels);
    if (labels.classes > classes)
        return base::fail(
            Code::kInvalidArgument,
            base::say("the data has {} classes, but the model ends in {} of them", labels.classes, classes),
            "model.classes");
    return {};
}

/// One number for each of the output's.
base::Status checkNumbers(const Named& loss, const Shape& output, const LabelInfo& labels) {
    if (squeezed(output) == squeezed(labels.shape)) return {};
    return wrongLabels(loss, base::say("labels of the output's shape {}", shapeText(output)), labels);
}

json lastLayerOf(const json& train) {
    const json layers = train.value("model", json::object()).value("layers", json::array());
    return layers.empty() ? json() : layers.back();
}

v1::Problem warning(std::string code, std::string path, const base::Words& message, const base::Words& fix) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::WARNING);
    problem.set_code(std::move(code));
    problem.set_path(std::move(path));
    proto::setMessage(problem, message);
    proto::setFix(problem, fix);
    return problem;
}

}  // namespace

std::size_t classAxis(const Shape& output) {
    return output.size() == 3 ? 0 : output.size() - 1;
}

base::Status checkLoss(const Named& loss, const std::vector<Named>& metrics, const Shape& output,
                       const LabelInfo& labels) {
    for (const Named& metric : metrics)
        if (metric.name.starts_with("mean_")) TY_TRY(checkNumbers(metric, output, labels));
    if (loss.name == "sparse_categorical_crossentropy") return checkClasses(loss, output, labels);
    if (loss.name == "categorical_crossentropy" && labels.areClasses)
        return checkClasses(loss, output, labels);  // they are encoded one-hot
    return checkNumbers(loss, output, labels);
}

std::string accuracyKind(const Named& loss) {
    if (loss.name == "sparse_categorical_crossentropy") return "sparse_categorical";
    if (loss.name == "categorical_crossentropy") return "categorical";
    if (loss.name == "binary_crossentropy") return "binary";
    return {};
}

std::vector<v1::Problem> lintLoss(const json& train) {
    std::vector<v1::Problem> problems;
    const json given = train.value("loss", json());
    Named loss;
    if (given.is_string()) loss.name = given;
    if (given.is_object() && !given.empty()) loss = {given.begin().key(), given.begin().value()};
    const json metrics = train.value("metrics", json::array());
    const bool hasAccuracy = std::find(metrics.begin(), metrics.end(), "accuracy") != metrics.end();
    const std::string accuracy = accuracyKind(loss);
    if (hasAccuracy && accuracy.empty() && !loss.name.empty())
        problems.push_back(warning("metric.no_classes", "train.metrics",
                                   base::say("{} has no classes: accuracy is not computed", loss.name),
                                   "write metrics: [mean_absolute_error]"));
    json last = lastLayerOf(train);
    if (last.is_object() && !last.empty() && !accuracy.empty()) {
        json options = last.begin().value();
        const std::string word = options.is_string()   ? options.get<std::string>()
                                 : options.is_object() ? options.value("activation", "linear")
                                                       : "linear";
        const bool isProbability = word == "softmax" || word == "sigmoid";
        const bool takesLogits = loss.options.value("from_logits", true);
        if (isProbability && takesLogits)
            problems.push_back(
                warning("loss.from_logits", "train.loss",
                        base::say("the last layer ends in {}, but {} takes logits: it would be applied twice",
                                  word, loss.name),
                        base::say("write loss: {{{}: {{from_logits: false}}}}, or remove the activation",
                                  loss.name)));
        if (word == "linear" && !takesLogits)
            problems.push_back(warning(
                "loss.from_logits", "train.loss",
                base::say(
                    "{} is set to take probabilities, but the last layer has no activation that outputs them",
                    loss.name),
                "remove from_logits: false"));
    }
    return problems;
}

}  // namespace trainyard::spec
