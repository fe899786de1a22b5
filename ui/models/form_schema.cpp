// SPDX-License-Identifier: Apache-2.0
#include "ui/models/form_schema.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <algorithm>

#include "core/spec/run/command_spec.h"
#include "core/spec/schema/schema.h"
#include "core/spec/yaml/yaml_tree.h"
#include "core/spec/yaml/yaml_write.h"

// A static library's resources are available only after they have been initialised by name, outside any
// namespace.
static void initSchemaWords() {
    Q_INIT_RESOURCE(schema_words);
}

namespace trainyard::models {
namespace {

/// {English text: {language: text}}, from resources/translations/schema.json.
const Json& catalogue() {
    static const Json words = [] {
        initSchemaWords();
        QFile file(QStringLiteral(":/schema_words/schema.json"));
        if (!file.open(QIODevice::ReadOnly)) qFatal("the program lacks its schema.json");
        return Json::parse(file.readAll().toStdString());
    }();
    return words;
}

std::string language() {
    const QLocale locale;
    if (locale.language() == QLocale::Japanese) return "ja";
    if (locale.language() == QLocale::Korean) return "ko";
    return locale.name() == QLatin1String("zh_CN") ? "zh_CN" : "en";
}

bool isScalar(const Json& schema) {
    const std::string type = schema.value("type", "");
    return !schema.contains("enum") && !schema.contains("const") &&
           (type == "integer" || type == "number" || type == "string");
}

bool isScalarList(const Json& schema) {
    if (schema.value("type", "") != "array" || !schema.contains("items")) return false;
    const Json& items = schema["items"];
    if (!items.contains("oneOf")) return isScalar(items);
    return std::ranges::all_of(items["oneOf"], isScalar);
}

bool isFileName(const Json& schema) {
    if (schema.contains("x-path")) return true;
    return schema.contains("oneOf") && std::ranges::any_of(schema["oneOf"], isFileName);
}

/// The schema of a key; an empty one if it has none.
const Json& propertyOf(const Json& schema, const std::string& key) {
    static const Json kNothing = Json::object();
    if (!schema.contains("properties") || !schema["properties"].contains(key)) return kNothing;
    return schema["properties"][key];
}

QString fixedLabel(const Json& value) {
    if (value.is_boolean())
        return value.get<bool>() ? QCoreApplication::translate("FormSchema", "Yes")
                                 : QCoreApplication::translate("FormSchema", "No");
    if (value.is_null()) return QCoreApplication::translate("FormSchema", "None");
    return QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
}

QString openLabel(const Json& schema) {
    if (schema.contains("title")) return schemaText(schema["title"]);
    const std::string type = schema.value("type", "");
    if (type == "integer" || type == "number") return QCoreApplication::translate("FormSchema", "A number");
    if (type == "string") return QCoreApplication::translate("FormSchema", "A text");
    if (type == "array") return QCoreApplication::translate("FormSchema", "A list");
    if (schema.contains("required")) {
        const std::string key = schema["required"][0];
        return titleOf(propertyOf(schema, key), QString::fromStdString(key));
    }
    return QCoreApplication::translate("FormSchema", "Other");
}

Json initialOf(const Json& schema) {
    if (schema.contains("x-initial")) return schema["x-initial"];
    if (schema.contains("default")) return schema["default"];
    if (schema.contains("const")) return schema["const"];
    if (schema.contains("enum")) return schema["enum"][0];
    if (schema.contains("oneOf")) {
        for (const Json& alternative : schema["oneOf"])
            if (!alternative.contains("x-same-as") && !alternative.contains("x-not-yet"))
                return initialOf(alternative);
    }
    const std::string type = schema.value("type", "");
    if (type == "boolean") return false;
    if (type == "integer") return std::max<std::int64_t>(schema.value("minimum", std::int64_t{1}), 0);
    if (type == "number") return schema.value("minimum", 0.0);
    if (type == "string") return "";
    if (type == "array") return Json::array();
    if (type != "object") return Json();
    Json options = Json::object();
    const Json properties = schema.value("properties", Json::object());
    for (const auto& property : properties.items())
        if (property.value().contains("x-initial")) options[property.key()] = initialOf(property.value());
    return options;
}

Alternative openAlternative(const Json& schema) {
    Alternative open{.label = openLabel(schema),
                     .help = helpOf(schema),
                     .notYet = QString::fromStdString(schema.value("x-not-yet", "")),
                     .schema = schema,
                     .initial = initialOf(schema)};
    if (schema.value("type", "") == "object") {
        open.initial = Json::object();
        // The first key identifies the alternative; the user fills in whatever else it requires.
        const Json keys =
            schema.contains("required") ? schema["required"] : schema.value("x-order", Json::array());
        if (!keys.empty()) {
            const std::string key = keys[0];
            open.initial[key] = initialOf(propertyOf(schema, key));
        }
    }
    return open;
}

void addAlternatives(const Json& schema, std::vector<Alternative>& into) {
    if (schema.contains("x-same-as")) return;
    const QString notYet = QString::fromStdString(schema.value("x-not-yet", ""));
    const auto addFixed = [&](const Json& value) {
        into.push_back({.label = fixedLabel(value), .notYet = notYet, .initial = value});
        if (schema.contains("title") && schema.contains("const")) into.back().label = openLabel(schema);
    };
    if (schema.contains("oneOf")) {
        for (const Json& alternative : schema["oneOf"]) addAlternatives(alternative, into);
    } else if (schema.contains("enum")) {
        for (const Json& value : schema["enum"]) addFixed(value);
    } else if (schema.contains("const")) {
        addFixed(schema["const"]);
    } else if (schema.value("type", "") == "boolean") {
        addFixed(true);
        addFixed(false);
    } else if (schema.value("type", "") == "null") {
        addFixed(nullptr);
    } else {
        into.push_back(openAlternative(schema));
    }
}

bool fits(const Alternative& alternative, const Json& value) {
    if (alternative.isAbsent) return false;
    if (alternative.schema.is_null()) return alternative.initial == value;
    const std::string type = alternative.schema.value("type", "");
    if (type == "integer" || type == "number") return value.is_number();
    if (type == "string") return value.is_string();
    if (type == "array") return value.is_array();
    if (!value.is_object()) return false;
    if (alternative.schema.contains("required")) {
        const std::string key = alternative.schema["required"][0];
        if (!value.contains(key)) return false;
        // If several alternatives start with the same key, its value decides: {plugin: id, …}.
        const Json& first = propertyOf(alternative.schema, key);
        return !first.contains("const") || first["const"] == value[key];
    }
    if (!alternative.schema.contains("properties")) return true;
    const Json& properties = alternative.schema["properties"];
    return std::ranges::any_of(value.items(),
                               [&](const auto& item) { return properties.contains(item.key()); });
}

/// The schema of the one map inside {name: {…}}, also where a word alone may be written for it.
const Json* innerMap(const Alternative& alternative, std::string& key) {
    if (!alternative.schema.is_object() || !alternative.schema.contains("required")) return nullptr;
    key = alternative.schema["required"][0];
    const Json& inner = propertyOf(alternative.schema, key);
    if (inner.contains("properties")) return &inner;
    if (!inner.contains("oneOf")) return nullptr;
    const auto map =
        std::ranges::find_if(inner["oneOf"], [](const Json& one) { return one.contains("properties"); });
    return map == inner["oneOf"].end() ? nullptr : &*map;
}

}  // namespace

QString schemaText(const Json& words) {
    const std::string wanted = language();
    const auto inLanguage = [&](const Json& byLanguage) {
        return QString::fromStdString(byLanguage.value(wanted, byLanguage.value("en", "")));
    };
    if (words.is_object()) return inLanguage(words);
    if (!words.is_string()) return {};
    const std::string english = words.get<std::string>();
    const auto found = catalogue().find(english);
    const bool isKnown = found != catalogue().end() && found->contains(wanted);
    return QString::fromStdString(isKnown ? (*found)[wanted].get<std::string>() : english);
}

QString titleOf(const Json& schema, const QString& key) {
    return schema.contains("title") ? schemaText(schema["title"]) : key;
}

QString helpOf(const Json& schema) {
    return schema.contains("description") ? schemaText(schema["description"]) : QString();
}

FormPath FormPath::child(const std::string& key) const {
    const QString name = QString::fromStdString(key);
    return {pointer / key, dotted.isEmpty() ? name : dotted + '.' + name};
}

FormPath FormPath::item(std::size_t index) const {
    return {pointer / index, QStringLiteral("%1[%2]").arg(dotted).arg(index)};
}

bool FormPath::holds(const QString& path) const {
    if (!path.startsWith(dotted)) return false;
    return path.size() == dotted.size() || path[dotted.size()] == '.' || path[dotted.size()] == '[';
}

FieldKind fieldKind(const Json& schema) {
    if (schema.contains("oneOf")) {
        const bool isLine = std::ranges::all_of(schema["oneOf"], [](const Json& alternative) {
            return alternative.contains("x-same-as") || isScalar(alternative) || isScalarList(alternative);
        });
        return isLine ? FieldKind::kList : FieldKind::kChoice;
    }
    if (schema.contains("enum") || schema.contains("const")) return FieldKind::kChoice;
    const std::string type = schema.value("type", "");
    if (type == "boolean") return FieldKind::kFlag;
    if (type == "integer" || type == "number") return FieldKind::kNumber;
    if (type == "string") return isFileName(schema) ? FieldKind::kPath : FieldKind::kText;
    if (type == "array") {
        if (!setWords(schema).empty()) return FieldKind::kSet;
        return isScalarList(schema) ? FieldKind::kList : FieldKind::kYaml;
    }
    const bool isClosed = schema.value("additionalProperties", Json(true)) == false;
    return schema.contains("properties") || isClosed ? FieldKind::kGroup : FieldKind::kYaml;
}

std::vector<std::string> setWords(const Json& schema) {
    std::vector<std::string> words;
    if (schema.value("uniqueItems", false) == false || !schema.contains("items")) return words;
    std::vector<Alternative> alternatives;
    addAlternatives(schema["items"], alternatives);
    for (const Alternative& alternative : alternatives) {
        if (!alternative.initial.is_string() || !alternative.schema.is_null()) return {};
        words.push_back(alternative.initial);
    }
    return words;
}

std::vector<Alternative> alternativesOf(const Json& schema, Presence presence) {
    std::vector<Alternative> alternatives;
    if (presence == Presence::kOptional && !schema.contains("default"))
        alternatives.push_back(
            {.label = QCoreApplication::translate("FormSchema", "Not set"), .isAbsent = true});
    addAlternatives(schema, alternatives);
    return alternatives;
}

Json longForm(const Json& schema, const Json& value) {
    if (schema.contains("oneOf"))
        for (const Json& alternative : schema["oneOf"])
            if (alternative.contains("x-same-as") && alternative.value("const", Json()) == value)
                return alternative["x-same-as"];
    return value;
}

int alternativeOf(const std::vector<Alternative>& alternatives, const Json& schema, const Json* value) {
    const auto at = [&](auto found) {
        return found == alternatives.end() ? -1 : static_cast<int>(found - alternatives.begin());
    };
    if (!value && !schema.contains("default"))
        return at(std::ranges::find_if(alternatives, &Alternative::isAbsent));
    const Json full = longForm(schema, value ? *value : schema["default"]);
    return at(std::ranges::find_if(alternatives, [&](const Alternative& a) { return fits(a, full); }));
}

Json switchedTo(const Alternative& to, const Json* before) {
    Json value = to.initial;
    std::string key;
    const Json* map = innerMap(to, key);
    if (!map || !before || !before->is_object() || before->size() != 1) return value;
    const Json& old = before->begin().value();
    if (!old.is_object()) return value;
    Json options = value[key];
    if (!options.is_object()) options = {{(*map)["required"][0].get<std::string>(), options}};
    const std::size_t own = options.size();
    for (const auto& item : old.items())
        if ((*map)["properties"].contains(item.key())) options[item.key()] = item.value();
    if (value[key].is_object() || options.size() > own) value[key] = options;
    return value;
}

std::vector<FormEntry> entriesOf(const Json& schema, const FormPath& path) {
    std::vector<FormEntry> entries;
    if (!schema.contains("properties")) return entries;
    const Json required = schema.value("required", Json::array());
    for (const Json& name : schema["x-order"]) {
        const std::string key = name;
        const Json& property = schema["properties"][key];
        if (property.contains("x-not-yet") || property.contains("const")) continue;
        const bool isRequired = std::ranges::find(required, name) != required.end();
        entries.push_back(
            {key, path.child(key), &property, isRequired ? Presence::kRequired : Presence::kOptional});
    }
    return entries;
}

Json commandSchema(Json schema) {
    Json defaults = Json::object();
    spec::fillCommandDefaults(defaults);
    const Json flat = defaults.flatten();
    for (const auto& [pointer, value] : flat.items()) {
        Json* property = &schema;
        for (const QString& key : QString::fromStdString(pointer).split('/', Qt::SkipEmptyParts))
            property = &(*property)["properties"][key.toStdString()];
        (*property)["default"] = value;
    }
    schema["properties"]["on_failure"]["properties"]["stall_seconds"]["description"] =
        QCoreApplication::translate("FormSchema",
                                    "A chief or worker counts as dead when it has printed nothing, and no "
                                    "event file of the run has grown, for this long. 0: never.")
            .toStdString();
    schema["properties"]["metrics"]["examples"] = {Json::array({{{"format", "keras"}}})};
    return schema;
}

namespace {

/// The section that shows a key: its own (x-section), or that of the map around it. A command run has few.
QString sectionOf(const Json& schema, const std::string& map, RunKind kind) {
    const std::string own = schema.value("x-section", map);
    const bool isOfBoth = own == "cluster" || own == "failures";
    return QString::fromStdString(kind == RunKind::kTraining || isOfBoth ? own : "program");
}

bool isOfKind(const std::string& path, RunKind kind) {
    if (kind == RunKind::kTraining) return !spec::isCommandKey(path);
    return path != "train" && !spec::isOfTraining(path);
}

}  // namespace

std::vector<FormSection> formSections(const Json& schema, RunKind kind) {
    std::vector<FormSection> sections{
        {"program", QCoreApplication::translate("FormSchema", "Program"), {}},
        {"model", QCoreApplication::translate("FormSchema", "Model"), {}},
        {"data", QCoreApplication::translate("FormSchema", "Data"), {}},
        {"strategy", QCoreApplication::translate("FormSchema", "Strategy"), {}},
        {"cluster", QCoreApplication::translate("FormSchema", "Cluster"), {}},
        {"training", QCoreApplication::translate("FormSchema", "Training"), {}},
        {"checkpoints", QCoreApplication::translate("FormSchema", "Checkpoints"), {}},
        {"failures", QCoreApplication::translate("FormSchema", "Failures"), {}}};
    const std::string otherwise = "training";
    const auto add = [&](const FormEntry& entry, const std::string& map) {
        if (!isOfKind(entry.path.dotted.toStdString(), kind)) return;
        const QString id = sectionOf(*entry.schema, map, kind);
        std::ranges::find(sections, id, &FormSection::id)->entries.push_back(entry);
    };
    for (FormEntry entry : entriesOf(schema, FormPath())) {
        if (entry.key == "trainyard") continue;  // the file's format: nothing to choose
        if (entry.key == "command") entry.presence = Presence::kRequired;
        if (entry.key == "checkpoint" || entry.key == "on_failure") {  // shown by the section's title
            for (const FormEntry& inner : entriesOf(*entry.schema, entry.path))
                add(inner, entry.schema->value("x-section", ""));
            continue;
        }
        if (entry.key != "train" || kind == RunKind::kCommand) {
            add(entry, otherwise);
            continue;
        }
        for (FormEntry inner : entriesOf(*entry.schema, entry.path)) {
            if (inner.key == "model" && !entry.schema->at("properties").contains("program"))
                inner.presence = Presence::kRequired;
            if (inner.key != "data") {
                add(inner, otherwise);
                continue;
            }
            for (const FormEntry& data : entriesOf(*inner.schema, inner.path))
                add(data, inner.schema->value("x-section", ""));
        }
    }
    std::erase_if(sections, [](const FormSection& section) { return section.entries.empty(); });
    return sections;
}

QString lineOf(FieldKind kind, const Json& value) {
    static const Json kNothing = Json::object();
    if (kind != FieldKind::kYaml && value.is_string())
        return QString::fromStdString(value.get<std::string>());
    if (kind == FieldKind::kList && value.is_array()) {
        const std::string flow = spec::flowYaml(value, kNothing);
        return QString::fromStdString(flow.substr(1, flow.size() - 2));
    }
    return QString::fromStdString(spec::flowYaml(value, kNothing));
}

LineValue valueOfLine(FieldKind kind, const Json& schema, const QString& line) {
    const std::string text = line.trimmed().toStdString();
    if (kind == FieldKind::kText || kind == FieldKind::kPath) return {text};
    const bool mayBeOne = schema.contains("oneOf");  // a scalar, or a list of them
    const bool isList = kind == FieldKind::kList && (!mayBeOne || text.find(',') != std::string::npos);
    if (kind == FieldKind::kList && !isList && isFileName(schema)) return {text};
    const auto tree = spec::parseYaml(isList && !text.starts_with('[') ? '[' + text + ']' : text);
    if (!tree) {
        if (kind == FieldKind::kYaml || isList) return {{}, false};
        return {text};
    }
    return {tree->value};
}

}  // namespace trainyard::models
