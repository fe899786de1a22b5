// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/sharded_variables.h"
#include "core/engine/ps/shard_pieces.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/empty.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <future>
#include <numeric>

namespace trainyard::engine::ps {
namespace {

using base::Code;
using base::fail;

std::int64_t shardBytes(const std::vector<std::int64_t>& shape, torch::ScalarType dtype) {
    auto bytes = static_cast<std::int64_t>(torch::elementSize(dtype));
    for (const std::int64_t extent : shape) bytes *= extent;
    return bytes;
}

base::Status checkWhole(const sdk::VariableInfo& info, const torch::Tensor& tensor) {
    if (tensor.sizes().equals(info.shape) && tensor.scalar_type() == info.dtype) return {};
    return fail(Code::kInvalidArgument,
                base::say("{} has the shape [{}] and dtype {}, the tensor [{}] and {}", info.name,
                          fmt::join(info.shape, ","), c10::toString(info.dtype),
                          fmt::join(tensor.sizes(), ","), c10::toString(tensor.scalar_type())),
                "variable.shape");
}

}  // namespace

std::vector<std::string> describePlacement(const std::vector<sdk::VariableInfo>& variables) {
    std::vector<std::string> lines;
    for (const sdk::VariableInfo& info : variables)
        for (const sdk::Shard& shard : info.shards)
            lines.push_back(fmt::format("{} {} {}…{} on ps:{}", info.name,
                                        info.axis == 0 ? "rows" : "columns", shard.firstRow,
                                        shard.firstRow + shard.rows - 1, shard.ps));
    return lines;
}

ShardedVariables::ShardedVariables(VariableHosts hosts, sdk::Partitioner partitioner, sdk::PlaceBy placeBy)
    : hosts_(std::move(hosts)),
      partitioner_(std::move(partitioner)),
      placeBy_(placeBy),
      placement_(hosts_.size(), placeBy),
      basis_(hosts_.size(), 0) {
}

base::Status ShardedVariables::onAll(const std::function<base::Status(std::size_t)>& call) const {
    std::vector<std::future<base::Status>> others;
    for (std::size_t ps = 1; ps < hosts_.size(); ++ps)
        others.push_back(std::async(std::launch::async, call, ps));
    base::Status status = call(0);
    for (auto& other : others)
        if (base::Status result = other.get(); !result && status) status = std::move(result);
    return status;
}

base::Status ShardedVariables::refresh() {
    std::map<std::int64_t, sdk::VariableInfo> byOrder;
    placement_ = base::Placement(hosts_.size(), placeBy_);
    for (std::size_t ps = 0; ps < hosts_.size(); ++ps) {
        TY_ASSIGN(const std::vector<ShardInfo> shards, hosts_[ps]->list());
        for (const ShardInfo& shard : shards) {
            placement_.note(ps, shardBytes(shard.ownShape(), shard.dtype));
            sdk::VariableInfo& info = byOrder[shard.order];
            info.name = shard.variable;
            info.shape = shard.shape;
            info.dtype = shard.dtype;
            info.axis = shard.axis;
            slots_[shard.variable] = shard.slots;
            info.shards.push_back({static_cast<int>(ps), shard.firstRow, shard.rows});
        }
    }
    variables_.clear();
    byName_.clear();
    for (auto& [order, info] : byOrder) {
        std::ranges::sort(info.shards, {}, &sdk::Shard::firstRow);
        byName_[info.name] = variables_.size();
        variables_.push_back(std::move(info));
    }
    return {};
}

base::Result<const sdk::VariableInfo*> ShardedVariables::find(const std::string& name) {
    if (!byName_.contains(name)) TY_TRY(refresh());
    const auto found = byName_.find(name);
    if (found == byName_.end())
        return fail(Code::kNotFound, base::say("no ps holds a variable {}; create it first", name),
                    "variable.unknown");
    return &variables_[found->second];
}

base::Result<std::vector<sdk::VariableInfo>> ShardedVariables::list() {
    TY_TRY(refresh());
    return variables_;
}

base::Status ShardedVariables::create(const std::string& name, const torch::Tensor& initial,
                                      const sdk::OptimizerSpec& optimizer) {
    TY_TRY(refresh());
    sdk::VariableInfo info;
    info.shape = initial.sizes().vec();
    info.dtype = initial.scalar_type();
    return createShards(name, std::move(info), {.value = initial.detach()}, optimizer);
}

base::Status ShardedVariables::createDrawn(const std::string& name, torch::ScalarType dtype,
                                           const InitialValue& drawn, const sdk::OptimizerSpec& optimizer) {
    TY_TRY(refresh());
    sdk::VariableInfo info;
    info.shape = drawn.plan.shape;
    info.dtype = dtype;
    return createShards(name, std::move(info), drawn, optimizer);
}

base::Status ShardedVariables::createShards(const std::string& name, sdk::VariableInfo info,
                                            const InitialValue& initial,
                                            const sdk::OptimizerSpec& optimizer) {
    if (byName_.contains(name))
        return fail(Code::kAlreadyExists, base::say("there is a variable {} already", name),
                    "variable.exists");
    info.name = name;
    const auto elementBytes = static_cast<std::int64_t>(torch::elementSize(info.dtype));
    const sdk::Split split = sdk::splitOf(partitioner_, info.shape, elementBytes);
    info.axis = split.axis;
    const std::int64_t rows = info.shape.empty() ? 1 : info.shape[static_cast<std::size_t>(split.axis)];
    const std::vector<sdk::RowRange> ranges = sdk::shardRows(rows, split.shards);
    const std::int64_t rowBytes = rows > 0 ? shardBytes(info.shape, info.dtype) / rows : 0;
    std::vector<std::int64_t> bytes;
    for (const sdk::RowRange& range : ranges) bytes.push_back(range.size() * rowBytes);
    const std::vector<std::size_t> servers = placement_.place(name, bytes);
    for (std::size_t i = 0; i < ranges.size(); ++i)
        info.shards.push_back({static_cast<int>(servers[i]), ranges[i].begin, ranges[i].size()});
    const auto order = static_cast<std::int64_t>(variables_.size());
    TY_TRY(onAll([&](std::size_t ps) -> base::Status {
        torch::NoGradGuard noGrad;
        const int parts = static_cast<int>(info.shards.size());
        for (int part = 0; part < parts; ++part) {
            const sdk::Shard& shard = info.shards[static_cast<std::size_t>(part)];
            if (static_cast<std::size_t>(shard.ps) != ps) continue;
            const ShardInfo piece{name,       part,           parts,      order,    info.shape,
                                  info.dtype, shard.firstRow, shard.rows, info.axis};
            InitialValue own = initial;
            if (own.value.defined()) own.value = pieceOf(own.value, info, shard).contiguous();
            TY_TRY(hosts_[ps]->create(piece, own, optimizer));
        }
        return {};
    }));
    byName_[name] = variables_.size();
    variables_.push_back(std::move(info));
    return {};
}

namespace {

/// One call's part for each ps.
struct Pull {
    std::vector<std::string> shards;
    std::vector<torch::Tensor> into;
};

/// The rows of `ids` in a shard: their positions in `ids`, and the rows themselves, relative to the shard's
/// first. A shard along another axis has a part of every row.
struct Found {
    torch::Tensor places;
    torch::Tensor rows;
};
Found foundIn(const sdk::VariableInfo& info, const sdk::Shard& shard, const torch::Tensor& ids) {
    if (info.axis != 0) return {torch::arange(ids.numel(), torch::kInt64), ids};
    const torch::Tensor isHere = ids.ge(shard.firstRow).logical_and(ids.lt(shard.firstRow + shard.rows));
    torch::Tensor places = isHere.nonzero().squeeze(1);
    return {places, ids.index_select(0, places).sub(shard.firstRow)};
}

base::Status checkIds(const sdk::VariableInfo& info, const torch::Tensor& ids) {
    if (info.shape.empty() || ids.scalar_type() != torch::kInt64 || ids.dim() != 1)
        return fail(Code::kInvalidArgument,
                    base::say("rows of {} were requested by something other than a list of int64", info.name),
                    "variable.rows");
    if (ids.numel() == 0 ||
        (ids.min().item<std::int64_t>() >= 0 && ids.max().item<std::int64_t>() < info.shape[0]))
        return {};
    return fail(Code::kInvalidArgument,
                base::say("a row outside 0 … {} of {} was requested ({} … {})", info.shape[0] - 1, info.name,
                          ids.min().item<std::int64_t>(), ids.max().item<std::int64_t>()),
                "variable.rows");
}

}  // namespace

base::Status ShardedVariables::pull(const std::vector<std::string>& names,
                                    const std::vector<torch::Tensor>& into) {
    torch::NoGradGuard noGrad;
    std::vector<Pull> pulls(hosts_.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        TY_ASSIGN(const sdk::VariableInfo* info, find(names[i]));
        TY_TRY(checkWhole(*info, into[i]));
        for (std::size_t part = 0; part < info->shards.size(); ++part) {
            const sdk::Shard& shard = info->shards[part];
            Pull& pull = pulls[static_cast<std::size_t>(shard.ps)];
            pull.shards.push_back(keyOf(*info, part));
            pull.into.push_back(pieceOf(into[i].detach(), *info, shard));
        }
    }
    return onAll([&](std::size_t ps) -> base::Status {
        if (pulls[ps].shards.empty()) return {};
        TY_ASSIGN(basis_[ps], hosts_[ps]->pull(pulls[ps].shards, pulls[ps].into, round_));
        return {};
    });
}

base::Result<torch::Tensor> ShardedVariables::read(const std::string& name) {
    TY_ASSIGN(const sdk::VariableInfo* info, find(name));
    torch::Tensor whole = torch::empty(info->shape, torch::dtype(info->dtype));
    TY_TRY(pull({name}, {whole}));
    return whole;
}

base::Status ShardedVariables::assign(const std::string& name, const torch::Tensor& value) {
    torch::NoGradGuard noGrad;
    TY_ASSIGN(const sdk::VariableInfo* info, find(name));
    TY_TRY(checkWhole(*info, value));
    for (std::size_t part = 0; part < info->shards.size(); ++part) {
        const sdk::Shard& shard = info->shards[part];
        TY_TRY(hosts_[static_cast<std::size_t>(shard.ps)]->assign(
            keyOf(*info, part), pieceOf(value, *info, shard).contiguous(), round_));
    }
    return {};
}

base::Result<torch::Tensor> ShardedVariables::lookup(const std::string& name, const torch::Tensor& ids) {
    torch::NoGradGuard noGrad;
    TY_ASSIGN(const sdk::VariableInfo* info, find(name));
    TY_TRY(checkIds(*info, ids));
    std::vector<std::int64_t> shape = info->shape;
    shape[0] = ids.numel();
    torch::Tensor rows = torch::empty(shape, torch::dtype(info->dtype));
    for (std::size_t part = 0; part < info->shards.size(); ++part) {
        const sdk::Shard& shard = info->shards[part];
        const Found found = foundIn(*info, shard, ids);
        if (found.rows.numel() == 0) continue;
        const auto ps = static_cast<std::size_t>(shard.ps);
        TY_ASSIGN(const torch::Tensor some, hosts_[ps]->lookup(keyOf(*info, part), found.rows, round_));
        (info->axis == 0 ? rows : pieceOf(rows, *info, shard)).index_copy_(0, found.places, some);
    }
    return rows;
}

base::Result<sdk::Pushed> ShardedVariables::push(const std::vector<sdk::Gradient>& gradients,
                                                 double learningRate, std::optional<sdk::Round> round) {
    torch::NoGradGuard noGrad;
    std::vector<PushRequest> requests(hosts_.size());
    for (const sdk::Gradient& gradient : gradients) {
        TY_ASSIGN(const sdk::VariableInfo* info, find(gradient.variable));
        if (gradient.rows.defined())
            TY_TRY(checkIds(*info, gradient.rows));
        else
            TY_TRY(checkWhole(*info, gradient.values));
        for (std::size_t part = 0; part < info->shards.size(); ++part) {
            const sdk::Shard& shard = info->shards[part];
            ShardGradient piece{keyOf(*info, part), {}};
            if (gradient.rows.defined()) {
                const Found found = foundIn(*info, shard, gradient.rows);
                // In a round every part counts, one without a row too.
                if (found.rows.numel() == 0 && !round) continue;
                piece.rows = found.rows;
                const torch::Tensor& values = gradient.values;
                piece.values =
                    (info->axis == 0 ? values : pieceOf(values, *info, shard)).index_select(0, found.places);
            } else {
                piece.values = pieceOf(gradient.values, *info, shard).contiguous();
            }
            requests[static_cast<std::size_t>(shard.ps)].gradients.push_back(std::move(piece));
        }
    }
    std::vector<sdk::Pushed> pushed(hosts_.size());
    TY_TRY(onAll([&](std::size_t ps) -> base::Status {
        PushRequest& request = requests[ps];
        if (request.gradients.empty()) return {};
        request.learningRate = learningRate;
        request.basis = basis_[ps];
        request.round = round;
        TY_ASSIGN(pushed[ps], hosts_[ps]->push(request));
        return {};
    }));
    sdk::Pushed most;
    for (const sdk::Pushed& one : pushed) most.staleness = std::max(most.staleness, one.staleness);
    return most;
}

base::Status ShardedVariables::holdRounds() {
    return onAll([&](std::size_t ps) { return hosts_[ps]->holdRounds(); });
}

base::Status ShardedVariables::applyClipped(std::int64_t round, double learningRate, double clipNorm,
                                            double clipValue) {
    RoundUpdate update{round, learningRate, 1, clipValue};
    if (clipNorm > 0) {
        std::vector<double> squares(hosts_.size());
        TY_TRY(onAll([&](std::size_t ps) -> base::Status {
            TY_ASSIGN(squares[ps], hosts_[ps]->roundSquares(round));
            return {};
        }));
        const double norm = std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0));
        // A norm that is not finite leaves the gradients unchanged: the loss shows it.
        if (norm > clipNorm) update.scale = clipNorm / norm;
    }
    return onAll([&](std::size_t ps) { return hosts_[ps]->applyRound(update); });
}

}  // namespace trainyard::engine::ps
