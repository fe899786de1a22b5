// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QTimer>
#include <QWidget>
#include <map>

#include "ui/models/curve_data.h"

class QChart;
class QChartView;
class QGraphicsLineItem;
class QLabel;
class QLineSeries;
class QStackedLayout;
class QToolButton;
class QValueAxis;
class QXYSeries;

namespace trainyard::widgets {

/// One quantity of a run over its steps: training solid, validation dashed, each batch pale behind the
/// epochs' points. It draws only the points it is given; when it is zoomed or resized it asks for those of
/// the visible range. [gui]
class CurveView : public QWidget {
    Q_OBJECT
  public:
    /// Shows the tags `batch_<quantity>` and `epoch_<quantity>`. `objectPrefix` begins the controls' object
    /// names.
    CurveView(const QString& objectPrefix, QString quantity, const QString& title, QWidget* parent = nullptr);

    /// Whether a series belongs on this view.
    bool shows(const bridge::SeriesKey& key) const;
    /// Draws what of `curves` belongs here. `totalSteps` bounds the axis; 0: unknown.
    void setCurves(const models::CurveData::Curves& curves, std::int64_t totalSteps);
    /// What stands there as long as there is no point.
    void setEmptyText(const QString& text);
    void clear();

    struct Range {
        std::int64_t firstStep = 0;
        std::int64_t lastStep = 0;  ///< 0: to the end
        int pixels = 0;
    };
    Range visibleRange() const;
    QString readOut() const;
    void resetZoom();

  signals:
    /// The visible range or the width is another one: ask for its points.
    void rangeChanged();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    struct Look {
        bool isValidation = false;
        bool isBatch = false;
        bool isOldAttempt = false;
    };
    struct Drawn {
        QLineSeries* line = nullptr;
        QXYSeries* markers = nullptr;  ///< of epoch series
        Look look;
        models::CurveData::Curve curve;  ///< as drawn, for the read-out: NaN and all
    };
    using Key = models::CurveData::Key;

    void buildChart(const QString& title);
    QToolButton* makeLegendButton(const QString& name, const QString& text, bool isValidation);
    Drawn& drawnFor(const Key& key);
    void restyle();
    void styleSeries(Drawn& drawn) const;
    void applyVisibility();
    void updateAxes();
    void updateReadOut(const QPointF& position);
    void leaveReadOut();
    void zoomBy(double factor, double aroundStep);
    bool onKey(int key);

    QString prefix_;
    QString quantity_;
    std::map<Key, Drawn> drawn_;
    std::int64_t totalSteps_ = 0;
    std::int64_t lastStep_ = 0;
    bool isZoomed_ = false;
    bool isSettingAxes_ = false;

    QChart* chart_ = nullptr;
    QChartView* view_ = nullptr;
    QValueAxis* x_ = nullptr;
    QValueAxis* y_ = nullptr;
    QGraphicsLineItem* cursor_ = nullptr;
    QStackedLayout* stack_ = nullptr;
    QLabel* empty_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* readOut_ = nullptr;
    QToolButton* train_ = nullptr;
    QToolButton* validation_ = nullptr;
    QToolButton* reset_ = nullptr;
    QTimer settle_;
};

}  // namespace trainyard::widgets
