// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/node/node.h"
#include "trainyard/v1/node.pb.h"

namespace trainyard::control {

/// The other machine, as far as it keeps checkpoints.
class KeepingNode final : public node::Node {
  public:
    explicit KeepingNode(node::Keeper& keeper) : keeper_(keeper) {}
    std::unique_ptr<node::AttemptTasks> open(node::AttemptId, OnEnd) override { return nullptr; }
    void hasLivingTask(const std::string&, node::Done<bool>) override {}
    void checkPorts(std::vector<std::uint16_t>, node::Done<std::vector<base::Status>>) override {}
    void keep(const v1::KeepCall& call, node::KeepDone done) override {
        calls.push_back(call);
        if (!call.read().file().empty()) read.push_back(call.read().file());
        keeper_.keep(call, std::move(done));
    }
    void files(const v1::FilesCall&, node::FilesDone) override {}
    void onKept(const std::string&, node::OnKept onKept) override {
        report = onKept;
        keeper_.onKept(std::move(onKept));
    }

    void selfTest(node::Done<node::SelfTest>) override {}
    void awaitLinkTest(node::LinkTest, node::Done<std::uint16_t>) override {}
    void testLink(node::LinkTest, node::Done<node::LinkMeasure>) override {}
    void readClock(node::Done<double>) override {}

    std::size_t count(v1::KeepCall::WhatCase what) const {
        return static_cast<std::size_t>(std::ranges::count(calls, what, &v1::KeepCall::what_case));
    }

    std::vector<v1::KeepCall> calls;
    std::vector<std::string> read;  ///< names of files
    node::OnKept report;            ///< to whom news go; empty: to nobody

  private:
    node::Keeper& keeper_;
};

}  // namespace trainyard::control
