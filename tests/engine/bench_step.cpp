// SPDX-License-Identifier: Apache-2.0
// bench_step [MODEL…]: CPU milliseconds of one replica's training step on one thread under one_device,
// separately for forward, backward and optimizer; and the cost of a profile's ranges while none is being
// recorded.
#include <fmt/format.h>
#include <malloc.h>

#include <ATen/Parallel.h>
#include <ATen/ops/rand.h>
#include <ATen/ops/randint.h>

#include <algorithm>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/eval/evaluator.h"
#include "core/engine/model/optimizer.h"
#include "core/engine/profile/profiler.h"
#include "core/spec/yaml/yaml_tree.h"

namespace {

using namespace trainyard;

double cpuMs() {
    timespec t{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

/// A small Transformer on sentences of 128 words out of 10,000; what a step spends on looking at its indexes
/// is in the forward pass.
const std::string kText =
    "[{embedding: {input_dim: 10000, output_dim: 32}}, {positional_embedding: {name: start}}, "
    "layer_normalization, {multi_head_attention: {num_heads: 2, key_dim: 16}}, {add: {inputs: "
    "[multi_head_attention, start]}}, global_average_pooling1d, {dense: {units: 10}}]";

bool isText(const std::string& name) {
    return name == "text";
}

spec::ModelPlan planOf(const std::string& name) {
    return isText(name) ? *spec::planModel({"layers", spec::parseYaml(kText)->value}, {128})
                        : *spec::planModel({"builtin", name}, {1, 28, 28});
}

void measure(const std::string& name) {
    engine::Model model(planOf(name), torch::kFloat32);
    model.drawWeights(42);
    const spec::Named optimizerSpec = name == "mnist_cnn" ? spec::Named{"sgd", {{"learning_rate", 0.001}}}
                                                          : spec::Named{"adam", {{"learning_rate", 0.001}}};
    auto optimizer = engine::makeOptimizer(optimizerSpec, model.variables());
    const engine::Objective objective({"sparse_categorical_crossentropy"}, {{"accuracy"}}, model.plan());
    std::vector<std::int64_t> samples(64);
    torch::Tensor features = model.inputTensor(64);
    if (isText(name))
        features = torch::randint(0, 10000, features.sizes(), torch::kInt64);
    else
        features.copy_(torch::rand(features.sizes()));
    const torch::Tensor labels = torch::randint(0, 10, {64}, torch::kInt64);
    std::vector<double> forward, backward, update;
    for (int step = 0; step < 120; ++step) {
        for (const auto& variable : model.variables()) variable.mutable_grad().reset();
        const engine::DrawPlace place{42, step, samples};
        optimizer->setRate(optimizer->learningRate());
        engine::StepInBackward inBackward = optimizer->stepInBackward();
        const double t0 = cpuMs();
        const torch::Tensor outputs =
            model.forward(features, {.place = &place, .weightGradient = {.step = &inBackward}});
        const engine::Objective::Scored scored = objective.score(model, outputs, labels, {}, 64);
        const double t1 = cpuMs();
        scored.loss.backward();
        const double t2 = cpuMs();
        optimizer->apply({}, &inBackward);
        const double t3 = cpuMs();
        if (step < 20) continue;
        forward.push_back(t1 - t0);
        backward.push_back(t2 - t1);
        update.push_back(t3 - t2);
    }
    fmt::print("{:12} forward {:6.2f}  backward {:6.2f}  optimizer {:5.2f}  sum {:6.2f} ms\n", name,
               median(forward), median(backward), median(update),
               median(forward) + median(backward) + median(update));
}

/// CPU nanoseconds that `act` takes, including the loop around it.
template <typename Act>
double nanoseconds(Act act) {
    constexpr int kTimes = 5'000'000;
    std::vector<double> each;
    for (int round = 0; round < 5; ++round) {
        const double begin = cpuMs();
        for (int i = 0; i < kTimes; ++i) act(i);
        each.push_back((cpuMs() - begin) * 1e6 / kTimes);
    }
    return median(each);
}

void measureRanges() {
    const std::string call = "all_reduce of gradients", none;
    engine::CallRanges calls;
    fmt::print("ranges with no profile on, ns each: user scope {:.1f}, step {:.1f}, call {:.1f}\n",
               nanoseconds([](int) { RECORD_USER_SCOPE("compute: forward"); }),
               nanoseconds([](int i) { const engine::StepRange range(nullptr, i); }), nanoseconds([&](int) {
                   calls.onCall(call);
                   calls.onCall(none);
               }));
}

}  // namespace

int main(int argc, char** argv) {
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 2'000'000'000);
    mallopt(M_TOP_PAD, 64 << 20);
    at::set_num_threads(1);
    std::vector<std::string> names(argv + 1, argv + argc);
    if (names.empty()) names = {"mnist_cnn", "fashion_cnn", "mlp", "text"};
    for (const std::string& name : names) measure(name);
    measureRanges();
    return 0;
}
