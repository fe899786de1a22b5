// SPDX-License-Identifier: Apache-2.0
#include "core/data/picture_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/data/file_dataset.h"
#include "core/data/image.h"
#include "core/data/scale.h"

namespace trainyard::data {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestFile = 256u << 20;

class PictureFiles final : public FileDataset {
  public:
    PictureFiles(const std::vector<fs::path>& files, const std::vector<std::int64_t>& shape) {
        name_ = "pictures";
        features_ = {Dtype::kFloat32, shape};
        for (const fs::path& file : files) addFile(file, 1);
    }

  private:
    base::Status readSample(std::size_t file, std::int64_t, const Into& out, Scratch&) const override {
        if (out.labels) *static_cast<std::int64_t*>(out.labels) = -1;
        if (!out.features) return {};
        TY_ASSIGN(const std::vector<std::uint8_t> encoded, readEncodedImage(path(file)));
        const auto& shape = features_.shape;
        TY_ASSIGN(Image image, decodeImage(encoded, static_cast<int>(shape[0]), path(file).string()));
        if (image.height != shape[1] || image.width != shape[2]) image = resized(image, shape[1], shape[2]);
        const std::vector<std::uint8_t> planes = channelsFirst(image);
        scaleToUnit(planes.data(), planes.size(), static_cast<float*>(out.features));
        return {};
    }
};

}  // namespace

base::Result<std::vector<std::uint8_t>> readEncodedImage(const fs::path& path) {
    TY_ASSIGN(const Bytes file, Bytes::onDisk(path));
    if (file.size() > kLargestFile)
        return badFile(path, "",
                       base::say("it has {} bytes; an image has at most {}", file.size(), kLargestFile),
                       "data.too_large");
    std::vector<std::uint8_t> bytes(file.size());
    TY_TRY(file.read(0, bytes.data(), bytes.size()));
    return bytes;
}

base::Result<std::shared_ptr<const Dataset>> openPictures(const std::vector<fs::path>& files,
                                                          const std::vector<std::int64_t>& shape) {
    if (shape.size() != 3 || (shape[0] != 1 && shape[0] != 3))
        return base::fail(
            base::Code::kRefused,
            base::say("the model takes samples of shape [{}], which no picture has", fmt::join(shape, ", ")),
            "data.shape");
    for (const fs::path& file : files) TY_TRY(Bytes::onDisk(file));
    return std::make_shared<const PictureFiles>(files, shape);
}

}  // namespace trainyard::data
