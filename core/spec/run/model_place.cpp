// SPDX-License-Identifier: Apache-2.0
#include "core/spec/run/model_place.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/name_template.h"
#include "core/base/text.h"
#include "core/spec/run/checkpoint_spec.h"

namespace trainyard::spec {
namespace {

namespace fs = std::filesystem;

/// What is there of it without links; of another machine's, as it is written.
fs::path withoutLinks(const std::string& path) {
    std::error_code error;
    fs::path found = fs::weakly_canonical(path, error);
    if (error) found = fs::path(path).lexically_normal();
    return found.has_filename() ? found : found.parent_path();
}

/// The name in `folder` that leads to `path`; empty: it is not in there.
std::string nameIn(const fs::path& folder, const fs::path& path) {
    const fs::path below = path.lexically_relative(folder);
    return below.empty() || *below.begin() == ".." || below == "." ? std::string() : below.begin()->string();
}

/// As checkpoints, their index, and what is kept of them are named, and as `checkpoint.name` names them.
bool isTaken(std::string_view name, const std::string& nameTemplate) {
    if (name.starts_with("ckpt-") || name.starts_with('.') || name == "checkpoint" || name == "marks.json" ||
        name.find_first_not_of("0123456789") == name.npos)
        return true;
    const auto given = base::NameTemplate::parse(nameTemplate);
    return !nameTemplate.empty() && given && given->mayGive(name);
}

}  // namespace

base::Status mayNameModel(const v1::RunSpec& spec) {
    if (spec.train().save_model().empty()) return {};
    const fs::path model = withoutLinks(spec.train().save_model());
    const auto backup = backupOf(spec);
    for (const std::string& folder : {spec.checkpoint().dir(), backup ? backup->dir : std::string()}) {
        const std::string name = folder.empty() ? std::string() : nameIn(withoutLinks(folder), model);
        if (name.empty() || !isTaken(name, spec.checkpoint().name())) continue;
        return base::fail(
            base::Code::kRefused,
            base::say("`{}` is a name that checkpoints have in {}; give the model another name, "
                      "or a folder of its own",
                      base::printable(name), base::printable(folder)),
            "save_model.checkpoints");
    }
    return {};
}

}  // namespace trainyard::spec
