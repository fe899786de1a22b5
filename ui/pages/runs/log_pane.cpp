// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/log_pane.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

#include "ui/models/format.h"
#include "ui/models/log_model.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

LogPane::LogPane(models::LogModel& log, QWidget* parent)
    : QWidget(parent),
      log_(log),
      byTask_(new QSortFilterProxyModel(this)),
      bySearch_(new QSortFilterProxyModel(this)) {
    byTask_->setSourceModel(&log_);
    byTask_->setFilterRole(models::kIdRole);
    bySearch_->setSourceModel(byTask_);
    bySearch_->setFilterCaseSensitivity(Qt::CaseInsensitive);

    task_ = named(new QComboBox, "runs.log.task", tr("Task whose log is shown"));
    task_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    search_ = named(new QLineEdit, "runs.log.search", tr("Search the log"));
    search_->setPlaceholderText(tr("Search the log"));
    search_->setClearButtonEnabled(true);
    search_->setMaximumWidth(280);
    lines_ = named(new QListView, "runs.log.lines", tr("Log lines"));
    lines_->setModel(bySearch_);
    lines_->setUniformItemSizes(true);
    lines_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    lines_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    lines_->setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    lines_->setFont(widgets::logFont(font()));
    empty_ = withRole(new QLabel(lines_->viewport()), "empty");
    empty_->setAlignment(Qt::AlignCenter);

    auto* header = new QHBoxLayout;
    header->setContentsMargins(12, 8, 12, 4);
    header->setSpacing(8);
    header->addWidget(withRole(new QLabel(tr("Log")), "section"));
    header->addWidget(task_);
    header->addWidget(search_, 1);
    header->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(header);
    layout->addWidget(lines_, 1);
    auto* over = new QVBoxLayout(lines_->viewport());
    over->addWidget(empty_);

    connect(&log_, &models::LogModel::tasksChanged, this, &LogPane::refreshTasks);
    connect(task_, &QComboBox::currentIndexChanged, this, &LogPane::applyTask);
    connect(search_, &QLineEdit::textChanged, bySearch_, &QSortFilterProxyModel::setFilterFixedString);
    connect(search_, &QLineEdit::textChanged, this, &LogPane::refreshEmptyText);
    const auto follow = [this] {
        if (isFollowing_) lines_->scrollToBottom();
        refreshEmptyText();
    };
    connect(bySearch_, &QAbstractItemModel::rowsInserted, this, follow, Qt::QueuedConnection);
    connect(bySearch_, &QAbstractItemModel::modelReset, this, follow);
    QScrollBar* bar = lines_->verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, this,
            [this, bar](int value) { isFollowing_ = value >= bar->maximum(); });
    refreshTasks();
    refreshEmptyText();
}

void LogPane::focusSearch() {
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
}

void LogPane::refreshTasks() {
    const QString chosen = task_->currentData().toString();
    const QSignalBlocker blocker(task_);
    task_->clear();
    task_->addItem(tr("all tasks"));
    for (const QString& task : log_.tasks()) task_->addItem(task, task);
    task_->setCurrentIndex(std::max(0, chosen.isEmpty() ? 0 : task_->findData(chosen)));
    applyTask();
}

void LogPane::applyTask() {
    // A task's whole name, so that worker:1 does not bring worker:10 along.
    const QString task = task_->currentData().toString();
    byTask_->setFilterRegularExpression(
        task.isEmpty() ? QString() : QRegularExpression::anchoredPattern(QRegularExpression::escape(task)));
    refreshEmptyText();
}

void LogPane::refreshEmptyText() {
    const bool isSearching = !search_->text().isEmpty() && log_.rowCount() > 0;
    empty_->setText(isSearching ? tr("No line holds “%1”.").arg(search_->text()) : tr("Nothing logged yet."));
    empty_->setVisible(bySearch_->rowCount() == 0);
}

void LogPane::changeEvent(QEvent* event) {
    // The style sheet sets the interface's font on views; the log keeps its own.
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        lines_->setFont(widgets::logFont(font()));
    QWidget::changeEvent(event);
}

}  // namespace trainyard::pages
