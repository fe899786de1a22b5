// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <utility>

#include "core/base/cancel.h"
#include "core/base/error.h"
#include "core/base/loop/event_loop.h"

namespace trainyard::control {

/// The answer to `ask`, which is called in the loop with the function to answer. Blocks. Not in the loop.
template <typename Answer>
Answer await(base::EventLoop& loop, const std::function<void(std::function<void(Answer)>)>& ask) {
    const auto answer = std::make_shared<std::promise<Answer>>();
    loop.post([ask, answer] { ask([answer](Answer value) { answer->set_value(std::move(value)); }); });
    return answer->get_future().get();
}

/// The same for what a machine may answer late, because its link is down. kCancelled inside a CancelScope.
template <typename Value>
base::Result<Value> awaitResult(base::EventLoop& loop,
                                const std::function<void(std::function<void(base::Result<Value>)>)>& ask) {
    constexpr std::chrono::milliseconds kLook{100};
    const auto answer = std::make_shared<std::promise<base::Result<Value>>>();
    auto answered = answer->get_future();
    loop.post(
        [ask, answer] { ask([answer](base::Result<Value> value) { answer->set_value(std::move(value)); }); });
    while (answered.wait_for(kLook) != std::future_status::ready) TY_TRY(base::checkCancelled());
    return answered.get();
}

}  // namespace trainyard::control
