// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

namespace trainyard::widgets {

/// How often values fall between a minimum and a maximum, as bars of equal width. [gui]
class HistogramView : public QWidget {
    Q_OBJECT
  public:
    using QWidget::QWidget;

    /// `counts` of equal parts of min…max; empty: only `text` is drawn.
    void setHistogram(std::vector<std::int64_t> counts, double min, double max);
    void setText(const QString& text);

    QSize minimumSizeHint() const override { return {120, 80}; }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    std::vector<std::int64_t> counts_;
    double min_ = 0;
    double max_ = 0;
    QString text_;
};

}  // namespace trainyard::widgets
