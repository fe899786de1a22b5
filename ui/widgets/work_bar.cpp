// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/work_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/widgets/keyboard.h"
#include "ui/widgets/named.h"

namespace trainyard::widgets {
namespace {

constexpr int kLookMs = 100;
constexpr int kBarSteps = 1000;

}  // namespace

WorkBar::WorkBar(const Names& names, QWidget* parent) : QWidget(parent), name_(names.object) {
    text_ = named(new QLabel, names.object + ".text", names.text);
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    bar_ = named(new QProgressBar, names.object + ".progress", names.progress);
    bar_->setTextVisible(false);
    button_ = named(new QPushButton, names.object + ".button", names.button);
    connect(button_, &QPushButton::clicked, this, [this] {
        if (isBusy())
            cancel();
        else
            hide();
    });
    row_ = new QHBoxLayout;
    row_->setSpacing(8);
    row_->addWidget(text_, 1);
    row_->addWidget(button_, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 4);
    layout->setSpacing(4);
    layout->addLayout(row_);
    layout->addWidget(bar_);
    look_.setInterval(kLookMs);
    connect(&look_, &QTimer::timeout, this, [this] { readProgress(); });
    hide();
}

void WorkBar::offer(const Offer& offer) {
    if (isBusy()) return;
    if (!offer_) {
        offer_ = new QPushButton;
        connect(offer_, &QPushButton::clicked, this, [this] { accept(); });
        row_->insertWidget(row_->indexOf(button_), offer_, 0, Qt::AlignTop);
        setTabOrder(offer_, button_);
    }
    named(offer_, name_ + ".start", offer.accessibleName)->setText(offer.button);
    isOffering_ = true;
    canBeClosed_ = offer.canBeClosed;
    showResult(offer.why);
}

void WorkBar::withdraw() {
    if (isBusy()) return;
    isOffering_ = false;
    hide();
}

void WorkBar::begin() {
    button_->setText(tr("Cancel"));
    button_->show();
    if (offer_) setVisibleKeepingFocus(*offer_, false);
    bar_->show();
    show();
    readProgress();
    look_.start();
    emit changed();
}

void WorkBar::showProgress(const QString& text, std::int64_t done, std::int64_t all) {
    bar_->setMaximum(all > 0 ? kBarSteps : 0);
    bar_->setValue(all > 0 ? static_cast<int>(kBarSteps * done / all) : 0);
    text_->setText(text);
}

void WorkBar::end(const QString& text) {
    look_.stop();
    showResult(text);
    emit changed();
}

void WorkBar::succeed(const QString& text) {
    isOffering_ = false;
    end(text);
}

void WorkBar::showResult(const QString& text) {
    bar_->hide();
    text_->setText(text);
    button_->setText(tr("Close"));
    button_->setVisible(!isOffering_ || canBeClosed_);
    if (offer_) setVisibleKeepingFocus(*offer_, isOffering_);
    show();
}

}  // namespace trainyard::widgets

#include "moc_work_bar.cpp"
