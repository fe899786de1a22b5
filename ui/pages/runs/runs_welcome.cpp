// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/runs_welcome.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/bridge/agent_news.h"
#include "ui/models/agent_words.h"
#include "ui/widgets/keyboard.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {
constexpr int kReadableWidth = 640;  ///< pixels, of a text of a few lines
}  // namespace

RunsWelcome::RunsWelcome(const bridge::AgentNews& news, QWidget* parent) : QWidget(parent), news_(news) {
    title_ = withRole(named(new QLabel, "runs.welcome.title", tr("Runs")), "title");
    title_->setAlignment(Qt::AlignCenter);
    text_ = withRole(named(new QLabel, "runs.welcome.text", tr("Hint")), "empty");
    text_->setAlignment(Qt::AlignCenter);
    text_->setWordWrap(true);
    // A fixed width, so that the layout knows the height of its lines.
    text_->setFixedWidth(kReadableWidth);
    example_ = withRole(named(new QPushButton(tr("Try an example: Fashion-MNIST")), "runs.welcome.example",
                              tr("Try an example: Fashion-MNIST")),
                        "primary");
    example_->setToolTip(
        tr("Opens a complete run file. One more click trains a small network on this machine in about a "
           "minute."));
    connect(example_, &QPushButton::clicked, this, [this] {
        emit pageRequested(QStringLiteral("new_run"), QStringLiteral("example:fashion-mnist-quick"));
    });
    start_ = named(new QPushButton(tr("New run")), "runs.welcome.new_run", tr("New run"));
    connect(start_, &QPushButton::clicked, this,
            [this] { emit pageRequested(QStringLiteral("new_run"), {}); });
    auto* words = new QHBoxLayout;
    words->addStretch();
    words->addWidget(text_);
    words->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(16);
    layout->addStretch();
    layout->addWidget(title_);
    layout->addLayout(words);
    layout->addWidget(example_, 0, Qt::AlignHCenter);
    layout->addWidget(start_, 0, Qt::AlignHCenter);
    layout->addStretch();
}

/// Of a damaged store, an empty list says nothing about which runs there are.
bool RunsWelcome::isUnreadable() const {
    const bridge::AgentState state = news_.agentStatus().state;
    return !news_.storeDamage().isEmpty() &&
           (state == bridge::AgentState::kConnected || state == bridge::AgentState::kSilent);
}

QString RunsWelcome::text() const {
    if (isUnreadable()) return models::inReadersLanguage(news_.storeDamage());
    const bridge::AgentStatus& agent = news_.agentStatus();
    switch (agent.state) {
        case bridge::AgentState::kConnected:
        case bridge::AgentState::kSilent:
            if (!news_.hasRuns()) return tr("Reading the runs…");
            return tr(
                "No runs yet. Start from an example or a run file. You can also drop a run file or a folder "
                "of TensorBoard logs on this window.");
        case bridge::AgentState::kConnecting:
            return tr("Looking for the agent…");
        case bridge::AgentState::kEnded:
            return models::inReadersLanguage(agent.detail);
        case bridge::AgentState::kAway:
            break;
    }
    return tr("The agent cannot be reached: %1").arg(models::inReadersLanguage(agent.detail));
}

void RunsWelcome::refresh() {
    title_->setText(isUnreadable() ? tr("The runs cannot be read") : tr("Runs"));
    text_->setText(text());
    text_->setTextInteractionFlags(isUnreadable() ? Qt::TextSelectableByMouse : Qt::NoTextInteraction);
    for (QPushButton* invitation : {example_, start_})
        widgets::setVisibleKeepingFocus(*invitation, !isUnreadable());
}

}  // namespace trainyard::pages

#include "moc_runs_welcome.cpp"
