// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// A run file's JSON Schema as a form sees it. Plain functions over plain values. [any]
namespace trainyard::models {

using Json = nlohmann::json;

/// The words of a `title` or `description` in the language of the window: text, looked up in
/// resources/translations/schema.json, or a map by language, as plugins have it. Empty for none.
QString schemaText(const Json& words);
/// The schema's title; the key where it has none.
QString titleOf(const Json& schema, const QString& key);
QString helpOf(const Json& schema);

/// Where a value stands in a run file.
struct FormPath {
    Json::json_pointer pointer;
    QString dotted;  ///< "train.model.layers[2].conv2d", as findings write it

    FormPath child(const std::string& key) const;
    FormPath item(std::size_t index) const;
    /// Whether a finding's path means this place or one inside it.
    bool holds(const QString& path) const;
};

enum class FieldKind {
    kFlag,    ///< a boolean
    kChoice,  ///< one of several alternatives, which may have fields of their own
    kNumber,
    kText,
    kPath,   ///< a file or folder
    kSet,    ///< any of several words
    kList,   ///< scalars, between commas
    kGroup,  ///< keys of a map
    kYaml    ///< a value without a form: YAML on one line
};
FieldKind fieldKind(const Json& schema);

/// One of the things that a field of kChoice can be.
struct Alternative {
    QString label;
    QString help;
    QString notYet;         ///< why it cannot be chosen in this version; empty: it can
    Json schema;            ///< of what stands there when it is chosen; null: `initial`, and nothing to edit
    Json initial;           ///< what choosing it puts there
    bool isAbsent = false;  ///< the key is left out
};
enum class Presence { kRequired, kOptional };
/// An optional key without a default may also be left out.
std::vector<Alternative> alternativesOf(const Json& schema, Presence presence);
/// Which one a value (null: the key is not there) is; -1: none.
int alternativeOf(const std::vector<Alternative>& alternatives, const Json& schema, const Json* value);
/// What choosing `to` puts in the place of `before`: options that both know stay.
Json switchedTo(const Alternative& to, const Json* before);
/// `before` in its long form where it is a short one (x-same-as).
Json longForm(const Json& schema, const Json& value);

/// A key of a map, for a row of the form.
struct FormEntry {
    std::string key;
    FormPath path;
    const Json* schema = nullptr;
    Presence presence = Presence::kOptional;
};
/// The keys of a map in the schema's order, without those that this version can do nothing with and those
/// that can have one value alone.
std::vector<FormEntry> entriesOf(const Json& schema, const FormPath& path);

/// A part of the form with a name of its own.
struct FormSection {
    QString id;
    QString title;
    std::vector<FormEntry> entries;
};
/// Every key of the schema stands in exactly one section.
std::vector<FormSection> formSections(const Json& schema);

/// The words that a field of kSet chooses from.
std::vector<std::string> setWords(const Json& schema);

/// A value as a line of text shows it ("64, 32" for a list), and what such a line means for a field of this
/// kind: nothing for an empty one, text where it is no number.
QString lineOf(FieldKind kind, const Json& value);
/// `isReadable` false: the line is no YAML, there is no value.
struct LineValue {
    Json value;
    bool isReadable = true;
};
LineValue valueOfLine(FieldKind kind, const Json& schema, const QString& line);

}  // namespace trainyard::models
