// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QIconEngine>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QPalette>
#include <QStyleFactory>
#include <QSvgRenderer>
#include <map>
#include <utility>

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

/// A drawing of resources/icons in the colours of the theme that is in use when it is painted.
class ThemedIcon : public QIconEngine {
  public:
    explicit ThemedIcon(QString name) : name_(std::move(name)) {}

    QIconEngine* clone() const override { return new ThemedIcon(*this); }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        const QColor colour = Theme::current().colour(mode == QIcon::Disabled ? QStringLiteral("disabled")
                                                      : state == QIcon::On    ? QStringLiteral("accent")
                                                                              : QStringLiteral("muted"));
        QByteArray svg = resource(QStringLiteral(":/icons/%1.svg").arg(name_));
        QSvgRenderer(svg.replace("#000000", colour.name().toLatin1())).render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

  private:
    QString name_;
};

}  // namespace

const Theme& Theme::current() {
    Theme& theme = mutableCurrent();
    if (theme.colours_.isEmpty()) theme = load(ColourScheme::kLight);
    return theme;
}

void Theme::apply(QApplication& application, ColourScheme scheme) {
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

QString Theme::styleSheet() const {
    QString text = QString::fromUtf8(resource(QStringLiteral(":/themes/theme.qss")));
    for (auto it = colours_.cbegin(); it != colours_.cend(); ++it)
        text.replace(QLatin1Char('@') + it.key() + QLatin1Char('@'), it.value().name());
    return text;
}

QColor Theme::colour(const QString& name) const {
    const auto found = colours_.constFind(name);
    TY_CHECK(found != colours_.cend(), "the theme file lacks a colour that the window uses");
    return *found;
}

QIcon Theme::icon(const QString& name) {
    return QIcon(new ThemedIcon(name));
}

QFont textFont(const QFont& base, const QLocale& locale) {
    using System = QFontDatabase::WritingSystem;
    static const std::map<QLocale::Language, std::pair<System, QString>> kFaces{
        {QLocale::Japanese, {System::Japanese, QStringLiteral("Noto Sans CJK JP")}},
        {QLocale::Korean, {System::Korean, QStringLiteral("Noto Sans CJK KR")}},
        {QLocale::Chinese, {System::SimplifiedChinese, QStringLiteral("Noto Sans CJK SC")}}};
    const auto face = kFaces.find(locale.language());
    if (face == kFaces.end()) return base;
    const auto& [system, family] = face->second;
    const bool isComplete = QFontDatabase::writingSystems(base.family()).contains(system);
    if (isComplete || !QFontDatabase::hasFamily(family)) return base;
    QFont font = base;
    font.setFamilies({family, base.family()});
    return font;
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
