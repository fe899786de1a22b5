// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <grpcpp/grpcpp.h>

#include "core/base/error.h"
#include "core/control/run/task_directory.h"
#include "trainyard/v1/common.pb.h"

namespace trainyard::agent {

/// The protocol versions this agent speaks.
inline constexpr int kProtocolMin = 1, kProtocolMax = 1;

/// The error as a gRPC status: code, message, and a serialised v1::Failure as its details.
grpc::Status toGrpc(const base::Error& error);
inline grpc::Status toGrpc(const base::Status& status) {
    return status ? grpc::Status::OK : toGrpc(status.error());
}
/// Moves the value into `reply`, or returns the error as a status.
template <typename Reply>
grpc::Status answer(base::Result<Reply> result, Reply* reply) {
    if (!result) return toGrpc(result.error());
    *reply = std::move(*result);
    return grpc::Status::OK;
}

/// The caller, from the metadata that each call of a task carries.
control::TaskIdentity identityOf(const grpc::ServerContextBase& context);

v1::Peer thisPeer();
/// kFailedPrecondition, naming both ranges, when the two share no protocol version.
base::Status checkPeer(const v1::Peer& peer);

}  // namespace trainyard::agent
