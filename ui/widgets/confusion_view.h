// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

namespace trainyard::widgets {

/// A confusion matrix: rows are labels, columns what was predicted. Correct predictions are tinted by their
/// share of the row, wrong ones in the failure colour; numbers are shown where they fit. [gui]
class ConfusionView : public QWidget {
    Q_OBJECT
  public:
    explicit ConfusionView(QWidget* parent = nullptr);

    /// `counts` of classes × classes; none: nothing is drawn.
    void setMatrix(int classes, std::vector<std::int64_t> counts);

    QSize minimumSizeHint() const override { return {180, 180}; }
    QSize sizeHint() const override { return {360, 360}; }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

  private:
    QRectF cells() const;  ///< where the counts are drawn, a square
    std::int64_t at(int label, int predicted) const;

    int classes_ = 0;
    std::vector<std::int64_t> counts_;
    std::vector<std::int64_t> totals_;  ///< of each row
};

}  // namespace trainyard::widgets
