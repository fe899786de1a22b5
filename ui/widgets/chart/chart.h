// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "ui/widgets/chart/chart_content.h"

class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace trainyard::widgets {

class ChartFace;
class ElidedLabel;

/// Bars, areas, lines or points, with the text of each value: under the pointer, by keys, for screen readers,
/// and to copy. Can be saved as a picture. [gui]
class Chart : public QWidget {
    Q_OBJECT
  public:
    explicit Chart(QWidget* parent = nullptr);

    /// `heading` is written above it. Content without points: only `heading` is shown, in the middle.
    void setContent(ChartContent content, const QString& heading = {});

    /// The value that the keyboard or the pointer has reached, empty at first; or why no picture was saved.
    const QString& readOut() const { return readOut_; }
    /// All values as lines of text.
    QString asText() const;
    /// Writes a picture, in the format that its name ends with: .png, .svg or .pdf. Returns what went wrong,
    /// or nothing.
    QString save(const QString& path);

    QSize minimumSizeHint() const override { return {160, 120}; }

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    ChartFace& face();
    void draw();
    void read(int reading);
    void showReadOut(const QString& text);
    void askWhereToSave();

    ChartContent content_;
    std::vector<ChartReading> readings_;
    int current_ = -1;
    QString readOut_;
    ChartFace* face_ = nullptr;  ///< from the first content on
    QVBoxLayout* faceRoom_ = nullptr;
    QString whyTable_;  ///< instead of a drawing, if something is wrong
    QLabel* empty_ = nullptr;
    ElidedLabel* heading_ = nullptr;
    ElidedLabel* shownReadOut_ = nullptr;
    QStackedLayout* stack_ = nullptr;
};

}  // namespace trainyard::widgets
