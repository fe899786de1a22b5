// SPDX-License-Identifier: Apache-2.0
// Memory of a client and a server: what is mapped, how waits end, what passes through it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <future>

#include "core/base/fd.h"
#include "core/engine/ps/memory_service.h"
#include "core/engine/ps/shared_area.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;

TEST(SharedMemory, OnlyMemoryThatCannotShrinkIsMapped) {
    const auto area = SharedArea::make({4096, 4096});
    ASSERT_TRUE(area);
    const v1::PsShare good = (*area)->offer();
    EXPECT_TRUE(SharedArea::open(good));
    const auto refusal = [&](const std::function<void(v1::PsShare&)>& change) {
        v1::PsShare offer = good;
        change(offer);
        const auto opened = SharedArea::open(offer);
        return opened ? base::Error{} : opened.error();
    };
    EXPECT_EQ(refusal([](auto& offer) { offer.set_processes(1); }).code, Code::kPermissionDenied);
    EXPECT_EQ(refusal([](auto& offer) { offer.set_mark(std::string(16, 'x')); }).code,
              Code::kPermissionDenied);
    EXPECT_EQ(refusal([](auto& offer) { offer.set_reply_bytes(8192); }).code, Code::kPermissionDenied);
    EXPECT_EQ(refusal([](auto& offer) { offer.set_reply_bytes(UINT64_MAX); }).code, Code::kInvalidArgument);
    EXPECT_EQ(refusal([](auto& offer) { offer.set_fd(1 << 20); }).code, Code::kNotFound);
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    EXPECT_EQ(refusal([&](auto& offer) { offer.set_fd(pipe[1]); }).code, Code::kPermissionDenied);
    ::close(pipe[0]);
    ::close(pipe[1]);
    const base::UniqueFd unsealed(::memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    struct stat found{};
    ASSERT_EQ(::stat(("/proc/self/fd/" + std::to_string(good.fd())).c_str(), &found), 0);
    ASSERT_EQ(::ftruncate(unsealed.get(), found.st_size), 0);
    EXPECT_NE(
        refusal([&](auto& offer) { offer.set_fd(unsealed.get()); }).message.text().find("cannot shrink"),
        std::string::npos);
}

TEST(SharedMemory, AWaitForAReplyEndsWithTheServer) {
    const auto made = SharedArea::make({4096, 4096});
    ASSERT_TRUE(made);
    SharedArea& area = **made;
    Parcel request;
    request.head.mutable_list();
    ASSERT_EQ(area.put(SharedArea::Half::kRequests, request), 0u);
    pid_t child = 0;
    std::string program = "/bin/sleep", forLong = "1000";
    char* arguments[] = {program.data(), forLong.data(), nullptr};
    ASSERT_EQ(::posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments, environ), 0);
    ASSERT_TRUE(area.mappedBy(child));
    area.sendRequest();
    auto waiting = std::async(std::launch::async, [&] { return area.waitForReply([] { return false; }); });
    EXPECT_EQ(waiting.wait_for(std::chrono::milliseconds(200)), std::future_status::timeout);
    ::kill(child, SIGKILL);
    EXPECT_EQ(waiting.get(), SharedArea::Arrived::kNever);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    EXPECT_EQ(area.waitForReply([] { return true; }), SharedArea::Arrived::kNever);
}

/// How often this process has such memory mapped.
int mappings() {
    std::ifstream maps("/proc/self/maps");
    int count = 0;
    for (std::string line; std::getline(maps, line);) count += line.contains("/memfd:trainyard");
    return count;
}

TEST(SharedMemory, AnOfferOfNoMemoryEndsWhatIsShared) {
    const int before = mappings();
    const auto reply = [](const base::Result<Parcel>& request, const NewTensor& make) {
        Parcel parcel;
        // What came is returned as it lies, and something longer than the half.
        parcel.tensors = request->tensors;
        parcel.tensors.push_back(make({2}, torch::kInt64).fill_(7));
        if (request->head.has_list()) parcel.tensors.push_back(torch::ones({1 << 16}));
        return parcel;
    };
    std::vector<Parcel> written;
    MemoryService service(
        {reply, [&](Parcel parcel) { return written.push_back(std::move(parcel)), true; }, [] {}},
        MemoryService::Requests::kViewed);
    const auto made = SharedArea::make({1 << 14, 1 << 14});
    ASSERT_TRUE(made);
    SharedArea& area = **made;
    EXPECT_EQ(service.share(area.offer()).head.number(), ::getpid());
    ASSERT_TRUE(area.mappedBy(::getpid()));
    EXPECT_EQ(mappings(), before + 2);
    Parcel request;
    request.tensors = {torch::arange(5), torch::rand({3, 4}).t(), torch::zeros({0, 3})};
    const auto ask = [&] {
        EXPECT_EQ(area.put(SharedArea::Half::kRequests, request), 0u);
        area.sendRequest();
        return area.waitForReply([] { return false; });
    };
    ASSERT_EQ(ask(), SharedArea::Arrived::kHere);
    const auto answered = area.take(SharedArea::Half::kReplies, /*isCopied=*/true);
    ASSERT_TRUE(answered);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(answered->tensors[i].equal(request.tensors[i])) << i;
    EXPECT_TRUE(answered->tensors[3].equal(torch::full({2}, 7)));
    request.head.mutable_list();
    ASSERT_EQ(ask(), SharedArea::Arrived::kOnStream);
    EXPECT_FALSE(service.share(v1::PsShare{}).head.has_failure());
    ASSERT_EQ(written.size(), 1u);
    for (const torch::Tensor& tensor : written[0].tensors) EXPECT_FALSE(area.holds(tensor));
    EXPECT_EQ(mappings(), before + 1) << "the service's is left";
    ASSERT_EQ(area.put(SharedArea::Half::kRequests, request), 0u);
    area.sendRequest();
    EXPECT_EQ(area.waitForReply([] { return false; }), SharedArea::Arrived::kNever);
}

}  // namespace
}  // namespace trainyard::engine::ps
