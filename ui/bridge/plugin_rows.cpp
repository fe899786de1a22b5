// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/plugin_rows.h"

#include <algorithm>

#include "core/plugin/library.h"
#include "core/plugin/trust.h"
#include "ui/bridge/from_words.h"

namespace trainyard::bridge {
namespace {

using nlohmann::json;

QString toQString(const std::string& value) {
    return QString::fromStdString(value);
}

/// A schema's or a manifest's text by language; plain text is English.
Translated translated(const json& value) {
    Translated all;
    if (value.is_string()) all[QStringLiteral("en")] = toQString(value.get<std::string>());
    if (value.is_object())
        for (const auto& language : value.items())
            if (language.value().is_string()) all[toQString(language.key())] = toQString(language.value());
    return all;
}

void fill(PluginRow& row, const plugin::Manifest& manifest) {
    row.id = toQString(manifest.id);
    row.version = toQString(manifest.version);
    row.folder = toQString(manifest.folder.string());
    row.title = translated(manifest.title);
    row.help = translated(manifest.help);
    const json& schema = manifest.strategy.optionsSchema;
    const json properties = schema.value("properties", json::object());
    for (const json& key : schema.value("x-order", json::array())) {
        const json option = properties.value(key.get<std::string>(), json::object());
        row.options.push_back({toQString(key.get<std::string>()), translated(option.value("title", json())),
                               translated(option.value("description", json())),
                               option.contains("default") ? toQString(option["default"].dump()) : QString()});
    }
}

StrategyRow toStrategyRow(const plugin::Manifest& manifest) {
    StrategyRow row;
    fill(row, manifest);
    row.topology = toQString(manifest.topology);
    row.bytesPerStep = toQString(manifest.bytesPerStep);
    row.maxTasks = manifest.strategy.maxTasks;
    for (const auto& [name, role] : manifest.strategy.roles)
        row.roles.push_back(
            {toQString(name), role.min, role.max, role.isReplica, role.completes, role.restartsGroup});
    return row;
}

ProgramRow toProgramRow(const plugin::Manifest& manifest) {
    ProgramRow row;
    fill(row, manifest);
    row.isCoordinated = manifest.isCoordinated;
    return row;
}

}  // namespace

PluginList toPluginList(const plugin::Catalog& catalog) {
    PluginList list;
    for (const plugin::Manifest& manifest : catalog.plugins()) {
        if (manifest.kind == "strategy") list.strategies.push_back(toStrategyRow(manifest));
        if (manifest.kind == "program") list.programs.push_back(toProgramRow(manifest));
    }
    std::ranges::sort(list.strategies, {}, &StrategyRow::id);
    std::ranges::sort(list.programs, {}, &ProgramRow::id);
    for (const base::Error& broken : catalog.broken()) list.broken.push_back(toSentence(broken.words()));
    for (const plugin::Manifest& manifest : catalog.plugins())
        for (const base::Status& usable : {plugin::checkTrusted(manifest), plugin::checkVersions(manifest)})
            if (!usable) list.broken.push_back(toSentence(usable.error().words()));
    return list;
}

}  // namespace trainyard::bridge
