// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/fd.h"
#include "core/engine/ps/wire.h"

namespace trainyard::engine::ps {

/// Makes a tensor for a reply, on the CPU: anywhere, or where the reply is written.
using NewTensor =
    std::function<torch::Tensor(const std::vector<std::int64_t>& shape, torch::ScalarType dtype)>;
torch::Tensor newTensor(const std::vector<std::int64_t>& shape, torch::ScalarType dtype);

/// Memory of two processes of one machine and user, through which the client of a stream sends requests and
/// gets replies (ADR 141): one of each at a time. It has no name in any file system and ends with the last
/// process that maps it. The client uses the calls with "request" in their name that send, the server those
/// that receive.
class SharedArea : public std::enable_shared_from_this<SharedArea> {
  public:
    enum class Half { kRequests, kReplies };
    struct Sizes {
        std::size_t requests = 0;
        std::size_t replies = 0;
    };

    /// Makes it, for a client. All of it is allocated: a lack of memory is an error here and no signal later.
    static base::Result<std::shared_ptr<SharedArea>> make(Sizes sizes);
    /// Maps what a client offers, for a server. kPermissionDenied or kInvalidArgument: it is not such memory
    /// of a process of this machine and user.
    static base::Result<std::shared_ptr<SharedArea>> open(const v1::PsShare& offer);
    ~SharedArea();
    SharedArea(const SharedArea&) = delete;
    SharedArea& operator=(const SharedArea&) = delete;

    const Sizes& sizes() const { return sizes_; }
    v1::PsShare offer() const;
    /// The client: process `server` has mapped it. From now on its end is seen, and the memory has no
    /// descriptor.
    base::Status mappedBy(std::int64_t server);

    /// Copies a parcel into a half; tensors that place() made are in it already. Returns the number of bytes
    /// that it needs if that is more than there is room for, else 0. `parcel.head` gets the tensors' places.
    std::size_t put(Half half, Parcel& parcel);
    /// The parcel in a half. The i-th tensor is copied into into[i] if given (same shape and dtype), into one
    /// of its own with `isCopied`, and is else a view, good until the next one is sent.
    base::Result<Parcel> take(Half half, bool isCopied, const std::vector<torch::Tensor>& into = {}) const;
    /// A tensor in the half of replies for the reply being made; elsewhere if there is no room.
    torch::Tensor place(const std::vector<std::int64_t>& shape, torch::ScalarType dtype);
    /// Whether a tensor lies in this memory.
    bool holds(const torch::Tensor& tensor) const;

    /// The client: a request has been put.
    void sendRequest();
    enum class Arrived { kHere, kOnStream, kNever };
    /// The client: where the reply is. kNever: the server has closed it or ended, or `isAbandoned` became
    /// true.
    Arrived waitForReply(const std::function<bool()>& isAbandoned);
    /// The server: whether a request has come; false once closed.
    bool waitForRequest();
    /// The server: the reply has been put, or comes by the stream.
    void sendReply(Arrived where);
    /// Ends every wait of either side, now and in the future. [any]
    void close();

  private:
    struct Control;
    SharedArea(Sizes sizes, base::UniqueFd file);
    base::Status map();
    Control& control() const { return *reinterpret_cast<Control*>(memory_); }
    std::byte* start(Half half) const;
    std::size_t room(Half half) const { return half == Half::kRequests ? sizes_.requests : sizes_.replies; }
    torch::Tensor viewAt(std::byte* at, const std::vector<std::int64_t>& shape,
                         torch::ScalarType dtype) const;
    bool hasServerEnded() const;

    const Sizes sizes_;
    base::UniqueFd file_;    ///< the client's, until the server has mapped it
    base::UniqueFd server_;  ///< pidfd
    std::byte* memory_ = nullptr;
    std::size_t placed_ = 0;      ///< of the half of replies, by place()
    std::uint32_t requests_ = 0;  ///< that this side has seen or sent
};

}  // namespace trainyard::engine::ps
