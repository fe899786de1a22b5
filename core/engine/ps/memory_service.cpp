// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/memory_service.h"

#include <pthread.h>
#include <unistd.h>

namespace trainyard::engine::ps {

MemoryService::~MemoryService() {
    end();
}

void MemoryService::end() {
    if (!area_) return;
    area_->close();
    thread_.join();
    area_.reset();
}

Parcel MemoryService::share(const v1::PsShare& offer) {
    Parcel reply;
    if (offer.request_bytes() == 0) {
        end();
        return reply;
    }
    auto opened = SharedArea::open(offer);
    if (!opened) return {failureHead(opened.error()), {}};
    end();
    area_ = std::move(*opened);
    char name[16] = "";  // the stacks of both threads are this task's service
    ::pthread_getname_np(::pthread_self(), name, sizeof(name));
    thread_ = std::thread([this, area = area_, name = std::string(name)] {
        ::pthread_setname_np(::pthread_self(), name.c_str());
        serve(*area);
    });
    reply.head.set_number(::getpid());
    return reply;
}

void MemoryService::serve(SharedArea& area) const {
    const NewTensor make = [&area](const std::vector<std::int64_t>& shape, torch::ScalarType dtype) {
        return area.place(shape, dtype);
    };
    while (area.waitForRequest()) {
        base::Result<Parcel> request = area.take(SharedArea::Half::kRequests, requests_ == Requests::kCopied);
        const bool isLast = request && request->head.has_finish();
        Parcel reply = ways_.reply(std::move(request), make);
        if (area.put(SharedArea::Half::kReplies, reply) == 0) {
            area.sendReply(SharedArea::Arrived::kHere);
        } else {
            for (torch::Tensor& tensor : reply.tensors)
                if (tensor.nbytes() == 0 || area.holds(tensor))
                    tensor = tensor.clone();  // an empty view keeps it, too
            // First, so that the caller reads what is too long for the stream's own buffers.
            area.sendReply(SharedArea::Arrived::kOnStream);
            ways_.write(std::move(reply));
        }
        if (isLast) ways_.onFinish();
    }
}

}  // namespace trainyard::engine::ps
