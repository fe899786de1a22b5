// SPDX-License-Identifier: Apache-2.0
#include "core/control/prediction.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/util/json_util.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "core/base/fd.h"
#include "core/base/text.h"

namespace trainyard::control {
namespace {

using base::Code;
using base::fail;

constexpr int kLookEveryMs = 100;
constexpr int kRequestFd = 3;  // in the program
constexpr std::size_t kLargestReply = 64u << 20;

/// A file without a name: what it holds goes when the last of its readers does.
base::Result<base::UniqueFd> unnamedFile(const char* name, const std::string& text) {
    base::UniqueFd file(::memfd_create(name, MFD_CLOEXEC));
    if (!file || ::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        return fail(base::errnoError(errno, "cannot keep the request in memory"));
    return file;
}

/// The program while it runs; whoever drops it early ends it.
class Child {
  public:
    Child() = default;
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (pid_ <= 0) return;
        ::kill(pid_, SIGKILL);
        (void)wait();  // reaped; how it ended is known
    }
    base::Status start(const std::filesystem::path& program, int request, int out, int errors) {
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
        posix_spawn_file_actions_adddup2(&actions, request, kRequestFd);
        std::string path = program.string(), flag = "--predict";
        std::string file = fmt::format("/proc/self/fd/{}", kRequestFd);
        std::array<char*, 4> args{path.data(), flag.data(), file.data(), nullptr};
        const int error = ::posix_spawn(&pid_, path.c_str(), &actions, nullptr, args.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        if (error == 0) return {};
        pid_ = 0;
        return fail(base::errnoError(error, fmt::format("cannot start {}", path)));
    }
    /// The status of waitpid(2).
    int wait() {
        int status = 0;
        while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
        pid_ = 0;
        return status;
    }

  private:
    pid_t pid_ = 0;
};

/// Takes whole messages off the front of `bytes`.
base::Status handOn(std::string& bytes, const std::function<bool(const v1::PredictReply&)>& onReply) {
    for (;;) {
        google::protobuf::io::CodedInputStream in(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                                  static_cast<int>(bytes.size()));
        std::uint32_t size = 0;
        if (bytes.empty() || !in.ReadVarint32(&size)) return {};
        const auto head = static_cast<std::size_t>(in.CurrentPosition());
        if (size > kLargestReply)
            return fail(Code::kInternal, "the worker wrote something else than replies");
        if (bytes.size() < head + size) return {};
        v1::PredictReply reply;
        if (!reply.ParseFromArray(bytes.data() + head, static_cast<int>(size)))
            return fail(Code::kInternal, "the worker wrote something else than replies");
        bytes.erase(0, head + size);
        if (!onReply(reply)) return fail(Code::kCancelled, "the client has gone");
    }
}

/// What the program said on its way out: its last line, taken apart.
base::Error errorOf(int errors, int status) {
    std::string text(static_cast<std::size_t>(std::max<off_t>(0, ::lseek(errors, 0, SEEK_END))), '\0');
    const ssize_t got = ::pread(errors, text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, got)));
    while (!text.empty() && text.back() == '\n') text.pop_back();
    const std::string line = text.substr(text.rfind('\n') + 1);
    const auto first = line.find('\t'), second = line.find('\t', first + 1);
    if (WIFEXITED(status) && second != std::string::npos)
        return {base::codeFromGrpcStatus(std::atoi(line.c_str())), line.substr(second + 1),
                line.substr(first + 1, second - first - 1)};
    return {Code::kInternal,
            WIFSIGNALED(status)
                ? fmt::format("the predicting worker was killed by signal {}", WTERMSIG(status))
                : fmt::format("the predicting worker ended with exit code {}: {}", WEXITSTATUS(status),
                              base::printable(line)),
            "predict.died"};
}

}  // namespace

base::Status predict(const std::filesystem::path& worker, const v1::PredictRequest& request,
                     const std::function<bool(const v1::PredictReply&)>& onReply,
                     const std::function<bool()>& isCancelled) {
    std::string json;
    const auto printed = google::protobuf::util::MessageToJsonString(request, &json);
    if (!printed.ok()) return fail(Code::kInvalidArgument, printed.ToString());
    TY_ASSIGN(const base::UniqueFd question, unnamedFile("trainyard-predict", json));
    TY_ASSIGN(const base::UniqueFd errors, unnamedFile("trainyard-predict-errors", ""));
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail(base::errnoError(errno, "cannot make a pipe"));
    const base::UniqueFd out(ends[0]);
    base::UniqueFd in(ends[1]);
    Child child;
    TY_TRY(child.start(worker, question.get(), in.get(), errors.get()));
    in.reset();
    std::string bytes;
    std::array<char, 1 << 16> buffer;
    for (;;) {
        if (isCancelled()) return fail(Code::kCancelled, "the client has gone");
        pollfd waiting{out.get(), POLLIN, 0};
        if (::poll(&waiting, 1, kLookEveryMs) <= 0) continue;
        const ssize_t got = ::read(out.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        bytes.append(buffer.data(), static_cast<std::size_t>(got));
        TY_TRY(handOn(bytes, onReply));
    }
    const int status = child.wait();
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    return fail(errorOf(errors.get(), status));
}

}  // namespace trainyard::control
