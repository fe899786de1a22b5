// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/shared_area.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/futex.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>

namespace trainyard::engine::ps {
namespace {

using base::Code;
using base::fail;

constexpr const char* kSharingId = "ps.sharing";
constexpr std::size_t kMarkBytes = 16;
constexpr std::size_t kControlBytes = 4096;
/// Where tensors begin: as the allocator has them, for the widest instructions.
constexpr std::size_t kAlignment = 64;
/// A wait looks this often whether the server's process is still there: its end wakes no one.
constexpr std::chrono::milliseconds kLookAtServerEvery{50};
constexpr std::uint64_t kMostAreaBytes = std::uint64_t{1} << 40;

std::size_t alignedUp(std::size_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

std::uint64_t processNamespace() {
    struct stat found{};
    return ::stat("/proc/self/ns/pid", &found) == 0 ? found.st_ino : 0;
}

/// These are for the log alone: tensors take the stream instead.
std::unexpected<base::Error> systemFailure(const std::string& doing) {
    base::Error error = base::errnoError(errno, base::Words::plain(doing));
    error.id = kSharingId;
    return fail(std::move(error));
}

std::unexpected<base::Error> notShareable(Code code, std::string why) {
    return fail(code, base::Words::plain(std::move(why)), kSharingId);
}

/// No caller is woken for nothing: whoever waits looks at the word first.
void waitAt(std::atomic<std::uint32_t>& word, std::uint32_t seen, const timespec* patience) {
    ::syscall(SYS_futex, &word, FUTEX_WAIT, seen, patience, nullptr, 0);
}
void wakeAt(std::atomic<std::uint32_t>& word) {
    ::syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

/// Allocates all of the file, so that nothing is missing when it is written to.
base::Status allocateAll(int file, std::size_t bytes) {
    // Past this limit the kernel sends a signal that ends the process.
    rlimit limit{};
    if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < bytes)
        return notShareable(
            Code::kResourceExhausted,
            fmt::format("{} bytes are more than a file of this process may have (ulimit -f)", bytes));
    int result = 0;
    do result = ::fallocate(file, 0, 0, static_cast<off_t>(bytes));
    while (result != 0 && errno == EINTR);
    if (result != 0) return systemFailure(fmt::format("cannot allocate {} bytes of shared memory", bytes));
    return {};
}

}  // namespace

/// At the start of the memory. The other side may write into it at any time: what is checked is read once.
struct SharedArea::Control {
    std::byte mark[kMarkBytes];
    std::atomic<std::uint32_t> isClosed;
    struct alignas(kAlignment) Line {
        std::atomic<std::uint32_t> count;  ///< of those sent; futex(2) waits for it to change
        std::uint32_t isOnStream;          ///< of replies
        std::uint64_t headAt;              ///< from the start of the half
        std::uint64_t headBytes;
    };
    Line lines[2];
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

torch::Tensor newTensor(const std::vector<std::int64_t>& shape, torch::ScalarType dtype) {
    return at::empty(shape, dtype);
}

SharedArea::SharedArea(Sizes sizes, base::UniqueFd file) : sizes_(sizes), file_(std::move(file)) {
    static_assert(sizeof(Control) <= kControlBytes);
}

SharedArea::~SharedArea() {
    if (memory_) ::munmap(memory_, kControlBytes + sizes_.requests + sizes_.replies);
}

base::Status SharedArea::map() {
    const std::size_t bytes = kControlBytes + sizes_.requests + sizes_.replies;
    void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_.get(), 0);
    if (memory == MAP_FAILED)
        return systemFailure(fmt::format("cannot map {} bytes of shared memory", bytes));
    memory_ = static_cast<std::byte*>(memory);
    return {};
}

base::Result<std::shared_ptr<SharedArea>> SharedArea::make(Sizes sizes) {
    sizes = {alignedUp(sizes.requests), alignedUp(sizes.replies)};
    base::UniqueFd file(::memfd_create("trainyard", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!file) return systemFailure("cannot make shared memory");
    TY_TRY(allocateAll(file.get(), kControlBytes + sizes.requests + sizes.replies));
    if (::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        return systemFailure("cannot seal shared memory");
    std::shared_ptr<SharedArea> area(new SharedArea(sizes, std::move(file)));
    TY_TRY(area->map());
    new (area->memory_) Control{};
    if (::getrandom(area->control().mark, kMarkBytes, 0) != static_cast<ssize_t>(kMarkBytes))
        return systemFailure("cannot draw a mark for shared memory");
    return area;
}

base::Result<std::shared_ptr<SharedArea>> SharedArea::open(const v1::PsShare& offer) {
    if (offer.processes() != processNamespace())
        return notShareable(Code::kPermissionDenied, "the processes are of two machines or containers");
    const std::uint64_t requests = offer.request_bytes(), replies = offer.reply_bytes();
    if (requests > kMostAreaBytes || replies > kMostAreaBytes || requests % kAlignment != 0 ||
        replies % kAlignment != 0 || offer.mark().size() != kMarkBytes)
        return notShareable(Code::kInvalidArgument, "memory of an impossible size was offered");
    const std::string path = fmt::format("/proc/{}/fd/{}", offer.pid(), offer.fd());
    const auto isIt = [&](const struct stat& found) {
        return S_ISREG(found.st_mode) && found.st_uid == ::geteuid() &&
               static_cast<std::uint64_t>(found.st_size) == kControlBytes + requests + replies;
    };
    // Before it is opened: opening a pipe or a device may block, or do something.
    struct stat before{}, after{};
    if (::stat(path.c_str(), &before) != 0) return systemFailure(fmt::format("cannot look at {}", path));
    if (!isIt(before))
        return notShareable(Code::kPermissionDenied,
                            fmt::format("{} is not memory of this user and size", path));
    base::UniqueFd file(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file) return systemFailure(fmt::format("cannot open {}", path));
    if (::fstat(file.get(), &after) != 0) return systemFailure(fmt::format("cannot look at {}", path));
    const int seals = ::fcntl(file.get(), F_GET_SEALS);
    if (!isIt(after) || after.st_dev != before.st_dev || after.st_ino != before.st_ino || seals < 0 ||
        (seals & F_SEAL_SHRINK) == 0)
        return notShareable(Code::kPermissionDenied,
                            fmt::format("{} is not memory that cannot shrink", path));
    std::shared_ptr<SharedArea> area(new SharedArea({requests, replies}, std::move(file)));
    TY_TRY(area->map());
    area->file_.reset();
    if (std::memcmp(area->control().mark, offer.mark().data(), kMarkBytes) != 0)
        return notShareable(Code::kPermissionDenied,
                            fmt::format("{} is not the memory that was offered", path));
    return area;
}

v1::PsShare SharedArea::offer() const {
    v1::PsShare offer;
    offer.set_pid(::getpid());
    offer.set_fd(file_.get());
    offer.set_request_bytes(sizes_.requests);
    offer.set_reply_bytes(sizes_.replies);
    offer.set_mark(control().mark, kMarkBytes);
    offer.set_processes(processNamespace());
    return offer;
}

base::Status SharedArea::mappedBy(std::int64_t server) {
    server_.reset(static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(server), 0)));
    if (!server_) return systemFailure(fmt::format("cannot watch process {}", server));
    file_.reset();
    return {};
}

std::byte* SharedArea::start(Half half) const {
    return memory_ + kControlBytes + (half == Half::kRequests ? 0 : sizes_.requests);
}

bool SharedArea::holds(const torch::Tensor& tensor) const {
    if (!tensor.defined() || !tensor.is_cpu() || tensor.nbytes() == 0) return false;
    const auto* at = static_cast<const std::byte*>(tensor.const_data_ptr());
    return at >= memory_ && at < memory_ + kControlBytes + sizes_.requests + sizes_.replies;
}

/// The view keeps the memory mapped, whoever holds on to it.
torch::Tensor SharedArea::viewAt(std::byte* at, const std::vector<std::int64_t>& shape,
                                 torch::ScalarType dtype) const {
    return at::from_blob(at, shape, [kept = shared_from_this()](void*) {}, at::TensorOptions().dtype(dtype));
}

torch::Tensor SharedArea::place(const std::vector<std::int64_t>& shape, torch::ScalarType dtype) {
    std::size_t bytes = c10::elementSize(dtype);
    for (const std::int64_t extent : shape) bytes *= static_cast<std::size_t>(extent);
    if (bytes > sizes_.replies - placed_) return newTensor(shape, dtype);
    std::byte* at = start(Half::kReplies) + placed_;
    placed_ = std::min(sizes_.replies, placed_ + alignedUp(bytes));
    return viewAt(at, shape, dtype);
}

std::size_t SharedArea::put(Half half, Parcel& parcel) {
    std::byte* const base = start(half);
    // What place() made stays where it is; the others come after.
    std::size_t used = half == Half::kReplies ? placed_ : 0;
    parcel.head.clear_tensors();
    for (torch::Tensor& tensor : parcel.tensors) {
        tensor = tensor.detach();
        v1::PsTensor& head = *parcel.head.add_tensors();
        head.set_dtype(static_cast<int>(tensor.scalar_type()));
        for (const std::int64_t dim : tensor.sizes()) head.add_shape(dim);
        const auto* at = static_cast<const std::byte*>(tensor.const_data_ptr());
        const bool isPlaced = half == Half::kReplies && tensor.nbytes() > 0 && at >= base &&
                              at < base + placed_ && static_cast<std::size_t>(at - base) % kAlignment == 0 &&
                              tensor.is_contiguous();
        head.set_offset(isPlaced ? at - base : static_cast<std::int64_t>(used));
        if (!isPlaced) used += alignedUp(tensor.nbytes());
    }
    const std::size_t headBytes = parcel.head.ByteSizeLong();
    if (used + headBytes > room(half)) return used + headBytes;
    for (std::size_t i = 0; i < parcel.tensors.size(); ++i) {
        const torch::Tensor& tensor = parcel.tensors[i];
        std::byte* const to = base + parcel.head.tensors(static_cast<int>(i)).offset();
        if (tensor.nbytes() == 0 || tensor.const_data_ptr() == to) continue;
        if (tensor.is_contiguous())
            std::memcpy(to, tensor.const_data_ptr(), tensor.nbytes());
        else
            at::from_blob(to, tensor.sizes(), at::TensorOptions().dtype(tensor.scalar_type())).copy_(tensor);
    }
    parcel.head.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(base + used));
    Control::Line& line = control().lines[static_cast<int>(half)];
    line.headAt = used;
    line.headBytes = headBytes;
    return 0;
}

base::Result<Parcel> SharedArea::take(Half half, bool isCopied,
                                      const std::vector<torch::Tensor>& into) const {
    const Control::Line& line = control().lines[static_cast<int>(half)];
    const std::uint64_t headAt = line.headAt, headBytes = line.headBytes;
    const std::size_t size = room(half);
    if (headBytes > kMostHeadBytes || headAt > size || headBytes > size - headAt)
        return fail(Code::kDataLoss, "a head outside the shared memory was announced", "ps.wire");
    Parcel parcel;
    // Of a copy: what is checked below is what was read.
    const std::string head(reinterpret_cast<const char*>(start(half) + headAt), headBytes);
    if (!parcel.head.ParseFromString(head) || parcel.head.tensors_size() > kMostTensors)
        return fail(Code::kDataLoss, "what came is not a parcel", "ps.wire");
    for (int i = 0; i < parcel.head.tensors_size(); ++i) {
        const v1::PsTensor& told = parcel.head.tensors(i);
        TY_ASSIGN(const std::int64_t bytes, announcedBytes(told));
        const auto dtype = static_cast<torch::ScalarType>(told.dtype());
        const bool isInside =
            told.offset() >= 0 && static_cast<std::uint64_t>(told.offset()) <= size &&
            static_cast<std::uint64_t>(bytes) <= size - static_cast<std::size_t>(told.offset()) &&
            static_cast<std::size_t>(told.offset()) % kAlignment == 0;
        if (!isInside)
            return fail(Code::kDataLoss, "a tensor outside the shared memory was announced", "ps.wire");
        const std::vector<std::int64_t> shape(told.shape().begin(), told.shape().end());
        torch::Tensor tensor = viewAt(start(half) + told.offset(), shape, dtype);
        const auto place = static_cast<std::size_t>(i);
        const bool isWanted = place < into.size() && into[place].sizes().equals(tensor.sizes()) &&
                              into[place].scalar_type() == tensor.scalar_type();
        if (isWanted && into[place].is_contiguous()) {
            if (bytes > 0)
                std::memcpy(into[place].data_ptr(), tensor.const_data_ptr(), static_cast<std::size_t>(bytes));
            tensor = into[place];
        } else if (isWanted) {
            torch::Tensor(into[place]).copy_(tensor);
            tensor = into[place];
        } else if (isCopied) {
            tensor = tensor.clone();
        }
        parcel.tensors.push_back(std::move(tensor));
    }
    return parcel;
}

void SharedArea::sendRequest() {
    Control::Line& line = control().lines[static_cast<int>(Half::kRequests)];
    requests_ = line.count.fetch_add(1) + 1;
    wakeAt(line.count);
}

bool SharedArea::hasServerEnded() const {
    pollfd ended{server_.get(), POLLIN, 0};
    return ::poll(&ended, 1, 0) > 0;
}

SharedArea::Arrived SharedArea::waitForReply(const std::function<bool()>& isAbandoned) {
    Control::Line& line = control().lines[static_cast<int>(Half::kReplies)];
    const timespec patience{0, std::chrono::nanoseconds(kLookAtServerEvery).count()};
    while (true) {
        const std::uint32_t count = line.count.load();
        if (count == requests_) return line.isOnStream != 0 ? Arrived::kOnStream : Arrived::kHere;
        if (control().isClosed.load() != 0 || isAbandoned()) return Arrived::kNever;
        // It may have answered, and then ended.
        if (hasServerEnded() && line.count.load() != requests_) return Arrived::kNever;
        waitAt(line.count, count, &patience);
    }
}

bool SharedArea::waitForRequest() {
    Control::Line& line = control().lines[static_cast<int>(Half::kRequests)];
    while (true) {
        if (control().isClosed.load() != 0) return false;
        const std::uint32_t count = line.count.load();
        if (count != requests_) {
            requests_ = count;
            placed_ = 0;
            return true;
        }
        waitAt(line.count, count, nullptr);
    }
}

void SharedArea::sendReply(Arrived where) {
    Control::Line& line = control().lines[static_cast<int>(Half::kReplies)];
    line.isOnStream = where == Arrived::kOnStream ? 1 : 0;
    line.count.store(requests_);
    wakeAt(line.count);
}

void SharedArea::close() {
    control().isClosed.store(1);
    // A wait for requests sleeps until their count changes.
    for (Control::Line& line : control().lines) {
        if (&line == control().lines) line.count.fetch_add(1);
        wakeAt(line.count);
    }
}

}  // namespace trainyard::engine::ps
