// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <utility>

#include "core/base/loop/event_loop.h"

namespace trainyard::control {

/// The answer to `ask`, which is called in the loop with the function to answer. Blocks. Not in the loop.
template <typename Answer>
Answer await(base::EventLoop& loop, const std::function<void(std::function<void(Answer)>)>& ask) {
    const auto answer = std::make_shared<std::promise<Answer>>();
    loop.post([ask, answer] { ask([answer](Answer value) { answer->set_value(std::move(value)); }); });
    return answer->get_future().get();
}

}  // namespace trainyard::control
