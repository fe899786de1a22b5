// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// A run file's JSON Schema as a form sees it. Plain functions over plain values. [any]
namespace trainyard::models {

using Json = nlohmann::json;

/// The text of a `title` or `description` in the window's language: a string, looked up in
/// resources/translations/schema.json, or a map by language, as plugins have it. Empty for none.
QString schemaText(const Json& words);
/// The schema's title; the key if it has none.
QString titleOf(const Json& schema, const QString& key);
QString helpOf(const Json& schema);

/// Where a value is in a run file.
struct FormPath {
    Json::json_pointer pointer;
    QString dotted;  ///< "train.model.layers[2].conv2d", as findings write it

    FormPath child(const std::string& key) const;
    FormPath item(std::size_t index) const;
    /// Whether a finding's path refers to this place or one inside it.
    bool holds(const QString& path) const;
};

enum class FieldKind {
    kFlag,    ///< a boolean
    kChoice,  ///< one of several alternatives, which may have fields of their own
    kNumber,
    kText,
    kPath,   ///< a file or folder
    kSet,    ///< any subset of several words
    kList,   ///< scalars, separated by commas
    kGroup,  ///< keys of a map
    kYaml    ///< a value without a form: YAML on one line
};
FieldKind fieldKind(const Json& schema);

/// One of the alternatives of a kChoice field.
struct Alternative {
    QString label;
    QString help;
    QString notYet;         ///< why it cannot be chosen in this version; empty: it can be chosen
    Json schema;            ///< of the value when it is chosen; null: `initial`, with nothing to edit
    Json initial;           ///< the value set by choosing it
    bool isAbsent = false;  ///< the key is omitted
};
enum class Presence { kRequired, kOptional };
/// An optional key without a default may also be omitted.
std::vector<Alternative> alternativesOf(const Json& schema, Presence presence);
/// Which alternative a value (null: the key is absent) is; -1: none.
int alternativeOf(const std::vector<Alternative>& alternatives, const Json& schema, const Json* value);
/// The value that replaces `before` when `to` is chosen: options that both have are kept.
Json switchedTo(const Alternative& to, const Json* before);
/// `before` in its long form if it is a short one (x-same-as).
Json longForm(const Json& schema, const Json& value);

/// A key of a map, shown as a row of the form.
struct FormEntry {
    std::string key;
    FormPath path;
    const Json* schema = nullptr;
    Presence presence = Presence::kOptional;
};
/// The keys of a map in the schema's order, without those that this version does not support and those that
/// can have only one value.
std::vector<FormEntry> entriesOf(const Json& schema, const FormPath& path);

/// A named part of the form.
struct FormSection {
    QString id;
    QString title;
    std::vector<FormEntry> entries;
};
enum class RunKind { kTraining, kCommand };
/// Every key that this kind of run can have is in exactly one section.
std::vector<FormSection> formSections(const Json& schema, RunKind kind);
/// The schema with the defaults and meanings that keys have in a command run.
Json commandSchema(Json schema);

/// The words that a kSet field offers.
std::vector<std::string> setWords(const Json& schema);

/// Converts a value to a line of text ("64, 32" for a list), and such a line to a value for a field of this
/// kind: nothing for an empty line, text if it is not a number.
QString lineOf(FieldKind kind, const Json& value);
/// `isReadable` false: the line is not valid YAML, so there is no value.
struct LineValue {
    Json value;
    bool isReadable = true;
};
LineValue valueOfLine(FieldKind kind, const Json& schema, const QString& line);

}  // namespace trainyard::models
