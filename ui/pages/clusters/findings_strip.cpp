// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/clusters/findings_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/agent_words.h"
#include "ui/widgets/fix_button.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

constexpr int kMostHeight = 132;

}  // namespace

FindingsStrip::FindingsStrip(QWidget* parent) : QScrollArea(parent) {
    named(this, "clusters.findings.list", tr("Findings"));
    content_ = withRole(new QWidget, "panel");
    rows_ = new QVBoxLayout(content_);
    rows_->setContentsMargins(16, 6, 16, 6);
    rows_->setSpacing(4);
    setWidget(content_);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    hide();
}

void FindingsStrip::show(const std::vector<bridge::Finding>& findings) {
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
        auto* message = new QLabel(finding.line > 0 ? tr("Line %1: %2").arg(finding.line).arg(said) : said);
        message->setWordWrap(true);
        message->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        // A long word of it may be cut; the button beside it may not.
        message->setMinimumWidth(1);
        layout->addWidget(kind, 0, Qt::AlignTop);
        layout->addWidget(message, 1);
        if (!finding.fixSet.isEmpty()) {
            auto* fix = widgets::fixButton(models::inReadersLanguage(finding.fix),
                                           QStringLiteral("clusters.findings.fix_%1").arg(number));
            connect(fix, &QPushButton::clicked, this, [this, finding] { emit fixRequested(finding); });
            layout->addWidget(fix);
        }
        rows_->addWidget(row);
        ++number;
    }
    rows_->addStretch();
    setVisible(!findings.empty());
    fitHeight();
}

void FindingsStrip::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    fitHeight();
}

/// As high as the sentences are when they are as wide as it is.
void FindingsStrip::fitHeight() {
    const int height = rows_->hasHeightForWidth() ? rows_->totalHeightForWidth(viewport()->width())
                                                  : rows_->totalSizeHint().height();
    setFixedHeight(std::min(kMostHeight, height));
}

}  // namespace trainyard::pages
