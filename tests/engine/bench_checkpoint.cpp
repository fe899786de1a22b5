// SPDX-License-Identifier: Apache-2.0
// bench_checkpoint DIR [ROUNDS]: saving and loading 100.7 M parameters with Adam's state (1.21 GB), measured
// as tests/bench/peers/ckpt_torch.py measures its peers. One JSON line per round: how long the training loop
// waited, when the bytes were fsynced (including hashing and publishing), the longest step meanwhile, and a
// verified load into the tensors.
#include <fmt/format.h>

#include <ATen/ops/randn.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "core/engine/train/checkpointer.h"
#include "core/engine/train/restore.h"

namespace {

using namespace trainyard;
using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A link without an agent: publishing is a rename.
class Alone : public engine::TaskLink {
  public:
    explicit Alone(std::filesystem::path folder) : folder_(std::move(folder)) {}
    const v1::JoinReply& place() const override { return place_; }
    void setPhase(const std::string&) override {}
    void setProgress(std::int64_t, int) override {}
    void setCall(const base::Words&) override {}
    void sendWarning(const std::string& code, const base::Words& message) override {
        fmt::print(stderr, "{}: {}\n", code, message);
    }
    void sendError(const std::string&, const base::Words&) override {}
    engine::StopRequest stopRequest() const override { return engine::StopRequest::kNone; }
    void askRunToStop(const base::Words&) override {}
    bool isTrainingOver() const override { return false; }
    void onNews(std::function<void()>) override {}
    base::Result<std::string> publish(const v1::PublishCheckpointRequest& request) override {
        auto path = checkpoint::publish(folder_, request.staged());
        if (!path) return base::fail(path.error());
        published_ = Clock::now();
        return path->string();
    }
    Clock::time_point published() const { return published_; }

  private:
    std::filesystem::path folder_;
    v1::JoinReply place_;
    Clock::time_point published_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    const std::filesystem::path folder = argv[1];
    const int rounds = argc > 2 ? std::stoi(argv[2]) : 4;
    std::filesystem::create_directories(folder);
    nlohmann::json layers = nlohmann::json::array();
    for (int i = 0; i < 24; ++i) layers.push_back({{"dense", {{"units", 2048}}}});
    const auto plan = spec::planModel({"layers", layers}, {2048});
    if (!plan) {
        fmt::print(stderr, "{}\n", plan.error().describe());
        return 1;
    }
    engine::Model model(*plan, torch::kFloat32);
    model.drawWeights(1);
    auto optimizer = engine::makeOptimizer({"adam", {{"learning_rate", 0.001}}}, model.variables());
    const torch::Tensor input = at::randn({16, 2048});
    const auto step = [&] {
        const auto start = Clock::now();
        for (const auto& variable : model.variables()) variable.mutable_grad().reset();
        model.forward(input, nullptr).square().mean().backward();
        optimizer->step(optimizer->learningRate());
        return secondsSince(start);
    };
    Alone link(folder);
    engine::Checkpointer saver({folder, folder / "backup", "bench-1", 1, false}, link, model, *optimizer);
    std::vector<double> plain;
    for (int i = 0; i < 8; ++i) plain.push_back(step());
    std::sort(plain.begin(), plain.end());
    fmt::print("{{\"what\": \"step without saving\", \"step_s\": {:.3f}}}\n", plain[4]);
    for (int round = 0; round < rounds; ++round) {
        checkpoint::TrainState state;
        state.step = round + 1;
        const auto start = Clock::now();
        saver.save(state, 0, {.isKept = true});
        const double stall = secondsSince(start);
        std::vector<double> steps;
        double writeMs = 0;
        for (bool isWritten = false; !isWritten;) {
            steps.push_back(step());
            for (const auto& saved : saver.takeSaved()) {
                isWritten = true;
                writeMs = saved.writeMs;
            }
        }
        saver.finish();
        const double toDisk = std::chrono::duration<double>(link.published() - start).count();
        std::sort(steps.begin(), steps.end());
        const auto path = folder / checkpoint::finalName(state.step);
        const auto loadStart = Clock::now();
        const auto restored = engine::Restore::read(path);
        if (!restored || !restored->fill(model) || !restored->fill(*optimizer, model.names()) ||
            !restored->verified())
            return 1;
        const double loaded = secondsSince(loadStart);
        fmt::print(
            "{{\"what\": \"trainyard\", \"round\": {}, \"stall_s\": {:.3f}, \"write_s\": {:.3f}, "
            "\"to_disk_s\": {:.3f}, \"longest_step_meanwhile_s\": {:.3f}, \"median_step_meanwhile_s\": "
            "{:.3f}, "
            "\"load_verified_s\": {:.3f}}}\n",
            round, stall, writeMs / 1000, toDisk, steps.back(), steps[steps.size() / 2], loaded);
        std::fflush(stdout);
        std::filesystem::remove_all(path);
    }
    for (int round = 0; round < rounds; ++round) {
        checkpoint::TrainState state;
        state.step = rounds + round + 1;
        const auto start = Clock::now();
        saver.save(state, 0, {.isKept = true});
        saver.finish();
        fmt::print("{{\"what\": \"trainyard, nothing trains\", \"to_disk_s\": {:.3f}}}\n",
                   std::chrono::duration<double>(link.published() - start).count());
        std::filesystem::remove_all(folder / checkpoint::finalName(state.step));
    }
    return 0;
}
