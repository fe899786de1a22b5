// SPDX-License-Identifier: Apache-2.0
// The state of variables on its way between the ps and files: in blocks, never whole.
#include <ATen/ops/empty.h>
#include <ATen/ops/maximum.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/engine/model/model.h"
#include "core/engine/ps/shard_pieces.h"
#include "core/engine/ps/sharded_variables.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;
using base::fail;

/// Rows of a tensor of this shape, along its first axis; a scalar has one.
std::int64_t rowCount(const std::vector<std::int64_t>& shape) {
    return shape.empty() ? 1 : shape[0];
}

std::int64_t rowNumbers(const std::vector<std::int64_t>& shape) {
    std::int64_t numbers = 1;
    for (std::size_t dim = 1; dim < shape.size(); ++dim) numbers *= shape[dim];
    return numbers;
}

/// As many rows as a block has, one at least.
std::int64_t rowsPerBlock(const std::vector<std::int64_t>& shape, torch::ScalarType dtype) {
    const std::int64_t rowBytes = rowNumbers(shape) * static_cast<std::int64_t>(torch::elementSize(dtype));
    return std::max<std::int64_t>(1, kBlockBytes / std::max<std::int64_t>(1, rowBytes));
}

/// The rows [first, first + count) of a variable in a shard of it; count 0: none. A shard along another axis
/// has a part of every row.
sdk::Shard overlap(const sdk::VariableInfo& info, const sdk::Shard& shard, std::int64_t first,
                   std::int64_t count) {
    if (info.axis != 0) return {shard.ps, first, count};
    const std::int64_t begin = std::max(first, shard.firstRow);
    return {shard.ps, begin,
            std::max<std::int64_t>(0, std::min(first + count, shard.firstRow + shard.rows) - begin)};
}

std::span<const std::byte> contentOf(const torch::Tensor& tensor) {
    return {static_cast<const std::byte*>(tensor.const_data_ptr()), tensor.nbytes()};
}

/// A variable's value or slot in the copies that its ps keep.
struct FrozenTensor {
    VariableHosts hosts;
    sdk::VariableInfo info;
    std::string slot;
    ShardedVariables::Stored stored;

    base::Result<torch::Tensor> rowsOfShard(std::size_t part, std::int64_t first, std::int64_t count) const {
        const auto ps = static_cast<std::size_t>(info.shards[part].ps);
        return hosts[ps]->readFrozen({keyOf(info, part), slot, first, count});
    }

    /// The largest of the shards': a count of steps that not all of them have made.
    base::Status passScalar(const checkpoint::PutBytes& put) const {
        TY_ASSIGN(torch::Tensor most, rowsOfShard(0, 0, 1));
        for (std::size_t part = 1; part < info.shards.size(); ++part) {
            TY_ASSIGN(const torch::Tensor other, rowsOfShard(part, 0, 1));
            most = at::maximum(most, other);
        }
        return put(contentOf(most));
    }

    base::Status pass(const checkpoint::PutBytes& put) const {
        torch::NoGradGuard noGrad;
        if (stored.shape.empty()) return passScalar(put);
        const std::int64_t atOnce = rowsPerBlock(info.shape, stored.dtype);
        for (std::int64_t first = 0, rows = rowCount(info.shape); first < rows; first += atOnce)
            TY_TRY(passBlock(first, std::min(atOnce, rows - first), put));
        return {};
    }

  private:
    base::Status passBlock(std::int64_t first, std::int64_t count, const checkpoint::PutBytes& put) const {
        torch::Tensor columns;  // of a variable that is split along them
        if (info.axis != 0) {
            std::vector<std::int64_t> shape = info.shape;
            shape[0] = count;
            columns = at::empty(shape, stored.dtype);
        }
        for (std::size_t part = 0; part < info.shards.size(); ++part) {
            const sdk::Shard& shard = info.shards[part];
            const sdk::Shard wanted = overlap(info, shard, first, count);
            if (wanted.rows == 0) continue;
            const std::int64_t from = info.axis == 0 ? wanted.firstRow - shard.firstRow : first;
            TY_ASSIGN(const torch::Tensor rows, rowsOfShard(part, from, wanted.rows));
            if (columns.defined())
                pieceOf(columns, info, shard).copy_(rows);
            else
                TY_TRY(put(contentOf(rows.contiguous())));
        }
        return columns.defined() ? put(contentOf(columns)) : base::Status();
    }
};

}  // namespace

base::Result<std::vector<SlotInfo>> ShardedVariables::slotsOf(const std::string& name) {
    if (!slots_.contains(name)) TY_TRY(refresh());
    TY_TRY(find(name));
    return slots_[name];
}

base::Result<ShardedVariables::Stored> ShardedVariables::storedAs(const std::string& name,
                                                                  const std::string& slot) {
    TY_ASSIGN(const sdk::VariableInfo* info, find(name));
    if (slot.empty()) return Stored{info->shape, info->dtype};
    TY_ASSIGN(const std::vector<SlotInfo> slots, slotsOf(name));
    const auto found = std::ranges::find(slots, slot, &SlotInfo::name);
    if (found == slots.end())
        return fail(Code::kInvalidArgument, base::say("the optimizer of {} has no state `{}`", name, slot),
                    "optimizer.slot");
    if (found->isScalar) return Stored{{}, found->dtype};
    TY_ASSIGN(info, find(name));  // which slotsOf() may have read again
    return Stored{info->shape, found->dtype};
}

base::Status ShardedVariables::freeze() {
    return onAll([&](std::size_t ps) { return hosts_[ps]->freeze(round_); });
}

base::Status ShardedVariables::thaw() const {
    return onAll([&](std::size_t ps) { return hosts_[ps]->thaw(); });
}

base::Result<checkpoint::TensorView> ShardedVariables::frozen(const std::string& as, const std::string& name,
                                                              const std::string& slot) {
    TY_ASSIGN(Stored stored, storedAs(name, slot));
    TY_ASSIGN(const sdk::VariableInfo* info, find(name));
    FrozenTensor tensor{hosts_, *info, slot, stored};
    return checkpoint::TensorView{
        .name = as,
        .dtype = safetensorsDtype(stored.dtype),
        .shape = std::move(stored.shape),
        .source = [tensor = std::move(tensor)](const checkpoint::PutBytes& put) { return tensor.pass(put); }};
}

base::Status ShardedVariables::writeRows(const sdk::VariableInfo& info, const std::string& slot,
                                         std::int64_t first, const torch::Tensor& rows) {
    for (std::size_t part = 0; part < info.shards.size(); ++part) {
        const sdk::Shard& shard = info.shards[part];
        VariableHost& host = *hosts_[static_cast<std::size_t>(shard.ps)];
        if (rows.dim() == 0) {  // every shard has its own
            TY_TRY(host.writeRows({keyOf(info, part), slot, 0, 1}, rows, round_));
            continue;
        }
        const sdk::Shard wanted = overlap(info, shard, first, rows.size(0));
        if (wanted.rows == 0) continue;
        const bool isByRow = info.axis == 0;
        TY_TRY(host.writeRows(
            {keyOf(info, part), slot, isByRow ? wanted.firstRow - shard.firstRow : first, wanted.rows},
            (isByRow ? rows.narrow(0, wanted.firstRow - first, wanted.rows) : pieceOf(rows, info, shard))
                .contiguous(),
            round_));
    }
    return {};
}

base::Status ShardedVariables::load(const std::string& name, const std::string& slot,
                                    const checkpoint::SafetensorsFile& file,
                                    const checkpoint::TensorInfo& tensor) {
    torch::NoGradGuard noGrad;
    TY_ASSIGN(const Stored stored, storedAs(name, slot));
    TY_ASSIGN(const sdk::VariableInfo* info, find(name));
    if (tensor.shape != stored.shape)
        return fail(Code::kInvalidArgument,
                    base::say("{} has the shape [{}], expected [{}]", tensor.name,
                              fmt::join(tensor.shape, ","), fmt::join(stored.shape, ",")),
                    "weights.mismatch");
    const torch::ScalarType saved = torchDtype(tensor.dtype);
    const std::int64_t rows = rowCount(tensor.shape), atOnce = rowsPerBlock(tensor.shape, saved);
    std::vector<std::int64_t> shape = tensor.shape;
    std::uint64_t offset = 0;
    for (std::int64_t first = 0; first < rows; first += atOnce) {
        if (!shape.empty()) shape[0] = std::min(atOnce, rows - first);
        const torch::Tensor block = at::empty(shape, saved);
        TY_TRY(file.read(tensor, offset, {static_cast<std::byte*>(block.data_ptr()), block.nbytes()}));
        offset += block.nbytes();
        TY_TRY(writeRows(*info, slot, first, block.to(stored.dtype)));
    }
    return {};
}

}  // namespace trainyard::engine::ps
