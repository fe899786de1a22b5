// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/control/run/run_stacks.h"

namespace trainyard::control {
namespace {

/// Threads by name, each with the functions it is in, innermost first.
node::ProcessStacks stacksOf(std::vector<std::pair<std::string, std::vector<std::string>>> threads) {
    node::ProcessStacks stacks{'S', {}};
    for (auto& [name, functions] : threads) {
        node::ThreadStack& thread = stacks.threads.emplace_back();
        thread.tid = 10 + static_cast<int>(stacks.threads.size());
        thread.name = name;
        thread.frames.push_back({"syscall", "libc.so.6", "0x1", "#0 0x1 syscall - libc.so.6"});
        for (const std::string& function : functions)
            thread.frames.push_back({function, "trainyard-worker", "0x2", "#1 0x2 " + function});
    }
    return stacks;
}

/// Without the task's name.
std::string where(const node::ProcessStacks& stacks) {
    return whereItStands("worker:0", stacks).text().substr(std::string("worker:0 ").size());
}

TEST(ControlStacks, TheMainThreadSaysWhereAWorkerStands) {
    EXPECT_EQ(where(stacksOf({{"trainyard-worke",
                               {"trainyard::sdk::SharedSegment::waitUntil",
                                "trainyard::strategies::SegmentReduction::waitForAll", "main"}},
                              {"ty-spool", {"trainyard::engine::SpoolWriter::write"}}})),
              "is in SegmentReduction::waitForAll");
}

TEST(ControlStacks, OfATaskThatServesAThreadThatIsAtSomething) {
    const std::pair<std::string, std::vector<std::string>> main{
        "trainyard-worke", {"trainyard::engine::ps::TaskServer::waitForEnd", "main"}};
    const std::pair<std::string, std::vector<std::string>> idle{
        "ty-variables", {"trainyard::engine::ps::(anonymous namespace)::Reader::next", "a::serve"}};
    EXPECT_EQ(where(stacksOf({main, idle, {"ty-variables", {"trainyard::engine::ps::Table::add"}}})),
              "is in Table::add (thread ty-variables)");
    EXPECT_EQ(where(stacksOf({main, idle})), "is in TaskServer::waitForEnd");
}

TEST(ControlStacks, CodeThatHasNoNameIsAnAddress) {
    node::ProcessStacks stacks{'T', {{11, "trainyard-worke", {{"", "", "0x00007f1d2c000b10", "#0"}}}}};
    EXPECT_EQ(where(stacks), "is in 0x00007f1d2c000b10");
    stacks.threads.clear();
    EXPECT_EQ(where(stacks), "is at an unknown place");
}

TEST(ControlStacks, AnErrorIsShownAtItsTaskUnlessThereIsNothingElse) {
    const base::Error gone{base::Code::kNotFound, "process 12 has ended", "task.not_found"};
    std::vector<node::TaskStacks> read{{"worker:0", 11, 'S', stacksOf({{"trainyard-worke", {"a::f"}}})},
                                       {"worker:1", 12, '?', base::fail(gone)}};
    const auto reply = toReply(read);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->tasks(0).threads(0).frames(1), "a::f");
    EXPECT_EQ(reply->tasks(0).state(), "sleeping");
    EXPECT_EQ(reply->tasks(1).error(), "process 12 has ended");
    EXPECT_EQ(reply->tasks(1).threads_size(), 0);
    read.erase(read.begin());
    const auto nothing = toReply(read);
    ASSERT_FALSE(nothing);
    EXPECT_EQ(nothing.error().id, "task.not_found");
}

}  // namespace
}  // namespace trainyard::control
