// SPDX-License-Identifier: Apache-2.0
#include "core/data/image.h"

#include <cstdio>  // jpeglib.h wants it before itself

#include <fmt/format.h>
#include <jpeglib.h>
#include <png.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csetjmp>
#include <cstring>

#include "core/base/text.h"

namespace trainyard::data {
namespace {

using base::Code;
using Encoded = std::span<const std::uint8_t>;

constexpr std::int64_t kMostPixels = 1 << 25;
/// A picture of one colour alone takes 340 pixels a byte as PNG (deflate's limit), 170 as JPEG.
constexpr std::int64_t kMostPixelsPerByte = 512, kAlwaysPixels = 1 << 22;

std::unexpected<base::Error> badImage(const std::string& name, const base::Words& why) {
    return base::fail(Code::kDataLoss, base::say("{}: the image cannot be decoded: {}", name, why),
                      "data.bad_image");
}

base::Status checkImageSize(const ImageHeader& header, const std::string& name) {
    if (header.height < 1 || header.width < 1) return badImage(name, "it has no pixels");
    if (header.height <= kMostPixels / header.width) return {};
    return base::fail(Code::kDataLoss,
                      base::say("{}: the image has {} × {} pixels; at most {} are read", name, header.height,
                                header.width, kMostPixels),
                      "data.too_large");
}

bool isPng(Encoded encoded) {
    return encoded.size() >= 8 && ::png_sig_cmp(encoded.data(), 0, 8) == 0;
}
bool isJpeg(Encoded encoded) {
    return encoded.size() >= 3 && encoded[0] == 0xFF && encoded[1] == 0xD8 && encoded[2] == 0xFF;
}

/// libpng's simplified interface: it returns instead of jumping.
class Png {
  public:
    Png() { image_.version = PNG_IMAGE_VERSION; }
    ~Png() { ::png_image_free(&image_); }
    Png(const Png&) = delete;
    Png& operator=(const Png&) = delete;

    base::Result<ImageHeader> begin(Encoded encoded, const std::string& name) {
        if (!::png_image_begin_read_from_memory(&image_, encoded.data(), encoded.size()))
            return badImage(name, base::Words::plain(base::printable(image_.message)));
        const ImageHeader header{image_.height, image_.width, (image_.format & PNG_FORMAT_FLAG_COLOR) != 0};
        TY_TRY(checkImageSize(header, name));
        return header;
    }
    base::Status finish(int channels, Image& out, const std::string& name) {
        image_.format = channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
        out.pixels.resize(PNG_IMAGE_SIZE(image_));
        // Transparent parts lie on black, as if the alpha channel were cut off a black canvas.
        const png_color black{0, 0, 0};
        if (!::png_image_finish_read(&image_, &black, out.pixels.data(), 0, nullptr))
            return badImage(name, base::Words::plain(base::printable(image_.message)));
        return {};
    }

  private:
    png_image image_{};
};

/// libjpeg reports errors by a jump; nothing that needs a destructor lives between setjmp and it.
struct JpegError {
    jpeg_error_mgr manager;
    std::jmp_buf jump;
    std::array<char, JMSG_LENGTH_MAX> message;
};

void onJpegError(j_common_ptr info) {
    auto* error = reinterpret_cast<JpegError*>(info->err);
    error->manager.format_message(info, error->message.data());
    std::longjmp(error->jump, 1);
}
/// A warning means that the data are damaged and grey was filled in: as bad as an error for who trains on it.
void onJpegMessage(j_common_ptr info, int level) {
    auto* error = reinterpret_cast<JpegError*>(info->err);
    if (level >= 0) return;
    error->manager.format_message(info, error->message.data());
    std::longjmp(error->jump, 1);
}

/// A progressive file may send a large picture any number of times, a few bytes each: a bomb of time.
void onJpegProgress(j_common_ptr info) {
    constexpr std::int64_t kMostScans = 32, kMostPasses = 1 << 26;  // about a second; encoders make 10 scans
    const auto* decoder = reinterpret_cast<j_decompress_ptr>(info);
    const std::int64_t pixels = std::int64_t{decoder->image_width} * decoder->image_height;
    if (decoder->input_scan_number <=
        std::min(kMostScans, 1 + kMostPasses / std::max<std::int64_t>(pixels, 1)))
        return;
    auto* error = reinterpret_cast<JpegError*>(info->err);
    std::snprintf(error->message.data(), error->message.size(),
                  "too many scans for its size, save it as baseline");
    std::longjmp(error->jump, 1);
}

bool beginJpeg(jpeg_decompress_struct& info, JpegError& error, jpeg_progress_mgr& progress, Encoded encoded) {
    if (setjmp(error.jump)) return false;
    ::jpeg_create_decompress(&info);
    info.progress = &progress;
    info.mem->max_memory_to_use = 256L << 20;
    ::jpeg_mem_src(&info, encoded.data(), encoded.size());
    ::jpeg_read_header(&info, TRUE);
    return true;
}

bool finishJpeg(jpeg_decompress_struct& info, JpegError& error, int channels, std::uint8_t* out) {
    if (setjmp(error.jump)) return false;
    info.out_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    info.dct_method = JDCT_ISLOW;
    ::jpeg_start_decompress(&info);
    const std::size_t stride =
        static_cast<std::size_t>(info.output_width) * static_cast<std::size_t>(channels);
    while (info.output_scanline < info.output_height) {
        JSAMPROW row = out + info.output_scanline * stride;
        ::jpeg_read_scanlines(&info, &row, 1);
    }
    ::jpeg_finish_decompress(&info);
    return true;
}

class Jpeg {
  public:
    Jpeg() {
        info_.err = ::jpeg_std_error(&error_.manager);
        error_.manager.error_exit = onJpegError;
        error_.manager.emit_message = onJpegMessage;
        progress_.progress_monitor = onJpegProgress;
    }
    ~Jpeg() { ::jpeg_destroy_decompress(&info_); }
    Jpeg(const Jpeg&) = delete;
    Jpeg& operator=(const Jpeg&) = delete;

    base::Result<ImageHeader> begin(Encoded encoded, const std::string& name) {
        // jpeg_create_decompress, in beginJpeg, keeps `err` and clears the rest.
        if (!beginJpeg(info_, error_, progress_, encoded))
            return badImage(name, base::Words::plain(base::printable(error_.message.data())));
        const ImageHeader header{info_.image_height, info_.image_width, info_.num_components > 1};
        TY_TRY(checkImageSize(header, name));
        return header;
    }
    base::Status finish(int channels, Image& out, const std::string& name) {
        if (info_.jpeg_color_space == JCS_CMYK || info_.jpeg_color_space == JCS_YCCK)
            return badImage(name, "it is a CMYK JPEG; save it as RGB");
        out.pixels.resize(static_cast<std::size_t>(out.height * out.width * channels));
        if (!finishJpeg(info_, error_, channels, out.pixels.data()))
            return badImage(name, base::Words::plain(base::printable(error_.message.data())));
        return {};
    }

  private:
    jpeg_decompress_struct info_{};
    JpegError error_{};
    jpeg_progress_mgr progress_{};
};

template <typename Decoder>
base::Result<Image> decodeWith(Encoded encoded, int channels, const std::string& name) {
    Decoder decoder;
    TY_ASSIGN(const ImageHeader header, decoder.begin(encoded, name));
    // Decoding takes time for every pixel that the header promises, however little data follows.
    const auto most = kAlwaysPixels + kMostPixelsPerByte * static_cast<std::int64_t>(encoded.size());
    if (header.height * header.width > most)
        return badImage(name,
                        base::say("{} × {} pixels in {} bytes", header.height, header.width, encoded.size()));
    Image image{header.height, header.width, channels, {}};
    TY_TRY(decoder.finish(channels, image, name));
    return image;
}

constexpr char kNeither[] = "it is neither a PNG nor a JPEG";

}  // namespace

base::Result<ImageHeader> readImageHeader(Encoded encoded, const std::string& name) {
    if (isPng(encoded)) return Png().begin(encoded, name);
    if (isJpeg(encoded)) return Jpeg().begin(encoded, name);
    return badImage(name, kNeither);
}

base::Result<Image> decodeImage(Encoded encoded, int channels, const std::string& name) {
    if (isPng(encoded)) return decodeWith<Png>(encoded, channels, name);
    if (isJpeg(encoded)) return decodeWith<Jpeg>(encoded, channels, name);
    return badImage(name, kNeither);
}

Image resized(const Image& image, std::int64_t height, std::int64_t width) {
    Image out{height, width, image.channels, {}};
    out.pixels.resize(static_cast<std::size_t>(height * width * image.channels));
    struct Source {
        std::int64_t low = 0, high = 0;
        double part = 0;
    };
    const auto sourceOf = [](std::int64_t at, std::int64_t to, std::int64_t from) {
        const double place =
            (static_cast<double>(at) + 0.5) * static_cast<double>(from) / static_cast<double>(to) - 0.5;
        const double floor = std::floor(place);
        const auto low = static_cast<std::int64_t>(floor);
        return Source{std::clamp<std::int64_t>(low, 0, from - 1),
                      std::clamp<std::int64_t>(low + 1, 0, from - 1), place - floor};
    };
    const auto at = [&](std::int64_t y, std::int64_t x, std::int64_t c) {
        return static_cast<double>(
            image.pixels[static_cast<std::size_t>((y * image.width + x) * image.channels + c)]);
    };
    std::size_t next = 0;
    for (std::int64_t y = 0; y < height; ++y) {
        const Source row = sourceOf(y, height, image.height);
        for (std::int64_t x = 0; x < width; ++x) {
            const Source column = sourceOf(x, width, image.width);
            for (std::int64_t c = 0; c < image.channels; ++c) {
                const double top = at(row.low, column.low, c) * (1 - column.part) +
                                   at(row.low, column.high, c) * column.part;
                const double bottom = at(row.high, column.low, c) * (1 - column.part) +
                                      at(row.high, column.high, c) * column.part;
                out.pixels[next++] =
                    static_cast<std::uint8_t>(std::lround(top * (1 - row.part) + bottom * row.part));
            }
        }
    }
    return out;
}

std::vector<std::uint8_t> channelsFirst(const Image& image) {
    std::vector<std::uint8_t> planes(image.pixels.size());
    const std::int64_t pixels = image.height * image.width;
    for (std::int64_t c = 0; c < image.channels; ++c)
        for (std::int64_t p = 0; p < pixels; ++p)
            planes[static_cast<std::size_t>(c * pixels + p)] =
                image.pixels[static_cast<std::size_t>(p * image.channels + c)];
    return planes;
}

}  // namespace trainyard::data
