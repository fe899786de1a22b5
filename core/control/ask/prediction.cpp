// SPDX-License-Identifier: Apache-2.0
#include "core/control/ask/prediction.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/util/json_util.h>
#include <poll.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "core/base/fd.h"
#include "core/base/special_file.h"
#include "core/base/text.h"
#include "core/base/words_json.h"
#include "core/checkpoint/foreign.h"
#include "core/control/ask/kept_elsewhere.h"
#include "core/control/runs/run_edit.h"
#include "core/node/child.h"

namespace trainyard::control {
namespace {

using base::Code;
using base::fail;

constexpr int kLookEveryMs = 100;
constexpr int kRequestFd = 3;  // in the program
constexpr std::size_t kLargestReply = 64u << 20;
constexpr std::size_t kMostErrorBytes = 1u << 20;

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
base::Error errorOf(const base::UniqueFd& errors, int status) {
    std::string text = node::contentOf(errors, kMostErrorBytes);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    const std::string line = text.substr(text.rfind('\n') + 1);
    const auto first = line.find('\t'), second = line.find('\t', first + 1), last = line.rfind('\t');
    if (WIFEXITED(status) && second != std::string::npos && last > second) {
        const auto words = nlohmann::json::parse(line.substr(last + 1), nullptr, false);
        return {base::codeFromGrpcStatus(std::atoi(line.c_str())),
                base::wordsFromJson(words, line.substr(second + 1, last - second - 1)),
                line.substr(first + 1, second - first - 1)};
    }
    return {Code::kInternal,
            WIFSIGNALED(status) ? base::say("the predicting worker was killed by signal {}", WTERMSIG(status))
                                : base::say("the predicting worker ended with exit code {}: {}",
                                            WEXITSTATUS(status), base::printable(line)),
            "predict.died"};
}

}  // namespace

base::Status predict(const std::filesystem::path& worker, const v1::PredictRequest& request,
                     const std::function<bool(const v1::PredictReply&)>& onReply,
                     const std::function<bool()>& isCancelled) {
    std::string json;
    const auto printed = google::protobuf::util::MessageToJsonString(request, &json);
    if (!printed.ok()) return fail(Code::kInvalidArgument, base::Words::plain(printed.ToString()));
    TY_ASSIGN(const base::UniqueFd question, node::unnamedFile("trainyard-predict", json));
    TY_ASSIGN(const base::UniqueFd errors, node::unnamedFile("trainyard-predict-errors", ""));
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail(base::errnoError(errno, "cannot make a pipe"));
    const base::UniqueFd out(ends[0]);
    base::UniqueFd in(ends[1]);
    node::Child child;
    TY_TRY(child.start(
        {worker.string(), "--predict", fmt::format("/proc/self/fd/{}", kRequestFd)},
        {{in.get(), STDOUT_FILENO}, {errors.get(), STDERR_FILENO}, {question.get(), kRequestFd}}));
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
    return fail(errorOf(errors, status));
}

base::Status predict(RunRegistry& runs, v1::PredictRequest request,
                     const std::function<bool(const v1::PredictReply&)>& onReply,
                     const std::function<bool()>& isCancelled) {
    if (request.checkpoint().empty()) {
        TY_ASSIGN(const v1::ListCheckpointsReply all, listCheckpoints(runs, request.run()));
        const v1::CheckpointInfo* newest = nullptr;
        for (const v1::CheckpointInfo& one : all.checkpoints())
            if (one.state() != "damaged" && (!newest || std::pair(one.attempt(), one.step()) >=
                                                            std::pair(newest->attempt(), newest->step())))
                newest = &one;
        if (request.run().empty() || !newest)
            return base::fail(base::Code::kFailedPrecondition,
                              base::say("run {} has no checkpoint to predict with; see `checkpoints {}`",
                                        base::printable(request.run()), base::printable(request.run())),
                              "predict.no_checkpoint");
        request.set_checkpoint(newest->path());
    }
    TY_TRY(refuseReported(runs.environment().store, request.checkpoint(), "command.unsupported"));
    std::string notice;  // its reply has no place for it
    TY_ASSIGN(const std::filesystem::path path, bringHere(runs.environment(), request.checkpoint(), notice));
    if (!notice.empty()) spdlog::info("{} to predict with", notice);
    request.set_checkpoint(path.string());
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return base::fail(base::Code::kNotFound,
                          base::say("there is no checkpoint {}", base::printable(path.string())),
                          "checkpoint.not_found");
    if (auto special = base::specialFile(path)) return base::fail(std::move(*special));
    if (auto foreign = checkpoint::foreignFormat(path)) return base::fail(std::move(*foreign));
    if (!std::filesystem::is_directory(path, error))
        return base::fail(
            base::Code::kRefused,
            base::say("{} is a file, and a checkpoint is a folder; weights alone know no model: "
                      "name them as train.initial_weights of a run",
                      base::printable(path.string())),
            "predict.no_checkpoint");
    base::Status status = predict(runs.environment().programs.worker, request, onReply, isCancelled);
    // Where the user has named a place without samples, nothing is damaged.
    if (!status && status.error().id == "data.empty" && !request.data().empty())
        status.error().code = Code::kRefused;
    return status;
}

}  // namespace trainyard::control
