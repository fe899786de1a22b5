// SPDX-License-Identifier: Apache-2.0
#include <QAreaSeries>
#include <QBarCategoryAxis>
#include <QBarSeries>
#include <QBarSet>
#include <QChart>
#include <QChartView>
#include <QGraphicsEllipseItem>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QMouseEvent>
#include <QPainter>
#include <QScatterSeries>
#include <QStackedBarSeries>
#include <QVBoxLayout>
#include <QValueAxis>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "ui/widgets/chart/chart_face.h"

namespace trainyard::widgets {
namespace {

constexpr double kMarkRadius = 6;
/// The pointer reads the point that is nearest to it, if it is this near.
constexpr double kReach = 24;
constexpr double kBarShare = 0.7;  ///< of a category's width
constexpr int kPointSize = 10;
constexpr double kLineWidth = 2;
constexpr int kTicks = 3;  // fit into the lowest chart

struct Extent {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    void take(double value) {
        if (!std::isfinite(value)) return;
        least = std::min(least, value);
        most = std::max(most, value);
    }
    /// Room around the outermost points; a single value is in the middle.
    void widen() {
        if (least > most) least = 0, most = 1;
        const double room = most > least ? (most - least) * 0.05 : std::max(std::abs(most) * 0.1, 1e-9);
        least -= room;
        most += room;
    }
};

/// Values of several magnitudes, as learning rates are.
bool wantsLogarithm(const Extent& extent) {
    constexpr double kMagnitudes = 50;
    return extent.least > 0 && extent.most / extent.least >= kMagnitudes;
}

/// 1, 2 or 5 times a power of ten, and not more than `most`; but a step at least.
double roundInterval(double most) {
    const double power = std::pow(10, std::floor(std::log10(most)));
    for (const double factor : {5.0, 2.0})
        if (factor * power <= most) return std::max(1.0, factor * power);
    return std::max(1.0, power);
}

/// A Chart's QChart, and what is drawn beside it.
struct Parts {
    explicit Parts(QWidget* face) : chart(new QChart), view(new QChartView(chart, face)) {
        view->setRenderHint(QPainter::Antialiasing);
        view->setFrameShape(QFrame::NoFrame);
        view->setFocusPolicy(Qt::NoFocus);
        view->viewport()->setMouseTracking(true);
        view->setContextMenuPolicy(Qt::NoContextMenu);  // the chart's own
        chart->setBackgroundRoundness(0);
        chart->setMargins(QMargins(8, 4, 8, 4));
        chart->layout()->setContentsMargins(0, 0, 0, 0);
        marker =
            new QGraphicsEllipseItem(-kMarkRadius, -kMarkRadius, 2 * kMarkRadius, 2 * kMarkRadius, chart);
        marker->setZValue(100);
        marker->hide();
        QObject::connect(chart, &QChart::plotAreaChanged, &laidOut, [this] { placeDots(); });
    }

    void clear() {
        for (const Dot& dot : dots) delete dot.item;
        dots.clear();
        chart->removeAllSeries();
        for (QAbstractAxis* axis : chart->axes()) {
            chart->removeAxis(axis);
            delete axis;
        }
        drawn.clear();
    }

    void styleAxis(QAbstractAxis& axis) const {
        QFont small = style.numbers;
        small.setPointSizeF(axis.labelsFont().pointSizeF() * 0.9);
        axis.setLabelsFont(small);
        axis.setLabelsBrush(style.muted);
        axis.setLinePen(QPen(style.line));
        axis.setGridLinePen(QPen(style.line));
    }

    void addBars() {
        QAbstractBarSeries* bars =
            content.isStacked() ? static_cast<QAbstractBarSeries*>(new QStackedBarSeries) : new QBarSeries;
        bars->setBarWidth(content.range ? 0.95 : kBarShare);
        for (std::size_t i = 0; i < content.series.size(); ++i) {
            const ChartContent::Series& series = content.series[i];
            auto* set = new QBarSet(series.name);
            set->setColor(style.series[i]);
            set->setBorderColor(Qt::transparent);
            for (const ChartContent::Point& point : series.points) {
                *set << (std::isfinite(point.y) ? point.y : 0);
            }
            bars->append(set);
            drawn.push_back(bars);
        }
        chart->addSeries(bars);
        addCategories(*bars);
        QAbstractAxis* y = heightAxis();
        chart->addAxis(y, Qt::AlignLeft);
        bars->attachAxis(y);
    }

    /// From 0 to the highest bar or area.
    QAbstractAxis* heightAxis() const {
        Extent height;
        height.take(0);
        height.take(content.full);
        for (const ChartReading& reading : readings) height.take(topOf(reading));
        if (height.most <= height.least) height.most = 1;
        auto* axis = new QValueAxis;
        styleAxis(*axis);
        axis->setRange(height.least, height.most);
        axis->setTickCount(kTicks);
        axis->applyNiceNumbers();
        axis->setLabelFormat(QStringLiteral("%g"));
        return axis;
    }

    void addAreas() {
        std::map<double, double> top;  // of the areas so far, by x
        for (const ChartReading& reading : readings)
            top[content.series[reading.series].points[reading.point].x] = 0;
        for (std::size_t i = 0; i < content.series.size(); ++i) {
            const ChartContent::Series& series = content.series[i];
            auto* lower = new QLineSeries;
            auto* upper = new QLineSeries;
            for (const auto& [x, y] : top) lower->append(x, y);
            for (const ChartContent::Point& point : series.points)
                if (std::isfinite(point.x) && std::isfinite(point.y)) top[point.x] += point.y;
            for (const auto& [x, y] : top) upper->append(x, y);
            auto* area = new QAreaSeries(upper, lower);
            lower->setParent(area);
            upper->setParent(area);
            area->setName(series.name);
            area->setColor(style.series[i]);
            area->setPen(Qt::NoPen);
            chart->addSeries(area);
            drawn.push_back(area);
        }
        if (top.empty())
            addAxes({0, 1});
        else
            addAxes({top.begin()->first, std::max(top.rbegin()->first, top.begin()->first + 1)});
    }

    void addLines() {
        for (std::size_t i = 0; i < content.series.size(); ++i) {
            const ChartContent::Series& series = content.series[i];
            auto* line = new QLineSeries;
            line->setName(series.name);
            line->setPen(QPen(style.series[i], kLineWidth));
            for (const ChartContent::Point& point : series.points)
                if (std::isfinite(point.x) && std::isfinite(point.y)) line->append(point.x, point.y);
            chart->addSeries(line);
            drawn.push_back(line);
            if (line->count() == 1) addDot(*line);
        }
        addAxes(content.range.value_or(std::pair(0.0, 1.0)));
        placeDots();
    }

    /// A line of one point would not be seen. The series' own points are cut off at the axes.
    void addDot(QLineSeries& line) {
        constexpr double kRadius = kPointSize / 2.0;
        auto* item = new QGraphicsEllipseItem(-kRadius, -kRadius, kPointSize, kPointSize, chart);
        item->setBrush(line.pen().color());
        item->setPen(Qt::NoPen);
        item->setZValue(marker->zValue() - 1);
        dots.push_back({item, &line});
    }
    void placeDots() {
        for (const Dot& dot : dots) dot.item->setPos(chart->mapToPosition(dot.line->at(0), dot.line));
    }

    /// Of areas and lines: whole numbers below, from 0 on the left.
    void addAxes(std::pair<double, double> range) {
        auto* below = new QValueAxis;
        styleAxis(*below);
        below->setGridLineVisible(false);
        below->setLabelFormat(QStringLiteral("%.0f"));
        below->setRange(range.first, range.second);
        below->setTickType(QValueAxis::TicksDynamic);
        below->setTickInterval(roundInterval((range.second - range.first) / (kTicks - 1)));
        QAbstractAxis* left = heightAxis();
        chart->addAxis(below, Qt::AlignBottom);
        chart->addAxis(left, Qt::AlignLeft);
        for (QAbstractSeries* series : drawn) {
            series->attachAxis(below);
            series->attachAxis(left);
        }
    }

    void addCategories(QAbstractBarSeries& bars) {
        auto* names = new QBarCategoryAxis;
        styleAxis(*names);
        names->setGridLineVisible(false);
        qsizetype count = content.categories.size();
        for (const ChartContent::Series& series : content.series)
            count = std::max(count, static_cast<qsizetype>(series.points.size()));
        for (qsizetype i = 0; i < count; ++i) {
            // Qt Charts joins categories of one name.
            QString name = content.categories.value(i, QString::number(i));
            while (names->categories().contains(name)) name += QChar(0x200B);
            names->append(name);
        }
        chart->addAxis(names, Qt::AlignBottom);
        bars.attachAxis(names);
        if (!content.range) return;
        names->setVisible(false);
        auto* numbers = new QValueAxis;
        styleAxis(*numbers);
        numbers->setGridLineVisible(false);
        numbers->setRange(content.range->first, content.range->second);
        numbers->setLabelFormat(QStringLiteral("%.3g"));
        chart->addAxis(numbers, Qt::AlignBottom);
    }

    /// Where a bar or an area begins: on top of those below it in its stack.
    double baseOf(const ChartReading& reading) const {
        double base = 0;
        for (std::size_t below = 0; content.isStacked() && below < reading.series; ++below) {
            const auto& points = content.series[below].points;
            if (reading.point < points.size() && std::isfinite(points[reading.point].y))
                base += points[reading.point].y;
        }
        return base;
    }
    double topOf(const ChartReading& reading) const {
        return baseOf(reading) + content.series[reading.series].points[reading.point].y;
    }

    QAbstractAxis* numberAxis(Extent extent) const {
        QAbstractAxis* axis = nullptr;
        if (wantsLogarithm(extent)) {
            auto* logarithmic = new QLogValueAxis;
            logarithmic->setLabelFormat(QStringLiteral("%g"));
            logarithmic->setRange(extent.least / 1.5, extent.most * 1.5);
            axis = logarithmic;
        } else {
            auto* linear = new QValueAxis;
            extent.widen();
            linear->setLabelFormat(QStringLiteral("%.4g"));
            linear->setRange(extent.least, extent.most);
            linear->applyNiceNumbers();
            axis = linear;
        }
        styleAxis(*axis);
        return axis;
    }

    void addScatter() {
        Extent x, y;
        for (std::size_t i = 0; i < content.series.size(); ++i) {
            const ChartContent::Series& series = content.series[i];
            auto* points = new QScatterSeries;
            points->setName(series.name);
            points->setColor(style.series[i]);
            points->setBorderColor(Qt::transparent);
            points->setMarkerSize(kPointSize);
            for (const ChartContent::Point& point : series.points) {
                if (!std::isfinite(point.x) || !std::isfinite(point.y)) continue;
                points->append(point.x, point.y);
                x.take(point.x);
                y.take(point.y);
            }
            chart->addSeries(points);
            drawn.push_back(points);
        }
        QAbstractAxis* below = numberAxis(x);
        QAbstractAxis* left = numberAxis(y);
        chart->addAxis(below, Qt::AlignBottom);
        chart->addAxis(left, Qt::AlignLeft);
        for (QAbstractSeries* series : drawn) {
            series->attachAxis(below);
            series->attachAxis(left);
        }
    }

    /// In the coordinates of the chart: the end of a bar, the middle of a point.
    QPointF placeOf(const ChartReading& reading) const { return placeAt(reading, topOf(reading)); }
    QPointF placeAt(const ChartReading& reading, double height) const {
        const ChartContent::Point& point = content.series[reading.series].points[reading.point];
        QAbstractSeries* series = drawn[reading.series];
        if (!isOfBars()) return chart->mapToPosition(QPointF(point.x, height), series);
        const double each = kBarShare / double(content.series.size());
        const double offset = content.isStacked()
                                  ? 0
                                  : (double(reading.series) - (double(content.series.size()) - 1) / 2) * each;
        return chart->mapToPosition(QPointF(double(reading.point) + offset, height), series);
    }
    bool isOfBars() const {
        return content.kind == ChartContent::Kind::kBars || content.kind == ChartContent::Kind::kStackedBars;
    }

    /// Of a place from a point of a line, or from a bar or an area, whose part of the column counts only
    /// against others of its column.
    double distanceInColumn(const ChartReading& reading, QPointF place) const {
        const QPointF top = placeOf(reading);
        constexpr double kLittle = 1e-3;
        if (content.kind == ChartContent::Kind::kLines)
            return std::abs(top.x() - place.x()) + kLittle * std::abs(top.y() - place.y());
        const double base = placeAt(reading, baseOf(reading)).y();
        return std::abs(top.x() - place.x()) +
               kLittle * std::max({0.0, top.y() - place.y(), place.y() - base});
    }

    int readingAt(QPointF place) const {
        // A bar is read anywhere above and below it.
        const bool isByColumn =
            content.kind != ChartContent::Kind::kScatter && chart->plotArea().contains(place);
        int nearest = -1;
        double least = isByColumn ? std::numeric_limits<double>::infinity() : kReach;
        for (std::size_t i = 0; i < readings.size(); ++i) {
            const QPointF from = placeOf(readings[i]) - place;
            const double distance =
                isByColumn ? distanceInColumn(readings[i], place) : std::hypot(from.x(), from.y());
            if (distance >= least) continue;
            least = distance;
            nearest = static_cast<int>(i);
        }
        return nearest;
    }

    struct Dot {
        QGraphicsEllipseItem* item;
        QLineSeries* line;  ///< whose only point it is
    };

    QChart* chart;
    QChartView* view;
    QGraphicsEllipseItem* marker;
    ChartContent content;
    std::vector<ChartReading> readings;
    ChartStyle style;
    std::vector<Dot> dots;
    QObject laidOut;                      ///< receives the chart's changes, and none of its end
    std::vector<QAbstractSeries*> drawn;  ///< one for each series of the content; bars share one
};

class ChartsFace : public ChartFace {
  public:
    explicit ChartsFace(QWidget* parent) : ChartFace(parent), parts_(this) {
        parts_.view->viewport()->installEventFilter(this);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(parts_.view);
    }

    void draw(const ChartContent& content, const std::vector<ChartReading>& readings,
              const ChartStyle& style) override {
        parts_.clear();
        parts_.marker->hide();
        parts_.content = content;
        parts_.readings = readings;
        parts_.style = style;
        parts_.view->setBackgroundBrush(style.panel);
        parts_.chart->setBackgroundBrush(style.panel);
        parts_.marker->setPen(QPen(style.text, 2));
        if (content.isEmpty()) return;
        if (parts_.isOfBars()) {
            parts_.addBars();
        } else if (content.isStacked()) {
            parts_.addAreas();
        } else if (content.kind == ChartContent::Kind::kLines) {
            parts_.addLines();
        } else {
            parts_.addScatter();
        }
        QLegend* legend = parts_.chart->legend();
        legend->setVisible(std::ranges::any_of(
            content.series, [](const ChartContent::Series& series) { return !series.name.isEmpty(); }));
        legend->setAlignment(Qt::AlignRight);
        legend->setLabelColor(style.muted);
        legend->setFont(font());
    }

    void mark(int reading) override {
        parts_.marker->setVisible(reading >= 0);
        if (reading >= 0)
            parts_.marker->setPos(parts_.placeOf(parts_.readings[static_cast<std::size_t>(reading)]));
    }

    void paintInto(QPainter& painter, const QRectF& area) override { parts_.view->render(&painter, area); }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == parts_.view->viewport()) {
            if (event->type() == QEvent::MouseMove) {
                const QPoint at = static_cast<QMouseEvent*>(event)->position().toPoint();
                pointed(parts_.readingAt(parts_.chart->mapFromScene(parts_.view->mapToScene(at))));
            } else if (event->type() == QEvent::Leave) {
                pointed(-1);
            }
        }
        return QWidget::eventFilter(watched, event);
    }

  private:
    Parts parts_;
};

}  // namespace
}  // namespace trainyard::widgets

// NOLINTNEXTLINE(readability-identifier-naming): as C exports it
extern "C" __attribute__((visibility("default"))) trainyard::widgets::ChartFace* trainyard_chart_face(
    QWidget* parent) {
    return new trainyard::widgets::ChartsFace(parent);
}
