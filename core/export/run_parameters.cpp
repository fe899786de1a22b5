// SPDX-License-Identifier: Apache-2.0
#include "core/export/run_parameters.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

namespace trainyard::exports {
namespace {

using Json = nlohmann::json;

void flatten(const Json& json, const std::string& name, std::map<std::string, Json>& values) {
    if (!json.is_object()) {
        values[name] = json;
        return;
    }
    for (const auto& [key, value] : json.items())
        flatten(value, name.empty() ? key : name + "." + key, values);
}

}  // namespace

base::Result<std::map<std::string, Json>> parametersOf(const v1::GetRunReply& run) {
    google::protobuf::util::JsonPrintOptions options;
    options.preserve_proto_field_names = true;
    std::string text;
    const auto printed = google::protobuf::util::MessageToJsonString(
        run.has_started_spec() ? run.started_spec() : run.spec(), &text, options);
    if (!printed.ok())
        return base::fail(base::Code::kInternal, base::say("the run file of {} cannot be written as JSON: {}",
                                                           run.summary().run(), printed.ToString()));
    std::map<std::string, Json> values;
    flatten(Json::parse(text), "", values);
    return values;
}

}  // namespace trainyard::exports
