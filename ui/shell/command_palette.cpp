// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/command_palette.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/named.h"

namespace trainyard::shell {

using widgets::named;

namespace {

constexpr int kMostShown = 50;
constexpr int kRowSpace = 10;  ///< above and below a row's text, together

}  // namespace

CommandPalette::CommandPalette(std::vector<Command> commands, QWidget* parent)
    // Not a popup: Qt hides those from screen readers.
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint), commands_(std::move(commands)) {
    setObjectName("shell.palette");
    setWindowTitle(tr("Commands"));
    setAttribute(Qt::WA_DeleteOnClose);
    widgets::withRole(this, "palette");
    search_ = named(new QLineEdit, "shell.palette.search", tr("Search commands"));
    search_->setPlaceholderText(tr("Search commands, pages and runs"));
    search_->installEventFilter(this);
    list_ = named(new QListWidget, "shell.palette.list", tr("Commands"));
    list_->setFocusPolicy(Qt::NoFocus);
    widgets::withRole(list_, "palette");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(search_);
    layout->addWidget(list_, 1);
    resize(560, 380);
    connect(search_, &QLineEdit::textChanged, this, &CommandPalette::refill);
    connect(list_, &QListWidget::itemClicked, this, &CommandPalette::runChosen);
    refill();
    search_->setFocus();
}

int CommandPalette::fit(const QString& text, const QString& typed) {
    if (typed.isEmpty()) return 1;
    if (const auto at = text.indexOf(typed, 0, Qt::CaseInsensitive); at >= 0) {
        const bool isAtWord = at == 0 || !text[at - 1].isLetterOrNumber();
        return 1000 + (isAtWord ? 500 : 0) - static_cast<int>(std::min<qsizetype>(at, 400));
    }
    // Letter by letter: "sas" finds "Save and stop".
    int score = 0;
    qsizetype from = 0;
    for (const QChar letter : typed) {
        if (letter.isSpace()) continue;
        const auto at = text.indexOf(letter, from, Qt::CaseInsensitive);
        if (at < 0) return 0;
        score += at == 0 || !text[at - 1].isLetterOrNumber() ? 10 : 1;
        from = at + 1;
    }
    return score;
}

void CommandPalette::refill() {
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t i = 0; i < commands_.size(); ++i)
        if (const int score = fit(commands_[i].text, search_->text().trimmed()); score > 0)
            found.emplace_back(score, i);
    std::ranges::stable_sort(found, std::ranges::greater{}, [](const auto& one) { return one.first; });
    if (found.size() > kMostShown) found.resize(kMostShown);
    list_->clear();
    for (const auto& [score, i] : found) {
        const Command& command = commands_[i];
        auto* item = new QListWidgetItem(command.hint.isEmpty()
                                             ? command.text
                                             : QStringLiteral("%1    %2").arg(command.text, command.hint),
                                         list_);
        item->setData(Qt::UserRole, static_cast<qulonglong>(i));
        item->setSizeHint(QSize(0, list_->fontMetrics().height() + kRowSpace));
    }
    list_->setCurrentRow(0);
}

void CommandPalette::runChosen() {
    const QListWidgetItem* item = list_->currentItem();
    if (!item) return;
    const auto run = commands_[item->data(Qt::UserRole).toULongLong()].run;
    accept();
    run();
}

/// Closes like a popup when the focus moves elsewhere.
bool CommandPalette::event(QEvent* event) {
    if (event->type() == QEvent::WindowDeactivate && isVisible()) reject();
    return QDialog::event(event);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            runChosen();
            return true;
        }
        if (key == Qt::Key_Down || key == Qt::Key_Up) {
            const int row = list_->currentRow() + (key == Qt::Key_Down ? 1 : -1);
            list_->setCurrentRow(std::clamp(row, 0, std::max(0, list_->count() - 1)));
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

}  // namespace trainyard::shell

#include "moc_command_palette.cpp"
