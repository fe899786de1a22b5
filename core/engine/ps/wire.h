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

/// The parcels of ps.proto: a header and the bytes of tensors, split into messages.
struct Parcel {
    v1::PsHead head;
    std::vector<torch::Tensor> tensors;  ///< on the CPU
};

/// No message is longer than this plus a header; the size that a peer may announce is bounded too.
inline constexpr std::size_t kChunkBytes = 1 << 20;
inline constexpr std::size_t kMostHeadBytes = 1 << 20;
inline constexpr std::int64_t kMostTensorBytes = std::int64_t{64} << 30;
inline constexpr int kMostTensors = 100'000;

/// Sends a parcel with `write`, which returns false if the connection was lost. The tensors' memory is passed
/// to the transport without a copy and must not change until it is sent: pass tensors that are no longer
/// written to. [any]
bool writeParcel(Parcel parcel, const std::function<bool(const grpc::ByteBuffer&)>& write);

/// The bytes of a tensor that a peer announces. kDataLoss: of an unknown dtype, or over the limit of size.
base::Result<std::int64_t> announcedBytes(const v1::PsTensor& head);

/// Receives a parcel. The i-th tensor is received into into[i] if given (same shape and dtype). kUnavailable:
/// the connection was lost; kDataLoss: not a valid parcel.
base::Result<Parcel> readParcel(const std::function<bool(grpc::ByteBuffer*)>& read,
                                const std::vector<torch::Tensor>& into = {});

/// An error as a reply's header, and back.
v1::PsHead failureHead(const base::Error& error);
base::Error errorFrom(const v1::PsFailure& failure);

/// Values of closures; their tensors are next to them in the parcel.
v1::PsValues packValues(const sdk::Values& values, std::vector<torch::Tensor>& tensors);
base::Result<sdk::Values> unpackValues(const v1::PsValues& values, const std::vector<torch::Tensor>& tensors);

}  // namespace trainyard::engine::ps
