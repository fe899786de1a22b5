// SPDX-License-Identifier: Apache-2.0
// The findings: the table, its fixes, and when to check again.
#include <QEvent>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <algorithm>

#include "ui/models/agent_words.h"
#include "ui/pages/new_run/form_view.h"
#include "ui/pages/new_run/new_run_page.h"
#include "ui/pages/new_run/run_file_tabs.h"
#include "ui/pages/send_bar.h"
#include "ui/pages/set_up_bar.h"
#include "ui/widgets/fix_button.h"
#include "ui/widgets/named.h"
#include "ui/widgets/state_delegate.h"

namespace trainyard::pages {
namespace {

constexpr int kCellPadding = 12;  // the style sheet's 5 pixels on each side, and 2 to spare
constexpr int kLeastKeyWidth = 120, kMostKeyWidth = 320;  // longer ones are elided

}  // namespace

void NewRunPage::makeTable() {
    table_ = widgets::named(new QTableView, "new_run.findings.table", tr("Findings"));
    table_->setModel(&findings_);
    table_->setItemDelegateForColumn(models::FindingListModel::kSeverity,
                                     new widgets::SeverityDelegate(table_));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setShowGrid(false);
    table_->setTabKeyNavigation(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->hide();
    table_->horizontalHeader()->setSectionResizeMode(models::FindingListModel::kMessage,
                                                     QHeaderView::Stretch);
    table_->setColumnWidth(models::FindingListModel::kSeverity, 84);
    table_->setColumnWidth(models::FindingListModel::kWhere, kLeastKeyWidth);
    table_->setTextElideMode(Qt::ElideMiddle);  // the last part of a key and its line say the most
    table_->hideColumn(models::FindingListModel::kFix);
    connect(table_, &QTableView::clicked, this, [this](const QModelIndex& index) { goTo(index.row()); });
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) { goTo(index.row()); });
}

void NewRunPage::makeFixBars() {
    send_ = new SendBar(agent_, QStringLiteral("new_run.send"));
    connect(send_, &SendBar::ended, this, &NewRunPage::recheck);
    setUp_ = new SetUpBar(agent_, QStringLiteral("new_run"));
    connect(setUp_, &SetUpBar::succeeded, this, &NewRunPage::recheck);
    connect(setUp_, &SetUpBar::failed, this, &NewRunPage::recheck);
    for (widgets::WorkBar* bar :
         {static_cast<widgets::WorkBar*>(send_), static_cast<widgets::WorkBar*>(setUp_)}) {
        bar->setContentsMargins(16, 0, 16, 4);
    }
}

void NewRunPage::recheck() {
    if (!hasDraft_ || hasNoText()) return;
    isCurrent_ = false;
    isOutdated_ = isChecking_ || isLoading_;
    if (!isOutdated_) check();
}

void NewRunPage::withdrawFixes() {
    send_->withdraw();
    setUp_->withdraw();
}

void NewRunPage::offerFixes() {
    send_->setRun(run_);
    const auto lack = std::ranges::find_if(run_.findings, [](const bridge::Finding& finding) {
        return finding.code == bridge::kNotPreparedCode && !finding.node.isEmpty();
    });
    setUp_->offerToPrepare(lack == run_.findings.end() ? QString() : lack->node);
}

/// A port, a disk or a file with a finding may have changed by now.
void NewRunPage::checkWhenBack() {
    if (hasDraft_ && isCurrent_ && !isStarting_ && findings_.rowCount() > 0) check();
}

bool NewRunPage::event(QEvent* event) {
    if (event->type() == QEvent::WindowActivate) checkWhenBack();
    return Page::event(event);
}

/// Shows them in the table and at the fields, with a button where a click fixes one. Findings already shown
/// stay unchanged, under the pointer and with their focus.
void NewRunPage::showFindings(const std::vector<bridge::Finding>& findings) {
    view_->showFindings(findings);
    if (shownFindings_ == findings) return;
    shownFindings_ = findings;
    const bool hadFocus = table_->isAncestorOf(window()->focusWidget());
    findings_.setFindings(findings);
    int widest = 0;
    for (int row = 0; row < findings_.rowCount(); ++row) {
        const bridge::Finding& finding = findings_.finding(row);
        if (finding.fixSet.isEmpty()) continue;
        auto* button = widgets::fixButton(models::inReadersLanguage(finding.fix),
                                          QStringLiteral("new_run.findings.fix_%1").arg(row));
        connect(button, &QPushButton::clicked, this, [this, setting = finding.fixSet] {
            if (!form_.applyFix(setting)) refusal_ = tr("Cannot be fixed automatically: %1").arg(setting);
            refresh();
        });
        table_->setIndexWidget(findings_.index(row, models::FindingListModel::kFix), button);
        widest = std::max(widest, button->sizeHint().width());
    }
    int keyWidth = kLeastKeyWidth;
    for (int row = 0; row < findings_.rowCount(); ++row) {
        const QString key = findings_.index(row, models::FindingListModel::kWhere).data().toString();
        keyWidth = std::max(keyWidth, table_->fontMetrics().horizontalAdvance(key) + 2 * kCellPadding);
    }
    table_->setColumnWidth(models::FindingListModel::kWhere, std::min(keyWidth, kMostKeyWidth));
    table_->setColumnHidden(models::FindingListModel::kFix, widest == 0);
    if (widest > 0) table_->setColumnWidth(models::FindingListModel::kFix, widest + kCellPadding);
    table_->resizeRowsToContents();  // the buttons are new
    if (hadFocus) focusAfterFix();
}

/// After a fix was pressed, the focus moves to the next one, or past the last one.
void NewRunPage::focusAfterFix() {
    for (int row = 0; row < findings_.rowCount(); ++row)
        if (QWidget* fix = table_->indexWidget(findings_.index(row, models::FindingListModel::kFix)))
            return fix->setFocus(Qt::OtherFocusReason);
    if (findings_.rowCount() > 0)
        table_->setFocus(Qt::OtherFocusReason);
    else
        runButton_->setFocus(Qt::OtherFocusReason);
}

void NewRunPage::goTo(int row) {
    if (row < 0) return;
    const bridge::Finding& finding = findings_.finding(row);
    const int line = finding.line > 0 ? finding.line : form_.lineOf(finding.path);
    tabs_->showLine(line);
    view_->goTo(finding.path);
}

}  // namespace trainyard::pages
