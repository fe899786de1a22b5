// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/sweeps/sweeps_page.h"

#include <QAction>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/models/reasons.h"
#include "ui/models/sweep_run_model.h"
#include "ui/pages/sweeps/sweep_offer.h"
#include "ui/pages/sweeps/sweep_view.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

constexpr int kRefreshMs = 2000;

QString lineOf(const bridge::SweepRow& sweep) {
    const QString id = models::shown(sweep.id);
    const QString state = models::SweepRunModel::sweepStateWord(sweep.state);
    if (!sweep.problem.isEmpty()) return id + '\n' + state;
    return id + '\n' + SweepsPage::tr("%1, %2 runs").arg(state, QString::number(sweep.runs.size()));
}

}  // namespace

SweepsPage::SweepsPage(Agent agent, QWidget* parent) : Page(parent), agent_(agent) {
    auto* left = withRole(new QWidget, "panel");
    left->setAttribute(Qt::WA_StyledBackground);
    left->setFixedWidth(280);
    list_ = withRole(named(new QListWidget, "sweeps.list.sweeps", tr("Sweeps")), "choices");
    connect(list_, &QListWidget::currentItemChanged, this, &SweepsPage::showChosen);
    list_->viewport()->installEventFilter(this);
    empty_ = withRole(named(new QLabel(tr("A sweep starts the runs of one run file with different values. "
                                          "Start one here from a sweep file, or with:\n"
                                          "trainyard --headless sweep FILE")),
                            "sweeps.list.empty", tr("No sweeps yet")),
                      "muted");
    failure_ = withRole(named(new QLabel, "sweeps.list.failure", tr("Why sweeps cannot be read")), "failure");
    for (QLabel* label : {empty_, failure_}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->hide();
    }
    start_ = new QAction(tr("Start a sweep…"), this);
    start_->setObjectName("sweeps.actions.start");
    connect(start_, &QAction::triggered, this, &SweepsPage::askForFile);
    offer_ = new SweepOffer;
    connect(offer_, &SweepOffer::accepted, this, &SweepsPage::start);
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(16, 12, 16, 16);
    leftLayout->setSpacing(8);
    leftLayout->addWidget(withRole(new QLabel(tr("Sweeps")), "title"));
    leftLayout->addWidget(widgets::actionButton(start_), 0, Qt::AlignLeft);
    leftLayout->addWidget(offer_);
    leftLayout->addWidget(empty_);
    leftLayout->addWidget(list_, 1);
    leftLayout->addWidget(failure_);
    auto* right = new QWidget;
    view_ = new SweepView;
    view_->hide();  // until there is a sweep
    auto* rightLayout = new QVBoxLayout(right);
    rightLayout->setContentsMargins(0, 0, 0, 0);
    rightLayout->addWidget(view_);
    connect(view_, &SweepView::editRequested, this, &SweepsPage::edit);
    connect(view_, &SweepView::runRequested, this,
            [this](const QString& run) { emit pageRequested(QStringLiteral("runs"), run); });
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(left);
    layout->addWidget(right, 1);
    connect(&every_, &QTimer::timeout, this, &SweepsPage::refresh);
    connect(&agent_.news(), &bridge::AgentNews::storeDamageChanged, this, &SweepsPage::refreshActions);
    refreshActions();
    connect(&agent_.news(), &bridge::AgentNews::agentStatusChanged, this,
            [this](const bridge::AgentStatus& status) {
                if (status.state == bridge::AgentState::kConnected) refresh();
            });
}

void SweepsPage::open(const QString& id) {
    if (id.isEmpty()) return;
    wanted_ = id;
    take(sweeps_);
}

QList<QAction*> SweepsPage::menuActions() const {
    return QList<QAction*>{start_} + view_->actions();
}

void SweepsPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    refresh();
    every_.start(kRefreshMs);
}

void SweepsPage::hideEvent(QHideEvent* event) {
    every_.stop();
    Page::hideEvent(event);
}

void SweepsPage::refresh() {
    agent_.ask(&bridge::SweepCalls::listSweeps, this,
               [this](bridge::Outcome<std::vector<bridge::SweepRow>> sweeps) {
                   failure_->setText(sweeps ? QString() : models::inReadersLanguage(sweeps.error().message));
                   failure_->setVisible(!sweeps);
                   empty_->setVisible(sweeps && sweeps->empty());
                   if (sweeps) take(std::move(*sweeps));
               });
}

/// While the pointer is over the list, a sweep that is new is below those that may be about to be clicked.
void SweepsPage::keepPlaces(std::vector<bridge::SweepRow>& sweeps) const {
    if (!list_->viewport()->underMouse()) return;
    std::ranges::stable_sort(sweeps, {}, [this](const bridge::SweepRow& sweep) {
        return std::ranges::find(sweeps_, sweep.id, &bridge::SweepRow::id) - sweeps_.begin();
    });
}

bool SweepsPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == list_->viewport() && event->type() == QEvent::Leave && isVisible()) refresh();
    return Page::eventFilter(watched, event);
}

/// The list keeps its items, so that neither selection nor focus moves while values change.
void SweepsPage::take(std::vector<bridge::SweepRow> sweeps) {
    keepPlaces(sweeps);
    sweeps_ = std::move(sweeps);
    const bool isThere = std::ranges::find(sweeps_, wanted_, &bridge::SweepRow::id) != sweeps_.end();
    const QString chosen = isThere                ? std::exchange(wanted_, {})
                           : list_->currentItem() ? list_->currentItem()->data(models::kIdRole).toString()
                                                  : QString();
    const int count = static_cast<int>(sweeps_.size());
    while (list_->count() > count) delete list_->takeItem(list_->count() - 1);
    while (list_->count() < count) list_->addItem(QString());
    int row = count > 0 ? 0 : -1;
    for (int i = 0; i < count; ++i) {
        const bridge::SweepRow& sweep = sweeps_[static_cast<std::size_t>(i)];
        list_->item(i)->setText(lineOf(sweep));
        list_->item(i)->setData(models::kIdRole, sweep.id);
        if (sweep.id == chosen) row = i;
    }
    view_->setVisible(count > 0);
    list_->setCurrentRow(row);
    showChosen();
}

void SweepsPage::showChosen() {
    const auto row = static_cast<std::size_t>(list_->currentRow());
    if (list_->currentItem() && row < sweeps_.size()) view_->show(sweeps_[row]);
}

void SweepsPage::edit(bridge::SweepAction action) {
    view_->setNotice({});
    agent_.ask(
        &bridge::SweepCalls::editSweep, this,
        [this](const bridge::Outcome<void>& edited) {
            if (!edited) view_->setNotice(models::inReadersLanguage(edited.error().message));
            refresh();
        },
        view_->sweep().id, action);
}

void SweepsPage::refreshActions() {
    const QString readOnly = models::whyReadOnly(agent_.news().storeDamage());
    start_->setEnabled(readOnly.isEmpty());
    start_->setToolTip(readOnly.isEmpty() ? tr("Starts the runs of a sweep file") : readOnly);
}

void SweepsPage::askForFile() {
    auto* dialog =
        new QFileDialog(this, tr("Choose a sweep file"), {}, tr("Sweep files (*.yaml *.yml *.json)"));
    dialog->setObjectName("sweeps.file_dialog");
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &SweepsPage::load);
    dialog->open();
}

void SweepsPage::load(const QString& file) {
    agent_.ask(
        &bridge::SweepCalls::loadSweep, this,
        [this](const bridge::Outcome<bridge::PlannedSweep>& sweep) {
            if (sweep) return offer_->offer(*sweep);
            failure_->setText(models::inReadersLanguage(sweep.error().message));
            failure_->show();
        },
        file);
}

void SweepsPage::start(const bridge::PlannedSweep& sweep) {
    agent_.ask(
        &bridge::SweepCalls::startSweep, this,
        [this](const bridge::Outcome<QString>& started) {
            if (!started) return offer_->fail(models::inReadersLanguage(started.error().message));
            offer_->clear();
            wanted_ = *started;
            refresh();
        },
        sweep);
}

PageInfo sweepsPage() {
    return {.id = QStringLiteral("sweeps"),
            .title = SweepsPage::tr("Sweeps"),
            .icon = QStringLiteral("sweeps"),
            .order = 15,
            .key = 7,
            .make = [](bridge::AgentBridge& bridge) -> Page* { return new SweepsPage(bridge); }};
}

}  // namespace trainyard::pages

#include "moc_sweeps_page.cpp"
