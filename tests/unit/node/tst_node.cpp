// SPDX-License-Identifier: Apache-2.0
// Ports, logs, CPU lists and the inventory of this machine.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include "core/node/child.h"
#include "core/node/cpu_list.h"
#include "core/node/inventory.h"
#include "core/node/log_file.h"
#include "core/node/merged_log.h"
#include "core/node/ports.h"
#include "tests/support/temp_home.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;

TEST(Ports, APortIsLeasedOnce) {
    auto lease = PortLease::take(0);
    ASSERT_TRUE(lease) << lease.error().describe();
    EXPECT_GT(lease->port(), 0);
    auto second = PortLease::take(0);
    ASSERT_TRUE(second);
    EXPECT_NE(lease->port(), second->port());
}

/// A listener at a free port of `address`, which is written to `port`; empty where there is no such address.
base::UniqueFd listenerAt(const char* address, std::uint16_t& port) {
    addrinfo hints{}, *found = nullptr;
    hints.ai_flags = AI_NUMERICHOST;
    hints.ai_socktype = SOCK_STREAM;
    if (::getaddrinfo(address, nullptr, &hints, &found) != 0) return {};
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> resolved(found, &::freeaddrinfo);
    base::UniqueFd socket(::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int on = 1;  // as gRPC does
    ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (::bind(socket.get(), found->ai_addr, found->ai_addrlen) != 0 || ::listen(socket.get(), 1) != 0)
        return {};
    socklen_t size = found->ai_addrlen;
    ::getsockname(socket.get(), found->ai_addr, &size);
    port =
        ntohs(found->ai_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6*>(found->ai_addr)->sin6_port
                                           : reinterpret_cast<const sockaddr_in*>(found->ai_addr)->sin_port);
    return socket;
}

/// By the address of any interface, since tasks of several machines do not listen on loopback.
TEST(Ports, NamesTheOwnerOfAPortInUse) {
    for (const char* const address : {"127.0.0.1", "127.0.0.2", "0.0.0.0", "::1", "::"}) {
        SCOPED_TRACE(address);
        std::uint16_t port = 0;
        const base::UniqueFd listener = listenerAt(address, port);
        const bool isIpv6 = std::strchr(address, ':') != nullptr;
        if (!listener && isIpv6) continue;  // this machine has none
        ASSERT_TRUE(listener);
        const auto taken = PortLease::take(port);
        ASSERT_FALSE(taken);
        EXPECT_EQ(taken.error().id, "port.in_use");
        EXPECT_NE(taken.error().message.text().find("pid " + std::to_string(::getpid())), std::string::npos)
            << taken.error().message;
        EXPECT_NE(taken.error().message.text().find("node_tests"), std::string::npos);
    }
}

TEST(Ports, ATaskTakesItsLeaseOverAtAnyAddress) {
    const auto lease = PortLease::take(0);
    ASSERT_TRUE(lease) << lease.error().describe();
    for (const in_addr_t host : {INADDR_ANY, INADDR_LOOPBACK, INADDR_LOOPBACK + 1}) {
        const sockaddr_in address{.sin_family = AF_INET,
                                  .sin_port = htons(lease->port()),
                                  .sin_addr = {htonl(host)},
                                  .sin_zero = {}};
        const base::UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        const int on = 1;
        ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        ASSERT_EQ(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0)
            << host;
        EXPECT_EQ(::listen(socket.get(), 1), 0) << host;
    }
}

class LogTest : public testing::Test {
  protected:
    void SetUp() override { file_ = folder_ / "task.log"; }
    void append(const std::string& text) { std::ofstream(file_, std::ios::app) << text; }
    TempHome tempHome_;
    const fs::path& folder_ = tempHome_.path();
    fs::path file_;
};

TEST_F(LogTest, HoldsBackALineWithoutItsEnd) {
    LogReader reader(file_);
    EXPECT_TRUE(reader.readSome()->empty()) << "no file yet";
    append("one\ntw");
    EXPECT_EQ(*reader.readSome(), (std::vector<std::string>{"one"}));
    EXPECT_TRUE(reader.readSome()->empty());
    append("o\n");
    EXPECT_EQ(*reader.readSome(), (std::vector<std::string>{"two"}));
    append("end");
    EXPECT_TRUE(reader.readSome()->empty());
    EXPECT_EQ(reader.flushRest(), (std::vector<std::string>{"end"}));
}

TEST_F(LogTest, CutsAnEndlessLine) {
    append(std::string(200000, 'x'));
    LogReader reader(file_);
    const auto lines = reader.readSome();
    ASSERT_EQ(lines->size(), 3u);
    EXPECT_EQ(lines->front().size(), LogReader::kLongestLine);
    EXPECT_EQ(reader.flushRest().front().size(), 200000 - 3 * LogReader::kLongestLine);
}

TEST_F(LogTest, AProgressBarIsItsLastState) {
    LogReader reader(file_);
    append("start\n\r 0%|  |\r50%|█ |");
    EXPECT_EQ(*reader.readSome(), (std::vector<std::string>{"start"}));
    append("\r100%|██|\r");
    EXPECT_TRUE(reader.readSome()->empty());
    append("\nCRLF\r\n\r1/2\r2/2");
    EXPECT_EQ(*reader.readSome(), (std::vector<std::string>{"100%|██|", "CRLF"}));
    EXPECT_EQ(reader.flushRest(), (std::vector<std::string>{"2/2"}));
}

TEST_F(LogTest, ManyStatesOfABarAreNoLongLine) {
    std::string text = "before\n";
    for (int i = 0; i <= 100000; ++i) text += "\r" + std::to_string(i) + "/100000 [====>.....]";
    append(text + "\nafter\n");
    LogReader reader(file_);
    std::vector<std::string> lines;
    for (auto some = reader.readSome(); !some->empty(); some = reader.readSome())
        lines.insert(lines.end(), some->begin(), some->end());
    EXPECT_EQ(lines, (std::vector<std::string>{"before", "100000/100000 [====>.....]", "after"}));
    EXPECT_EQ(lastLines(file_, 2), (std::vector<std::string>{"100000/100000 [====>.....]", "after"}));
}

TEST_F(LogTest, ATailOfNothingStartsBehindTheLastLine) {
    append("one\ntwo\n");
    LogReader reader(file_);
    ASSERT_TRUE(reader.seekToTail(0));
    EXPECT_TRUE(reader.readSome()->empty());
    append("three\n");
    EXPECT_EQ(*reader.readSome(), (std::vector<std::string>{"three"}));
}

TEST_F(LogTest, GivesTheLastLines) {
    EXPECT_TRUE(lastLines(file_, 3)->empty());
    std::string text;
    for (int i = 0; i < 300000; ++i) text += "line " + std::to_string(i) + "\n";
    append(text + "half");
    EXPECT_EQ(*lastLines(file_, 3), (std::vector<std::string>{"line 299998", "line 299999", "half"}));
}

/// The lines of all parts, each with its task in front.
std::vector<std::string> told(const base::Result<std::vector<MergedLog::Part>>& parts) {
    std::vector<std::string> lines;
    for (const MergedLog::Part& part : *parts)
        for (const std::string& line : part.lines) lines.push_back(part.task + " " + line);
    return lines;
}

class MergedLogTest : public LogTest {
  protected:
    void write(const std::string& name, const std::string& text) {
        std::ofstream(file_.parent_path() / name, std::ios::app) << text;
    }
    void add(const std::string& name) { log_.add(name, 1, LogReader(file_.parent_path() / name)); }
    MergedLog log_;
};

TEST_F(MergedLogTest, OrdersTheLinesOfAllTasksByTheirTime) {
    write("a", "09:00:00.100 one\n09:00:00.300 three\n09:00:00.500 five\n");
    write("b", "09:00:00.200 two\n  of two lines\n09:00:00.400 four\n09:00:00.500 five, too\n");
    for (const char* name : {"a", "b", "missing"}) add(name);
    const std::vector<std::string> expected = {
        "a 09:00:00.100 one",  "b 09:00:00.200 two",  "b   of two lines",        "a 09:00:00.300 three",
        "b 09:00:00.400 four", "a 09:00:00.500 five", "b 09:00:00.500 five, too"};
    EXPECT_EQ(told(log_.readSome(false)), expected);
    EXPECT_TRUE(log_.readSome(false)->empty());
    write("b", "09:00:01.000 later\n09:00:02.000 cut");
    write("a", "09:00:00.900 late\n");
    EXPECT_EQ(told(log_.readSome(false)),
              (std::vector<std::string>{"a 09:00:00.900 late", "b 09:00:01.000 later"}));
    EXPECT_EQ(told(log_.readSome(true)), (std::vector<std::string>{"b 09:00:02.000 cut"}));
    EXPECT_TRUE(log_.readSome(true)->empty());
}

TEST_F(MergedLogTest, GoesOverMidnight) {
    write("a", "23:59:59.000 before\n00:00:01.000 after\n");
    write("b", "23:59:59.500 between\n00:00:00.500 still between\n");
    for (const char* name : {"a", "b"}) add(name);
    EXPECT_EQ(told(log_.readSome(true)),
              (std::vector<std::string>{"a 23:59:59.000 before", "b 23:59:59.500 between",
                                        "b 00:00:00.500 still between", "a 00:00:01.000 after"}));
}

TEST_F(MergedLogTest, ReadsLongLogsInPiecesThatAreInOrderToo) {
    for (int i = 0; i < 20000; ++i)
        write(i % 2 ? "odd" : "even",
              fmt::format("09:{:02}:{:02}.{:03} {:05}\n", i / 60000, i / 1000, i % 1000, i));
    for (const char* name : {"odd", "even"}) add(name);
    std::vector<std::string> all;
    for (;;) {
        const auto lines = told(log_.readSome(true, 10000));
        if (lines.empty()) break;
        EXPECT_LT(lines.size(), 1000u);
        for (const std::string& line : lines) all.push_back(line.substr(line.size() - 5));
    }
    ASSERT_EQ(all.size(), 20000u);
    EXPECT_TRUE(std::ranges::is_sorted(all));
}

TEST(TimeOfDay, IsOfThatFormOnly) {
    EXPECT_EQ(timeOfDay("00:00:00.000 x"), std::chrono::milliseconds(0));
    EXPECT_EQ(timeOfDay("23:59:59.999 "), std::chrono::milliseconds(86'399'999));
    for (const char* other : {"", "23:59:59.999", "24:00:00.000 ", "12:60:00.000 ", "12-00-00.000 ",
                              "12:00:00.00x ", "a2:00:00.000 "})
        EXPECT_FALSE(timeOfDay(other)) << other;
}

TEST(CpuList, ReadsWhatTasksetReads) {
    const auto cpus = parseCpuList("0-2,5");
    ASSERT_TRUE(cpus);
    EXPECT_EQ(CPU_COUNT(&*cpus), 4);
    EXPECT_TRUE(CPU_ISSET(5, &*cpus));
    for (const char* wrong : {"", "a", "3-1", "0-", "1,,2", "99999", "-1"})
        EXPECT_FALSE(parseCpuList(wrong)) << wrong;
    EXPECT_TRUE(checkCpus(*parseCpuList("0,1000"))) << "one of them is here";
    EXPECT_EQ(checkCpus(*parseCpuList("1000-1001")).error().id, "cluster.cpus");
}

TEST(Child, StartsWithoutTheSignalMaskOfItsStarter) {
    sigset_t blocked, former;
    ::sigemptyset(&blocked);
    ::sigaddset(&blocked, SIGTERM);
    ::pthread_sigmask(SIG_BLOCK, &blocked, &former);
    const auto output = unnamedFile("output", "");
    ASSERT_TRUE(output);
    Child child;
    const auto started =
        child.start({"grep", "SigBlk", "/proc/self/status"}, {{output->get(), STDOUT_FILENO}});
    ::pthread_sigmask(SIG_SETMASK, &former, nullptr);
    ASSERT_TRUE(started) << started.error().describe();
    EXPECT_EQ(child.wait(), 0);
    EXPECT_EQ(contentOf(*output, 100), "SigBlk:\t0000000000000000\n");
}

TEST(Inventory, SeesThisMachine) {
    const auto machine = inventory();
    ASSERT_TRUE(machine);
    EXPECT_GE(machine->cores, 1);
    EXPECT_GT(machine->memoryBytes, 0u);
}

}  // namespace
}  // namespace trainyard::node
