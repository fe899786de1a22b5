// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace trainyard::control {

/// Checkpoints of other runs that a run begins from and may have to read again: their owners keep them
/// meanwhile. [any]
class HeldCheckpoints {
  public:
    /// Keeps one checkpoint until it is destroyed or assigned to.
    class Hold {
      public:
        Hold() = default;
        Hold(Hold&& other) noexcept { *this = std::move(other); }
        Hold& operator=(Hold&& other) noexcept {
            HeldCheckpoints* const held = std::exchange(other.held_, nullptr);  // first: it may be this one
            release();
            held_ = held;
            id_ = other.id_;
            return *this;
        }
        ~Hold() { release(); }

      private:
        friend class HeldCheckpoints;
        Hold(HeldCheckpoints& held, int id) : held_(&held), id_(id) {}
        void release() {
            if (auto* held = std::exchange(held_, nullptr)) held->release(id_);
        }
        HeldCheckpoints* held_ = nullptr;
        int id_ = 0;
    };

    [[nodiscard]] Hold hold(std::string run, std::filesystem::path checkpoint) {
        std::lock_guard lock(mutex_);
        held_[++last_] = {std::move(run), std::move(checkpoint)};
        return {*this, last_};
    }
    std::vector<std::filesystem::path> all() const {
        std::lock_guard lock(mutex_);
        std::vector<std::filesystem::path> all;
        for (const auto& [id, one] : held_) all.push_back(one.second);
        return all;
    }
    std::vector<std::filesystem::path> ofOthers(const std::string& run) const {
        std::lock_guard lock(mutex_);
        std::vector<std::filesystem::path> others;
        for (const auto& [id, one] : held_)
            if (one.first != run) others.push_back(one.second);
        return others;
    }
    /// A run that holds it.
    std::optional<std::string> holderOf(const std::filesystem::path& checkpoint) const {
        std::lock_guard lock(mutex_);
        for (const auto& [id, one] : held_)
            if (one.second == checkpoint) return one.first;
        return std::nullopt;
    }

  private:
    void release(int id) {
        std::lock_guard lock(mutex_);
        held_.erase(id);
    }
    mutable std::mutex mutex_;
    std::map<int, std::pair<std::string, std::filesystem::path>> held_;
    int last_ = 0;
};

}  // namespace trainyard::control
