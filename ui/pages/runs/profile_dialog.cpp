// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/profile_dialog.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {
constexpr int kDefaultSteps = 20;
constexpr int kMostSteps = 1000;
}  // namespace

ProfileDialog::ProfileDialog(const QString& run, const QString& machine, QWidget* parent)
    : QDialog(parent), machine_(machine) {
    setObjectName("runs.profile_dialog");
    setWindowTitle(tr("Profile %1").arg(run));
    setAttribute(Qt::WA_DeleteOnClose);
    text_ = named(new QLabel, "runs.profile_dialog.text", tr("Profile status"));
    text_->setWordWrap(true);
    steps_ = named(new QSpinBox, "runs.profile_dialog.steps", tr("Steps to profile"));
    steps_->setRange(1, kMostSteps);
    steps_->setValue(kDefaultSteps);
    question_ = new QWidget;
    auto* form = new QFormLayout(question_);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    form->addRow(tr("Steps"), steps_);
    progress_ = named(new QProgressBar, "runs.profile_dialog.progress", tr("Progress of the profile"));
    progress_->setTextVisible(false);
    path_ = named(new QLabel, "runs.profile_dialog.path", tr("File of the profile"));
    path_->setWordWrap(true);
    path_->setFont(widgets::logFont(font()));
    path_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);

    close_ = named(new QPushButton, "runs.profile_dialog.close", tr("Cancel"));
    copyPath_ = named(new QPushButton(tr("Copy path")), "runs.profile_dialog.copy_path",
                      tr("Copy path of the profile"));
    openFolder_ = withRole(named(new QPushButton(tr("Open folder")), "runs.profile_dialog.open_folder",
                                 tr("Open folder of the profile")),
                           "primary");
    start_ = withRole(
        named(new QPushButton(tr("Profile")), "runs.profile_dialog.start", tr("Profile the run")), "primary");
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    for (QPushButton* button : {close_, copyPath_, openFolder_, start_}) buttons->addWidget(button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(16);
    layout->addWidget(text_);
    layout->addWidget(question_);
    layout->addWidget(progress_);
    layout->addWidget(path_);
    layout->addLayout(buttons);
    setMinimumWidth(480);
    connect(start_, &QPushButton::clicked, this, &ProfileDialog::begin);
    connect(close_, &QPushButton::clicked, this, &QDialog::reject);
    connect(copyPath_, &QPushButton::clicked, this, &ProfileDialog::copyPath);
    connect(openFolder_, &QPushButton::clicked, this, &ProfileDialog::openFolder);
    refresh();
}

void ProfileDialog::setStep(std::int64_t step) {
    step_ = step;
    progress_->setValue(
        static_cast<int>(std::clamp<std::int64_t>(step_ - askedAt_, 0, progress_->maximum())));
}

void ProfileDialog::begin() {
    state_ = State::kRecording;
    askedAt_ = step_;
    progress_->setRange(0, steps_->value());
    progress_->setValue(0);
    refresh();
    emit profileRequested(steps_->value());
}

void ProfileDialog::setOutcome(const bridge::Outcome<bridge::ProfileOutcome>& outcome) {
    state_ = outcome ? State::kDone : State::kFailed;
    if (outcome)
        outcome_ = *outcome;
    else
        failure_ = models::inReadersLanguage(outcome.error().message);
    refresh();
}

void ProfileDialog::refresh() {
    switch (state_) {
        case State::kAsking:
            text_->setText(
                tr("Records what every task does in its next steps: waiting for input, computing, "
                   "communicating, and each operator, all on one timeline. The run continues, slightly "
                   "slower."));
            break;
        case State::kRecording:
            text_->setText(tr("Recording… (steps: %1) The tasks write the profile when the last step is "
                              "done. Closing this window does not stop it.")
                               .arg(models::count(steps_->value())));
            break;
        case State::kDone:
            text_->setText(tr("Steps %1 to %2, tasks: %3. Drop the file on ui.perfetto.dev, or load it in "
                              "chrome://tracing.")
                               .arg(models::count(outcome_.fromStep + 1),
                                    models::count(outcome_.fromStep + steps_->value()),
                                    models::count(outcome_.tasks)));
            path_->setText(outcome_.path);
            if (!machine_.isEmpty())
                text_->setText(text_->text() + ' ' +
                               tr("The file is on %1: copy it from there with scp.").arg(machine_));
            break;
        case State::kFailed:
            text_->setText(tr("There is no profile: %1").arg(failure_));
            break;
    }
    const bool isAsking = state_ == State::kAsking;
    const bool isDone = state_ == State::kDone;
    question_->setVisible(isAsking);
    start_->setVisible(isAsking);
    progress_->setVisible(state_ == State::kRecording);
    for (QWidget* widget :
         {static_cast<QWidget*>(path_), static_cast<QWidget*>(copyPath_), static_cast<QWidget*>(openFolder_)})
        widget->setVisible(isDone);
    if (!machine_.isEmpty()) openFolder_->hide();
    close_->setText(isAsking ? tr("Cancel") : tr("Close"));
    close_->setAccessibleName(close_->text());
    (isAsking ? start_ : isDone && machine_.isEmpty() ? openFolder_ : close_)->setDefault(true);
    adjustSize();
}

void ProfileDialog::openFolder() const {
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(outcome_.path).absolutePath()));
}

void ProfileDialog::copyPath() const {
    QGuiApplication::clipboard()->setText(outcome_.path);
}

}  // namespace trainyard::pages

#include "moc_profile_dialog.cpp"
