// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/base/loop/event_loop.h"
#include "core/base/loop/executor.h"
#include "core/node/file_hashes.h"
#include "core/node/node.h"
#include "trainyard/v1/node.pb.h"

namespace trainyard::node {

/// The files that one home has sent to this machine (FilesCall), in a folder of the machine's own. Of what
/// is in a place it replaces and deletes only files that are still as they were sent: tasks may have written
/// others there. [loop]
class SentFiles final : public FileStore {
  public:
    SentFiles(base::EventLoop& loop, std::filesystem::path folder);
    ~SentFiles() override;  ///< cancels what is being hashed
    void files(const v1::FilesCall& call, FilesDone done) override;

  private:
    /// The hashes of what was sent to a place, by the files' names in it.
    using Written = std::map<std::string, std::set<std::string>>;
    struct Place {
        std::filesystem::path folder;
        std::filesystem::path log;  ///< of what was written; changed whenever the place is requested
    };

    base::Result<v1::FilesReply> carryOut(const v1::FilesCall& call);
    Place placeOf(const std::string& name) const;
    base::Result<v1::FilesReply> have(const Place& place, const v1::FilesHave& asked);
    base::Status write(const Place& place, const v1::FilesPart& part);
    base::Status tidy(const Place& place, const v1::FilesTidy& wanted);
    base::Result<v1::FilesReply> clean(const v1::FilesClean& wanted);
    base::Status empty(const Place& place, v1::FilesReply::Cleaned& cleaned);
    std::vector<Place> places() const;
    base::Result<bool> isSame(const std::filesystem::path& file, const v1::NamedFile& wanted);
    base::Result<bool> isWritten(const std::filesystem::path& file, const std::set<std::string>& hashes);
    base::Result<Written*> writtenOf(const Place& place);

    base::EventLoop& loop_;
    const std::filesystem::path folder_;
    FileHashes hashes_;
    std::map<std::filesystem::path, Written> written_;  ///< by log
    std::atomic<bool> isEnding_ = false;
    base::Executor disk_{"ty-sent"};  ///< ends first: it posts to the loop
};

}  // namespace trainyard::node
