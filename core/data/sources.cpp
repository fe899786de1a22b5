// SPDX-License-Identifier: Apache-2.0
#include "core/data/sources.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <vector>

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
constexpr std::array kLater{std::string_view("csv"), std::string_view("npy"), std::string_view("images"),
                            std::string_view("cifar10"), std::string_view("tfrecord")};

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

base::Result<IdxSource> locateBuiltin(const spec::Choice& source) {
    if (!source.value.is_string())
        return base::fail(Code::kInvalidArgument, "data: the value of builtin must be a name");
    const auto& name = source.value.get_ref<const std::string&>();
    std::vector<std::string_view> names;
    for (const Builtin& builtin : kBuiltins) {
        names.push_back(builtin.name);
        if (builtin.name != name) continue;
        std::vector<std::string> looked;
        for (const fs::path& root : roots()) {
            const fs::path folder = root / builtin.folder;
            const IdxSource found{name, folder / builtin.images, folder / builtin.labels, 10};
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

base::Result<IdxSource> locateIdx(const spec::Choice& source) {
    const auto pathAt = [&](const char* key) -> base::Result<fs::path> {
        const auto it = source.value.is_object() ? source.value.find(key) : source.value.end();
        if (it == source.value.end() || !it->is_string())
            return base::fail(Code::kInvalidArgument,
                              fmt::format("data: idx needs a file name at \"{}\"", key));
        const fs::path path = it->get<std::string>();
        if (::access(path.c_str(), R_OK) == 0) return path;
        base::Error error = base::errnoError(
            errno, fmt::format("cannot read the data file {} (idx: {})", path.string(), key));
        if (error.code == Code::kNotFound) error.id = "data.missing";
        return base::fail(std::move(error));
    };
    IdxSource found{"idx", {}, {}, 0};
    TY_ASSIGN(found.images, pathAt("images"));
    TY_ASSIGN(found.labels, pathAt("labels"));
    return found;
}

}  // namespace

base::Result<IdxSource> locate(const spec::Choice& source) {
    if (source.kind == "builtin") return locateBuiltin(source);
    if (source.kind == "idx") return locateIdx(source);
    for (const std::string_view later : kLater)
        if (source.kind == later)
            return base::fail(
                Code::kRefused,
                fmt::format("data sets of the kind \"{}\" cannot be read yet; use builtin or idx", later),
                "not_yet");
    return base::fail(
        Code::kInvalidArgument,
        fmt::format("there is no kind of data set \"{}\"; use builtin or idx", base::printable(source.kind)));
}

}  // namespace trainyard::data
