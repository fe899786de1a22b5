// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/new_run/command_row.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include "ui/models/command_form.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using models::CommandWords;
using models::Json;
using widgets::named;
using widgets::withRole;

namespace {

constexpr int kLongestUnbroken = 24;
constexpr int kLines = 3;
constexpr int kFrame = 8;  // border and padding of the role "field"

/// Each argument in a box of its own: an argument with blanks is one box, an empty one an empty box.
QString boxed(const std::vector<std::string>& arguments) {
    const QString colour = widgets::Theme::current().colour(QStringLiteral("selection")).name();
    QStringList boxes;
    for (const std::string& argument : arguments) {
        const QString text = QString::fromStdString(argument);
        QString shown = text.toHtmlEscaped().replace('\n', QStringLiteral("↵"));
        if (text.size() <= kLongestUnbroken) {
            const QChar joiner(0x2060);  // no line break after a hyphen
            shown.replace(' ', QStringLiteral("&nbsp;")).replace('-', QStringLiteral("-") + joiner);
        }
        boxes << QStringLiteral("<span style='background-color:%1'>&nbsp;%2&nbsp;</span>").arg(colour, shown);
    }
    return boxes.join(QStringLiteral("&nbsp; "));
}

QString noteOn(const CommandWords& words) {
    QStringList notes;
    if (words.hasOpenQuote)
        notes << CommandRow::tr("A quote is never closed: the last argument extends to the end.");
    if (words.hasAssignment)
        notes << CommandRow::tr("“%1” sets a variable only in a shell. Add it under Environment instead.")
                     .arg(QString::fromStdString(words.arguments.front()));
    if (!words.shellWords.isEmpty())
        notes << CommandRow::tr(
                     "No shell runs this command, so the program gets %1 unchanged. To use a shell: %2")
                     .arg(QStringLiteral("“%1”").arg(words.shellWords.join(QStringLiteral("”, “"))),
                          QStringLiteral("sh -c '…'"));
    return notes.join('\n');
}

}  // namespace

CommandRow::CommandRow(models::RunForm& f, models::FormEntry e, int depth)
    : FieldRow(f, std::move(e), depth) {
    edit_ = withRole(new QPlainTextEdit, "field");
    edit_->setFont(widgets::logFont(font()));
    edit_->setTabChangesFocus(true);
    edit_->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    edit_->setPlaceholderText(QStringLiteral("python3 train.py --epochs 3"));
    const int margins = static_cast<int>(edit_->document()->documentMargin() * 2) + kFrame;
    edit_->setFixedHeight(kLines * edit_->fontMetrics().lineSpacing() + margins);
    setControl(edit_);
    arguments_ = named(new QLabel, name(QStringLiteral("arguments")), tr("Arguments"));
    arguments_->setTextFormat(Qt::RichText);
    QSizePolicy policy = arguments_->sizePolicy();
    policy.setHorizontalPolicy(QSizePolicy::Ignored);  // a long argument must not widen the form
    policy.setHeightForWidth(true);
    arguments_->setSizePolicy(policy);
    note_ = withRole(named(new QLabel, name(QStringLiteral("note")), tr("Note on the command")), "waiting");
    for (QLabel* label : {arguments_, note_}) {
        label->setWordWrap(true);
        label->setContentsMargins(kTitleWidth + 8, 0, 0, 0);
        below()->addWidget(label);
    }
    below()->setContentsMargins(0, 0, 0, kGapBelow);
    connect(edit_, &QPlainTextEdit::textChanged, this, [this] {
        if (!isPutting_) take();
    });
    showArguments();
}

void CommandRow::refresh() {
    const Json* now = value();
    if (Json(models::commandWords(edit_->toPlainText()).arguments) == (now ? *now : Json::array()))
        return;  // keep it as typed
    isPutting_ = true;
    edit_->setPlainText(now ? models::commandLine(*now) : QString());
    isPutting_ = false;
    showArguments();
}

void CommandRow::take() {
    showArguments();
    form().set(path(), models::commandWords(edit_->toPlainText()).arguments);
}

void CommandRow::showArguments() {
    const CommandWords words = models::commandWords(edit_->toPlainText());
    if (words.arguments.empty()) {
        arguments_->setText(
            tr("The program and its arguments, separated by spaces. Put an argument with spaces in quotes."));
        arguments_->setAccessibleDescription(arguments_->text());
    } else {
        arguments_->setText(boxed(words.arguments));
        QStringList spoken;
        for (const std::string& argument : words.arguments) spoken << QString::fromStdString(argument);
        arguments_->setAccessibleDescription(spoken.join('\n'));
    }
    note_->setText(noteOn(words));
    note_->setVisible(!note_->text().isEmpty());
}

void CommandRow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && arguments_) showArguments();
    FieldRow::changeEvent(event);
}

}  // namespace trainyard::pages

#include "moc_command_row.cpp"
