// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ledger/callback_events.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "core/base/text.h"

namespace trainyard::engine {

using nlohmann::json;

CallbackEvents::CallbackEvents(Callbacks callbacks, const Course& course, const v1::RunSpec& spec,
                               StepRunner& runner, TaskLink& link)
    : callbacks_(std::move(callbacks)),
      course_(course),
      spec_(spec),
      runner_(runner),
      link_(link),
      hasBatches_(std::ranges::any_of(callbacks_, &CallbackHere::hasBatches)) {
}

base::Result<CallbackRequests> CallbackEvents::send(CallbackEvent event) {
    const bool isEnd = event == &sdk::Callback::onSave;
    return sendTo(isEnd ? Side::kEnd : Side::kBegin,
                  [&](sdk::Callback& callback) { (callback.*event)(*this); });
}

base::Result<CallbackRequests> CallbackEvents::send(CallbackResult event, const sdk::Metrics& metrics) {
    return sendTo(Side::kEnd, [&](sdk::Callback& callback) { (callback.*event)(*this, metrics); });
}

base::Result<CallbackRequests> CallbackEvents::sendTo(Side side,
                                                      const std::function<void(sdk::Callback&)>& call) {
    if (isEmpty()) return CallbackRequests();
    own_ = {};
    side_ = side;
    for (const CallbackHere& one : callbacks_) {
        if (!one.callback) continue;
        current_ = &one;
        try {
            call(*one.callback);
        } catch (const std::exception& e) {
            own_.hasFailed = true;
            reason_ = base::say("{}: {}", one.path, base::saidBy(e));
            break;
        }
    }
    return runner_.agree(own_);
}

int CallbackEvents::epoch() const {
    return side_ == Side::kBegin ? course_.position().epoch : course_.lastEpoch();
}

double CallbackEvents::learningRate() const {
    return own_.learningRate.value_or(runner_.learningRate());
}

void CallbackEvents::stopInWords(const base::Words& reason) {
    own_.isStopping = true;
    if (reason_.empty()) reason_ = base::say("{}: {}", current_->path, reason);
}

void CallbackEvents::warnInWords(const base::Words& message) {
    const base::Words text = base::say("{}: {}", current_->path, message);
    spdlog::warn("{}", text);
    link_.sendWarning("callback.warning", text);
}

json CallbackEvents::states() const {
    json states = json::array();
    for (const CallbackHere& one : callbacks_)
        if (json state = one.callback ? one.callback->state() : json(); !state.is_null())
            states.push_back({{"id", one.id}, {"state", std::move(state)}});
    return states;
}

base::Status CallbackEvents::restore(const json& states, bool hasBest) {
    hasBest_ = hasBest;
    std::vector<bool> isUsed(states.size());
    for (const CallbackHere& one : callbacks_)
        for (std::size_t i = 0; i < states.size(); ++i) {
            if (isUsed[i] || states[i].value("id", "") != one.id) continue;
            isUsed[i] = true;
            try {
                if (one.callback) one.callback->restore(states[i].value("state", json()));
            } catch (const std::exception& e) {
                return base::fail(base::Code::kInternal,
                                  base::say("{} cannot continue from its state in the checkpoint: {}",
                                            one.path, base::saidBy(e)),
                                  "callback.restore");
            }
            break;
        }
    return {};
}

}  // namespace trainyard::engine
