// SPDX-License-Identifier: Apache-2.0
#include "core/engine/train/checkpointer.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>

namespace trainyard::engine {
namespace {

using Clock = std::chrono::steady_clock;
double msSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

}  // namespace

Checkpointer::Checkpointer(std::filesystem::path folder, TaskLink& link, int attempt)
    : folder_(std::move(folder)), link_(link), attempt_(attempt) {
}

Checkpointer::~Checkpointer() {
    finish();
}

void Checkpointer::finish() {
    if (underWay_.valid()) underWay_.get();
}

void Checkpointer::save(const Model& model, const Optimizer& optimizer, const checkpoint::TrainState& state,
                        int epoch) {
    const auto start = Clock::now();
    finish();
    auto staged = std::make_shared<Staged>();
    staged->contents.state = state;
    torch::NoGradGuard noGrad;
    const auto stage = [&](std::vector<checkpoint::TensorView>& out, const std::string& name,
                           const torch::Tensor& tensor) {
        out.push_back(
            viewOf(name, tensor.detach().clone(torch::MemoryFormat::Contiguous), staged->keepAlive));
    };
    for (std::size_t i = 0; i < model.names().size(); ++i)
        stage(staged->contents.model, model.names()[i], model.variables()[i]);
    for (std::size_t i = 0; i < model.bufferNames().size(); ++i)
        stage(staged->contents.model, model.bufferNames()[i], model.buffers()[i]);
    for (const auto& [slot, tensors] : optimizer.slots())
        for (std::size_t i = 0; i < tensors.size(); ++i)
            stage(staged->contents.optimizer, model.names()[i] + "." + slot, tensors[i]);
    lastSavedStep_ = state.step;
    const double stallMs = msSince(start);
    underWay_ = std::async(std::launch::async,
                           [this, staged, epoch, stallMs] { writeAndPublish(*staged, epoch, stallMs); });
}

void Checkpointer::writeAndPublish(const Staged& staged, int epoch, double stallMs) {
    const auto start = Clock::now();
    const std::int64_t step = staged.contents.state.step;
    base::Result<std::filesystem::path> written = checkpoint::writeStaged(folder_, staged.contents, attempt_);
    if (!written) {
        link_.sendWarning("checkpoint.failed", fmt::format("the checkpoint of step {} was not saved: {}",
                                                           step, written.error().describe()));
        spdlog::warn("the checkpoint of step {} was not saved: {}", step, written.error().describe());
        return;
    }
    v1::PublishCheckpointRequest request;
    request.set_staged(written->filename().string());
    request.set_step(step);
    request.set_epoch(epoch);
    request.set_stall_ms(stallMs);
    request.set_write_ms(msSince(start));
    if (base::Result<std::string> path = link_.publish(request); !path) {
        link_.sendWarning("checkpoint.failed",
                          fmt::format("the checkpoint of step {} was written but not published: {}", step,
                                      path.error().describe()));
        spdlog::warn("the checkpoint of step {} was not published: {}", step, path.error().describe());
    } else {
        spdlog::info("checkpoint {} (stall {:.1f} ms)", *path, stallMs);
    }
}

}  // namespace trainyard::engine
