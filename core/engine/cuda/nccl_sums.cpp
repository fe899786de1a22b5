// SPDX-License-Identifier: Apache-2.0
// NCCL's interface is used directly, from the library that came with libtorch_cuda ("NCCL API", NVIDIA,
// version 2): c10d's group would bring headers of cuBLAS, cuSPARSE and cuSOLVER, and a watchdog whose queries
// a captured step forbids.
#include "core/engine/cuda/nccl_sums.h"

#include <c10/cuda/CUDAEvent.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGraphsC10Utils.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "core/engine/cuda/nccl_join.h"
#include "core/engine/device/peer_watch.h"
#include "core/engine/device/sum_marks.h"

namespace trainyard::engine {
namespace {

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

class NcclSums final : public sdk::DeviceSums {
  public:
    /// Takes over `communicator`, of the GPU `index`, unless it throws.
    NcclSums(Nccl::Communicator communicator, c10::DeviceIndex index)
        : nccl_(Nccl::get()),
          index_(index),
          stream_(c10::cuda::getStreamFromPool(/*isHighPriority=*/true, index)),
          communicator_(communicator),
          watch_([this] { return ask(); }, [this] { nccl_.abort(communicator_); }) {}

    void start(const torch::Tensor& tensor) override {
        auto inUse = watch_.use();  // not while it is aborted
        demandPeers();
        const auto handedOver = marks_.handOver();
        begun_.record(c10::cuda::getCurrentCUDAStream(index_));
        begun_.block(stream_);
        void* data = tensor.mutable_data_ptr();
        int result =
            nccl_.allReduce(data, data, static_cast<std::size_t>(tensor.numel()),
                            typeOf(tensor.scalar_type()), Nccl::kSum, communicator_, stream_.stream());
        // What is recorded below has to come after it on the stream.
        result =
            watch_.settled(inUse, result, Nccl::kInProgress, [&] { return nccl_.stateOf(communicator_); });
        nccl_.check(kGradients, result, watch_.isEnded() ? nullptr : communicator_);
        note();
    }
    void abort() override { watch_.end(Nccl::kRemoteError); }
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
        const int state = nccl_.stateOf(communicator_);
        return state == Nccl::kInProgress ? Nccl::kSuccess : state;
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
    const Nccl::Communicator communicator_;
    c10::cuda::CUDAEvent begun_, done_;
    SumMarks<c10::cuda::CUDAEvent> marks_;
    PeerWatch watch_;  ///< guards the communicator, and ends first
};

}  // namespace

void findNccl() {
    Nccl::get();
}

std::vector<std::unique_ptr<sdk::DeviceSums>> connectByNccl(const Device::Peers& peers) {
    const c10::cuda::CUDAGuard back(c10::cuda::current_device());
    std::vector<OwnedCommunicator> communicators = joinByNccl(
        Nccl::get(), peers, [](const Device& device) { c10::cuda::set_device(device.where().index()); });
    std::vector<std::unique_ptr<sdk::DeviceSums>> sums;
    for (std::size_t i = 0; i < communicators.size(); ++i) {
        sums.push_back(std::make_unique<NcclSums>(communicators[i].get(), peers.own[i]->where().index()));
        (void)communicators[i].release();
    }
    return sums;
}

}  // namespace trainyard::engine
