// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <grpcpp/support/byte_buffer.h>
#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/error.h"
#include "plugins/sdk/coordinator.h"
#include "trainyard/v1/ps.pb.h"

namespace trainyard::engine::ps {

/// The parcels of ps.proto: a head and the bytes of tensors, cut into messages.
struct Parcel {
    v1::PsHead head;
    std::vector<torch::Tensor> tensors;  ///< on the CPU
};

/// No message is longer than this and a head; what a peer may announce is bounded too.
inline constexpr std::size_t kChunkBytes = 1 << 20;
inline constexpr std::size_t kMostHeadBytes = 1 << 20;
inline constexpr std::int64_t kMostTensorBytes = std::int64_t{64} << 30;
inline constexpr int kMostTensors = 100'000;

/// Sends a parcel by `write`, which returns false when the connection is gone. The tensors' memory goes to
/// the transport as it is and must not change until it is sent: hand over tensors nobody writes to any more.
/// [any]
bool writeParcel(Parcel parcel, const std::function<bool(const grpc::ByteBuffer&)>& write);

/// Receives a parcel. The i-th tensor is received into into[i] where that is given (same shape and dtype).
/// kUnavailable: the connection is gone; kDataLoss: this is no parcel.
base::Result<Parcel> readParcel(const std::function<bool(grpc::ByteBuffer*)>& read,
                                const std::vector<torch::Tensor>& into = {});

/// An error as a reply's head, and back.
v1::PsHead failureHead(const base::Error& error);
base::Error errorFrom(const v1::PsFailure& failure);

/// Values of closures; their tensors stand in the parcel beside them.
v1::PsValues packValues(const sdk::Values& values, std::vector<torch::Tensor>& tensors);
base::Result<sdk::Values> unpackValues(const v1::PsValues& values, const std::vector<torch::Tensor>& tensors);

}  // namespace trainyard::engine::ps
