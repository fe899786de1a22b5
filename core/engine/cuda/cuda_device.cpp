// SPDX-License-Identifier: Apache-2.0
// One GPU as a Device: a stream for steps, a stream for input, graphs of whole steps.
#include <ATen/Context.h>
#include <ATen/core/CachingHostAllocator.h>
#include <ATen/cuda/CUDAGeneratorImpl.h>
#include <ATen/cuda/CUDAGraph.h>
#include <ATen/ops/empty.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAEvent.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <fmt/format.h>
#include <torch/version.h>

#include "core/engine/cuda/nccl_sums.h"
#include "core/engine/device/cuda_module.h"

namespace trainyard::engine {
namespace {

class CudaMark final : public Device::Mark {
  public:
    explicit CudaMark(const c10::cuda::CUDAStream& stream) { event_.record(stream); }
    void wait() override { event_.synchronize(); }
    void block(const c10::cuda::CUDAStream& stream) { event_.block(stream); }

  private:
    c10::cuda::CUDAEvent event_;
};

/// libtorch's graph, which can also be abandoned. Its own capture_end() throws where the work has made the
/// capture invalid, as an operator that waits for the device does, and then leaves undone what follows.
class Capture final : public at::cuda::CUDAGraph {
  public:
    void begin() {
        // Thread-local: the input thread allocates pinned memory meanwhile, which the global mode forbids.
        capture_begin({0, 0}, cudaStreamCaptureModeThreadLocal);
    }
    /// Ends a capture that has failed anywhere: the stream takes work again, later tensors are not allocated
    /// in the graph's memory, which goes back with its last tensor, and random numbers are drawn again.
    void abandon() noexcept {
        if (!isDone([&] { capture_end(); }) && !capture_ended_) {
            const bool isBegun = capture_id_ != 0;
            const bool isLeft = isDone(
                [&] { c10::cuda::CUDACachingAllocator::endAllocateToPool(capture_dev_, mempool_id_); });
            const bool isLeftByHost =
                isDone([&] { at::getHostAllocator(torch::kCUDA)->end_allocate_to_pool(mempool_id_); });
            // As their capture_epilogue() does, which libtorch_cuda does not export.
            for (const auto& captured : captured_generator_states_) captured.first->capturing_ = false;
            capture_ended_ = isBegun || (isLeft && isLeftByHost);  // reset() gives the memory back then
        }
        (void)cudaGetLastError();  // that of the work has been thrown, and is no later call's
    }

  private:
    /// Whether `call` has not thrown: the error of the work is the one to report, not what follows from it.
    template <class Call>
    static bool isDone(const Call& call) noexcept {
        try {
            call();
            return true;
        } catch (const std::exception&) {
            return false;
        }
    }
};

class CudaGraph final : public Device::Graph {
  public:
    explicit CudaGraph(const std::function<void()>& work) {
        // A graph's tensors have memory of their own, and while one is captured nothing can be given back.
        c10::cuda::CUDACachingAllocator::emptyCache();
        try {
            graph_.begin();
            work();
            graph_.capture_end();
        } catch (...) {
            graph_.abandon();
            throw;
        }
    }
    void replay() override { graph_.replay(); }

  private:
    Capture graph_;
};

class CudaDevice final : public Device {
  public:
    explicit CudaDevice(c10::DeviceIndex index)
        : index_(index),
          compute_(c10::cuda::getStreamFromPool(/*isHighPriority=*/true, index)),
          input_(c10::cuda::getStreamFromPool(/*isHighPriority=*/false, index)),
          copy_(c10::cuda::getStreamFromPool(/*isHighPriority=*/false, index)) {}

    torch::Device where() const override { return {torch::kCUDA, index_}; }
    std::string describe() const override {
        cudaDeviceProp properties{};
        C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, index_));
        return "cuda:" + std::to_string(index_) + ", " + properties.name + " (" +
               std::to_string(properties.totalGlobalMem >> 20) + " MB)";
    }
    std::string identity() const override {
        cudaDeviceProp properties{};
        C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, index_));
        std::string uuid;
        for (const char byte : properties.uuid.bytes)
            uuid += fmt::format("{:02x}", static_cast<unsigned char>(byte));
        return uuid;
    }
    void prepareSums() override { findNccl(); }
    std::vector<std::unique_ptr<sdk::DeviceSums>> connect(const Peers& peers) override {
        return connectByNccl(peers);
    }
    Memory memory() const override {
        const auto stats = c10::cuda::CUDACachingAllocator::getDeviceStats(index_);
        constexpr auto kAll = static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE);
        std::size_t free = 0, total = 0;
        const c10::cuda::CUDAGuard onIt(index_);
        C10_CUDA_CHECK(cudaMemGetInfo(&free, &total));
        return {total, free, static_cast<std::uint64_t>(stats.reserved_bytes[kAll].current),
                static_cast<std::uint64_t>(stats.reserved_bytes[kAll].peak)};
    }
    void enter(Lane lane) override {
        c10::cuda::set_device(index_);
        c10::cuda::setCurrentCUDAStream(lane == Lane::kCompute ? compute_
                                        : lane == Lane::kInput ? input_
                                                               : copy_);
    }
    std::shared_ptr<Mark> mark() override { return std::make_shared<CudaMark>(current()); }
    void queueAfter(Mark& mark) override { static_cast<CudaMark&>(mark).block(current()); }
    torch::Tensor upload(const torch::Tensor& host) override {
        return host.to(where(), /*non_blocking=*/true);
    }
    torch::Tensor download(const torch::Tensor& tensor) override {
        torch::Tensor host =
            at::empty(tensor.sizes(), tensor.options().device(torch::kCPU).pinned_memory(true));
        return host.copy_(tensor, /*non_blocking=*/true);
    }
    void isUsedHere(const torch::Tensor& tensor) override {
        c10::cuda::CUDACachingAllocator::recordStream(tensor.storage().data_ptr(), current());
    }
    std::unique_ptr<Graph> capture(std::function<void()> work) override {
        return std::make_unique<CudaGraph>(work);
    }

  private:
    c10::cuda::CUDAStream current() const { return c10::cuda::getCurrentCUDAStream(index_); }

    c10::DeviceIndex index_;
    c10::cuda::CUDAStream compute_, input_, copy_;
};

std::unique_ptr<Device> openCuda(int index) {
    at::globalContext().lazyInitDevice(torch::kCUDA);
    return std::make_unique<CudaDevice>(static_cast<c10::DeviceIndex>(index));
}

int countCuda() {
    return c10::cuda::device_count();
}

}  // namespace
}  // namespace trainyard::engine

extern "C" __attribute__((visibility("default"))) const trainyard::engine::CudaModule*
trainyard_cuda_module() {  // NOLINT(readability-identifier-naming): as C exports it
    static const trainyard::engine::CudaModule module{TORCH_VERSION, &trainyard::engine::countCuda,
                                                      &trainyard::engine::openCuda};
    return &module;
}
