// SPDX-License-Identifier: Apache-2.0
#include "core/control/start/node_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/file.h"
#include "core/control/preflight/preflight.h"
#include "core/control/run/await.h"
#include "core/proto/failure.h"
#include "core/spec/run/command_spec.h"

namespace trainyard::control {
namespace {

using base::Code;

constexpr std::size_t kFilesPerCall = 2000;
constexpr std::size_t kPartBytes = 1u << 20;

base::Error changed(const std::string& path) {
    return {Code::kDataLoss, base::say("{} changed while it was sent; send it again", path), "file.changed"};
}

v1::Problem problemOf(const std::string& node, const base::Error& error) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::ERROR);
    problem.set_code(error.id);
    problem.set_path("command");
    proto::setMessage(problem, base::say("node {}: {}", node, error.message));
    return problem;
}

v1::Problem problemOf(const std::string& node, const NodeFiles::Lack& lack) {
    v1::Problem problem;
    problem.set_severity(v1::Problem::ERROR);
    problem.set_code("node.lacks_files");
    problem.set_path(lack.place->key);
    proto::setMessage(
        problem,
        base::say("node {} lacks {}, or has it with different contents (files to send: {}, bytes: {})", node,
                  lack.place->place, lack.missing.size(), lack.bytes));
    proto::setFix(problem, "send them: `--send` on the command line, Send in the window");
    return problem;
}

/// Whether the command's program is in the folder that is sent with it.
bool isInCwd(const v1::RunSpec& spec) {
    const std::filesystem::path cwd = spec.cwd(), program = spec.command(0);
    return program.has_parent_path() && *(cwd / program).lexically_relative(cwd).begin() != "..";
}

}  // namespace

base::Result<v1::FilesReply> NodeFiles::ask(const std::string& node, v1::FilesCall call) {
    using Reply = std::shared_ptr<const v1::FilesReply>;
    auto reply = awaitResult<Reply>(loop_, [nodes = nodes_, node, call = std::move(call)](auto done) {
        node::Node* const machine = nodes ? nodes->find(node) : nullptr;
        if (!machine) return done(base::fail(unknownNode(node)));
        machine->files(call, std::move(done));
    });
    if (!reply) {
        base::Error error = std::move(reply).error();
        error.message = base::say("node {}: {}", node, error.message);
        return base::fail(std::move(error));
    }
    return **reply;
}

base::Result<std::optional<NodeFiles::Lack>> NodeFiles::lackOf(const std::string& node,
                                                               const NamedPlace& place) {
    std::vector<NamedPlace::File> files = place.files;
    if (!place.folder.empty()) {
        std::error_code error;
        if (!std::filesystem::is_directory(place.folder, error)) return std::nullopt;  // is there alone
        v1::FilesCall call;
        call.set_place(place.place);
        call.mutable_have()->set_path(place.folder.string());
        TY_ASSIGN(const v1::FilesReply reply, ask(node, std::move(call)));
        if (reply.is_there() && !reply.has_place()) return std::nullopt;
        TY_ASSIGN(files, filesIn(place.folder));
    }
    Lack lack{.place = &place, .all = {}, .missing = {}, .received = {}};
    Found found;
    const std::span<const NamedPlace::File> all(files);
    for (std::size_t begin = 0; begin < files.size(); begin += kFilesPerCall)
        TY_TRY(
            askAbout(node, all.subspan(begin, std::min(kFilesPerCall, files.size() - begin)), lack, found));
    if (lack.missing.empty() || (found.areOwn && !found.hasPlace)) return std::nullopt;
    if (files.size() > kMostFiles) return base::fail(tooMany(place.place));
    return lack;
}

base::Status NodeFiles::askAbout(const std::string& node, std::span<const NamedPlace::File> files, Lack& lack,
                                 Found& found) {
    v1::FilesCall call;
    call.set_place(lack.place->place);
    for (const NamedPlace::File& one : files) {
        v1::NamedFile& file = *call.mutable_have()->add_files();
        if (one.isOwn) file.set_path(one.path.string());
        file.set_name(one.name);
        TY_ASSIGN(*file.mutable_sha256(), hashes_.of(one.path));
        std::error_code error;
        file.set_bytes(std::filesystem::file_size(one.path, error));
        if (error)
            return base::fail(
                base::errnoError(error.value(), base::say("cannot read {}", one.path.string())));
    }
    TY_ASSIGN(const v1::FilesReply reply, ask(node, call));
    if (static_cast<std::size_t>(reply.files_size()) != files.size())
        return base::fail(Code::kInternal, base::say("node {} answered for {} of {} files", node,
                                                     reply.files_size(), files.size()));
    found.hasPlace = reply.has_place();
    for (std::size_t i = 0; i < files.size(); ++i) {
        const v1::FilesReply::State& state = reply.files(static_cast<int>(i));
        v1::NamedFile file = call.have().files(static_cast<int>(i));
        file.set_path(files[i].path.string());
        lack.all.push_back(file);
        found.areOwn = found.areOwn && state.is_own();
        if (state.is_sent()) continue;
        // Files of the same contents arrive as one.
        const bool isOther =
            state.received() > 0 && std::ranges::any_of(lack.missing, [&](const auto& other) {
                return other.sha256() == file.sha256();
            });
        lack.received.push_back(isOther ? 0 : std::min<std::uint64_t>(state.received(), file.bytes()));
        lack.bytes += file.bytes() - lack.received.back();
        lack.missing.push_back(std::move(file));
    }
    return {};
}

base::Result<std::vector<NodeFiles::Lack>> NodeFiles::lacks(const std::string& node,
                                                            const std::vector<NamedPlace>& places) {
    std::vector<Lack> lacks;
    for (const NamedPlace& place : places) {
        TY_ASSIGN(auto lack, lackOf(node, place));
        if (lack) lacks.push_back(std::move(*lack));
    }
    return lacks;
}

std::vector<v1::Problem> NodeFiles::check(const std::string& node, const v1::RunSpec& spec,
                                          const std::vector<NamedPlace>& places) {
    std::vector<v1::Problem> problems;
    const auto lacks = this->lacks(node, places);
    if (!lacks) return {control::problemOf(lacks.error(), "")};
    for (const Lack& lack : *lacks) problems.push_back(problemOf(node, lack));
    if (!spec::isCommand(spec) || (!lacks->empty() && isInCwd(spec))) return problems;
    const auto program = programError(node, spec);
    if (!program)
        problems.push_back(control::problemOf(program.error(), ""));
    else if (*program)
        problems.push_back(problemOf(node, **program));
    return problems;
}

/// Nothing: it would start, or the Trainyard there is too old to say.
base::Result<std::optional<base::Error>> NodeFiles::programError(const std::string& node,
                                                                 const v1::RunSpec& spec) {
    v1::FilesCall call;
    call.set_place(spec.cwd());
    v1::FilesProgram& program = *call.mutable_have()->mutable_program();
    program.set_name(spec.command(0));
    program.set_folder(spec.cwd());
    if (const auto path = spec.env().find("PATH"); path != spec.env().end()) program.set_path(path->second);
    TY_ASSIGN(const v1::FilesReply reply, ask(node, std::move(call)));
    return reply.has_program() ? std::optional(proto::fromFailure(reply.program())) : std::nullopt;
}

base::Status NodeFiles::send(const std::string& node, const Lack& lack,
                             const std::function<bool(std::uint64_t)>& onSent) {
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < lack.missing.size(); ++i) {
        const std::uint64_t bytes = lack.missing[i].bytes(), received = lack.received[i];
        // What had arrived completely when that agent ended gets its name with its last byte.
        const std::uint64_t offset = received == bytes && received > 0 ? received - 1 : received;
        TY_TRY(sendFile(node, lack, i, offset, [&](std::uint64_t end) {
            return onSent(before + std::max(end, received) - received);
        }));
        before += bytes - received;
    }
    v1::FilesCall call;
    call.set_place(lack.place->place);
    for (const v1::NamedFile& file : lack.all) call.mutable_tidy()->add_names(file.name());
    TY_TRY(ask(node, std::move(call)));
    return {};
}

base::Status NodeFiles::sendFile(const std::string& node, const Lack& lack, std::size_t index,
                                 std::uint64_t offset, const std::function<bool(std::uint64_t)>& onPart) {
    const v1::NamedFile& file = lack.missing[index];
    TY_ASSIGN(const base::OpenedFile opened, base::openRegular(file.path()));
    if (opened.size != file.bytes()) return base::fail(changed(file.path()));
    do {
        v1::FilesCall call;
        call.set_place(lack.place->place);
        v1::FilesPart& part = *call.mutable_part();
        *part.mutable_file() = file;
        part.set_offset(offset);
        std::string& bytes = *part.mutable_bytes();
        bytes.resize(std::min<std::uint64_t>(kPartBytes, file.bytes() - offset));
        const ssize_t got = ::pread(opened.fd.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (got < 0) return base::fail(base::errnoError(errno, base::say("cannot read {}", file.path())));
        if (static_cast<std::size_t>(got) != bytes.size()) return base::fail(changed(file.path()));
        offset += bytes.size();
        TY_TRY(ask(node, std::move(call)));
        if (!onPart(offset)) return base::fail(Code::kCancelled, "the call was cancelled", "call.cancelled");
    } while (offset < file.bytes());
    return {};
}

base::Result<v1::FilesReply::Cleaned> NodeFiles::clean(const std::string& node, std::chrono::seconds unused) {
    v1::FilesCall call;
    call.mutable_clean()->set_unused_seconds(unused.count());
    TY_ASSIGN(const v1::FilesReply reply, ask(node, std::move(call)));
    return reply.cleaned();
}

}  // namespace trainyard::control
