// SPDX-License-Identifier: Apache-2.0
// Bytes as TensorFlow's and TensorBoard's public .proto files define them, written here by hand.
#include <gtest/gtest.h>

#include <cstring>
#include <span>

#include "core/events/event_message.h"
#include "core/events/media.h"
#include "core/events/wire.h"

namespace trainyard::events {
namespace {

using namespace std::string_literals;

const std::string kPng = "\x89PNG\r\n\x1a\n rest";

std::string sub(int number, std::string_view bytes) {
    std::string out;
    wire::putBytes(out, number, bytes);
    return out;
}
std::string packed(std::initializer_list<double> values) {
    return {reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(double)};
}
std::string floats(std::initializer_list<float> values) {
    return {reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(float)};
}
std::string integer(int number, std::int64_t value) {
    std::string out;
    wire::putInt(out, number, value);
    return out;
}
std::string tensor(int dtype, std::initializer_list<std::int64_t> shape, const std::string& values) {
    std::string dims;
    for (const std::int64_t size : shape) dims += sub(2, integer(1, size));
    return integer(1, dtype) + sub(2, dims) + values;
}
std::string plugin(std::string_view name, std::string_view content = {}) {
    return sub(9, sub(1, sub(1, name) + sub(2, content)));
}
std::string ofTag(const std::string& tag, const std::string& rest) {
    return sub(1, sub(1, tag) + rest);
}

/// What an Event of step 7 with these values has; empty if it is refused.
std::vector<Event> eventsOf(const std::string& values) {
    std::vector<Event> events;
    std::string event;
    wire::putDouble(event, 1, 100.5);
    wire::putInt(event, 2, 7);
    wire::putBytes(event, 5, values);
    EXPECT_TRUE(parseEvent(event, events));
    return events;
}
Media only(const std::string& value, const std::string& tag = "t") {
    const auto events = eventsOf(ofTag(tag, value));
    EXPECT_EQ(events.size(), 1u);
    if (events.size() != 1) return {};
    const auto* media = std::get_if<MediaEvent>(&events[0]);
    EXPECT_NE(media, nullptr);
    if (!media) return {};
    EXPECT_EQ(media->tag, tag);
    EXPECT_EQ(media->step, 7);
    EXPECT_EQ(media->wallTime, 100.5);
    return *media->media;
}
std::vector<double> numbers(const Media& media) {
    std::vector<double> values(media.data.size() / sizeof(double));
    std::memcpy(values.data(), media.data.data(), media.data.size());
    return values;
}
using Doubles = std::vector<double>;

TEST(Media, TorchsImageIsAnEncodedString) {
    // SummaryWriter.add_image: Summary.Image{height, width, colorspace, encoded_image_string}
    const Media image = only(sub(4, integer(1, 2) + integer(2, 3) + integer(3, 3) + sub(4, kPng)));
    EXPECT_EQ(image.kind, MediaKind::kImages);
    EXPECT_EQ(image.data, kPng);
    EXPECT_EQ(imageFormat(image.data), "png");
}

TEST(Media, TensorFlowsImagesAreAListOfStringsBehindTheirSize) {
    const std::string jpeg = "\xff\xd8\xff\xe0 jpeg";
    const auto events = eventsOf(ofTag(
        "t",
        plugin("images") + sub(8, tensor(7, {4}, sub(8, "3") + sub(8, "2") + sub(8, kPng) + sub(8, jpeg)))));
    ASSERT_EQ(events.size(), 2u);
    const auto& first = *std::get<MediaEvent>(events[0]).media;
    const auto& second = *std::get<MediaEvent>(events[1]).media;
    EXPECT_EQ(first.data, kPng);
    EXPECT_EQ(first.sample, 0);
    EXPECT_EQ(second.data, jpeg);
    EXPECT_EQ(second.sample, 1);
}

TEST(Media, WhatIsNoPictureOrTooLargeSaysWhy) {
    const Media none = only(sub(4, sub(4, "<svg>")));
    EXPECT_TRUE(none.data.empty());
    EXPECT_EQ(none.leftOut, "an image that is neither PNG, JPEG nor GIF");
    const std::string large = kPng + std::string(kLargestImage, 'x');
    const Media image = only(sub(4, sub(4, large)));
    EXPECT_TRUE(image.data.empty());
    EXPECT_EQ(image.leftOut, "an image of 4194317 bytes; the limit is 4194304");
    const Media buckets = only(plugin("histograms") + sub(8, tensor(2, {1 << 20, 3}, sub(6, packed({1})))));
    EXPECT_EQ(buckets.leftOut, "a histogram of 1048576 buckets; the limit is 4096");
}

TEST(Media, BothFormsOfAHistogramAreBucketsWithTwoEdges) {
    // HistogramProto{min, max, num, sum, sum_squares, bucket_limit, bucket}, as torch writes it
    std::string old;
    wire::putDouble(old, 1, -1);
    wire::putDouble(old, 2, 4);
    wire::putDouble(old, 3, 6);
    old += sub(6, packed({0, 2, 8})) + sub(7, packed({1, 2, 3}));
    const Media torchs = only(sub(5, old));
    EXPECT_EQ(torchs.kind, MediaKind::kHistograms);
    EXPECT_EQ(numbers(torchs), (Doubles{-1, 0, 1, 0, 2, 2, 2, 4, 3}));
    // tensorboard/data_compat.py: empty buckets at both ends are none, or their edges would run backwards.
    std::string wide;
    wire::putDouble(wide, 1, -1);
    wire::putDouble(wide, 2, 4);
    wide += sub(6, packed({-9, -2, 0, 5, 1e308})) + sub(7, packed({0, 0, 3, 2, 0}));
    EXPECT_EQ(numbers(only(sub(5, wide))), (Doubles{-1, 0, 3, 0, 4, 2}));
    const std::string rows = packed({0, 1, 5, 1, 2, 6});
    EXPECT_EQ(numbers(only(plugin("histograms") + sub(8, tensor(2, {2, 3}, sub(4, rows))))),
              (Doubles{0, 1, 5, 1, 2, 6}));
    EXPECT_EQ(numbers(only(sub(8, tensor(2, {2, 3}, sub(6, rows))))), (Doubles{0, 1, 5, 1, 2, 6}))
        << "a file may name the plugin with a tag's first value alone";
    EXPECT_EQ(numbers(only(plugin("histograms") + sub(8, tensor(2, {2, 3}, sub(6, packed({0, 1})))))),
              (Doubles{0, 1, 1, 1, 1, 1}))
        << "values that repeat the last one are left out at the end";
}

TEST(Media, ATableOfTextsIsALineEach) {
    const Media text = only(plugin("text") + sub(8, tensor(7, {2}, sub(8, "| a |") + sub(8, "b\x1b[31m"))));
    EXPECT_EQ(text.kind, MediaKind::kText);
    EXPECT_EQ(text.data, "| a |\nb\\x1b[31m");
    const auto one = eventsOf(ofTag("t", plugin("text") + sub(8, tensor(7, {1}, sub(8, "hello")))));
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(std::get<TextEvent>(one[0]).text, "hello") << "as before, what a task reports";
}

TEST(Media, HyperparametersAreInTheMetadata) {
    // HParamsPluginData{version, session_start_info{hparams: map<string, google.protobuf.Value>}}
    std::string rate;
    wire::putDouble(rate, 2, 0.5);
    const std::string session = sub(1, sub(1, "lr") + sub(2, rate)) +
                                sub(1, sub(1, "opt") + sub(2, sub(3, "adam"))) +
                                sub(1, sub(1, "amp") + sub(2, integer(4, 1)));
    const Media hparams =
        only(plugin("hparams", integer(1, 0) + sub(3, session)) + sub(8, tensor(1, {0}, "")),
             "_hparams_/session_start_info");
    EXPECT_EQ(hparams.kind, MediaKind::kHparams);
    EXPECT_EQ(hparams.data, R"({"amp":true,"lr":0.5,"opt":"adam"})");
}

TEST(Media, APrCurveHasSixRows) {
    const Media curve =
        only(plugin("pr_curves") +
             sub(8, tensor(1, {6, 2}, sub(4, floats({9, 1, 5, 0, 0, 5, 0, 8, 0.5F, 1, 1, 0.25F})))));
    EXPECT_EQ(curve.kind, MediaKind::kPrCurves);
    EXPECT_EQ(numbers(curve), (Doubles{9, 1, 5, 0, 0, 5, 0, 8, 0.5, 1, 1, 0.25}));
}

TEST(Media, ScalarsBesideWhatCannotBeReadAreKept) {
    std::string scalar;
    wire::putBytes(scalar, 1, "loss");
    const float half = 0.5F;
    scalar += "\x15"s + std::string(reinterpret_cast<const char*>(&half), sizeof half);
    for (const std::string& bad :
         {sub(5, "\xff\xff"), sub(4, "\xff"), plugin("hparams", "\xff"),
          sub(5, sub(6, packed({1, 2})) + sub(7, packed({1}))), plugin("images") + sub(8, tensor(1, {3}, "")),
          plugin("audio") + sub(8, tensor(7, {2}, ""))}) {
        const auto events = eventsOf(ofTag("bad", bad) + sub(1, scalar));
        ASSERT_EQ(events.size(), 1u);
        EXPECT_EQ(std::get<ScalarEvent>(events[0]).value, 0.5);
    }
}

TEST(Media, OneRecordDoesNotFillTheMemory) {
    std::string values;
    for (int i = 0; i < 10'000; ++i) values += ofTag("t", sub(4, sub(4, "x")));
    EXPECT_EQ(eventsOf(values).size(), 4096u);
}

}  // namespace
}  // namespace trainyard::events
