// SPDX-License-Identifier: Apache-2.0
#include "core/node/machine_tests.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "core/base/fd.h"
#include "core/base/file.h"
#include "core/base/time.h"
#include "core/node/child.h"
#include "core/node/link_test.h"

namespace trainyard::node {
namespace {

constexpr std::size_t kWrittenBytes = std::size_t{4} << 20;
/// A cold disk may need it all, to read libtorch.
constexpr std::chrono::seconds kWorkerStart{5};

/// Bytes per second of a file that is written and synced.
base::Result<double> writeFile(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return base::fail(
            base::errnoError(error.value(), base::say("cannot make the folder {}", folder.string())));
    std::string name = (folder / ".disk-test-XXXXXX").string();
    const base::UniqueFd file(::mkostemp(name.data(), O_CLOEXEC));
    if (!file) return base::fail(base::errnoError(errno, base::say("cannot write in {}", folder.string())));
    ::unlink(name.c_str());
    const std::string bytes(kWrittenBytes, 'd');
    const auto began = std::chrono::steady_clock::now();
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t wrote = ::write(file.get(), bytes.data() + done, bytes.size() - done);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0)
            return base::fail(base::errnoError(errno, base::say("cannot write in {}", folder.string())));
        done += static_cast<std::size_t>(wrote);
    }
    if (::fsync(file.get()) != 0)
        return base::fail(
            base::errnoError(errno, base::say("cannot write to the disk of {}", folder.string())));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    return static_cast<double>(bytes.size()) / took.count();
}

SelfTest testThisMachine(const NodeSetup& setup) {
    SelfTest test;
    const auto written = writeFile(setup.runs);
    if (written)
        test.diskBytesPerSecond = *written;
    else
        test.disk = base::fail(written.error());
    test.diskFreeBytes = base::freeBytes(setup.runs).value_or(0);
    test.libtorch = startWorker(setup.worker);
    test.clock = setup.clock();
    return test;
}

template <typename Value>
void answerIn(base::EventLoop& loop, const Done<Value>& done, base::Result<Value> value) {
    const auto shared = std::make_shared<base::Result<Value>>(std::move(value));
    loop.post([done, shared] { done(std::move(*shared)); });
}

}  // namespace

base::Status startWorker(const std::filesystem::path& program) {
    TY_ASSIGN(const base::UniqueFd output, unnamedFile("ty-self-test", ""));
    Child worker;
    TY_TRY(worker.start({program.string(), "--version"},
                        {{output.get(), STDOUT_FILENO}, {output.get(), STDERR_FILENO}}));
    const auto status = worker.waitFor(kWorkerStart);
    if (status && WIFEXITED(*status) && WEXITSTATUS(*status) == 0) return {};
    return base::fail(base::Code::kFailedPrecondition,
                      status
                          ? "its worker does not start with libtorch"
                          : base::say("its worker did not start within {} s; the machine may be busy: test "
                                      "again before anything else",
                                      kWorkerStart.count()),
                      "node.not_prepared");
}

void MachineTests::selfTest(Done<SelfTest> done) {
    self_.post([this, done = std::move(done)] { answerIn<SelfTest>(loop_, done, testThisMachine(setup_)); });
}

void MachineTests::awaitLink(LinkTest test, Done<std::uint16_t> done) {
    awaiting_.post([this, test = std::move(test), done = std::move(done)] {
        const auto listener = LinkSocket::listen(test.address);
        if (!listener) return answerIn<std::uint16_t>(loop_, done, base::fail(listener.error()));
        answerIn<std::uint16_t>(loop_, done, listener->port());
        const base::Status answered = test.kind == LinkTest::Kind::kTransfer
                                          ? answerTransfer(*listener, test)
                                          : answerAllReduce(*listener, test, setup_.worker);
        // The machine that has begun the test reports that it failed; the reason may be known here alone.
        if (!answered) spdlog::warn("the test of a link: {}", answered.error().describe());
    });
}

void MachineTests::link(LinkTest test, Done<LinkMeasure> done) {
    testing_.post([this, test = std::move(test), done = std::move(done)] {
        answerIn<LinkMeasure>(loop_, done,
                              test.kind == LinkTest::Kind::kTransfer ? measureTransfer(test)
                                                                     : measureAllReduce(test, setup_.worker));
    });
}

}  // namespace trainyard::node
