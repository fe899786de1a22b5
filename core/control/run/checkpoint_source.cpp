// SPDX-License-Identifier: Apache-2.0
#include "core/control/run/checkpoint_source.h"

#include <filesystem>
#include <utility>

#include "core/base/path.h"
#include "core/base/text.h"
#include "core/checkpoint/manifest.h"
#include "core/control/run/disk_work.h"
#include "core/node/file_parts.h"
#include "trainyard/v1/node.pb.h"

namespace trainyard::control {
namespace {

namespace fs = std::filesystem;
using Bytes = base::Result<std::string>;

base::Result<std::vector<CheckpointSource::File>> filesIn(const std::string& text,
                                                          const std::string& checkpoint) {
    if (text.empty()) return base::fail(CheckpointSource::missing(checkpoint));
    TY_ASSIGN(const auto manifest, checkpoint::manifestFromText(text, base::Words::plain(checkpoint)));
    const auto owner = manifest.files.find(checkpoint::kOwnerFile);
    if (owner == manifest.files.end())
        return base::fail(CheckpointSource::missing(checkpoint + "/" + checkpoint::kOwnerFile));
    std::vector<CheckpointSource::File> files;
    for (const auto& [name, file] : manifest.files)
        if (name != checkpoint::kOwnerFile && name != checkpoint::kManifestFile)
            files.push_back({name, static_cast<std::uint64_t>(file.size)});
    files.push_back({checkpoint::kManifestFile, text.size()});
    files.push_back({owner->first, static_cast<std::uint64_t>(owner->second.size)});
    return files;
}

}  // namespace

base::Error CheckpointSource::missing(const std::string& path) {
    return {base::Code::kNotFound, base::say("{} is missing", base::printable(path)), "checkpoint.missing"};
}

void CheckpointSource::read(const std::string& checkpoint, const std::string& file, std::uint64_t offset,
                            std::function<void(const Bytes&)> then) const {
    const auto answer = [alive = std::weak_ptr(alive_), then = std::move(then)](const Bytes& bytes) {
        if (!alive.expired()) then(bytes);
    };
    const auto there = base::remotePathOf(checkpoint);
    if (!there) {
        const auto work = [folder = fs::path(checkpoint), file, offset]() -> Bytes {
            auto parts = node::readParts(folder, {.places = {file}, .sizes = {{file, offset}}});
            if (!parts.empty()) return std::move(parts.front().bytes);
            std::error_code error;
            if (!fs::exists(folder / file, error)) return base::fail(missing((folder / file).string()));
            return std::string();
        };
        return onDisk(parts_.disk, parts_.loop, alive_, work, answer);
    }
    node::Node* const node = parts_.nodes ? parts_.nodes->find(there->node) : nullptr;
    if (!node)
        return parts_.loop.post(
            [answer, name = there->node] { answer(Bytes(base::fail(unknownNode(name)))); });
    v1::KeepCall call;
    call.set_run(parts_.run);
    call.mutable_read()->set_path(there->path);
    call.mutable_read()->set_file(file);
    call.mutable_read()->set_offset(offset);
    node->keep(call, [answer](const base::Result<std::shared_ptr<const v1::KeepReply>>& reply) {
        answer(reply ? Bytes((*reply)->part().bytes()) : Bytes(base::fail(reply.error())));
    });
}

void CheckpointSource::list(const std::string& checkpoint, Listed then) const {
    readManifest(checkpoint, "", then);
}

void CheckpointSource::readManifest(const std::string& checkpoint, const std::string& known,
                                    const Listed& then) const {
    read(checkpoint, checkpoint::kManifestFile, known.size(),
         [this, checkpoint, known, then](const Bytes& bytes) {
             if (!bytes) return then(base::fail(bytes.error()));
             if (!bytes->empty()) return readManifest(checkpoint, known + *bytes, then);
             then(filesIn(known, checkpoint));
         });
}

}  // namespace trainyard::control
