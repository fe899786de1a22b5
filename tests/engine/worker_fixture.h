// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "core/events/event_file.h"
#include "core/events/spool.h"
#include "tests/engine/task_host.h"
#include "tests/support/temp_home.h"

namespace trainyard::engine::testing {

/// A scratch folder with 200 small images and run files that train on them.
class WorkerFixture : public ::testing::Test {
  protected:
    void SetUp() override {
        writeIdx("images", 3, 200, 784);
        writeIdx("labels", 1, 200, 1);
    }

    void writeIdx(const std::string& name, int dims, int count, int bytesEach) {
        std::ofstream out(folder_ / name, std::ios::binary);
        const auto word = [&](unsigned v) {
            for (int shift = 24; shift >= 0; shift -= 8) out.put(static_cast<char>(v >> shift));
        };
        word(0x0800u + static_cast<unsigned>(dims));
        word(static_cast<unsigned>(count));
        if (dims == 3) {
            word(28);
            word(28);
        }
        for (int i = 0; i < count * bytesEach; ++i)
            out.put(static_cast<char>(bytesEach == 1 ? i % 10 : (i * 31 + i / 784) % 251));
    }

    /// `train` goes inside `train:`, `rest` at top level.
    std::string runFile(const std::string& train, int workers = 2, const std::string& rest = "",
                        const std::string& optimizer = "{sgd: {learning_rate: 0.05}}") {
        const auto path = folder_ / "run.yaml";
        std::ofstream out(path);
        out << "trainyard: 1\nname: test\ntrain:\n  model: {builtin: mlp}\n  data:\n    train: {idx: "
               "{images: images, labels: labels}}\n"
               "    validation: {idx: {images: images, labels: labels}}\n    batch_size: 16\n  optimizer: "
            << optimizer << "\n"
            << train << rest << "cluster:\n  worker: [local";
        for (int i = 1; i < workers; ++i) out << ", local";
        out << "]\n";
        return path.string();
    }

    /// Except the task's resource use, which arrives at any time.
    static std::vector<events::Event> eventsIn(const std::filesystem::path& folder) {
        std::vector<events::Event> all;
        for (const auto& file : events::eventFilesIn(folder)) {
            auto reader = events::EventFileReader::open(file);
            auto some = reader->readSome();
            all.insert(all.end(), some->begin(), some->end());
        }
        std::erase_if(all, [](const events::Event& event) {
            return std::visit([](const auto& any) { return any.tag.starts_with("system/"); }, event);
        });
        return all;
    }
    std::vector<events::Event> eventsOf(const std::string& split) {
        return eventsIn(folder_ / "events/tasks/worker-0" / split);
    }

    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
};

}  // namespace trainyard::engine::testing
