// SPDX-License-Identifier: Apache-2.0
// The cluster coordinator over all tasks as threads of this process: dispatch, deaths, errors, cancellation.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <cmath>
#include <future>
#include <latch>
#include <limits>
#include <random>
#include <semaphore>
#include <set>

#include "core/engine/ps/in_process.h"
#include "core/engine/ps/run_data.h"
#include "plugins/sdk/loop/coordinator_job.h"
#include "plugins/sdk/server_mean.h"
#include "tests/engine/curves.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;
using sdk::Value;
using sdk::Values;

std::shared_ptr<sdk::ClosureRegistry> registryWith(const std::string& name, sdk::Closure closure) {
    auto registry = std::make_shared<sdk::ClosureRegistry>();
    registry->closure(name, std::move(closure));
    registry->closure("echo", [](sdk::WorkerContext&, const Values& in) { return in; });
    return registry;
}

std::int64_t number(const base::Result<Values>& values) {
    return std::get<std::int64_t>(values->at(0));
}

TEST(Coordinator, RunsWhatIsScheduledAndCopiesResults) {
    auto cluster = inProcessCluster(3, 2, registryWith("square", [](auto&, const Values& in) {
                                        const auto x = std::get<std::int64_t>(in[0]);
                                        return Values{x * x};
                                    }));
    std::vector<sdk::RemoteValue> values;
    for (std::int64_t i = 0; i < 100; ++i) values.push_back(*cluster.coordinator->schedule("square", {i}));
    ASSERT_TRUE(cluster.coordinator->join());
    EXPECT_TRUE(*cluster.coordinator->done());
    for (std::int64_t i = 0; i < 100; ++i)
        EXPECT_EQ(number(values[static_cast<std::size_t>(i)].fetch()), i * i);
}

TEST(Coordinator, GoesToWhoeverIsFree) {
    std::counting_semaphore<> slowMayEnd(0);
    std::atomic<int> fast = 0;
    std::atomic<bool> isSlowTaken = false;
    auto cluster = inProcessCluster(2, 1, registryWith("work", [&](auto&, const Values&) {
                                        if (!isSlowTaken.exchange(true))
                                            slowMayEnd.acquire();
                                        else if (++fast == 20)
                                            slowMayEnd.release();
                                        return Values{};
                                    }));
    for (int i = 0; i < 21; ++i) ASSERT_TRUE(cluster.coordinator->schedule("work", {}));
    ASSERT_TRUE(cluster.coordinator->join());  // would hang if the slow worker's share waited for it
    EXPECT_EQ(fast, 20);
}

TEST(Coordinator, AMeanIsCountedOnTheServers) {
    const sdk::ServerMean accuracy("accuracy");
    auto cluster = inProcessCluster(
        3, 2,
        registryWith("answer",
                     [&](sdk::WorkerContext& context, const Values& in) -> base::Result<Values> {
                         TY_TRY(accuracy.update(context.variables(), std::get<double>(in[0]),
                                                std::get<double>(in[1])));
                         return Values{};
                     }),
        sdk::fixedShardsPartitioner(2));
    sdk::Variables& variables = cluster.coordinator->variables();
    ASSERT_TRUE(accuracy.create(variables));
    EXPECT_TRUE(std::isnan(*accuracy.result(variables)));
    for (int epoch = 0; epoch < 2; ++epoch) {
        // 100 batches of 8, of which i mod 9 are right, and a short one.
        double right = 1, all = 3;
        ASSERT_TRUE(cluster.coordinator->schedule("answer", {right, all}));
        for (int i = 0; i < 100; ++i) {
            ASSERT_TRUE(cluster.coordinator->schedule("answer", {static_cast<double>(i % 9), 8.0}));
            right += i % 9;
            all += 8;
        }
        ASSERT_TRUE(cluster.coordinator->join());
        EXPECT_EQ(*accuracy.result(variables), right / all) << "exact, whoever was first";
        ASSERT_TRUE(accuracy.reset(variables));
    }
}

TEST(Coordinator, TheRunFilesDataIsEachWorkersOwn) {
    v1::RunSpec spec;
    spec.mutable_train()->mutable_data()->set_batch_size(16);
    const auto at = [](std::int64_t samples) {
        std::promise<base::Result<DatasetPtr>> promise;
        promise.set_value(std::make_shared<testing::WaveData>(samples));
        return promise.get_future().share();
    };
    const auto elements = [&](const char* name, int worker, std::size_t most) {
        sdk::ClosureRegistry registry;
        addRunData(registry, spec, {at(40), at(20)});
        const std::any made =
            registry.factories.at(name)({.inputPipelineId = worker, .numInputPipelines = 2}, {});
        auto next = std::any_cast<sdk::Elements>(made);
        std::vector<std::int64_t> sizes;
        std::vector<torch::Tensor> labels;
        while (sizes.size() < most) {
            const auto element = next();
            if (!element) break;
            sizes.push_back(std::get<torch::Tensor>(element->at(0)).size(0));
            labels.push_back(std::get<torch::Tensor>(element->at(1)));
        }
        return std::pair(sizes, at::cat(labels));
    };
    using Sizes = std::vector<std::int64_t>;
    EXPECT_EQ(elements(loop::kTrainData, 0, 99).first, (Sizes{16, 16, 8})) << "once";
    EXPECT_EQ(elements(loop::kValidationData, 1, 99).first, (Sizes{16, 4}));
    spec.mutable_train()->mutable_data()->mutable_shuffle()->set_bool_value(true);
    EXPECT_FALSE(elements(loop::kTrainData, 0, 99).second.equal(elements(loop::kTrainData, 1, 99).second))
        << "each worker has an order of its own";
    EXPECT_TRUE(std::get<0>(elements(loop::kTrainData, 1, 99).second.sort())
                    .equal(std::get<0>(elements(loop::kTrainData, 0, 99).second.sort())))
        << "of the same samples";
    EXPECT_TRUE(elements(loop::kTrainData, 1, 99).second.equal(elements(loop::kTrainData, 1, 99).second))
        << "and the same in another process";
    sdk::ClosureRegistry again;
    addRunData(again, spec, {at(40), at(20)});
    const auto all = [&](int worker) {
        const std::any made =
            again.factories.at(loop::kTrainData)({.inputPipelineId = worker, .numInputPipelines = 2}, {});
        auto next = std::any_cast<sdk::Elements>(made);
        std::vector<torch::Tensor> labels;
        while (const auto element = next()) labels.push_back(std::get<torch::Tensor>(element->at(1)));
        return at::cat(labels);
    };
    const torch::Tensor first = all(1), second = all(1);
    EXPECT_TRUE(first.equal(elements(loop::kTrainData, 1, 99).second));
    EXPECT_FALSE(first.equal(second)) << "each epoch has an order of its own";
    EXPECT_TRUE(std::get<0>(first.sort()).equal(std::get<0>(second.sort()))) << "of the same samples";
    EXPECT_TRUE(all(0).equal(elements(loop::kTrainData, 0, 99).second)) << "counted for each worker";
    spec.mutable_train()->mutable_data()->mutable_repeat()->set_bool_value(true);
    spec.mutable_train()->set_steps_per_epoch(2);
    EXPECT_EQ(elements(loop::kTrainData, 0, 20).first.size(), 20u) << "for ever";
    // Without data there is no such data set, and a program that wants it hears of that.
    sdk::ClosureRegistry none;
    addRunData(none, spec, {});
    EXPECT_TRUE(none.factories.empty());
}

TEST(Coordinator, PerWorkerDataIsEachWorkersOwnAndMadeAgain) {
    std::atomic<int> made = 0;
    std::latch isRunning(1);
    std::counting_semaphore<> mayEnd(0);
    auto registry = registryWith("hold", [&](auto&, const Values&) {
        isRunning.count_down();
        mayEnd.acquire();
        return Values{};
    });
    registry->dataset("numbers", [&](const sdk::InputContext& context) -> sdk::Elements {
        ++made;
        EXPECT_EQ(context.numInputPipelines, 1);
        return [next = std::int64_t{0}]() mutable -> std::optional<Values> {
            if (next == 3) return std::nullopt;
            return Values{next++};
        };
    });
    registry->closure("next", [](sdk::WorkerContext& context, const Values& in) {
        return context.next(std::get<sdk::PerWorker>(in[0]));
    });
    auto cluster = inProcessCluster(1, 1, registry);
    const sdk::PerWorker numbers = cluster.coordinator->createPerWorkerDataset("numbers");
    EXPECT_EQ(number(cluster.coordinator->schedule("next", {numbers})->fetch()), 0);
    EXPECT_EQ(number(cluster.coordinator->schedule("next", {numbers})->fetch()), 1);
    ASSERT_TRUE(cluster.coordinator->schedule("hold", {}));
    isRunning.wait();
    cluster.kill(0);
    mayEnd.release(2);  // the lost one and its repetition
    cluster.revive(0);
    ASSERT_TRUE(cluster.coordinator->join());
    for (std::int64_t i = 0; i < 3; ++i)
        EXPECT_EQ(number(cluster.coordinator->schedule("next", {numbers})->fetch()), i);
    EXPECT_EQ(made, 2);
    EXPECT_EQ(cluster.coordinator->schedule("next", {numbers})->fetch().error().id, "data.end");
}

/// Five elements of two samples each, of which one is infinite: the second of the element counted as 3.
sdk::Elements withABadSample() {
    return [next = std::int64_t{0}]() mutable -> std::optional<Values> {
        if (next == 5) return std::nullopt;
        torch::Tensor values = torch::ones({2, 3});
        if (next++ == 3) values[1][2] = std::numeric_limits<float>::infinity();
        return Values{values};
    };
}

TEST(Coordinator, ANonFiniteSampleIsNamed) {
    auto registry = registryWith("loss", [](sdk::WorkerContext& context, const Values& in) {
        const auto drawn = context.next(std::get<sdk::PerWorker>(in[0]));
        return Values{std::get<torch::Tensor>(drawn->at(0)).mean().item<double>()};
    });
    registry->closure("divide", [](auto&, const Values&) { return Values{1 / 0.0}; });
    registry->dataset("numbers", [](const sdk::InputContext&) { return withABadSample(); });
    auto cluster = inProcessCluster(1, 1, registry);
    const sdk::PerWorker numbers = cluster.coordinator->createPerWorkerDataset("numbers");
    for (int element = 0; element < 3; ++element)
        ASSERT_TRUE(cluster.coordinator->schedule("loss", {numbers})->fetch());
    ASSERT_TRUE(cluster.coordinator->schedule("divide", {})->fetch());
    EXPECT_FALSE(cluster.coordinator->badSample()) << "the data was not to blame";
    ASSERT_TRUE(cluster.coordinator->schedule("loss", {numbers})->fetch());
    const auto bad = cluster.coordinator->badSample();
    ASSERT_TRUE(bad);
    EXPECT_EQ(bad->dataset, "numbers");
    EXPECT_EQ(bad->task, "worker:0");
    EXPECT_EQ(bad->element, 3);
    EXPECT_EQ(bad->sample, 1);
    ASSERT_TRUE(cluster.coordinator->schedule("loss", {numbers})->fetch());
    EXPECT_EQ(cluster.coordinator->badSample()->element, 3);
    const base::Error ends = notFiniteError({.step = 4, .drawn = bad});
    EXPECT_EQ(ends.id, "data.not_finite");
    EXPECT_EQ(
        ends.message,
        "the loss of step 4 is NaN or infinite, because sample 1 of element 3 of the data set numbers on "
        "worker:0 (counted from 0) is: fix it or leave it out");
}

TEST(Coordinator, ARefusedTensorNamesTheSampleBehindIt) {
    auto registry =
        registryWith("check", [](sdk::WorkerContext& context, const Values& in) -> base::Result<Values> {
            const auto drawn = context.next(std::get<sdk::PerWorker>(in[0]));
            TY_TRY(sdk::checkNumerics(std::get<torch::Tensor>(drawn->at(0)) * 2, "the activation"));
            return Values{};
        });
    registry->dataset("numbers", [](const sdk::InputContext&) { return withABadSample(); });
    auto cluster = inProcessCluster(1, 1, registry);
    const sdk::PerWorker numbers = cluster.coordinator->createPerWorkerDataset("numbers");
    for (int element = 0; element < 4; ++element)
        ASSERT_TRUE(cluster.coordinator->schedule("check", {numbers}));
    const base::Status joined = cluster.coordinator->join();
    ASSERT_FALSE(joined);
    EXPECT_EQ(joined.error().id, "data.not_finite");
    EXPECT_TRUE(
        joined.error().describe().ends_with("the activation is not finite (NaN or infinite), because sample "
                                            "1 of element 3 of the data set numbers "
                                            "(counted from 0) is: fix it or leave it out"))
        << joined.error().describe();
}

TEST(Coordinator, AnErrorIsReportedOnceByNameAndCancelsTheRest) {
    std::latch bothRun(2);
    std::counting_semaphore<> mayFail(0), mayEnd(0);
    auto registry = registryWith("fail", [&](auto&, const Values&) -> base::Result<Values> {
        bothRun.arrive_and_wait();
        mayFail.acquire();
        TY_TRY(sdk::checkNumerics(torch::tensor({NAN}), "the loss"));
        return Values{};
    });
    registry->closure("slow", [&](auto&, const Values&) {
        bothRun.arrive_and_wait();
        mayEnd.acquire();
        return Values{std::int64_t{7}};
    });
    auto cluster = inProcessCluster(2, 1, registry);
    const auto failing = *cluster.coordinator->schedule("fail", {});
    const auto running = *cluster.coordinator->schedule("slow", {});
    bothRun.wait();
    const auto queued = *cluster.coordinator->schedule("echo", {std::int64_t{1}});
    mayFail.release();
    EXPECT_EQ(failing.fetch().error().code, Code::kInvalidArgument);
    EXPECT_EQ(queued.fetch().error().code, Code::kCancelled);
    mayEnd.release();
    EXPECT_EQ(running.fetch().error().code, Code::kCancelled);
    const auto joined = cluster.coordinator->join();
    ASSERT_FALSE(joined);
    EXPECT_EQ(joined.error().code, Code::kInvalidArgument);
    EXPECT_NE(joined.error().describe().find("worker:"), std::string::npos);
    EXPECT_NE(joined.error().describe().find("the loss"), std::string::npos);
    EXPECT_TRUE(cluster.coordinator->join());  // reported once
    EXPECT_EQ(number(cluster.coordinator->schedule("echo", {std::int64_t{5}})->fetch()), 5);
}

TEST(Coordinator, WhatClosuresThrowIsAnErrorToo) {
    auto registry = registryWith("throw", [](auto&, const Values&) -> base::Result<Values> {
        throw std::invalid_argument("no such thing");
    });
    auto cluster = inProcessCluster(1, 1, registry);
    ASSERT_TRUE(cluster.coordinator->schedule("throw", {}));
    EXPECT_EQ(cluster.coordinator->join().error().code, Code::kInvalidArgument);
    ASSERT_TRUE(cluster.coordinator->schedule("unheard of", {}));
    EXPECT_EQ(cluster.coordinator->join().error().id, "closure.unknown");
}

/// The worker creates it by itself: whoever asks first after that has the error, schedule() or join().
TEST(Coordinator, WhatAWorkerCannotCreateIsAnErrorOfTheNextCall) {
    std::latch isScheduled(1);
    auto registry = registryWith("unused", [](auto&, const Values&) { return Values{}; });
    registry->dataset("late", [&](const sdk::InputContext&) -> sdk::Elements {
        isScheduled.wait();
        throw std::invalid_argument("no such data");
    });
    auto cluster = inProcessCluster(1, 1, registry);
    const auto late = cluster.coordinator->createPerWorkerDataset("late");
    ASSERT_TRUE(cluster.coordinator->schedule("echo", {late}));
    isScheduled.count_down();
    EXPECT_EQ(cluster.coordinator->join().error().code, Code::kInvalidArgument);

    cluster.coordinator->createPerWorkerDataset("none");
    base::Result<bool> done = true;
    for (; done; done = cluster.coordinator->done()) std::this_thread::yield();  // until it has tried
    EXPECT_EQ(done.error().id, "closure.unknown");

    const auto other = cluster.coordinator->createPerWorkerDataset("another");
    const auto value = cluster.coordinator->schedule("echo", {other});
    const base::Status told = value ? cluster.coordinator->join() : base::fail(value.error());
    ASSERT_FALSE(told);
    EXPECT_EQ(told.error().id, "closure.unknown");
}

TEST(Coordinator, AClosureThatKillsItsWorkersIsAbandoned) {
    InProcessCluster cluster;
    cluster = inProcessCluster(1, 1, registryWith("deadly", [&](auto&, const Values&) {
                                   cluster.kill(0);
                                   cluster.revive(0);
                                   return Values{};
                               }));
    ASSERT_TRUE(cluster.coordinator->schedule("deadly", {}));
    EXPECT_EQ(cluster.coordinator->join().error().id, "closure.deadly");
}

/// One that accepts no connection, like a worker of another run or version.
class RefusingWorker final : public WorkerHost {
  public:
    explicit RefusingWorker(base::Code code) : code_(code) {}
    const std::string& name() const override { return name_; }
    base::Status connect() override { return base::fail(code_, "of another run", "ps.refused"); }
    Outcome make(std::int64_t, const std::string&, const Values&) override { return {}; }
    Outcome execute(const Call&) override { return {}; }
    void finish() override {}
    void abandon() override {}

  private:
    const base::Code code_;
    const std::string name_ = "worker:0";
};

/// Also kCancelled, which a server returns while it shuts down.
TEST(Coordinator, WhereNoWorkerIsLeftNothingIsScheduled) {
    for (const base::Code code : {Code::kRefused, Code::kCancelled}) {
        Coordinator coordinator(
            {std::make_shared<RefusingWorker>(code)},
            std::make_unique<ShardedVariables>(VariableHosts{std::make_shared<VariableStore>(0)}), {});
        coordinator.waitForWorkers(std::chrono::hours(1));  // until the error has arrived
        EXPECT_EQ(coordinator.join().error().id, "ps.refused");
        // It has been reported; still, a closure scheduled now would wait forever.
        EXPECT_EQ(coordinator.schedule("echo", {}).error().id, "ps.refused");
        EXPECT_TRUE(coordinator.join());
    }
}

/// Its threads have returned then.
TEST(Coordinator, AfterTheWorkersAreDismissedNothingIsScheduled) {
    auto cluster =
        inProcessCluster(2, 1, registryWith("nothing", [](auto&, const Values& in) { return in; }));
    ASSERT_TRUE(cluster.coordinator->schedule("echo", {}));
    ASSERT_TRUE(cluster.coordinator->join());
    cluster.coordinator->dismiss();
    EXPECT_EQ(cluster.coordinator->schedule("echo", {}).error().id, "closure.dismissed");
    EXPECT_TRUE(cluster.coordinator->join());
    EXPECT_TRUE(*cluster.coordinator->done());
}

bool isReadyWithin(const std::future<base::Status>& one, std::chrono::seconds patience) {
    return one.wait_for(patience) == std::future_status::ready;
}

/// Whoever waits for what no worker will take any more waits for ever.
TEST(Coordinator, WhatIsScheduledIsCancelledWithTheDismissal) {
    auto cluster =
        inProcessCluster(1, 1, registryWith("nothing", [](auto&, const Values& in) { return in; }));
    ASSERT_TRUE(cluster.coordinator->schedule("echo", {}));
    ASSERT_TRUE(cluster.coordinator->join());
    cluster.kill(0);
    const auto first = cluster.coordinator->schedule("echo", {}),
               second = cluster.coordinator->schedule("echo", {});
    cluster.coordinator->dismiss();
    EXPECT_FALSE(first->fetch()) << "it was lost with the worker, or never begun";
    EXPECT_EQ(second->fetch().error().id, "closure.dismissed");
    const auto joined = std::async(std::launch::async, [&] { return cluster.coordinator->join(); });
    ASSERT_TRUE(isReadyWithin(joined, std::chrono::seconds(60)));
    EXPECT_TRUE(*cluster.coordinator->done());
}

TEST(Coordinator, WhereAllWorkersAreLostItWaitsForOneToComeBack) {
    auto cluster =
        inProcessCluster(2, 1, registryWith("nothing", [](auto&, const Values& in) { return in; }));
    ASSERT_TRUE(cluster.coordinator->waitForWorkers(std::chrono::seconds(60)));
    for (const int worker : {0, 1}) cluster.kill(worker);
    std::vector<sdk::RemoteValue> values;
    for (std::int64_t i = 0; i < 10; ++i) values.push_back(*cluster.coordinator->schedule("echo", {i}));
    auto joined = std::async(std::launch::async, [&] { return cluster.coordinator->join(); });
    EXPECT_FALSE(joined.wait_for(std::chrono::milliseconds(300)) == std::future_status::ready);
    EXPECT_FALSE(*cluster.coordinator->done());
    cluster.revive(1);
    ASSERT_TRUE(isReadyWithin(joined, std::chrono::seconds(60)));
    EXPECT_TRUE(joined.get());
    for (std::int64_t i = 0; i < 10; ++i)
        EXPECT_EQ(number(values[static_cast<std::size_t>(i)].fetch()), i) << "nothing is lost";
}

TEST(Coordinator, AnOrderToEndCancelsWhatNoWorkerIsThereFor) {
    std::atomic<bool> isAsked = false;
    Coordinator::Options options;
    options.isAskedToEnd = [&] { return isAsked.load(); };
    auto cluster = inProcessCluster(2, 1, registryWith("nothing", [](auto&, const Values& in) { return in; }),
                                    sdk::fixedShardsPartitioner(1), options);
    ASSERT_TRUE(cluster.coordinator->waitForWorkers(std::chrono::seconds(60)));
    isAsked = true;
    const auto done = cluster.coordinator->schedule("echo", {std::int64_t{0}});
    EXPECT_TRUE(cluster.coordinator->join()) << "they end what they have begun";
    EXPECT_TRUE(done->fetch());
    isAsked = false;
    for (const int worker : {0, 1}) cluster.kill(worker);
    const auto lost = cluster.coordinator->schedule("echo", {std::int64_t{1}});
    auto joined = std::async(std::launch::async, [&] { return cluster.coordinator->join(); });
    EXPECT_FALSE(joined.wait_for(std::chrono::milliseconds(300)) == std::future_status::ready)
        << "a worker may come back";
    isAsked = true;
    ASSERT_TRUE(isReadyWithin(joined, std::chrono::seconds(60)));
    const base::Status ended = joined.get();
    ASSERT_FALSE(ended);
    EXPECT_EQ(ended.error().code, Code::kCancelled);
    EXPECT_EQ(ended.error().id, "closure.ended");
    EXPECT_EQ(lost->fetch().error().id, "closure.ended");
}

/// Workers die and come back at random: nothing hangs, every closure runs, and its result arrives once.
TEST(Coordinator, NoClosureIsLostWhenWorkersDie) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        constexpr int kWorkers = 3;
        constexpr std::int64_t kClosures = 300;
        std::atomic<std::int64_t> runs = 0;
        InProcessCluster cluster;
        std::mutex mutex;
        std::mt19937 random(seed);
        cluster = inProcessCluster(kWorkers, 1,
                                   registryWith("count", [&](sdk::WorkerContext& context, const Values& in) {
                                       ++runs;
                                       std::lock_guard lock(mutex);
                                       const auto dice = random() % 10;
                                       if (dice == 0) cluster.kill(context.worker());
                                       // Another worker comes back, so that all are never dead forever.
                                       if (dice <= 2) cluster.revive(static_cast<int>(random() % kWorkers));
                                       if (dice == 0) cluster.revive((context.worker() + 1) % kWorkers);
                                       return in;
                                   }));
        std::vector<sdk::RemoteValue> values;
        for (std::int64_t i = 0; i < kClosures; ++i)
            values.push_back(*cluster.coordinator->schedule("count", {i}));
        ASSERT_TRUE(cluster.coordinator->join());
        for (std::int64_t i = 0; i < kClosures; ++i)
            ASSERT_EQ(number(values[static_cast<std::size_t>(i)].fetch()), i);
        EXPECT_GE(runs, kClosures);
    }
}

TEST(Coordinator, StalenessStaysWithinItsBound) {
    for (const std::int64_t bound : {0, 1, 3}) {
        auto registry = std::make_shared<sdk::ClosureRegistry>();
        registry->closure("step", [](sdk::WorkerContext& context, const Values&) -> base::Result<Values> {
            const torch::Tensor weights = torch::empty({4});
            TY_TRY(context.variables().pull({"w"}, {weights}));
            TY_ASSIGN(const sdk::Pushed pushed, context.variables().push({{"w", torch::ones({4})}}, 0.1));
            return Values{pushed.staleness};
        });
        auto cluster = inProcessCluster(4, 2, registry, sdk::fixedShardsPartitioner(2), {bound, {}});
        ASSERT_TRUE(cluster.coordinator->variables().create("w", torch::zeros({4}), {"sgd", {}}));
        std::vector<sdk::RemoteValue> values;
        for (int i = 0; i < 300; ++i) values.push_back(*cluster.coordinator->schedule("step", {}));
        ASSERT_TRUE(cluster.coordinator->join());
        for (const auto& value : values) EXPECT_LE(number(value.fetch()), bound);
        EXPECT_NEAR((*cluster.coordinator->variables().read("w"))[0].template item<float>(), -30, 1e-3);
    }
}

/// Guide 004's pattern: per-worker iterators, a step that reads variables and applies a gradient.
TEST(Coordinator, TrainsALineOverThreeWorkersAndTwoServers) {
    auto registry = std::make_shared<sdk::ClosureRegistry>();
    registry->dataset("line", [](const sdk::InputContext& context) -> sdk::Elements {
        return [x = static_cast<double>(context.inputPipelineId)]() mutable -> std::optional<Values> {
            x = x > 3 ? x - 3.7 : x + 0.4;
            return Values{x, 2 * x - 1};
        };
    });
    registry->closure("step", [](sdk::WorkerContext& context, const Values& in) -> base::Result<Values> {
        TY_ASSIGN(const Values batch, context.next(std::get<sdk::PerWorker>(in[0])));
        TY_ASSIGN(torch::Tensor w, context.variables().read("w"));
        w.set_requires_grad(true);
        const torch::Tensor loss =
            (w[0] * std::get<double>(batch[0]) + w[1] - std::get<double>(batch[1])).pow(2);
        loss.backward();
        TY_TRY(context.variables().push({{"w", w.grad()}}, 0.02));
        return Values{loss.item<double>()};
    });
    auto cluster = inProcessCluster(3, 2, registry);
    ASSERT_TRUE(
        cluster.coordinator->variables().create("w", torch::zeros({2}, torch::kFloat64), {"sgd", {}}));
    const sdk::PerWorker data = cluster.coordinator->createPerWorkerDataset("line");
    for (int i = 0; i < 3000; ++i) ASSERT_TRUE(cluster.coordinator->schedule("step", {data}));
    ASSERT_TRUE(cluster.coordinator->join());
    const torch::Tensor w = *cluster.coordinator->variables().read("w");
    EXPECT_NEAR(w[0].item<double>(), 2, 1e-3);
    EXPECT_NEAR(w[1].item<double>(), -1, 1e-3);
}

}  // namespace
}  // namespace trainyard::engine::ps
