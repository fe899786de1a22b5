// SPDX-License-Identifier: Apache-2.0
#include "core/data/image.h"

#include <cstdio>

#include <jpeglib.h>
#include <png.h>

#include <cstdlib>

#include "core/base/cancel.h"
#include "data_files.h"

namespace trainyard::data {
namespace {

std::string pngOf(const Image& image) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = static_cast<png_uint_32>(image.width);
    png.height = static_cast<png_uint_32>(image.height);
    png.format = image.channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
    png_alloc_size_t size = 0;
    EXPECT_TRUE(png_image_write_to_memory(&png, nullptr, &size, 0, image.pixels.data(), 0, nullptr));
    std::string bytes(size, '\0');
    EXPECT_TRUE(png_image_write_to_memory(&png, bytes.data(), &size, 0, image.pixels.data(), 0, nullptr));
    bytes.resize(size);
    return bytes;
}

std::string jpegOf(const Image& image) {
    jpeg_compress_struct info{};
    jpeg_error_mgr errors{};
    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    unsigned char* out = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&info, &out, &size);
    info.image_width = static_cast<JDIMENSION>(image.width);
    info.image_height = static_cast<JDIMENSION>(image.height);
    info.input_components = static_cast<int>(image.channels);
    info.in_color_space = image.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, 100, TRUE);
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
        auto* row = const_cast<std::uint8_t*>(image.pixels.data()) +
                    info.next_scanline * static_cast<std::size_t>(image.width * image.channels);
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    std::string bytes(reinterpret_cast<char*>(out), size);
    jpeg_destroy_compress(&info);
    std::free(out);
    return bytes;
}

Image gradient(std::int64_t height, std::int64_t width, std::int64_t channels) {
    Image image{height, width, channels, {}};
    for (std::int64_t i = 0; i < height * width * channels; ++i)
        image.pixels.push_back(static_cast<std::uint8_t>(i * 7 % 256));
    return image;
}
std::span<const std::uint8_t> spanOf(const std::string& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

using Images = DataFiles;

TEST_F(Images, PngComesBackToTheByte) {
    for (const int channels : {1, 3}) {
        const Image image = gradient(5, 4, channels);
        const std::string png = pngOf(image);
        const auto header = readImageHeader(spanOf(png), "a.png");
        ASSERT_TRUE(header) << header.error().describe();
        EXPECT_EQ(header->height, 5);
        EXPECT_EQ(header->width, 4);
        EXPECT_EQ(header->isColour, channels == 3);
        EXPECT_EQ(decodeImage(spanOf(png), channels, "a.png")->pixels, image.pixels);
    }
    EXPECT_EQ(decodeImage(spanOf(pngOf(gradient(2, 2, 1))), 3, "a")->pixels.size(), 12u) << "grey as colours";
}

TEST_F(Images, JpegComesBackNearly) {
    Image image{16, 16, 1, std::vector<std::uint8_t>(256, 100)};
    const auto grey = decodeImage(spanOf(jpegOf(image)), 1, "a.jpg");
    ASSERT_TRUE(grey) << grey.error().describe();
    for (const std::uint8_t pixel : grey->pixels) EXPECT_NEAR(pixel, 100, 2);
    image = {16, 16, 3, {}};
    for (int i = 0; i < 256; ++i) image.pixels.insert(image.pixels.end(), {200, 50, 10});
    const auto colour = decodeImage(spanOf(jpegOf(image)), 3, "a.jpg");
    ASSERT_TRUE(colour) << colour.error().describe();
    EXPECT_NEAR(colour->pixels[0], 200, 4);
    EXPECT_NEAR(colour->pixels[2], 10, 4);
}

TEST_F(Images, CutAndFlippedFilesAreRefused) {
    const std::string png = pngOf(gradient(20, 20, 3)), jpeg = jpegOf(gradient(20, 20, 3));
    for (const std::string& whole : {png, jpeg})
        for (std::size_t size = 0; size + 12 < whole.size(); size += 3)
            expectError(decodeImage(spanOf(whole.substr(0, size)), 3, "a"), base::Code::kDataLoss,
                        "data.bad_image", "a: ");
    std::string flipped = png;
    flipped[png.size() / 2] ^= 1;
    expectError(decodeImage(spanOf(flipped), 3, "a"), base::Code::kDataLoss, "data.bad_image",
                "cannot be decoded");
    std::string huge = png;  // 60000 × 60000 pixels in the header
    huge.replace(16, 8, std::string("\0\0\xEA\x60\0\0\xEA\x60", 8));
    EXPECT_FALSE(decodeImage(spanOf(huge), 3, "a"));
    EXPECT_EQ(readImageHeader(spanOf("GIF89a--"), "a").error().id, "data.bad_image");
}

TEST_F(Images, AHeaderThatPromisesMoreThanItsBytesCanHoldIsRefused) {
    std::string jpeg = jpegOf(gradient(20, 20, 3));
    const std::size_t frame = jpeg.find("\xFF\xC0");
    ASSERT_NE(frame, std::string::npos);
    jpeg.replace(frame + 5, 4, std::string("\x13\x88\x13\x88", 4));  // 5000 × 5000
    EXPECT_TRUE(readImageHeader(spanOf(jpeg), "a"));
    expectError(decodeImage(spanOf(jpeg), 3, "a"), base::Code::kDataLoss, "data.bad_image",
                "5000 × 5000 pixels in " + std::to_string(jpeg.size()) + " bytes");
}

TEST_F(Images, ResizesBilinearly) {
    const Image image{1, 2, 1, {0, 100}};
    EXPECT_EQ(resized(image, 1, 4).pixels, (std::vector<std::uint8_t>{0, 25, 75, 100}))
        << "half-pixel centres";
    EXPECT_EQ(resized(image, 2, 2).pixels, (std::vector<std::uint8_t>{0, 100, 0, 100}));
    EXPECT_EQ(resized(gradient(6, 6, 3), 6, 6).pixels, gradient(6, 6, 3).pixels);
}

/// R1: a folder on a slow disk, or of millions of files, ends with the call that lists it; no picture is read
/// here.
TEST_F(Images, ListingAFolderIsCancelled) {
    for (int i = 0; i < 100; ++i) put("cats/" + std::to_string(i) + ".txt", "");
    const spec::Choice source{"images", folder_.string()};
    EXPECT_EQ(openDataset(source).error().id, "data.empty");
    int asked = 0;
    const base::CancelScope scope([&] { return ++asked > 0; });
    EXPECT_EQ(openDataset(source).error().id, "call.cancelled");
    EXPECT_EQ(inspect(source).error().id, "call.cancelled");
    EXPECT_EQ(asked, 1);
}

TEST_F(Images, FolderNamesAreClassesInOrder) {
    put("set/dog/2.PNG", pngOf(gradient(2, 2, 3)));
    put("set/dog/10.jpeg", jpegOf(gradient(2, 2, 3)));
    put("set/cat/a.png", pngOf(Image{2, 2, 3, {0, 51, 255, 0, 51, 255, 0, 51, 255, 0, 51, 255}}));
    put("set/cat/.hidden.png", "x");
    put("set/cat/notes.txt", "x");
    put("set/readme.png", "x");
    const spec::Choice source{"images", (folder_ / "set").string()};
    const auto data = openDataset(source);
    ASSERT_TRUE(data) << data.error().describe();
    EXPECT_EQ((*data)->size(), 3);
    EXPECT_EQ((*data)->files(), 3);
    EXPECT_EQ((*data)->classes(), 2);
    EXPECT_EQ((*data)->sampleShape(), (std::vector<std::int64_t>{3, 2, 2}));
    EXPECT_EQ((*data)->fileName(1), (folder_ / "set/dog/10.jpeg").string());
    const All all = readAll(**data);
    EXPECT_EQ(all.labels, (std::vector<std::int64_t>{0, 1, 1}));
    EXPECT_EQ((std::vector<float>(all.features.begin(), all.features.begin() + 12)),
              (std::vector<float>{0, 0, 0, 0, 0.2f, 0.2f, 0.2f, 0.2f, 1, 1, 1, 1}));
    EXPECT_TRUE((*data)->verify());
    EXPECT_EQ(inspect(source)->samples, 3);

    put("set/dog/3.png", pngOf(gradient(2, 3, 3)));
    const auto uneven = openDataset(source);
    ASSERT_TRUE(uneven);
    expectError((*uneven)->verify(), base::Code::kDataLoss, "data.image_size",
                "3.png: the image has 2 × 3 pixels");
    std::vector<float> pixels(12);
    expectError((*uneven)->read(std::vector<std::int64_t>{3}, {pixels.data()}), base::Code::kDataLoss,
                "data.image_size", "`size: [2, 2]`");
    const auto small =
        openDataset({"images", {{"dir", (folder_ / "set").string()}, {"size", {1, 1}}, {"channels", 1}}});
    ASSERT_TRUE(small);
    EXPECT_EQ((*small)->sampleShape(), (std::vector<std::int64_t>{1, 1, 1}));
    EXPECT_EQ(readAll(**small).labels.size(), 4u);
}

TEST_F(Images, FoldersWithoutImagesAreRefused) {
    std::filesystem::create_directories(folder_ / "empty");
    expectRefused({"images", (folder_ / "empty").string()}, "data.empty", "one folder per class");
    std::filesystem::create_directories(folder_ / "classes/a");
    expectRefused({"images", (folder_ / "classes").string()}, "data.empty", "no folder in it holds");
    expectRefused({"images", (folder_ / "none").string()}, "data.missing", "none", base::Code::kNotFound);
    put("bad/a/x.png", "no image");
    expectRefused({"images", (folder_ / "bad").string()}, "data.bad_image", "x.png");
}

TEST_F(Images, Cifar10) {
    const auto record = [](char label, char pixel) {
        return std::string(1, label) + std::string(3072, pixel);
    };
    for (int i = 1; i <= 5; ++i)
        put("c/cifar-10-batches-bin/data_batch_" + std::to_string(i) + ".bin",
            record(static_cast<char>(i), '\x33'));
    const spec::Choice train{"cifar10", (folder_ / "c").string()};
    const auto data = openDataset(train);
    ASSERT_TRUE(data) << data.error().describe();
    EXPECT_EQ(readAll(**data).labels, (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
    EXPECT_EQ(readAll(**data).features[0], 0.2f);
    EXPECT_EQ((*data)->sampleShape(), (std::vector<std::int64_t>{3, 32, 32}));
    EXPECT_EQ((*data)->files(), 1);
    const spec::Choice test{"cifar10", {{"dir", (folder_ / "c").string()}, {"split", "test"}}};
    expectRefused(test, "data.missing", "test_batch.bin is missing", base::Code::kNotFound);
    put("c/cifar-10-batches-bin/test_batch.bin", record(12, 'x') + "y");
    expectRefused(test, "data.truncated", "at byte 3073: records have 3073 bytes, here are 1 more");
    put("c/cifar-10-batches-bin/test_batch.bin", record(12, 'x'));
    std::int64_t label = 0;
    expectError(openDataset(test).value()->read(std::vector<std::int64_t>{0}, {nullptr, &label}),
                base::Code::kDataLoss, "data.bad_label", "the label is 12");
}

}  // namespace
}  // namespace trainyard::data
