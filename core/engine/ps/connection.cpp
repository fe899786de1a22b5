// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/connection.h"

#include <fmt/format.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/support/sync_stream.h>
#include <netdb.h>
#include <poll.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <thread>

#include "core/base/fd.h"
#include "core/engine/ps/shared_area.h"
#include "core/engine/ps/task_socket.h"
#include "core/engine/ps/transport_limits.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;
using base::fail;
constexpr std::chrono::milliseconds kBetweenTries{50};

constexpr std::string_view kLocalScheme = "unix:";

/// The least of each half of shared memory. Beyond that it has an eighth more than what needs it.
constexpr std::size_t kLeastHalf = 256 << 10;

/// What tensors take in shared memory at most, with what is said of them.
std::size_t roomFor(const std::vector<torch::Tensor>& tensors) {
    constexpr std::size_t kEach = 256, kHead = 1024;
    std::size_t bytes = kHead;
    for (const torch::Tensor& tensor : tensors) bytes += tensor.nbytes() + kEach;
    return bytes;
}

/// Messages of every training step: memory is made as large as they are. Others pass where there is room.
bool isOfStep(const Parcel& request) {
    const v1::PsHead& head = request.head;
    return head.has_pull() || head.has_push() || head.has_lookup();
}

/// Whether the kernel at that address answers, be it with a refusal, as it does where a process has ended.
/// gRPC often says no more of a connection that a kernel has ended than of one that was closed. A name is not
/// looked up, which may take long: it counts as answered.
bool isAnswered(const std::string& address) {
    constexpr int kWithinMs = 1000;
    const std::size_t colon = address.rfind(':');
    if (colon == std::string::npos) return true;
    std::string host = address.substr(0, colon);
    std::erase_if(host, [](char c) { return c == '[' || c == ']'; });
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host.c_str(), address.c_str() + colon + 1, &hints, &found) != 0) return true;
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> place(found, &::freeaddrinfo);
    const base::UniqueFd socket(::socket(place->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket) return true;  // nothing is known of it
    int error = 0;
    if (::connect(socket.get(), place->ai_addr, place->ai_addrlen) != 0) error = errno;
    if (error == EINPROGRESS) {
        pollfd waiting{socket.get(), POLLOUT, 0};
        if (::poll(&waiting, 1, kWithinMs) == 0) return false;
        socklen_t size = sizeof error;
        ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &size);
    }
    return error != ETIMEDOUT && error != EHOSTUNREACH && error != ENETUNREACH;
}

grpc::ChannelArguments channelArguments(const std::string& address) {
    grpc::ChannelArguments arguments;
    setTransportLimits(arguments,
                       address.starts_with(kLocalScheme) ? Liveness::kLeftToOthers : Liveness::kSoon);
    // The address is the task's own: a proxy of the environment's has nothing to do with it.
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 100);
    arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1000);
    // A separate connection, so that no stream waits behind another one's tensors.
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return arguments;
}

}  // namespace

struct Connection::Channel {
    explicit Channel(std::string at)
        : address(std::move(at)),
          channel(grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(),
                                            channelArguments(address))) {}
    const std::string address;
    const std::shared_ptr<grpc::Channel> channel;
};

struct Connection::Stream {
    grpc::ClientContext context;
    std::unique_ptr<grpc::ClientReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer>> stream;
};

Connection::Connection(TaskCard self, std::string peer, const std::string& address, const char* method)
    : self_(std::move(self)),
      peer_(std::move(peer)),
      method_(method),
      socket_(taskSocket(self_, peer_)),
      remote_(self_.spread == Spread::kThisMachine ? nullptr : std::make_unique<Channel>(address)),
      used_(remote_.get()) {
    if (!socket_.empty()) renewLocal();
    if (!remote_) used_ = local_.get();
}

Connection::~Connection() {
    abandon();
}

void Connection::abandon() {
    std::lock_guard lock(mutex_);
    isAbandoned_ = true;
    if (stream_) stream_->context.TryCancel();
}

bool Connection::isOpen() const {
    std::lock_guard lock(mutex_);
    return stream_ != nullptr;
}

base::Status Connection::tryOpen(const Channel& channel) {
    used_ = &channel;
    area_.reset();
    largestRequest_ = largestReply_ = largestUntold_ = 0;
    mayShare_ = self_.sharesMemory && channel.address.starts_with(kLocalScheme);
    auto stream = std::make_shared<Stream>();
    stream->context.AddMetadata("trainyard-token", self_.token);
    stream->context.AddMetadata("trainyard-cluster", self_.clusterDigest);
    stream->context.AddMetadata("trainyard-attempt", std::to_string(self_.attempt));
    stream->context.AddMetadata("trainyard-task", self_.task);
    stream->context.AddMetadata("trainyard-to", peer_);
    {
        std::lock_guard lock(mutex_);
        if (isAbandoned_) return fail(Code::kCancelled, "abandoned");
        stream_ = stream;
    }
    stream->stream.reset(
        grpc::internal::ClientReaderWriterFactory<grpc::ByteBuffer, grpc::ByteBuffer>::Create(
            channel.channel.get(),
            grpc::internal::RpcMethod(method_, grpc::internal::RpcMethod::BIDI_STREAMING, channel.channel),
            &stream->context));
    stream->stream->WaitForInitialMetadata();
    // A server that accepts the stream responds at once; one that refuses it ends it with a status instead.
    if (stream->context.GetServerInitialMetadata().contains("trainyard-ready")) return {};
    const grpc::Status status = stream->stream->Finish();
    {
        std::lock_guard lock(mutex_);
        stream_.reset();
        if (isAbandoned_) return fail(Code::kCancelled, "abandoned");
    }
    if (status.error_code() != grpc::StatusCode::UNAVAILABLE)
        return fail(base::codeFromGrpcStatus(status.error_code()),
                    base::say("{} at {}: {}", peer_, channel.address, status.error_message()), "ps.refused");
    return fail(Code::kUnavailable,
                base::say("{} at {} cannot be reached: {}", peer_, channel.address, status.error_message()),
                kLostId);
}

bool Connection::hasSocket() const {
    std::error_code unreadable;
    return local_ && std::filesystem::exists(socket_, unreadable);
}

/// A channel that has failed once would wait before it tried again.
void Connection::renewLocal() {
    local_ = std::make_unique<Channel>(std::string(kLocalScheme) + socket_.string());
}

base::Status Connection::tryEach() {
    if (hasSocket()) {
        const base::Status opened = tryOpen(*local_);
        if (opened || opened.error().code != Code::kUnavailable) return opened;
        renewLocal();
        used_ = local_.get();
        if (!remote_) return opened;
    }
    if (remote_) return tryOpen(*remote_);
    return fail(Code::kUnavailable,
                base::say("{} at {} cannot be reached: {}", peer_, used_->address,
                          base::Words::known(std::strerror(ENOENT))),
                kLostId);
}

base::Status Connection::open(std::chrono::milliseconds patience) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    bool hasLookedAgain = false;
    while (true) {
        const base::Status opened = tryEach();
        // A peer that answers has its socket by now, even if a moment ago there was none, or a stale one.
        if (opened && used_ == remote_.get() && !hasLookedAgain && hasSocket()) {
            hasLookedAgain = true;
            closeLost();
            renewLocal();
            continue;
        }
        if (opened) {
            spdlog::info("{} is reached at {}", peer_, used_->address);
            return {};
        }
        if (opened.error().code != Code::kUnavailable || std::chrono::steady_clock::now() >= deadline)
            return opened;
        // A peer whose socket was deleted is not even called, so that only this ends the wait for it.
        if (std::lock_guard lock(mutex_); isAbandoned_) return fail(Code::kCancelled, "abandoned");
        std::this_thread::sleep_for(kBetweenTries);
    }
}

const std::string& Connection::address() const {
    return used_->address;
}

std::size_t Connection::sharedBytes() const {
    return area_ ? area_->sizes().requests + area_->sizes().replies : 0;
}

base::Error Connection::closeLost() {
    area_.reset();
    std::shared_ptr<Stream> stream;
    bool isAbandoned = false;
    {
        std::lock_guard lock(mutex_);
        stream = std::exchange(stream_, nullptr);
        isAbandoned = isAbandoned_;
    }
    base::Words why = "its process has ended, or closed the connection";
    const char* id = kLostId;
    if (stream) {
        stream->context.TryCancel();
        // An interruption because the other end was lost is recognised by its code; gRPC's message says less.
        const grpc::Status status = stream->stream->Finish();
        const bool isWorthReporting = status.error_code() != grpc::StatusCode::OK &&
                                      status.error_code() != grpc::StatusCode::CANCELLED &&
                                      status.error_message() != "Socket closed";
        if (status.error_message().find("keepalive") != std::string::npos) {
            why = "it has not answered for 8 s";
            id = kSilentId;
        } else if (!isAbandoned && used_ == remote_.get() && !isAnswered(used_->address)) {
            why = "its machine does not answer";
            id = kSilentId;
        } else if (isWorthReporting) {
            why = base::Words::plain(status.error_message());
        }
    }
    return {Code::kUnavailable, base::say("no connection to {} at {}: {}", peer_, used_->address, why), id};
}

base::Status Connection::share(Stream& stream, std::size_t requestBytes, std::size_t replyBytes) {
    TY_ASSIGN(std::shared_ptr<SharedArea> made, SharedArea::make({requestBytes, replyBytes}));
    Parcel offer;
    *offer.head.mutable_share() = made->offer();
    TY_ASSIGN(const Parcel reply, overStream(stream, std::move(offer), {}));
    if (base::Status watched = made->mappedBy(reply.head.number()); !watched) {
        // The peer has it already, in place of what was shared before.
        area_.reset();
        Parcel nothing;
        nothing.head.mutable_share();
        TY_TRY(overStream(stream, std::move(nothing), {}));
        return watched;
    }
    spdlog::info("requests to {} pass through {:.2f} MiB of shared memory", peer_,
                 static_cast<double>(made->sizes().requests + made->sizes().replies) / (1 << 20));
    area_ = std::move(made);
    return {};
}

void Connection::shareFor(Stream& stream, const Parcel& request, const std::vector<torch::Tensor>& into) {
    if (!mayShare_) return;
    const auto [hasRequests, hasReplies] = area_ ? area_->sizes() : SharedArea::Sizes{};
    // What is large once, as the reading of a whole table, need not stay in memory.
    const auto half = [&](std::size_t needed, std::size_t has, std::size_t& before) {
        if (needed <= has) return has;
        const bool isAgain = needed <= before + before / 8;
        before = std::max(before, needed);
        return isAgain ? needed + needed / 8 : has;
    };
    std::size_t requests = std::max(hasRequests, kLeastHalf), replies = std::max(hasReplies, kLeastHalf);
    if (isOfStep(request)) {
        requests = half(roomFor(request.tensors), requests, largestRequest_);
        const std::size_t asked = roomFor(into);
        // Of a table's rows only the peer knows how many bytes they are: as many as the last time.
        replies = into.empty() && largestUntold_ > replies ? largestUntold_ + largestUntold_ / 8
                                                           : half(asked, replies, largestReply_);
    }
    if (requests <= hasRequests && replies <= hasReplies) return;
    const bool hadMemory = area_ != nullptr;
    const base::Status shared = share(stream, requests, replies);
    if (shared) return;
    mayShare_ = false;
    if (!isOpen()) return;  // lost meanwhile, as the request will find
    spdlog::warn("{} {} pass through its socket: {}",
                 hadMemory && area_ ? "larger requests to" : "requests to", peer_, shared.error().describe());
}

base::Result<Parcel> Connection::replyOnStream(Stream& stream, const std::vector<torch::Tensor>& into) {
    base::Result<Parcel> reply =
        readParcel([&](grpc::ByteBuffer* message) { return stream.stream->Read(message); }, into);
    return checked(std::move(reply));
}

/// After what is no parcel, nothing more can be understood.
base::Result<Parcel> Connection::checked(base::Result<Parcel> reply) {
    if (!reply && reply.error().code == Code::kUnavailable) return fail(closeLost());
    if (!reply) {
        closeLost();
        return fail(reply.error().wrap(base::Words::plain(peer_)));
    }
    if (reply->head.has_failure()) return fail(errorFrom(reply->head.failure()));
    return reply;
}

base::Result<Parcel> Connection::overStream(Stream& stream, Parcel request,
                                            const std::vector<torch::Tensor>& into) {
    const bool isSent = writeParcel(
        std::move(request), [&](const grpc::ByteBuffer& message) { return stream.stream->Write(message); });
    if (!isSent) return fail(closeLost());
    return replyOnStream(stream, into);
}

base::Result<Parcel> Connection::throughMemory(Stream& stream, Parcel request,
                                               const std::vector<torch::Tensor>& into) {
    if (area_->put(SharedArea::Half::kRequests, request) > 0)
        return overStream(stream, std::move(request), into);
    const bool isStep = isOfStep(request);
    area_->sendRequest();
    const auto arrived = area_->waitForReply([this] {
        std::lock_guard lock(mutex_);
        return isAbandoned_;
    });
    if (arrived == SharedArea::Arrived::kNever) return fail(closeLost());
    if (arrived == SharedArea::Arrived::kHere)
        return checked(area_->take(SharedArea::Half::kReplies, /*isCopied=*/true, into));
    TY_ASSIGN(Parcel reply, replyOnStream(stream, into));
    if (isStep && into.empty()) largestUntold_ = std::max(largestUntold_, roomFor(reply.tensors));
    return reply;
}

base::Result<Parcel> Connection::exchange(Parcel request, const std::vector<torch::Tensor>& into) {
    std::shared_ptr<Stream> stream;
    {
        std::lock_guard lock(mutex_);
        stream = stream_;
    }
    if (!stream) return fail(Code::kUnavailable, base::say("there is no connection to {}", peer_), kLostId);
    shareFor(*stream, request, into);
    return area_ ? throughMemory(*stream, std::move(request), into)
                 : overStream(*stream, std::move(request), into);
}

}  // namespace trainyard::engine::ps
