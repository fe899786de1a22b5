// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/checkpoints/checkpoint_detail.h"

#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/widgets/chart/chart.h"
#include "ui/widgets/columns.h"
#include "ui/widgets/named.h"
#include "ui/widgets/state_delegate.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

constexpr int kTitleMargin = 8;  ///< which Qt omits where a title needs a fallback font

}  // namespace

CheckpointDetail::CheckpointDetail(Agent agent, QWidget* parent) : QWidget(parent), agent_(agent) {
    withRole(this, "panel");
    setAttribute(Qt::WA_StyledBackground);
    empty_ = withRole(named(new QLabel, "checkpoints.detail.empty", tr("Hint")), "empty");
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setMargin(24);
    stack_ = new QStackedWidget;
    stack_->addWidget(empty_);
    stack_->addWidget(makeContent());
    stack_->addWidget(makeDiff());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(stack_);
}

QWidget* CheckpointDetail::makeContent() {
    metrics_ = withRole(named(new QLabel, "checkpoints.detail.metrics", tr("Metrics")), "muted");
    metrics_->setContentsMargins(12, 8, 12, 4);
    metrics_->setWordWrap(true);
    preprocessing_ =
        withRole(named(new QLabel, "checkpoints.detail.preprocessing", tr("Preprocessing")), "muted");
    preprocessing_->setContentsMargins(12, 0, 12, 4);
    preprocessing_->setWordWrap(true);
    preprocessing_->setTextFormat(Qt::PlainText);  // columns and words are anybody's
    tree_ = named(new QTreeView, "checkpoints.detail.tensors", tr("Tensors"));
    tree_->setModel(&tensors_);
    tree_->setItemDelegate(new widgets::SeverityDelegate(tree_));
    tree_->setUniformRowHeights(true);
    tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    tree_->setFont(widgets::tabularFont(font()));
    tree_->header()->setStretchLastSection(false);
    connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &CheckpointDetail::showTensor);
    histogram_ = named(new widgets::Chart, "checkpoints.detail.histogram", tr("Histogram of the tensor"));
    auto* parts = new QSplitter(Qt::Vertical);
    parts->setChildrenCollapsible(false);
    parts->addWidget(tree_);
    parts->addWidget(histogram_);
    parts->setSizes({340, 150});
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(metrics_);
    layout->addWidget(preprocessing_);
    layout->addWidget(parts, 1);
    return page;
}

QWidget* CheckpointDetail::makeDiff() {
    diffText_ = named(new QLabel, "checkpoints.diff.text", tr("Differences"));
    diffText_->setContentsMargins(12, 8, 12, 8);
    diffText_->setWordWrap(true);
    diffTable_ = named(new QTableView, "checkpoints.diff.table", tr("Differences of the tensors"));
    diffTable_->setModel(&diff_);
    diffTable_->setFont(widgets::tabularFont(font()));
    diffTable_->setTextElideMode(Qt::ElideMiddle);  // the end of a tensor's name says which it is
    widgets::showRows(*diffTable_, models::TensorDiffModel::kTensor);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(diffText_);
    layout->addWidget(diffTable_, 1);
    return page;
}

void CheckpointDetail::showNothing(const QString& text) {
    shown_.clear();
    empty_->setText(text);
    stack_->setCurrentIndex(0);
}

void CheckpointDetail::showOne(const QString& path, const QString& title) {
    if (shown_ == path) return;
    showNothing(tr("Reading every tensor of %1…").arg(title));
    shown_ = path;
    agent_.ask(
        &bridge::CheckpointCalls::showCheckpoint, this,
        [this, path](bridge::Outcome<bridge::CheckpointContent> content) {
            if (shown_ != path) return;
            if (!content) return fail(models::inReadersLanguage(content.error().message));
            takeContent(*content);
        },
        path);
}

void CheckpointDetail::takeContent(const bridge::CheckpointContent& content) {
    tensors_.setTensors(content.tensors);
    tree_->expandToDepth(1);
    for (int column = 0; column < models::TensorTreeModel::kColumnCount; ++column) {
        tree_->resizeColumnToContents(column);
        tree_->setColumnWidth(column, tree_->columnWidth(column) + kTitleMargin);
    }
    QStringList metrics;
    for (auto it = content.checkpoint.metrics.cbegin(); it != content.checkpoint.metrics.cend(); ++it)
        metrics << it.key() + ' ' + models::number(it.value());
    metrics_->setText(metrics.isEmpty() ? content.checkpoint.path : metrics.join(QStringLiteral("  ·  ")));
    metrics_->setToolTip(content.checkpoint.path);
    preprocessing_->setText(content.preprocessing.join('\n'));
    preprocessing_->setVisible(!content.preprocessing.isEmpty());
    showTensor({});
    stack_->setCurrentIndex(1);
}

void CheckpointDetail::showTensor(const QModelIndex& index) {
    const bridge::TensorRow* tensor = index.isValid() ? tensors_.tensor(index) : nullptr;
    if (!tensor) return histogram_->setContent({}, tr("Select a tensor to see its histogram."));
    if (tensor->histogram.empty())
        return histogram_->setContent({}, tr("%1 has no finite values.").arg(tensor->name));
    widgets::ChartContent::Series values{.name = {}, .colour = 0, .points = {}};
    for (const std::int64_t count : tensor->histogram) values.points.push_back({.y = double(count)});
    histogram_->setContent(
        {.yTitle = tr("values"), .range = std::pair(tensor->min, tensor->max), .series = {values}},
        tr("%1: mean %2, standard deviation %3")
            .arg(tensor->name, models::number(tensor->mean), models::number(tensor->deviation)));
}

void CheckpointDetail::showDiff(const bridge::CheckpointRow& first, const bridge::CheckpointRow& second) {
    const QString both = first.path + '\n' + second.path;
    if (shown_ == both) return;
    showNothing(tr("Comparing every tensor…"));
    shown_ = both;
    const QString title =
        tr("%1 step %2 → %3 step %4")
            .arg(first.run, models::count(first.step), second.run, models::count(second.step));
    agent_.ask(
        &bridge::CheckpointCalls::diffCheckpoints, this,
        [this, both, title](bridge::Outcome<bridge::CheckpointDiff> diff) {
            if (shown_ != both) return;
            if (!diff) return fail(models::inReadersLanguage(diff.error().message));
            takeDiff(*diff);
            diffText_->setText(title + '\n' + diffText_->text());
        },
        first.path, second.path);
}

void CheckpointDetail::takeDiff(const bridge::CheckpointDiff& diff) {
    diff_.setTensors(diff.tensors);
    for (const int column : {models::TensorDiffModel::kChange, models::TensorDiffModel::kGreatest,
                             models::TensorDiffModel::kMean}) {
        QStringList words;
        for (int row = 0; row < diff_.rowCount(); ++row) words << diff_.index(row, column).data().toString();
        words.removeDuplicates();
        widgets::fitColumn(*diffTable_, column, words);
    }
    QStringList lines{tr("Tensors that differ: %1 of %2").arg(diff_.differing()).arg(diff_.rowCount())};
    lines << models::inReadersLanguage(diff.state);
    diffText_->setText(lines.join('\n'));
    stack_->setCurrentIndex(2);
}

void CheckpointDetail::fail(const QString& message) {
    shown_.clear();  // allow another request
    empty_->setText(message);
    stack_->setCurrentIndex(0);
}

}  // namespace trainyard::pages

#include "moc_checkpoint_detail.cpp"
