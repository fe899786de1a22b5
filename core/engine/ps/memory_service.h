// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <thread>

#include "core/engine/ps/shared_area.h"

namespace trainyard::engine::ps {

/// The server's end of one caller's shared memory: answers what comes through it, on a thread of its own.
/// Calls come from the thread that reads the caller's stream.
class MemoryService {
  public:
    enum class Requests {
        kViewed,  ///< tensors of a request lie in the shared memory: whoever answers it keeps none of them
        kCopied,  ///< they may be kept, as closures may keep what they are given
    };
    using Answer = std::function<base::Result<Parcel>(Parcel request, const NewTensor& make)>;
    struct Ways {
        std::function<Parcel(base::Result<Parcel> request, const NewTensor& make)> reply;
        std::function<bool(Parcel)> write;  ///< a reply to the stream
        std::function<void()> onFinish;     ///< the coordinator's last request has been answered
    };
    MemoryService(Ways ways, Requests requests) : ways_(std::move(ways)), requests_(requests) {}
    /// Waits for the request being answered.
    ~MemoryService();

    /// Maps what the caller offers in place of what it offered before, which stays where that fails; an offer
    /// of no bytes ends it. The reply has this process' id.
    Parcel share(const v1::PsShare& offer);

  private:
    void end();
    void serve(SharedArea& area) const;

    const Ways ways_;
    const Requests requests_;
    std::shared_ptr<SharedArea> area_;
    std::thread thread_;
};

}  // namespace trainyard::engine::ps
