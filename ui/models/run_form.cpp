// SPDX-License-Identifier: Apache-2.0
#include "ui/models/run_form.h"

#include <utility>

#include "core/spec/run/command_spec.h"
#include "core/spec/run/overrides.h"
#include "core/spec/run/run_spec.h"
#include "core/spec/schema/schema.h"
#include "core/spec/yaml/yaml_edit.h"
#include "core/spec/yaml/yaml_tree.h"
#include "core/spec/yaml/yaml_write.h"
#include "ui/bridge/from_words.h"

namespace trainyard::models {

void RunForm::setSchema(const QByteArray& json) {
    const Json answer = Json::parse(json.toStdString());
    schema_ = answer.at("schema");
    commandSchema_ = commandSchema(schema_);
    roles_ = answer.at("roles");
    emit changed();
}

Json RunForm::roles() const {
    if (!hasSchema()) return nullptr;
    if (kind_ == RunKind::kCommand) {
        Json roles = Json::object();
        const Json cluster = tree_.is_object() ? tree_.value("cluster", Json()) : Json();
        for (const auto& [name, role] : spec::commandRoles(cluster).roles)
            roles[name] = {{"min", role.min}, {"max", role.max}};
        return roles;
    }
    const Json strategy =
        tree_.is_object() ? tree_.value("strategy", schema_["properties"]["strategy"]["default"]) : Json();
    const std::string id = strategy.is_string()                        ? strategy.get<std::string>()
                           : strategy.is_object() && !strategy.empty() ? strategy.begin().key()
                                                                       : std::string();
    const auto found = roles_.find(id);
    return found == roles_.end() ? Json() : *found;
}

void RunForm::open(const QString& text) {
    setAside_ = Json::object();
    setText(text);
}

void RunForm::setText(const QString& text) {
    if (text == text_ && problem_.text != QLatin1String("-")) return;
    text_ = text;
    read();
    emit changed();
}

void RunForm::read() {
    auto parsed = spec::parseYaml(text_.toStdString());
    problem_ = {};
    problemLine_ = 0;
    if (!parsed) {
        problem_ = bridge::toSentence(parsed.error().message);
        problemLine_ = parsed.error().line;
    } else if (!parsed->value.is_object()) {
        problem_ = tr("this is not a run file (expected a map with `name` and `train` or `command`)");
        problemLine_ = 1;
    } else {
        tree_ = std::move(parsed->value);
        lines_ = std::move(parsed->lines);
        kind_ = spec::isCommandTree(tree_) ? RunKind::kCommand : RunKind::kTraining;
        return;
    }
    tree_ = nullptr;
    lines_.clear();
}

const Json* RunForm::value(const FormPath& path) const {
    if (!tree_.is_object() || !tree_.contains(path.pointer)) return nullptr;
    return &tree_.at(path.pointer);
}

int RunForm::lineOf(const QString& path) const {
    return spec::lineOf(lines_, path.toStdString());
}

void RunForm::set(const FormPath& path, Json value) {
    if (!problem_.isEmpty()) return;
    Json tree = tree_;
    // A name used as shorthand for a map of options (`optimizer: sgd`) is replaced by that map.
    Json::json_pointer parent = path.pointer.parent_pointer();
    std::vector<Json::json_pointer> above;
    for (Json::json_pointer at = parent; !at.empty(); at = at.parent_pointer()) above.push_back(at);
    const Json* schema = &schema_;
    for (auto at = above.rbegin(); at != above.rend(); ++at) {
        const Json& container = at->parent_pointer().empty() ? tree : tree.at(at->parent_pointer());
        schema = container.is_array() ? &spec::itemSchemaOf(*schema)
                                      : &spec::schemaOf(*schema, container, at->back());
        const bool isThere = tree.contains(*at);
        if (isThere && tree.at(*at).is_structured()) continue;
        Json full = longForm(*schema, isThere ? tree.at(*at) : schema->value("default", Json::object()));
        tree[*at] = full.is_object() ? std::move(full) : Json::object();
    }
    tree[path.pointer] = std::move(value);
    take(tree);
}

void RunForm::remove(const FormPath& path) {
    if (!value(path)) return;
    Json tree = tree_;
    Json& parent = tree.at(path.pointer.parent_pointer());
    if (parent.is_array()) {
        parent.erase(std::stoul(path.pointer.back()));
    } else {
        parent.erase(path.pointer.back());
    }
    take(tree);
}

void RunForm::merge(const Json& keys) {
    if (!problem_.isEmpty()) return;
    Json tree = tree_;
    for (const auto& item : keys.items()) tree[item.key()] = item.value();
    take(tree);
}

void RunForm::setKind(RunKind kind) {
    if (!problem_.isEmpty() || kind == kind_) return;
    const auto isOfOther = [&](const std::string& key) {
        return kind == RunKind::kCommand ? key == "train" || spec::isOfTraining(key)
                                         : spec::isCommandKey(key);
    };
    Json tree = tree_;
    const Json restored = std::exchange(setAside_, Json::object());
    for (const auto& item : tree_.items())
        if (isOfOther(item.key())) {
            setAside_[item.key()] = item.value();
            tree.erase(item.key());
        }
    const Json::json_pointer notFinite("/on_failure/not_finite");
    if (kind == RunKind::kCommand && tree.contains(notFinite)) {
        setAside_[notFinite] = tree[notFinite];
        tree["on_failure"].erase("not_finite");
    }
    tree.update(restored, true);
    if (kind == RunKind::kCommand && !tree.contains("command")) tree["command"] = Json::array();
    if (kind == RunKind::kTraining && !tree.contains("train")) tree["train"] = {{"data", Json::object()}};
    take(tree);
}

bool RunForm::applyFix(const QString& setting) {
    const auto fix = spec::parseOverride(setting.toStdString());
    if (!fix || !problem_.isEmpty()) return false;
    Json tree = tree_;
    if (!spec::applyOverride(tree, *fix)) return false;
    take(tree);
    return true;
}

void RunForm::take(const Json& tree) {
    const auto text = spec::editYaml(text_.toStdString(), tree, schema_);
    if (!text || QString::fromStdString(*text) == text_) return;
    text_ = QString::fromStdString(*text);
    read();
    emit textEdited(text_);
    emit changed();
}

std::vector<std::int64_t> inputShape(const Json& tree) {
    using Shape = std::vector<std::int64_t>;
    const auto at = [&](const char* pointer) {
        return tree.is_object() ? tree.value(Json::json_pointer(pointer), Json()) : Json();
    };
    const Json source = at("/train/data/train");
    if (!source.is_object() || source.empty()) return {};
    const Json& schema =
        spec::runSchema()["properties"]["train"]["properties"]["data"]["properties"]["train"];
    const Json* format = spec::alternativeNamed(schema, source.begin().key());
    if (format && format->contains("x-sample-shape")) return (*format)["x-sample-shape"];
    const Json& options = source.begin().value();
    const auto isShape = [](const Json& shape) {
        return shape.is_array() && !shape.empty() &&
               std::ranges::all_of(shape, [](const Json& n) { return n.is_number_integer() && n > 0; });
    };
    if (options.is_object() && options.contains("size")) {
        const Json size = options.value("size", Json());
        const Json channels = options.value("channels", Json(0));
        if (!isShape(size) || size.size() != 2 || (channels != 1 && channels != 3)) return {};
        return {channels.get<std::int64_t>(), size[0].get<std::int64_t>(), size[1].get<std::int64_t>()};
    }
    if (!options.is_object() || !isShape(options.value("shape", Json()))) return {};
    Shape shape = options["shape"].get<Shape>();
    if (options.value("channels_last", Json(false)) == true && shape.size() == 3)
        shape = {shape[2], shape[0], shape[1]};
    return shape;
}

namespace {

void collect(const Json& from, const Json& to, const std::string& path, SetArguments& into) {
    if (from == to) return;
    if (from.is_object() && to.is_object() && !to.empty()) {
        for (const auto& item : from.items()) into.isWhole &= to.contains(item.key());
        for (const auto& item : to.items())
            collect(from.value(item.key(), Json()), item.value(),
                    path.empty() ? item.key() : path + '.' + item.key(), into);
        return;
    }
    into.arguments << QString::fromStdString(path + '=' + spec::flowYaml(to, Json::object()));
}

}  // namespace

SetArguments setArguments(const Json& from, const Json& to) {
    SetArguments result;
    collect(from, to, {}, result);
    return result;
}

}  // namespace trainyard::models

#include "moc_run_form.cpp"
