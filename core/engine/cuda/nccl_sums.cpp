// SPDX-License-Identifier: Apache-2.0
// NCCL's interface is used directly, from the library that came with libtorch_cuda ("NCCL API", NVIDIA,
// version 2): c10d's group would bring headers of cuBLAS, cuSPARSE and cuSOLVER, and a watchdog whose queries
// a captured step forbids.
#include "core/engine/cuda/nccl_sums.h"

#include <c10/cuda/CUDAEvent.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGraphsC10Utils.h>
#include <c10/cuda/CUDAStream.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "core/engine/device/peer_watch.h"
#include "core/engine/device/sum_marks.h"

namespace trainyard::engine {
namespace {

constexpr int kSuccess = 0, kSystemError = 2, kRemoteError = 6, kInProgress = 7;  // ncclResult_t
constexpr int kSum = 0;                                                           // ncclRedOp_t

/// ncclUniqueId
struct MeetingPoint {
    std::array<char, 128> bytes;
};
using Communicator = void*;

int typeOf(torch::ScalarType type) {  // ncclDataType_t
    switch (type) {
        case torch::kFloat16:
            return 6;
        case torch::kFloat32:
            return 7;
        case torch::kFloat64:
            return 8;
        case torch::kBFloat16:
            return 9;
        default:
            throw std::invalid_argument(fmt::format("no sums of {} over GPUs", c10::toString(type)));
    }
}

struct Nccl {
    int (*version)(int*) = nullptr;
    int (*makeMeetingPoint)(MeetingPoint*) = nullptr;
    int (*initRank)(Communicator*, int, MeetingPoint, int) = nullptr;
    int (*groupStart)() = nullptr;
    int (*groupEnd)() = nullptr;
    int (*allReduce)(const void*, void*, std::size_t, int, int, Communicator, cudaStream_t) = nullptr;
    int (*asyncError)(Communicator, int*) = nullptr;
    int (*abort)(Communicator) = nullptr;
    const char* (*errorString)(int) = nullptr;
    const char* (*lastError)(Communicator) = nullptr;

    static const Nccl& get() {
        static const Nccl nccl;
        return nccl;
    }
    /// Throws PeerLost for what the loss of another process leads to. The rest is the fault of this process,
    /// and no restart of the others would fix it.
    void check(const char* call, int result, Communicator communicator = nullptr) const {
        if (result == kSuccess || result == kInProgress) return;
        const std::string words = fmt::format("{} ({})", errorString(result), lastError(communicator));
        if (result == kSystemError || result == kRemoteError) throw sdk::PeerLost(call, words);
        throw std::runtime_error(fmt::format("NCCL, in {}: {}", call, words));
    }

  private:
    Nccl() {
        void* library = ::dlopen("libnccl.so.2", RTLD_NOW);
        if (!library) throw std::runtime_error(fmt::format("there is no NCCL: {}", ::dlerror()));
        const auto find = [&](auto& function, const char* name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
            if (!function) throw std::runtime_error(fmt::format("this NCCL has no {}", name));
        };
        find(version, "ncclGetVersion");
        find(makeMeetingPoint, "ncclGetUniqueId");
        find(initRank, "ncclCommInitRank");
        find(groupStart, "ncclGroupStart");
        find(groupEnd, "ncclGroupEnd");
        find(allReduce, "ncclAllReduce");
        find(asyncError, "ncclCommGetAsyncError");
        find(abort, "ncclCommAbort");
        find(errorString, "ncclGetErrorString");
        find(lastError, "ncclGetLastError");
    }
};

class NcclSums final : public sdk::DeviceSums {
  public:
    /// Takes over `communicator`, of the GPU `index`.
    NcclSums(Communicator communicator, c10::DeviceIndex index)
        : nccl_(Nccl::get()),
          index_(index),
          stream_(c10::cuda::getStreamFromPool(/*isHighPriority=*/true, index)),
          communicator_(communicator),
          watch_([this] { return ask(); }, [this] { nccl_.abort(communicator_); }) {}

    void start(const torch::Tensor& tensor) override {
        const auto inUse = watch_.use();  // not while it is aborted
        demandPeers();
        begun_.record(c10::cuda::getCurrentCUDAStream(index_));
        begun_.block(stream_);
        void* data = tensor.mutable_data_ptr();
        const int result =
            nccl_.allReduce(data, data, static_cast<std::size_t>(tensor.numel()),
                            typeOf(tensor.scalar_type()), kSum, communicator_, stream_.stream());
        nccl_.check(kGradients, result, watch_.isEnded() ? nullptr : communicator_);
        note();
    }
    void abort() override { watch_.end(kRemoteError); }
    void join() override {
        demandPeers();
        done_.record(stream_);
        done_.block(c10::cuda::getCurrentCUDAStream(index_));
    }
    std::int64_t unfinished() override { return marks_.unfinished(); }
    std::string describe() const override {
        int version = 0;
        nccl_.version(&version);
        return fmt::format("NCCL {}.{}.{}", version / 10000, version / 100 % 100, version % 100);
    }

  private:
    static constexpr const char* kGradients = "all_reduce of gradients";

    void demandPeers() const { nccl_.check(kGradients, watch_.error()); }

    /// Kernels of a sum that a peer has left wait for ever: aborting the communicator ends them.
    PeerWatch::Error ask() const {
        int error = kSuccess;
        const int result = nccl_.asyncError(communicator_, &error);
        if (result != kSuccess) error = result;
        return error == kInProgress ? kSuccess : error;
    }

    /// The sum that was queued. Of a captured step nothing is noted: its events cannot be asked.
    void note() {
        if (c10::cuda::currentStreamCaptureStatusMayInitCtx() != c10::cuda::CaptureStatus::None) return;
        c10::cuda::CUDAEvent ready, done;
        ready.record(c10::cuda::getCurrentCUDAStream(index_));
        done.record(stream_);
        marks_.add(std::move(ready), std::move(done));
    }

    const Nccl& nccl_;
    const c10::DeviceIndex index_;
    const c10::cuda::CUDAStream stream_;
    Communicator communicator_;
    c10::cuda::CUDAEvent begun_, done_;
    SumMarks<c10::cuda::CUDAEvent> marks_;
    PeerWatch watch_;  ///< guards the communicator, and ends first
};

}  // namespace

void findNccl() {
    Nccl::get();
}

std::vector<std::unique_ptr<sdk::DeviceSums>> connectByNccl(c10d::Store* store, int firstRank, int worldSize,
                                                            const std::vector<c10::DeviceIndex>& indexes) {
    constexpr const char* kCall = "rendezvous of the GPUs";
    const Nccl& nccl = Nccl::get();
    MeetingPoint point{};
    if (firstRank == 0) {
        nccl.check(kCall, nccl.makeMeetingPoint(&point));
        if (store) store->set("nccl", std::vector<std::uint8_t>(point.bytes.begin(), point.bytes.end()));
    } else {
        const std::vector<std::uint8_t> bytes = store->get("nccl");
        std::memcpy(point.bytes.data(), bytes.data(), std::min(bytes.size(), point.bytes.size()));
    }
    std::vector<Communicator> communicators(indexes.size(), nullptr);
    const c10::DeviceIndex before = c10::cuda::current_device();
    int result = nccl.groupStart();
    for (std::size_t i = 0; i < indexes.size() && result == kSuccess; ++i) {
        c10::cuda::set_device(indexes[i]);
        result = nccl.initRank(&communicators[i], worldSize, point, firstRank + static_cast<int>(i));
    }
    // Here they meet. An error of one ends the others of the group.
    const int met = nccl.groupEnd();
    c10::cuda::set_device(before);
    if (result == kSuccess) result = met;
    if (result != kSuccess) {
        for (Communicator communicator : communicators)
            if (communicator) nccl.abort(communicator);
        nccl.check(kCall, result);
    }
    std::vector<std::unique_ptr<sdk::DeviceSums>> sums;
    for (std::size_t i = 0; i < indexes.size(); ++i)
        sums.push_back(std::make_unique<NcclSums>(communicators[i], indexes[i]));
    return sums;
}

}  // namespace trainyard::engine
