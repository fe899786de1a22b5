// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/base/loop/event_loop.h"
#include "core/base/loop/executor.h"
#include "core/node/attempt_processes.h"
#include "core/node/machine_tests.h"
#include "core/node/node.h"
#include "core/node/port_book.h"
#include "core/node/stack_pool.h"

namespace trainyard::node {

/// The machine that this agent runs on. Blocks in a thread of its own, and reads stacks in others; the
/// control loop only waits for the ends of processes.
class LocalNode final : public Node {
  public:
    LocalNode(base::EventLoop& loop, NodeSetup setup);
    /// Carries out what was asked before. Not in the loop, and before the loop ends.
    ~LocalNode() override;

    std::unique_ptr<AttemptTasks> open(AttemptId attempt, OnEnd onEnd) override;
    void hasLivingTask(const std::string& run, Done<bool> done) override;
    void checkPorts(std::vector<std::uint16_t> ports, Done<std::vector<base::Status>> done) override;
    void keep(const v1::KeepCall& call, KeepDone done) override;
    void files(const v1::FilesCall& call, FilesDone done) override;
    void onKept(const std::string& run, OnKept onKept) override;
    void selfTest(Done<SelfTest> done) override;
    void awaitLinkTest(LinkTest test, Done<std::uint16_t> done) override;
    void testLink(LinkTest test, Done<LinkMeasure> done) override;
    void readClock(Done<double> done) override;

  private:
    class Tasks;
    MachineTests& tests();

    base::EventLoop& loop_;
    const NodeSetup setup_;
    PortBook ports_;
    StackPool stacks_;
    std::unique_ptr<MachineTests> tests_;  ///< null: nobody has asked
    ProcessTable table_;                   ///< [io]
    GpuMeter gpus_;                        ///< [io]
    base::Executor io_;                    ///< ends first: it posts to the loop and uses the stacks' threads
};

}  // namespace trainyard::node
