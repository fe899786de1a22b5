// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <google/protobuf/descriptor.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/impl/codegen/server_callback_handlers.h>
#include <grpcpp/impl/rpc_service_method.h>
#include <grpcpp/support/method_handler.h>
#include <grpcpp/support/server_callback.h>

#include <functional>
#include <list>
#include <memory>
#include <string>

#include "core/agent/answers.h"
#include "core/agent/call.h"
#include "core/agent/calls_in_progress.h"
#include "core/agent/long_lane.h"
#include "core/agent/stream.h"

namespace trainyard::agent {

/// What a call may wait for. Every call of the kShort lane begins at once. Those of the kLong lane read
/// gigabytes or wait for a run; only LongLane::kAtOnce of them are in progress at a time.
enum class Lane { kShort, kLong };

/// Whether the client has cancelled the call or has gone, or the agent is ending. [any]
using IsCancelled = std::function<bool()>;

/// A gRPC service as a table: each entry is one call of the .proto file, found by its request, and what
/// answers it. Every call but a watch has a thread of gRPC's pool, a CancelScope (base::checkCancelled), and
/// a line in CallsInProgress. A derived class adds all entries in its constructor.
class CallTable : public grpc::Service {
  protected:
    explicit CallTable(std::shared_ptr<CallsInProgress> calls, int longCallsAtOnce = LongLane::kAtOnce);

    /// `handler`: base::Result<Reply>(const Request&), or the same with an IsCancelled as second parameter.
    template <typename Handler>
    void ask(Lane lane, Handler handler) {
        addAsk(lane, std::function(std::move(handler)));
    }
    /// A call that changes something: repeated with the same request id, it is answered again and does
    /// nothing.
    template <typename Handler>
    void change(Lane lane, Handler handler) {
        addChange(lane, std::function(std::move(handler)));
    }
    /// `handler`: base::Status(const Request&, const std::function<bool(const Reply&)>& send, const
    /// IsCancelled&). `send` blocks while the client does not read, and returns false once it has gone.
    template <typename Handler>
    void stream(Lane lane, Handler handler) {
        addStream(lane, std::function(std::move(handler)));
    }
    /// `handler`: std::shared_ptr<Stream<Reply>>(const Request&), not begun. Takes no thread while nothing
    /// happens.
    template <typename Handler>
    void watch(Handler handler) {
        addWatch(std::function(std::move(handler)));
    }
    /// Stops the program if a call of the service in the .proto file has no entry.
    void checkComplete() const;

  private:
    using Type = grpc::internal::RpcMethod::RpcType;
    using Work = std::function<base::Status(const IsCancelled&)>;

    template <typename Request, typename Reply>
    void addAsk(Lane lane, std::function<base::Result<Reply>(const Request&)> handler) {
        addAsk(lane, std::function([handler = std::move(handler)](const Request& request, const IsCancelled&)
                                       -> base::Result<Reply> { return handler(request); }));
    }
    template <typename Request, typename Reply>
    void addAsk(Lane lane, std::function<base::Result<Reply>(const Request&, const IsCancelled&)> handler) {
        const std::string& name = nameOf(Request::descriptor(), Reply::descriptor());
        add(name, Type::NORMAL_RPC,
            new grpc::internal::RpcMethodHandler<CallTable, Request, Reply>(
                [lane, &name, handler = std::move(handler)](CallTable* table, grpc::ServerContext* context,
                                                            const Request* request, Reply* reply) {
                    return table->make(lane, name, *context,
                                       [&](const IsCancelled& isCancelled) -> base::Status {
                                           TY_ASSIGN(*reply, handler(*request, isCancelled));
                                           return {};
                                       });
                },
                this));
    }
    template <typename Request, typename Reply>
    void addChange(Lane lane, std::function<base::Result<Reply>(const Request&)> handler) {
        ask(lane,
            [answers = std::make_shared<Answers<Reply>>(),
             handler = std::move(handler)](const Request& request) -> base::Result<Reply> {
                return answers->once(request.request_id(), [&] { return handler(request); });
            });
    }
    template <typename Request, typename Reply>
    void addStream(Lane lane,
                   std::function<base::Status(const Request&, const std::function<bool(const Reply&)>&,
                                              const IsCancelled&)>
                       handler) {
        const std::string& name = nameOf(Request::descriptor(), Reply::descriptor());
        add(name, Type::SERVER_STREAMING,
            new grpc::internal::ServerStreamingHandler<CallTable, Request, Reply>(
                [lane, &name, handler = std::move(handler)](CallTable* table, grpc::ServerContext* context,
                                                            const Request* request,
                                                            grpc::ServerWriter<Reply>* writer) {
                    return table->make(lane, name, *context, [&](const IsCancelled& isCancelled) {
                        return handler(
                            *request, [&](const Reply& reply) { return writer->Write(reply); }, isCancelled);
                    });
                },
                this));
    }
    template <typename Request, typename Reply>
    void addWatch(std::function<std::shared_ptr<Stream<Reply>>(const Request&)> handler) {
        const std::string& name = nameOf(Request::descriptor(), Reply::descriptor());
        add(name, Type::SERVER_STREAMING, nullptr);
        MarkMethodCallback(
            static_cast<int>(paths_.size()) - 1,
            new grpc::internal::CallbackServerStreamingHandler<Request, Reply>(
                [handler = std::move(handler)](grpc::CallbackServerContext*,
                                               const Request* request) -> grpc::ServerWriteReactor<Reply>* {
                    const std::shared_ptr<Stream<Reply>> stream = handler(*request);
                    stream->begin();
                    return stream.get();
                }));
    }

    /// The name of the one call with this request; it lives as long as the program.
    const std::string& nameOf(const google::protobuf::Descriptor* request,
                              const google::protobuf::Descriptor* reply);
    void add(const std::string& name, Type type, grpc::internal::MethodHandler* handler);
    /// One call, from start to end, on the calling thread.
    grpc::Status make(Lane lane, const std::string& name, const grpc::ServerContext& context,
                      const Work& work);

    const std::shared_ptr<CallsInProgress> calls_;
    LongLane longLane_;
    const google::protobuf::ServiceDescriptor* service_ = nullptr;  ///< of the entries
    std::list<std::string> paths_;  ///< of the entries, in order; gRPC keeps pointers to them
};

}  // namespace trainyard::agent
