// SPDX-License-Identifier: Apache-2.0
// The calls of a service, made through gRPC: lanes, request ids and cancellation.
#include "core/agent/call_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "core/base/cancel.h"
#include "trainyard/v1/agent.grpc.pb.h"

namespace trainyard::agent {
namespace {

/// Long calls that end when they may, or when they are cancelled.
class Gate {
  public:
    base::Status pass() {
        std::unique_lock lock(mutex_);
        ++entered_;
        changed_.notify_all();
        while (!isOpen_) {
            if (const auto wanted = base::checkCancelled(); !wanted) {
                ++cancelled_;
                changed_.notify_all();
                return wanted;
            }
            changed_.wait_for(lock, std::chrono::milliseconds(1));
        }
        return {};
    }
    void open() {
        std::lock_guard lock(mutex_);
        isOpen_ = true;
        changed_.notify_all();
    }
    void awaitEntered(int count) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return entered_ >= count; });
    }
    void awaitCancelled() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return cancelled_ > 0; });
    }
    int entered() {
        std::lock_guard lock(mutex_);
        return entered_;
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int entered_ = 0, cancelled_ = 0;
    bool isOpen_ = false;
};

class Service : public CallTable {
  public:
    Service(const std::shared_ptr<CallsInProgress>& calls, Gate& gate, int longCallsAtOnce)
        : CallTable(calls, longCallsAtOnce) {
        ask(Lane::kShort, [](const v1::ListRunsRequest&) { return base::Result<v1::ListRunsReply>(); });
        ask(Lane::kLong,
            [&gate](const v1::VerifyCheckpointRequest&) -> base::Result<v1::VerifyCheckpointReply> {
                TY_TRY(gate.pass());
                return v1::VerifyCheckpointReply();
            });
        change(Lane::kShort, [this](const v1::StopRunRequest&) {
            ++stopped_;
            return base::Result<v1::StopRunReply>();
        });
    }
    std::atomic<int> stopped_ = 0;
};

/// One service and its clients in one process, without a socket.
class CallTables : public testing::Test {
  protected:
    void serve(int longCallsAtOnce) {
        service_ = std::make_unique<Service>(calls_, gate_, longCallsAtOnce);
        grpc::ServerBuilder builder;
        builder.RegisterService(service_.get());
        server_ = builder.BuildAndStart();
        ASSERT_TRUE(server_);
        stub_ = v1::Agent::NewStub(server_->InProcessChannel({}));
    }
    void TearDown() override {
        gate_.open();
        callers_.clear();
        server_->Shutdown();
    }
    grpc::Status verify(grpc::ClientContext& context) {
        v1::VerifyCheckpointReply reply;
        return stub_->VerifyCheckpoint(&context, {}, &reply);
    }
    grpc::Status listRuns() {
        grpc::ClientContext context;
        v1::ListRunsReply reply;
        return stub_->ListRuns(&context, {}, &reply);
    }
    grpc::Status stopRun(const std::string& id) {
        grpc::ClientContext context;
        v1::StopRunRequest request;
        request.set_request_id(id);
        v1::StopRunReply reply;
        return stub_->StopRun(&context, request, &reply);
    }
    /// Until the service works on that many calls, those included that wait for their turn.
    void awaitCalls(std::ptrdiff_t count) const {
        const auto inProgress = [this] {
            const std::string all = calls_->describe();
            return all.empty() ? 0 : std::ranges::count(all, ',') + 1;
        };
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (inProgress() != count && std::chrono::steady_clock::now() < deadline)
            std::this_thread::yield();
        ASSERT_EQ(inProgress(), count) << calls_->describe();
    }

    Gate gate_;
    const std::shared_ptr<CallsInProgress> calls_ = std::make_shared<CallsInProgress>();
    std::unique_ptr<Service> service_;
    std::unique_ptr<grpc::Server> server_;
    std::unique_ptr<v1::Agent::Stub> stub_;
    std::vector<std::jthread> callers_;
};

TEST_F(CallTables, LongCallsWaitForEachOtherAndShortOnesForNone) {
    serve(2);
    std::atomic<int> ok = 0;
    for (int i = 0; i < 3; ++i)
        callers_.emplace_back([&] {
            grpc::ClientContext context;
            ok += verify(context).ok();
        });
    awaitCalls(3);
    gate_.awaitEntered(2);
    EXPECT_TRUE(listRuns().ok());
    EXPECT_EQ(gate_.entered(), 2) << "the third has no turn yet";
    EXPECT_EQ(ok, 0);
    gate_.open();
    callers_.clear();
    EXPECT_EQ(ok, 3);
}

TEST_F(CallTables, ALongCallIsCancelledWhileItWaitsForItsTurn) {
    serve(1);
    callers_.emplace_back([&] {
        grpc::ClientContext context;
        EXPECT_TRUE(verify(context).ok());
    });
    gate_.awaitEntered(1);
    grpc::ClientContext waiting;
    callers_.emplace_back([&] { EXPECT_EQ(verify(waiting).error_code(), grpc::StatusCode::CANCELLED); });
    awaitCalls(2);
    waiting.TryCancel();
    awaitCalls(1);
    EXPECT_EQ(gate_.entered(), 1) << "it has never begun";
    gate_.open();
    callers_.clear();
}

TEST_F(CallTables, ACallEndsWhenItsClientCancelsIt) {
    serve(1);
    grpc::ClientContext context;
    callers_.emplace_back([&] { EXPECT_EQ(verify(context).error_code(), grpc::StatusCode::CANCELLED); });
    gate_.awaitEntered(1);
    context.TryCancel();
    gate_.awaitCancelled();
    awaitCalls(0);
    callers_.clear();
}

TEST_F(CallTables, AServerThatEndsCancelsItsCalls) {
    serve(1);
    callers_.emplace_back([&] {
        grpc::ClientContext context;
        EXPECT_FALSE(verify(context).ok());
    });
    gate_.awaitEntered(1);
    server_->Shutdown(std::chrono::system_clock::now());
    gate_.awaitCancelled();
}

TEST_F(CallTables, AChangeWithTheSameRequestIdIsMadeOnce) {
    serve(1);
    EXPECT_TRUE(stopRun("a").ok());
    EXPECT_TRUE(stopRun("a").ok());
    EXPECT_EQ(service_->stopped_, 1);
    EXPECT_EQ(stopRun("").error_code(), grpc::StatusCode::INVALID_ARGUMENT);
}

}  // namespace
}  // namespace trainyard::agent
