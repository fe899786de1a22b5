// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/curve_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSlider>
#include <QSplitter>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/models/curve_group.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {
namespace {

using widgets::named;
using widgets::withRole;

constexpr int kSmoothingSteps = 20;    ///< of the slider; weights up to 0.95, and 0.99 at its end
constexpr int kDefaultSmoothing = 12;  ///< 0.6, TensorBoard's default
constexpr int kAlike = 10'000;         ///< more than available, so that a splitter makes its two parts equal

/// 0.05 per step, and 0.99 at the end: near 1 the weight is read as 1 - 1/n.
double weightOf(int slider) {
    return slider >= kSmoothingSteps ? 0.99 : slider * 0.05;
}

}  // namespace

CurvePanel::CurvePanel(const QString& objectPrefix, Runs runs, QWidget* parent) : QWidget(parent) {
    withRole(this, "panel");
    setAttribute(Qt::WA_StyledBackground);
    auto* both = new QSplitter(Qt::Horizontal);
    both->setChildrenCollapsible(false);
    for (const QString& quantity : wanted_) {
        auto* view = new widgets::CurveView(objectPrefix + '.' + quantity, quantity);
        both->addWidget(view);
        const auto place = static_cast<qsizetype>(views_.size());
        views_.push_back(view);
        connect(view, &widgets::CurveView::rangeChanged, this, &CurvePanel::rangeChanged);
        connect(view, &widgets::CurveView::eventActivated, this, &CurvePanel::eventActivated);
        connect(view, &widgets::CurveView::quantityChosen, this, [this, place](const QString& chosen) {
            wanted_[place] = chosen;
            applyQuantities();
            emit rangeChanged();
        });
    }
    auto* rows = new QSplitter(Qt::Vertical);
    rows->setChildrenCollapsible(false);
    rows->addWidget(both);
    if (runs == Runs::kOne) {
        using OfTasks = widgets::CurveView::OfTasks;
        systemRow_ = makeTaskRow(objectPrefix + QStringLiteral(".cpu"),
                                 OfTasks{QStringLiteral("system/cpu_percent"), tr("CPU, % of a core"), 1},
                                 objectPrefix + QStringLiteral(".memory"),
                                 OfTasks{QStringLiteral("system/rss_bytes"), tr("Memory, MB"), 1e-6});
        gpuRow_ = makeTaskRow(objectPrefix + QStringLiteral(".gpu"),
                              OfTasks{QStringLiteral("system/gpu_percent"), tr("GPU, % busy"), 1},
                              objectPrefix + QStringLiteral(".gpu_memory"),
                              OfTasks{QStringLiteral("system/gpu_memory_bytes"), tr("GPU memory, MB"), 1e-6});
        heatRow_ = makeTaskRow(objectPrefix + QStringLiteral(".gpu_power"),
                               OfTasks{QStringLiteral("system/gpu_power_watts"), tr("GPU power, W"), 1},
                               objectPrefix + QStringLiteral(".gpu_celsius"),
                               OfTasks{QStringLiteral("system/gpu_celsius"), tr("GPU temperature, °C"), 1});
        rows->addWidget(systemRow_);
        rows->addWidget(gpuRow_);
        rows->addWidget(heatRow_);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar(objectPrefix, runs));
    layout->addWidget(rows, 1);
    applyStyle();
}

QWidget* CurvePanel::makeTaskRow(const QString& leftPrefix, const widgets::CurveView::OfTasks& left,
                                 const QString& rightPrefix, const widgets::CurveView::OfTasks& right) {
    auto* row = new QSplitter(Qt::Horizontal);
    row->setChildrenCollapsible(false);
    for (auto* view :
         {new widgets::CurveView(leftPrefix, left), new widgets::CurveView(rightPrefix, right)}) {
        row->addWidget(view);
        systemViews_.push_back(view);
        connect(view, &widgets::CurveView::rangeChanged, this, &CurvePanel::rangeChanged);
        connect(view, &widgets::CurveView::eventActivated, this, &CurvePanel::eventActivated);
    }
    row->setSizes({kAlike, kAlike});
    row->hide();
    return row;
}

void CurvePanel::showSystemRows() {
    if (!system_) return;
    systemRow_->setVisible(system_->isChecked());
    gpuRow_->setVisible(system_->isChecked() && hasGpus_);
    heatRow_->setVisible(system_->isChecked() && hasGpus_);
}

void CurvePanel::forEach(const std::function<void(widgets::CurveView&)>& act) const {
    for (widgets::CurveView* view : views_) act(*view);
    for (widgets::CurveView* view : systemViews_) act(*view);
}

QWidget* CurvePanel::makeBar(const QString& prefix, Runs runs) {
    auto* bar = new QWidget;
    axis_ = named(new QComboBox, prefix + ".curves.axis", tr("Horizontal axis"));
    axis_->addItems({tr("by step"), tr("by epoch"), tr("by time")});
    axis_->setToolTip(tr("Unit of the horizontal axis: steps, epochs, or the time since the start"));
    smoothing_ = named(new QSlider(Qt::Horizontal), prefix + ".curves.smoothing", tr("Smoothing"));
    smoothing_->setRange(0, kSmoothingSteps);
    smoothing_->setPageStep(2);
    smoothing_->setValue(kDefaultSmoothing);
    smoothing_->setFixedWidth(110);
    smoothing_->setToolTip(
        tr("Exponential smoothing of step values, as in TensorBoard. Raw values stay visible, dimmed. Epoch "
           "values are means and are not smoothed."));
    smoothingText_ = withRole(new QLabel, "muted");
    smoothingText_->setFont(widgets::tabularFont(smoothingText_->font()));
    auto* label = withRole(new QLabel(tr("Smoothing")), "muted");
    label->setBuddy(smoothing_);
    auto* smoothing = new QWidget;
    auto* ofSmoothing = new QHBoxLayout(smoothing);
    ofSmoothing->setContentsMargins(8, 0, 8, 0);
    ofSmoothing->setSpacing(8);
    for (QWidget* part : {static_cast<QWidget*>(label), static_cast<QWidget*>(smoothing_),
                          static_cast<QWidget*>(smoothingText_)})
        ofSmoothing->addWidget(part);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(8, 6, 8, 0);
    layout->setSpacing(8);
    auto* controls = new widgets::FlowLayout;
    controls->setSpacing(8);
    controls->addWidget(axis_);
    controls->addWidget(smoothing);
    layout->addLayout(controls);
    if (runs == Runs::kSeveral) {
        mean_ = named(new QCheckBox(tr("Average selected runs")), prefix + ".curves.mean",
                      tr("Average selected runs"));
        mean_->setToolTip(
            tr("Draws one line for all selected runs: their mean, with a band of ±1 standard deviation"));
        controls->addWidget(mean_);
        layout->addStretch(1);
        connect(mean_, &QCheckBox::toggled, this, &CurvePanel::applyStyle);
    } else {
        system_ = named(new QCheckBox(tr("CPU and memory")), prefix + ".curves.system",
                        tr("Show CPU and memory of the tasks"));
        system_->setToolTip(tr("CPU, memory and GPU use of each task, on the same axis"));
        connect(system_, &QCheckBox::toggled, this, [this] {
            showSystemRows();
            emit rangeChanged();
        });
        controls->addWidget(system_);
        auto* help = withRole(
            new widgets::ElidedLabel(tr("Scroll to zoom, drag to pan, double-click to reset")), "muted");
        help->hideIfCut();
        help->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        layout->addWidget(help, 1);
    }
    connect(axis_, &QComboBox::currentIndexChanged, this, &CurvePanel::applyStyle);
    connect(smoothing_, &QSlider::valueChanged, this, &CurvePanel::applyStyle);
    return bar;
}

void CurvePanel::applyStyle() {
    const double weight = weightOf(smoothing_->value());
    smoothingText_->setText(QLocale().toString(weight, 'f', 2));
    const widgets::CurveStyle style{static_cast<widgets::XAxis>(axis_->currentIndex()), weight,
                                    mean_ && mean_->isChecked()};
    forEach([&](widgets::CurveView& view) { view.setStyle(style); });
}

void CurvePanel::setSeries(const std::set<bridge::SeriesKey>& series) {
    quantities_ = models::quantitiesOf(series);
    const bool hasGpus =
        std::ranges::any_of(series, [](const bridge::SeriesKey& key) { return models::isGpuTag(key.tag); });
    if (std::exchange(hasGpus_, hasGpus) == hasGpus) return applyQuantities();
    showSystemRows();
    emit rangeChanged();
    applyQuantities();
}

void CurvePanel::applyQuantities() {
    // A view whose metric this run did not record shows another one meanwhile and returns to it later: one
    // that no other view shows, as long as there are some.
    QStringList spares = quantities_;
    for (const QString& wanted : wanted_) spares.removeAll(wanted);
    for (std::size_t i = 0; i < views_.size(); ++i) {
        QString shown = wanted_[static_cast<qsizetype>(i)];
        if (!quantities_.contains(shown) && !spares.isEmpty())
            shown = spares.size() > 1 ? spares.takeFirst() : spares.first();
        QStringList offered = quantities_;
        if (!offered.contains(shown)) offered << shown;
        views_[i]->setQuantities(offered, shown);
    }
}

void CurvePanel::setRuns(const std::vector<widgets::CurveRun>& runs) {
    const bool hasEpochs =
        std::ranges::all_of(runs, [](const widgets::CurveRun& run) { return run.stepsPerEpoch > 0; });
    auto* choices = qobject_cast<QStandardItemModel*>(axis_->model());
    choices->item(static_cast<int>(widgets::XAxis::kEpoch))->setEnabled(hasEpochs);
    forEach([&](widgets::CurveView& view) { view.setRuns(runs); });
}

void CurvePanel::setEvents(const std::vector<widgets::PlotEvent>& events) {
    forEach([&](widgets::CurveView& view) { view.setEvents(events); });
}

void CurvePanel::setEmptyText(const QString& text) {
    for (widgets::CurveView* view : views_) view->setEmptyText(text);
    for (widgets::CurveView* view : systemViews_) view->setEmptyText(tr("Sampled once a second."));
}

void CurvePanel::clear() {
    forEach([](widgets::CurveView& view) { view.clear(); });
}

std::optional<widgets::CurveView::Range> CurvePanel::rangeOf(const bridge::SeriesKey& key, int run) const {
    const bool isSystem = models::isSystemTag(key.tag);
    if (isSystem && (!system_ || !system_->isChecked())) return std::nullopt;
    const auto& views = isSystem ? systemViews_ : views_;
    const auto view = std::ranges::find_if(views, [&](const widgets::CurveView* v) { return v->shows(key); });
    if (view == views.end()) return std::nullopt;
    return (*view)->visibleRange(run);
}

QVariantMap CurvePanel::saveState() const {
    QVariantList logarithmic;
    for (const widgets::CurveView* view : views_) logarithmic << view->isLogarithmic();
    return {{QStringLiteral("axis"), axis_->currentIndex()},
            {QStringLiteral("smoothing"), smoothing_->value()},
            {QStringLiteral("quantities"), wanted_},
            {QStringLiteral("logarithmic"), logarithmic},
            {QStringLiteral("system"), system_ && system_->isChecked()}};
}

void CurvePanel::restoreState(const QVariantMap& state) {
    if (state.isEmpty()) return;
    axis_->setCurrentIndex(std::clamp(state.value(QStringLiteral("axis")).toInt(), 0, 2));
    smoothing_->setValue(state.value(QStringLiteral("smoothing"), kDefaultSmoothing).toInt());
    const QStringList quantities = state.value(QStringLiteral("quantities")).toStringList();
    if (quantities.size() == wanted_.size()) wanted_ = quantities;
    const QVariantList logarithmic = state.value(QStringLiteral("logarithmic")).toList();
    for (qsizetype i = 0; i < logarithmic.size() && i < static_cast<qsizetype>(views_.size()); ++i)
        views_[static_cast<std::size_t>(i)]->setLogarithmic(logarithmic[i].toBool());
    if (system_) system_->setChecked(state.value(QStringLiteral("system")).toBool());
    applyQuantities();
}

}  // namespace trainyard::pages

#include "moc_curve_panel.cpp"
