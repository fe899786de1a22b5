// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/stream_traffic.h"

namespace trainyard::engine::ps {
namespace {

std::int64_t bytesOf(const torch::Tensor& tensor) {
    return static_cast<std::int64_t>(tensor.nbytes());
}

}  // namespace

StreamTraffic::Asked::Asked(const Parcel& request) : kind(request.head.body_case()) {
    for (const torch::Tensor& tensor : request.tensors) bytes += bytesOf(tensor);
    const bool isRead = kind == v1::PsHead::kPull || kind == v1::PsHead::kLookup;
    if (!isRead) return;
    const auto& names =
        kind == v1::PsHead::kPull ? request.head.pull().names() : request.head.lookup().names();
    shards.assign(names.begin(), names.end());
}

void StreamTraffic::answered(const Asked& request, const Parcel& reply) {
    switch (request.kind) {
        case v1::PsHead::kPull:
        case v1::PsHead::kLookup:
            for (std::size_t i = 0; i < request.shards.size() && i < reply.tensors.size(); ++i)
                reads_[request.shards[i]] = {bytesOf(reply.tensors[i]), request.bytes};
            break;
        case v1::PsHead::kPush: {
            std::int64_t sent = 0, received = request.bytes;
            for (const auto& [shard, read] : reads_) {
                sent += read.sent;
                received += read.received;
            }
            reads_.clear();
            hasPushed_ = true;
            traffic_.add(sent, received, /*isStep=*/true);
            break;
        }
        case v1::PsHead::kAssign:
            if (hasPushed_) traffic_.add(0, request.bytes, /*isStep=*/false);
            break;
        default:
            break;
    }
}

}  // namespace trainyard::engine::ps
