// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>

#include "ui/models/curve_data.h"
#include "ui/widgets/curves/curve_plot.h"

class QComboBox;
class QLabel;
class QStackedLayout;
class QToolButton;

namespace trainyard::widgets {

class FlowLayout;

/// The curves of one run and what is needed to draw them.
struct CurveRun {
    QString label;
    int colour = -1;  ///< in the series palette; -1: a single run, coloured by training and validation
    models::CurveData::Curves curves;
    int stepsPerEpoch = 0;  ///< 0: not known
    double start = 0;       ///< seconds since 1970
    std::int64_t totalSteps = 0;
};

/// How curves are drawn, for all views of a page.
struct CurveStyle {
    XAxis axis = XAxis::kStep;
    double smoothing = 0;    ///< weight of the moving average, 0 … <1
    bool showsMean = false;  ///< the mean of several runs replaces them
};

/// One metric of one or several runs: training solid, validation dashed, raw values pale behind the smoothed
/// and per-epoch ones, points undone by a restart dimmed. It draws the points it is given; when zoomed or
/// resized, it requests those of the visible range. [gui]
class CurveView : public QWidget {
    Q_OBJECT
  public:
    /// `objectPrefix` is the prefix of the controls' object names.
    CurveView(const QString& objectPrefix, QString quantity, QWidget* parent = nullptr);
    /// For one series that every task writes separately: one line per task, named and coloured by it, with
    /// values multiplied by `factor`, under a title, on an axis from 0; nothing to choose.
    struct OfTasks {
        QString tag;
        QString title;
        double factor = 1;
    };
    CurveView(const QString& objectPrefix, const OfTasks& tasks, QWidget* parent = nullptr);

    /// The available metrics; shows the wanted one if it is among them.
    void setQuantities(const QStringList& quantities, const QString& shown);
    const QString& quantity() const { return quantity_; }
    bool shows(const bridge::SeriesKey& key) const;

    void setRuns(std::vector<CurveRun> runs);
    void setEvents(std::vector<PlotEvent> events);
    void setStyle(const CurveStyle& style);
    /// The text shown while there are no points.
    void setEmptyText(const QString& text);
    void clear();

    struct Range {
        std::int64_t firstStep = 0;
        std::int64_t lastStep = 0;  ///< 0: to the end
        int pixels = 0;
    };
    Range visibleRange(int run = 0) const;
    QString readOut() const { return plot_->readOut(); }
    bool isLogarithmic() const;
    void setLogarithmic(bool isLogarithmic);
    CurvePlot& plot() { return *plot_; }
    /// The curves as they are shown, as a picture with a title and a legend (curve_picture.h). Returns what
    /// is wrong; empty: it is written.
    QString savePicture(const QString& path) const;
    QSize minimumSizeHint() const override;

  signals:
    /// The visible range, the width or the metric has changed: query its points.
    void rangeChanged();
    void quantityChosen(const QString& quantity);
    void eventActivated(const QString& id);

  protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void build();
    void addExport();
    QLayout* makeHeader();
    void addChoices(FlowLayout& header);
    void makeSearchable(bool isSearchable);
    QToolButton* makeSwitch(const QString& name, const QString& text, const QString& help);
    void restyle();
    void refreshOther();
    void refresh();
    void addRun(CurvePlot::Content& content, int index) const;
    void addTasks(CurvePlot::Content& content, int index) const;
    void addMeans(CurvePlot::Content& content) const;
    XMap mapOf(const CurveRun& run) const;
    bool isOn(const bridge::SeriesKey& key) const;

    QString prefix_;
    QString quantity_;
    std::vector<CurveRun> runs_;
    std::vector<PlotEvent> events_;
    CurveStyle style_;
    struct Smoothed {
        models::CurvePtr of;
        double weight;
        models::CurvePtr line;
    };
    mutable std::map<const models::Curve*, Smoothed> smoothed_;
    models::CurvePtr smoothedOf(const models::CurvePtr& curve) const;

    CurvePlot* plot_ = nullptr;
    QStackedLayout* stack_ = nullptr;
    QLabel* empty_ = nullptr;
    std::optional<OfTasks> tasks_;
    QLabel* legend_ = nullptr;  ///< of tasks: which line belongs to which
    QComboBox* metric_ = nullptr;
    QToolButton* train_ = nullptr;
    QToolButton* validation_ = nullptr;
    QToolButton* other_ = nullptr;  ///< for splits that are neither; shown if there are any
    QToolButton* logarithmic_ = nullptr;
    QToolButton* reset_ = nullptr;
    QTimer settle_;
    bool hasDots_ = false;  ///< steps and epochs of training are drawn side by side
};

}  // namespace trainyard::widgets
