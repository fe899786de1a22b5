// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/clusters/task_export.h"

#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

TaskExport::TaskExport(models::ClusterModel& model, Agent agent, QWidget* parent)
    : QWidget(parent), model_(model), agent_(agent) {
    widgets::withRole(this, "panel");
    setAttribute(Qt::WA_StyledBackground);
    task_ = named(new QComboBox, "clusters.export.task", tr("Task"));
    format_ = named(new QComboBox, "clusters.export.format", tr("Format"));
    format_->addItem(tr(".env file"));
    format_->addItem(tr("Shell line"));
    format_->addItem(QStringLiteral("JSON"));
    format_->setCurrentIndex(1);
    connect(task_, &QComboBox::currentIndexChanged, this, &TaskExport::refresh);
    connect(format_, &QComboBox::currentIndexChanged, this, &TaskExport::refresh);
    why_ = withRole(named(new QLabel, "clusters.export.why", tr("Missing ports")), "muted");
    why_->setWordWrap(true);
    ports_ = named(new QPushButton(tr("Set ports")), "clusters.export.ports", tr("Set ports"));
    connect(ports_, &QPushButton::clicked, this, [this] { model_.pinPorts(); });
    text_ = named(new QPlainTextEdit, "clusters.export.text", tr("Command that starts the task"));
    text_->setReadOnly(true);
    text_->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    text_->setWordWrapMode(QTextOption::WrapAnywhere);
    text_->document()->setDocumentMargin(12);
    text_->setFont(widgets::logFont(font()));
    copy_ = named(new QPushButton(tr("Copy")), "clusters.export.copy", tr("Copy"));
    connect(copy_, &QPushButton::clicked, this, &TaskExport::copy);
    save_ = named(new QPushButton(tr("Save…")), "clusters.export.save", tr("Save to a file"));
    connect(save_, &QPushButton::clicked, this, &TaskExport::save);
    auto* bar = new widgets::FlowLayout;
    bar->setContentsMargins(12, 8, 12, 8);
    bar->setSpacing(8);
    task_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    bar->addWidget(task_);
    bar->addWidget(format_);
    bar->addWidget(copy_);
    bar->addWidget(save_);
    auto* missing = new QHBoxLayout;
    missing->setContentsMargins(12, 0, 12, 8);
    missing->setSpacing(8);
    missing->addWidget(why_, 1);
    missing->addWidget(ports_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addLayout(missing);
    layout->addWidget(text_, 1);
    connect(&model_, &models::ClusterModel::draftChanged, this, &TaskExport::refresh);
    refresh();
}

void TaskExport::chooseTask(int row) {
    if (row >= 0) task_->setCurrentIndex(row + 1);
}

void TaskExport::refresh() {
    const models::ClusterDraft& draft = model_.draft();
    const auto count = static_cast<int>(draft.tasks.size());
    QStringList names{tr("all tasks")};
    for (int row = 0; row < count; ++row) names << draft.taskName(row);
    QStringList known;
    for (int i = 0; i < task_->count(); ++i) known << task_->itemText(i);
    if (known != names) {
        const QSignalBlocker blocker(task_);
        const QString chosen = task_->currentText();
        task_->clear();
        task_->addItems(names);
        task_->setCurrentIndex(std::max(task_->findText(chosen), 0));
    }
    const QStringList unpinned = models::tasksWithoutPort(draft);
    QString why;
    if (count == 0)
        why = tr("No task yet.");
    else if (!unpinned.isEmpty())
        why = tr("Without a port: %1. Tasks started manually need fixed ports.").arg(unpinned.join(", "));
    else
        why = tr("Run each command in its own shell. run.yaml is the run file.");
    why_->setText(why);
    ports_->setVisible(!unpinned.isEmpty());
    const bool isReady = count > 0 && unpinned.isEmpty();
    const auto format = static_cast<models::TaskFormat>(format_->currentIndex());
    const bool isAll = task_->currentIndex() <= 0;
    QStringList parts;
    const int first = isAll ? 0 : task_->currentIndex() - 1;
    const int last = isAll ? count - 1 : first;
    for (int row = first; isReady && row <= last; ++row) {
        const QString config = models::taskConfig(draft, row, format, QStringLiteral("run.yaml"));
        if (isAll && format == models::TaskFormat::kEnvironment)
            parts << QStringLiteral("# %1\n%2").arg(draft.taskName(row), config);
        else if (isAll && format == models::TaskFormat::kJson)
            parts << QStringLiteral("\"%1\": %2").arg(draft.taskName(row), config.trimmed());
        else
            parts << config;
    }
    QString text = parts.join(format == models::TaskFormat::kJson ? ",\n" : "\n");
    if (isAll && isReady && format == models::TaskFormat::kJson) text = "{\n" + text + "\n}\n";
    text_->setPlainText(text);
    copy_->setEnabled(isReady);
    const bool isManyFiles = isAll && format == models::TaskFormat::kEnvironment;
    save_->setEnabled(isReady && !isManyFiles);
    save_->setToolTip(isManyFiles ? tr("A .env file is for one task. Select a task first.") : QString());
}

void TaskExport::copy() {
    QGuiApplication::clipboard()->setText(text_->toPlainText());
    emit told(tr("Copied: %1.").arg(task_->currentText()));
}

QString TaskExport::suggestedName() const {
    const char* const endings[] = {".env", ".sh", ".json"};
    const QString task =
        task_->currentIndex() > 0 ? task_->currentText().replace(':', '-') : QStringLiteral("tasks");
    return task + QString::fromLatin1(endings[format_->currentIndex()]);
}

void TaskExport::save() {
    auto* dialog = new QFileDialog(window(), tr("Save %1").arg(task_->currentText()));
    dialog->setObjectName("clusters.save_dialog");
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(suggestedName());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, text = text_->toPlainText()](const QString& file) {
                agent_.ask(
                    &bridge::TextFileCalls::saveTextFile, this,
                    [this, file](bridge::Outcome<void> outcome) {
                        emit told(outcome ? tr("Saved: %1.").arg(file)
                                          : models::inReadersLanguage(outcome.error().message));
                    },
                    bridge::TextFile{.file = file, .text = text, .before = {}});
            });
    dialog->open();
}

}  // namespace trainyard::pages

#include "moc_task_export.cpp"
