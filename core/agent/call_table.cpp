// SPDX-License-Identifier: Apache-2.0
#include "core/agent/call_table.h"

#include <utility>

#include "core/base/check.h"

namespace trainyard::agent {

namespace pb = google::protobuf;

CallTable::CallTable(std::shared_ptr<CallsInProgress> calls, int longCallsAtOnce)
    : calls_(std::move(calls)), longLane_(longCallsAtOnce) {
}

const std::string& CallTable::nameOf(const pb::Descriptor* request, const pb::Descriptor* reply) {
    if (service_ == nullptr) {
        TY_CHECK(request->file()->service_count() == 1, "the file of the first request has one service");
        service_ = request->file()->service(0);
    }
    const pb::MethodDescriptor* found = nullptr;
    for (int i = 0; i < service_->method_count(); ++i)
        if (service_->method(i)->input_type() == request) found = service_->method(i);
    TY_CHECK(found != nullptr && found->output_type() == reply,
             "the service has a call of these two messages");
    return found->name();
}

void CallTable::add(const std::string& name, Type type, grpc::internal::MethodHandler* handler) {
    paths_.push_back("/" + service_->full_name() + "/" + name);
    AddMethod(new grpc::internal::RpcServiceMethod(paths_.back().c_str(), type, handler));
}

void CallTable::checkComplete() const {
    TY_CHECK(service_ != nullptr && std::cmp_equal(paths_.size(), service_->method_count()),
             "every call has an entry");
}

grpc::Status CallTable::make(Lane lane, const std::string& name, const grpc::ServerContext& context,
                             const Work& work) {
    const IsCancelled isCancelled = [&context] { return context.IsCancelled(); };
    const CallsInProgress::Call call(*calls_, name.c_str(), isCancelled);
    LongLane::Turn turn;
    if (lane == Lane::kLong) {
        auto taken = longLane_.take();
        if (!taken) return toGrpc(taken.error());
        turn = std::move(*taken);
    }
    return toGrpc(work(isCancelled));
}

}  // namespace trainyard::agent
