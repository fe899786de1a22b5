// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/image_view.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageReader>
#include <QPainter>
#include <QPointer>
#include <QThreadPool>
#include <algorithm>

namespace trainyard::widgets {
namespace {

constexpr int kMostPixels = 16384;   ///< of a side
constexpr int kMostMegabytes = 256;  ///< of a decoded picture
constexpr int kMostScale = 8;

struct Decoded {
    QImage image;
    QString problem;
};

Decoded decode(QByteArray bytes) {
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    const QByteArray format = reader.format();
    if (format != "png" && format != "jpeg" && format != "gif")
        return {{}, ImageView::tr("This image is neither PNG, JPEG nor GIF.")};
    const QSize size = reader.size();
    if (size.width() > kMostPixels || size.height() > kMostPixels)
        return {{},
                ImageView::tr("This image has %1 × %2 pixels, which is too large to show.")
                    .arg(size.width())
                    .arg(size.height())};
    QImage image = reader.read();
    if (image.isNull())
        return {{}, ImageView::tr("This image cannot be decoded: %1").arg(reader.errorString())};
    return {std::move(image), {}};
}

}  // namespace

ImageView::ImageView(QWidget* parent) : QWidget(parent) {
    QImageReader::setAllocationLimit(kMostMegabytes);
}

void ImageView::setBytes(const QByteArray& bytes) {
    const quint64 wish = ++wish_;
    QThreadPool::globalInstance()->start([bytes, wish, self = QPointer<ImageView>(this)] {
        const Decoded decoded = decode(bytes);
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, wish, decoded] {
                if (self) self->take(wish, decoded.image, decoded.problem);
            },
            Qt::QueuedConnection);
    });
}

void ImageView::clear() {
    ++wish_;
    image_ = {};
    problem_.clear();
    update();
}

/// Of several wishes the newest counts, whichever is decoded last.
void ImageView::take(quint64 wish, const QImage& image, const QString& problem) {
    if (wish != wish_) return;
    image_ = image;
    problem_ = problem;
    update();
    emit shown();
}

void ImageView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (image_.isNull()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, problem_);
        return;
    }
    const QSize most = image_.size() * kMostScale;
    const QSize size = image_.size().scaled(this->size().boundedTo(most), Qt::KeepAspectRatio);
    const QRect target(QPoint((width() - size.width()) / 2, (height() - size.height()) / 2), size);
    // What is enlarged shows its pixels.
    painter.setRenderHint(QPainter::SmoothPixmapTransform, size.width() < image_.width());
    painter.drawImage(target, image_);
}

}  // namespace trainyard::widgets

#include "moc_image_view.cpp"
