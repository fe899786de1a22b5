// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "plugins/sdk/strategy.h"

namespace trainyard::engine {

/// Where a replica computes, and how work is queued there. A CPU does its work at once; a GPU later, in the
/// order of the lane it was queued in. What uses a device is written against this interface alone and tested
/// with the CPU's (cpu_device.h). Calls throw what libtorch throws.
class Device {
  public:
    virtual ~Device() = default;

    virtual torch::Device where() const = 0;
    /// "cpu", or "cuda:0, NVIDIA H100 80GB HBM3 (81559 MB)".
    virtual std::string describe() const = 0;
    /// sdk::Gpu::identity.
    virtual std::string identity() const = 0;
    /// Whatever of connect() can fail in this process alone: throws where this kind of device has no sums.
    virtual void prepareSums() = 0;
    /// The devices that sums are over: `own`, which are of this one's kind, of this process, and as many of
    /// the others.
    struct Peers {
        std::vector<Device*> own;
        c10d::Store* store = nullptr;  ///< where the processes meet; null: this is the only one
        int firstRank = 0;             ///< of own.front(), among all devices
        int worldSize = 1;             ///< devices of all processes
        /// Waits for other processes: until `isDone()`, which does not block. Throws PeerLost where one of
        /// them does not come.
        std::function<void(const std::function<bool()>& isDone)> await = {};
    };
    /// Collective: sums over all devices, one object for each of `own`. Waits by `await` until all have come;
    /// if one of `own` cannot join, or the wait throws, all of this process cancel, and this throws. Called
    /// after prepareSums() everywhere.
    virtual std::vector<std::unique_ptr<sdk::DeviceSums>> connect(const Peers& peers) = 0;

    /// In bytes.
    struct Memory {
        std::uint64_t total = 0, free = 0;  ///< of the device, whoever uses it
        std::uint64_t held = 0;             ///< by this process' tensors, freed ones that are kept included
        std::uint64_t peak = 0;             ///< the most that was held so far
    };
    virtual Memory memory() const = 0;

    /// Work of one lane runs in order; the lanes run side by side: steps, their input, copies for
    /// checkpoints.
    enum class Lane { kCompute, kInput, kCopy };
    /// What this thread queues from now on is queued in `lane`. [any]
    virtual void enter(Lane lane) = 0;

    /// A place in the lane of the thread that made it.
    class Mark {
      public:
        virtual ~Mark() = default;
        /// Blocks until everything queued before the mark is done. [any]
        virtual void wait() = 0;
    };
    /// After everything that this thread has queued. [any]
    virtual std::shared_ptr<Mark> mark() = 0;
    /// What this thread queues from now on runs after `mark`; does not block. [any]
    virtual void queueAfter(Mark& mark) = 0;

    /// Queues a copy of `host` to the device; does not wait for it if `host` is in pinned memory. [any]
    virtual torch::Tensor upload(const torch::Tensor& host) = 0;
    /// Queues a copy of `tensor` to pinned host memory, complete when a later mark of this thread is. [any]
    virtual torch::Tensor download(const torch::Tensor& tensor) = 0;
    /// Says that this thread has queued work on a tensor of another lane: its memory is not used again
    /// before that work is done. [any]
    virtual void isUsedHere(const torch::Tensor& tensor) = 0;

    /// Work recorded once and repeated with the same tensors.
    class Graph {
      public:
        virtual ~Graph() = default;
        /// Queues the recorded work. [the thread that captured it]
        virtual void replay() = 0;
    };
    /// Records what `work` queues, without doing it. `work` must not wait for the device, and has been done
    /// a few times before. Throws what `work` throws, and c10::Error where it cannot be recorded; nothing of
    /// it is done then, and the device takes work as before. [train]
    virtual std::unique_ptr<Graph> capture(std::function<void()> work) = 0;
};

}  // namespace trainyard::engine
