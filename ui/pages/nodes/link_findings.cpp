// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/nodes/link_findings.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/keyboard.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

using models::NodeRemedy;
using widgets::named;
using widgets::withRole;

namespace {

constexpr const char* kRemedy = "remedy";

QPushButton* buttonFor(const models::NodeFinding& finding) {
    auto* button = new QPushButton;
    if (finding.remedy == NodeRemedy::kReconnect) {
        button->setText(LinkFindings::tr("Reconnect"));
        button->setToolTip(LinkFindings::tr("Connects to %1 now, and tests again.").arg(finding.place.from));
        button->setAccessibleName(LinkFindings::tr("Reconnect %1").arg(finding.place.from));
    } else {
        button->setText(LinkFindings::tr("Prepare"));
        button->setToolTip(
            LinkFindings::tr("Sends %1 Trainyard and libtorch, and tests again.").arg(finding.place.from));
        button->setAccessibleName(LinkFindings::tr("Prepare %1").arg(finding.place.from));
    }
    button->setProperty(kRemedy, static_cast<int>(finding.remedy));
    return button;
}

}  // namespace

LinkFindings::LinkFindings(QWidget* parent) : QWidget(parent) {
    named(this, "nodes.links.findings", tr("Findings"));
    rows_ = new QVBoxLayout(this);
    rows_->setContentsMargins(0, 0, 0, 0);
    rows_->setSpacing(8);
}

void LinkFindings::show(const std::vector<models::NodeFinding>& findings) {
    while (QLayoutItem* item = rows_->takeAt(0)) {
        if (QWidget* row = item->widget()) {
            row->hide();
            row->deleteLater();  // a press on its button may have led here
        }
        delete item;
    }
    buttons_.assign(findings.size(), nullptr);
    if (findings.empty()) {
        auto* none = withRole(new QLabel(tr("Nothing to fix.")), "muted");
        none->setObjectName("nodes.links.none");
        rows_->addWidget(none);
    }
    for (std::size_t i = 0; i < findings.size(); ++i) rows_->addWidget(row(findings[i], i));
}

QWidget* LinkFindings::row(const models::NodeFinding& finding, std::size_t number) {
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    const bool isFailure = finding.verdict == bridge::TestVerdict::kFailed;
    auto* kind =
        withRole(new QLabel(isFailure ? tr("error") : tr("warning")), isFailure ? "failure" : "waiting");
    kind->setMinimumWidth(56);
    auto* text = new QLabel(finding.fix.isEmpty() ? finding.text : finding.text + '\n' + finding.fix);
    text->setObjectName(QStringLiteral("nodes.links.finding_%1").arg(number));
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    // A long word in it may be cut off, but not the button next to it.
    text->setMinimumWidth(1);
    layout->addWidget(kind, 0, Qt::AlignTop);
    layout->addWidget(text, 1);
    if (finding.remedy == NodeRemedy::kNone) return row;
    auto* button = buttonFor(finding);
    button->setObjectName(QStringLiteral("nodes.links.fix_%1").arg(number));
    connect(button, &QPushButton::clicked, this,
            [this, finding] { emit fixRequested(finding.place.from, finding.remedy); });
    buttons_[number] = button;
    allow(*button);
    layout->addWidget(button, 0, Qt::AlignTop);
    return row;
}

void LinkFindings::allow(QPushButton& button) const {
    const bool isPrepare = button.property(kRemedy).toInt() == static_cast<int>(NodeRemedy::kPrepare);
    widgets::setEnabledKeepingFocus(button, canPrepare_ || !isPrepare);
}

void LinkFindings::setCanPrepare(bool can) {
    canPrepare_ = can;
    for (QPushButton* const button : buttons_)
        if (button) allow(*button);
}

void LinkFindings::focus(std::size_t finding) {
    if (finding < buttons_.size() && buttons_[finding]) buttons_[finding]->setFocus(Qt::OtherFocusReason);
}

bool LinkFindings::focusFirst() {
    const auto first = std::ranges::find_if(buttons_, [](const QPushButton* button) { return button; });
    if (first == buttons_.end()) return false;
    (*first)->setFocus(Qt::OtherFocusReason);
    return true;
}

}  // namespace trainyard::pages

#include "moc_link_findings.cpp"
