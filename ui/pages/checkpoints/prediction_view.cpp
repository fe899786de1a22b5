// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/checkpoints/prediction_view.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/widgets/chart/chart.h"
#include "ui/widgets/confusion_view.h"
#include "ui/widgets/keyboard.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

constexpr int kLookMs = 100;
constexpr int kWorst = 24;
constexpr int kPicture = 84;  // pixels per side

/// A sample as a picture, if it is one: {1 or 3, height, width} in 0…1.
QImage pictureOf(const bridge::PredictedSample& sample) {
    if (sample.shape.size() != 3 || (sample.shape[0] != 1 && sample.shape[0] != 3)) return {};
    const int channels = int(sample.shape[0]), height = int(sample.shape[1]), width = int(sample.shape[2]);
    if (sample.values.size() != std::size_t(channels) * std::size_t(height) * std::size_t(width)) return {};
    QImage image(width, height, QImage::Format_RGB32);
    const auto value = [&](int channel, int y, int x) {
        const float v = sample.values[std::size_t((channel * height + y) * width + x)];
        return int(std::lround(std::clamp(v, 0.0f, 1.0f) * 255));
    };
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            image.setPixel(x, y,
                           channels == 1 ? qRgb(value(0, y, x), value(0, y, x), value(0, y, x))
                                         : qRgb(value(0, y, x), value(1, y, x), value(2, y, x)));
    return image.scaled(kPicture, kPicture, Qt::KeepAspectRatio,
                        width < kPicture ? Qt::FastTransformation : Qt::SmoothTransformation);
}

/// Of each class: the share of what was predicted as it that is of it, and the share of it that was predicted
/// so. A class that was never predicted has no precision, one without samples no recall.
widgets::ChartContent precisionAndRecall(const bridge::Prediction& prediction) {
    const auto classes = static_cast<std::size_t>(prediction.classes);
    const auto at = [&](std::size_t label, std::size_t predicted) {
        return double(prediction.confusion[label * classes + predicted]);
    };
    widgets::ChartContent content;
    widgets::ChartContent::Series precision{QCoreApplication::translate("Predictions", "precision"), 0, {}};
    widgets::ChartContent::Series recall{QCoreApplication::translate("Predictions", "recall"), 1, {}};
    for (std::size_t one = 0; one < classes; ++one) {
        double predicted = 0, labelled = 0;
        for (std::size_t other = 0; other < classes; ++other) {
            predicted += at(other, one);
            labelled += at(one, other);
        }
        content.categories << QString::number(one);
        precision.points.push_back({.y = at(one, one) / predicted});
        recall.points.push_back({.y = at(one, one) / labelled});
    }
    if (!prediction.confusion.empty()) content.series = {precision, recall};
    return content;
}

}  // namespace

PredictionView::PredictionView(Agent agent, QWidget* parent) : QWidget(parent), agent_(agent) {
    withRole(this, "panel");
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(makeQuestion());
    bar_ = named(new QProgressBar, "checkpoints.predict.progress", tr("Prediction progress"));
    bar_->setTextVisible(false);
    bar_->setFixedHeight(4);
    bar_->hide();
    layout->addWidget(bar_);
    text_ = named(new QLabel, "checkpoints.predict.text", tr("Prediction results"));
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    layout->addWidget(text_);
    layout->addWidget(makeResult(), 1);
    layout->addStretch();
    look_.setInterval(kLookMs);
    connect(&look_, &QTimer::timeout, this, &PredictionView::showProgress);
    refresh();
}

PredictionView::~PredictionView() {
    cancel();
}

QWidget* PredictionView::makeQuestion() {
    data_ = named(new QLineEdit, "checkpoints.predict.data", tr("Data to predict on"));
    data_->setPlaceholderText(tr("the run's validation data"));
    data_->setToolTip(
        tr("A data set such as fashion_mnist_test, a folder with one subfolder per class, images, or a "
           "source as in a run file: {csv: file.csv}"));
    data_->setClearButtonEnabled(true);
    connect(data_, &QLineEdit::textEdited, this, [this] { files_.clear(); });
    connect(data_, &QLineEdit::returnPressed, this, &PredictionView::predict);
    folder_ = named(new QPushButton(tr("Folder…")), "checkpoints.predict.folder",
                    tr("Select a folder with one subfolder per class"));
    connect(folder_, &QPushButton::clicked, this, &PredictionView::chooseFolder);
    pictures_ = named(new QPushButton(tr("Images…")), "checkpoints.predict.pictures", tr("Select images"));
    connect(pictures_, &QPushButton::clicked, this, &PredictionView::choosePictures);
    start_ = named(new QPushButton(tr("Predict")), "checkpoints.predict.start", tr("Predict"));
    connect(start_, &QPushButton::clicked, this, [this] { progress_ ? cancel() : predict(); });
    auto* question = new QWidget;
    auto* row = new QHBoxLayout(question);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(data_, 1);
    row->addWidget(folder_);
    row->addWidget(pictures_);
    row->addWidget(start_);
    return question;
}

QWidget* PredictionView::makeResult() {
    confusion_ = named(new widgets::ConfusionView, "checkpoints.predict.confusion", tr("Confusion matrix"));
    classes_ =
        named(new widgets::Chart, "checkpoints.predict.classes", tr("Precision and recall of each class"));
    worst_ = named(new QListWidget, "checkpoints.predict.samples", tr("Samples"));
    worst_->setViewMode(QListView::IconMode);
    worst_->setResizeMode(QListView::Adjust);
    worst_->setMovement(QListView::Static);
    worst_->setIconSize({kPicture, kPicture});
    worst_->setSpacing(8);
    worst_->setUniformItemSizes(true);
    worst_->setWordWrap(true);
    worst_->setFont(widgets::tabularFont(font()));
    result_ =
        named(new QSplitter(Qt::Vertical), "checkpoints.predict.parts", tr("Confusion matrix and samples"));
    result_->setChildrenCollapsible(false);
    auto* parts = named(new QTabWidget, "checkpoints.predict.tabs", tr("Samples, precision and recall"));
    parts->setDocumentMode(true);
    parts->tabBar()->setDrawBase(false);
    parts->addTab(worst_, tr("Samples"));
    parts->addTab(classes_, tr("Precision and recall"));
    result_->addWidget(confusion_);
    result_->addWidget(parts);
    result_->setStretchFactor(0, 3);
    result_->setStretchFactor(1, 2);
    result_->hide();
    return result_;
}

void PredictionView::setCheckpoint(const QString& path) {
    if (path == checkpoint_) return;
    cancel();
    checkpoint_ = path;
    result_->hide();
    refresh();
}

void PredictionView::refresh() {
    start_->setEnabled(!checkpoint_.isEmpty());
    start_->setText(progress_ ? tr("Cancel") : tr("Predict"));
    start_->setAccessibleName(start_->text());
    for (QWidget* widget : std::initializer_list<QWidget*>{data_, folder_, pictures_})
        widgets::setEnabledKeepingFocus(*widget, !checkpoint_.isEmpty() && !progress_);
    bar_->setVisible(progress_ != nullptr);
    if (progress_ || result_->isVisibleTo(this)) return;
    text_->setText(checkpoint_.isEmpty() ? tr("Select one checkpoint to predict with.")
                                         : tr("Evaluate this checkpoint on data. Metrics, the confusion "
                                              "matrix and the samples with the highest loss appear here."));
}

void PredictionView::predict() {
    if (checkpoint_.isEmpty() || progress_) return;
    progress_ = std::make_shared<bridge::PredictionProgress>();
    const QString word = data_->text().trimmed();
    bridge::PredictionRequest request{
        .checkpoint = checkpoint_, .data = {}, .worst = kWorst, .progress = progress_};
    if (!files_.isEmpty())
        request.data = files_;
    else if (!word.isEmpty())
        request.data = {word};
    result_->hide();
    agent_.ask(
        &bridge::CheckpointCalls::predict, this,
        [this, mine = progress_](const bridge::Outcome<bridge::Prediction>& prediction) {
            if (mine == progress_) take(prediction);
        },
        request);
    look_.start();
    showProgress();
    refresh();
}

void PredictionView::cancel() {
    if (!progress_) return;
    progress_->isCancelled = true;
    progress_.reset();
    look_.stop();
    refresh();
}

void PredictionView::showProgress() {
    if (!progress_) return;
    const std::int64_t total = progress_->total, done = progress_->done;
    bar_->setMaximum(total > 0 ? 1000 : 0);
    bar_->setValue(total > 0 ? int(1000 * done / total) : 0);
    text_->setText(total > 0 ? tr("Predicting: %1 of %2").arg(models::count(done), models::count(total))
                             : tr("Reading the checkpoint and the data…"));
}

void PredictionView::take(const bridge::Outcome<bridge::Prediction>& prediction) {
    progress_.reset();
    look_.stop();
    result_->setVisible(prediction.has_value());
    refresh();
    if (!prediction) return text_->setText(models::inReadersLanguage(prediction.error().message));
    QStringList parts{tr("Samples: %1").arg(models::count(prediction->samples))};
    for (auto metric = prediction->metrics.cbegin(); metric != prediction->metrics.cend(); ++metric)
        parts << metric.key() + ' ' + models::number(metric.value());
    text_->setText(parts.join(QStringLiteral("  ·  ")));
    confusion_->setMatrix(prediction->classes, prediction->confusion);
    confusion_->setVisible(!prediction->confusion.empty());
    classes_->setContent(precisionAndRecall(*prediction));
    worst_->clear();
    for (const bridge::PredictedSample& sample : prediction->worst) {
        QStringList lines;
        if (!sample.file.isEmpty()) lines << QFileInfo(sample.file).fileName();
        if (sample.predicted >= 0)
            lines << (sample.label >= 0 ? tr("%1 → %2").arg(sample.label).arg(sample.predicted)
                                        : tr("class %1").arg(sample.predicted));
        if (sample.predicted >= 0) lines << QString::number(100 * sample.probability, 'f', 1) + " %";
        if (sample.predicted < 0) lines << tr("loss %1").arg(models::number(sample.loss));
        auto* item = new QListWidgetItem(lines.join('\n'), worst_);
        item->setToolTip(
            sample.file.isEmpty()
                ? tr("sample %1, loss %2").arg(models::count(sample.index)).arg(models::number(sample.loss))
                : sample.file);
        if (const QImage image = pictureOf(sample); !image.isNull()) item->setIcon(QPixmap::fromImage(image));
    }
}

void PredictionView::choosePictures() {
    auto* dialog =
        new QFileDialog(window(), tr("Select images"), QString(), tr("Images (*.png *.jpg *.jpeg)"));
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName("checkpoints.predict.pictures_dialog");
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
        files_ = files;
        data_->setText(files.size() == 1 ? files.front() : tr("Images: %1").arg(models::count(files.size())));
    });
    dialog->open();
}

void PredictionView::chooseFolder() {
    auto* dialog = new QFileDialog(window(), tr("Select a folder with one subfolder per class"));
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName("checkpoints.predict.folder_dialog");
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        files_.clear();
        data_->setText(folder);
    });
    dialog->open();
}

}  // namespace trainyard::pages

#include "moc_prediction_view.cpp"
