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

#include "ui/models/curve_group.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {
namespace {

using widgets::named;
using widgets::withRole;

constexpr int kSmoothingSteps = 20;    ///< of the slider, to a weight of 0.95 … 0.999 at its end
constexpr int kDefaultSmoothing = 12;  ///< 0.6, as TensorBoard begins

/// 0.05 a step, and at the end 0.99: where it matters the weight is read as 1 - 1/n.
double weightOf(int slider) {
    return slider >= kSmoothingSteps ? 0.99 : slider * 0.05;
}

QLabel* makeHelp() {
    auto* help =
        withRole(new QLabel(CurvePanel::tr("Wheel zooms, drag moves, double click shows all")), "muted");
    help->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    help->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return help;
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
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar(objectPrefix, runs));
    layout->addWidget(both, 1);
    applyStyle();
}

QWidget* CurvePanel::makeBar(const QString& prefix, Runs runs) {
    auto* bar = new QWidget;
    axis_ = named(new QComboBox, prefix + ".curves.axis", tr("Horizontal axis"));
    axis_->addItems({tr("by step"), tr("by epoch"), tr("by time")});
    axis_->setToolTip(tr("What the horizontal axis counts: steps, epochs, or the time since the start"));
    smoothing_ = named(new QSlider(Qt::Horizontal), prefix + ".curves.smoothing", tr("Smoothing"));
    smoothing_->setRange(0, kSmoothingSteps);
    smoothing_->setPageStep(2);
    smoothing_->setValue(kDefaultSmoothing);
    smoothing_->setFixedWidth(110);
    smoothing_->setToolTip(
        tr("Weight of the moving average over the steps' values, as in TensorBoard; the values themselves "
           "stay pale "
           "under it. Values of whole epochs are means already and stay as they are."));
    smoothingText_ = withRole(new QLabel, "muted");
    smoothingText_->setFont(widgets::tabularFont(smoothingText_->font()));
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(8, 6, 8, 0);
    layout->setSpacing(8);
    layout->addWidget(axis_);
    auto* label = withRole(new QLabel(tr("Smoothing")), "muted");
    label->setBuddy(smoothing_);
    layout->addSpacing(8);
    layout->addWidget(label);
    layout->addWidget(smoothing_);
    layout->addWidget(smoothingText_);
    if (runs == Runs::kSeveral) {
        mean_ =
            named(new QCheckBox(tr("Mean of the group")), prefix + ".curves.mean", tr("Mean of the group"));
        mean_->setToolTip(
            tr("One line for all: their mean, with a band of one standard deviation on each side"));
        layout->addSpacing(8);
        layout->addWidget(mean_);
        layout->addStretch();
        connect(mean_, &QCheckBox::toggled, this, &CurvePanel::applyStyle);
    } else {
        layout->addWidget(makeHelp(), 1);
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
    for (widgets::CurveView* view : views_) view->setStyle(style);
}

void CurvePanel::setSeries(const std::set<bridge::SeriesKey>& series) {
    quantities_ = models::quantitiesOf(series);
    applyQuantities();
}

void CurvePanel::applyQuantities() {
    // A view whose quantity this run has not recorded shows another one meanwhile, and goes back to it later.
    for (std::size_t i = 0; i < views_.size(); ++i) {
        QString shown = wanted_[static_cast<qsizetype>(i)];
        if (!quantities_.isEmpty() && !quantities_.contains(shown)) {
            const auto spare =
                std::ranges::find_if(quantities_, [&](const QString& q) { return !wanted_.contains(q); });
            if (spare != quantities_.end()) shown = *spare;
        }
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
    for (widgets::CurveView* view : views_) view->setRuns(runs);
}

void CurvePanel::setEvents(const std::vector<widgets::PlotEvent>& events) {
    for (widgets::CurveView* view : views_) view->setEvents(events);
}

void CurvePanel::setEmptyText(const QString& text) {
    for (widgets::CurveView* view : views_) view->setEmptyText(text);
}

void CurvePanel::clear() {
    for (widgets::CurveView* view : views_) view->clear();
}

std::optional<widgets::CurveView::Range> CurvePanel::rangeOf(const bridge::SeriesKey& key, int run) const {
    const auto view =
        std::ranges::find_if(views_, [&](const widgets::CurveView* v) { return v->shows(key); });
    if (view == views_.end()) return std::nullopt;
    return (*view)->visibleRange(run);
}

QVariantMap CurvePanel::saveState() const {
    QVariantList logarithmic;
    for (const widgets::CurveView* view : views_) logarithmic << view->isLogarithmic();
    return {{QStringLiteral("axis"), axis_->currentIndex()},
            {QStringLiteral("smoothing"), smoothing_->value()},
            {QStringLiteral("quantities"), wanted_},
            {QStringLiteral("logarithmic"), logarithmic}};
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
    applyQuantities();
}

}  // namespace trainyard::pages
