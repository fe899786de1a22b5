// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/base/cancel.h"
#include "core/base/text.h"
#include "core/data/file_dataset.h"
#include "core/data/image.h"
#include "core/data/picture_files.h"
#include "core/data/scale.h"
#include "core/data/source.h"

namespace trainyard::data {
namespace {

using base::Code;
namespace fs = std::filesystem;

/// Their names are kept in memory, where each takes some 70 bytes.
constexpr std::size_t kMostImages = 20'000'000;

/// dir/<class>/<image>: classes and images in the order of their names.
struct Folder {
    fs::path dir;
    std::vector<std::string> classes;
    struct Entry {
        std::uint32_t classIndex = 0;
        std::string name;
    };
    std::vector<Entry> entries;
    std::int64_t height = 0, width = 0, channels = 0;
    bool isResized = false;

    fs::path path(std::size_t i) const { return dir / classes[entries[i].classIndex] / entries[i].name; }
    Layout layout() const { return {Dtype::kFloat32, {channels, height, width}}; }
};

bool isImageName(const fs::path& path) {
    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
    return extension == ".png" || extension == ".jpg" || extension == ".jpeg";
}

/// Names in `folder` accepted by `wanted`, at most so many, sorted by bytes; files whose names start with a
/// dot are ignored. Ends when it is cancelled: listing millions of files takes minutes.
template <typename Wanted>
base::Result<std::vector<std::string>> namesIn(const fs::path& folder, std::size_t most,
                                               const Wanted& wanted) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        TY_TRY(base::checkCancelled());
        std::string name = entry->path().filename().string();
        if (!name.starts_with('.') && wanted(*entry)) names.push_back(std::move(name));
        if (names.size() > most)
            return badFile(
                folder, "",
                base::say("there are more than {} images; put them into TFRecord files", kMostImages),
                "data.too_many");
    }
    if (error) {
        base::Error why = base::errnoError(error.value(), base::say("cannot list {}", folder.string()));
        why.id = why.code == Code::kNotFound ? "data.missing" : "data.unreadable";
        return base::fail(std::move(why));
    }
    std::ranges::sort(names);
    return names;
}

base::Result<ImageHeader> headerOf(const fs::path& path) {
    TY_ASSIGN(const std::vector<std::uint8_t> encoded, readEncodedImage(path));
    return readImageHeader(encoded, path.string());
}

base::Status readSize(const Options& options, Folder& folder) {
    TY_ASSIGN(const std::vector<std::int64_t> size, options.integers("size"));
    TY_ASSIGN(folder.channels, options.integer("channels", 0));
    if (!size.empty() && (size.size() != 2 || std::ranges::max(size) > 8192))
        return options.wrong("size", "[height, width], each at most 8192,");
    if (folder.channels != 0 && folder.channels != 1 && folder.channels != 3)
        return options.wrong("channels", "1 or 3");
    TY_ASSIGN(const ImageHeader first, headerOf(folder.path(0)));
    folder.isResized = !size.empty();
    folder.height = size.empty() ? first.height : size[0];
    folder.width = size.empty() ? first.width : size[1];
    if (folder.channels == 0) folder.channels = first.isColour ? 3 : 1;
    return {};
}

base::Result<Folder> listFolder(const Options& options) {
    TY_ASSIGN(const auto dirs, options.paths("dir"));
    if (dirs.size() != 1) return options.wrong("dir", "one folder");
    Folder folder{.dir = dirs.front(), .classes = {}, .entries = {}};
    TY_ASSIGN(folder.classes, namesIn(folder.dir, kMostImages, [](const fs::directory_entry& entry) {
                  std::error_code gone;
                  return entry.is_directory(gone);
              }));
    for (std::uint32_t i = 0; i < folder.classes.size(); ++i) {
        TY_ASSIGN(const auto names,
                  namesIn(folder.dir / folder.classes[i], kMostImages - folder.entries.size(),
                          [](const fs::directory_entry& entry) {
                              std::error_code gone;
                              return isImageName(entry.path()) && entry.is_regular_file(gone);
                          }));
        for (const std::string& name : names) folder.entries.push_back({i, name});
    }
    if (folder.entries.empty())
        return badFile(folder.dir, "",
                       folder.classes.empty()
                           ? base::Words("it has no folders; put the images in one folder per class")
                           : base::Words("no folder in it holds a .png, .jpg or .jpeg file"),
                       "data.empty");
    TY_TRY(readSize(options, folder));
    return folder;
}

/// Not a FileDataset: a million images need no million paths.
class ImageFolderDataset final : public Dataset {
  public:
    explicit ImageFolderDataset(Folder folder) : folder_(std::move(folder)), features_(folder_.layout()) {}

    std::int64_t size() const override { return static_cast<std::int64_t>(folder_.entries.size()); }
    const Layout& features() const override { return features_; }
    const Layout& labels() const override { return labels_; }
    std::int64_t classes() const override { return static_cast<std::int64_t>(folder_.classes.size()); }
    std::int64_t files() const override { return size(); }
    std::string fileName(std::int64_t file) const override {
        return folder_.path(static_cast<std::size_t>(file)).string();
    }
    std::int64_t fileSamples(std::int64_t) const override { return 1; }
    std::string describe() const override {
        return fmt::format("images ({} × {}×{}×{}, {} classes) from {}", size(), folder_.channels,
                           folder_.height, folder_.width, classes(), folder_.dir.string());
    }

    base::Status read(std::span<const std::int64_t> indexes, const Into& out) const override {
        auto* features = static_cast<float*>(out.features);
        auto* labels = static_cast<std::int64_t*>(out.labels);
        for (const std::int64_t index : indexes) {
            if (features) {
                TY_TRY(readImage(static_cast<std::size_t>(index), features));
                features += features_.elements();
            }
            if (labels) *labels++ = folder_.entries.at(static_cast<std::size_t>(index)).classIndex;
        }
        if (out.weights) std::fill_n(out.weights, indexes.size(), 1.0f);
        return {};
    }
    base::Status verify() const override {
        for (std::size_t i = 0; i < folder_.entries.size(); ++i) {
            TY_ASSIGN(const ImageHeader header, headerOf(folder_.path(i)));
            TY_TRY(checkSize(i, header.height, header.width));
        }
        return {};
    }

  private:
    base::Status checkSize(std::size_t i, std::int64_t height, std::int64_t width) const {
        if (folder_.isResized || (height == folder_.height && width == folder_.width)) return {};
        return badFile(
            folder_.path(i), "",
            base::say("the image has {} × {} pixels, the first one has {} × {}; `size: [{}, {}]` makes "
                      "all of them the same",
                      height, width, folder_.height, folder_.width, folder_.height, folder_.width),
            "data.image_size");
    }
    base::Status readImage(std::size_t i, float* out) const {
        TY_ASSIGN(const std::vector<std::uint8_t> encoded, readEncodedImage(folder_.path(i)));
        TY_ASSIGN(Image image,
                  decodeImage(encoded, static_cast<int>(folder_.channels), folder_.path(i).string()));
        TY_TRY(checkSize(i, image.height, image.width));
        if (image.height != folder_.height || image.width != folder_.width)
            image = resized(image, folder_.height, folder_.width);
        const std::vector<std::uint8_t> planes = channelsFirst(image);
        scaleToUnit(planes.data(), planes.size(), out);
        return {};
    }

    Folder folder_;
    Layout features_;
    Layout labels_{Dtype::kInt64, {}};
};

}  // namespace

const SourceKind kImageFolderSource{
    "images",
    [](const nlohmann::json& value) -> base::Result<std::shared_ptr<const Dataset>> {
        TY_ASSIGN(Folder folder, listFolder(Options("images", value, "dir")));
        return std::make_shared<const ImageFolderDataset>(std::move(folder));
    },
    [](const nlohmann::json& value) -> base::Result<Inspection> {
        TY_ASSIGN(const Folder folder, listFolder(Options("images", value, "dir")));
        const auto samples = static_cast<std::int64_t>(folder.entries.size());
        return Inspection{.paths = {folder.path(0).string()},
                          .files = samples,
                          .features = folder.layout(),
                          .labels = {Dtype::kInt64, {}},
                          .samples = samples,
                          .classes = static_cast<std::int64_t>(folder.classes.size())};
    }};

}  // namespace trainyard::data
