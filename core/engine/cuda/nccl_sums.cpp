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
#include <pthread.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

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
            throw std::invalid_argument(base::say("no sums of {} over GPUs", c10::toString(type)));
    }
}

struct Nccl {
    int (*version)(int*) = nullptr;
    int (*makeMeetingPoint)(MeetingPoint*) = nullptr;
    int (*initRank)(Communicator*, int, MeetingPoint, int) = nullptr;
    int (*allReduce)(const void*, void*, std::size_t, int, int, Communicator, cudaStream_t) = nullptr;
    int (*asyncError)(Communicator, int*) = nullptr;
    int (*abort)(Communicator) = nullptr;
    const char* (*errorString)(int) = nullptr;
    const char* (*lastError)(Communicator) = nullptr;

    static const Nccl& get() {
        static const Nccl nccl;
        return nccl;
    }
    /// Throws PeerLost for what the loss of another process leads to. The rest is this one's own fault, and
    /// no restart of the others would mend it.
    void check(const char* call, int result, Communicator communicator = nullptr) const {
        if (result == kSuccess || result == kInProgress) return;
        const std::string words = fmt::format("{} ({})", errorString(result), lastError(communicator));
        if (result == kSystemError || result == kRemoteError) throw sdk::PeerLost(call, words);
        throw std::runtime_error(base::say("NCCL, in {}: {}", call, words));
    }

  private:
    Nccl() {
        void* library = ::dlopen("libnccl.so.2", RTLD_NOW);
        if (!library) throw std::runtime_error(base::say("there is no NCCL: {}", ::dlerror()));
        const auto find = [&](auto& function, const char* name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
            if (!function) throw std::runtime_error(base::say("this NCCL has no {}", name));
        };
        find(version, "ncclGetVersion");
        find(makeMeetingPoint, "ncclGetUniqueId");
        find(initRank, "ncclCommInitRank");
        find(allReduce, "ncclAllReduce");
        find(asyncError, "ncclCommGetAsyncError");
        find(abort, "ncclCommAbort");
        find(errorString, "ncclGetErrorString");
        find(lastError, "ncclGetLastError");
    }
};

class NcclSums final : public sdk::DeviceSums {
  public:
    NcclSums(c10d::Store& store, int rank, int worldSize, c10::DeviceIndex index)
        : nccl_(Nccl::get()),
          index_(index),
          stream_(c10::cuda::getStreamFromPool(/*isHighPriority=*/true, index)) {
        constexpr const char* kCall = "rendezvous of the GPUs";
        MeetingPoint point{};
        if (rank == 0) {
            nccl_.check(kCall, nccl_.makeMeetingPoint(&point));
            store.set("nccl", std::vector<std::uint8_t>(point.bytes.begin(), point.bytes.end()));
        } else {
            const std::vector<std::uint8_t> bytes = store.get("nccl");
            std::memcpy(point.bytes.data(), bytes.data(), std::min(bytes.size(), point.bytes.size()));
        }
        nccl_.check(kCall, nccl_.initRank(&communicator_, worldSize, point, rank));
        watcher_ = std::jthread([this](std::stop_token stop) { watch(stop); });
    }
    ~NcclSums() override {
        watcher_.request_stop();
        watcher_.join();
        // Everything is done, or nobody waits for it any more.
        if (!isAborted_) nccl_.abort(communicator_);
    }
    NcclSums(const NcclSums&) = delete;
    NcclSums& operator=(const NcclSums&) = delete;

    void start(const torch::Tensor& tensor) override {
        const std::lock_guard lock(using_);  // not while the watcher aborts
        demandPeers();
        begun_.record(c10::cuda::getCurrentCUDAStream(index_));
        begun_.block(stream_);
        void* data = tensor.mutable_data_ptr();
        const int result =
            nccl_.allReduce(data, data, static_cast<std::size_t>(tensor.numel()),
                            typeOf(tensor.scalar_type()), kSum, communicator_, stream_.stream());
        nccl_.check(kGradients, result, communicator_);
        note();
    }
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
    static constexpr std::chrono::milliseconds kLookEvery{100};

    void demandPeers() const { nccl_.check(kGradients, error_); }

    /// The sum that was queued. Of a captured step nothing is noted: its events cannot be asked.
    void note() {
        if (c10::cuda::currentStreamCaptureStatusMayInitCtx() != c10::cuda::CaptureStatus::None) return;
        c10::cuda::CUDAEvent ready, done;
        ready.record(c10::cuda::getCurrentCUDAStream(index_));
        done.record(stream_);
        marks_.add(std::move(ready), std::move(done));
    }

    /// Kernels of a sum that a peer has left wait for ever: aborting the communicator ends them.
    void watch(const std::stop_token& stop) {
        ::pthread_setname_np(::pthread_self(), "ty-nccl");
        std::mutex mutex;
        std::condition_variable_any ended;
        std::unique_lock lock(mutex);
        while (!ended.wait_for(lock, stop, kLookEvery, [] { return false; }) && !stop.stop_requested()) {
            int error = kSuccess;
            const int result = nccl_.asyncError(communicator_, &error);
            if (result != kSuccess) error = result;
            if (error == kSuccess || error == kInProgress) continue;
            const std::lock_guard inUse(using_);
            error_ = error;
            isAborted_ = true;
            nccl_.abort(communicator_);
            return;
        }
    }

    const Nccl& nccl_;
    const c10::DeviceIndex index_;
    const c10::cuda::CUDAStream stream_;
    Communicator communicator_ = nullptr;
    c10::cuda::CUDAEvent begun_, done_;
    std::atomic<int> error_ = kSuccess;
    std::atomic<bool> isAborted_ = false;
    std::mutex using_;  ///< guards the communicator
    SumMarks<c10::cuda::CUDAEvent> marks_;
    std::jthread watcher_;
};

}  // namespace

std::unique_ptr<sdk::DeviceSums> connectByNccl(c10d::Store& store, int rank, int worldSize,
                                               c10::DeviceIndex index) {
    c10::cuda::set_device(index);
    return std::make_unique<NcclSums>(store, rank, worldSize, index);
}

}  // namespace trainyard::engine
