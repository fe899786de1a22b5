// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/clusters/text_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QTextBlock>
#include <QVBoxLayout>

#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

bool ClusterEditor::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return false;
        }
    }
    return QPlainTextEdit::event(event);
}

TextView::TextView(models::ClusterModel& model, QWidget* parent) : QWidget(parent), model_(model) {
    widgets::withRole(this, "panel");
    setAttribute(Qt::WA_StyledBackground);
    format_ = named(new QComboBox, "clusters.text.format", tr("Format of the text"));
    format_->addItem(tr("Run file (YAML)"));
    format_->addItem(QStringLiteral("TF_CONFIG (JSON)"));
    connect(format_, &QComboBox::currentIndexChanged, this, &TextView::takeDraft);
    verdict_ = withRole(named(new QLabel, "clusters.text.verdict", tr("Text status")), "muted");
    verdict_->setWordWrap(true);
    editor_ = named(new ClusterEditor, "clusters.text.editor", tr("Cluster as text"));
    editor_->setUndoRedoEnabled(false);
    editor_->setLineWrapMode(QPlainTextEdit::NoWrap);
    editor_->setTabChangesFocus(true);
    editor_->document()->setDocumentMargin(12);
    editor_->setFont(widgets::logFont(font()));
    connect(editor_, &QPlainTextEdit::textChanged, this, &TextView::takeText);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 8, 12, 8);
    bar->setSpacing(8);
    bar->addWidget(format_);
    bar->addWidget(verdict_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(editor_, 1);
    connect(&model_, &models::ClusterModel::draftChanged, this, &TextView::takeDraft);
    takeDraft();
}

bool TextView::isJson() const {
    return format_->currentIndex() == 1;
}

void TextView::takeText() {
    const QString text = editor_->toPlainText();
    models::ReadCluster read = isJson()
                                   ? models::readSharedTfConfig(text, model_.draft(), model_.strategies())
                                   : models::readCluster(text, model_.strategies());
    if (read.isReadable && !read.leftOut.isEmpty()) {
        read.isReadable = false;
        read.findings = {
            {.code = QStringLiteral("spec.unknown_key"),
             .message = tr("These keys are not part of a cluster: %1").arg(read.leftOut.join(", ")),
             .path = read.leftOut[0]}};
    }
    if (!read.isReadable) return setProblems(std::move(read.findings));
    setProblems({});
    if (!isJson()) yaml_ = text;
    // The text does not list machines without a task.
    read.draft.machines = model_.draft().machines;
    isTyping_ = true;
    model_.takeTyped(read.draft);
    isTyping_ = false;
}

void TextView::takeDraft() {
    if (isTyping_ && !isJson()) return;
    yaml_ = models::editedYaml(yaml_, model_.draft());
    if (isTyping_) return;
    setProblems({});
    const QString text = isJson() ? models::sharedTfConfig(model_.draft()) : yaml_;
    if (text == editor_->toPlainText()) return;
    const QSignalBlocker blocker(editor_);
    const int position = editor_->textCursor().position();
    editor_->setPlainText(text);
    QTextCursor cursor = editor_->textCursor();
    cursor.setPosition(std::min(position, static_cast<int>(text.size())));
    editor_->setTextCursor(cursor);
}

void TextView::applyFix(const bridge::Finding& finding) {
    if (const auto fixed = models::fixedText(editor_->toPlainText(), finding)) editor_->setPlainText(*fixed);
}

void TextView::setProblems(std::vector<bridge::Finding> problems) {
    problems_ = std::move(problems);
    verdict_->setText(
        problems_.empty()
            ? QString()
            : tr("The text cannot be parsed yet. The other views show the last valid version."));
    markLines();
    emit problemsChanged();
}

void TextView::markLines() {
    QList<QTextEdit::ExtraSelection> marks;
    for (const bridge::Finding& problem : problems_) {
        if (problem.line <= 0) continue;
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(editor_->document()->findBlockByNumber(problem.line - 1));
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        mark.format.setUnderlineColor(widgets::Theme::current().colour("failed"));
        mark.cursor.select(QTextCursor::LineUnderCursor);
        marks << mark;
    }
    editor_->setExtraSelections(marks);
}

}  // namespace trainyard::pages

#include "moc_text_view.cpp"
