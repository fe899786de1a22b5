// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/chart/chart.h"

#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/chart/chart_faces.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/named.h"
#include "ui/widgets/picture_file.h"
#include "ui/widgets/theme.h"

namespace trainyard::widgets {

Chart::Chart(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* save = new QAction(tr("Save picture…"), this);
    connect(save, &QAction::triggered, this, &Chart::askWhereToSave);
    auto* copy = new QAction(tr("Copy values"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(asText()); });
    addActions({save, copy});
    connect(this, &QObject::objectNameChanged, this, [save, copy](const QString& name) {
        save->setObjectName(name + QStringLiteral(".save"));
        copy->setObjectName(name + QStringLiteral(".copy"));
    });

    heading_ = new ElidedLabel;
    shownReadOut_ = withRole(new ElidedLabel, "muted");
    shownReadOut_->setFont(tabularFont(font()));
    shownReadOut_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(12, 8, 12, 0);
    top->addWidget(heading_, 1);
    top->addWidget(shownReadOut_, 1);
    top->addStrut(fontMetrics().lineSpacing());  // nothing moves when a value is read
    auto* drawn = new QWidget;
    faceRoom_ = new QVBoxLayout(drawn);
    faceRoom_->setContentsMargins(0, 0, 0, 0);
    faceRoom_->setSpacing(0);
    faceRoom_->addLayout(top);
    empty_ = withRole(new QLabel, "muted");
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setContentsMargins(12, 0, 12, 0);
    stack_ = new QStackedLayout(this);
    stack_->addWidget(empty_);
    stack_->addWidget(drawn);
}

void Chart::setContent(ChartContent content, const QString& heading) {
    // Values that arrive while one is being read do not end that.
    const bool isSameKind = hasFocus() && content.kind == content_.kind;
    content_ = std::move(content);
    readings_ = readingsOf(content_);
    heading_->setWhole(heading);
    heading_->setVisible(!heading.isEmpty());
    empty_->setText(heading);
    stack_->setCurrentIndex(readings_.empty() ? 0 : 1);
    if (face_ || !readings_.empty()) draw();
    read(isSameKind ? std::min(current_, static_cast<int>(readings_.size()) - 1) : -1);
    QStringList said{heading, asText()};
    said.removeAll(QString());
    setAccessibleDescription(said.join('\n'));
}

/// Made for the first content that there is: most charts of a window are never shown.
ChartFace& Chart::face() {
    if (face_) return *face_;
    face_ = makeChartFace(chartModule(), whyTable_).release();
    face_->pointed = [this](int reading) { read(reading); };
    faceRoom_->addWidget(face_, 1);
    face_->show();
    faceRoom_->activate();  // now, as what is drawn at once may be saved at once
    return *face_;
}

void Chart::draw() {
    const Theme& theme = Theme::current();
    const auto colour = [&](const char* name) { return theme.colour(QString::fromLatin1(name)); };
    ChartStyle style{.panel = colour("panel"),
                     .text = colour("text"),
                     .muted = colour("muted"),
                     .line = colour("line"),
                     .series = {},
                     .numbers = tabularFont(font())};
    for (const ChartContent::Series& series : content_.series)
        style.series.push_back(theme.series(series.colour));
    face().draw(content_, readings_, style);
}

QString Chart::asText() const {
    QStringList lines;
    for (const ChartReading& reading : readings_) lines << reading.text;
    return lines.join('\n');
}

void Chart::read(int reading) {
    current_ = reading;
    if (face_) face_->mark(reading);
    const QString instead = whyTable_.isEmpty() ? QString() : tr("Shown as a table: %1").arg(whyTable_);
    showReadOut(reading < 0 ? instead : readings_[static_cast<std::size_t>(reading)].text);
}

void Chart::showReadOut(const QString& text) {
    readOut_ = text;
    shownReadOut_->setWhole(readOut_);
    shownReadOut_->setVisible(!readOut_.isEmpty());
    // Where both do not fit, the value counts.
    const QFontMetrics metrics = fontMetrics();
    const int both = metrics.horizontalAdvance(heading_->whole()) + metrics.horizontalAdvance(readOut_);
    heading_->setVisible(!heading_->whole().isEmpty() && (readOut_.isEmpty() || both < width() * 3 / 4));
    if (readOut_.isEmpty()) return;
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void Chart::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(readings_.size()) - 1;
    switch (event->key()) {
        case Qt::Key_Left:
            return read(last < 0 ? -1 : current_ < 0 ? last : std::max(current_ - 1, 0));
        case Qt::Key_Right:
            return read(std::min(current_ + 1, last));
        case Qt::Key_Home:
            return read(std::min(0, last));
        case Qt::Key_End:
            return read(last);
        case Qt::Key_Escape:
            if (current_ >= 0) return read(-1);
            break;
        default:
            break;
    }
    QWidget::keyPressEvent(event);
}

void Chart::focusOutEvent(QFocusEvent* event) {
    // The menu of this widget takes the focus, too.
    if (event->reason() != Qt::PopupFocusReason) read(-1);
    QWidget::focusOutEvent(event);
}

void Chart::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && face_) {
        draw();
        face_->mark(current_);
    }
    QWidget::changeEvent(event);
}

void Chart::askWhereToSave() {
    askForPicture(this, objectName() + ".save_dialog", [this](const QString& path) {
        if (const QString wrong = save(path); !wrong.isEmpty()) showReadOut(wrong);
    });
}

QString Chart::save(const QString& path) {
    return savePicture(path, face().size(), [this](QPainter& painter, const QRectF& target) {
        face().paintInto(painter, target);
    });
}

}  // namespace trainyard::widgets

#include "moc_chart.cpp"
