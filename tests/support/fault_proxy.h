// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "core/base/error.h"
#include "core/base/fd.h"

namespace trainyard::faults {

/// A network of a test's own: connections to Unix sockets whose bytes arrive late, not at all, or until the
/// connection is cut. The same seed gives the same delays. [any]
class FaultProxy {
  public:
    using Clock = std::chrono::steady_clock;
    struct Faults {
        std::chrono::microseconds delay{0};   ///< each way
        std::chrono::microseconds jitter{0};  ///< at most this much more, drawn for each piece
        unsigned seed = 1;
    };
    explicit FaultProxy(Faults faults);
    /// Ends every connection.
    ~FaultProxy();

    /// The near end of a new connection to whoever listens on `socket`; non-blocking.
    base::Result<base::UniqueFd> connect(const std::filesystem::path& socket);
    /// Both ends of every connection are closed.
    void cut();
    /// From now on every byte vanishes, and nobody is told; or they arrive again, those that vanished never.
    void swallow(bool isSwallowing);
    std::uint64_t bytesPassed() const;

  private:
    struct Piece {
        Clock::time_point due;
        std::vector<char> bytes;
        std::size_t sent = 0;
    };
    struct Way {
        int from = -1, to = -1;
        std::deque<Piece> pieces;
        std::size_t waiting = 0;  ///< bytes
        bool isOver = false;      ///< `from` has ended
        bool isDone = false;      ///< and `to` knows
    };
    struct Joined {
        base::UniqueFd near, far;
        Way there, back;
    };
    void run();
    void read(Way& way, Clock::time_point now);
    void write(Way& way, Clock::time_point now);
    void wake();

    const Faults faults_;
    mutable std::mutex mutex_;  ///< guards the members below
    std::mt19937 random_;
    std::vector<std::unique_ptr<Joined>> connections_;
    bool isSwallowing_ = false, isEnding_ = false;
    std::uint64_t passed_ = 0;
    base::UniqueFd wake_;  ///< an eventfd
    std::thread thread_;   ///< last: uses the members above
};

}  // namespace trainyard::faults
