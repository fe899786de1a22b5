// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/remote.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "core/engine/ps/messages.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;
using base::fail;

constexpr auto kForEver = std::chrono::hours(24 * 365);
/// A worker meets its ps after the coordinator did, so that one that does not answer is lost.
constexpr std::chrono::seconds kStorePatience{5};

base::Status statusOf(const base::Result<Parcel>& reply) {
    if (!reply) return fail(reply.error());
    return {};
}

Parcel finishRequest() {
    Parcel request;
    request.head.mutable_finish();
    return request;
}

void setNames(v1::PsNames& message, const std::vector<std::string>& names, InRound round) {
    message.mutable_names()->Add(names.begin(), names.end());
    if (round) message.set_round(*round);
}

base::Error badReply(const std::string& peer) {
    return {Code::kDataLoss, base::say("{} gave an answer that does not fit the question", peer), "ps.wire"};
}

}  // namespace

RemoteStore::RemoteStore(TaskCard self, std::string peer, const std::string& address)
    : connection_(std::move(self), std::move(peer), address, kVariablesMethod) {
}

base::Status RemoteStore::connect() {
    std::lock_guard lock(mutex_);
    return connection_.open(kForEver);
}

base::Result<Parcel> RemoteStore::ask(Parcel request, const std::vector<torch::Tensor>& into) {
    std::lock_guard lock(mutex_);
    if (!connection_.isOpen()) TY_TRY(connection_.open(kStorePatience));
    return connection_.exchange(std::move(request), into);
}

base::Status RemoteStore::create(const ShardInfo& shard, const InitialValue& initial,
                                 const sdk::OptimizerSpec& optimizer) {
    return statusOf(ask(createRequest(shard, initial, optimizer)));
}

base::Result<std::vector<ShardInfo>> RemoteStore::list() {
    Parcel request;
    request.head.mutable_list();
    TY_ASSIGN(const Parcel reply, ask(std::move(request)));
    std::vector<ShardInfo> shards;
    for (const v1::PsShard& shard : reply.head.list().shards()) shards.push_back(shardFrom(shard));
    return shards;
}

base::Result<std::int64_t> RemoteStore::pull(const std::vector<std::string>& shards,
                                             const std::vector<torch::Tensor>& into, InRound round) {
    Parcel request;
    setNames(*request.head.mutable_pull(), shards, round);
    TY_ASSIGN(const Parcel reply, ask(std::move(request), into));
    if (reply.tensors.size() != into.size()) return fail(badReply(name()));
    for (std::size_t i = 0; i < into.size(); ++i)
        if (!reply.tensors[i].is_same(into[i])) return fail(badReply(name()));
    return reply.head.number();
}

base::Result<torch::Tensor> RemoteStore::lookup(const std::string& shard, const torch::Tensor& rows,
                                                InRound round) {
    Parcel request;
    setNames(*request.head.mutable_lookup(), {shard}, round);
    request.tensors = {rows};
    TY_ASSIGN(const Parcel reply, ask(std::move(request)));
    if (reply.tensors.size() != 1) return fail(badReply(name()));
    return reply.tensors[0];
}

base::Result<sdk::Pushed> RemoteStore::push(const PushRequest& request) {
    TY_ASSIGN(const Parcel reply, ask(pushRequest(request)));
    return sdk::Pushed{reply.head.number()};
}

base::Status RemoteStore::holdRounds() {
    Parcel request;
    request.head.mutable_hold();
    return statusOf(ask(std::move(request)));
}

base::Result<double> RemoteStore::roundSquares(std::int64_t round) {
    Parcel request;
    request.head.mutable_squares()->set_number(round);
    TY_ASSIGN(const Parcel reply, ask(std::move(request)));
    return reply.head.real();
}

base::Status RemoteStore::applyRound(const RoundUpdate& update) {
    Parcel request;
    v1::PsRound& round = *request.head.mutable_apply_round();
    round.set_number(update.number);
    round.set_learning_rate(update.learningRate);
    round.set_scale(update.scale);
    round.set_clip_value(update.clipValue);
    return statusOf(ask(std::move(request)));
}

base::Status RemoteStore::assign(const std::string& shard, const torch::Tensor& value, InRound round) {
    Parcel request;
    setNames(*request.head.mutable_assign(), {shard}, round);
    request.tensors = {value};
    return statusOf(ask(std::move(request)));
}

base::Status RemoteStore::freeze(InRound round) {
    Parcel request;
    request.head.mutable_freeze();
    if (round) request.head.mutable_freeze()->set_round(*round);
    return statusOf(ask(std::move(request)));
}

base::Result<torch::Tensor> RemoteStore::readFrozen(const StateRows& place) {
    Parcel request;
    *request.head.mutable_read_frozen() = rowsMessage(place);
    TY_ASSIGN(const Parcel reply, ask(std::move(request)));
    if (reply.tensors.size() != 1) return fail(badReply(name()));
    return reply.tensors[0];
}

base::Status RemoteStore::thaw() {
    Parcel request;
    request.head.mutable_thaw();
    return statusOf(ask(std::move(request)));
}

base::Status RemoteStore::writeRows(const StateRows& place, const torch::Tensor& rows, InRound round) {
    Parcel request;
    *request.head.mutable_write_rows() = rowsMessage(place);
    if (round) request.head.mutable_write_rows()->set_round(*round);
    request.tensors = {rows};
    return statusOf(ask(std::move(request)));
}

void RemoteStore::finish() {
    if (const auto reply = ask(finishRequest()); !reply) spdlog::info("{}", reply.error().describe());
}

RemoteWorker::RemoteWorker(TaskCard self, std::string peer, const std::string& address)
    : connection_(std::move(self), std::move(peer), address, kClosuresMethod) {
}

base::Status RemoteWorker::connect() {
    return connection_.open(kForEver);
}

Outcome RemoteWorker::make(std::int64_t id, const std::string& name, const sdk::Values& arguments) {
    Parcel request;
    request.head.mutable_make()->set_id(id);
    request.head.mutable_make()->set_factory(name);
    *request.head.mutable_make()->mutable_arguments() = packValues(arguments, request.tensors);
    return outcomeOf(connection_.exchange(std::move(request)));
}

void RemoteWorker::finish() {
    if (const auto reply = connection_.exchange(finishRequest()); !reply)
        spdlog::info("{}", reply.error().describe());
}

Outcome RemoteWorker::execute(const Call& call) {
    Parcel request;
    request.head.mutable_execute()->set_id(call.id);
    request.head.mutable_execute()->set_closure(call.closure);
    *request.head.mutable_execute()->mutable_arguments() = packValues(call.arguments, request.tensors);
    return outcomeOf(connection_.exchange(std::move(request)));
}

/// Only a lost connection means that the worker is lost: the same code from inside the closure is about a ps.
Outcome RemoteWorker::outcomeOf(base::Result<Parcel> reply) const {
    if (!connection_.isOpen()) return {Outcome::Kind::kLost, {}, reply.error()};
    if (!reply) return {Outcome::Kind::kFailed, {}, reply.error()};
    base::Result<sdk::Values> values = unpackValues(reply->head.values(), reply->tensors);
    if (!values) return {Outcome::Kind::kFailed, {}, values.error()};
    Outcome outcome{Outcome::Kind::kDone, std::move(*values), {}};
    if (const v1::PsBadSample& bad = reply->head.bad_sample(); reply->head.has_bad_sample())
        outcome.badSample = DrawnSample{bad.dataset(), name(), bad.element(), bad.sample()};
    return outcome;
}

}  // namespace trainyard::engine::ps
