// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "core/data/dataset.h"

namespace trainyard::data {

/// The bytes of an image file of at most 256 MiB ("data.too_large"). Blocks. [any]
base::Result<std::vector<std::uint8_t>> readEncodedImage(const std::filesystem::path& path);

/// Images without labels (all are -1), in the order given, each converted to `shape` {1 or 3, height, width}
/// like the images of a folder. kNotFound if a file is missing; "data.shape" for a shape that is not an
/// image's.
base::Result<std::shared_ptr<const Dataset>> openPictures(const std::vector<std::filesystem::path>& files,
                                                          const std::vector<std::int64_t>& shape);

}  // namespace trainyard::data
