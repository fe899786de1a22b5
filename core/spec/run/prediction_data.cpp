// SPDX-License-Identifier: Apache-2.0
#include "core/spec/run/prediction_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/text.h"
#include "core/spec/run/values.h"

namespace trainyard::spec {
namespace {

using base::Code;
using nlohmann::json;
namespace fs = std::filesystem;

/// A source as in a run file, complete and with absolute paths: checked inside of one.
base::Result<json> readSource(const std::string& yaml, const fs::path& folder,
                              const StrategyInfos& strategies) {
    const json frame = {
        {"trainyard", 1},
        {"name", "predict"},
        {"train", {{"model", {{"builtin", "mlp"}}}, {"data", {{"train", {{"builtin", "mnist"}}}}}}},
        {"cluster", {{"worker", {"local"}}}}};
    const LoadedSpec loaded =
        loadRunText(frame.dump(), "the data", folder, {{"train.data.validation", yaml}}, strategies);
    for (const v1::Problem& problem : loaded.problems)
        if (problem.severity() == v1::Problem::ERROR)
            return base::fail(Code::kRefused, base::say("the data: {}", problem.message()), problem.code());
    return valueToJson(loaded.spec.train().data().validation());
}

/// A word may be meant for a data set of a plugin, too.
base::Result<json> readBuiltin(const std::string& name, const fs::path& folder,
                               const StrategyInfos& strategies) {
    auto source = readSource(fmt::format("{{builtin: {}}}", json(name).dump()), folder, strategies);
    if (source) return source;
    base::Error why = source.error();
    why.message = base::say(
        "{}. A data set of a plugin is named as a source of a run file, '{{plugin: ID}}'; "
        "`plugins` lists those that are installed",
        why.message);
    return base::fail(std::move(why));
}

/// The kind of source that a file of data has, by its ending; empty: it may be a picture.
std::string_view sourceOfFile(const fs::path& file) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kEndings{
        {{".csv", "csv"}, {".npy", "npy"}, {".tfrecord", "tfrecord"}}};
    const std::string ending = file.extension().string();
    const auto found =
        std::ranges::find(kEndings, ending, &std::pair<std::string_view, std::string_view>::first);
    return found == kEndings.end() ? std::string_view() : found->second;
}

}  // namespace

base::Result<json> predictionData(const std::vector<std::string>& words, const fs::path& folder,
                                  const StrategyInfos& strategies) {
    if (words.empty()) return json();
    const std::string& first = words.front();
    const auto absolute = [&](const std::string& path) { return base::plainPath(folder / path); };
    std::error_code error;
    if (words.size() == 1) {
        if (first.starts_with('{')) return readSource(first, folder, strategies);
        if (fs::is_directory(absolute(first), error)) return json{{"images", absolute(first).string()}};
        if (!fs::exists(absolute(first), error) && first.find_first_of("./") == std::string::npos)
            return readBuiltin(first, folder, strategies);
    }
    json files = json::array();
    for (const std::string& word : words) {
        const fs::path file = absolute(word);
        if (const auto there = base::openRegular(file); !there) {
            base::Error why = there.error();
            if (why.id != "file.not_regular")
                why.id = why.code == Code::kNotFound ? "data.missing" : "data.unreadable";
            return base::fail(std::move(why));
        }
        if (const std::string_view kind = sourceOfFile(file); !kind.empty())
            return base::fail(Code::kRefused,
                              base::say("{} is not an image. Name its data as a source of a run file: "
                                        "'{{{}: …}}'",
                                        base::printable(file.string()), kind),
                              "predict.source");
        files.push_back(file.string());
    }
    return json{{"files", std::move(files)}};
}

}  // namespace trainyard::spec
