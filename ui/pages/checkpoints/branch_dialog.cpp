// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/checkpoints/branch_dialog.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>

#include "ui/models/format.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {
namespace {

using widgets::named;
using widgets::withRole;

constexpr int kMostEpochs = 1'000'000;

int finishedEpochs(const bridge::CheckpointRow& checkpoint, const bridge::RunRow& run) {
    if (run.totalSteps <= 0) return checkpoint.epoch;
    return static_cast<int>(checkpoint.step * run.epochs / run.totalSteps);
}

std::optional<double> rateIn(const QString& text) {
    bool isNumber = false;
    const double rate = QLocale::c().toDouble(text.trimmed(), &isNumber);
    if (!isNumber || !(rate > 0)) return std::nullopt;
    return rate;
}

}  // namespace

BranchDialog::BranchDialog(const bridge::CheckpointRow& checkpoint, const bridge::RunRow& run,
                           QWidget* parent)
    : QDialog(parent), checkpoint_(checkpoint), run_(run) {
    setObjectName("checkpoints.branch_dialog");
    setWindowTitle(tr("Branch from step %1").arg(models::count(checkpoint.step)));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* what =
        new QLabel(tr("Starts a new run from %1, step %2: weights, optimizer state and data position.")
                       .arg(run.id, models::count(checkpoint.step)));
    auto* form = new QFormLayout;
    form->setSpacing(8);
    makeFields(*form);
    auto* kept = withRole(new QLabel(tr("%1 stays unchanged. The new run has its own history. Settings not "
                                        "changed here come from the run file of %1.")
                                         .arg(run.id)),
                          "muted");
    for (QLabel* label : {what, kept}) label->setWordWrap(true);
    auto* cancel = named(new QPushButton(tr("Cancel")), "checkpoints.branch_dialog.no", tr("Cancel"));
    branch_ = withRole(named(new QPushButton(tr("Branch")), "checkpoints.branch_dialog.yes", tr("Branch")),
                       "primary");
    branch_->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(branch_, &QPushButton::clicked, this, [this] {
        accept();
        emit branchRequested(request());
    });
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(branch_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(16);
    layout->addWidget(what);
    layout->addLayout(form);
    layout->addWidget(kept);
    layout->addLayout(buttons);
    setMinimumWidth(460);
    refresh();
}

void BranchDialog::makeFields(QFormLayout& form) {
    name_ = named(new QLineEdit(run_.name), "checkpoints.branch_dialog.name", tr("Name"));
    connect(name_, &QLineEdit::textChanged, this, &BranchDialog::refresh);
    form.addRow(tr("Name"), name_);
    if (run_.epochs > 0) {
        const int finished = finishedEpochs(checkpoint_, run_);
        epochs_ = named(new QSpinBox, "checkpoints.branch_dialog.epochs", tr("Epochs"));
        epochs_->setRange(std::min(finished + 1, kMostEpochs), kMostEpochs);
        epochs_->setValue(run_.epochs);
        epochs_->setToolTip(tr("Total, including those completed at the checkpoint: %1").arg(finished));
        form.addRow(tr("Epochs"), epochs_);
    }
    rate_ = named(new QLineEdit, "checkpoints.branch_dialog.learning_rate", tr("Learning rate"));
    rate_->setPlaceholderText(tr("unchanged"));
    connect(rate_, &QLineEdit::textChanged, this, &BranchDialog::refresh);
    form.addRow(tr("Learning rate"), rate_);
    problem_ = withRole(
        named(new QLabel, "checkpoints.branch_dialog.problem", tr("Why this is not possible")), "failure");
    problem_->setWordWrap(true);
    problem_->setMinimumHeight(problem_->fontMetrics().lineSpacing());  // so that what is below does not move
    form.addRow(QString(), problem_);
}

void BranchDialog::setLearningRate(const QString& rate) {
    if (rateIn(rate)) rate_->setPlaceholderText(tr("unchanged: %1").arg(rate));
}

void BranchDialog::refresh() {
    QString problem;
    if (name_->text().trimmed().isEmpty())
        problem = tr("The new run needs a name.");
    else if (!rate_->text().trimmed().isEmpty() && !rateIn(rate_->text()))
        problem = tr("A learning rate is a number above 0, such as 0.001.");
    problem_->setText(problem);
    branch_->setEnabled(problem.isEmpty());
}

bridge::ResumeRequest BranchDialog::request() const {
    bridge::ResumeRequest request{.run = checkpoint_.run, .from = checkpoint_.path, .isBranch = true};
    const QString name = name_->text().trimmed();
    if (name != run_.name) request.name = name;
    if (epochs_ && epochs_->value() != run_.epochs) request.epochs = epochs_->value();
    request.learningRate = rateIn(rate_->text());
    return request;
}

}  // namespace trainyard::pages

#include "moc_branch_dialog.cpp"
