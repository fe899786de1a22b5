// SPDX-License-Identifier: Apache-2.0
#include "core/node/stack_reader.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "core/node/frame_name.h"
#include "core/node/process.h"
#include "tests/support/temp_home.h"

namespace trainyard::node {
namespace {

using base::Code;
namespace fs = std::filesystem;

bool never() {
    return false;
}

TEST(FrameName, IsWhatPeopleCallTheFunction) {
    const std::pair<const char*, const char*> kNames[] = {
        {"main", "main"},
        {"trainyard::strategies::SegmentReduction::waitForAll(int)",
         "trainyard::strategies::SegmentReduction::waitForAll"},
        {"trainyard::sdk::SharedSegment::waitUntil(std::__cxx11::basic_string<char, std::char_traits<char>, "
         "std::allocator<char> > const&, std::function<bool ()> const&)",
         "trainyard::sdk::SharedSegment::waitUntil"},
        {"std::_Function_handler<void (trainyard::sdk::ReplicaContext&), "
         "trainyard::engine::Trainer::trainStep()::{lambda(trainyard::sdk::ReplicaContext&)#1}>::_M_invoke("
         "std::_Any_data const&, trainyard::sdk::ReplicaContext&)",
         "trainyard::engine::Trainer::trainStep::{lambda#1}"},
        {"std::thread::_State_impl<std::thread::_Invoker<std::tuple<a::Link::join(a::Id const&, "
         "std::__cxx11::basic_string<char> const&)::{lambda()#1}> > >::_M_run()",
         "a::Link::join::{lambda#1}"},
        {"std::_Function_handler<void (int), a::Team::run(std::function<void (b::C&)> "
         "const&)::{lambda(int)#1}>"
         "::_M_invoke(std::_Any_data const&, int&&)",
         "a::Team::run::{lambda#1}"},
        {"a::Impl::session()::{lambda()#1}::operator()() const", "a::Impl::session::{lambda#1}::operator()"},
        {"a::f() const::{lambda()#2}::operator()() const::{lambda(int)#1}::operator()(int) const",
         "a::f::{lambda#2}::operator()::{lambda#1}::operator()"},
        {"a::(anonymous namespace)::Reader::next()", "a::(anonymous namespace)::Reader::next"},
        {"void at::native::(anonymous namespace)::copy<float>(at::Tensor const&, long)",
         "at::native::(anonymous namespace)::copy"},
        {"grpc::ClientReaderWriter<a::Report, a::Command>::Read(a::Command*)",
         "grpc::ClientReaderWriter::Read"},
        {"std::ostream& operator<< <std::char_traits<char> >(std::ostream&, char const*)", "operator<<"},
        {"a::B::operator->() const", "a::B::operator->"},
        {"a::B::operator bool() const", "a::B::operator bool"},
        {"operator new(unsigned long)", "operator new"},
        {"a::f[abi:cxx11](int)", "a::f"},
        {"std::__cxx11::basic_string<char>::append(char const*)", "std::basic_string::append"},
        {"a::g(int) [clone .isra.0]", "a::g"},
        {"a::operatorName(int)", "a::operatorName"},
        {"pthread_cond_wait@@GLIBC_2.3.2", "pthread_cond_wait"},
        {"decltype (f(0)) a::apply<int, (a::K)3>(int&&)", "a::apply"},
        {"", ""},
        {"((((", "(((("},
        {">>>", ">>>"},
    };
    for (const auto& [demangled, name] : kNames) EXPECT_EQ(functionName(demangled), name);
    EXPECT_EQ(briefName("trainyard::strategies::SegmentReduction::waitForAll"),
              "SegmentReduction::waitForAll");
    EXPECT_EQ(briefName("trainyard::engine::ps::(anonymous namespace)::Reader::next"), "Reader::next");
    EXPECT_EQ(briefName("trainyard::engine::takeStep"), "takeStep");
    EXPECT_EQ(briefName("c10d::ProcessGroupGloo::runLoop"), "c10d::ProcessGroupGloo::runLoop");
}

TEST(Stacks, AreReadFromWhatTheToolPrints) {
    const auto threads = parseStacks(
        "PID 15932 - process\n"
        "TID 15932:\n"
        "#0  0x00007febbaf1f829 syscall - /usr/lib/x86_64-linux-gnu/libc.so.6\n"
        "#1  0x00007febbabe85f3 trainyard::sdk::SharedSegment::waitUntil(int) - /opt/lib/libs.so\n"
        "#2  0x00007febbabd851d trainyard::strategies::SegmentReduction::waitForAll(int) - /opt/lib/libs.so\n"
        "eu-stack: a complaint\n"
        "TID 15941:\n"
        "#0  0x00007febbaf26f36 epoll_wait - /usr/lib/x86_64-linux-gnu/libc.so.6\n"
        "#1  0x00007febd120edbd - /usr/lib/x86_64-linux-gnu/libgrpc.so.29.0.0\n"
        "TID 15950:\n"
        "#0  0x00007f1d2c000b10\n");
    ASSERT_EQ(threads.size(), 3U);
    EXPECT_EQ(threads[0].tid, 15932);
    ASSERT_EQ(threads[0].frames.size(), 3U);
    EXPECT_EQ(threads[0].frames[0].name(), "syscall");
    EXPECT_EQ(threads[0].frames[0].module, "libc.so.6");
    EXPECT_EQ(
        threads[0].frames[2].text,
        "#2  0x00007febbabd851d trainyard::strategies::SegmentReduction::waitForAll(int) - /opt/lib/libs.so");
    ASSERT_TRUE(informativeFrame(threads[0]));
    EXPECT_EQ(informativeFrame(threads[0])->name(), "trainyard::strategies::SegmentReduction::waitForAll");
    EXPECT_EQ(threads[1].frames[1].name(), "0x00007febd120edbd in libgrpc.so.29.0.0");
    EXPECT_FALSE(informativeFrame(threads[1])) << "it waits for work";
    EXPECT_EQ(threads[2].frames[0].name(), "0x00007f1d2c000b10") << "code made at run time";
}

TEST(Stacks, OfPythonAreReadFromWhatPySpyPrints) {
    const auto threads = parsePySpy(R"([
      {"pid": 7, "thread_id": 139762286167744, "thread_name": "MainThread", "os_thread_id": 7, "active": true,
       "frames": [{"name": "train", "filename": "/home/me/main.py", "short_filename": "main.py", "line": 9},
                  {"name": "<module>", "filename": "/home/me/main.py", "short_filename": "main.py", "line": 0}]},
      {"pid": 7, "thread_id": 1, "thread_name": null, "os_thread_id": 8, "frames": []}])");
    ASSERT_TRUE(threads) << threads.error().describe();
    ASSERT_EQ(threads->size(), 2U);
    const ThreadStack& main = threads->front();
    EXPECT_EQ(main.tid, 7);
    EXPECT_EQ(main.name, "MainThread");
    ASSERT_EQ(main.frames.size(), 2U);
    EXPECT_EQ(main.frames[0].name(), "train (main.py:9)");
    EXPECT_EQ(main.frames[0].text, "#0   train (/home/me/main.py:9)");
    EXPECT_EQ(main.frames[1].name(), "<module> (main.py)");
    EXPECT_EQ(informativeFrame(main), &main.frames[0]);
    EXPECT_EQ((*threads)[1].tid, 8);
    EXPECT_EQ((*threads)[1].name, "") << "the kernel's is used";
    for (const char* other : {"", "{}", "[]", "[1]", R"([{"os_thread_id": 7}])", R"([{"frames": [2]}])",
                              R"([{"frames": {"name": "f"}}])"})
        EXPECT_FALSE(parsePySpy(other)) << other;
}

/// A child process that does nothing until it is killed.
class Sleeper {
  public:
    Sleeper() {
        pid_ = ::fork();
        if (pid_ == 0)
            for (;;) ::pause();
        EXPECT_TRUE(comesTo('S'));
    }
    ~Sleeper() {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    pid_t pid() const { return pid_; }
    ProcessId id() const { return identify(pid_).value(); }
    /// Whether it is in this state soon: from the end of one to the other the kernel has it run for a moment.
    bool comesTo(char state) const {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (stateOf(pid_) != state)
            if (std::chrono::steady_clock::now() > until) return false;
        return true;
    }

  private:
    pid_t pid_ = 0;
};

bool stands(const ProcessStacks& stacks, const char* function) {
    return std::ranges::any_of(stacks.threads.front().frames,
                               [&](const Frame& frame) { return frame.function == function; });
}

TEST(Stacks, OfALiveProcessAndOfAStoppedOneWhichStaysStopped) {
    const Sleeper sleeper;
    const auto live = readStacks(sleeper.id(), never);
    ASSERT_TRUE(live) << live.error().describe();
    EXPECT_EQ(live->threads.front().tid, sleeper.pid());
    EXPECT_EQ(live->threads.front().name, "node_tests");
    EXPECT_EQ(live->tool, "eu-stack");
    EXPECT_EQ(live->note, "") << "it is no Python";
    EXPECT_TRUE(stands(*live, "pause"));
    ::kill(sleeper.pid(), SIGSTOP);
    ASSERT_TRUE(sleeper.comesTo('T'));
    const auto stopped = readStacks(sleeper.id(), never);
    ASSERT_TRUE(stopped) << stopped.error().describe();
    EXPECT_EQ(stateWord(stopped->state), "stopped");
    EXPECT_TRUE(stands(*stopped, "pause"));
    EXPECT_TRUE(sleeper.comesTo('T'));
    ::kill(sleeper.pid(), SIGCONT);
    EXPECT_TRUE(sleeper.comesTo('S'));
}

TEST(Stacks, WhyThereAreNone) {
    ProcessId gone;
    {
        const Sleeper sleeper;
        gone = sleeper.id();
        const auto missing = readStacks(sleeper.id(), never, {.program = "no-such-program"});
        ASSERT_FALSE(missing);
        EXPECT_EQ(missing.error().id, "stacks.no_tool");
        EXPECT_NE(missing.error().message.text().find("elfutils"), std::string::npos);
        const auto cancelled = readStacks(sleeper.id(), [] { return true; });
        ASSERT_FALSE(cancelled);
        EXPECT_EQ(cancelled.error().code, Code::kCancelled);
        const auto useless = readStacks(sleeper.id(), never, {.program = "false"});
        ASSERT_FALSE(useless);
        EXPECT_NE(useless.error().message.text().find("false shows no stack"), std::string::npos);
    }
    const auto ended = readStacks(gone, never);
    ASSERT_FALSE(ended);
    EXPECT_EQ(ended.error().code, Code::kNotFound);
}

TEST(Stacks, AToolThatHangsIsEndedAndLeavesNobodyStopped) {
    const TempHome home;
    const fs::path script = home.path() / "tool";
    std::ofstream(script) << "#!/bin/sh\nkill -STOP $3\nexec sleep 1000\n";
    fs::permissions(script, fs::perms::owner_all);
    const Sleeper sleeper;
    const auto late = readStacks(sleeper.id(), never,
                                 {.program = script.string(), .deadline = std::chrono::milliseconds(300)});
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().id, "stacks.deadline");
    EXPECT_TRUE(sleeper.comesTo('S'));
}

}  // namespace
}  // namespace trainyard::node
