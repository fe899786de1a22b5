// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QWidget>

namespace trainyard::widgets {

/// A picture of a third party's file, as large as fits, never larger than eight times its size. It is decoded
/// beside the GUI thread, and a file that claims to be huge is refused before. [gui]
class ImageView : public QWidget {
    Q_OBJECT
  public:
    explicit ImageView(QWidget* parent = nullptr);

    /// The bytes of a PNG, JPEG or GIF file. What was shown stays until this one is decoded.
    void setBytes(const QByteArray& bytes);
    void clear();
    const QImage& image() const { return image_; }
    /// Why nothing is shown; empty: something is.
    const QString& problem() const { return problem_; }

    QSize minimumSizeHint() const override { return {96, 96}; }

  signals:
    void shown();

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    void take(quint64 wish, const QImage& image, const QString& problem);

    QImage image_;
    QString problem_;
    quint64 wish_ = 0;  ///< of the newest setBytes()
};

}  // namespace trainyard::widgets
