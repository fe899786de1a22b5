// SPDX-License-Identifier: Apache-2.0
// Several replicas in one process: their threads, their sums, and what happens when one of them fails.
#include <gtest/gtest.h>

#include <ATen/ops/equal.h>
#include <ATen/ops/full.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/rand.h>

#include <torch/csrc/autograd/custom_function.h>

#include <set>
#include <thread>

#include "plugins/sdk/gradient_packs.h"
#include "tests/engine/curves.h"

namespace trainyard::engine {
namespace {

using testing::Layout;
using testing::runRanks;

/// Every strategy that supports several replicas per process, alone and with a second process.
std::vector<Layout> mirroredLayouts() {
    return {{"mirrored", 1, 3}, {"multi_worker_mirrored", 1, 3}, {"multi_worker_mirrored", 2, 2}};
}

/// `body` gets the strategy and one list of variables of the given sizes for each local replica; replica r's
/// are filled with r, until adopt() makes them equal.
using Body = std::function<void(sdk::Strategy&, std::vector<sdk::ReplicaVariables>&)>;
void withVariables(const Layout& layout, const std::vector<std::int64_t>& sizes, const Body& body) {
    SCOPED_TRACE(testing::nameOf(layout));
    runRanks(layout.strategy, layout.processes, layout.complete(), [&](sdk::Strategy& strategy, int) {
        std::vector<sdk::ReplicaVariables> variables(static_cast<std::size_t>(strategy.numLocalReplicas()));
        for (std::size_t r = 0; r < variables.size(); ++r)
            for (const std::int64_t size : sizes)
                variables[r].push_back(
                    at::full({size},
                             static_cast<double>(strategy.firstLocalReplica()) + static_cast<double>(r),
                             torch::kFloat32)
                        .set_requires_grad(true));
        strategy.adopt(variables);
        body(strategy, variables);
    });
}

torch::Tensor weightedSum(const sdk::ReplicaVariables& variables, double weight) {
    torch::Tensor total = at::full({}, 0.0);
    for (const torch::Tensor& variable : variables) total = total + (variable * weight).sum();
    return total;
}

TEST(Replicas, StartWithReplicaZerosVariables) {
    for (const Layout& layout : mirroredLayouts())
        withVariables(layout, {5, 3}, [](sdk::Strategy&, auto& variables) {
            for (const auto& replica : variables)
                for (const torch::Tensor& variable : replica)
                    EXPECT_EQ(variable.abs().max().template item<float>(), 0);
        });
}

TEST(Replicas, SumGradientsThatDontFitAChunk) {
    for (const Layout& layout : mirroredLayouts())
        withVariables(layout, {200'001, 7, 1}, [&](sdk::Strategy& strategy, auto& variables) {
            for (int step = 1; step <= 3; ++step) {
                strategy.run([&](sdk::ReplicaContext& context) {
                    auto& mine =
                        variables[static_cast<std::size_t>(context.replica() - strategy.firstLocalReplica())];
                    context.backward(weightedSum(mine, step * (context.replica() + 1)));
                    const int all = context.numReplicasInSync();
                    EXPECT_EQ(all, layout.all());
                    for (const torch::Tensor& variable : mine)
                        EXPECT_TRUE(
                            at::equal(variable.grad(), at::full_like(variable, step * all * (all + 1) / 2)));
                });
            }
        });
}

TEST(Replicas, GradientsBelongToOneReplicaEach) {
    for (const Layout& layout : mirroredLayouts())
        withVariables(layout, {4}, [&](sdk::Strategy& strategy, auto& variables) {
            strategy.run([&](sdk::ReplicaContext& context) {
                auto& mine =
                    variables[static_cast<std::size_t>(context.replica() - strategy.firstLocalReplica())];
                context.backward(weightedSum(mine, 1));
                mine[0].mutable_grad().mul_(0.5);  // as clipping does
            });
            for (const auto& replica : variables)
                EXPECT_EQ(replica[0].grad().max().template item<float>(),
                          0.5f * static_cast<float>(layout.all()));
        });
}

TEST(Replicas, GradientsAddUpOverBatchesBeforeTheyMeet) {
    for (const Layout& layout : mirroredLayouts())
        withVariables(layout, {4}, [&](sdk::Strategy& strategy, auto& variables) {
            strategy.run([&](sdk::ReplicaContext& context) {
                auto& mine =
                    variables[static_cast<std::size_t>(context.replica() - strategy.firstLocalReplica())];
                weightedSum(mine, 1).backward();
                weightedSum(mine, 10).backward();
                context.backward(weightedSum(mine, 100));
                EXPECT_EQ(mine[0].grad().max().template item<float>(),
                          111.0f * static_cast<float>(layout.all()));
            });
        });
}

TEST(Replicas, AVariableThatTakesNoPartHasAGradientOfZeros) {
    for (const Layout& layout : mirroredLayouts())
        withVariables(layout, {4, 4}, [&](sdk::Strategy& strategy, auto& variables) {
            strategy.run([&](sdk::ReplicaContext& context) {
                auto& mine =
                    variables[static_cast<std::size_t>(context.replica() - strategy.firstLocalReplica())];
                context.backward((mine[0] * 2).sum());
                EXPECT_EQ(mine[0].grad().max().template item<float>(),
                          2.0f * static_cast<float>(layout.all()));
                EXPECT_EQ(mine[1].grad().abs().max().template item<float>(), 0);
            });
        });
}

TEST(Replicas, TwoVariablesWithOneGradientKeepTheirOwn) {
    // Autograd may give both the same memory; summing it in place twice would make it too large.
    for (const Layout& layout : mirroredLayouts())
        withVariables(layout, {4, 4}, [&](sdk::Strategy& strategy, auto& variables) {
            strategy.run([&](sdk::ReplicaContext& context) {
                auto& mine =
                    variables[static_cast<std::size_t>(context.replica() - strategy.firstLocalReplica())];
                context.backward((mine[0] + mine[1].view({2, 2}).view({4})).sum());
                for (const torch::Tensor& variable : mine)
                    EXPECT_EQ(variable.grad().max().template item<float>(), static_cast<float>(layout.all()));
            });
        });
}

/// y = Σ x; notes where it has put x's gradient.
struct NotingSum : torch::autograd::Function<NotingSum> {
    static torch::Tensor forward(torch::autograd::AutogradContext* saved, const torch::Tensor& x,
                                 std::int64_t noted) {
        saved->saved_data["noted"] = noted;
        saved->save_for_backward({x});
        return x.sum();
    }
    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* saved,
                                                   torch::autograd::variable_list gradients) {
        torch::Tensor gradient = at::ones_like(saved->get_saved_variables()[0]) * gradients[0];
        *reinterpret_cast<const void**>(saved->saved_data["noted"].toInt()) = gradient.data_ptr();
        return {gradient, {}};
    }
};

TEST(Replicas, SumGradientsWhereAutogradHasPutThem) {
    for (const Layout& layout : mirroredLayouts())
        withVariables(layout, {4}, [&](sdk::Strategy& strategy, auto& variables) {
            strategy.run([&](sdk::ReplicaContext& context) {
                auto& mine =
                    variables[static_cast<std::size_t>(context.replica() - strategy.firstLocalReplica())];
                const void* noted = nullptr;
                context.backward(NotingSum::apply(mine[0], reinterpret_cast<std::intptr_t>(&noted)));
                EXPECT_EQ(mine[0].grad().data_ptr(), noted) << "the gradient was copied";
                EXPECT_EQ(mine[0].grad().max().template item<float>(), static_cast<float>(layout.all()));
            });
        });
}

/// y = x; its gradient is summed over all replicas in the backward pass.
struct SummingBack : torch::autograd::Function<SummingBack> {
    static torch::Tensor forward(torch::autograd::AutogradContext* saved, const torch::Tensor& x,
                                 std::int64_t context) {
        saved->saved_data["context"] = context;
        return x.clone();
    }
    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* saved,
                                                   torch::autograd::variable_list gradients) {
        auto* context = reinterpret_cast<sdk::ReplicaContext*>(saved->saved_data["context"].toInt());
        return {context->sum(gradients[0]), {}};
    }
};

TEST(Replicas, SumTensorsInForwardAndBackward) {
    for (const Layout& layout : mirroredLayouts())
        withVariables(layout, {4, 300'000}, [&](sdk::Strategy& strategy, auto& variables) {
            const int all = layout.all();
            const double total = all * (all + 1) / 2.0;
            for (int step = 0; step < 20; ++step)
                strategy.run([&](sdk::ReplicaContext& context) {
                    auto& mine =
                        variables[static_cast<std::size_t>(context.replica() - strategy.firstLocalReplica())];
                    const double own = context.replica() + 1;
                    const torch::Tensor sum = context.sum(at::full({3}, own, torch::kFloat64));
                    EXPECT_TRUE(at::equal(sum, at::full({3}, total, torch::kFloat64)));
                    const torch::Tensor back =
                        SummingBack::apply(mine[0], reinterpret_cast<std::intptr_t>(&context));
                    context.backward((back * own).sum() + mine[1].sum());
                    EXPECT_EQ(mine[0].grad().max().template item<float>(), static_cast<float>(all * total));
                    EXPECT_EQ(mine[1].grad().max().template item<float>(), static_cast<float>(all));
                });
        });
}

TEST(Replicas, KeepTheirThreadsAndTheCallersGradMode) {
    const Layout layout{"mirrored", 1, 3};
    withVariables(layout, {1}, [](sdk::Strategy& strategy, auto&) {
        std::mutex mutex;
        std::set<std::thread::id> threads;
        for (int step = 0; step < 10; ++step) {
            const torch::NoGradGuard noGrad;
            strategy.run([&](sdk::ReplicaContext&) {
                EXPECT_FALSE(torch::GradMode::is_enabled());
                std::lock_guard lock(mutex);
                threads.insert(std::this_thread::get_id());
            });
        }
        EXPECT_EQ(threads.size(), 3u);
        EXPECT_FALSE(threads.contains(std::this_thread::get_id()));
    });
}

std::string failureOf(sdk::Strategy& strategy, const std::function<void(sdk::ReplicaContext&)>& step) {
    try {
        strategy.run(step);
    } catch (const std::exception& e) {
        return e.what();
    }
    return "none";
}

TEST(Replicas, OnesFailureEndsAllOfThemAndIsSaid) {
    for (const Layout& layout : {Layout{"mirrored", 1, 3}, Layout{"multi_worker_mirrored", 1, 3}})
        withVariables(layout, {4}, [](sdk::Strategy& strategy, auto& variables) {
            const auto mine = [&](sdk::ReplicaContext& context) -> sdk::ReplicaVariables& {
                return variables[static_cast<std::size_t>(context.replica())];
            };
            for (const bool isWaitingInSum : {false, true}) {
                EXPECT_EQ(failureOf(strategy,
                                    [&](sdk::ReplicaContext& context) {
                                        if (context.replica() == 1)
                                            throw std::runtime_error("replica 1 has no data");
                                        if (isWaitingInSum) context.sum(at::ones({1}));
                                        context.backward(weightedSum(mine(context), 1));
                                    }),
                          "replica 1 has no data");
                // The team is complete again.
                EXPECT_EQ(failureOf(strategy,
                                    [&](sdk::ReplicaContext& context) {
                                        context.backward(weightedSum(mine(context), 1));
                                        EXPECT_EQ(mine(context)[0].grad().max().template item<float>(), 3);
                                    }),
                          "none");
            }
        });
}

TEST(Replicas, ACallThatNotAllMakeIsAnErrorAndNoHang) {
    withVariables({"mirrored", 1, 2}, {4}, [](sdk::Strategy& strategy, auto& variables) {
        const std::string said = failureOf(strategy, [&](sdk::ReplicaContext& context) {
            if (context.replica() == 0) context.backward(weightedSum(variables[0], 1));
        });
        EXPECT_NE(said.find("every replica must make the same calls"), std::string::npos) << said;
    });
}

TEST(Replicas, MustBeAlike) {
    runRanks("mirrored", 1, Layout{"mirrored", 1, 2}.complete(), [](sdk::Strategy& strategy, int) {
        const auto variable = [](std::int64_t size) { return at::ones({size}).set_requires_grad(true); };
        EXPECT_THROW(strategy.adopt({{variable(2)}}), std::invalid_argument);
        EXPECT_THROW(strategy.adopt({{variable(2)}, {variable(3)}}), std::invalid_argument);
        EXPECT_THROW(strategy.adopt({{variable(2)}, {variable(2), variable(2)}}), std::invalid_argument);
    });
}

TEST(Replicas, AreAsManyAsCoresWhenNobodySays) {
    runRanks("mirrored", 1, Layout{"mirrored", 1, 0}.complete(), [](sdk::Strategy& strategy, int) {
        EXPECT_EQ(strategy.numLocalReplicas(), static_cast<int>(std::thread::hardware_concurrency()));
    });
}

TEST(Replicas, AreOneOnEachNamedDevice) {
    withVariables({"mirrored", 1, 2, {{"devices", {"cpu:0", "cpu:1"}}, {"replicas", 0}}}, {10, 10},
                  [](sdk::Strategy& strategy, auto&) {
                      EXPECT_EQ(strategy.numReplicasInSync(), 2);
                      EXPECT_TRUE(strategy.describe().find("2 replicas") != std::string::npos);
                      EXPECT_TRUE(strategy.describe().ends_with(", on cpu:0, cpu:1")) << strategy.describe();
                  });
}

TEST(Replicas, SayHowTheyReduce) {
    withVariables({"mirrored", 1, 4, {{"num_packs", 2}}}, {10, 10, 10, 10},
                  [](sdk::Strategy& strategy, auto&) {
                      EXPECT_EQ(strategy.describe(),
                                "batch_all_reduce: 4 all-reduces in 2 packs (0.00 MB) by summing in shared "
                                "memory; 4 replicas as "
                                "threads of this process, 1 thread each");
                  });
    withVariables({"one_device"}, {10}, [](sdk::Strategy& strategy, auto&) {
        EXPECT_EQ(strategy.describe(), "1 replica, 1 thread, nothing to reduce");
    });
}

sdk::ReplicaVariables ofBytes(const std::vector<std::int64_t>& sizes) {
    sdk::ReplicaVariables variables;
    for (const std::int64_t bytes : sizes) variables.push_back(at::ones({bytes / 4}, torch::kFloat32));
    return variables;
}

TEST(Packs, AreInReverseOrderAndLimitedBySize) {
    using sdk::Packs;
    EXPECT_EQ(sdk::packByBytes(ofBytes({40, 40, 40, 40}), 40, 80), (Packs{{3}, {2, 1}, {0}}));
    EXPECT_EQ(sdk::packByBytes(ofBytes({400, 40}), 40, 80), (Packs{{1}, {0}}));
    EXPECT_EQ(sdk::packByCount(ofBytes({40, 40, 40, 40}), 1), (Packs{{3, 2, 1, 0}}));
    EXPECT_EQ(sdk::packByCount(ofBytes({40, 40, 40, 40}), 2), (Packs{{3, 2}, {1, 0}}));
    EXPECT_EQ(sdk::packByCount(ofBytes({40, 40}), 5), (Packs{{1}, {0}}));
    sdk::ReplicaVariables mixed = ofBytes({40, 40});
    mixed.push_back(at::ones({4}, torch::kFloat64));
    EXPECT_EQ(sdk::packByCount(mixed, 1), (Packs{{2}, {1, 0}}));
}

}  // namespace
}  // namespace trainyard::engine
