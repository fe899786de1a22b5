// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <set>
#include <string>

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

    base::Result<v1::FilesReply> carryOut(const v1::FilesCall& call);
    base::Result<v1::FilesReply> have(const std::filesystem::path& place, const v1::FilesHave& asked);
    base::Status write(const std::string& place, const v1::FilesPart& part);
    base::Status tidy(const std::string& place, const v1::FilesTidy& wanted);
    base::Result<bool> isSame(const std::filesystem::path& file, const v1::NamedFile& wanted);
    base::Result<bool> isWritten(const std::filesystem::path& file, const std::set<std::string>& hashes);
    base::Result<Written*> writtenOf(const std::string& place);
    std::filesystem::path logOf(const std::string& place) const;

    base::EventLoop& loop_;
    const std::filesystem::path folder_;
    FileHashes hashes_;
    std::map<std::string, Written> written_;
    std::atomic<bool> isEnding_ = false;
    base::Executor disk_{"ty-sent"};  ///< ends first: it posts to the loop
};

}  // namespace trainyard::node
