// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/picture_file.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include "ui/widgets/chart/chart.h"
#include "ui/widgets/named.h"

namespace trainyard::widgets {
namespace {

constexpr int kDotsPerInch = 96;
constexpr int kScale = 2;  ///< of pixels: sharp on dense screens and on paper

QString formatOf(const QString& path) {
    return QFileInfo(path).suffix().toLower();
}

}  // namespace

bool isPictureName(const QString& path) {
    const QString format = formatOf(path);
    return format == QStringLiteral("png") || format == QStringLiteral("svg") ||
           format == QStringLiteral("pdf");
}

QString savePicture(const QString& path, QSize size,
                    const std::function<void(QPainter& painter, const QRectF& target)>& draw) {
    if (!isPictureName(path))
        return Chart::tr("%1 was not written: its name must end in .png, .svg or .pdf.").arg(path);
    const QString format = formatOf(path);
    QSaveFile file(path);
    const auto failed = [&] { return Chart::tr("%1 was not written: %2").arg(path, file.errorString()); };
    if (!file.open(QIODevice::WriteOnly)) return failed();
    const QRectF area(QPointF(), size);
    const auto drawOn = [&](QPaintDevice& device, const QRectF& target) {
        QPainter painter(&device);
        draw(painter, target);
    };
    if (format == QStringLiteral("png")) {
        QImage image(size * kScale, QImage::Format_RGB32);
        drawOn(image, QRectF(QPointF(), area.size() * kScale));
        image.save(&file, "PNG");
    } else if (format == QStringLiteral("svg")) {
        QSvgGenerator svg;
        svg.setOutputDevice(&file);
        svg.setResolution(kDotsPerInch);
        svg.setSize(size);
        svg.setViewBox(area);
        drawOn(svg, area);
    } else {
        QPdfWriter pdf(&file);
        pdf.setResolution(kDotsPerInch);
        pdf.setPageMargins({});
        pdf.setPageSize(
            QPageSize(area.size() * 72.0 / kDotsPerInch, QPageSize::Point, {}, QPageSize::ExactMatch));
        drawOn(pdf, area);
    }
    return file.commit() ? QString() : failed();
}

void askForPicture(QWidget* widget, const QString& name, std::function<void(const QString& path)> take) {
    auto* dialog =
        named(new QFileDialog(widget->window(), Chart::tr("Save picture")), name, Chart::tr("Save picture"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(Chart::tr("Pictures (*.png *.svg *.pdf)"));
    dialog->setDefaultSuffix(QStringLiteral("png"));
    QObject::connect(dialog, &QFileDialog::fileSelected, widget, std::move(take));
    dialog->open();
}

}  // namespace trainyard::widgets
