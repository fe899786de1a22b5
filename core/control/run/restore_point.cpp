// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/restore_point.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/base/path.h"
#include "core/base/text.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/given_name.h"
#include "core/spec/run/adapted.h"
#include "core/spec/run/spec_changes.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using base::Code;
using nlohmann::json;

/// A verified checkpoint as `spec` would continue from it.
base::Result<RestorePoint> fit(const fs::path& checkpoint, const v1::RunSpec& spec) {
    TY_ASSIGN(const checkpoint::TrainState state, checkpoint::readState(checkpoint));
    // The spec in the file may be anybody's: nothing is asked of it but to be JSON.
    const json now = spec::toJson(spec::withSavedValues(spec, state.spec));
    const json::json_pointer model("/train/model");
    if (state.spec.contains(model) && now.contains(model) && state.spec.at(model) != now.at(model))
        return base::fail(
            Code::kRefused,
            base::say("{} is of the model {}, the run file now says {}: its variables would not fit; start "
                      "a new run, with train.initial_weights where the layers are the same",
                      checkpoint.string(), spec::shownAsYaml(state.spec.at(model)),
                      spec::shownAsYaml(now.at(model))),
            "checkpoint.model");
    RestorePoint point{checkpoint, state.step, state.epoch, {}, state.stepInEpoch};
    point.changed = spec::changesBetween(state.spec, now, kTrainingKeys);
    return point;
}

}  // namespace

base::Result<RestorePoint> examine(const fs::path& checkpoint, const v1::RunSpec& spec) {
    TY_TRY(checkpoint::verify(checkpoint, checkpoint::Depth::kBlockSums));
    return fit(checkpoint, spec);
}

base::Result<fs::path> checkpointNamed(const std::string& from, const std::vector<fs::path>& folders) {
    if (fs::path(from).is_absolute()) return checkpoint::whereNamed(base::plainPath(from));
    if (from.find('/') != std::string::npos) return fs::path();  // of no folder of the run's
    for (const fs::path& folder : folders)
        for (const std::string& name : {from, "ckpt-" + from}) {
            std::error_code error;  // in any case there is no such folder
            if (!fs::is_directory(folder / name, error)) continue;
            fs::path path = checkpoint::whereNamed(folder / name);
            if (!fs::is_symlink(path, error)) return path;
            return base::fail(Code::kRefused,
                              base::say("{} is a link to {}, which is not a checkpoint of this run; to start "
                                        "from there, name the path itself",
                                        base::printable(path.string()),
                                        base::printable(fs::read_symlink(path, error).string())),
                              "checkpoint.link");
        }
    return fs::path();
}

RestoreSearch findRestorePoint(const std::vector<fs::path>& folders, const std::string& run,
                               const fs::path& base, const v1::RunSpec& spec) {
    RestoreSearch search;
    for (;;) {
        auto newest = checkpoint::takeNewest(folders, run);
        if (!newest) {
            search.error = newest.error();
            return search;
        }
        std::ranges::move(newest->damaged, std::back_inserter(search.damaged));
        const bool hasOwn = !newest->path.empty();
        if (!hasOwn && base.empty()) return search;
        auto point = hasOwn ? fit(newest->path, spec) : examine(base, spec);
        if (point) {
            search.found = std::move(*point);
            return search;
        }
        // Deleted between its verification and now: the next one is the newest.
        std::error_code error;
        if (hasOwn && point.error().code == Code::kNotFound && !fs::exists(newest->path, error)) continue;
        search.error = point.error();
        return search;
    }
}

}  // namespace trainyard::control
