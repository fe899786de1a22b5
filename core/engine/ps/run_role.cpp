// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/run_role.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

#include "core/engine/callbacks.h"
#include "core/engine/device/task_device.h"
#include "core/engine/host/system_sampler.h"
#include "core/engine/plugin_loader.h"
#include "core/engine/profile/profiler.h"
#include "core/engine/ps/callback_closures.h"
#include "core/engine/ps/coordinated_trainer.h"
#include "core/engine/ps/remote.h"
#include "core/engine/ps/run_data.h"
#include "core/engine/ps/task_server.h"
#include "core/engine/ps/variable_store.h"
#include "core/spec/cluster/tf_config.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;
using base::fail;
constexpr std::chrono::seconds kReportWaitingEvery{3};
constexpr std::chrono::milliseconds kLookEvery{100};
/// Looks between two questions whether to continue.
constexpr int kLooksPerQuestion = 5;
/// What others get to answer that the run has ended, where it was asked to end.
constexpr std::chrono::milliseconds kLastAnswers{5000};

std::vector<std::shared_ptr<RemoteStore>> storesFor(const RoleParts& parts) {
    std::vector<std::shared_ptr<RemoteStore>> stores;
    for (const spec::TaskPlan& task : parts.tasks)
        if (task.role == "ps")
            stores.push_back(std::make_shared<RemoteStore>(parts.card, task.id(), spec::addressOf(task)));
    return stores;
}

int countOf(const RoleParts& parts, const std::string& role) {
    return static_cast<int>(std::ranges::count(parts.tasks, role, &spec::TaskPlan::role));
}

base::Status serve(const RoleParts& parts, TaskServer::Offer offer, Profiler& profiler,
                   const SystemSampler::NewestStep& newestStep) {
    const bool offersStore = offer.store != nullptr;
    TY_ASSIGN(const std::unique_ptr<SpoolWriter> spool,
              SpoolWriter::create(parts.spool, parts.onSpooled, warnBy(parts.link)));
    TY_ASSIGN(const std::unique_ptr<TaskServer> server,
              TaskServer::start(parts.card, spec::addressOf(parts.self), std::move(offer)));
    parts.link.setPhase("training");
    auto* listener = offersStore ? dynamic_cast<TrafficListener*>(&parts.link) : nullptr;
    SystemSampler sampler(*spool, {newestStep, [&] { return parts.link.takeStepTimes(); }});
    bool isOver = false;
    for (int looks = 1; !isOver; ++looks) {
        isOver = server->waitForEnd(kLookEvery);
        if (listener) listener->setTraffic(server->traffic());
        profiler.handle(parts.link.wish().profile, newestStep().value_or(0));
        if (!isOver && looks % kLooksPerQuestion == 0) TY_TRY(parts.continues());
    }
    parts.link.setPhase("finishing");
    sampler.end();
    return spool->finish();
}

base::Status runPs(const RoleParts& parts) {
    const auto store = std::make_shared<VariableStore>(parts.self.index);
    Profiler profiler(parts.link, parts.self.id(), parts.card.attempt);
    return serve(parts, {store, {}}, profiler, [&]() -> std::optional<std::int64_t> {
        if (store->updates() == 0) return std::nullopt;
        return parts.link.place().from_step() + store->updates();
    });
}

using Gpus = std::vector<std::shared_ptr<Device>>;

/// What a worker can run: the program's closures, or those of the built-in training and of its callbacks.
base::Result<std::shared_ptr<const sdk::ClosureRegistry>> closuresFor(const RoleParts& parts,
                                                                      const StepReports& told,
                                                                      const Gpus& gpus) {
    if (parts.program) return closuresOf(*parts.program, parts.spec, parts.data);
    auto training = trainingClosures(parts.spec, parts.data, told, gpus);
    if (!haveClosures(parts.callbacks)) return training;
    auto all = std::make_shared<sdk::ClosureRegistry>(*training);
    addRunData(*all, parts.spec, parts.data);
    TY_TRY(addCallbackClosures(*all, parts.callbacks));
    return all;
}

base::Status runWorker(const RoleParts& parts) {
    TY_ASSIGN(ChosenDevices chosen, chooseDevices(parts.spec, parts.manifest.strategy));
    const Gpus gpus = useDevices(std::move(chosen), parts.spec, parts.link);
    Profiler profiler(parts.link, parts.self.id(), parts.card.attempt, gpus);
    std::atomic<std::int64_t> newest{-1};
    const auto steps = std::make_shared<std::atomic<std::int64_t>>(0);  // that this worker has made
    const StepReports told{
        profiler,
        [&link = parts.link, steps](const StepTimes& times) {
            link.addStepTimes(times);
            link.setProgress(++*steps, 0);
        },
        [&newest](std::int64_t finished) { newest = finished; },
        [&link = parts.link](const std::string& call) { link.setCall(base::Words::plain(call)); }};
    TY_ASSIGN(const auto registry, closuresFor(parts, told, gpus));
    WorkerGpus own = workerGpus(parts.spec, parts.data, gpus);
    own.onIdle = [&link = parts.link, count = gpus.size()](const std::string& closure) {
        if (closure != kTrain && closure != kTrainPart && closure != kEvaluate)
            link.sendWarning("device.idle",
                             base::say("the closure {} has computed on one of this worker's {} GPUs: "
                                       "WorkerContext::run() has a replica compute on each",
                                       closure, count));
    };
    TaskServer::Offer offer;
    offer.makeWorker = [&] {
        const auto stores = storesFor(parts);
        return std::make_unique<WorkerRuntime>(parts.self.index, countOf(parts, "worker"), registry,
                                               VariableHosts(stores.begin(), stores.end()), own);
    };
    // A program's closures say nothing of steps.
    if (parts.program) newest = parts.link.place().from_step();
    return serve(parts, std::move(offer), profiler, [&newest]() -> std::optional<std::int64_t> {
        const std::int64_t step = newest;
        return step < 0 ? std::nullopt : std::optional(step);
    });
}

bool isAskedToEnd(const TaskLink& link) {
    return link.stopRequest() != StopRequest::kNone;
}

/// Says every few seconds for whom it waits, until `wait(patience)` has waited enough. kCancelled once the
/// run is asked to end: it has nothing yet that could be saved.
base::Status waitForAll(TaskLink& link, const std::function<bool(std::chrono::milliseconds)>& wait,
                        const std::function<std::vector<std::string>()>& missing) {
    const auto since = std::chrono::steady_clock::now();
    auto reported = since;
    while (!wait(kLookEvery)) {
        const std::string names = fmt::format("{}", fmt::join(missing(), ", "));
        if (isAskedToEnd(link))
            return fail(Code::kCancelled, base::say("asked to end while it waited for {}", names));
        const auto now = std::chrono::steady_clock::now();
        if (now - reported < kReportWaitingEvery) continue;
        reported = now;
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - since);
        spdlog::info("waiting for {} since {} s", names, seconds.count());
        link.setCall(base::say("waiting for {}", names));
    }
    link.setCall("");
    return {};
}

/// While it exists, an order to end cuts off what waits for other tasks, after a moment in which they may
/// still answer: one that is stopped, or on a machine that cannot be reached, never does.
class CutOff {
  public:
    CutOff(const TaskLink& link, std::function<void()> cut)
        : thread_([&link, cut = std::move(cut)](const std::stop_token& stop) {
              std::mutex mutex;
              std::condition_variable_any wake;
              std::unique_lock lock(mutex);
              auto patience = kLastAnswers;
              while (patience > patience.zero()) {
                  if (wake.wait_for(lock, stop, kLookEvery, [] { return false; }) || stop.stop_requested())
                      return;
                  if (isAskedToEnd(link)) patience -= kLookEvery;
              }
              cut();
          }) {}

  private:
    std::jthread thread_;
};

base::Status connectAll(TaskLink& link, const std::vector<std::shared_ptr<RemoteStore>>& stores) {
    std::vector<std::future<base::Status>> connected;
    for (const auto& store : stores)
        connected.push_back(std::async(std::launch::async, [store] { return store->connect(); }));
    const auto isReady = [](const std::future<base::Status>& one, std::chrono::milliseconds patience) {
        return one.wait_for(patience) == std::future_status::ready;
    };
    const base::Status waited = waitForAll(
        link,
        [&](std::chrono::milliseconds patience) {
            return std::ranges::all_of(connected, [&](const auto& one) { return isReady(one, patience); });
        },
        [&] {
            std::vector<std::string> missing;
            for (std::size_t i = 0; i < stores.size(); ++i)
                if (!isReady(connected[i], std::chrono::milliseconds(0)))
                    missing.push_back(stores[i]->name());
            return missing;
        });
    if (!waited) {
        for (const auto& store : stores) store->abandon();
        return waited;
    }
    for (auto& one : connected) TY_TRY(one.get());
    return {};
}

base::Status runChief(const RoleParts& parts) {
    TY_ASSIGN(const sdk::Coordination coordination,
              loadCoordination(parts.manifest, spec::strategyOf(parts.spec).options));
    const auto stores = storesFor(parts);
    parts.link.setPhase("joining");
    TY_TRY(connectAll(parts.link, stores));
    std::vector<std::shared_ptr<WorkerHost>> workers;
    for (const spec::TaskPlan& task : parts.tasks)
        if (task.role == "worker")
            workers.push_back(std::make_shared<RemoteWorker>(parts.card, task.id(), spec::addressOf(task)));
    Coordinator::Options options;
    options.stalenessBound = coordination.stalenessBound;
    options.onNotice = [&link = parts.link](const std::string& code, const base::Words& message) {
        link.sendWarning(code, message);
    };
    // The built-in training sees it itself, and saves.
    if (parts.program) options.isAskedToEnd = [&link = parts.link] { return isAskedToEnd(link); };
    Coordinator coordinator(
        std::move(workers),
        std::make_unique<ShardedVariables>(VariableHosts(stores.begin(), stores.end()),
                                           coordination.partitioner, coordination.placeBy),
        std::move(options));
    // Those that are there are told to end, whether the run has trained or was asked to end before.
    const auto dismiss = [&] {
        const CutOff cutOff(parts.link, [&] {
            coordinator.abandon();
            for (const auto& store : stores) store->abandon();
        });
        coordinator.dismiss();
        for (const auto& store : stores) store->finish();
    };
    if (const base::Status all = waitForAll(
            parts.link,
            [&](std::chrono::milliseconds patience) { return coordinator.waitForWorkers(patience); },
            [&] { return coordinator.missingWorkers(); });
        !all) {
        dismiss();
        return all;
    }
    parts.link.setPhase("loading");
    TY_ASSIGN(const std::unique_ptr<SpoolWriter> spool,
              SpoolWriter::create(parts.spool, parts.onSpooled, warnBy(parts.link)));
    SystemSampler sampler(*spool, SystemSampler::of(parts.link));
    Profiler profiler(parts.link, parts.self.id(), parts.card.attempt);
    const auto train = [&]() -> base::Status {
        if (parts.program)
            return runCoordinatedProgram(*parts.program, parts.spec, parts.link, coordinator, *spool,
                                         parts.card.attempt);
        ClosuresBeside beside(coordinator);
        TY_ASSIGN(
            Callbacks callbacks,
            makeCallbacks(parts.spec, parts.callbacks, callbackContext(parts.link, parts.card.attempt, 0, 1),
                          [&](const std::string& id) -> auto& { return beside.of(id); }));
        TY_ASSIGN(std::unique_ptr<CoordinatedTrainer> trainer,
                  CoordinatedTrainer::create({parts.spec, parts.link, coordinator, coordination, *spool,
                                              parts.card.attempt, parts.link.place().restore_path(),
                                              parts.data, profiler, std::move(callbacks), &beside}));
        TY_TRY(trainer->run());
        const std::string& file = parts.spec.train().save_model();
        if (file.empty() || !trainer->hasCompleted()) return {};
        return trainer->saveModelAs(file);
    };
    const base::Status trained = train();
    // The others see one that fails go; one that was asked to end tells them.
    if (!trained && trained.error().code != Code::kCancelled) return trained;
    dismiss();
    sampler.end();
    TY_TRY(spool->finish());
    return trained;
}

}  // namespace

base::Status runRole(const RoleParts& parts) {
    if (parts.self.role == "ps") return runPs(parts);
    if (parts.self.role == "worker") return runWorker(parts);
    if (parts.self.role == "chief") return runChief(parts);
    return fail(Code::kInvalidArgument, base::say("a coordinated run has no task {}", parts.self.id()));
}

}  // namespace trainyard::engine::ps
