// SPDX-License-Identifier: Apache-2.0
#include "core/data/described.h"

namespace trainyard::data {
namespace {

Layout layoutIn(const nlohmann::json& part) {
    const auto name = part.at("dtype").get<std::string>();
    return {name == "int64"     ? Dtype::kInt64
            : name == "float64" ? Dtype::kFloat64
                                : Dtype::kFloat32,
            part.at("shape").get<std::vector<std::int64_t>>()};
}

}  // namespace

Inspection describedAs(const nlohmann::json& samples, std::int64_t pipelines) {
    Inspection found;
    found.files = pipelines;
    found.features = layoutIn(samples.at("features"));
    found.labels = layoutIn(samples.at("labels"));
    found.classes = samples.at("classes").get<std::int64_t>();
    return found;
}

}  // namespace trainyard::data
