// SPDX-License-Identifier: Apache-2.0
#include "core/agent/question_board.h"

#include <utility>

#include "core/base/random_name.h"

namespace trainyard::agent {

class QuestionBoard::Asker final : public node::SshAsker, public std::enable_shared_from_this<Asker> {
  public:
    Asker(QuestionBoard& board, std::function<void(const Question&)> onChange)
        : board_(board), onChange_(std::move(onChange)) {}

    void ask(const node::SshQuestion& question, OnAnswer onAnswer) override {
        auto id = base::randomName();
        if (!id)  // the time limit of the question ends it
            return;
        id_ = std::move(*id);
        board_.open_[id_] = [weak = weak_from_this(),
                             onAnswer = std::move(onAnswer)](std::optional<std::string_view> answer) {
            if (const auto self = weak.lock()) self->setNone();
            onAnswer(answer);
        };
        onChange_({id_, question});
    }
    void withdraw() override {
        board_.open_.erase(id_);
        setNone();
    }

  private:
    void setNone() {
        id_.clear();
        onChange_({});
    }

    QuestionBoard& board_;
    const std::function<void(const Question&)> onChange_;
    std::string id_;
};

std::shared_ptr<node::SshAsker> QuestionBoard::newAsker(std::function<void(const Question&)> onChange) {
    return std::make_shared<Asker>(*this, std::move(onChange));
}

base::Status QuestionBoard::answer(const std::string& id, std::optional<std::string_view> text) {
    return loop_.call([&]() -> base::Status {
        const auto found = open_.extract(id);
        if (found.empty())
            return base::fail(base::Code::kNotFound, "this question is no longer asked", "question.unknown");
        found.mapped()(text);
        return {};
    });
}

}  // namespace trainyard::agent
