// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/sweeps/sweep_offer.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

constexpr std::size_t kMostFindings = 3;

/// "rates.yaml:12: train.epochs: …".
QString findingText(const bridge::Finding& finding) {
    QStringList parts;
    if (!finding.file.isEmpty())
        parts << (finding.line > 0 ? QStringLiteral("%1:%2").arg(finding.file).arg(finding.line)
                                   : finding.file);
    if (!finding.path.isEmpty()) parts << finding.path;
    return models::shown((parts << models::inReadersLanguage(finding.message)).join(QStringLiteral(": ")));
}

QString refusalOf(const bridge::PlannedSweep& sweep) {
    QStringList lines{SweepOffer::tr("%1 cannot start:").arg(models::shown(sweep.file))};
    for (std::size_t i = 0; i < std::min(sweep.findings.size(), kMostFindings); ++i)
        lines << findingText(sweep.findings[i]);
    if (sweep.findings.size() > kMostFindings)
        lines << SweepOffer::tr("and %1 more").arg(sweep.findings.size() - kMostFindings);
    return lines.join('\n');
}

}  // namespace

SweepOffer::SweepOffer(QWidget* parent) : QWidget(parent) {
    text_ = named(new QLabel, "sweeps.offer.text", tr("The chosen sweep"));
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    start_ = withRole(named(new QPushButton(tr("Start")), "sweeps.offer.start", tr("Start")), "primary");
    cancel_ = named(new QPushButton(tr("Cancel")), "sweeps.offer.cancel", tr("Cancel"));
    connect(start_, &QPushButton::clicked, this, &SweepOffer::start);
    connect(cancel_, &QPushButton::clicked, this, &SweepOffer::clear);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(start_);
    buttons->addWidget(cancel_);
    buttons->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 8);
    layout->setSpacing(8);
    layout->addWidget(text_);
    layout->addLayout(buttons);
    hide();
}

void SweepOffer::offer(const bridge::PlannedSweep& sweep) {
    sweep_ = sweep;
    const bool canStart = sweep.plan != nullptr;
    text_->setText(canStart ? tr("%1: %2 runs, %3 at a time, over %4")
                                  .arg(models::shown(sweep.name), QString::number(sweep.runs),
                                       QString::number(sweep.parallel),
                                       models::shown(sweep.parameters.join(QStringLiteral(", "))))
                            : refusalOf(sweep));
    start_->setVisible(canStart);
    start_->setEnabled(canStart);
    cancel_->setText(canStart ? tr("Cancel") : tr("Close"));
    cancel_->setAccessibleName(cancel_->text());
    show();
    (canStart ? start_ : cancel_)->setFocus();
}

void SweepOffer::fail(const QString& reason) {
    text_->setText(reason);
    start_->setEnabled(true);
}

void SweepOffer::clear() {
    sweep_ = {};
    hide();
}

void SweepOffer::start() {
    start_->setEnabled(false);  // until it is answered
    emit accepted(sweep_);
}

}  // namespace trainyard::pages

#include "moc_sweep_offer.cpp"
