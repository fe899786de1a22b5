// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/gpu_book.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/proto/failure.h"

namespace trainyard::control {
namespace {

/// What precedes an identity in a key, and is in no name of a node.
constexpr const char* kIdentity = "machine ";

v1::Problem deviceProblem(const char* code, const base::Words& message) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::ERROR);
    problem.set_code(code);
    problem.set_path("device");
    proto::setMessage(problem, message);
    proto::setFix(problem, "use device: cpu");
    problem.set_fix_set("device=cpu");
    return problem;
}

std::string nameOfProcess(pid_t process) {
    auto name = base::readFile(fmt::format("/proc/{}/comm", process));
    if (!name) return "?";  // it is another user's, or has ended meanwhile
    while (name->ends_with('\n')) name->pop_back();
    return base::printable(*name);
}

}  // namespace

GpuBook::GpuBook(std::filesystem::path library) : library_(std::move(library)) {
    machines_[kHere].isKnown = true;
}

void GpuBook::refresh() {
    std::lock_guard asking(asking_);
    if (!driver_) driver_ = std::make_unique<node::Gpus>(library_);
    std::vector<Seen> seen;
    for (const node::Gpu& gpu : driver_->list()) {
        if (!gpu.error.empty()) continue;
        const auto users = driver_->usersOf(gpu.index);
        seen.push_back({gpu.index, gpu.name,
                        users.empty()
                            ? base::Words()
                            : base::say("process {} ({})", users.front(), nameOfProcess(users.front()))});
    }
    std::lock_guard lock(mutex_);
    Machine& here = machine(kHere);
    here.seen = std::move(seen);
    here.error = driver_->error();
}

void GpuBook::identify(const std::map<std::string, std::string>& machines) {
    std::lock_guard lock(mutex_);
    for (const auto& [node, identity] : machines) {
        std::string key = kIdentity + identity;
        const std::string before = keyOf(node);
        if (key == before) continue;
        keys_[node] = key;
        // Of another machine than before, its tasks there have nothing here.
        if (before != node) continue;
        auto unidentified = machines_.extract(before);
        if (unidentified.empty()) continue;
        Machine& from = unidentified.mapped();
        Machine& to = machines_[key];
        to.owners.merge(from.owners);
        if (to.isKnown && node != kHere) continue;  // of this machine, more is known than of any node
        to.isKnown = from.isKnown;
        to.seen = std::move(from.seen);
        to.error = std::move(from.error);
    }
}

std::set<std::string> GpuBook::namesOf(const std::string& node) const {
    std::lock_guard lock(mutex_);
    std::set<std::string> names{node};
    for (const auto& [name, key] : keys_)
        if (key == keyOf(node)) names.insert(name);
    return names;
}

/// With mutex_ held.
const std::string& GpuBook::keyOf(const std::string& node) const {
    const auto key = keys_.find(node);
    return key == keys_.end() ? node : key->second;
}

void GpuBook::learn(const std::string& node, const std::vector<v1::GpuInfo>& gpus) {
    if (namesOf(node).contains(kHere)) return refresh();
    std::lock_guard lock(mutex_);
    Machine& machine = this->machine(node);
    machine.isKnown = true;
    machine.seen.clear();
    machine.error = {};
    for (const v1::GpuInfo& gpu : gpus) {
        if (gpu.index() < 0)
            machine.error = proto::fromMessage(gpu.name_words(), gpu.name());
        else if (gpu.memory_bytes() > 0)  // else it cannot be read
            machine.seen.push_back({gpu.index(), gpu.name(), ""});
    }
}

bool GpuBook::knows(const std::string& node) const {
    std::lock_guard lock(mutex_);
    return machine(node).isKnown;
}

/// With mutex_ held.
const GpuBook::Machine& GpuBook::machine(const std::string& node) const {
    static const Machine kUnknown;
    const auto found = machines_.find(keyOf(node));
    return found == machines_.end() ? kUnknown : found->second;
}

base::Words GpuBook::Machine::holderOf(const Seen& gpu, const std::string& run) const {
    const auto owner = owners.find(gpu.index);
    if (owner == owners.end()) return gpu.user;
    return owner->second.run == run ? base::Words() : base::say("run {}", owner->second.run);
}

base::Words GpuBook::holders(const std::string& run, const std::string& node) const {
    std::lock_guard lock(mutex_);
    return machine(node).holders(run);
}

base::Words GpuBook::Machine::holders(const std::string& run) const {
    std::vector<base::Words> held;
    for (const Seen& gpu : seen)
        if (const base::Words holder = holderOf(gpu, run); !holder.empty())
            held.push_back(base::say("GPU {} ({}) is used by {}", gpu.index, gpu.name, holder));
    return base::joined(held, "; ");
}

std::optional<GpuBook::Claim> GpuBook::Machine::plan(const std::string& run,
                                                     const std::vector<GpuWish>& wishes) const {
    std::vector<int> free;
    for (const Seen& gpu : seen)
        if (holderOf(gpu, run).empty()) free.push_back(gpu.index);
    if (!isKnown)
        for (const GpuWish& wish : wishes)
            for (const int gpu : wish.gpus)
                if (holderOf({gpu, "", ""}, run).empty() && std::ranges::find(free, gpu) == free.end())
                    free.push_back(gpu);
    Claim claim;
    const auto give = [&](const GpuWish& wish, int gpu) {
        const auto found = std::ranges::find(free, gpu);
        if (found == free.end()) return false;
        free.erase(found);
        claim[wish.task].push_back(gpu);
        return true;
    };
    for (const GpuWish& wish : wishes)
        for (const int gpu : wish.gpus)
            if (!give(wish, gpu)) return std::nullopt;
    /// To those that wish any, `isShared`: or all. First what each had, then what is left.
    const auto giveAny = [&](bool isShared, int each) {
        const auto lacks = [&](const GpuWish& wish) {
            if (!wish.gpus.empty() || (wish.count == 0) != isShared) return false;
            const auto has = claim.find(wish.task);
            return (has == claim.end() ? 0 : static_cast<int>(has->second.size())) <
                   (isShared ? each : wish.count);
        };
        for (const GpuWish& wish : wishes)
            for (const auto& [gpu, owner] : owners)
                if (lacks(wish) && owner.run == run && owner.task == wish.task) give(wish, gpu);
        for (const GpuWish& wish : wishes)
            while (lacks(wish) && !free.empty()) give(wish, free.front());
        return std::ranges::none_of(wishes, lacks);
    };
    if (!giveAny(false, 0) && isKnown) return std::nullopt;
    const auto sharing = std::ranges::count_if(
        wishes, [](const GpuWish& wish) { return wish.gpus.empty() && wish.count == 0; });
    if (sharing == 0) return claim;
    const auto each = static_cast<int>(free.size()) / static_cast<int>(sharing);
    if (each == 0 && isKnown) return std::nullopt;
    giveAny(true, each);
    return claim;
}

void GpuBook::Machine::give(const std::string& run, const Claim& claim) {
    std::erase_if(owners, [&](const auto& entry) { return entry.second.run == run; });
    for (const auto& [task, gpus] : claim)
        for (const int gpu : gpus) owners[gpu] = {run, task};
}

std::vector<v1::Problem> GpuBook::problems(const std::string& run, const std::vector<GpuWish>& wishes,
                                           const std::string& node) const {
    std::lock_guard lock(mutex_);
    auto problem = machine(node).problem(run, wishes);
    if (!problem) return {};
    if (node != kHere)
        proto::setMessage(*problem, base::say("node {}: {}", node, proto::messageOf(*problem)));
    return {std::move(*problem)};
}

std::optional<v1::Problem> GpuBook::Machine::problem(const std::string& run,
                                                     const std::vector<GpuWish>& wishes) const {
    if (!isKnown) return std::nullopt;
    if (!error.empty())
        return deviceProblem("device.driver", base::say("the GPUs cannot be used: {}", error));
    if (seen.empty())
        return deviceProblem("device.no_driver",
                             "this machine has no GPU that an NVIDIA driver shows; install the driver");
    if (plan(run, wishes)) return std::nullopt;
    std::size_t free = 0, wished = 0;
    for (const Seen& gpu : seen) free += holderOf(gpu, run).empty() ? 1 : 0;
    for (const GpuWish& wish : wishes) {
        wished += wish.gpus.empty() ? static_cast<std::size_t>(std::max(1, wish.count)) : wish.gpus.size();
        for (const int gpu : wish.gpus)
            if (std::ranges::find(seen, gpu, &Seen::index) == seen.end())
                return deviceProblem("device.none",
                                     base::say("this machine has no GPU {}; `trainyard --headless "
                                               "nodes` lists those that it has",
                                               gpu));
    }
    if (wished > seen.size())
        return deviceProblem(
            "device.none", base::say("the run takes {} GPUs, and this machine has {}", wished, seen.size()));
    const base::Words held = holders(run);
    if (held.empty()) return deviceProblem("device.two_ways", "two tasks of the run name the same GPU");
    return deviceProblem(
        "device.busy", free == 0 ? base::say("no GPU is free: {}; wait for it or stop it", held)
                                 : base::say("not all {} GPUs that the run takes are free: {}; wait for them",
                                             wished, held));
}

std::optional<GpuBook::Claim> GpuBook::claim(const std::string& run, const std::vector<GpuWish>& wishes,
                                             const std::string& node) {
    std::lock_guard lock(mutex_);
    Machine& machine = this->machine(node);
    const auto claim = machine.plan(run, wishes);
    if (claim) machine.give(run, *claim);
    return claim;
}

void GpuBook::hold(const std::string& run, const Claim& claim, const std::string& node) {
    std::lock_guard lock(mutex_);
    Machine& machine = this->machine(node);
    for (const auto& [task, gpus] : claim)  // beside those that its tasks have under another name
        for (const int gpu : gpus) machine.owners[gpu] = {run, task};
    if (machine.isKnown) return;
    for (const auto& [task, gpus] : claim)  // for the run's next attempt
        for (const int gpu : gpus)
            if (std::ranges::find(machine.seen, gpu, &Seen::index) == machine.seen.end())
                machine.seen.push_back({gpu, "", ""});
}

void GpuBook::release(const std::string& run) {
    std::lock_guard lock(mutex_);
    for (auto& [node, machine] : machines_) {
        for (Seen& gpu : machine.seen)
            if (const auto owner = machine.owners.find(gpu.index);
                owner != machine.owners.end() && owner->second.run == run)
                gpu.user = {};  // that was seen there is the run's own task
        machine.give(run, {});
    }
}

}  // namespace trainyard::control
