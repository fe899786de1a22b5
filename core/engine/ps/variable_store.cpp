// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/variable_store.h"

#include <ATen/ops/_unique2.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>
#include <ATen/record_function.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/engine/model/draws.h"
#include "core/spec/model/optimizer_spec.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;
using base::fail;

/// `spec` is complete.
std::unique_ptr<Optimizer> optimizerFor(const sdk::OptimizerSpec& spec, const torch::Tensor& variable) {
    return makeOptimizer(spec::Named{spec.name, spec.options}, {variable});
}

/// A gradient whose rows are each there once.
ShardGradient coalesced(const ShardGradient& gradient) {
    const auto [rows, inverse, counts] =
        at::_unique2(gradient.rows, /*sorted=*/true, /*return_inverse=*/true);
    std::vector<std::int64_t> shape = gradient.values.sizes().vec();
    shape[0] = rows.size(0);
    torch::Tensor values = at::zeros(shape, gradient.values.options());
    values.index_add_(0, inverse, gradient.values);
    return {gradient.shard, values, rows};
}

}  // namespace

base::Result<VariableStore::Entry*> VariableStore::find(const std::string& shard) {
    std::shared_lock lock(mutex_);
    const auto found = entries_.find(shard);
    if (found == entries_.end())
        return fail(Code::kNotFound, base::say("{} has no variable or shard {}", name_, shard),
                    "variable.unknown");
    return found->second.get();
}

base::Status VariableStore::create(const ShardInfo& shard, const InitialValue& initial,
                                   const sdk::OptimizerSpec& optimizer) {
    const torch::Tensor& given = initial.value;
    if (given.defined() && (!given.sizes().equals(shard.ownShape()) || given.scalar_type() != shard.dtype))
        return fail(
            Code::kInvalidArgument,
            base::say("the initial value of {} does not have the shape and dtype of its shard", shard.key()),
            "variable.shape");
    TY_ASSIGN(const spec::Named chosen, spec::completeOptimizer({optimizer.name, optimizer.options}));
    auto entry = std::make_unique<Entry>();
    entry->info = shard;
    if (given.defined()) {
        entry->value = given.detach().clone(torch::MemoryFormat::Contiguous);
    } else {
        entry->value = at::empty(shard.ownShape(), shard.dtype);
        spec::Layer::Variable plan = initial.plan;
        plan.shape = shard.shape;
        drawInitialPart(entry->value, plan, shard.axis, shard.firstRow, initial.seed, initial.index);
    }
    entry->spec = {chosen.name, chosen.options};
    entry->optimizer = optimizerFor(entry->spec, entry->value);
    for (const auto& [slot, tensors] : entry->optimizer->slots())
        entry->info.slots.push_back(
            {slot, tensors[0].scalar_type(), !tensors[0].sizes().equals(entry->value.sizes())});
    std::unique_lock lock(mutex_);
    if (!entries_.emplace(shard.key(), std::move(entry)).second)
        return fail(Code::kAlreadyExists, base::say("{} has a variable {} already", name_, shard.key()),
                    "variable.exists");
    return {};
}

base::Result<std::vector<ShardInfo>> VariableStore::list() {
    std::shared_lock lock(mutex_);
    std::vector<ShardInfo> shards;
    for (const auto& [name, entry] : entries_) shards.push_back(entry->info);
    return shards;
}

std::int64_t VariableStore::numbers() {
    std::shared_lock lock(mutex_);
    std::int64_t numbers = 0;
    for (const auto& [name, entry] : entries_) {
        numbers += entry->value.numel();
        for (const auto& [slot, tensors] : entry->optimizer->slots()) numbers += tensors[0].numel();
    }
    return numbers;
}

base::Result<std::int64_t> VariableStore::pull(const std::vector<std::string>& shards,
                                               const std::vector<torch::Tensor>& into, InRound round) {
    RECORD_USER_SCOPE("communication: read variables");
    torch::NoGradGuard noGrad;
    const std::int64_t updates = updates_;
    for (std::size_t i = 0; i < shards.size(); ++i) {
        TY_ASSIGN(Entry * entry, find(shards[i]));
        std::lock_guard lock(entry->mutex);
        if (!into[i].sizes().equals(entry->value.sizes()))
            return fail(
                Code::kInvalidArgument,
                base::say("{} has the shape [{}] on {}, [{}] was requested", shards[i],
                          fmt::join(entry->value.sizes(), ","), name_, fmt::join(into[i].sizes(), ",")),
                "variable.shape");
        settle(*entry, round);
        into[i].detach().copy_(entry->value);
    }
    return updates;
}

base::Result<torch::Tensor> VariableStore::lookup(const std::string& shard, const torch::Tensor& rows,
                                                  InRound round) {
    torch::NoGradGuard noGrad;
    TY_ASSIGN(Entry * entry, find(shard));
    TY_TRY(check(*entry, {shard, {}, rows}));
    std::lock_guard lock(entry->mutex);
    settle(*entry, round);
    return entry->value.index_select(0, rows);
}

base::Status VariableStore::check(const Entry& entry, const ShardGradient& gradient) const {
    if (gradient.rows.defined()) {
        const torch::Tensor& rows = gradient.rows;
        const bool isIndex =
            rows.scalar_type() == torch::kInt64 && rows.dim() == 1 && !entry.info.shape.empty();
        if (!isIndex || (rows.numel() > 0 && (rows.min().item<std::int64_t>() < 0 ||
                                              rows.max().item<std::int64_t>() >= entry.info.ownShape()[0])))
            return fail(Code::kInvalidArgument,
                        base::say("rows of {} were requested that {} does not have", entry.info.key(), name_),
                        "variable.rows");
    }
    if (!gradient.values.defined()) return {};
    std::vector<std::int64_t> shape = entry.info.ownShape();
    if (gradient.rows.defined()) shape[0] = gradient.rows.size(0);
    if (!gradient.values.sizes().equals(shape) || gradient.values.scalar_type() != entry.info.dtype)
        return fail(Code::kInvalidArgument,
                    base::say("a gradient of {} has the shape [{}] and dtype {}, expected [{}] and {}",
                              entry.info.key(), fmt::join(gradient.values.sizes(), ","),
                              c10::toString(gradient.values.scalar_type()), fmt::join(shape, ","),
                              c10::toString(entry.info.dtype)),
                    "variable.shape");
    return {};
}

/// The optimizer runs on copies of the touched rows and their state, so that the cost of a step depends on
/// the touched rows. Untouched rows keep their moments unchanged ("lazy" updates).
void VariableStore::applyRows(Entry& entry, const ShardGradient& gradient, double learningRate) {
    const ShardGradient once = coalesced(gradient);
    torch::Tensor value = entry.value.index_select(0, once.rows);
    const std::unique_ptr<Optimizer> optimizer = optimizerFor(entry.spec, value);
    const auto all = entry.optimizer->slots();
    const auto some = optimizer->slots();
    const auto isPerRow = [&](const torch::Tensor& slot) { return slot.dim() == entry.value.dim(); };
    for (std::size_t i = 0; i < all.size(); ++i) {
        const torch::Tensor& whole = all[i].second[0];
        torch::Tensor part = some[i].second[0];
        part.copy_(isPerRow(whole) ? whole.index_select(0, once.rows) : whole);
    }
    value.mutable_grad() = once.values;
    optimizer->step(learningRate);
    for (std::size_t i = 0; i < all.size(); ++i) {
        torch::Tensor whole = all[i].second[0];
        const torch::Tensor& part = some[i].second[0];
        isPerRow(whole) ? whole.index_copy_(0, once.rows, part) : whole.copy_(part);
    }
    entry.value.index_copy_(0, once.rows, value);
}

void VariableStore::apply(Entry& entry, const ShardGradient& gradient, double learningRate) {
    if (gradient.rows.defined()) {
        if (gradient.rows.numel() > 0) applyRows(entry, gradient, learningRate);
        return;
    }
    entry.value.mutable_grad() = gradient.values;
    entry.optimizer->step(learningRate);
    entry.value.mutable_grad().reset();
}

void VariableStore::settle(Entry& entry, InRound round) const {
    Gathering& gathering = entry.gathering;
    if (gathering.held && !isHolding_ && (!round || *round > gathering.number)) {
        RECORD_USER_SCOPE("compute: apply gradients");
        apply(entry, *gathering.held, gathering.learningRate);
        gathering.held.reset();
    }
    Assignment& assignment = entry.assignment;
    if (assignment.value.defined() && (!round || *round > assignment.round)) {
        entry.value.copy_(assignment.value);
        assignment.value.reset();
    }
}

base::Result<bool> VariableStore::gather(Entry& entry, const ShardGradient& gradient, const sdk::Round& round,
                                         double learningRate) const {
    Gathering& gathering = entry.gathering;
    if (round.number <= gathering.number) return false;  // came again after the round was complete
    if (gathering.number >= 0 && round.number != gathering.number + 1)
        return fail(Code::kFailedPrecondition,
                    base::say("round {} of {} is not over, a part of round {} came", gathering.number + 1,
                              entry.info.key(), round.number),
                    "ps.round");
    settle(entry, round.number);
    ShardGradient kept{gradient.shard, gradient.values.clone(),
                       gradient.rows.defined() ? gradient.rows.clone() : torch::Tensor()};
    gathering.parts.insert_or_assign(round.part, std::move(kept));
    if (static_cast<int>(gathering.parts.size()) < round.parts) return false;
    // Summed in the order of the parts, not of arrival: the same sum in every run.
    ShardGradient sum = std::move(gathering.parts.begin()->second);
    for (auto part = std::next(gathering.parts.begin()); part != gathering.parts.end(); ++part) {
        if (sum.rows.defined()) {
            sum.rows = at::cat({sum.rows, part->second.rows});
            sum.values = at::cat({sum.values, part->second.values});
        } else {
            sum.values.add_(part->second.values);
        }
    }
    gathering.parts.clear();
    gathering.number = round.number;
    gathering.learningRate = learningRate;
    gathering.held = isHolding_ && sum.rows.defined() ? coalesced(sum) : std::move(sum);
    return true;
}

base::Result<sdk::Pushed> VariableStore::push(const PushRequest& request) {
    RECORD_USER_SCOPE("compute: apply gradients");
    torch::NoGradGuard noGrad;
    std::vector<Entry*> entries;
    for (const ShardGradient& gradient : request.gradients) {  // all or none
        TY_ASSIGN(Entry * entry, find(gradient.shard));
        TY_TRY(check(*entry, gradient));
        entries.push_back(entry);
    }
    bool hasUpdated = false;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        std::lock_guard lock(entries[i]->mutex);
        if (request.round) {
            TY_ASSIGN(const bool isComplete,
                      gather(*entries[i], request.gradients[i], *request.round, request.learningRate));
            hasUpdated |= isComplete && !isHolding_;
        } else {
            settle(*entries[i], std::nullopt);
            apply(*entries[i], request.gradients[i], request.learningRate);
            hasUpdated = true;
        }
    }
    const std::int64_t before = hasUpdated ? updates_++ : updates_.load();
    return sdk::Pushed{request.round ? 0 : std::max<std::int64_t>(0, before - request.basis)};
}

base::Status VariableStore::assign(const std::string& shard, const torch::Tensor& value, InRound round) {
    torch::NoGradGuard noGrad;
    TY_ASSIGN(Entry * entry, find(shard));
    TY_TRY(check(*entry, {shard, value}));
    std::lock_guard lock(entry->mutex);
    settle(*entry, round);
    if (!round) {
        entry->value.copy_(value);
    } else if (*round > entry->assignment.round) {  // else it came again: it is there, or has taken effect
        entry->assignment = {*round, value.clone()};
    }
    return {};
}

base::Status VariableStore::holdRounds() {
    isHolding_ = true;
    return {};
}

base::Status VariableStore::onHeld(std::int64_t round, const std::function<void(Entry&)>& call) {
    std::shared_lock lock(mutex_);
    for (const auto& [name, entry] : entries_) {
        std::lock_guard entryLock(entry->mutex);
        if (!entry->gathering.parts.empty())
            return fail(Code::kFailedPrecondition,
                        base::say("round {} of {} is not over on {}", round, name, name_), "ps.round");
        if (entry->gathering.held && entry->gathering.number == round) call(*entry);
    }
    return {};
}

base::Result<double> VariableStore::roundSquares(std::int64_t round) {
    torch::NoGradGuard noGrad;
    double squares = 0;
    TY_TRY(onHeld(round, [&](Entry& entry) {
        squares += entry.gathering.held->values.pow(2).sum(torch::kFloat64).item<double>();
    }));
    return squares;
}

base::Status VariableStore::applyRound(const RoundUpdate& update) {
    torch::NoGradGuard noGrad;
    TY_TRY(onHeld(update.number, [&](Entry& entry) {
        ShardGradient gradient = std::move(*entry.gathering.held);
        entry.gathering.held.reset();
        if (update.scale != 1) gradient.values.mul_(update.scale);
        if (update.clipValue > 0) gradient.values.clamp_(-update.clipValue, update.clipValue);
        apply(entry, gradient, update.learningRate);
    }));
    ++updates_;
    return {};
}

std::map<std::string, torch::Tensor> VariableStore::stateOf(const Entry& entry) {
    std::map<std::string, torch::Tensor> state{{"", entry.value}};
    for (const auto& [slot, tensors] : entry.optimizer->slots()) state[slot] = tensors[0];
    return state;
}

base::Result<torch::Tensor> VariableStore::rowsIn(const Entry& entry, const torch::Tensor& tensor,
                                                  const StateRows& place) const {
    if (tensor.dim() == 0) return tensor;
    if (place.first < 0 || place.count < 0 || place.count > tensor.size(0) - place.first)
        return fail(Code::kInvalidArgument,
                    base::say("rows of {} were requested that {} does not have", entry.info.key(), name_),
                    "variable.rows");
    return tensor.narrow(0, place.first, place.count);
}

base::Status VariableStore::freeze(InRound round) {
    torch::NoGradGuard noGrad;
    std::shared_lock lock(mutex_);
    for (const auto& [name, entry] : entries_) {
        std::lock_guard entryLock(entry->mutex);
        settle(*entry, round);
        entry->frozen.clear();  // its memory is free for the next
        for (const auto& [slot, tensor] : stateOf(*entry)) entry->frozen[slot] = tensor.clone();
    }
    return {};
}

base::Result<torch::Tensor> VariableStore::readFrozen(const StateRows& place) {
    TY_ASSIGN(Entry * entry, find(place.shard));
    std::lock_guard lock(entry->mutex);
    const auto found = entry->frozen.find(place.slot);
    if (found == entry->frozen.end())
        return fail(Code::kFailedPrecondition,
                    base::say("{} keeps no copy of {} `{}`", name_, place.shard, place.slot), "ps.frozen");
    return rowsIn(*entry, found->second, place);
}

base::Status VariableStore::thaw() {
    std::shared_lock lock(mutex_);
    for (const auto& [name, entry] : entries_) {
        std::lock_guard entryLock(entry->mutex);
        entry->frozen.clear();
    }
    return {};
}

base::Status VariableStore::writeRows(const StateRows& place, const torch::Tensor& rows, InRound round) {
    torch::NoGradGuard noGrad;
    TY_ASSIGN(Entry * entry, find(place.shard));
    std::lock_guard lock(entry->mutex);
    settle(*entry, round);
    const auto state = stateOf(*entry);
    const auto found = state.find(place.slot);
    if (found == state.end())
        return fail(
            Code::kInvalidArgument,
            base::say("the optimizer {} of {} has no state `{}`", entry->spec.name, place.shard, place.slot),
            "optimizer.slot");
    TY_ASSIGN(torch::Tensor target, rowsIn(*entry, found->second, place));
    if (!target.sizes().equals(rows.sizes()))
        return fail(Code::kInvalidArgument,
                    base::say("rows of {} have the shape [{}], expected [{}]", place.shard,
                              fmt::join(rows.sizes(), ","), fmt::join(target.sizes(), ",")),
                    "variable.shape");
    target.copy_(rows);
    return {};
}

}  // namespace trainyard::engine::ps
