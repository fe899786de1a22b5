// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QPalette>
#include <QStyleFactory>
#include <QSvgRenderer>

#include "core/base/check.h"

/// A static library's resources are available only after they have been initialised by name, outside any
/// namespace.
static void initThemeResources() {
    Q_INIT_RESOURCE(themes);
    Q_INIT_RESOURCE(icons);
}

namespace trainyard::widgets {
namespace {

Theme& mutableCurrent() {
    static Theme theme;
    return theme;
}

QByteArray resource(const QString& path) {
    QFile file(path);
    const bool isOpen = file.open(QIODevice::ReadOnly);
    TY_CHECK(isOpen, "resource is missing from the program");
    return file.readAll();
}

QPalette paletteOf(const Theme& theme) {
    QPalette palette;
    const auto set = [&](QPalette::ColorRole role, const char* name) {
        palette.setColor(role, theme.colour(QString::fromLatin1(name)));
    };
    set(QPalette::Window, "window");
    set(QPalette::WindowText, "text");
    set(QPalette::Base, "panel");
    set(QPalette::AlternateBase, "window");
    set(QPalette::Text, "text");
    set(QPalette::PlaceholderText, "muted");
    set(QPalette::Button, "panel");
    set(QPalette::ButtonText, "text");
    set(QPalette::BrightText, "failed");
    set(QPalette::ToolTipBase, "panel");
    set(QPalette::ToolTipText, "text");
    set(QPalette::Highlight, "accent");
    set(QPalette::HighlightedText, "on_accent");
    set(QPalette::Link, "accent");
    set(QPalette::Mid, "line");
    set(QPalette::Midlight, "line");
    set(QPalette::Dark, "line");
    set(QPalette::Light, "panel");
    set(QPalette::Shadow, "line");
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.colour(QStringLiteral("disabled")));
    return palette;
}

QString styleSheetOf(const QHash<QString, QColor>& colours) {
    QString text = QString::fromUtf8(resource(QStringLiteral(":/themes/theme.qss")));
    for (auto it = colours.cbegin(); it != colours.cend(); ++it)
        text.replace(QLatin1Char('@') + it.key() + QLatin1Char('@'), it.value().name());
    return text;
}

QPixmap drawn(const QByteArray& svg, const QColor& colour) {
    QByteArray coloured = svg;
    coloured.replace("#000000", colour.name().toLatin1());
    QSvgRenderer renderer(coloured);
    QPixmap pixmap(48, 48);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

}  // namespace

const Theme& Theme::current() {
    Theme& theme = mutableCurrent();
    if (theme.colours_.isEmpty()) theme = load(ColourScheme::kLight);
    return theme;
}

void Theme::apply(QApplication& application, ColourScheme scheme) {
    setColours(application, scheme);
    application.setStyleSheet(styleSheetOf(current().colours_));
}

void Theme::applyColours(QApplication& application, ColourScheme scheme) {
    application.setStyleSheet({});
    setColours(application, scheme);
}

void Theme::setColours(QApplication& application, ColourScheme scheme) {
    mutableCurrent() = load(scheme);
    application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    application.setPalette(paletteOf(current()));
}

Theme Theme::load(ColourScheme scheme) {
    initThemeResources();
    const auto name = scheme == ColourScheme::kDark ? QStringLiteral(":/themes/dark.json")
                                                    : QStringLiteral(":/themes/light.json");
    const QJsonObject values = QJsonDocument::fromJson(resource(name)).object();
    Theme theme;
    theme.scheme_ = scheme;
    for (auto it = values.begin(); it != values.end(); ++it)
        if (it->isString()) theme.colours_.insert(it.key(), QColor(it->toString()));
    for (const QJsonValue colour : values[QStringLiteral("series")].toArray())
        theme.series_ << QColor(colour.toString());
    TY_CHECK(!theme.series_.isEmpty(), "the theme file has no series colours");
    return theme;
}

QColor Theme::colour(const QString& name) const {
    const auto found = colours_.constFind(name);
    TY_CHECK(found != colours_.cend(), "the theme file lacks a colour that the window uses");
    return *found;
}

QIcon Theme::icon(const QString& name) const {
    const QByteArray svg = resource(QStringLiteral(":/icons/%1.svg").arg(name));
    QIcon icon;
    icon.addPixmap(drawn(svg, colour(QStringLiteral("muted"))), QIcon::Normal, QIcon::Off);
    icon.addPixmap(drawn(svg, colour(QStringLiteral("accent"))), QIcon::Normal, QIcon::On);
    return icon;
}

QFont tabularFont(const QFont& base) {
    // Most interface fonts have tabular figures by default; Qt 6.4 has no setting for those that do not.
    QFont font = base;
    font.setStyleHint(QFont::SansSerif);
    font.setKerning(false);
    return font;
}

QFont logFont(const QFont& base) {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(base.pointSizeF() * 0.95);
    return font;
}

}  // namespace trainyard::widgets
