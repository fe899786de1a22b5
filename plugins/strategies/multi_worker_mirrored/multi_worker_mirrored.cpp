// SPDX-License-Identifier: Apache-2.0
// MultiWorkerMirrored: each worker process holds one or more replicas. Gradients are summed over a process's
// replicas in memory, then over the processes: in shared memory where all are on one machine, otherwise in
// Gloo all-reduces that overlap the backward pass. All other communication takes the same path, so that on
// one machine nothing listens on a port. Where each replica has a GPU of its own, NCCL sums the gradients
// over all of them, of one process or several; otherwise those on GPUs take the path of everything else, by
// way of host memory.

#include <fmt/format.h>

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <list>
#include <map>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>

#include "plugins/sdk/device_reduction.h"
#include "plugins/sdk/memory_reduction.h"
#include "plugins/sdk/metered.h"
#include "plugins/sdk/peer_observer.h"
#include "plugins/sdk/places_gradients.h"
#include "plugins/sdk/shared_segment.h"
#include "plugins/sdk/staged_reduction.h"
#include "plugins/sdk/team_strategy.h"
#include "plugins/strategies/multi_worker_mirrored/gloo.h"
#include "plugins/strategies/multi_worker_mirrored/segment_group.h"
#include "plugins/strategies/multi_worker_mirrored/segment_reduction.h"
#include "plugins/strategies/multi_worker_mirrored/sums_watch.h"

namespace trainyard::strategies {
namespace {

constexpr std::int64_t kDefaultPackBytes = 25 << 20;
constexpr std::int64_t kFirstPackBytes = 1 << 20;
constexpr const char* kRunGroup = "run";  ///< for metrics, and for gradients where Gloo carries them

/// For the keys of one rendezvous, which a process that has ended ends, whether there is an agent or not.
class ObservedStore : public c10d::PrefixStore, public sdk::PeerObserver {
  public:
    /// The caller keeps ownership of the group.
    ObservedStore(const std::string& prefix, c10::intrusive_ptr<c10d::Store> store, const ProcessGroup& group)
        : PrefixStore(prefix, std::move(store)), group_(group) {}
    std::string lostPeer() const override { return group_.lostPeer(); }

  private:
    const ProcessGroup& group_;
};

class MultiWorkerMirrored : public sdk::TeamStrategy, public sdk::Metered, public sdk::PlacesGradients {
  public:
    explicit MultiWorkerMirrored(const sdk::JobContext& context)
        : TeamStrategy(context.worldSize * replicasOf(context), replicasOf(context),
                       context.rank * replicasOf(context), context.enterDevice),
          context_(context) {
        const std::int64_t asked = context.options.value("bytes_per_pack", std::int64_t{0});
        packBytes_ = asked > 0 ? asked : kDefaultPackBytes;
        firstPackBytes_ = asked > 0 ? asked : kFirstPackBytes;
        if (context.worldSize > 1) group_ = meet(kRunGroup, "all_reduce of metrics");
    }

    std::unique_ptr<Pending> startSum(torch::Tensor tensor) override {
        // Every save comes after such a sum: weights of aborted sums get into no checkpoint.
        if (onGpus_) onDevices([this] { onGpus_->check(); });
        return group_ ? group_->startSum(std::move(tensor)) : TeamStrategy::startSum(std::move(tensor));
    }

    void barrier() override { startSum(torch::ones({1}, torch::kFloat64))->wait(); }

    std::int64_t bytesSent() const override {
        if (onGpus_) return onGpus_->bytesSent();
        if (staged_) return stagedBytes_.load(std::memory_order_relaxed);
        return overProcesses_ ? overProcesses_->bytesSent() : 0;
    }

    torch::Tensor placeOf(const torch::Tensor& variable) override {
        return overProcesses_ ? overProcesses_->placeOf(variable) : torch::Tensor();
    }

    std::string describe() const override {
        const sdk::ReplicaVariables& variables = replicas().front();
        if (onGpus_)
            return fmt::format("batch_all_reduce: {} {}; each: {}",
                               sdk::describePacks(variables, onGpus_->packs()), onGpus_->describe(),
                               describeReplicas());
        if (staged_)
            return fmt::format("batch_all_reduce: {} over {} by way of host memory{}; each: {}",
                               sdk::describePacks(variables, staged_->packs()),
                               context_.worldSize > 1 ? fmt::format("{} processes", context_.worldSize)
                                                      : fmt::format("{} GPUs", numLocalReplicas()),
                               whyNot(), describeReplicas());
        if (overProcesses_)
            return fmt::format("batch_all_reduce: {} {}{}; each: {}",
                               sdk::describePacks(variables, overProcesses_->packs()),
                               overProcesses_->describe(), whyNot(), describeReplicas());
        if (inMemory_)
            return fmt::format("batch_all_reduce: {} by summing in shared memory; {}",
                               sdk::describePacks(variables, inMemory_->packs()), describeReplicas());
        return describeReplicas() + ", nothing to reduce";
    }

  private:
    std::string whyNot() const {
        std::string reasons;
        if (!noDevices_.empty()) reasons += fmt::format(" (not from GPU to GPU: {})", noDevices_);
        if (!noSegment_.empty()) reasons += fmt::format(" (no shared memory: {})", noSegment_);
        return reasons;
    }

    static int replicasOf(const sdk::JobContext& context) {
        if (!context.gpus.empty()) return static_cast<int>(context.gpus.size());
        return context.options.value("replicas", 1);
    }

    std::chrono::seconds timeout() const {
        return std::chrono::seconds(context_.options.value("timeout_seconds", 1800));
    }

    /// A store for the keys of a single group.
    c10::intrusive_ptr<c10d::Store> storeOf(const std::string& prefix) const {
        return c10::make_intrusive<c10d::PrefixStore>(prefix, context_.store);
    }

    /// Collective. Shared memory instead of sockets where all processes are on one machine and nothing else
    /// was requested. `prefix` separates one group's keys from another's.
    std::unique_ptr<ProcessGroup> meet(const std::string& prefix, const std::string& call) {
        std::unique_ptr<ProcessGroup> group;
        if (mayShareMemory())
            collective(context_, "rendezvous", [&] {
                group = SegmentGroup::create(context_, *storeOf(prefix), timeout(), call, noSegment_);
            });
        if (!group) {
            const Connected& there = connect(prefix);
            group = std::make_unique<GlooGroup>(context_, there.group, *there.links, call);
        }
        return group;
    }

    std::string asked() const { return context_.options.value("communication", "auto"); }

    bool mayShareMemory() const { return asked() != "ring" && noSegment_.empty(); }

    struct Connected {
        GroupPtr group;
        const LinkWatch* links = nullptr;  ///< of its connections, in watches_
    };
    /// Collective on the first call.
    const Connected& connect(const std::string& prefix) {
        Connected& connected = gloo_[prefix];
        GroupPtr& group = connected.group;
        if (group) return connected;
        auto options = c10d::ProcessGroupGloo::Options::create(timeout());
        options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname(context_.listenHost));
        const auto before = LinkWatch::sockets();
        collective(context_, "rendezvous", [&] {
            try {
                group = c10::make_intrusive<c10d::ProcessGroupGloo>(storeOf(prefix), context_.rank,
                                                                    context_.worldSize, options);
            } catch (const c10::Error& e) {  // when a peer exits meanwhile, c10d does not throw DistError
                throw sdk::PeerLost("rendezvous", e.what_without_backtrace());
            }
        });
        connected.links = &watches_.emplace_back(before);
        return connected;
    }

    void share(const sdk::ReplicaVariables& first) override {
        if (group_) group_->broadcast(first);
    }

    void prepare() override {
        sdk::Packs packs = sdk::packByBytes(replicas().front(), firstPackBytes_, packBytes_);
        if (group_)
            reduceOver(std::move(packs));
        else if (context_.gpus.size() > 1 && asked() == "ring")
            staged_ = reductionByHost(packs);
        else if (context_.gpus.size() > 1)
            onGpus_ = reductionOfDevices(packs);
        else if (numLocalReplicas() > 1)
            inMemory_ = std::make_unique<sdk::MemoryReduction>(team(), replicas(), std::move(packs),
                                                               sdk::MemoryReduction::By::kAll);
    }

    /// What the process `rank` puts into `store` under its number: it is waited for while all are alive.
    std::string putBy(int rank, c10d::Store& store) const {
        constexpr std::chrono::milliseconds kLongestPause{10};  // every start has such waits
        const std::string key = std::to_string(rank);
        const auto end = std::chrono::steady_clock::now() + timeout();
        for (std::chrono::milliseconds pause{1};; pause = std::min(2 * pause, kLongestPause)) {
            const std::string lost = group_->lostPeer();  // before what it has left is looked for
            if (store.check({key})) return store.get_to_str(key);
            if (!lost.empty()) throwLoss("rendezvous", lost);
            if (std::chrono::steady_clock::now() >= end)
                throw sdk::PeerLost("rendezvous",
                                    fmt::format("rank {} has not come within {} s", rank, timeout().count()));
            std::this_thread::sleep_for(pause);
        }
    }

    /// On what the processes train.
    struct Gpus {
        bool areAny = false;
        std::string whyNotEach;  ///< why not each replica has a GPU of its own, in words
    };

    /// Collective. Throws where a process has another number of replicas than this one: on GPUs, that is the
    /// number of GPUs there.
    Gpus gpusOfAll() {
        const auto store = storeOf("gpus");
        std::map<std::string, int> ranks;
        Gpus gpus;
        int others = 0, replicasThere = 0;  // of a process that does not match this one
        collective(context_, "rendezvous", [&] {
            nlohmann::json mine = {{"replicas", numLocalReplicas()}, {"gpus", nlohmann::json::array()}};
            for (const sdk::Gpu& gpu : context_.gpus) mine["gpus"].push_back(gpu.identity);
            store->set(std::to_string(context_.rank), mine.dump());
            for (int rank = 0; rank < context_.worldSize; ++rank) {
                const auto there = nlohmann::json::parse(putBy(rank, *store));
                if (there.at("replicas") != numLocalReplicas()) {
                    others = rank;
                    replicasThere = there.at("replicas");
                }
                if (there.at("gpus").empty() && gpus.whyNotEach.empty())
                    gpus.whyNotEach = fmt::format("rank {} trains on a CPU", rank);
                for (const std::string gpu : there.at("gpus")) {
                    gpus.areAny = true;
                    const auto [first, isNew] = ranks.try_emplace(gpu, rank);
                    if (!isNew && gpus.whyNotEach.empty())
                        gpus.whyNotEach = fmt::format("ranks {} and {} share a GPU", first->second, rank);
                }
            }
        });
        if (replicasThere != 0)
            throw std::invalid_argument(
                fmt::format("rank {} has {} replicas and rank {} has {}; give each task the same number, or "
                            "as many GPUs",
                            context_.rank, numLocalReplicas(), others, replicasThere));
        return gpus;
    }

    /// A call of onGpus_, which knows only that its sums were aborted, and not why.
    template <typename Call>
    void onDevices(const Call& call) const {
        try {
            call();
        } catch (const sdk::PeerLost&) {
            const std::string reason = watch_ ? watch_->reason() : "";
            if (reason.empty()) throw;
            throwLoss(kGradientCall, reason);
        }
    }

    /// Collective. From GPU to GPU.
    std::unique_ptr<sdk::DeviceReduction> reductionOfDevices(const sdk::Packs& packs) {
        constexpr const char* kCall = "rendezvous of the GPUs";
        c10::intrusive_ptr<c10d::Store> store;
        if (group_) store = c10::make_intrusive<ObservedStore>("devices", context_.store, *group_);
        std::vector<std::unique_ptr<sdk::DeviceSums>> sums;
        context_.onCall(kCall);
        try {
            sums = context_.connectDevices(store.get());
        } catch (const c10::DistError& e) {  // of the store; what else fails here is this process's own fault
            throw sdk::PeerLost(kCall, e.what_without_backtrace());
        } catch (const sdk::PeerLost&) {
            if (const std::string silence = LinkWatch::silence(""); !silence.empty())
                throw sdk::PeerSilent(kCall, silence);
            throw;
        }
        context_.onCall("");
        return std::make_unique<sdk::DeviceReduction>(replicas(), packs, std::move(sums), numReplicasInSync(),
                                                      context_.onBucket);
    }

    /// Collective.
    void reduceOver(sdk::Packs packs) {
        const Gpus gpus = gpusOfAll();
        if (asked() == "nccl" && !gpus.whyNotEach.empty())
            throw std::invalid_argument(
                fmt::format("`communication: nccl` needs a GPU of its own for each replica, but {}; use auto",
                            gpus.whyNotEach));
        if (gpus.areAny && gpus.whyNotEach.empty() && asked() != "ring") {
            onGpus_ = reductionOfDevices(packs);
            watch_ = std::make_unique<SumsWatch>(
                SumsWatch::Subject{.lostPeer = [this] { return group_->lostPeer(); },
                                   .unfinished = [this] { return onGpus_->unfinished(); },
                                   .abort = [this] { onGpus_->abort(); },
                                   .timeout = timeout()});
        } else if (gpus.areAny) {
            if (asked() == "auto") noDevices_ = gpus.whyNotEach;
            staged_ = reductionByHost(packs);
        } else {
            overProcesses_ = reductionOfCpus(std::move(packs));
        }
    }

    /// Collective. Of replicas on GPUs whose gradients no GPU is to sum.
    std::unique_ptr<sdk::StagedReduction> reductionByHost(const sdk::Packs& packs) {
        sdk::StagedReduction::Options options{.onBucket = context_.onBucket};
        if (group_) {
            packsGroup_ = meet("packs", kGradientCall);
            options.overProcesses = [this](torch::Tensor& sum) {
                stagedBytes_.fetch_add(packsGroup_->bytesSentFor(sum), std::memory_order_relaxed);
                packsGroup_->startSum(sum)->wait();
            };
        }
        return std::make_unique<sdk::StagedReduction>(team(), replicas(), packs, std::move(options));
    }

    /// Collective.
    std::unique_ptr<ProcessReduction> reductionOfCpus(sdk::Packs packs) {
        std::shared_ptr<sdk::SharedSegment> segment;
        if (mayShareMemory())
            collective(context_, "rendezvous", [&] {
                segment = sdk::SharedSegment::create(
                    {*storeOf("gradients"), context_.rank, context_.worldSize, timeout()},
                    SegmentReduction::bytesFor(replicas().front(), packs), noSegment_);
            });
        if (segment)
            return std::make_unique<SegmentReduction>(team(), replicas(), std::move(packs), segment,
                                                      context_);
        return std::make_unique<GlooReduction>(team(), replicas(), std::move(packs), connect(kRunGroup).group,
                                               context_);
    }

    void beginStep() override {
        if (onGpus_) onGpus_->beginStep();
        if (staged_) staged_->beginStep();
        if (overProcesses_) overProcesses_->beginStep();
        if (inMemory_) inMemory_->beginStep();
    }

    void abandon() override {
        if (onGpus_) onGpus_->abort();
    }

    void backward(int replica, const torch::Tensor& loss) override {
        if (onGpus_)
            onDevices([&] { onGpus_->backward(replica, loss); });
        else if (staged_)
            staged_->backward(replica, loss);
        else if (overProcesses_)
            overProcesses_->backward(replica, loss);
        else if (inMemory_)
            inMemory_->backward(replica, loss);
        else
            loss.backward();
    }

    void sumOverProcesses(torch::Tensor& total) override {
        if (!group_) return;
        // A separate group, created on first use: inside a backward pass with several replicas, the order of
        // these sums relative to the gradients' packs differs between processes.
        if (!sums_) sums_ = meet("sums", "all_reduce of statistics");
        torch::Tensor host = total.cpu();
        sums_->startSum(host)->wait();
        if (!total.is_cpu()) total.copy_(host);
    }

    const sdk::JobContext context_;
    std::int64_t packBytes_ = 0;
    std::int64_t firstPackBytes_ = 0;
    std::map<std::string, Connected> gloo_;  ///< empty where memory is shared: each group listens on a port
    std::list<LinkWatch> watches_;           ///< one for each of them
    std::unique_ptr<ProcessGroup> group_, sums_, packsGroup_;
    std::unique_ptr<sdk::StagedReduction> staged_;
    std::atomic<std::int64_t> stagedBytes_{0};
    std::unique_ptr<ProcessReduction> overProcesses_;
    std::unique_ptr<sdk::DeviceReduction> onGpus_;
    std::unique_ptr<SumsWatch> watch_;  ///< of onGpus_, where there are other processes; ends first
    std::string noSegment_;             ///< why there is none, where one was requested
    std::string noDevices_;             ///< why gradients on GPUs are not summed there
    std::unique_ptr<sdk::MemoryReduction> inMemory_;
};

}  // namespace
}  // namespace trainyard::strategies

TRAINYARD_STRATEGY_PLUGIN("multi_worker_mirrored",
                          [](const trainyard::sdk::JobContext& context) -> trainyard::sdk::Strategy* {
                              return new trainyard::strategies::MultiWorkerMirrored(context);
                          })
