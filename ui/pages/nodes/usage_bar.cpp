// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/nodes/usage_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::withRole;

namespace {

constexpr double kCrowded = 0.9;  // a bar beyond this is drawn as a warning
constexpr int kSteps = 1000;

}  // namespace

UsageBar::UsageBar(const QString& title, Full full, QWidget* parent) : QWidget(parent), full_(full) {
    text_ = withRole(new QLabel, "muted");
    text_->setFont(widgets::tabularFont(font()));
    bar_ = new QProgressBar;
    bar_->setRange(0, kSteps);
    bar_->setTextVisible(false);
    bar_->setAccessibleName(title);
    auto* words = new QHBoxLayout;
    words->addWidget(new QLabel(title));
    words->addStretch();
    words->addWidget(text_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(6);
    layout->addLayout(words);
    layout->addWidget(bar_);
}

void UsageBar::set(double part, const QString& text) {
    text_->setText(text);
    bar_->setValue(static_cast<int>(std::clamp(part, 0.0, 1.0) * kSteps));
    const QString state = full_ == Full::kWarns && part > kCrowded ? QStringLiteral("waiting") : QString();
    if (bar_->property("state").toString() == state) return;
    bar_->setProperty("state", state);
    bar_->style()->unpolish(bar_);
    bar_->style()->polish(bar_);
}

void UsageBar::setTextName(const QString& objectName) {
    text_->setObjectName(objectName);
}

void UsageBar::setAccessibleTitle(const QString& title) {
    bar_->setAccessibleName(title);
}

}  // namespace trainyard::pages

#include "moc_usage_bar.cpp"
