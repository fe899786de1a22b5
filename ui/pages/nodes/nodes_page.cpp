// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/nodes/nodes_page.h"

#include <QDateTime>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/pages/nodes/link_matrix.h"
#include "ui/pages/nodes/node_card.h"
#include "ui/pages/set_up_bar.h"
#include "ui/widgets/ask.h"
#include "ui/widgets/named.h"
#include "ui/widgets/notice_line.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

constexpr int kScrollBarRoom = 20;
constexpr int kRefreshMs = 3000;
constexpr int kHiddenRefreshMs = 15000;  // so that the history has no gap when the user returns

}  // namespace

NodesPage::NodesPage(Agent agent, QWidget* parent) : Page(parent), agent_(agent) {
    QWidget* const header = makeHeader();  // first: Tab goes in this order
    auto* body = new QWidget;
    list_ = new QVBoxLayout(body);
    list_->setContentsMargins(16, 16, 16, 16);
    list_->setSpacing(16);
    matrix_ = new LinkMatrix;
    connect(matrix_, &LinkMatrix::fixRequested, this, &NodesPage::fix);
    list_->addWidget(matrix_);
    grid_ = new QGridLayout;
    grid_->setSpacing(16);
    list_->addLayout(grid_);
    empty_ = withRole(new QLabel(tr("Runs use this machine only. Add another one that you reach by ssh, and "
                                    "place tasks of a cluster on it.")),
                      "muted");
    empty_->setObjectName("nodes.list.empty");
    empty_->setWordWrap(true);
    empty_->hide();
    list_->addWidget(empty_);
    list_->addStretch();
    auto* scroll = named(new QScrollArea, "nodes.list.area", tr("Nodes"));
    scroll->setWidget(body);
    scroll->setWidgetResizable(true);
    scroll->viewport()->setAccessibleName(tr("Nodes"));  // it reports the focus of the area, too
    scroll->setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(header);
    layout->addWidget(scroll, 1);
    connect(&every_, &QTimer::timeout, this, &NodesPage::refresh);
    connect(&agent_.news(), &bridge::AgentNews::agentStatusChanged, this,
            [this](const bridge::AgentStatus& status) {
                if (status.state == bridge::AgentState::kConnected) refresh();
            });
}

QWidget* NodesPage::makeHeader() {
    auto* header = withRole(new QWidget, "panel");
    header->setAttribute(Qt::WA_StyledBackground);
    add_ = named(new QPushButton(tr("Add node…")), "nodes.header.add", tr("Add node"));
    test_ = named(new QPushButton(tr("Test nodes")), "nodes.header.test", tr("Test nodes"));
    test_->setToolTip(tr("Tests each node and the link of each one to each other one, for some seconds."));
    connect(add_, &QPushButton::clicked, this, &NodesPage::askForTarget);
    connect(test_, &QPushButton::clicked, this, &NodesPage::test);
    notice_ = widgets::noticeLine("nodes.header.notice", tr("Message"));
    setUp_ = new SetUpBar(agent_, QStringLiteral("nodes"));
    connect(setUp_, &SetUpBar::changed, this, [this] {
        showBusy();
        refresh();
    });
    connect(setUp_, &SetUpBar::succeeded, this, [this](const QString& node) {
        if (fixed_ == node) test();
    });
    connect(setUp_, &SetUpBar::failed, this, &NodesPage::forget);
    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(withRole(new QLabel(tr("Nodes")), "title"));
    first->addStretch();
    first->addWidget(test_);
    first->addWidget(add_);
    auto* layout = new QVBoxLayout(header);
    layout->setContentsMargins(16, 12, 16, 8);
    layout->setSpacing(4);
    layout->addLayout(first);
    layout->addWidget(setUp_);
    layout->addWidget(notice_);
    return header;
}

void NodesPage::askForTarget() {
    const widgets::Question question{
        .name = "nodes.add",
        .title = tr("Add node"),
        .label = tr("Host, as ssh knows it: HOST, USER@HOST or ssh://USER@HOST:PORT"),
        .value = {},
        .isGood = [](const QString& target) { return !target.isEmpty(); }};
    widgets::ask(window(), question, this, [this](const QString& target) {
        notice_->clear();
        setUp_->add(target);
    });
}

void NodesPage::showBusy() {
    add_->setEnabled(!setUp_->isBusy());
    matrix_->setCanPrepare(!setUp_->isBusy());
    for (NodeCard* card : cards_) card->setCanPrepare(!setUp_->isBusy());
}

void NodesPage::test() {
    fixed_.clear();
    if (std::exchange(isTesting_, true)) return;
    test_->setEnabled(false);
    notice_->setText(tr("Testing the nodes and their links…"));
    agent_.ask(&bridge::NodeCalls::testNodes, this, [this](const bridge::Outcome<bridge::NodeTests>& tests) {
        isTesting_ = false;
        test_->setEnabled(true);
        notice_->setText(tests ? QString() : models::inReadersLanguage(tests.error().message));
        if (tests) matrix_->show(*tests);
    });
}

void NodesPage::check(const QString& node) {
    notice_->setText(tr("Checking %1…").arg(node));
    agent_.ask(
        &bridge::NodeCalls::checkNode, this,
        [this, node](const bridge::Outcome<bridge::NodeRow>& checked) {
            notice_->setText(checked ? QString() : models::inReadersLanguage(checked.error().message));
            refresh();
            if (!checked || checked->state != bridge::NodeState::kConnected) return forget(node);
            if (fixed_ == node) test();
        },
        node);
}

/// The tests are repeated once that has succeeded.
void NodesPage::fix(const QString& node, models::NodeRemedy remedy) {
    const bool isReconnect = remedy == models::NodeRemedy::kReconnect;
    const bool isCheck = isReconnect && !asking_.contains(node);
    if (!isCheck && setUp_->isBusy()) return;  // one at a time
    fixed_ = node;
    if (isCheck) return check(node);
    if (isReconnect)
        connectTo(node);
    else
        prepare(node);
}

void NodesPage::prepare(const QString& node) {
    notice_->clear();
    setUp_->prepare(node);
}

void NodesPage::connectTo(const QString& node) {
    notice_->clear();
    setUp_->connectTo(node);
}

/// It is not fixed: what succeeds later was not begun by the finding's button.
void NodesPage::forget(const QString& node) {
    if (fixed_ == node) fixed_.clear();
}

void NodesPage::askToRemove(const QString& node) {
    const widgets::Confirmation confirmation{
        .name = "nodes.remove_dialog",
        .title = tr("Remove %1?").arg(node),
        .text = tr("Runs can no longer be placed on %1. Its past runs stay in the list.").arg(node),
        .consequence = tr("What was sent to it stays there. Checkpoints that are only there can no longer be "
                          "fetched until it is added again."),
        .yes = tr("Remove")};
    widgets::confirm(window(), confirmation, this, [this, node] { remove(node); });
}

void NodesPage::remove(const QString& node) {
    agent_.ask(
        &bridge::NodeCalls::removeNode, this,
        [this, node](const bridge::Outcome<void>& outcome) {
            if (!outcome && outcome.error().code == "node.in_use" && outOfReach_.contains(node))
                return askToAbandon(node, models::inReadersLanguage(outcome.error().message));
            showRemoved(node, outcome);
        },
        node);
}

void NodesPage::showRemoved(const QString& node, const bridge::Outcome<void>& removed) {
    const QString why = removed ? QString() : models::inReadersLanguage(removed.error().message);
    const bool isShown = !removed && setUp_->showRefusal(why);
    notice_->setText(removed   ? tr("%1 is removed. What was sent to it is still there.").arg(node)
                     : isShown ? QString()
                               : why);
    refresh();
}

/// `why` names the runs.
void NodesPage::askToAbandon(const QString& node, const QString& why) {
    const widgets::Confirmation confirmation{
        .name = "nodes.abandon_dialog",
        .title = tr("Abandon %1?").arg(node),
        .text = why,
        .consequence = tr(
            "Its tasks count as lost, and these runs end or continue without it. They may still be running "
            "there: abandon a machine only if it will not come back."),
        .yes = tr("Abandon")};
    widgets::confirm(window(), confirmation, this, [this, node] {
        agent_.ask(
            &bridge::NodeCalls::abandonNode, this,
            [this, node](const bridge::Outcome<void>& outcome) { showRemoved(node, outcome); }, node);
    });
}

NodeCard* NodesPage::newCard() {
    auto* card = new NodeCard;
    // What a card begins repeats no test.
    connect(card, &NodeCard::checkRequested, this, [this](const QString& node) {
        forget(node);
        check(node);
    });
    connect(card, &NodeCard::connectRequested, this, [this](const QString& node) {
        forget(node);
        connectTo(node);
    });
    connect(card, &NodeCard::prepareRequested, this, [this](const QString& node) {
        forget(node);
        prepare(node);
    });
    connect(card, &NodeCard::removeRequested, this, &NodesPage::askToRemove);
    card->setCanPrepare(!setUp_->isBusy());
    return card;
}

void NodesPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    refresh();
    every_.start(kRefreshMs);
}

void NodesPage::hideEvent(QHideEvent* event) {
    every_.start(kHiddenRefreshMs);
    Page::hideEvent(event);
}

/// As many beside one another as there is room for.
void NodesPage::placeCards() {
    const int room = width() - 2 * grid_->spacing() - kScrollBarRoom;
    const int columns = std::max(1, (room + grid_->spacing()) / (NodeCard::kWidth + grid_->spacing()));
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        const int at = static_cast<int>(i);
        grid_->addWidget(cards_[i], at / columns, at % columns, Qt::AlignLeft);
    }
    for (int column = 0; column < grid_->columnCount(); ++column)
        grid_->setColumnStretch(column, column == columns - 1 ? 1 : 0);
}

void NodesPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    placeCards();
}

void NodesPage::refresh() {
    agent_.ask(&bridge::NodeCalls::listNodes, this, [this](const bridge::Outcome<bridge::NodeList>& list) {
        // An answer clears the reason for the last failure.
        if (list && notice_->text() == failure_) notice_->clear();
        failure_ = models::inReadersLanguage(list ? list->warning : list.error().message);
        if (!failure_.isEmpty()) notice_->setText(failure_);
        if (list) take(list->nodes);
    });
}

void NodesPage::take(const std::vector<bridge::NodeRow>& nodes) {
    while (cards_.size() < nodes.size()) {
        cards_.push_back(newCard());
        cards_.back()->setParent(grid_->parentWidget());
    }
    asking_.clear();
    outOfReach_.clear();
    for (const bridge::NodeRow& node : nodes) {
        if (node.asks) asking_ << node.name;
        if (node.state != bridge::NodeState::kConnected) outOfReach_ << node.name;
    }
    const double now = static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000;
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        if (i < nodes.size())
            cards_[i]->show(nodes[i], now);
        else
            cards_[i]->hide();
    }
    empty_->setVisible(nodes.size() == 1);
    placeCards();
}

PageInfo nodesPage() {
    return {.id = QStringLiteral("nodes"),
            .title = NodesPage::tr("Nodes"),
            .icon = QStringLiteral("nodes"),
            .order = 30,
            .make = [](bridge::AgentBridge& bridge) -> Page* { return new NodesPage(bridge); }};
}

}  // namespace trainyard::pages

#include "moc_nodes_page.cpp"
