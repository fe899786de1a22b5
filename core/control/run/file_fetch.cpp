// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/file_fetch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/control/run/disk_work.h"
#include "core/node/file_parts.h"

namespace trainyard::control {

template <typename Work, typename Then>
void FileFetch::onDisk(Work work, Then then) {
    control::onDisk(places_.disk, places_.loop, alive_, std::move(work),
                    [self = shared_from_this(), then = std::move(then)](const base::Status& result) {
                        if (!result) return self->done_(result);
                        then();
                    });
}

void FileFetch::begin(Places places, std::string task, std::string file, std::weak_ptr<int> alive,
                      node::Done<void> done) {
    const auto fetch = std::make_shared<FileFetch>(std::move(places), std::move(task), std::move(file),
                                                   std::move(alive), std::move(done));
    const auto removeOld = [old = fetch->places_.root / fetch->file_]() -> base::Status {
        std::error_code error;
        std::filesystem::remove(old, error);
        if (error)
            return base::fail(base::errnoError(error.value(), base::say("cannot remove {}", old.string())));
        return {};
    };
    fetch->onDisk(removeOld, [fetch] { fetch->next(); });
}

FileFetch::FileFetch(Places places, std::string task, std::string file, std::weak_ptr<int> alive,
                     node::Done<void> done)
    : places_(std::move(places)),
      task_(std::move(task)),
      file_(std::move(file)),
      alive_(std::move(alive)),
      done_(std::move(done)) {
}

void FileFetch::next() {
    places_.machines.readFiles(
        {.places = {file_}, .sizes = {{file_, size_}}, .task = task_},
        [self = shared_from_this()](base::Result<std::vector<node::FilePart>> parts) {
            if (self->alive_.expired()) return;
            if (!parts) return self->done_(base::fail(parts.error()));
            if (!parts->empty()) return self->append(std::move(*parts));
            if (self->size_ > 0) return self->done_({});
            self->done_(base::fail(base::Code::kDataLoss,
                                   base::say("the machine of {} has no file {}", self->task_, self->file_),
                                   "file.missing"));
        });
}

void FileFetch::append(std::vector<node::FilePart> parts) {
    const auto other = std::ranges::find_if(parts, [&](const auto& part) { return part.file != file_; });
    if (other != parts.end())
        return done_(base::fail(
            base::Code::kPermissionDenied,
            base::say("the machine of {} sent {} in place of {}", task_, base::printable(other->file), file_),
            "file.outside"));
    for (const node::FilePart& part : parts) size_ = part.offset + part.bytes.size();
    onDisk([root = places_.root, parts = std::move(parts)] { return node::appendParts(root, parts); },
           [self = shared_from_this()] { self->next(); });
}

}  // namespace trainyard::control
