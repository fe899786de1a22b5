// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/loop/event_loop.h"
#include "core/node/remote/ssh_question.h"

namespace trainyard::agent {

/// The questions of ssh that clients have not answered yet. Keeps no answer. [any]
class QuestionBoard {
  public:
    struct Question {
        std::string id;  ///< empty: none is open
        node::SshQuestion asked;
    };
    /// Must outlive its askers and `loop` must outlive it.
    explicit QuestionBoard(base::EventLoop& loop) : loop_(loop) {}

    /// Puts questions here; `onChange` is called in the loop with what is asked now.
    std::shared_ptr<node::SshAsker> newAsker(std::function<void(const Question&)> onChange);
    /// Nothing: the connection is cancelled. kNotFound "question.unknown". Not in the loop's callbacks.
    base::Status answer(const std::string& id, std::optional<std::string_view> text);

  private:
    class Asker;

    base::EventLoop& loop_;
    std::map<std::string, node::SshAsker::OnAnswer> open_;  ///< [loop] by id
};

}  // namespace trainyard::agent
