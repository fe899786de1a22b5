// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/checkpoint/checkpoint.h"
#include "core/engine/comm/task_link.h"
#include "tests/support/temp_home.h"

namespace trainyard::engine::testing {

/// A task's link without an agent: its own folder, in which checkpoints are published, and a record of the
/// messages.
class KeptLink : public TaskLink {
  public:
    explicit KeptLink(int rank = 0, int worldSize = 1) {
        place_.set_rank(rank);
        place_.set_world_size(worldSize);
        place_.set_run_dir(folder.string());
        place_.set_checkpoint_dir((folder / "checkpoints").string());
        place_.set_backup_dir((folder / "backup").string());
        std::filesystem::create_directories(place_.checkpoint_dir());
    }
    const v1::JoinReply& place() const override { return place_; }
    void setPhase(const std::string&) override {}
    void setProgress(std::int64_t step, int) override { this->step = step; }
    void setCall(const base::Words&) override {}
    void sendWarning(const std::string& code, const base::Words& message) override {
        std::lock_guard lock(mutex_);
        warnings_.emplace_back(code, message.text());
        words_.push_back(message);
    }
    void sendError(const std::string&, const base::Words&) override {}
    StopRequest stopRequest() const override { return stop; }
    void askRunToStop(const base::Words&) override {}
    bool isTrainingOver() const override { return false; }
    void onNews(std::function<void()>) override {}
    base::Result<std::string> publish(const v1::PublishCheckpointRequest& request) override {
        const std::filesystem::path into =
            request.is_backup() ? place_.backup_dir() : place_.checkpoint_dir();
        TY_ASSIGN(const std::filesystem::path path, checkpoint::publish(into, request.staged()));
        std::lock_guard lock(mutex_);
        published_.push_back(request);
        return path.string();
    }

    std::vector<std::pair<std::string, std::string>> warnings() const {
        std::lock_guard lock(mutex_);
        return warnings_;
    }
    /// The messages of warnings(), as they are sent.
    std::vector<base::Words> words() const {
        std::lock_guard lock(mutex_);
        return words_;
    }
    std::vector<v1::PublishCheckpointRequest> published() const {
        std::lock_guard lock(mutex_);
        return published_;
    }

    TempHome tempHome;
    const std::filesystem::path& folder = tempHome.path();
    std::int64_t step = 0;  ///< the newest finished one
    StopRequest stop = StopRequest::kNone;

  private:
    v1::JoinReply place_;
    mutable std::mutex mutex_;
    std::vector<std::pair<std::string, std::string>> warnings_;
    std::vector<base::Words> words_;
    std::vector<v1::PublishCheckpointRequest> published_;
};

}  // namespace trainyard::engine::testing
