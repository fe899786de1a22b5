// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPixmap>
#include <QTimer>
#include <QWidget>
#include <map>
#include <memory>
#include <optional>

#include "ui/widgets/curves/curve_paint.h"

namespace trainyard::widgets {

/// A plot of curves: axes, lines, marks, and a read-out at the pointer. Scroll to zoom around the pointer,
/// drag to pan, double-click to reset; the keys + - 0, arrows and Shift+arrows do the same. Draws only what
/// it is given and makes no queries. [gui]
class CurvePlot : public QWidget {
    Q_OBJECT
  public:
    explicit CurvePlot(QWidget* parent = nullptr);

    struct Content {
        std::vector<PlotLine> lines;
        std::vector<PlotBand> bands;
        std::vector<PlotEvent> events;
        XMap eventMap;   ///< of the run that the events belong to
        double end = 0;  ///< minimum end of the axis when not zoomed, in its units
        bool hasZero =
            false;  ///< start a linear vertical axis at 0: for amounts, which are compared by length
    };
    void setContent(Content content);
    const Content& content() const { return content_; }
    void setLogarithmic(bool isLogarithmic);
    /// Shows what `other` shows: its content, axes and range.
    void copy(const CurvePlot& other);
    /// Everything but the read-out, at this widget's size, for a picture.
    void paintInto(QPainter& painter);

    bool isZoomed() const { return zoom_.has_value(); }
    void resetZoom();
    /// The steps of a run that are in view; lastStep 0: to the end.
    struct Steps {
        std::int64_t first = 0;
        std::int64_t last = 0;
    };
    Steps visibleSteps(int run) const;
    int plotPixels() const;
    /// The read-out's text, in one line; empty if there is no read-out.
    QString readOut() const { return readOut_.join(QStringLiteral("  ·  ")); }
    /// The newest value of each line listed in the read-out, in one line, for screen readers.
    QString newest() const;
    /// Where a value of the current axes is on this widget; for tests.
    QPointF position(double x, double y);
    std::pair<double, double> valueRange();

    QSize minimumSizeHint() const override { return {200, 120}; }

  signals:
    void zoomChanged();
    /// A mark of the axis was clicked.
    void eventActivated(const QString& id);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

  private:
    struct Span {
        double first;
        double last;
    };
    Span wholeSpan() const;
    Span span() const { return zoom_ ? *zoom_ : wholeSpan(); }
    void setZoom(Span wish);
    void zoomBy(double factor, double around);
    void panBy(double distance);
    void invalidate();
    void refreshLayer();
    const CurveBlocks* blocksOf(const models::CurvePtr& curve);
    std::vector<Tick> horizontalTicks(const PlotFrame& frame) const;
    std::optional<double> eventPlace(const PlotEvent& event) const;
    const PlotEvent* eventAt(QPointF position) const;
    const PlotLine* finestLine() const;
    void putCursor(double x);
    void moveCursor(int points);
    void removeCursor();
    void paintReadOut(QPainter& painter) const;

    Content content_;
    bool isLogarithmic_ = false;
    std::optional<Span> zoom_;
    std::map<const models::Curve*, std::pair<models::CurvePtr, std::unique_ptr<CurveBlocks>>> blocks_;

    QPixmap layer_;  ///< everything but the read-out
    bool isLayerFresh_ = false;
    PlotFrame frame_;

    struct ReadOutRow {
        QColor colour;
        bool isDashed;
        QString name;
        QString value;
    };
    std::optional<double> cursor_;  ///< the read-out's position on the axis
    QString cursorTitle_;
    std::vector<ReadOutRow> cursorRows_;
    QStringList readOut_;
    std::optional<QPointF> dragFrom_;
    double draggedBy_ = 0;
};

}  // namespace trainyard::widgets
