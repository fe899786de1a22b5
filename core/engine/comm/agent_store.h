// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <memory>

#include "core/engine/comm/agent_link.h"

namespace trainyard::engine {

/// c10d's Store over the task's connection to its agent, which keeps the keys of each run and attempt apart:
/// no port, no fixed address, no access for outsiders, and keys of a dead attempt are never read. Errors are
/// thrown as c10::DistStoreError, as c10d expects. [any]
class AgentStore : public c10d::Store {
  public:
    explicit AgentStore(std::shared_ptr<AgentLink> link) : link_(std::move(link)) {}

    c10::intrusive_ptr<c10d::Store> clone() override;
    void set(const std::string& key, const std::vector<uint8_t>& value) override;
    std::vector<uint8_t> compareSet(const std::string& key, const std::vector<uint8_t>& expected,
                                    const std::vector<uint8_t>& desired) override;
    std::vector<uint8_t> get(const std::string& key) override;
    std::int64_t add(const std::string& key, std::int64_t amount) override;
    bool deleteKey(const std::string& key) override;
    bool check(const std::vector<std::string>& keys) override;
    std::int64_t getNumKeys() override;
    void wait(const std::vector<std::string>& keys) override;
    void wait(const std::vector<std::string>& keys, const std::chrono::milliseconds& timeout) override;
    void append(const std::string& key, const std::vector<uint8_t>& value) override;
    std::vector<std::vector<uint8_t>> multiGet(const std::vector<std::string>& keys) override;
    void multiSet(const std::vector<std::string>& keys,
                  const std::vector<std::vector<uint8_t>>& values) override;
    bool hasExtendedApi() const override { return true; }

  private:
    v1::StoreReply call(const v1::StoreRequest& request);
    std::shared_ptr<AgentLink> link_;
};

}  // namespace trainyard::engine
