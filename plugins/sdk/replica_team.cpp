// SPDX-License-Identifier: Apache-2.0
#include "plugins/sdk/replica_team.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pthread.h>
#include <sched.h>

#include <ATen/Parallel.h>
#include <ATen/ThreadLocalState.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace trainyard::sdk {
namespace {

void bindThisThread(const std::vector<int>& cores) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : cores) CPU_SET(static_cast<std::size_t>(core), &set);
    // The core may have been taken offline since; the thread then continues wherever the kernel puts it.
    ::pthread_setaffinity_np(::pthread_self(), sizeof set, &set);
}

int threadBudget(int allowed) {
    const char* text = std::getenv("OMP_NUM_THREADS");
    const int asked = text ? std::atoi(text) : 0;
    return asked > 0 ? asked : allowed;
}

}  // namespace

std::vector<int> allowedCores() {
    cpu_set_t set;
    std::vector<int> cores;
    if (::sched_getaffinity(0, sizeof set, &set) == 0)
        for (int core = 0; core < CPU_SETSIZE; ++core)
            if (CPU_ISSET(static_cast<std::size_t>(core), &set)) cores.push_back(core);
    if (cores.empty()) cores.push_back(0);
    return cores;
}

ThreadPlan ThreadPlan::make(int replicas) {
    const std::vector<int> allowed = allowedCores();
    const int count = static_cast<int>(allowed.size());
    const int budget = threadBudget(count);
    ThreadPlan plan;
    plan.threadsPerReplica = std::max(1, budget / replicas);
    const bool hasCoresForItself = budget >= count;
    if (replicas == 1 || !hasCoresForItself || replicas > count) return plan;
    const int each = count / replicas;
    plan.threadsPerReplica = std::min(plan.threadsPerReplica, each);
    for (int replica = 0; replica < replicas; ++replica)
        plan.cores.emplace_back(allowed.begin() + replica * each, allowed.begin() + (replica + 1) * each);
    return plan;
}

std::string ThreadPlan::describe() const {
    std::string text = fmt::format("{} thread{} each", threadsPerReplica, threadsPerReplica == 1 ? "" : "s");
    if (cores.empty()) return text;
    std::vector<std::string> bound;
    for (const auto& own : cores) bound.push_back(fmt::format("{}", fmt::join(own, "+")));
    return text + fmt::format(", bound to cores {}", fmt::join(bound, ", "));
}

ReplicaTeam::ReplicaTeam(int replicas, ThreadPlan plan) : size_(replicas), plan_(std::move(plan)) {
    if (replicas < 1) throw std::invalid_argument(fmt::format("{} replicas in a process", replicas));
    if (size_ == 1) return;
    for (int replica = 0; replica < size_; ++replica)
        threads_.emplace_back([this, replica] { live(replica); });
}

ReplicaTeam::~ReplicaTeam() {
    std::lock_guard lock(mutex_);
    isClosing_ = true;
    changed_.notify_all();
}

void ReplicaTeam::live(int replica) {
    ::pthread_setname_np(::pthread_self(), fmt::format("ty-replica-{}", replica).c_str());
    if (!plan_.cores.empty()) bindThisThread(plan_.cores[static_cast<std::size_t>(replica)]);
    at::init_num_threads();
    at::set_num_threads(plan_.threadsPerReplica);  // for this thread's own OpenMP and MKL teams
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return isClosing_ || round_ != seen; });
        if (round_ == seen) return;
        seen = round_;
        lock.unlock();
        std::exception_ptr failure;
        bool isVictim = false;
        try {
            work_(replica);
        } catch (const TeamBroken&) {
            isVictim = true;
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        if (failure && !failure_) failure_ = failure;
        isBroken_ |= failure || isVictim;
        ++left_;
        changed_.notify_all();
    }
}

void ReplicaTeam::run(const std::function<void(int replica)>& work) {
    if (size_ == 1) return work(0);
    const at::ThreadLocalState state;
    std::unique_lock lock(mutex_);
    work_ = [&](int replica) {
        const at::ThreadLocalStateGuard guard(state);
        work(replica);
    };
    isBroken_ = false;
    failure_ = nullptr;
    arrived_ = left_ = 0;
    ++round_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return left_ == size_; });
    work_ = nullptr;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ReplicaTeam::wait(std::unique_lock<std::mutex>& lock, const std::function<bool()>& isSo) {
    if (size_ == 1 && !isSo()) throw std::logic_error("the only replica of a process waits for another one");
    changed_.wait(lock, [&] { return isSo() || isBroken_ || left_ > 0; });
    if (isSo()) return;
    if (isBroken_) throw TeamBroken();
    throw std::logic_error(
        "a replica has returned from its step while another one waits for it: every replica must make the "
        "same calls (backward, sum) in the same order, even one without samples");
}

void ReplicaTeam::meet() {
    if (size_ == 1) return;
    std::unique_lock lock(mutex_);
    if (isBroken_) throw TeamBroken();
    if (++arrived_ == size_) {
        arrived_ = 0;
        ++meetings_;
        changed_.notify_all();
        return;
    }
    const std::uint64_t meeting = meetings_;
    wait(lock, [&] { return meetings_ != meeting; });
}

void ReplicaTeam::update(const std::function<void()>& change) {
    std::lock_guard lock(mutex_);
    change();
    changed_.notify_all();
}

void ReplicaTeam::waitUntil(const std::function<bool()>& isSo) {
    std::unique_lock lock(mutex_);
    wait(lock, isSo);
}

}  // namespace trainyard::sdk
