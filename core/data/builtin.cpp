// SPDX-License-Identifier: Apache-2.0
#include "core/data/builtin.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/base/sent_place.h"
#include "core/base/text.h"

namespace trainyard::data {
namespace {

namespace fs = std::filesystem;
using base::Code;

struct Builtin {
    std::string_view name, folder, images, labels;
};
constexpr std::array kBuiltins{
    Builtin{"fashion_mnist", "fashion-mnist", "train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz"},
    Builtin{"fashion_mnist_test", "fashion-mnist", "t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"},
    Builtin{"mnist", "mnist", "train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz"},
    Builtin{"mnist_test", "mnist", "t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"},
};

std::vector<fs::path> roots() {
    const char* own = std::getenv("TRAINYARD_DATASETS");
    std::vector<fs::path> roots{own && *own ? own : "/usr/share/datasets"};
    const char* data = std::getenv("XDG_DATA_HOME");
    const char* home = std::getenv("HOME");
    if (data && *data == '/')
        roots.push_back(fs::path(data) / "trainyard/datasets");
    else if (home && *home == '/')
        roots.push_back(fs::path(home) / ".local/share/trainyard/datasets");
    return roots;
}

std::string howToGet(const Builtin& builtin, const fs::path& lastRoot) {
    const std::string folder = (lastRoot / builtin.folder).string();
    const std::string four =
        "train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz and "
        "t10k-labels-idx1-ubyte.gz";
    if (builtin.folder == "fashion-mnist")
        return fmt::format(
            "install Debian's package dataset-fashion-mnist (apt install dataset-fashion-mnist), or put {} "
            "into {}",
            four, folder);
    return fmt::format("no package brings it: put its four files, {}, into {}", four, folder);
}

}  // namespace

base::Result<IdxSource> locateBuiltin(const nlohmann::json& value) {
    if (!value.is_string())
        return base::fail(Code::kInvalidArgument, "data: the value of builtin must be a name");
    const auto& name = value.get_ref<const std::string&>();
    std::vector<std::string_view> names;
    for (const Builtin& builtin : kBuiltins) {
        names.push_back(builtin.name);
        if (builtin.name != name) continue;
        if (const fs::path sent = base::sentPlace(base::sentFolder(), base::kBuiltinPlace + name);
            !sent.empty())
            if (::access(sent.c_str(), F_OK) == 0)
                return IdxSource{name, sent / builtin.images, sent / builtin.labels, sent, 10};
        std::vector<std::string> looked;
        for (const fs::path& root : roots()) {
            const fs::path folder = root / builtin.folder;
            IdxSource found{name, folder / builtin.images, folder / builtin.labels, folder, 10};
            const bool hasImages = ::access(found.images.c_str(), R_OK) == 0;
            const bool hasLabels = ::access(found.labels.c_str(), R_OK) == 0;
            if (hasImages && hasLabels) return found;
            if (!hasImages) looked.push_back(found.images.string());
            if (!hasLabels) looked.push_back(found.labels.string());
        }
        return base::fail(Code::kNotFound,
                          fmt::format("the data set {} is not complete on this machine (missing: {}); {}",
                                      name, fmt::join(looked, ", "), howToGet(builtin, roots().back())),
                          "data.missing");
    }
    return base::fail(Code::kInvalidArgument, fmt::format("there is no builtin data set \"{}\"; there are {}",
                                                          base::printable(name), fmt::join(names, ", ")));
}

}  // namespace trainyard::data
