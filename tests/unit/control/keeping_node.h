// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/control/run/nodes.h"
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
        const auto isHeld = onRead;  // it may replace itself
        if (isHeld && isHeld(call.read().file()))
            held_.emplace_back(call, std::move(done));
        else
            keeper_.keep(call, std::move(done));
    }
    /// What onRead has held back.
    void answerHeld() {
        for (auto& [call, done] : std::exchange(held_, {})) keeper_.keep(call, std::move(done));
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
    /// Whether a call is held back that reads the file of this name ("": it reads none).
    std::function<bool(const std::string& file)> onRead;

  private:
    node::Keeper& keeper_;
    std::vector<std::pair<v1::KeepCall, node::KeepDone>> held_;
};

/// There is one machine, "box".
class OnlyBox final : public Nodes {
  public:
    node::Node* find(const std::string& name) override { return name == "box" ? box : nullptr; }
    base::Status mayPlace(const std::string&) override { return {}; }
    base::Status mayConnect(const std::string&) override { return {}; }
    Ends endsTo(const std::string&) override { return {}; }
    base::Result<std::vector<v1::GpuInfo>> gpusOf(const std::string&) override {
        return std::vector<v1::GpuInfo>();
    }
    void whenConnected(const std::string&, const node::AttemptId&, std::function<void()>) override {}

    node::Node* box = nullptr;
};

}  // namespace trainyard::control
