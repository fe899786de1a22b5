// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/clusters/findings_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/models/agent_words.h"
#include "ui/widgets/fix_button.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

constexpr int kMostHeight = 132;

QWidget* makeContent() {
    auto* content = withRole(new QWidget, "panel");
    auto* rows = new QVBoxLayout(content);
    rows->setContentsMargins(16, 6, 16, 6);
    rows->setSpacing(4);
    return content;
}

}  // namespace

FindingsStrip::FindingsStrip(QWidget* parent)
    : BoundedArea(makeContent(), kMostHeight, parent), rows_(static_cast<QVBoxLayout*>(widget()->layout())) {
    named(this, "clusters.findings.list", tr("Findings"));
    hide();
}

void FindingsStrip::show(const std::vector<bridge::Finding>& findings) {
    if (shown_ == findings) return;  // so that what is under the pointer stays
    shown_ = findings;
    const bool hadFocus = isAncestorOf(window()->focusWidget());
    QPushButton* firstFix = nullptr;
    while (QLayoutItem* item = rows_->takeAt(0)) {
        if (QWidget* row = item->widget()) {
            row->hide();
            row->deleteLater();  // a press on its button may have led here
        }
        delete item;
    }
    int number = 0;
    for (const bridge::Finding& finding : findings) {
        const bool isError = finding.severity == bridge::Severity::kError;
        auto* row = new QWidget;
        auto* layout = new QHBoxLayout(row);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(12);
        const bool isWarning = finding.severity == bridge::Severity::kWarning;
        auto* kind = withRole(new QLabel(isError     ? tr("error")
                                         : isWarning ? tr("warning")
                                                     : tr("hint")),
                              isError     ? "failure"
                              : isWarning ? "waiting"
                                          : "muted");
        kind->setMinimumWidth(48);
        const QString said = models::inReadersLanguage(finding.message);
        QString text = finding.line > 0 ? tr("Line %1: %2").arg(finding.line).arg(said) : said;
        const QString fix = models::inReadersLanguage(finding.fix);
        if (finding.fixSet.isEmpty() && !fix.isEmpty()) text += '\n' + widgets::fixText(fix);
        auto* message = new QLabel(text);
        message->setWordWrap(true);
        message->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        // A long word in it may be cut off, but not the button next to it.
        message->setMinimumWidth(1);
        layout->addWidget(kind, 0, Qt::AlignTop);
        layout->addWidget(message, 1);
        if (!finding.fixSet.isEmpty()) {
            auto* button = widgets::fixButton(fix, QStringLiteral("clusters.findings.fix_%1").arg(number));
            connect(button, &QPushButton::clicked, this, [this, finding] { emit fixRequested(finding); });
            layout->addWidget(button);
            if (!firstFix) firstFix = button;
        }
        rows_->addWidget(row);
        ++number;
    }
    setVisible(!findings.empty());
    if (!hadFocus) return;
    if (firstFix)
        firstFix->setFocus(Qt::OtherFocusReason);
    else
        emit lastFixed();
}

}  // namespace trainyard::pages

#include "moc_findings_strip.cpp"
