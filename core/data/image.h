// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace trainyard::data {

/// Size of an encoded image, and whether it is in colour.
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

/// PNG (libpng) or JPEG (libjpeg-turbo), told apart by their first bytes. `name` is what errors call it.
/// Images of more than 2^25 pixels are refused ("data.too_large") before anything is set aside for them; what
/// cannot be decoded is "data.bad_image", and so is what a decoder would fill in with grey. Transparent parts
/// lie on black, 16 bits become 8, palettes become colours.
base::Result<ImageHeader> readImageHeader(std::span<const std::uint8_t> encoded, const std::string& name);
/// `channels` is 1 (grey) or 3 (red, green, blue).
base::Result<Image> decodeImage(std::span<const std::uint8_t> encoded, int channels, const std::string& name);

/// Bilinear, half-pixel centres, without antialiasing, rounded: tf.image.resize's default on bytes.
Image resized(const Image& image, std::int64_t height, std::int64_t width);

/// Its pixels in planes, one channel after another.
std::vector<std::uint8_t> channelsFirst(const Image& image);

}  // namespace trainyard::data
