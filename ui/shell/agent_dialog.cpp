// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/agent_dialog.h"

#include <QCompleter>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/completions.h"
#include "ui/widgets/named.h"

namespace trainyard::shell {

using widgets::named;
using widgets::withRole;

namespace {

constexpr int kWidth = 560;

QLabel* wrapped(const QString& text) {
    auto* label = withRole(new QLabel(text), "muted");
    label->setWordWrap(true);
    return label;
}

}  // namespace

AgentDialog::AgentDialog(const AgentChoice& now, const QStringList& known, const AgentRules& rules,
                         QWidget* parent)
    : QDialog(parent), before_(now), rules_(rules) {
    setObjectName("shell.agent_dialog");
    setWindowTitle(tr("Agent and data folder"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(kWidth, 0);
    home_ = named(new QLineEdit(now.home), "shell.agent_dialog.home", tr("Data folder"));
    home_->setPlaceholderText(rules_.usualHome);
    auto* browse = named(new QToolButton, "shell.agent_dialog.browse", tr("Select the data folder"));
    browse->setText(QStringLiteral("…"));
    connect(browse, &QToolButton::clicked, this, &AgentDialog::browse);
    address_ = named(new QLineEdit(now.address), "shell.agent_dialog.address", tr("Address of the agent"));
    address_->setPlaceholderText(tr("Default (started on demand)"));
    auto* completer = new QCompleter(known, address_);
    completer->setFilterMode(Qt::MatchContains);
    address_->setCompleter(completer);
    widgets::styleCompletions(*completer);
    for (QWidget* field : {static_cast<QWidget*>(home_), static_cast<QWidget*>(browse)})
        field->setEnabled(rules_.homeOfStart.isEmpty());
    auto* homeLine = new QHBoxLayout;
    homeLine->addWidget(home_, 1);
    homeLine->addWidget(browse);
    problem_ =
        withRole(named(new QLabel, "shell.agent_dialog.problem", tr("Why this is not possible")), "failure");
    problem_->setWordWrap(true);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    form->addRow(tr("Data folder"), homeLine);
    form->addRow(QString(),
                 wrapped(rules_.homeOfStart.isEmpty()
                             ? tr("Holds the runs, the saved clusters and the store.")
                             : tr("Set by TRAINYARD_HOME=%1 for this session.").arg(rules_.homeOfStart)));
    form->addRow(tr("Agent"), address_);
    form->addRow(
        QString(),
        wrapped(
            rules_.addressOfStart.isEmpty()
                ? tr("ssh://USER@HOST: the agent of that user on another machine, where runs continue while "
                     "this one sleeps. unix:PATH: a running agent. Empty: the agent of the data folder, "
                     "started on demand.")
                : tr("Set by --agent %1 for this session, until you connect to another one.")
                      .arg(rules_.addressOfStart)));
    auto* cancel = named(new QPushButton(tr("Cancel")), "shell.agent_dialog.cancel", tr("Cancel"));
    connect_ = withRole(
        named(new QPushButton(tr("Connect")), "shell.agent_dialog.connect", tr("Connect to this agent")),
        "primary");
    connect_->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(connect_, &QPushButton::clicked, this, [this] {
        const AgentChoice wanted = choice();
        accept();
        if (wanted != before_) emit chosen(wanted);
    });
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(connect_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addWidget(problem_);
    layout->addLayout(buttons);
    connect(home_, &QLineEdit::textChanged, this, &AgentDialog::refresh);
    connect(address_, &QLineEdit::textChanged, this, &AgentDialog::refresh);
    refresh();
}

AgentChoice AgentDialog::choice() const {
    return {home_->text().trimmed(), address_->text().trimmed()};
}

void AgentDialog::refresh() {
    const AgentChoice wanted = choice();
    QString problem;
    if (!wanted.home.isEmpty() && !wanted.home.startsWith('/'))
        problem = tr("The data folder must be an absolute path, such as /data/trainyard.");
    else if (rules_.problemOf)
        problem = rules_.problemOf(wanted);
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty());
    connect_->setEnabled(problem.isEmpty());
    resize(width(), std::max(height(), heightForWidth(width())));  // a layout does not make room for lines
}

void AgentDialog::browse() {
    auto* dialog = new QFileDialog(this, tr("Select the data folder"), home_->text());
    dialog->setObjectName("shell.agent_dialog.folder_dialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, home_, &QLineEdit::setText);
    dialog->open();
}

}  // namespace trainyard::shell

#include "moc_agent_dialog.cpp"
