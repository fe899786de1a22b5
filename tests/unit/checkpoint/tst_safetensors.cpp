// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "core/base/sha256.h"
#include "scratch.h"

namespace trainyard::checkpoint {
namespace {

using Safetensors = Scratch;

std::string fileOf(const std::string& json, const std::string& data) {
    const std::uint64_t length = json.size();
    return std::string(reinterpret_cast<const char*>(&length), 8) + json + data;
}

TEST_F(Safetensors, ReadsBackWhatItWrote) {
    const std::vector<float> a{1, 2, 3, 4, 5, 6}, b{7};
    const std::vector<std::int64_t> n{-1};
    const std::vector<std::byte> mask(3, std::byte{1});
    const auto path = folder_ / "model.safetensors";
    const auto written = writeSafetensors(path, {{"w", "F32", {2, 3}, std::as_bytes(std::span(a))},
                                                 {"scalar", "F32", {}, std::as_bytes(std::span(b))},
                                                 {"mask", "BOOL", {3}, mask},
                                                 {"empty", "F64", {0, 4}, {}},
                                                 {"größe", "I64", {1}, std::as_bytes(std::span(n))}});
    ASSERT_TRUE(written) << written.error().describe();
    const std::string bytes = contentsOf(path);
    EXPECT_EQ(written->size, bytes.size());
    EXPECT_EQ(written->sha256, base::Sha256::hex(bytes));

    auto file = SafetensorsFile::open(path);
    ASSERT_TRUE(file) << file.error().describe();
    const SafetensorsFile moved = std::move(*file);
    ASSERT_EQ(moved.tensors().size(), 5u);
    const TensorInfo* w = moved.find("w");
    ASSERT_NE(w, nullptr);
    EXPECT_EQ(w->dtype, "F32");
    EXPECT_EQ(w->shape, (std::vector<std::int64_t>{2, 3}));
    ASSERT_EQ(moved.bytes(*w).size(), 24u);
    EXPECT_EQ(std::memcmp(moved.bytes(*w).data(), a.data(), 24), 0);
    EXPECT_TRUE(moved.find("scalar")->shape.empty());
    EXPECT_EQ(moved.bytes(*moved.find("empty")).size(), 0u);
    EXPECT_NE(moved.find("größe"), nullptr);
    EXPECT_EQ(moved.find("x"), nullptr);
}

TEST_F(Safetensors, EqualTensorsAreEqualBytes) {
    const std::vector<float> a{1, 2}, b{3};
    ASSERT_TRUE(writeSafetensors(folder_ / "1", {view("a", a), view("b", b)}));
    ASSERT_TRUE(writeSafetensors(folder_ / "2", {view("b", b), view("a", a)}));
    EXPECT_EQ(contentsOf(folder_ / "1"), contentsOf(folder_ / "2"));
    const std::string json = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                             R"("b":{"dtype":"F32","shape":[1],"data_offsets":[8,12]}})";
    const std::string padding((8 - json.size() % 8) % 8, ' ');
    const std::string data(reinterpret_cast<const char*>(a.data()), 8),
        rest(reinterpret_cast<const char*>(b.data()), 4);
    EXPECT_EQ(contentsOf(folder_ / "1"), fileOf(json + padding, data + rest));
}

TEST_F(Safetensors, LargeFilesHashTheSameOnTheirThread) {
    const std::vector<float> large(3 << 20, 0.5f), small(10, 2.0f);
    const auto written = writeSafetensors(
        folder_ / "m", {view("a", small), view("b", large), view("c", small), view("d", large)});
    ASSERT_TRUE(written) << written.error().describe();
    EXPECT_EQ(written->size, std::filesystem::file_size(folder_ / "m"));
    EXPECT_EQ(written->sha256, base::Sha256::hex(contentsOf(folder_ / "m")));
    EXPECT_TRUE(SafetensorsFile::open(folder_ / "m"));
}

TEST_F(Safetensors, NoTensorsAreAFileToo) {
    ASSERT_TRUE(writeSafetensors(folder_ / "m", {}));
    const auto file = SafetensorsFile::open(folder_ / "m");
    ASSERT_TRUE(file) << file.error().describe();
    EXPECT_TRUE(file->tensors().empty());
}

TEST_F(Safetensors, RefusesToWriteWhatContradictsItself) {
    const std::vector<float> a{1, 2};
    const auto bytes = std::as_bytes(std::span(a));
    const auto refused = [&](std::vector<TensorView> tensors, const std::string& part) {
        const auto written = writeSafetensors(folder_ / "m", std::move(tensors));
        ASSERT_FALSE(written);
        EXPECT_EQ(written.error().code, base::Code::kInvalidArgument);
        EXPECT_NE(written.error().message.text().find(part), std::string::npos) << written.error().message;
        EXPECT_TRUE(names().empty());
    };
    refused({{"a", "F32", {3}, bytes}}, "has 8 bytes, its dtype and shape need 12");
    refused({{"a", "F33", {2}, bytes}}, "unknown dtype");
    refused({{"a", "F32", {-2}, bytes}}, "negative dimension");
    refused({view("a", a), view("a", a)}, "occurs twice");
    refused({view("__metadata__", a)}, "keeps for itself");
    refused({view("a\xff", a)}, "not plain text");
}

TEST_F(Safetensors, ReadsOtherPeoplesFiles) {
    put(folder_ / "m",
        fileOf(R"({"__metadata__":{"format":"pt"},"b":{"shape":[2],"data_offsets":[4,8],"dtype":"BF16"},)"
               R"("a":{"dtype":"U8","shape":[2,2],"data_offsets":[0,4]}}   )",
               "12345678"));
    const auto file = SafetensorsFile::open(folder_ / "m");
    ASSERT_TRUE(file) << file.error().describe();
    EXPECT_EQ(static_cast<char>(file->bytes(*file->find("b"))[0]), '5');
    EXPECT_EQ(static_cast<char>(file->bytes(*file->find("a"))[3]), '4');
}

TEST_F(Safetensors, WhatIsMissingIsNoPickle) {
    const auto path = folder_ / "weights.pt";
    EXPECT_EQ(SafetensorsFile::open(path).error().code, base::Code::kNotFound);
    std::ofstream(path) << "PK\x03\x04 and more";
    EXPECT_EQ(SafetensorsFile::open(path).error().id, "checkpoint.pickle");
}

TEST_F(Safetensors, RefusesHostileHeaders) {
    const auto refused = [&](const std::string& bytes, const std::string& part) {
        put(folder_ / "m", bytes);
        const auto file = SafetensorsFile::open(folder_ / "m");
        ASSERT_FALSE(file) << bytes;
        EXPECT_EQ(file.error().code, base::Code::kDataLoss);
        EXPECT_EQ(file.error().id, "checkpoint.bad_header");
        EXPECT_NE(file.error().message.text().find(part), std::string::npos)
            << file.error().message << "\nexpected: " << part;
    };
    const auto one = [](const std::string& body) { return fileOf("{\"a\":{" + body + "}}", "1234"); };
    const std::string good = R"("dtype":"F32","shape":[1],"data_offsets":[0,4])";
    ASSERT_TRUE((put(folder_ / "m", one(good)), SafetensorsFile::open(folder_ / "m")));
    refused("", "at least 10");
    refused(std::string(8, '\xff') + "{}", "at most 100000000 are read");
    refused(std::string("\x09\0\0\0\0\0\0\0{}", 10), "the file has 2 after the length");
    refused(fileOf("[]", ""), "does not begin with");
    refused(fileOf("{ ", ""), "no JSON at byte");
    refused(fileOf("{}x", ""), "no JSON at byte");
    refused(fileOf("{}", "1"), "describes 0 bytes of data, the file holds 1");
    refused(one(R"("dtype":"F32","shape":[1])"), "lacks one of");
    refused(one(R"("dtype":"F99","shape":[1],"data_offsets":[0,4])"), "unknown dtype \"F99\"");
    refused(one(R"("dtype":"F32","shape":[2],"data_offsets":[0,4])"), "4 bytes, its dtype and shape need 8");
    refused(one(R"("dtype":"F32","shape":[1],"data_offsets":[0,8])"), "8 bytes, its dtype and shape need 4");
    refused(one(R"("dtype":"F32","shape":[1],"data_offsets":[4,0])"), "ends before it begins");
    refused(one(R"("dtype":"F32","shape":[1],"data_offsets":[0])"), "not two numbers");
    refused(one(R"("dtype":"F32","shape":[1],"data_offsets":[0,4,4])"), "not two numbers");
    refused(one(R"("dtype":"F32","shape":[-1],"data_offsets":[0,4])"), "negative number");
    refused(one(R"("dtype":"F32","shape":[1.0],"data_offsets":[0,4])"), "not an integer");
    refused(one(R"("dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,4])"), "pass 2^63");
    refused(one(R"("dtype":"F32","shape":[18446744073709551615],"data_offsets":[0,4])"), "over 2^63");
    refused(one(R"("dtype":"F32","shape":[[1]],"data_offsets":[0,4])"), "array where there must be none");
    refused(one(R"("dtype":"F32","shape":{},"data_offsets":[0,4])"), "object where there must be none");
    refused(one(R"("dtype":null,"shape":[1],"data_offsets":[0,4])"), "null");
    refused(one(R"("dtype":"F32","dtype":"F32","shape":[1],"data_offsets":[0,4])"), "twice");
    refused(one(R"("x":1,"dtype":"F32","shape":[1],"data_offsets":[0,4])"), "unknown key");
    refused(fileOf("{\"a\":{" + good + "},\"a\":{" + good + "}}", "1234"), "names tensor \"a\" twice");
    refused(fileOf("{\"a\":{" + good + "},\"b\":{" + good + "}}", "1234"), "overlap");
    refused(fileOf(R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})", "12"), "leave a hole");
    refused(fileOf(R"({"__metadata__":{},"__metadata__":{}})", ""), "twice");
    refused(fileOf("{\"a\":" + std::string(1000000, '['), ""), "array where there must be none");
    std::string many = "{\"t0\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}";
    for (int i = 1; i <= 100000; ++i)
        many += ",\"t" + std::to_string(i) + "\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}";
    refused(fileOf(many + "}", ""), "more than 100000 tensors");
}

}  // namespace
}  // namespace trainyard::checkpoint
