// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/loop/event_loop.h"
#include "core/base/loop/executor.h"
#include "core/node/attempt_processes.h"
#include "core/node/node.h"

namespace trainyard::node {

/// Starts the worker program, which loads libtorch to say its version. kFailedPrecondition
/// "node.not_prepared" if it does not within some seconds. Blocks. [any]
base::Status startWorker(const std::filesystem::path& program);

/// The tests of this machine and of its links, in threads of their own. Answered in the loop. [any]
class MachineTests {
  public:
    MachineTests(base::EventLoop& loop, const NodeSetup& setup) : loop_(loop), setup_(setup) {}

    void selfTest(Done<SelfTest> done);
    void awaitLink(LinkTest test, Done<std::uint16_t> done);
    void link(LinkTest test, Done<LinkMeasure> done);

  private:
    base::EventLoop& loop_;
    const NodeSetup& setup_;
    base::Executor self_{"ty-self-test"}, awaiting_{"ty-link-await"}, testing_{"ty-link-test"};
};

}  // namespace trainyard::node
