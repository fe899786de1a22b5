// SPDX-License-Identifier: Apache-2.0
#include "core/control/start/named_files.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "core/base/cancel.h"
#include "core/base/home.h"
#include "core/base/sent_place.h"
#include "core/base/text.h"
#include "core/plugin/callback.h"
#include "core/plugin/dataset.h"
#include "core/plugin/layer.h"
#include "core/plugin/program.h"
#include "core/spec/run/command_spec.h"
#include "core/spec/run/run_spec.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;

void addPaths(const nlohmann::json& value, std::vector<std::string>& paths) {
    if (value.is_string() && value.get_ref<const std::string&>().starts_with('/')) paths.push_back(value);
    if (!value.is_structured()) return;
    for (const auto& item : value) addPaths(item, paths);
}

/// Whether `file` is what a path or pattern of the run file stands for, or is in such a folder.
bool isOf(const fs::path& place, const fs::path& file) {
    const fs::path base = base::baseOfPlace(place);
    if (base.empty()) return false;
    const std::string pattern = place.lexically_relative(base), name = file.lexically_relative(base);
    return place == file || ::fnmatch(pattern.c_str(), name.c_str(), FNM_PATHNAME | FNM_LEADING_DIR) == 0;
}

void addData(const spec::Choice& source, const std::optional<data::Inspection>& found, const std::string& key,
             std::vector<NamedPlace>& places) {
    if (!found) return;
    if (source.kind == "builtin") {
        NamedPlace& place =
            places.emplace_back(NamedPlace{key, base::kBuiltinPlace + source.value.get<std::string>(), {}});
        for (const fs::path file : found->paths) place.files.push_back({file, file.filename()});
        return;
    }
    std::vector<std::string> paths;
    addPaths(source.value, paths);
    for (const std::string& path : paths) {
        NamedPlace place{key, path, {}};
        for (const fs::path file : found->paths)
            if (isOf(path, file))
                place.files.push_back({file, file.lexically_relative(base::baseOfPlace(path))});
        if (!place.files.empty()) places.push_back(std::move(place));
    }
}

/// Those that come with Trainyard are on every machine.
void addPlugin(const plugin::Manifest* manifest, const std::string& key, std::vector<NamedPlace>& places) {
    if (!manifest) return;
    const std::string inside = manifest->folder.lexically_relative(base::programFolder().parent_path());
    if (!inside.starts_with("..")) return;
    NamedPlace place{key, base::kPluginPlace + manifest->id, {}};
    for (const std::string& name : {std::string("manifest.json"), manifest->library})
        if (!name.empty()) place.files.push_back({manifest->folder / name, name, false});
    places.push_back(std::move(place));
}

/// A link is sent as the file that it leads to, if that is in the folder, too.
base::Status checkInside(const fs::path& file, const fs::path& folder) {
    std::error_code error;
    const fs::path real = fs::canonical(file, error);
    if (!error && fs::is_regular_file(real, error) && *real.lexically_relative(folder).begin() != "..")
        return {};
    return base::fail(
        base::Code::kRefused,
        base::say("{} cannot be sent: it is neither a regular file nor a link to one in the same "
                  "folder; copy the folder to the same path of the other machine",
                  base::printable(file.string())),
        "file.outside");
}

}  // namespace

base::Error tooMany(const std::string& place) {
    return {
        base::Code::kRefused,
        base::say("{} has more than {} files, which are too many to send; copy it to the same path of the "
                  "other machine",
                  base::printable(place), kMostFiles),
        "file.too_many"};
}

std::vector<NamedPlace> placesOf(const v1::RunSpec& spec, const Checked& checked,
                                 const plugin::Catalog& catalog) {
    std::vector<NamedPlace> places;
    if (spec::isCommand(spec)) {
        places.push_back({"cwd", spec.cwd(), {}, spec.cwd()});
        return places;
    }
    const auto add = [&](const spec::Choice& source, const auto& found, const char* key) {
        if (plugin::isDataset(source))
            addPlugin(plugin::datasetManifest(source, catalog), key, places);
        else
            addData(source, found, key, places);
    };
    if (spec.train().data().has_train()) add(spec::trainDataOf(spec), checked.train, "train.data.train");
    if (const auto validation = spec::validationDataOf(spec))
        add(*validation, checked.validation, "train.data.validation");
    if (const fs::path weights = spec.train().initial_weights(); !weights.empty())
        places.push_back({"train.initial_weights", weights, {{weights, weights.filename()}}});
    addPlugin(catalog.find(spec::strategyOf(spec).name), "strategy", places);
    if (spec.train().has_program()) {
        addPlugin(plugin::programManifest(spec, catalog), "train.program", places);
    } else {
        for (const spec::CallbackEntry& entry : spec::callbacksOf(spec))
            addPlugin(plugin::callbackManifest(entry, catalog), entry.path, places);
        if (!checked.train) return places;  // and then no model fits it
        const auto plan =
            spec::planModel(spec::modelOf(spec), checked.train->features.shape, catalog.layers());
        for (const plugin::Manifest* manifest :
             plan ? plugin::layerManifests(*plan, catalog) : std::vector<const plugin::Manifest*>())
            addPlugin(manifest, "train.model", places);
    }
    return places;
}

base::Result<std::vector<NamedPlace::File>> filesIn(const fs::path& folder) {
    std::vector<NamedPlace::File> files;
    std::error_code error;
    const fs::path base = base::baseOfPlace(folder), inside = fs::canonical(folder, error);
    for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        TY_TRY(base::checkCancelled());
        std::error_code unreadable;
        if (fs::is_directory(entry->symlink_status(unreadable))) continue;
        TY_TRY(checkInside(entry->path(), inside));
        files.push_back({entry->path(), entry->path().lexically_relative(base)});
        if (files.size() > kMostFiles) return base::fail(tooMany(folder.string()));
    }
    if (error)
        return base::fail(base::errnoError(error.value(), base::say("cannot list {}", folder.string())));
    return files;
}

}  // namespace trainyard::control
