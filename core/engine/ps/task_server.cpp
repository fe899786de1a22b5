// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/task_server.h"

#include <fmt/format.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/support/method_handler.h>
#include <grpcpp/support/sync_stream.h>
#include <openssl/crypto.h>
#include <pthread.h>
#include <spdlog/spdlog.h>

#include <charconv>
#include <condition_variable>
#include <mutex>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/engine/ps/memory_service.h"
#include "core/engine/ps/messages.h"
#include "core/engine/ps/stream_traffic.h"
#include "core/engine/ps/task_socket.h"
#include "core/engine/ps/transport_limits.h"
#include "core/node/ports.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;
using Stream = grpc::ServerReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer>;

/// How long streams may take to send what they have when the task ends.
constexpr std::chrono::milliseconds kFarewell{200};

std::string metadataOf(const grpc::ServerContext& context, const char* key) {
    const auto found = context.client_metadata().find(key);
    return found == context.client_metadata().end() ? std::string()
                                                    : std::string(found->second.data(), found->second.size());
}

bool isSameSecret(const std::string& a, const std::string& b) {
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

/// Why nothing can listen at `address`: gRPC does not say it.
base::Error whyNotAt(const std::string& address, const std::string& task) {
    std::uint16_t port = 0;
    const std::string_view digits = std::string_view(address).substr(address.rfind(':') + 1);
    std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (const auto lease = node::PortLease::take(port); !lease) {
        base::Error error = lease.error().wrap(base::say("{} cannot listen on {}", task, address));
        error.code = Code::kUnavailable;
        return error;
    }
    return {Code::kUnavailable,
            base::say("{} cannot listen on {}: the address is not this machine's", task, address),
            "cluster.not_this_host"};
}

}  // namespace

struct TaskServer::Impl final : grpc::Service {
    Impl(TaskCard card, Offer what) : self(std::move(card)), offer(std::move(what)) {
        // As protoc's code does it, with plain byte buffers in place of messages.
        using Handler = grpc::internal::BidiStreamingHandler<Impl, grpc::ByteBuffer, grpc::ByteBuffer>;
        const auto add = [this](const char* name, grpc::Status (Impl::*call)(grpc::ServerContext*, Stream*)) {
            AddMethod(new grpc::internal::RpcServiceMethod(
                name, grpc::internal::RpcMethod::BIDI_STREAMING,
                new Handler([call](Impl* service, grpc::ServerContext* context,
                                   Stream* stream) { return (service->*call)(context, stream); },
                            this)));
        };
        add(kVariablesMethod, &Impl::variables);
        add(kClosuresMethod, &Impl::closures);
    }

    grpc::Status check(const grpc::ServerContext& context) const {
        const std::string caller = metadataOf(context, "trainyard-task");
        if (!isSameSecret(metadataOf(context, "trainyard-token"), self.token)) {
            spdlog::warn("an unknown process at {} was refused", context.peer());
            return {grpc::StatusCode::UNAUTHENTICATED, "the run's secret is wrong or missing"};
        }
        if (metadataOf(context, "trainyard-cluster") != self.clusterDigest) {
            spdlog::warn("{} has another cluster in its TF_CONFIG than this {}", caller, self.task);
            return {
                grpc::StatusCode::FAILED_PRECONDITION,
                base::say("{} has another cluster in its TF_CONFIG than {}; give every task the same cluster",
                          self.task, caller)};
        }
        if (const std::string meant = metadataOf(context, "trainyard-to"); meant != self.task)
            return {grpc::StatusCode::FAILED_PRECONDITION,
                    base::say("{} was expected at this address, but it is {}'s", meant, self.task)};
        if (metadataOf(context, "trainyard-attempt") != std::to_string(self.attempt))
            return {grpc::StatusCode::FAILED_PRECONDITION,
                    base::say("{} is of attempt {}, this {} of attempt {}", caller,
                              metadataOf(context, "trainyard-attempt"), self.task, self.attempt)};
        return grpc::Status::OK;
    }

    /// Answers one request after another until the caller hangs up, from its shared memory too.
    grpc::Status serve(grpc::ServerContext* context, Stream* stream, MemoryService::Requests requests,
                       const MemoryService::Answer& answerOne) {
        context->AddInitialMetadata("trainyard-ready", "1");
        stream->SendInitialMetadata();
        std::mutex writing;
        const auto write = [&](Parcel parcel) {
            std::lock_guard lock(writing);
            return writeParcel(std::move(parcel),
                               [&](const grpc::ByteBuffer& message) { return stream->Write(message); });
        };
        std::mutex answering;  // a caller's requests come one after another, whichever way
        const auto replyTo = [&](base::Result<Parcel> request, const NewTensor& make) {
            std::lock_guard lock(answering);
            if (!request) return Parcel{failureHead(request.error()), {}};
            base::Result<Parcel> reply =
                request->head.has_finish() ? Parcel{} : guardedAnswer(answerOne, std::move(*request), make);
            return reply ? std::move(*reply) : Parcel{failureHead(reply.error()), {}};
        };
        MemoryService memory({replyTo, write, [this] { end(); }}, requests);
        while (true) {
            base::Result<Parcel> request =
                readParcel([&](grpc::ByteBuffer* message) { return stream->Read(message); });
            if (!request && request.error().code == Code::kUnavailable) return grpc::Status::OK;
            if (!request) return {grpc::StatusCode::DATA_LOSS, request.error().describe()};
            const bool isLast = request->head.has_finish();
            const bool isOfMemory = request->head.has_share();
            if (!write(isOfMemory ? memory.share(request->head.share())
                                  : replyTo(std::move(request), newTensor)))
                return grpc::Status::OK;
            if (isLast) end();
        }
    }

    void end() {
        std::lock_guard lock(mutex);
        isOver = true;
        changed.notify_all();
    }

    static base::Result<Parcel> guardedAnswer(const MemoryService::Answer& answerOne, Parcel request,
                                              const NewTensor& make) {
        try {
            return answerOne(std::move(request), make);
        } catch (const std::exception& wrong) {
            return base::fail(Code::kInternal, base::saidBy(wrong));
        }
    }

    grpc::Status variables(grpc::ServerContext* context, Stream* stream) {
        if (const grpc::Status status = check(*context); !status.ok()) return status;
        if (!offer.store)
            return {grpc::StatusCode::UNIMPLEMENTED, base::say("{} has no variables", self.task)};
        pthread_setname_np(pthread_self(), "ty-variables");
        StreamTraffic counted(traffic);
        const auto answerOne = [&](const Parcel& request, const NewTensor& make) {
            const StreamTraffic::Asked asked(request);
            base::Result<Parcel> reply = answer(*offer.store, request, make);
            if (reply) counted.answered(asked, *reply);
            return reply;
        };
        return serve(context, stream, MemoryService::Requests::kViewed, answerOne);
    }

    grpc::Status closures(grpc::ServerContext* context, Stream* stream) {
        if (const grpc::Status status = check(*context); !status.ok()) return status;
        if (!offer.makeWorker)
            return {grpc::StatusCode::UNIMPLEMENTED, base::say("{} runs no closures", self.task)};
        pthread_setname_np(pthread_self(), "ty-closures");
        const std::unique_ptr<WorkerRuntime> worker = offer.makeWorker();
        return serve(context, stream, MemoryService::Requests::kCopied,
                     [&](const Parcel& request, const NewTensor&) { return answer(*worker, request); });
    }

    TaskCard self;
    Offer offer;
    std::mutex mutex;
    std::condition_variable changed;
    bool isOver = false;
    StepTraffic traffic;
    std::unique_ptr<grpc::Server> server;
};

TaskServer::TaskServer() = default;

base::Result<std::unique_ptr<TaskServer>> TaskServer::start(TaskCard self, const std::string& address,
                                                            Offer offer) {
    std::unique_ptr<TaskServer> task(new TaskServer);
    task->impl_ = std::make_unique<Impl>(std::move(self), std::move(offer));
    grpc::ServerBuilder builder;
    // Callers notice a lost server; a lost caller only leaves its stream.
    setTransportLimits(builder, Liveness::kLeftToOthers);
    // Two listeners on one port would share its callers between them.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    const TaskCard& card = task->impl_->self;
    std::filesystem::path socket = taskSocket(card, card.task);
    const base::Status ready = socket.empty() ? base::Status() : prepareSocketFolder(card.sockets);
    if (card.spread == Spread::kThisMachine) {
        TY_CHECK(!socket.empty(), "tasks without addresses have a folder for their sockets");
        TY_TRY(ready);
    } else if (!ready) {
        spdlog::warn("tasks on this machine reach {} over TCP: {}", card.task, ready.error().describe());
        socket.clear();
    }
    std::string where;
    int port = 0;
    if (card.spread == Spread::kAnywhere) {
        builder.AddListeningPort(address, grpc::InsecureServerCredentials(), &port);
        where = address;
    }
    // After the port: whoever gets an answer there finds the socket too.
    if (!socket.empty()) {
        builder.AddListeningPort("unix:" + socket.string(), grpc::InsecureServerCredentials());
        where += (where.empty() ? "" : " and ") + socket.string();
    }
    builder.RegisterService(task->impl_.get());
    task->impl_->server = builder.BuildAndStart();
    const bool isPortTaken = card.spread == Spread::kAnywhere && port == 0 && !address.starts_with("unix:");
    if (isPortTaken) return base::fail(whyNotAt(address, card.task));
    if (!task->impl_->server)
        return base::fail(Code::kUnavailable, base::say("{} cannot listen on {}", card.task, where),
                          "socket.listen");
    spdlog::info("{} serves at {}", card.task, where);
    return task;
}

TaskServer::~TaskServer() {
    if (impl_->server) impl_->server->Shutdown(std::chrono::system_clock::now() + kFarewell);
}

ServedTraffic TaskServer::traffic() const {
    ServedTraffic total = impl_->traffic.total();
    if (impl_->offer.store) total.parameters = impl_->offer.store->numbers();
    return total;
}

bool TaskServer::waitForEnd(std::chrono::milliseconds patience) {
    std::unique_lock lock(impl_->mutex);
    return impl_->changed.wait_for(lock, patience, [&] { return impl_->isOver; });
}

}  // namespace trainyard::engine::ps
