// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "core/control/run/checkpoint_shelf.h"
#include "tests/support/temp_home.h"

namespace trainyard::control {

/// A run's folder with checkpoints in it, and a store that knows of them, or does not.
class ShelfFixture : public ::testing::Test {
  protected:
    void SetUp() override;
    void TearDown() override;

    CheckpointShelf shelf(int attempt = 1);
    std::string stage(std::int64_t step, int attempt = 1,
                      checkpoint::Owner::Kind kind = checkpoint::Owner::Kind::kKept);
    /// What the task that staged it asks.
    static v1::PublishCheckpointRequest request(std::int64_t step, int attempt = 1);
    CheckpointShelf::Published publish(std::int64_t step, int attempt = 1);
    std::filesystem::path kept(std::int64_t step) const {
        return root_ / "checkpoints" / checkpoint::finalName(step);
    }
    std::vector<store::CheckpointRow> rows();  ///< by step
    std::vector<std::string> stored();         ///< "STEP of attempt ATTEMPT"
    static void damage(const std::filesystem::path& file);

    TempHome tempHome_;
    std::filesystem::path root_;
    std::unique_ptr<store::RunStore> store_;
    std::string run_;
    HeldCheckpoints held_;
    checkpoint::RetainPolicy policy_;
    nlohmann::json callbacks_ = nlohmann::json::object();  ///< what they keep in what is staged
    std::optional<events::SavedAt> evaluated_;
    std::int64_t fromStep_ = 0;
};

}  // namespace trainyard::control
