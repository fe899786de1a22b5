// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/file.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/retention.h"
#include "tests/support/temp_home.h"

namespace trainyard::checkpoint {

/// A separate folder for each test, and small checkpoints to put there.
class Scratch : public testing::Test {
  protected:
    static TensorView view(std::string name, const std::vector<float>& values) {
        return {std::move(name),
                "F32",
                {static_cast<std::int64_t>(values.size())},
                std::as_bytes(std::span(values))};
    }
    /// A checkpoint of `step` whose weights are all `value`.
    Contents contents(std::int64_t step, float value = 1) {
        weights_.assign(300, value);
        Contents contents{{view("dense.weight", weights_), view("dense.bias", weights_)},
                          {view("dense.weight.step", weights_)},
                          {}};
        contents.state = {.step = step, .epoch = 2, .position = step * 128, .metrics = {{"loss", 0.25}}};
        return contents;
    }
    /// The owner of most checkpoints in these tests.
    static constexpr const char* kRun = "run-1";
    static Owner owner(int attempt = 1, Owner::Kind kind = Owner::Kind::kKept) {
        return {kRun, attempt, kind};
    }
    static RetainPolicy keep(int newest) { return {.whose = {kRun}, .keep = newest}; }
    std::filesystem::path publishOne(std::int64_t step, int attempt = 1, float value = 1) {
        auto staged = writeStaged(folder_, contents(step, value), owner(attempt));
        EXPECT_TRUE(staged) << staged.error().describe();
        auto final = publish(folder_, staged->filename().string());
        EXPECT_TRUE(final) << final.error().describe();
        return final.value_or("");
    }
    static void put(const std::filesystem::path& path, const std::string& bytes) {
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    }
    static std::string contentsOf(const std::filesystem::path& path) { return base::readFile(path).value(); }
    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder_))
            names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
    std::vector<float> weights_;
};

}  // namespace trainyard::checkpoint
