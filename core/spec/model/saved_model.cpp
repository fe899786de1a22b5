// SPDX-License-Identifier: Apache-2.0
#include "core/spec/model/saved_model.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/special_file.h"
#include "core/spec/yaml/yaml_tree.h"

namespace trainyard::spec {

using nlohmann::json;

std::string savedModelText(const Choice& model, const Shape& input) {
    return json{{"format", 1}, {"model", {{model.kind, model.value}}}, {"input", input}}.dump(
               1, ' ', false, json::error_handler_t::replace) +
           "\n";
}

base::Result<Choice> resolveSavedModel(const Choice& model) {
    if (model.kind != "saved" || !model.value.is_string()) return model;
    const std::filesystem::path folder = model.value.get<std::string>(), file = folder / kSavedModelFile;
    const auto damaged = [&](const char* why) {
        return base::fail(base::Code::kDataLoss, base::say("{} is not a saved model: {}", file.string(), why),
                          "model.saved");
    };
    const auto unreadable = [](const base::Error& error) {
        return base::fail(error.wrap("`train.model.saved` cannot be read"));
    };
    if (const auto special = base::specialFile(folder)) return unreadable(*special);
    const auto text = base::readFile(file, kMaxFileBytes);
    if (!text) return unreadable(text.error());
    TY_ASSIGN(const json tree, base::parseJson(*text, base::Words::plain(file.string())));
    if (!tree.is_object() || tree.value("format", json()) != 1) return damaged("it is of another format");
    const json made = tree.value("model", json());
    if (!made.is_object() || made.size() != 1) return damaged("`model` is missing");
    Choice choice{made.begin().key(), made.begin().value()};
    if (choice.kind == "saved") return damaged("it names another one");
    return choice;
}

}  // namespace trainyard::spec
