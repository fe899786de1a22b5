// SPDX-License-Identifier: Apache-2.0
#include "plugins/strategies/multi_worker_mirrored/link_watch.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include "core/base/fd.h"

namespace trainyard::strategies {
namespace {

TEST(LinkWatch, SaysWhoHasNotAnswered) {
    EXPECT_EQ(LinkWatch::silence("[/build/gloo/transport/tcp/pair.cc:538] Read error [10.0.0.2]:28888: "
                                 "Connection timed out"),
              "no answer from 10.0.0.2 for 6 s");
    EXPECT_EQ(LinkWatch::silence("[/build/gloo/transport/tcp/pair.cc:538] Read error [fe80::1%eth0]:4: "
                                 "Connection timed out"),
              "no answer from fe80::1%eth0 for 6 s");
    EXPECT_EQ(LinkWatch::silence("[/build/gloo/transport/tcp/pair.cc:538] Connection closed by peer "
                                 "[10.0.0.2]:28888"),
              "")
        << "it has answered";
}

/// A connection of this process with itself.
struct Loop {
    Loop() {
        const base::UniqueFd listener(::socket(AF_INET, SOCK_STREAM, 0));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        auto* const any = reinterpret_cast<sockaddr*>(&address);
        socklen_t size = sizeof address;
        EXPECT_EQ(::bind(listener.get(), any, size), 0);
        EXPECT_EQ(::listen(listener.get(), 1), 0);
        EXPECT_EQ(::getsockname(listener.get(), any, &size), 0);
        EXPECT_EQ(::connect(own.get(), any, size), 0);
        other = base::UniqueFd(::accept(listener.get(), nullptr, nullptr));
    }
    /// Until the own end has learnt of it.
    void endOther() const {
        EXPECT_EQ(::shutdown(other.get(), SHUT_WR), 0);
        pollfd learnt{own.get(), POLLRDHUP, 0};
        EXPECT_EQ(::poll(&learnt, 1, 20000), 1);
    }
    base::UniqueFd own{::socket(AF_INET, SOCK_STREAM, 0)}, other;
};

TEST(LinkWatch, NamesAConnectionThatWasClosedAtEitherEnd) {
    Loop unwatched;
    unwatched.other.reset();
    for (const bool isOwnEnd : {false, true}) {
        const auto before = LinkWatch::sockets();
        Loop loop;
        const LinkWatch watch(before);
        EXPECT_EQ(watch.closedLink(), "");
        if (isOwnEnd)
            loop.own.reset();
        else
            loop.endOther();
        EXPECT_EQ(watch.closedLink(), "the connection with 127.0.0.1 was closed");
    }
}

TEST(LinkWatch, LeavesOutWhereGlooFailed) {
    EXPECT_EQ(withoutSource("[/build/gloo/transport/tcp/pair.cc:538] Connection closed by peer "
                            "[10.0.0.2]:28888"),
              "Connection closed by peer [10.0.0.2]:28888");
    EXPECT_EQ(withoutSource("[::1]:28888 is gone"), "[::1]:28888 is gone");
}

}  // namespace
}  // namespace trainyard::strategies
