// SPDX-License-Identifier: Apache-2.0
#include "core/agent/task_host.h"

#include <deque>
#include <memory>
#include <mutex>

#include "core/agent/call.h"

namespace trainyard::agent {
namespace {

/// One Store call. Ends when the rendezvous answers or the caller disconnects, whichever comes first.
class StoreCall final : public grpc::ServerUnaryReactor, public std::enable_shared_from_this<StoreCall> {
  public:
    void begin(Rendezvous& rendezvous, const control::TaskIdentity& who, const v1::StoreRequest& request,
               v1::StoreReply* reply) {
        self_ = shared_from_this();
        rendezvous_ = &rendezvous;
        const auto ticket = rendezvous.handle(who.run, who.attempt, request,
                                              [self = self_, reply](base::Result<v1::StoreReply> result) {
                                                  // The caller has disconnected; `reply` no longer exists.
                                                  if (self->isAnswered_.exchange(true)) return;
                                                  self->Finish(answer(std::move(result), reply));
                                              });
        ticket_ = ticket;
        if (isCancelled_) abandon();
    }
    void refuse(const base::Error& error) {
        self_ = shared_from_this();
        isAnswered_ = true;
        Finish(toGrpc(error));
    }
    void OnCancel() override {
        isCancelled_ = true;
        if (ticket_ != 0) abandon();
    }
    void OnDone() override { self_.reset(); }

  private:
    void abandon() {
        if (isAnswered_.exchange(true)) return;
        rendezvous_->cancel(ticket_);
        Finish(grpc::Status::CANCELLED);
    }
    std::shared_ptr<StoreCall> self_;
    Rendezvous* rendezvous_ = nullptr;
    std::atomic<Rendezvous::Ticket> ticket_{0};
    std::atomic<bool> isAnswered_{false}, isCancelled_{false};
};

/// One task's session: reports up, commands down. Open until the task half-closes it or dies.
class SessionCall final : public grpc::ServerBidiReactor<v1::TaskReport, v1::TaskCommand>,
                          public control::CommandSink,
                          public std::enable_shared_from_this<SessionCall> {
  public:
    SessionCall(control::RunRegistry& runs, control::TaskIdentity who) : runs_(runs), who_(std::move(who)) {}

    void begin() {
        self_ = shared_from_this();
        runs_.sessionOpened(who_, self_);
        StartRead(&report_);
    }
    void refuse(const base::Error& error) {
        self_ = shared_from_this();
        isFinished_ = true;
        Finish(toGrpc(error));
    }

    void send(const v1::TaskCommand& command) override {
        std::lock_guard lock(mutex_);
        if (isFinished_) return;
        commands_.push_back(command);
        writeNext();
    }
    void OnReadDone(bool hasReport) override {
        if (hasReport) {
            runs_.report(who_, report_);
            StartRead(&report_);
            return;
        }
        std::lock_guard lock(mutex_);
        isReadOver_ = true;
        finishIfIdle();
    }
    void OnWriteDone(bool isSent) override {
        std::lock_guard lock(mutex_);
        isWriting_ = false;
        if (!isSent) commands_.clear();
        if (isReadOver_)
            finishIfIdle();
        else
            writeNext();
    }
    void OnDone() override {
        runs_.sessionClosed(who_, self_);
        self_.reset();
    }

  private:
    void writeNext() {
        if (isWriting_ || commands_.empty()) return;
        writing_ = commands_.front();
        commands_.pop_front();
        isWriting_ = true;
        StartWrite(&writing_);
    }
    void finishIfIdle() {
        if (isWriting_ || std::exchange(isFinished_, true)) return;
        Finish(grpc::Status::OK);
    }

    control::RunRegistry& runs_;
    const control::TaskIdentity who_;
    std::shared_ptr<SessionCall> self_;
    v1::TaskReport report_;
    std::mutex mutex_;
    std::deque<v1::TaskCommand> commands_;
    v1::TaskCommand writing_;
    bool isWriting_ = false, isReadOver_ = false, isFinished_ = false;
};

}  // namespace

grpc::Status TaskHost::Join(grpc::ServerContext* context, const v1::JoinRequest* request,
                            v1::JoinReply* reply) {
    const auto who = identityOf(*context);
    if (const auto known = runs_.authorise(who); !known) return toGrpc(known.error());
    if (const auto fits = checkPeer(request->peer()); !fits) return toGrpc(fits.error());
    const grpc::Status status = answer(runs_.join(who, *request), reply);
    if (status.ok()) *reply->mutable_peer() = thisPeer();
    return status;
}

grpc::Status TaskHost::PublishCheckpoint(grpc::ServerContext* context,
                                         const v1::PublishCheckpointRequest* request,
                                         v1::PublishCheckpointReply* reply) {
    // A task that was started for another home has this entry: its folder is here, its run is not.
    if (context->client_metadata().contains("trainyard-hosted"))
        return answer(guests_.publish(identityOf(*context), *request), reply);
    return answer(runs_.publish(identityOf(*context), *request), reply);
}

grpc::ServerUnaryReactor* TaskHost::Store(grpc::CallbackServerContext* context,
                                          const v1::StoreRequest* request, v1::StoreReply* reply) {
    auto call = std::make_shared<StoreCall>();
    const auto who = identityOf(*context);
    if (const auto known = runs_.authorise(who); !known)
        call->refuse(known.error());
    else
        call->begin(rendezvous_, who, *request, reply);
    return call.get();
}

grpc::ServerBidiReactor<v1::TaskReport, v1::TaskCommand>* TaskHost::Session(
    grpc::CallbackServerContext* context) {
    auto call = std::make_shared<SessionCall>(runs_, identityOf(*context));
    if (const auto known = runs_.authorise(identityOf(*context)); !known)
        call->refuse(known.error());
    else
        call->begin();
    return call.get();
}

}  // namespace trainyard::agent
