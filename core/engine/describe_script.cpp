// SPDX-License-Identifier: Apache-2.0
#include "core/engine/describe_script.h"

#include <fmt/format.h>

#include <cstdio>
#include <sstream>

#include "core/base/json.h"
#include "core/base/words_json.h"
#include "core/engine/model/layers/layers.h"
#include "core/spec/model/script_plan.h"

namespace trainyard::engine {
namespace {

spec::Shape shapeOf(const std::string& sample) {
    spec::Shape shape;
    std::istringstream numbers(sample);
    for (std::string one; std::getline(numbers, one, ',');) shape.push_back(std::stoll(one));
    return shape;
}

nlohmann::json errorJson(const base::Error& error) {
    return {{"error",
             {{"code", base::codeName(error.code)},
              {"id", error.id},
              {"message", error.describe()},
              {"words", base::toJson(error.words())}}}};
}

}  // namespace

int describeScript(const std::string& file, const std::string& sample) {
    nlohmann::json said;
    try {
        const auto facts = layers::openScript(file, shapeOf(sample));
        said = facts ? spec::toJson(*facts) : errorJson(facts.error());
    } catch (const std::exception& e) {
        said = errorJson({base::Code::kInternal, base::saidBy(e), "task.exception"});
    }
    fmt::print("{}\n", base::jsonText(said));
    return 0;
}

}  // namespace trainyard::engine
