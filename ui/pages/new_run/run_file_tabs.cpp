// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/new_run/run_file_tabs.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableWidget>
#include <QTextBlock>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/traffic_view.h"

namespace trainyard::pages {

using models::Json;
using widgets::named;
using widgets::withRole;

namespace {

QPlainTextEdit* monospaced(const QString& name, const QString& title, const QFont& base) {
    auto* edit = named(new QPlainTextEdit, name, title);
    edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    edit->setFont(widgets::logFont(base));
    edit->setTabChangesFocus(true);
    edit->document()->setDocumentMargin(8);
    return edit;
}

QTableWidget* table(const QString& name, const QString& title, const QStringList& columns) {
    auto* view = named(new QTableWidget(0, static_cast<int>(columns.size())), name, title);
    view->setHorizontalHeaderLabels(columns);
    view->horizontalHeader()->setHighlightSections(false);
    view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    view->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    view->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    view->verticalHeader()->hide();
    view->verticalHeader()->setDefaultSectionSize(26);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setTabKeyNavigation(false);
    view->setShowGrid(false);
    return view;
}

void setCells(QTableWidget* view, int row, const QStringList& cells) {
    for (int column = 0; column < cells.size(); ++column) {
        auto* item = new QTableWidgetItem(cells[column]);
        if (column > 0) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        view->setItem(row, column, item);
    }
}

QString rateText(double rate) {
    return QLocale().toString(rate, 'g', 4);
}

}  // namespace

RunFileTabs::RunFileTabs(models::RunForm& form, QWidget* parent) : QWidget(parent), form_(form) {
    bar_ = named(new QTabBar, "new_run.preview.tabs", tr("Views of the run"));
    bar_->setDrawBase(false);
    bar_->setExpanding(false);
    pages_ = new QStackedWidget;
    const auto add = [this](const char* id, const QString& title, QWidget* page) {
        page->setProperty("id", QString::fromLatin1(id));
        bar_->addTab(title);
        pages_->addWidget(page);
    };
    add("yaml", QStringLiteral("YAML"), makeText());
    add("tf_config", QStringLiteral("TF_CONFIG"), makeTasks());
    add("estimate", tr("Estimate"), makeEstimate());
    add("shards", tr("Shards"), makeShards());
    add("command", tr("Command"), makeCommand());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar_);
    layout->addWidget(pages_, 1);
    connect(bar_, &QTabBar::currentChanged, pages_, &QStackedWidget::setCurrentIndex);
    connect(&form_, &models::RunForm::textEdited, this, &RunFileTabs::put);
    connect(&form_, &models::RunForm::changed, this, &RunFileTabs::showTabs);
    showPreview({});
}

QWidget* RunFileTabs::makeText() {
    text_ = monospaced("new_run.preview.text", tr("Run file"), font());
    connect(text_, &QPlainTextEdit::textChanged, this, [this] {
        if (!isPutting_) form_.setText(text_->toPlainText());
    });
    return text_;
}

QWidget* RunFileTabs::makeTasks() {
    task_ = named(new QComboBox, "new_run.preview.task", tr("Task whose TF_CONFIG is shown"));
    auto* copy =
        named(new QPushButton(tr("Copy")), "new_run.preview.copy_tf_config", tr("Copy the TF_CONFIG"));
    tfConfig_ = monospaced("new_run.preview.tf_config", QStringLiteral("TF_CONFIG"), font());
    tfConfig_->setReadOnly(true);
    ports_ = withRole(new QLabel, "muted");
    ports_->setWordWrap(true);
    auto* line = new QHBoxLayout;
    line->addWidget(task_, 1);
    line->addWidget(copy);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->addLayout(line);
    layout->addWidget(tfConfig_, 1);
    layout->addWidget(ports_);
    connect(task_, &QComboBox::currentIndexChanged, this, &RunFileTabs::showTask);
    connect(copy, &QPushButton::clicked, this, [this] {
        const int at = task_->currentIndex();
        if (at >= 0)
            QGuiApplication::clipboard()->setText(preview_.tasks[static_cast<std::size_t>(at)].tfConfig);
    });
    return page;
}

QWidget* RunFileTabs::makeEstimate() {
    sums_ = named(new QLabel, "new_run.preview.estimate", tr("Resource estimate"));
    sums_->setWordWrap(true);
    sums_->setTextFormat(Qt::RichText);
    sums_->setAlignment(Qt::AlignTop);
    sums_->setFont(widgets::tabularFont(font()));
    layers_ = table("new_run.preview.layers", tr("Layers of the model"),
                    {tr("Layer"), tr("Output"), tr("Parameters")});
    traffic_ = named(new widgets::TrafficView, "new_run.preview.traffic",
                     tr("Traffic of each parameter server per step"));
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setSpacing(12);
    layout->addWidget(sums_);
    layout->addWidget(traffic_);
    layout->addWidget(layers_, 1);
    return page;
}

QWidget* RunFileTabs::makeShards() {
    shardReason_ = named(new QLabel, "new_run.preview.shard_reason", tr("Sharding"));
    shardReason_->setWordWrap(true);
    shards_ = table("new_run.preview.shards", tr("Data read by each task per epoch"),
                    {tr("Task"), tr("Shard policy"), tr("Samples"), tr("Dropped"), tr("Repeated")});
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setSpacing(12);
    layout->addWidget(shardReason_);
    layout->addWidget(shards_, 1);
    return page;
}

QWidget* RunFileTabs::makeCommand() {
    auto* words = withRole(new QLabel(tr("The same in a shell:")), "muted");
    auto* copy = named(new QPushButton(tr("Copy")), "new_run.preview.copy_command", tr("Copy the command"));
    command_ = monospaced("new_run.preview.command", tr("The same in a shell"), font());
    command_->setReadOnly(true);
    auto* line = new QHBoxLayout;
    line->addWidget(words, 1);
    line->addWidget(copy);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->addLayout(line);
    layout->addWidget(command_, 1);
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(command_->toPlainText()); });
    return page;
}

void RunFileTabs::setText(const QString& text) {
    const bool isFirst = text_->document()->isEmpty();
    put(text);
    if (isFirst) text_->document()->clearUndoRedoStacks();  // an empty text is no run file to go back to
    form_.open(text);
}

/// Replaces only what differs, as one undo step, so that the cursor and the view stay where they are.
void RunFileTabs::put(const QString& text) {
    const QString before = text_->toPlainText();
    if (before == text) return;
    const qsizetype most = std::min(before.size(), text.size());
    qsizetype front = 0;
    while (front < most && before[front] == text[front]) ++front;
    qsizetype back = 0;
    while (back < most - front && before[before.size() - 1 - back] == text[text.size() - 1 - back]) ++back;
    isPutting_ = true;
    QTextCursor cursor(text_->document());
    cursor.beginEditBlock();
    cursor.setPosition(static_cast<int>(front));
    cursor.setPosition(static_cast<int>(before.size() - back), QTextCursor::KeepAnchor);
    cursor.insertText(text.mid(front, text.size() - front - back));
    cursor.endEditBlock();
    isPutting_ = false;
}

bool RunFileTabs::canUndo() const {
    return text_->document()->isUndoAvailable();
}

bool RunFileTabs::canRedo() const {
    return text_->document()->isRedoAvailable();
}

void RunFileTabs::undo() {
    text_->undo();
}

void RunFileTabs::redo() {
    text_->redo();
}

void RunFileTabs::showLine(int line) {
    if (line <= 0) return;
    QTextCursor cursor(text_->document()->findBlockByNumber(line - 1));
    cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    text_->setTextCursor(cursor);
    text_->ensureCursorVisible();
}

void RunFileTabs::showPreview(const bridge::RunPreview& preview) {
    preview_ = preview;
    const QString shown = task_->currentText();
    {
        const QSignalBlocker blocker(task_);
        task_->clear();
        for (const bridge::TaskConfig& task : preview_.tasks) task_->addItem(task.task);
        task_->setCurrentIndex(std::max(0, task_->findText(shown)));
        if (preview_.tasks.empty()) task_->setCurrentIndex(-1);
    }
    showTask();
    showEstimate();
    showShards();
}

void RunFileTabs::showTask() {
    const int at = task_->currentIndex();
    task_->setEnabled(at >= 0);
    if (at < 0) {
        tfConfig_->clear();
        ports_->setText(tr("Available once the run file has no errors."));
        return;
    }
    const bridge::TaskConfig& task = preview_.tasks[static_cast<std::size_t>(at)];
    tfConfig_->setPlainText(QString::fromStdString(Json::parse(task.tfConfig.toStdString()).dump(2)));
    ports_->setText(task.hasPorts ? tr("Set this as the TF_CONFIG environment variable of the task.")
                                  : tr("Ports shown as 0 are chosen when the run starts. To start tasks "
                                       "manually, set ports in the cluster."));
}

void RunFileTabs::showEstimate() {
    const auto& estimate = preview_.estimate;
    layers_->setRowCount(0);
    layers_->setVisible(estimate && !estimate->layers.empty());
    traffic_->setTraffic(estimate ? estimate->traffic : std::vector<bridge::ServerTraffic>{});
    if (!estimate) {
        sums_->setText(
            tr("Available once the run file has no errors and the agent has computed the estimate."));
        return;
    }
    const bridge::Estimate& e = *estimate;
    QString lines;
    const auto add = [&](const QString& title, const QString& text) {
        lines += QStringLiteral("<tr><td style='padding-right:16px'>%1</td><td><b>%2</b></td></tr>")
                     .arg(title.toHtmlEscaped(), text.toHtmlEscaped());
    };
    const QString count = models::count(e.globalBatch);
    add(tr("Global batch"), e.accumulate > 1 ? tr("%1 × %2 replicas × %3 batches per step = %4")
                                                   .arg(models::count(e.batchPerReplica))
                                                   .arg(e.replicas)
                                                   .arg(e.accumulate)
                                                   .arg(count)
                                             : tr("%1 per replica × %2 replicas = %3")
                                                   .arg(models::count(e.batchPerReplica))
                                                   .arg(e.replicas)
                                                   .arg(count));
    if (e.firstRate == e.firstRate)
        add(tr("Learning rate"), e.lastRate == e.lastRate && e.lastRate != e.firstRate
                                     ? tr("%1, last step %2").arg(rateText(e.firstRate), rateText(e.lastRate))
                                     : rateText(e.firstRate));
    if (e.firstRate == e.firstRate && e.replicas > 1)
        add(tr("Scaled to the global batch"),
            tr("%1 (linear scaling from %2)")
                .arg(rateText(e.firstRate * double(e.globalBatch) /
                              double(std::max<std::int64_t>(e.batchPerReplica, 1))),
                     rateText(e.firstRate)));
    if (e.stepsPerEpoch > 0)
        add(tr("Steps"),
            tr("%1 per epoch, %2 total").arg(models::count(e.stepsPerEpoch), models::count(e.totalSteps)));
    if (e.trainSamples > 0)
        add(tr("Samples"), e.validationSamples > 0
                               ? tr("%1 training, %2 validation")
                                     .arg(models::count(e.trainSamples), models::count(e.validationSamples))
                               : models::count(e.trainSamples));
    add(tr("Parameters"),
        QStringLiteral("%1 (%2)").arg(models::count(e.parameters), models::byteSize(e.weightBytes)));
    add(tr("Memory per replica"),
        tr("%1 (%2 activations, %3 optimizer)")
            .arg(models::byteSize(e.memoryPerReplica), models::byteSize(e.activationBytes),
                 models::byteSize(e.optimizerBytes)));
    add(tr("Sent per step"), tr("%1 per process").arg(models::byteSize(e.bytesPerStep)));
    add(tr("Checkpoint size"), models::byteSize(e.checkpointBytes));
    sums_->setText(QStringLiteral("<table cellspacing='4'>%1</table>").arg(lines));
    layers_->setRowCount(static_cast<int>(e.layers.size()));
    for (int row = 0; row < layers_->rowCount(); ++row) {
        const bridge::LayerRow& layer = e.layers[static_cast<std::size_t>(row)];
        QStringList shape;
        for (const std::int64_t n : layer.outputShape) shape << QString::number(n);
        setCells(layers_, row,
                 {layer.name, shape.join(QStringLiteral(" × ")), models::count(layer.parameters)});
    }
}

void RunFileTabs::showShards() {
    shards_->setRowCount(static_cast<int>(preview_.shards.size()));
    shards_->setVisible(!preview_.shards.empty());
    if (preview_.shards.empty()) {
        shardReason_->setText(
            tr("Available once the run file has no errors and the agent has read the data's index."));
        return;
    }
    QStringList reasons;
    for (int row = 0; row < shards_->rowCount(); ++row) {
        const bridge::ShardRow& shard = preview_.shards[static_cast<std::size_t>(row)];
        setCells(
            shards_, row,
            {shard.task, shard.policy, shard.samples < 0 ? QStringLiteral("–") : models::count(shard.samples),
             models::count(shard.dropped), models::count(shard.duplicated)});
        if (!shard.files.isEmpty()) shards_->item(row, 0)->setToolTip(shard.files.join('\n'));
        if (const QString reason = models::inReadersLanguage(shard.reason); !reasons.contains(reason))
            reasons << reason;
    }
    reasons.removeAll(QString());
    reasons.prepend(tr("Samples in the data set: %1").arg(models::count(preview_.shards.front().total)));
    shardReason_->setText(reasons.join('\n'));
}

void RunFileTabs::showCommand(const QString& command) {
    if (command_->toPlainText() != command) command_->setPlainText(command);
}

/// Trainyard knows neither the model nor the data of a program.
void RunFileTabs::showTabs() {
    const bool isTraining = form_.kind() == models::RunKind::kTraining;
    for (int i = 0; i < pages_->count(); ++i) {
        const QString id = pages_->widget(i)->property("id").toString();
        if (id == QLatin1String("estimate") || id == QLatin1String("shards"))
            bar_->setTabVisible(i, isTraining);
    }
}

QString RunFileTabs::tab() const {
    return pages_->currentWidget()->property("id").toString();
}

void RunFileTabs::setTab(const QString& id) {
    for (int i = 0; i < pages_->count(); ++i)
        if (pages_->widget(i)->property("id") == id) bar_->setCurrentIndex(i);
}

}  // namespace trainyard::pages

#include "moc_run_file_tabs.cpp"
