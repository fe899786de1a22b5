// SPDX-License-Identifier: Apache-2.0
// Factors that are kept on a GPU, for variables and gradients of all types: CPUs stand for it.
#include <gtest/gtest.h>

#include "core/engine/model/optimizer.h"

namespace trainyard::engine {
namespace {

using Tensors = Optimizer::Tensors;

/// Weight decay alone, with its rate where the variables are.
class Decay final : public Optimizer {
  public:
    Decay(double weightDecay, Tensors variables)
        : Optimizer({{"learning_rate", 0.1}, {"weight_decay", weightDecay}}, std::move(variables)) {}
    void step(double rate) {
        setRateOnDevice(rate);
        apply();
    }
    std::vector<std::pair<std::string, Tensors>> slots() const override { return {}; }

  private:
    void update(const Tensors&, const Rate&, const FoundInf&) override {}
};

torch::Tensor values(torch::ScalarType type) {
    return at::sin(at::arange(1000, torch::kFloat64)).to(type);
}

/// `factor` times `of`, computed in the type that a GPU's kernels compute in, and rounded once.
torch::Tensor scaled(const torch::Tensor& of, double factor) {
    const auto wide = of.scalar_type() == torch::kFloat64 ? torch::kFloat64 : torch::kFloat32;
    return (of.to(wide) * at::full({}, factor, wide)).to(of.scalar_type());
}

TEST(WeightDecay, On16BitsItsFactorIsNotRoundedToThem) {
    for (const auto type : {torch::kBFloat16, torch::kFloat16, torch::kFloat32, torch::kFloat64}) {
        SCOPED_TRACE(c10::toString(type));
        const Tensors variables{values(type), values(type)};
        Decay decay(0.03, variables);
        torch::Tensor expected = values(type);
        for (const double rate : {0.1, 0.1, 0.25}) {
            decay.step(rate);
            expected = scaled(expected, 1 - rate * 0.03);
        }
        for (const torch::Tensor& variable : variables) EXPECT_TRUE(variable.equal(expected));
    }
}

TEST(WeightDecay, VariablesOfSeveralTypesEachHaveTheirs) {
    const Tensors variables{values(torch::kFloat32), values(torch::kBFloat16)};
    Decay decay(0.03, variables);
    decay.step(0.1);
    for (const torch::Tensor& variable : variables)
        EXPECT_TRUE(variable.equal(scaled(values(variable.scalar_type()), 1 - 0.1 * 0.03)));
}

TEST(WeightDecay, On16BitsTheFactorThatClipsIsNotRoundedToThem) {
    for (const auto type : {torch::kBFloat16, torch::kFloat16, torch::kFloat32, torch::kFloat64}) {
        SCOPED_TRACE(c10::toString(type));
        const torch::Tensor variable = values(type);
        variable.mutable_grad() = values(type);
        const double norm = values(type).pow(2).sum(torch::kFloat64).sqrt().item<double>();
        ASSERT_GT(norm, 22.3);
        clipNormOnDevice({variable}, 22.3);
        EXPECT_TRUE(variable.grad().equal(scaled(values(type), 22.3 / norm)));
    }
}

}  // namespace
}  // namespace trainyard::engine
