// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/import_bar.h"

#include <QDir>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {
constexpr int kLookMs = 100;
constexpr int kBarSteps = 1000;
}  // namespace

ImportBar::ImportBar(Agent agent, QWidget* parent) : QWidget(parent), agent_(agent) {
    text_ = withRole(named(new QLabel, "runs.import.text", tr("Import progress")), "muted");
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    bar_ = named(new QProgressBar, "runs.import.progress", tr("Import progress"));
    bar_->setTextVisible(false);
    button_ = named(new QPushButton, "runs.import.button", tr("Cancel, or close this notice"));
    connect(button_, &QPushButton::clicked, this, [this] { progress_ ? cancel() : hide(); });
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(text_, 1);
    row->addWidget(button_, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(4);
    layout->addLayout(row);
    layout->addWidget(bar_);
    look_.setInterval(kLookMs);
    connect(&look_, &QTimer::timeout, this, &ImportBar::showProgress);
    hide();
}

void ImportBar::begin(const QString& folder) {
    if (progress_) progress_->isCancelled = true;
    delete std::exchange(follower_, nullptr);
    progress_ = std::make_shared<bridge::ImportProgress>();
    folder_ = folder;
    button_->setText(tr("Cancel"));
    bar_->show();
    show();
    showProgress();
    look_.start();
}

void ImportBar::follow(const QString& folder) {
    begin(folder);
    follower_ = new QObject(this);
    agent_.ask(
        &bridge::ImportCalls::followLogs, follower_,
        [this](const bridge::Outcome<void>& outcome) {
            std::exchange(follower_, nullptr)->deleteLater();
            end(outcome ? QString() : models::inReadersLanguage(outcome.error().message));
        },
        folder, progress_);
}

void ImportBar::read(const QString& folder) {
    begin(folder);
    agent_.ask(
        &bridge::ImportCalls::importLogs, this,
        [this, folder, mine = progress_](const bridge::Outcome<std::vector<bridge::ImportedRun>>& runs) {
            if (mine == progress_) take(folder, runs);
        },
        folder, progress_);
}

void ImportBar::cancel() {
    progress_->isCancelled = true;
    const QString folder = QDir::toNativeSeparators(folder_);
    if (follower_ && progress_->isFollowing) {
        delete std::exchange(follower_, nullptr);
        return end(
            tr("No longer following %1. Points imported: %2.").arg(folder, models::count(progress_->points)));
    }
    delete std::exchange(follower_, nullptr);
    end(tr("Import of %1 cancelled. Data already imported was kept.").arg(folder));
}

void ImportBar::showProgress() {
    if (progress_->isFollowing) {
        bar_->hide();
        button_->setText(tr("Stop following"));
        text_->setText(tr("Following %1. Runs: %2, points imported: %3.")
                           .arg(QDir::toNativeSeparators(folder_), models::count(progress_->runs),
                                models::count(progress_->points)));
        return;
    }
    const std::int64_t bytes = progress_->bytes, done = progress_->bytesDone;
    bar_->setMaximum(bytes > 0 ? kBarSteps : 0);
    bar_->setValue(bytes > 0 ? static_cast<int>(kBarSteps * done / bytes) : 0);
    text_->setText(bytes > 0 ? tr("Reading logs: %1 of %2 files, %3 of %4")
                                   .arg(models::count(progress_->filesDone), models::count(progress_->files),
                                        models::byteSize(done), models::byteSize(bytes))
                             : tr("Looking for logs in %1…").arg(QDir::toNativeSeparators(folder_)));
}

void ImportBar::take(const QString& folder, const bridge::Outcome<std::vector<bridge::ImportedRun>>& runs) {
    if (!runs) return end(models::inReadersLanguage(runs.error().message));
    QStringList problems;
    for (const bridge::ImportedRun& run : *runs) problems << models::inReadersLanguage(run.problems);
    constexpr int kMaxShown = 3;
    QString text = problems.mid(0, kMaxShown).join('\n');
    if (problems.size() > kMaxShown)
        text += '\n' + tr("and %1 more").arg(models::count(problems.size() - kMaxShown));
    const bool isAsBefore = std::ranges::all_of(*runs, [](const bridge::ImportedRun& run) {
        return !run.isNew && !run.isRestored && run.points == 0;
    });
    if (text.isEmpty() && isAsBefore) text = tr("No new data in %1.").arg(QDir::toNativeSeparators(folder));
    end(text);
    emit runsRead(folder, *runs);
}

/// Nothing to report: hide the bar.
void ImportBar::end(const QString& text) {
    progress_.reset();
    look_.stop();
    bar_->hide();
    text_->setText(text);
    button_->setText(tr("Close"));
    setVisible(!text.isEmpty());
}

}  // namespace trainyard::pages

#include "moc_import_bar.cpp"
