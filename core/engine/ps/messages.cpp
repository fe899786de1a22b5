// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/messages.h"

#include <fmt/format.h>

namespace trainyard::engine::ps {
namespace {

using base::Code;
using base::fail;

std::unexpected<base::Error> misfit() {
    return fail(Code::kInvalidArgument, "a request came without what it needs", "ps.wire");
}

base::Result<Parcel> onlyStatus(const base::Status& status) {
    if (!status) return fail(status.error());
    return Parcel{};
}

base::Result<PushRequest> pushFrom(const Parcel& parcel) {
    const v1::PsPush& message = parcel.head.push();
    PushRequest request;
    request.learningRate = message.learning_rate();
    request.basis = message.basis();
    if (message.has_round()) request.round = sdk::Round{message.round(), message.part(), message.parts()};
    std::size_t at = 0;
    for (const auto& gradient : message.gradients()) {
        if (at + (gradient.is_sparse() ? 2 : 1) > parcel.tensors.size()) return misfit();
        ShardGradient piece{gradient.shard(), {}};
        if (gradient.is_sparse()) piece.rows = parcel.tensors[at++];
        piece.values = parcel.tensors[at++];
        request.gradients.push_back(std::move(piece));
    }
    return request;
}

InRound roundOf(const v1::PsNames& names) {
    return names.has_round() ? InRound(names.round()) : std::nullopt;
}

base::Result<Parcel> answerPull(VariableHost& store, const v1::PsNames& names, const NewTensor& make) {
    TY_ASSIGN(const std::vector<ShardInfo> all, store.list());
    Parcel reply;
    std::vector<std::string> shards;
    for (const std::string& name : names.names()) {
        const auto found = std::ranges::find(all, name, &ShardInfo::key);
        if (found == all.end())
            return fail(Code::kNotFound, base::say("{} has no variable or shard {}", store.name(), name),
                        "variable.unknown");
        shards.push_back(name);
        reply.tensors.push_back(make(found->ownShape(), found->dtype));
    }
    TY_ASSIGN(const std::int64_t updates, store.pull(shards, reply.tensors, roundOf(names)));
    reply.head.set_number(updates);
    return reply;
}

StateRows rowsFrom(const v1::PsStateRows& message) {
    return {message.shard(), message.slot(), message.first_row(), message.rows()};
}

base::Result<Parcel> answerCreate(VariableHost& store, const v1::PsCreate& create,
                                  const std::vector<torch::Tensor>& tensors) {
    if (tensors.size() != (create.has_initial() ? 0u : 1u)) return misfit();
    InitialValue initial;
    if (create.has_initial()) {
        const v1::PsInitial& drawn = create.initial();
        initial.plan.initializer = drawn.initializer();
        initial.plan.fanIn = drawn.fan_in();
        initial.plan.fanOut = drawn.fan_out();
        initial.seed = drawn.seed();
        initial.index = drawn.index();
    } else {
        initial.value = tensors[0];
    }
    nlohmann::json options = nlohmann::json::parse(create.optimizer_options(), nullptr, false);
    if (!options.is_object()) options = nlohmann::json::object();
    return onlyStatus(
        store.create(shardFrom(create.shard()), initial, {create.optimizer(), std::move(options)}));
}

}  // namespace

v1::PsShard shardMessage(const ShardInfo& shard) {
    v1::PsShard message;
    message.set_variable(shard.variable);
    message.set_part(shard.part);
    message.set_parts(shard.parts);
    message.set_order(shard.order);
    for (const std::int64_t dim : shard.shape) message.add_shape(dim);
    message.set_dtype(static_cast<int>(shard.dtype));
    message.set_first_row(shard.firstRow);
    message.set_rows(shard.rows);
    message.set_axis(shard.axis);
    for (const SlotInfo& slot : shard.slots) {
        v1::PsSlot& out = *message.add_slots();
        out.set_name(slot.name);
        out.set_dtype(static_cast<int>(slot.dtype));
        out.set_is_scalar(slot.isScalar);
    }
    return message;
}

ShardInfo shardFrom(const v1::PsShard& message) {
    ShardInfo shard{message.variable(),
                    message.part(),
                    message.parts(),
                    message.order(),
                    {message.shape().begin(), message.shape().end()},
                    static_cast<torch::ScalarType>(message.dtype()),
                    message.first_row(),
                    message.rows(),
                    message.axis()};
    for (const v1::PsSlot& slot : message.slots())
        shard.slots.push_back({slot.name(), static_cast<torch::ScalarType>(slot.dtype()), slot.is_scalar()});
    return shard;
}

v1::PsStateRows rowsMessage(const StateRows& place) {
    v1::PsStateRows message;
    message.set_shard(place.shard);
    message.set_slot(place.slot);
    message.set_first_row(place.first);
    message.set_rows(place.count);
    return message;
}

Parcel createRequest(const ShardInfo& shard, const InitialValue& initial,
                     const sdk::OptimizerSpec& optimizer) {
    Parcel request;
    v1::PsCreate& create = *request.head.mutable_create();
    *create.mutable_shard() = shardMessage(shard);
    create.set_optimizer(optimizer.name);
    create.set_optimizer_options(optimizer.options.dump());
    if (initial.value.defined()) {
        request.tensors = {initial.value};
        return request;
    }
    v1::PsInitial& drawn = *create.mutable_initial();
    drawn.set_initializer(initial.plan.initializer);
    drawn.set_fan_in(initial.plan.fanIn);
    drawn.set_fan_out(initial.plan.fanOut);
    drawn.set_seed(initial.seed);
    drawn.set_index(initial.index);
    return request;
}

Parcel pushRequest(const PushRequest& request) {
    Parcel parcel;
    v1::PsPush& message = *parcel.head.mutable_push();
    message.set_learning_rate(request.learningRate);
    message.set_basis(request.basis);
    if (request.round) {
        message.set_has_round(true);
        message.set_round(request.round->number);
        message.set_part(request.round->part);
        message.set_parts(request.round->parts);
    }
    for (const ShardGradient& gradient : request.gradients) {
        auto& out = *message.add_gradients();
        out.set_shard(gradient.shard);
        out.set_is_sparse(gradient.rows.defined());
        if (gradient.rows.defined()) parcel.tensors.push_back(gradient.rows);
        parcel.tensors.push_back(gradient.values);
    }
    return parcel;
}

base::Result<Parcel> answer(VariableHost& store, const Parcel& request, const NewTensor& make) {
    const v1::PsHead& head = request.head;
    const auto& tensors = request.tensors;
    switch (head.body_case()) {
        case v1::PsHead::kCreate:
            return answerCreate(store, head.create(), tensors);
        case v1::PsHead::kList: {
            TY_ASSIGN(const std::vector<ShardInfo> shards, store.list());
            Parcel reply;
            for (const ShardInfo& shard : shards)
                *reply.head.mutable_list()->add_shards() = shardMessage(shard);
            return reply;
        }
        case v1::PsHead::kPull:
            return answerPull(store, head.pull(), make);
        case v1::PsHead::kLookup: {
            if (tensors.size() != 1 || head.lookup().names_size() != 1) return misfit();
            TY_ASSIGN(torch::Tensor rows,
                      store.lookup(head.lookup().names(0), tensors[0], roundOf(head.lookup())));
            Parcel reply;
            reply.tensors = {std::move(rows)};
            return reply;
        }
        case v1::PsHead::kPush: {
            TY_ASSIGN(const PushRequest push, pushFrom(request));
            TY_ASSIGN(const sdk::Pushed pushed, store.push(push));
            Parcel reply;
            reply.head.set_number(pushed.staleness);
            return reply;
        }
        case v1::PsHead::kHold:
            return onlyStatus(store.holdRounds());
        case v1::PsHead::kSquares: {
            TY_ASSIGN(const double squares, store.roundSquares(head.squares().number()));
            Parcel reply;
            reply.head.set_real(squares);
            return reply;
        }
        case v1::PsHead::kApplyRound: {
            const v1::PsRound& round = head.apply_round();
            return onlyStatus(
                store.applyRound({round.number(), round.learning_rate(), round.scale(), round.clip_value()}));
        }
        case v1::PsHead::kAssign:
            if (tensors.size() != 1 || head.assign().names_size() != 1) return misfit();
            return onlyStatus(store.assign(head.assign().names(0), tensors[0], roundOf(head.assign())));
        case v1::PsHead::kFreeze:
            return onlyStatus(
                store.freeze(head.freeze().has_round() ? InRound(head.freeze().round()) : std::nullopt));
        case v1::PsHead::kReadFrozen: {
            TY_ASSIGN(torch::Tensor rows, store.readFrozen(rowsFrom(head.read_frozen())));
            Parcel reply;
            reply.tensors = {std::move(rows)};
            return reply;
        }
        case v1::PsHead::kThaw:
            return onlyStatus(store.thaw());
        case v1::PsHead::kWriteRows: {
            if (tensors.size() != 1) return misfit();
            const v1::PsStateRows& place = head.write_rows();
            return onlyStatus(store.writeRows(rowsFrom(place), tensors[0],
                                              place.has_round() ? InRound(place.round()) : std::nullopt));
        }
        default:
            return fail(Code::kUnimplemented, "this request is not one to a ps", "ps.wire");
    }
}

base::Result<Parcel> answer(WorkerRuntime& worker, const Parcel& request) {
    const v1::PsHead& head = request.head;
    if (head.has_make()) {
        TY_ASSIGN(const sdk::Values arguments, unpackValues(head.make().arguments(), request.tensors));
        return onlyStatus(worker.make(head.make().id(), head.make().factory(), arguments));
    }
    if (!head.has_execute())
        return fail(Code::kUnimplemented, "this request is not one to a worker", "ps.wire");
    Call call{head.execute().id(), head.execute().closure(), {}};
    TY_ASSIGN(call.arguments, unpackValues(head.execute().arguments(), request.tensors));
    Outcome outcome = worker.execute(call);
    if (outcome.kind != Outcome::Kind::kDone) return fail(std::move(outcome.error));
    Parcel reply;
    *reply.head.mutable_values() = packValues(outcome.values, reply.tensors);
    if (outcome.badSample) {
        v1::PsBadSample& bad = *reply.head.mutable_bad_sample();
        bad.set_dataset(outcome.badSample->dataset);
        bad.set_element(outcome.badSample->element);
        bad.set_sample(outcome.badSample->sample);
    }
    return reply;
}

}  // namespace trainyard::engine::ps
