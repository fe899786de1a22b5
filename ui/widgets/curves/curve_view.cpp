// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/curves/curve_view.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QCompleter>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QResizeEvent>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/models/curve_group.h"
#include "ui/widgets/completions.h"
#include "ui/widgets/curves/curve_picture.h"
#include "ui/widgets/curves/curve_scale.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/named.h"
#include "ui/widgets/picture_file.h"
#include "ui/widgets/theme.h"

namespace trainyard::widgets {
namespace {

constexpr int kSettleMs = 120;  ///< delay after a zoom or a resize before points are queried
/// Columns queried per column on the screen: zooming in shows finer points at once, before the new ones
/// arrive.
constexpr int kColumnsPerPixel = 4;
constexpr int kMostToScroll = 24;  ///< quantities in a list; with more there is a search
constexpr int kLeastLength = 5;
constexpr int kSearchLength = 18;
constexpr int kListMargin = 24;  ///< of a list of quantities: its frame and a scroll bar
const QString kTrain = QStringLiteral("train");
const QString kValidation = QStringLiteral("validation");

/// Its name in the user's language, or the other program's own name if there is no translation.
QString splitWord(const QString& split) {
    return split == kValidation ? CurveView::tr("validation")
           : split == kTrain    ? CurveView::tr("training")
                                : split;
}

QString meanWord(const QString& split) {
    return split == kValidation ? CurveView::tr("mean, validation")
           : split == kTrain    ? CurveView::tr("mean, training")
                                : CurveView::tr("mean, %1").arg(split);
}

bool isOther(const QString& split) {
    return split != kTrain && split != kValidation;
}

/// Its list is as wide as its longest entry, which is measured when it opens: a run may have thousands.
class MetricBox : public QComboBox {
  public:
    void showPopup() override {
        int widest = 0;
        for (int i = 0; i < count(); ++i)
            widest = std::max(widest, fontMetrics().horizontalAdvance(itemText(i)));
        view()->setMinimumWidth(widest + kListMargin);
        QComboBox::showPopup();
    }
};

/// For a single run: training, validation, then the other splits in their order.
int colourOf(const QString& split, const QStringList& others) {
    return split == kTrain ? 0 : split == kValidation ? 1 : 2 + int(others.indexOf(split));
}

}  // namespace

CurveView::CurveView(const QString& objectPrefix, QString quantity, QWidget* parent)
    : QWidget(parent), prefix_(objectPrefix), quantity_(std::move(quantity)) {
    build();
}

CurveView::CurveView(const QString& objectPrefix, const OfTasks& tasks, QWidget* parent)
    : QWidget(parent), prefix_(objectPrefix), quantity_(tasks.tag), tasks_(tasks) {
    build();
}

void CurveView::build() {
    const QString& shown = tasks_ ? tasks_->title : quantity_;
    plot_ = named(new CurvePlot, prefix_ + ".chart", tr("Curve of %1").arg(shown));
    plot_->setToolTip(QString());
    logarithmic_ = makeSwitch(QStringLiteral("log"), tr("log"), tr("Logarithmic axis (hides values ≤ 0)"));
    logarithmic_->setChecked(false);
    reset_ = named(new QToolButton, prefix_ + ".reset", tr("Show the whole run in %1").arg(shown));
    reset_->setToolTip(tr("Show the whole run"));
    reset_->setVisible(false);
    connect(reset_, &QToolButton::clicked, plot_, &CurvePlot::resetZoom);
    connect(logarithmic_, &QToolButton::toggled, plot_, &CurvePlot::setLogarithmic);
    empty_ = withRole(new QLabel, "empty");
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(makeHeader());
    stack_ = new QStackedLayout;
    layout->addLayout(stack_, 1);  // before its first widget, which it shows: alone, that is a window
    stack_->addWidget(empty_);
    stack_->addWidget(plot_);
    settle_.setSingleShot(true);
    settle_.setInterval(kSettleMs);
    connect(&settle_, &QTimer::timeout, this, &CurveView::rangeChanged);
    connect(plot_, &CurvePlot::zoomChanged, this, [this] {
        reset_->setVisible(plot_->isZoomed());
        settle_.start();
    });
    connect(plot_, &CurvePlot::eventActivated, this, &CurveView::eventActivated);
    addExport();
    restyle();
}

/// The header may take several rows; the curves keep their height.
QSize CurveView::minimumSizeHint() const {
    const QSize least = QWidget::minimumSizeHint();
    return {least.width(), std::max(least.height(), layout()->minimumHeightForWidth(width()))};
}

/// In the menu of the curves, which the keyboard opens, too.
void CurveView::addExport() {
    auto* save = new QAction(tr("Export chart…"), plot_);
    save->setObjectName(prefix_ + ".chart.export");
    plot_->setContextMenuPolicy(Qt::ActionsContextMenu);
    plot_->addAction(save);
    connect(save, &QAction::triggered, this, [this] {
        askForPicture(plot_, prefix_ + ".chart.export_dialog", [this](const QString& path) {
            const QString wrong = savePicture(path);
            if (wrong.isEmpty()) return;
            auto* box = named(
                new QMessageBox(QMessageBox::Warning, tr("Export chart"), wrong, QMessageBox::Ok, window()),
                prefix_ + ".chart.export_failed", tr("Export chart"));
            box->setAttribute(Qt::WA_DeleteOnClose);
            box->open();
        });
    });
}

QString CurveView::savePicture(const QString& path) const {
    QString title = tasks_ ? tasks_->title : quantity_;
    if (runs_.size() == 1 && !runs_.front().label.isEmpty())
        title += QStringLiteral(" – ") + runs_.front().label;
    return saveCurvePicture(*plot_, title, path);
}

QLayout* CurveView::makeHeader() {
    constexpr QMargins kMargins(8, 6, 8, 0);
    constexpr int kSpacing = 4;
    if (!tasks_) {
        // Two charts next to each other need no wider window than their controls, one below the other.
        auto* header = new FlowLayout;
        header->setContentsMargins(kMargins);
        header->setSpacing(kSpacing);
        addChoices(*header);
        for (QToolButton* button : {reset_, logarithmic_}) {
            header->addWidget(button);
            header->setAlignment(button, Qt::AlignRight);
        }
        return header;
    }
    auto* header = new QHBoxLayout;
    header->setContentsMargins(kMargins);
    header->setSpacing(kSpacing);
    header->addSpacing(4);
    header->addWidget(withRole(new QLabel(tasks_->title), "section"));
    header->addSpacing(8);
    legend_ = new QLabel;
    legend_->setTextFormat(Qt::RichText);
    legend_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // it shrinks, not the view
    header->addWidget(legend_, 1);
    header->addWidget(reset_);
    header->addWidget(logarithmic_);
    return header;
}

void CurveView::addChoices(FlowLayout& header) {
    metric_ = named(new MetricBox, prefix_ + ".metric", tr("Metric"));
    // Not of its list: the header would take another row once a run logs a metric with a long name.
    metric_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    metric_->setMinimumContentsLength(kLeastLength);
    metric_->addItem(quantity_);
    metric_->setToolTip(tr("Metric to plot"));
    connect(metric_, &QComboBox::activated, this, [this] { emit quantityChosen(metric_->currentText()); });
    train_ = makeSwitch(QStringLiteral("train"), tr("training"), tr("Show or hide the training curves"));
    validation_ =
        makeSwitch(QStringLiteral("validation"), tr("validation"), tr("Show or hide the validation curve"));
    other_ = makeSwitch(QStringLiteral("other"), tr("other"), tr("Show or hide the curves of other data"));
    other_->hide();  // few runs have such splits
    for (QToolButton* button : {train_, validation_, other_})
        connect(button, &QToolButton::toggled, this, &CurveView::refresh);
    header.addWidget(metric_);
    for (QToolButton* button : {train_, validation_, other_}) header.addWidget(button);
}

QToolButton* CurveView::makeSwitch(const QString& name, const QString& text, const QString& help) {
    auto* button = named(withRole(new QToolButton, "legend"), prefix_ + '.' + name, text);
    button->setText(text);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIconSize(QSize(20, 12));
    button->setCheckable(true);
    button->setChecked(true);
    button->setToolTip(help);
    return button;
}

void CurveView::setQuantities(const QStringList& quantities, const QString& shown) {
    QStringList now;
    for (int i = 0; i < metric_->count(); ++i) now << metric_->itemText(i);
    const QStringList wanted = quantities.isEmpty() ? QStringList(shown) : quantities;
    if (now != wanted) {
        metric_->clear();
        metric_->addItems(wanted);
        makeSearchable(wanted.size() > kMostToScroll);
    }
    // Its room for an icon, which it has none of, is room for text.
    const int letter = metric_->fontMetrics().horizontalAdvance(QLatin1Char('X'));
    const int letters =
        (metric_->fontMetrics().horizontalAdvance(shown) - metric_->iconSize().width()) / letter + 1;
    if (!metric_->isEditable())
        metric_->setMinimumContentsLength(std::clamp(letters, kLeastLength, kSearchLength));
    const bool isSearching = metric_->lineEdit() && metric_->lineEdit()->hasFocus();
    if (now != wanted || !isSearching) metric_->setCurrentIndex(metric_->findText(shown));
    if (std::exchange(quantity_, shown) == shown) return;
    plot_->setAccessibleName(tr("Curve of %1").arg(quantity_));
    reset_->setAccessibleName(tr("Show the whole run in %1").arg(quantity_));
    refresh();
}

/// With many metrics, the user types part of the name.
void CurveView::makeSearchable(bool isSearchable) {
    metric_->setMinimumContentsLength(isSearchable ? kSearchLength : kLeastLength);
    if (metric_->isEditable() == isSearchable) return;
    metric_->setEditable(isSearchable);
    if (!isSearchable) return;
    metric_->setInsertPolicy(QComboBox::NoInsert);
    metric_->completer()->setFilterMode(Qt::MatchContains);
    metric_->completer()->setCompletionMode(QCompleter::PopupCompletion);
    styleCompletions(*metric_->completer());
    metric_->lineEdit()->setClearButtonEnabled(true);
    metric_->lineEdit()->setPlaceholderText(tr("Search metrics"));
    // Text that matches none of them keeps the current metric.
    connect(metric_->lineEdit(), &QLineEdit::editingFinished, this, [this] {
        if (metric_->findText(metric_->currentText()) < 0)
            metric_->setCurrentIndex(metric_->findText(quantity_));
    });
}

bool CurveView::shows(const bridge::SeriesKey& key) const {
    return models::quantityOf(key.tag) == quantity_;
}

void CurveView::setRuns(std::vector<CurveRun> runs) {
    runs_ = std::move(runs);
    refresh();
}

void CurveView::setEvents(std::vector<PlotEvent> events) {
    if (events == events_) return;
    events_ = std::move(events);
    refresh();
}

void CurveView::setStyle(const CurveStyle& style) {
    const bool isOtherAxis = style_.axis != style.axis;
    style_ = style;
    if (isOtherAxis) plot_->resetZoom();
    refresh();
}

void CurveView::setEmptyText(const QString& text) {
    empty_->setText(text);
}

void CurveView::clear() {
    events_.clear();
    setRuns({});
    reset_->setVisible(false);
}

bool CurveView::isLogarithmic() const {
    return logarithmic_->isChecked();
}

void CurveView::setLogarithmic(bool isLogarithmic) {
    logarithmic_->setChecked(isLogarithmic);
}

CurveView::Range CurveView::visibleRange(int run) const {
    const CurvePlot::Steps steps = plot_->visibleSteps(run);
    return {steps.first, steps.last, plot_->plotPixels() * kColumnsPerPixel};
}

bool CurveView::isOn(const bridge::SeriesKey& key) const {
    return (key.split == kTrain ? train_ : key.split == kValidation ? validation_ : other_)->isChecked();
}

XMap CurveView::mapOf(const CurveRun& run) const {
    return {style_.axis, run.stepsPerEpoch > 0 ? double(run.stepsPerEpoch) : 1.0, run.start};
}

models::CurvePtr CurveView::smoothedOf(const models::CurvePtr& curve) const {
    Smoothed& known = smoothed_[curve.get()];
    if (known.of != curve || known.weight != style_.smoothing)
        known = {curve, style_.smoothing, models::smoothed(*curve, style_.smoothing)};
    return known.line;
}

void CurveView::addRun(CurvePlot::Content& content, int index) const {
    const CurveRun& run = runs_[static_cast<std::size_t>(index)];
    std::map<bridge::SeriesKey, std::vector<models::CurvePtr>> series;
    std::map<QString, bool> hasEpochs;  // by split
    std::map<QString, bool> hasSteps;
    QStringList tasks;
    QStringList others;  // splits that are neither training nor validation
    for (const auto& [key, curve] : run.curves) {
        if (!shows(key.first) || curve->step.empty() || !isOn(key.first)) continue;
        if (isOther(key.first.split) && !others.contains(key.first.split)) others << key.first.split;
        series[key.first].push_back(curve);
        (models::isEpochTag(key.first.tag) ? hasEpochs : hasSteps)[key.first.split] = true;
        tasks << key.first.task;
    }
    tasks.removeDuplicates();
    for (const auto& [key, attempts] : series) {
        const models::JoinedCurve joined = models::joinAttempts(attempts);
        const bool isEpoch = models::isEpochTag(key.tag);
        const bool isValidation = key.split == kValidation;
        // Epoch means next to the line of their steps: a different stroke and name.
        const bool hasBoth = hasSteps[key.split] && hasEpochs[key.split];
        QString name = splitWord(key.split);
        if (hasBoth) name = (isEpoch ? tr("%1, per epoch") : tr("%1, per step")).arg(name);
        if (tasks.size() > 1) name = key.task + ' ' + name;
        if (run.colour >= 0) name = runs_.size() > 1 ? run.label + ' ' + name : name;
        PlotLine line{.curve = joined.kept,
                      .map = mapOf(run),
                      .name = name,
                      .split = key.split,
                      .colour = run.colour >= 0 ? run.colour : colourOf(key.split, others),
                      .run = index,
                      .isDashed = isValidation,
                      .isDotted = isEpoch && !isValidation && hasBoth,
                      .hasMarkers = isEpoch};
        const bool isSmoothed = !isEpoch && style_.smoothing > 0;
        line.isThin = isEpoch && style_.smoothing > 0 && hasSteps[key.split];
        line.isPale = !isEpoch && (isSmoothed || hasEpochs[key.split]);
        line.isListed = runs_.size() == 1 || !line.isPale;
        content.lines.push_back(line);
        for (const models::CurvePtr& curve : joined.lost) {
            PlotLine lost = line;
            lost.curve = curve;
            lost.isLost = true;
            content.lines.push_back(std::move(lost));
        }
        if (!isSmoothed) continue;
        line.curve = smoothedOf(joined.kept);
        line.isPale = false;
        line.isSmoothed = true;
        line.isListed = true;
        line.name = tr("%1, smoothed").arg(name);
        content.lines.push_back(std::move(line));
    }
}

void CurveView::addTasks(CurvePlot::Content& content, int index) const {
    const CurveRun& run = runs_[static_cast<std::size_t>(index)];
    std::map<QString, std::vector<models::CurvePtr>> byTask;
    for (const auto& [key, curve] : run.curves)
        if (shows(key.first) && !curve->step.empty())
            byTask[key.first.task].push_back(tasks_->factor == 1 ? curve
                                                                 : models::scaled(*curve, tasks_->factor));
    int place = 0;
    for (const auto& [task, attempts] : byTask) {
        // Resources used in steps that a restart undid were still used: nothing is dimmed.
        for (const models::CurvePtr& curve : attempts)
            content.lines.push_back(
                {.curve = curve, .map = mapOf(run), .name = task, .colour = place, .run = index});
        ++place;
    }
}

void CurveView::addMeans(CurvePlot::Content& content) const {
    QStringList splits;
    for (const PlotLine& line : content.lines)
        if (!splits.contains(line.split)) splits << line.split;
    QStringList others = splits;
    others.removeAll(kTrain);
    others.removeAll(kValidation);
    for (const QString& split : splits) {
        std::map<QString, std::vector<models::CurvePtr>> byTag;
        for (const PlotLine& line : content.lines) {
            if (line.isLost || line.isPale || line.split != split) continue;
            byTag[line.hasMarkers ? QStringLiteral("epoch") : QStringLiteral("step")].push_back(line.curve);
        }
        for (const auto& [tag, curves] : byTag) {
            if (curves.size() < 2) continue;
            const models::GroupCurve group = models::groupOf(curves);
            const int colour = colourOf(split, others);
            const XMap map = mapOf(runs_.front());
            content.bands.push_back({group.low, group.high, map, colour});
            content.lines.push_back(
                {.curve = group.mean,
                 .map = map,
                 .name = meanWord(split),
                 .split = split,
                 .colour = colour,
                 .run = -1,
                 .isDashed = split == kValidation,
                 .isDotted = split != kValidation && tag == QStringLiteral("epoch") && byTag.size() > 1,
                 .hasMarkers = tag == QStringLiteral("epoch")});
        }
    }
    std::erase_if(content.lines, [](const PlotLine& line) { return line.run >= 0; });
}

void CurveView::refresh() {
    CurvePlot::Content content;
    content.hasZero = tasks_.has_value();
    for (int i = 0; i < static_cast<int>(runs_.size()); ++i)
        tasks_ ? addTasks(content, i) : addRun(content, i);
    bool isEmpty = true;  // not merely because a switch hides every line
    for (const CurveRun& run : runs_)
        for (const auto& [key, curve] : run.curves)
            isEmpty = isEmpty && (!shows(key.first) || curve->step.empty());
    if (style_.showsMean && runs_.size() > 1 && style_.axis != XAxis::kTime) addMeans(content);
    std::erase_if(smoothed_, [&](const auto& entry) { return entry.second.of.use_count() == 1; });
    content.eventMap.axis = style_.axis;
    if (!runs_.empty()) {
        content.eventMap = mapOf(runs_.front());
        content.events = events_;
        std::int64_t last = 0;
        std::int64_t total = 0;
        double seconds = 0;
        for (const CurveRun& run : runs_) {
            total = std::max(total, run.totalSteps);
            for (const auto& [key, curve] : run.curves) {
                if (curve->step.empty()) continue;
                last = std::max(last, curve->step.back());
                if (curve->hasTime()) seconds = std::max(seconds, curve->time.back() - run.start);
            }
        }
        switch (style_.axis) {
            case XAxis::kStep:
            case XAxis::kEpoch:
                content.end = niceEnd(double(last), double(total)) /
                              (style_.axis == XAxis::kEpoch ? content.eventMap.stepsPerEpoch : 1.0);
                break;
            case XAxis::kTime:
                content.end = niceEnd(seconds, 0);
                break;
        }
    }
    if (legend_) {
        QStringList legend;
        for (const PlotLine& line : content.lines)
            legend << QStringLiteral("<span style=\"color:%1\">▬</span>&nbsp;%2")
                          .arg(lineColour(line).name(), line.name.toHtmlEscaped());
        legend.removeDuplicates();
        legend_->setText(legend.join(QStringLiteral("&nbsp; ")));
    }
    if (other_) refreshOther();
    hasDots_ = std::ranges::any_of(content.lines, &PlotLine::isDotted);
    plot_->setContent(std::move(content));
    restyle();
    stack_->setCurrentWidget(isEmpty ? static_cast<QWidget*>(empty_) : plot_);
    reset_->setVisible(plot_->isZoomed());
}

/// The switch for other splits has the name of the split.
void CurveView::refreshOther() {
    QStringList others;
    for (const CurveRun& run : runs_)
        for (const auto& [key, curve] : run.curves)
            if (shows(key.first) && !curve->step.empty() && isOther(key.first.split) &&
                !others.contains(key.first.split))
                others << key.first.split;
    other_->setVisible(!others.isEmpty());
    if (others.isEmpty()) return;
    other_->setText(others.join(QStringLiteral(", ")));
    other_->setAccessibleName(other_->text());
}

void CurveView::restyle() {
    const Theme& theme = Theme::current();
    const qreal ratio = devicePixelRatioF();
    // Compared runs each have their own colour; only the stroke distinguishes training from validation then.
    const bool isOfRuns = !runs_.empty() && runs_.front().colour >= 0 && !style_.showsMean;
    const QColor muted = theme.colour(QStringLiteral("muted"));
    if (train_) {
        train_->setIcon(strokesIcon(isOfRuns ? muted : theme.series(0),
                                    hasDots_ ? Strokes::kSolidAndDotted : Strokes::kSolid, ratio));
        train_->setToolTip(
            hasDots_ ? tr("Show or hide the training curves (solid: step values; dotted: epoch means)")
                     : tr("Show or hide the training curves"));
    }
    if (validation_)
        validation_->setIcon(strokesIcon(isOfRuns ? muted : theme.series(1), Strokes::kDashed, ratio));
    if (other_) other_->setIcon(strokesIcon(isOfRuns ? muted : theme.series(2), Strokes::kSolid, ratio));
    reset_->setIcon(theme.icon(QStringLiteral("reset")));
}

void CurveView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) restyle();
    QWidget::changeEvent(event);
}

void CurveView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) updateGeometry();
    if (!runs_.empty()) settle_.start();
}

}  // namespace trainyard::widgets

#include "moc_curve_view.cpp"
