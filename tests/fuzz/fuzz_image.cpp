// SPDX-License-Identifier: Apache-2.0
#include "core/base/check.h"
#include "core/data/image.h"
#include "fuzz_target.h"

TY_FUZZ_TARGET(image) {
    using namespace trainyard;
    for (const int channels : {1, 3}) {
        const auto header = data::readImageHeader({data, size}, "fuzz");
        // Bounded time: a large image is refused by its header, or takes time proportional to its pixels.
        if (header && header->height * header->width > 1 << 18) return 0;
        const auto image = data::decodeImage({data, size}, channels, "fuzz");
        if (!image) {
            TY_CHECK(!image.error().message.empty(), "a refusal says why");
            continue;
        }
        TY_CHECK(header && image->height == header->height && image->width == header->width,
                 "the header did not lie");
        TY_CHECK(static_cast<std::int64_t>(image->pixels.size()) == image->height * image->width * channels,
                 "each pixel is there");
        TY_CHECK(data::resized(*image, 3, 5).pixels.size() == static_cast<std::size_t>(15 * channels),
                 "any size goes");
    }
    return 0;
}
