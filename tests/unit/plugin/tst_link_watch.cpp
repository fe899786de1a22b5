// SPDX-License-Identifier: Apache-2.0
#include "plugins/strategies/multi_worker_mirrored/link_watch.h"

#include <gtest/gtest.h>

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

TEST(LinkWatch, LeavesOutWhereGlooFailed) {
    EXPECT_EQ(withoutSource("[/build/gloo/transport/tcp/pair.cc:538] Connection closed by peer "
                            "[10.0.0.2]:28888"),
              "Connection closed by peer [10.0.0.2]:28888");
    EXPECT_EQ(withoutSource("[::1]:28888 is gone"), "[::1]:28888 is gone");
}

}  // namespace
}  // namespace trainyard::strategies
