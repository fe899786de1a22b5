// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "core/base/ridges.h"

namespace trainyard::widgets {

/// Histograms one above the other, each a little below the one before, over one axis and at one scale: how
/// values have moved over steps. One is the current one, which the arrow keys and the pointer choose; its
/// text is read out. Can be saved as a picture. [gui]
class RidgeView : public QWidget {
    Q_OBJECT
  public:
    struct Ridge {
        QString name;  ///< "step 90"
        std::vector<base::Bucket> buckets;
    };
    explicit RidgeView(QWidget* parent = nullptr);

    /// From the one at the back to the one in front. `heading` is written above them.
    void setRidges(std::vector<Ridge> ridges, const QString& heading);
    void setCurrent(int ridge);  ///< -1: none
    int current() const { return current_; }
    /// A line for each.
    QString asText() const;
    /// As Chart::save().
    QString save(const QString& path);

    QSize minimumSizeHint() const override { return {240, 160}; }

  signals:
    /// By the keyboard or the pointer.
    void chosen(int ridge);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    struct Places;
    Places placesIn(const QRectF& area) const;
    QString textOf(std::size_t ridge) const;
    void draw(QPainter& painter, const QRectF& area) const;
    void drawRidge(QPainter& painter, const Places& places, std::size_t ridge) const;
    void drawAxis(QPainter& painter, const Places& places) const;
    void choose(int ridge);
    void describe();

    std::vector<Ridge> ridges_;
    base::Ridges drawn_;
    QString heading_, problem_;
    int current_ = -1;
};

}  // namespace trainyard::widgets
