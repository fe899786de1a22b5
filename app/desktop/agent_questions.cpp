// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/agent_questions.h"

#include <QApplication>
#include <atomic>
#include <utility>

#include "core/base/loop/event_loop.h"
#include "ui/widgets/ssh_question.h"

namespace trainyard::desktop {
namespace {

using Kind = bridge::SshQuestion::Kind;

Kind toKind(node::SshQuestion::Kind kind) {
    if (kind == node::SshQuestion::Kind::kYesNo) return Kind::kYesNo;
    return kind == node::SshQuestion::Kind::kNotice ? Kind::kNotice : Kind::kSecret;
}

/// Of one connection: from its loop to a dialog, and back.
class WindowAsker final : public node::SshAsker {
  public:
    WindowAsker(base::EventLoop& loop, std::string machine, std::shared_ptr<AgentQuestions> questions,
                std::shared_ptr<std::atomic<bool>> mayAsk)
        : loop_(loop),
          machine_(std::move(machine)),
          questions_(std::move(questions)),
          mayAsk_(std::move(mayAsk)),
          dialog_(std::make_shared<Dialog>()) {}

    void ask(const node::SshQuestion& question, OnAnswer onAnswer) override {
        const auto answer = [&loop = loop_, mayAsk = mayAsk_,
                             onAnswer](std::shared_ptr<const bridge::SshAnswer> entered) {
            if (!entered) *mayAsk = false;
            loop.post([onAnswer, entered] {
                onAnswer(entered ? std::optional<std::string_view>(entered->text()) : std::nullopt);
            });
        };
        const bridge::SshQuestion shown{
            .id = {}, .prompt = QString::fromStdString(question.prompt), .kind = toKind(question.kind)};
        inWindow([shown, answer, machine = QString::fromStdString(machine_), dialog = dialog_,
                  questions = questions_] {
            if (*dialog) (*dialog)->withdraw();
            if (!questions->window()) return;
            *dialog = new widgets::SshQuestionDialog(QStringLiteral("agent.question"), machine, shown, answer,
                                                     questions->window());
            (*dialog)->show();
        });
    }
    void withdraw() override {
        inWindow([dialog = dialog_] {
            if (*dialog) (*dialog)->withdraw();
        });
    }

  private:
    using Dialog = QPointer<widgets::SshQuestionDialog>;

    template <typename Task>
    static void inWindow(Task task) {
        QMetaObject::invokeMethod(qApp, std::move(task), Qt::QueuedConnection);
    }

    base::EventLoop& loop_;  ///< outlives the window, and so the dialog
    const std::string machine_;
    const std::shared_ptr<AgentQuestions> questions_;
    const std::shared_ptr<std::atomic<bool>> mayAsk_;
    const std::shared_ptr<Dialog> dialog_;  ///< what it points to: [gui]
};

}  // namespace

client::RemoteOptions AgentQuestions::optionsFor(const std::string& address) {
    client::RemoteOptions options;
    options.asker = [self = shared_from_this(), address, mayAsk = std::make_shared<std::atomic<bool>>(true)](
                        base::EventLoop& loop) -> std::shared_ptr<node::SshAsker> {
        if (!*mayAsk) return nullptr;
        return std::make_shared<WindowAsker>(loop, address, self, mayAsk);
    };
    return options;
}

}  // namespace trainyard::desktop
