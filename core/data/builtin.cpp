// SPDX-License-Identifier: Apache-2.0
#include "core/data/builtin.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <string_view>
#include <vector>

#include "core/base/known_data.h"
#include "core/base/sent_place.h"
#include "core/base/text.h"

namespace trainyard::data {
namespace {

namespace fs = std::filesystem;
using base::Code;

/// Half of a known data set: its training or its test files.
struct Builtin {
    const base::KnownData& data;
    std::string name;
    std::string_view images, labels;
};

std::vector<Builtin> builtins() {
    std::vector<Builtin> all;
    for (const base::KnownData& data : base::knownData())
        for (const std::size_t first : {0, 2})
            all.push_back({data, fmt::format("{}{}", data.name, first == 0 ? "" : "_test"),
                           data.files[first].name, data.files[first + 1].name});
    return all;
}

base::Words howToGet(const base::KnownData& data, const fs::path& lastRoot) {
    std::vector<std::string_view> names;
    for (const base::KnownFile& file : data.files) names.push_back(file.name);
    const std::string four = fmt::format("{}", fmt::join(names, ", "));
    const std::string folder = (lastRoot / data.folder).string();
    if (data.name == "fashion_mnist")
        return base::say(
            "fetch it with `trainyard-headless data fetch fashion_mnist`, install Debian's package "
            "dataset-fashion-mnist (apt install dataset-fashion-mnist), or put {} into {}",
            four, folder);
    return base::say("fetch it with `trainyard-headless data fetch {}`, or put its four files, {}, into {}",
                     data.name, four, folder);
}

}  // namespace

base::Result<IdxSource> locateBuiltin(const nlohmann::json& value) {
    if (!value.is_string())
        return base::fail(Code::kInvalidArgument, "data: the value of builtin must be a name");
    const auto& name = value.get_ref<const std::string&>();
    const std::vector<fs::path> roots = base::datasetFolders();
    std::vector<std::string> names;
    for (const Builtin& builtin : builtins()) {
        names.push_back(builtin.name);
        if (builtin.name != name) continue;
        if (const fs::path sent = base::sentPlace(base::sentFolder(), base::kBuiltinPlace + name);
            !sent.empty())
            if (::access(sent.c_str(), F_OK) == 0)
                return IdxSource{name, sent / builtin.images, sent / builtin.labels, sent, 10};
        std::vector<std::string> looked;
        for (const fs::path& root : roots) {
            const fs::path folder = root / builtin.data.folder;
            IdxSource found{name, folder / builtin.images, folder / builtin.labels, folder, 10};
            const bool hasImages = ::access(found.images.c_str(), R_OK) == 0;
            const bool hasLabels = ::access(found.labels.c_str(), R_OK) == 0;
            if (hasImages && hasLabels) return found;
            if (!hasImages) looked.push_back(found.images.string());
            if (!hasLabels) looked.push_back(found.labels.string());
        }
        return base::fail(Code::kNotFound,
                          base::say("the data set {} is not complete on this machine (missing: {}); {}", name,
                                    fmt::join(looked, ", "), howToGet(builtin.data, roots.back())),
                          "data.missing");
    }
    return base::fail(Code::kInvalidArgument, base::say("there is no builtin data set \"{}\"; there are {}",
                                                        base::printable(name), fmt::join(names, ", ")));
}

}  // namespace trainyard::data
