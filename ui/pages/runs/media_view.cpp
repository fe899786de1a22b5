// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/media_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSlider>
#include <QStackedWidget>
#include <QTextDocument>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/pages/runs/histogram_ridges.h"
#include "ui/pages/runs/media_charts.h"
#include "ui/widgets/chart/chart.h"
#include "ui/widgets/image_view.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using bridge::MediaKind;
using widgets::named;
using widgets::withRole;

namespace {

/// Of the object names, by MediaKind.
constexpr std::array<const char*, 5> kPrefixes{"runs.images", "runs.histograms", "runs.text", "runs.hparams",
                                               "runs.pr_curves"};

/// The names of the parts that tell the series apart; the split and the task only where there are several.
QString seriesText(const bridge::MediaSeries& one, const std::vector<bridge::MediaSeries>& all) {
    const auto differs = [&](auto part) {
        return std::ranges::any_of(all, [&](const auto& other) { return other.key.*part != one.key.*part; });
    };
    QStringList parts{one.key.tag};
    if (differs(&bridge::SeriesKey::split)) parts << one.key.split;
    if (differs(&bridge::SeriesKey::task)) parts << one.key.task;
    return parts.join(QStringLiteral(", "));
}

}  // namespace

QString MediaView::title(MediaKind kind) {
    switch (kind) {
        case MediaKind::kImages:
            return tr("Images");
        case MediaKind::kHistograms:
            return tr("Histograms");
        case MediaKind::kText:
            return tr("Text");
        case MediaKind::kHparams:
            return tr("Hyperparameters");
        case MediaKind::kPrCurves:
            return tr("PR curves");
    }
    return {};
}

MediaView::MediaView(Agent agent, MediaKind kind, QWidget* parent)
    : QWidget(parent), agent_(agent), kind_(kind) {
    const QString prefix = QLatin1String(kPrefixes[static_cast<std::size_t>(kind)]);
    setObjectName(prefix + ".view");
    withRole(this, "panel");
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 8);
    layout->setSpacing(4);
    layout->addWidget(makeBar(prefix));
    layout->addWidget(makeContent(prefix), 1);
}

QWidget* MediaView::makeBar(const QString& prefix) {
    auto* bar = new QWidget;
    tag_ = named(new QComboBox, prefix + ".tag", tr("Tag"));
    tag_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    tag_->setMinimumContentsLength(12);
    slider_ = named(new QSlider(Qt::Horizontal), prefix + ".step", tr("Step"));
    slider_->setToolTip(tr("The logged step that is shown"));
    slider_->setPageStep(10);
    place_ = withRole(named(new QLabel, prefix + ".place", tr("Step shown")), "muted");
    place_->setFont(widgets::tabularFont(place_->font()));
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(8, 6, 8, 0);
    layout->setSpacing(8);
    layout->addWidget(tag_);
    layout->addWidget(slider_, 1);
    layout->addWidget(place_);
    if (kind_ == MediaKind::kHistograms) {
        all_ = named(new QCheckBox(tr("All steps")), prefix + ".all", tr("All steps"));
        all_->setToolTip(tr("Show the histograms of all steps one above the other"));
        layout->addWidget(all_);
        connect(all_, &QCheckBox::toggled, this, &MediaView::showRidges);
    }
    connect(tag_, &QComboBox::currentIndexChanged, this, &MediaView::chooseTag);
    connect(slider_, &QSlider::valueChanged, this, &MediaView::read);
    return bar;
}

QWidget* MediaView::makeContent(const QString& prefix) {
    stack_ = new QStackedWidget;
    empty_ = withRole(new QLabel, "empty");
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    stack_->addWidget(empty_);
    if (kind_ == MediaKind::kImages) {
        image_ = named(new widgets::ImageView, prefix + ".image", tr("Image"));
        stack_->addWidget(image_);
        connect(image_, &widgets::ImageView::shown, this, [this] {
            const QSize size = image_->image().size();
            image_->setAccessibleDescription(
                image_->image().isNull()
                    ? image_->problem()
                    : tr("%1, %2 × %3 pixels").arg(tag_->currentText()).arg(size.width()).arg(size.height()));
        });
    } else if (kind_ == MediaKind::kHistograms || kind_ == MediaKind::kPrCurves) {
        chart_ = named(new widgets::Chart, prefix + ".chart", title(kind_));
        stack_->addWidget(chart_);
        if (kind_ == MediaKind::kHistograms) {
            ridges_ = named(new HistogramRidges(agent_), prefix + ".ridges", tr("Histograms of all steps"));
            stack_->addWidget(ridges_);
            connect(ridges_, &HistogramRidges::stepChosen, this, [this](std::int64_t id) {
                const auto found = std::ranges::find(items_, id, &bridge::MediaItem::id);
                if (found != items_.end()) slider_->setValue(static_cast<int>(found - items_.begin()));
            });
        }
    } else {
        text_ = named(new QPlainTextEdit, prefix + ".text", title(kind_));
        text_->setReadOnly(true);
        text_->setTabChangesFocus(true);
        text_->document()->setDocumentMargin(12);  // below the tag's name
        stack_->addWidget(text_);
    }
    return stack_;
}

const bridge::MediaSeries* MediaView::chosen() const {
    const int at = tag_->currentIndex();
    return at >= 0 && static_cast<std::size_t>(at) < series_.size() ? &series_[static_cast<std::size_t>(at)]
                                                                    : nullptr;
}

void MediaView::setSeries(const QString& run, const std::vector<bridge::MediaSeries>& series) {
    const auto* before = chosen();
    const bool isSame = run == run_ && before;
    const bridge::MediaSeries kept = before ? *before : bridge::MediaSeries{};
    if (run == run_ && series == series_) return;
    run_ = run;
    series_ = series;
    int at = 0;
    {
        const QSignalBlocker quiet(tag_);
        tag_->clear();
        for (const bridge::MediaSeries& one : series_) {
            if (isSame && one.key == kept.key) at = tag_->count();
            tag_->addItem(seriesText(one, series_));
        }
        tag_->setCurrentIndex(series_.empty() ? -1 : at);
    }
    const auto* now = chosen();
    if (isSame && now && now->key == kept.key) {
        if (now->seen == kept.seen) return;
        mustList_ = true;
        return listItems();
    }
    chooseTag();
}

void MediaView::chooseTag() {
    ++choice_;
    items_.clear();
    isListing_ = false;
    mustList_ = true;
    asked_.reset();
    stack_->setCurrentWidget(empty_);
    empty_->clear();
    place_->clear();
    {
        const QSignalBlocker quiet(slider_);
        slider_->setRange(0, 0);
    }
    if (image_) image_->clear();
    listItems();
}

void MediaView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    listItems();
}

/// Only what is visible: a run may have many kinds of which nobody looks at more than one.
void MediaView::listItems() {
    const auto* series = chosen();
    if (!series || !mustList_ || isListing_ || !isVisible()) return;
    isListing_ = true;
    mustList_ = false;
    agent_.ask(
        &bridge::SeriesCalls::mediaItems, this,
        [this, choice = choice_](const bridge::Outcome<std::vector<bridge::MediaItem>>& items) {
            if (choice != choice_) return;
            isListing_ = false;
            if (!items) return fail(models::inReadersLanguage(items.error().message));
            takeItems(*items);
            listItems();
        },
        run_, *series);
}

/// The newest is followed, unless an earlier one was chosen.
void MediaView::takeItems(const std::vector<bridge::MediaItem>& items) {
    const int before = slider_->value();
    const bool isFollowing = items_.empty() || before == slider_->maximum();
    const std::int64_t shown =
        isFollowing || items_.empty() ? 0 : items_[static_cast<std::size_t>(before)].id;
    items_ = items;
    std::ranges::stable_sort(items_, {}, [](const bridge::MediaItem& item) {
        return std::tuple(item.attempt, item.step, item.sample);
    });
    if (items_.empty()) return fail(tr("Nothing was kept of this tag."));
    int at = static_cast<int>(items_.size()) - 1;
    for (std::size_t i = 0; i < items_.size(); ++i)
        if (items_[i].id == shown) at = static_cast<int>(i);
    {
        const QSignalBlocker quiet(slider_);
        slider_->setRange(0, static_cast<int>(items_.size()) - 1);
        slider_->setValue(at);
    }
    if (ridges_) {
        std::vector<HistogramRidges::Step> steps;
        for (const bridge::MediaItem& item : items_) steps.push_back({item.id, nameOf(item)});
        ridges_->setSteps(run_, *chosen(), tag_->currentText(), std::move(steps));
    }
    read();
}

void MediaView::showRidges() {
    if (stack_->currentWidget() == empty_) return;
    stack_->setCurrentWidget(all_->isChecked() ? static_cast<QWidget*>(ridges_) : chart_);
}

void MediaView::read() {
    const auto* series = chosen();
    const auto at = static_cast<std::size_t>(slider_->value());
    if (!series || at >= items_.size()) return;
    const bridge::MediaItem item = items_[at];
    describe(item);
    if (ridges_) ridges_->point(item.id);
    if (asked_) return;  // what the slider has reached by then is requested next
    asked_ = item.id;
    agent_.ask(
        &bridge::SeriesCalls::readMedia, this,
        [this, choice = choice_, item](const bridge::Outcome<bridge::MediaContent>& content) {
            if (choice != choice_) return;
            asked_.reset();
            if (!content) return fail(models::inReadersLanguage(content.error().message));
            take(item, *content);
            const auto now = static_cast<std::size_t>(slider_->value());
            if (now < items_.size() && items_[now].id != item.id) read();
        },
        run_, *series, item.id);
}

void MediaView::take(const bridge::MediaItem& item, const bridge::MediaContent& content) {
    if (content.image.isEmpty() && content.text.isEmpty() && content.values.empty())
        return fail(tr("Step %1 was thinned out meanwhile.").arg(models::count(item.step)));
    if (image_) {
        image_->setBytes(content.image);
        stack_->setCurrentWidget(image_);
    } else if (chart_) {
        const bool isHistogram = kind_ == MediaKind::kHistograms;
        const QString heading =
            isHistogram ? tr("%1 at step %2") : tr("%1 at step %2: precision over recall");
        chart_->setContent(isHistogram ? histogramChart(content.values) : prCurveChart(content.values),
                           heading.arg(tag_->currentText(), models::count(item.step)));
        stack_->setCurrentWidget(all_ && all_->isChecked() ? static_cast<QWidget*>(ridges_) : chart_);
    } else {
        text_->setPlainText(content.text);
        stack_->setCurrentWidget(text_);
    }
}

/// "step 90, attempt 2".
QString MediaView::nameOf(const bridge::MediaItem& item) const {
    QStringList parts{tr("step %1").arg(models::count(item.step))};
    if (std::ranges::any_of(items_, [&](const auto& other) { return other.attempt != item.attempt; }))
        parts << tr("attempt %1").arg(item.attempt);
    return parts.join(QStringLiteral(", "));
}

/// "step 90, attempt 2, image 2, 10 of 10", and how many there were.
void MediaView::describe(const bridge::MediaItem& item) {
    QStringList parts{nameOf(item)};
    if (std::ranges::any_of(items_, [&](const auto& other) { return other.sample > 0; }))
        parts << tr("image %1").arg(item.sample + 1);
    const auto* series = chosen();
    QString place =
        tr("%1 of %2").arg(models::count(slider_->value() + 1), models::count(slider_->maximum() + 1));
    if (series && series->seen > series->kept)
        place += QStringLiteral(" ") + tr("(%1 logged)").arg(models::count(series->seen));
    parts << place;
    place_->setText(parts.join(QStringLiteral(", ")));
    slider_->setAccessibleDescription(place_->text());
}

void MediaView::fail(const QString& why) {
    empty_->setText(why);
    stack_->setCurrentWidget(empty_);
}

}  // namespace trainyard::pages

#include "moc_media_view.cpp"
