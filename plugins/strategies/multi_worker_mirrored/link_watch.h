// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace trainyard::strategies {

/// Ends connections whose other end has gone silent: a cut cable, a machine without power. Gloo would wait
/// for as long as TCP tries, a quarter of an hour. A process that is only stopped is not silent: its kernel
/// answers, also where it cannot take any more.
class LinkWatch {
  public:
    /// So long is an answer awaited; at most a second more passes until it is noticed.
    static constexpr std::chrono::seconds kLongestSilence{6};

    /// A connected TCP socket of this process.
    struct Socket {
        int fd = -1;
        ino_t inode = 0;
        auto operator<=>(const Socket&) const = default;
    };
    static std::set<Socket> sockets();

    /// Watches the sockets that were connected since.
    explicit LinkWatch(const std::set<Socket>& before);
    ~LinkWatch();
    LinkWatch(const LinkWatch&) = delete;
    LinkWatch& operator=(const LinkWatch&) = delete;

    /// Which of the watched connections has been closed, at whichever end; empty: none. [any]
    std::string closedLink() const;

    /// Which connection of this process has gone silent and was ended, by a watch or, as Gloo's `error`
    /// shows, by its keepalive; empty: none.
    static std::string silence(const std::string& error);

  private:
    struct Watched {
        Socket socket;
        std::string peer;
        bool wasSilent = false;  ///< at the last look
    };
    void checkAll();
    void check(Watched& one) const;

    std::vector<Watched> watched_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool isEnding_ = false;
    std::thread thread_;  ///< last: uses the members above
};

/// Gloo's `error` without its place in Gloo's sources.
std::string withoutSource(const std::string& error);

}  // namespace trainyard::strategies
