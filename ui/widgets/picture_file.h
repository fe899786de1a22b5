// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>
#include <QSize>
#include <QString>
#include <functional>

class QPainter;
class QWidget;

namespace trainyard::widgets {

/// Whether a picture of this name can be written: it ends in .png, .svg or .pdf.
bool isPictureName(const QString& path);

/// Writes to `path`, in the format that its ending names, what `draw` paints into `target`, which has the
/// shape of `size` (in pixels of 1/96 inch). Returns what is wrong; empty: it is written. [gui]
QString savePicture(const QString& path, QSize size,
                    const std::function<void(QPainter& painter, const QRectF& target)>& draw);

/// Opens a dialog named `name` over the window of `widget` for the file of a picture; `take` receives it,
/// unless `widget` has been destroyed by then. [gui]
void askForPicture(QWidget* widget, const QString& name, std::function<void(const QString& path)> take);

}  // namespace trainyard::widgets
