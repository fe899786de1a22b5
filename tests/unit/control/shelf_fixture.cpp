// SPDX-License-Identifier: Apache-2.0
#include "shelf_fixture.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <span>

namespace trainyard::control {

void ShelfFixture::SetUp() {
    store_ = std::move(*store::RunStore::open(tempHome_.path() / "trainyard.db"));
    run_ = store_->createRun({.name = "shelf"})->id;
    root_ = tempHome_.path() / "runs" / run_;
    std::filesystem::create_directories(root_ / "checkpoints");
}

void ShelfFixture::TearDown() {
    store_.reset();
}

CheckpointShelf ShelfFixture::shelf(int attempt) {
    return {*store_,          held_,          run_,    attempt,   root_ / "checkpoints",
            root_ / "backup", root_ / "best", policy_, fromStep_, evaluated_};
}

std::string ShelfFixture::stage(std::int64_t step, int attempt, checkpoint::Owner::Kind kind) {
    const float weight = static_cast<float>(step * 1000 + attempt);
    checkpoint::Contents contents;
    contents.model.push_back({"w", "F32", {1}, std::as_bytes(std::span(&weight, 1))});
    contents.state.step = step;
    contents.state.metrics = {{"loss", 1.0 / attempt}};
    contents.state.callbacks = callbacks_;
    const auto folder = root_ / (kind == checkpoint::Owner::Kind::kBackup ? "backup" : "checkpoints");
    std::filesystem::create_directories(folder);
    const auto staged = checkpoint::writeStaged(folder, contents, {run_, attempt, kind});
    EXPECT_TRUE(staged) << staged.error().describe();
    return staged->filename().string();
}

v1::PublishCheckpointRequest ShelfFixture::request(std::int64_t step, int attempt) {
    v1::PublishCheckpointRequest request;
    request.set_staged(checkpoint::stagedName(step, attempt));
    request.set_step(step);
    request.set_write_ms(7);
    (*request.mutable_metrics())["loss"] = 1.0 / attempt;
    return request;
}

CheckpointShelf::Published ShelfFixture::publish(std::int64_t step, int attempt) {
    stage(step, attempt);
    return shelf(attempt).publish(request(step, attempt));
}

std::vector<store::CheckpointRow> ShelfFixture::rows() {
    auto rows = *store_->checkpoints(run_);
    std::ranges::sort(rows, {}, &store::CheckpointRow::step);
    return rows;
}

std::vector<std::string> ShelfFixture::stored() {
    std::vector<std::string> all;
    for (const store::CheckpointRow& row : rows())
        all.push_back(fmt::format("{} of attempt {}", row.step, row.attempt));
    return all;
}

void ShelfFixture::damage(const std::filesystem::path& file) {
    std::ofstream(file, std::ios::trunc) << "{";
}

}  // namespace trainyard::control
