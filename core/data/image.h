// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace trainyard::data {

/// The size of an encoded image, and whether it is in colour.
struct ImageHeader {
    std::int64_t height = 0;
    std::int64_t width = 0;
    bool isColour = false;
};
/// An image as bytes, height × width × channels.
struct Image {
    std::int64_t height = 0;
    std::int64_t width = 0;
    std::int64_t channels = 0;
    std::vector<std::uint8_t> pixels;
};

/// PNG (libpng) or JPEG (libjpeg-turbo), distinguished by their first bytes. `name` is the name used in
/// errors. Images of more than 2^25 pixels are refused ("data.too_large") before memory is allocated for
/// them; an image that cannot be decoded, or that a decoder would fill with grey, is "data.bad_image".
/// Transparent parts become black, 16 bits become 8, palettes become colours.
base::Result<ImageHeader> readImageHeader(std::span<const std::uint8_t> encoded, const std::string& name);
/// `channels` is 1 (grey) or 3 (red, green, blue).
base::Result<Image> decodeImage(std::span<const std::uint8_t> encoded, int channels, const std::string& name);

/// Bilinear, half-pixel centres, without antialiasing, rounded: tf.image.resize's default on bytes.
Image resized(const Image& image, std::int64_t height, std::int64_t width);

/// Its pixels as planes, one channel after another.
std::vector<std::uint8_t> channelsFirst(const Image& image);

}  // namespace trainyard::data
