// SPDX-License-Identifier: Apache-2.0
#include "core/node/remote/remote_files.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/node/file_parts.h"

namespace trainyard::node {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kLook{250};
/// After what arrived could not be written here.
constexpr std::chrono::milliseconds kRetry{500};
constexpr std::size_t kFilePart = 1u << 20;

base::Result<std::vector<fs::path>> filesIn(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (std::error_code unknown; entry->is_regular_file(unknown))
            files.push_back(entry->path().lexically_relative(folder));
    if (error)
        return base::fail(base::errnoError(error.value(), base::say("cannot list {}", folder.string())));
    return files;
}

base::Result<FilePart> partOf(const fs::path& folder, const fs::path& file, const std::string& name,
                              std::uint64_t offset) {
    const auto parts = readParts(folder, {.places = {file}, .sizes = {{file, offset}}}, kFilePart);
    FilePart part{.file = (fs::path(name) / file).string(), .offset = offset};
    if (!parts.empty()) part.bytes = parts.front().bytes;
    TY_ASSIGN(const base::OpenedFile opened, base::openRegular(folder / file, base::Links::kRefuse));
    part.isLast = offset + part.bytes.size() >= opened.size;
    if (!part.isLast && part.bytes.empty())
        return base::fail(base::Code::kDataLoss, base::say("cannot read {}", (folder / file).string()));
    return part;
}

/// A machine may write to the files that its tasks own, and to no others of the run's folder.
base::Result<std::vector<FilePart>> onlyOf(const std::vector<std::string>& places,
                                           std::vector<FilePart> parts) {
    for (const FilePart& part : parts) {
        const auto has = [&](const std::string& place) {
            return part.file == place || part.file.starts_with(place + '/');
        };
        if (std::ranges::none_of(places, has))
            return base::fail(base::Code::kPermissionDenied,
                              base::say("{} was sent and is not its tasks'", base::printable(part.file)),
                              "file.outside");
    }
    return parts;
}

}  // namespace

struct RemoteFiles::Sending {
    fs::path folder;
    std::string name;
    Done<void> done;
    std::vector<fs::path> left;  ///< the last is being sent
    std::uint64_t offset = 0;
};

RemoteFiles::RemoteFiles(base::EventLoop& loop, base::Executor& disk, fs::path folder, Machine machine)
    : loop_(loop), disk_(disk), folder_(std::move(folder)), machine_(std::move(machine)), again_(loop) {
}

template <typename Work, typename Then>
void RemoteFiles::onDisk(Work work, Then then) {
    disk_.post(
        [&loop = loop_, alive = std::weak_ptr(alive_), work = std::move(work), then = std::move(then)] {
            using Result = std::invoke_result_t<const Work&>;
            const auto result = std::make_shared<Result>(work());
            loop.post([alive, result, then] {
                if (!alive.expired()) then(std::move(*result));
            });
        });
}

void RemoteFiles::follow(const std::string& task, std::vector<std::string> places) {
    places_[task] = std::move(places);
    if (!isBusy_) begin();
}

void RemoteFiles::whenWhole(std::function<void()> then) {
    waiting_.emplace_back(round_, std::move(then));
    if (!isBusy_) begin();
}

void RemoteFiles::begin() {
    again_.cancel();
    if (places_.empty() && waiting_.empty()) return;
    isBusy_ = true;
    GrowingFiles files;
    for (const auto& [task, places] : places_)
        files.places.insert(files.places.end(), places.begin(), places.end());
    onDisk([folder = folder_, files = std::move(files)] { return withSizesIn(folder, files); },
           [this, round = ++round_](GrowingFiles known) {
               std::vector<std::string> asked = known.places;
               machine_.read(std::move(known), [this, round, asked = std::move(asked)](
                                                   base::Result<std::vector<FilePart>> parts) {
                   received(round, parts ? onlyOf(asked, std::move(*parts)) : std::move(parts));
               });
           });
}

void RemoteFiles::received(std::uint64_t round, base::Result<std::vector<FilePart>> parts) {
    if (!parts || parts->empty()) {
        if (!parts && !std::exchange(hasFailed_, true))
            spdlog::warn("what tasks write elsewhere does not arrive in {}: {}", folder_.string(),
                         parts.error().words());
        isBusy_ = false;
        again_.start(kLook, [this] { begin(); });
        return settle(round);
    }
    onDisk([folder = folder_, parts = std::move(*parts)] { return appendParts(folder, parts); },
           [this](const base::Status& written) {
               if (!written && !std::exchange(hasFailed_, true))
                   spdlog::error("what tasks write elsewhere waits there: {}", written.error().describe());
               if (written) hasFailed_ = false;
               isBusy_ = false;
               if (written) return begin();
               again_.start(kRetry, [this] { begin(); });
           });
}

/// A round that brought nothing: all that was written before it began is here.
void RemoteFiles::settle(std::uint64_t before) {
    std::vector<std::function<void()>> settled;
    std::erase_if(waiting_, [&](auto& waiting) {
        if (waiting.first >= before) return false;
        settled.push_back(std::move(waiting.second));
        return true;
    });
    if (!waiting_.empty()) begin();
    for (const auto alive = std::weak_ptr(alive_); const auto& then : settled)
        if (!alive.expired()) then();
}

void RemoteFiles::put(const fs::path& folder, const std::string& name, Done<void> done) {
    onDisk([folder] { return filesIn(folder); },
           [this, folder, name, done = std::move(done)](base::Result<std::vector<fs::path>> files) {
               if (!files) return done(base::fail(files.error()));
               auto sending = std::make_shared<Sending>();
               sending->folder = folder;
               sending->name = name;
               sending->done = done;
               sending->left = std::move(*files);
               send(std::move(sending));
           });
}

void RemoteFiles::send(std::shared_ptr<Sending> sending) {
    if (sending->left.empty()) return sending->done({});
    const auto read = [sending] {
        return partOf(sending->folder, sending->left.back(), sending->name, sending->offset);
    };
    onDisk(read, [this, sending](base::Result<FilePart> part) {
        if (!part) return sending->done(base::fail(part.error()));
        sending->offset += part->bytes.size();
        if (part->isLast) {
            sending->left.pop_back();
            sending->offset = 0;
        }
        machine_.put(std::move(*part), [this, sending](const base::Status& written) {
            if (!written) return sending->done(written);
            send(sending);
        });
    });
}

}  // namespace trainyard::node
