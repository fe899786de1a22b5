// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/log_pane.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/models/format.h"
#include "ui/models/log_model.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

constexpr int kCountedAtOnce = 20000;

/// Draws a log line with the search matches highlighted.
class LineDelegate : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QString wanted;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const QString text = index.data().toString();
        const qsizetype at = wanted.isEmpty() ? -1 : text.indexOf(wanted, 0, Qt::CaseInsensitive);
        if (at >= 0) {
            const int left = option.rect.left() + 3 + option.fontMetrics.horizontalAdvance(text.left(at));
            const int width = option.fontMetrics.horizontalAdvance(text.mid(at, wanted.size()));
            QColor colour = widgets::Theme::current().colour(QStringLiteral("waiting"));
            colour.setAlphaF(0.35F);
            painter->fillRect(QRect(left, option.rect.top(), width, option.rect.height()), colour);
        }
        QStyledItemDelegate::paint(painter, option, index);
    }
};

QToolButton* arrow(const QString& name, const QString& what, Qt::ArrowType type) {
    auto* button = named(new QToolButton, name, what);
    button->setArrowType(type);
    button->setToolTip(what);
    return button;
}

}  // namespace

LogPane::LogPane(models::LogModel& log, QWidget* parent) : QWidget(parent), log_(log) {
    lines_ = withRole(named(new QListView, "runs.log.lines", tr("Log lines")), "log");
    lines_->setModel(&log_);
    lines_->setItemDelegate(new LineDelegate(lines_));
    lines_->setUniformItemSizes(true);
    lines_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    lines_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    lines_->setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    lines_->setFont(widgets::logFont(font()));
    empty_ = withRole(new QLabel(lines_->viewport()), "empty");
    empty_->setAlignment(Qt::AlignCenter);
    auto* header = new QWidget;
    buildHeader(*header);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addWidget(lines_, 1);
    auto* over = new QVBoxLayout(lines_->viewport());
    over->addWidget(empty_);

    connect(&log_, &models::LogModel::tasksChanged, this, &LogPane::refreshTasks);
    connect(task_, &QComboBox::currentIndexChanged, this,
            [this] { log_.setTask(task_->currentData().toString()); });
    connect(fold_, &QCheckBox::toggled, &log_, &models::LogModel::setFolded);
    connect(search_, &QLineEdit::textChanged, this, &LogPane::startSearch);
    connect(next_, &QToolButton::clicked, this, [this] { go(true); });
    connect(previous_, &QToolButton::clicked, this, [this] { go(false); });
    counting_.setInterval(0);
    connect(&counting_, &QTimer::timeout, this, &LogPane::countSome);
    const auto follow = [this] {
        if (isFollowing_) lines_->scrollToBottom();
        refreshEmptyText();
        if (!search_->text().isEmpty()) counting_.start();
    };
    connect(&log_, &QAbstractItemModel::rowsInserted, this, follow, Qt::QueuedConnection);
    connect(&log_, &QAbstractItemModel::modelReset, this, [this, follow] {
        restartCount();
        follow();
    });
    QScrollBar* bar = lines_->verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, this,
            [this, bar](int value) { isFollowing_ = value >= bar->maximum(); });
    refreshTasks();
    refreshEmptyText();
    startSearch();
}

void LogPane::buildHeader(QWidget& header) {
    task_ = named(new QComboBox, "runs.log.task", tr("Task whose log is shown"));
    task_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    fold_ =
        named(new QCheckBox(tr("Collapse repeated lines")), "runs.log.fold", tr("Collapse repeated lines"));
    fold_->setToolTip(tr("Shows consecutive equal lines once, with their number"));
    fold_->setChecked(true);
    search_ = named(new QLineEdit, "runs.log.search", tr("Search the log"));
    search_->setPlaceholderText(tr("Search the log"));
    search_->setToolTip(tr("Return: next match. Shift+Return: previous match."));
    search_->setClearButtonEnabled(true);
    search_->setMaximumWidth(260);
    search_->installEventFilter(this);
    hits_ = named(withRole(new QLabel, "muted"), "runs.log.hits", tr("Matches"));
    hits_->setFont(widgets::tabularFont(hits_->font()));
    previous_ = arrow("runs.log.previous", tr("Previous match"), Qt::UpArrow);
    next_ = arrow("runs.log.next", tr("Next match"), Qt::DownArrow);
    auto* row = new QHBoxLayout(&header);
    row->setContentsMargins(12, 8, 12, 4);
    row->setSpacing(8);
    row->addWidget(withRole(new QLabel(tr("Log")), "section"));
    row->addWidget(task_);
    row->addWidget(fold_);
    row->addStretch(1);
    row->addWidget(hits_);
    row->addWidget(search_, 1);
    row->addWidget(previous_);
    row->addWidget(next_);
}

void LogPane::focusSearch() {
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
}

void LogPane::refreshTasks() {
    const QString chosen = task_->currentData().toString();
    {
        const QSignalBlocker blocker(task_);
        task_->clear();
        task_->addItem(tr("all tasks"));
        for (const QString& task : log_.tasks()) task_->addItem(task, task);
        task_->setCurrentIndex(std::max(0, chosen.isEmpty() ? 0 : task_->findData(chosen)));
    }
    log_.setTask(task_->currentData().toString());
    refreshEmptyText();
}

void LogPane::refreshEmptyText() {
    empty_->setText(tr("No log output yet."));
    empty_->setVisible(log_.rowCount() == 0);
}

void LogPane::startSearch() {
    static_cast<LineDelegate*>(lines_->itemDelegate())->wanted = search_->text();
    lines_->viewport()->update();
    restartCount();
    const bool isSearching = !search_->text().isEmpty();
    for (QWidget* part :
         {static_cast<QWidget*>(hits_), static_cast<QWidget*>(previous_), static_cast<QWidget*>(next_)})
        part->setVisible(isSearching);
    if (!isSearching) return counting_.stop();
    counting_.start();
    const int row = lines_->currentIndex().isValid() ? lines_->currentIndex().row() : log_.rowCount();
    // Keeps the current match; otherwise the newest one, as that is where the user looks.
    if (lines_->currentIndex().isValid() && log_.holds(row, search_->text().toLower().toUtf8())) return;
    go(false);
}

void LogPane::go(bool isForward) {
    if (search_->text().isEmpty() || log_.rowCount() == 0) return;
    const int from = lines_->currentIndex().isValid() ? lines_->currentIndex().row() : log_.rowCount();
    const int row = log_.find(search_->text().toLower().toUtf8(), from,
                              isForward ? models::LogModel::Way::kForward : models::LogModel::Way::kBackward);
    if (row < 0) return;
    lines_->setCurrentIndex(log_.index(row));
    lines_->scrollTo(log_.index(row), QAbstractItemView::PositionAtCenter);
}

void LogPane::restartCount() {
    counted_ = 0;
    found_ = 0;
}

void LogPane::countSome() {
    const QByteArray wanted = search_->text().toLower().toUtf8();
    const int end = std::min(counted_ + kCountedAtOnce, log_.rowCount());
    for (; counted_ < end; ++counted_) found_ += log_.holds(counted_, wanted) ? 1 : 0;
    if (counted_ >= log_.rowCount()) counting_.stop();
    hits_->setText(found_ > 0 || counting_.isActive() ? tr("Matches: %1").arg(models::count(found_))
                                                      : tr("Not found"));
    for (QToolButton* button : {previous_, next_}) button->setEnabled(found_ > 0);
}

bool LogPane::eventFilter(QObject* watched, QEvent* event) {
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            go(!key->modifiers().testFlag(Qt::ShiftModifier));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void LogPane::changeEvent(QEvent* event) {
    // The style sheet sets the interface font on views; the log keeps its own font.
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        lines_->setFont(widgets::logFont(font()));
    QWidget::changeEvent(event);
}

}  // namespace trainyard::pages

#include "moc_log_pane.cpp"
