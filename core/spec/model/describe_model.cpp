// SPDX-License-Identifier: Apache-2.0
#include "core/spec/model/describe_model.h"

#include <fmt/format.h>

#include "core/base/counted.h"

namespace trainyard::spec {

std::string describeModel(const v1::RunSpec& spec) {
    const Choice model = modelOf(spec);
    if (model.value.is_array() && model.value.size() == 1 && model.value[0].contains("plugin"))
        return model.value[0]["plugin"].value("id", "");
    if (model.value.is_array()) return base::counted(model.value.size(), "layer");
    if (!model.value.is_string()) return model.kind;
    const std::string name = model.value.get<std::string>();
    return model.kind == "builtin" ? name : fmt::format("{} {}", model.kind, name);
}

}  // namespace trainyard::spec
