// SPDX-License-Identifier: Apache-2.0
#include <QBuffer>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSlider>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_window.h"
#include "ui/pages/runs/media_charts.h"
#include "ui/widgets/chart/chart.h"
#include "ui/widgets/image_view.h"
#include "ui/widgets/ridge_view.h"
#include "ui/widgets/theme.h"

using namespace trainyard;
using testing::kNow;
using testing::OpenWindow;

namespace {

QByteArray png(int width, int height, const QColor& colour) {
    QImage image(width, height, QImage::Format_RGB32);
    image.fill(colour);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

bridge::MediaSeries seriesOf(bridge::MediaKind kind, const QString& tag, std::int64_t seen) {
    return {kind, {"writer:0", "train", tag}, seen, seen};
}

/// A picture of step, two steps and so on: `count` of them, each one pixel wider.
testing::ScriptedAgent::Media pictures(int count) {
    testing::ScriptedAgent::Media media;
    for (int i = 0; i < count; ++i)
        media.push_back({{i + 1, 1, i * 10, 0}, {.image = png(4 + i, 4, Qt::red)}});
    return media;
}

}  // namespace

class MediaTest : public QObject {
    Q_OBJECT
  private slots:
    void onlyARunThatHasThemHasTabs();
    void theSliderGoesOverTheSteps();
    void theNewestIsFollowed();
    void aPictureThatIsTooLargeIsRefused();
    void histogramsAndTextsAreShown();
    void allHistogramsAreOneAboveTheOther();
    void aRidgeViewDrawsInBothThemes();
    void aHistogramHasBarsOfOneWidth();
};

void MediaTest::onlyARunThatHasThemHasTabs() {
    testing::ScriptedAgent agent;
    const auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    agent.setMedia(runs[1].id, seriesOf(bridge::MediaKind::kText, "notes", 1), {{{1, 1, 5}, {.text = "hi"}}});
    agent.setMedia(runs[1].id, seriesOf(bridge::MediaKind::kImages, "input", 2), pictures(2));
    OpenWindow w(agent);
    QTRY_COMPARE(w.runs.runs().size(), 100);
    auto& tabs = w.runs.find<QTabWidget>("runs.media.tabs");
    QVERIFY(w.runs.choose(runs[1].id));
    QTRY_COMPARE(tabs.count(), 3);
    QCOMPARE(tabs.tabText(0) + tabs.tabText(1) + tabs.tabText(2), QString("CurvesImagesText"));
    QVERIFY(tabs.tabBar()->isVisible());
    tabs.setCurrentIndex(2);
    QTRY_COMPARE(w.runs.find<QPlainTextEdit>("runs.text.text").toPlainText(), QString("hi"));
    QVERIFY(w.runs.choose(runs[2].id));
    QTRY_COMPARE(tabs.count(), 1);
    QCOMPARE(tabs.currentIndex(), 0);
    QVERIFY(!tabs.tabBar()->isVisible());
}

void MediaTest::theSliderGoesOverTheSteps() {
    testing::ScriptedAgent agent;
    const auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    agent.setMedia(runs[0].id, seriesOf(bridge::MediaKind::kImages, "input", 30), pictures(3));
    agent.setMedia(runs[0].id, {bridge::MediaKind::kImages, {"writer:0", "validation", "input"}, 1, 1},
                   pictures(1));
    OpenWindow w(agent);
    auto& tabs = w.runs.find<QTabWidget>("runs.media.tabs");
    QTRY_COMPARE(tabs.count(), 2);
    tabs.setCurrentIndex(1);
    auto& image = w.runs.find<widgets::ImageView>("runs.images.image");
    QTRY_COMPARE(image.image().width(), 6);
    QCOMPARE(w.runs.labelText("runs.images.place"), QString("step 20, 3 of 3"));
    auto& slider = w.runs.find<QSlider>("runs.images.step");
    QCOMPARE(slider.accessibleDescription(), QString("step 20, 3 of 3"));
    slider.setFocus();
    QTest::keyClick(&slider, Qt::Key_Left);
    QTRY_COMPARE(image.image().width(), 5);
    QCOMPARE(image.accessibleDescription(), QString("input, train, 5 × 4 pixels"));
    QTest::keyClick(&slider, Qt::Key_Home);
    QTRY_COMPARE(image.image().width(), 4);
    auto& tag = w.runs.find<QComboBox>("runs.images.tag");
    QCOMPARE(tag.itemText(1), QString("input, validation"));
    tag.setCurrentIndex(1);
    QTRY_COMPARE(w.runs.labelText("runs.images.place"), QString("step 0, 1 of 1"));
}

void MediaTest::theNewestIsFollowed() {
    testing::ScriptedAgent agent;
    const auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    agent.setMedia(runs[0].id, seriesOf(bridge::MediaKind::kImages, "input", 2), pictures(2));
    OpenWindow w(agent);
    auto& tabs = w.runs.find<QTabWidget>("runs.media.tabs");
    QTRY_COMPARE(tabs.count(), 2);
    tabs.setCurrentIndex(1);
    QTRY_COMPARE(w.runs.labelText("runs.images.place"), QString("step 10, 2 of 2"));
    bridge::MediaSeries grown = seriesOf(bridge::MediaKind::kImages, "input", 9);
    grown.kept = 3;
    agent.setMedia(runs[0].id, grown, pictures(3));
    agent.push(runs[0].id, testing::points(testing::kBatch, 1, 2));
    QTRY_COMPARE_WITH_TIMEOUT(w.runs.labelText("runs.images.place"), QString("step 20, 3 of 3 (9 logged)"),
                              20000);
}

void MediaTest::aPictureThatIsTooLargeIsRefused() {
    widgets::ImageView view;
    view.setBytes(png(20'000, 1, Qt::blue));
    QTRY_COMPARE(view.problem(), QString("This image has 20000 × 1 pixels, which is too large to show."));
    QVERIFY(view.image().isNull());
    view.setBytes("<svg xmlns='http://www.w3.org/2000/svg'/>");
    QTRY_COMPARE(view.problem(), QString("This image is neither PNG, JPEG nor GIF."));
    view.setBytes(png(3, 2, Qt::blue));
    QTRY_COMPARE(view.image().size(), QSize(3, 2));
    QVERIFY(view.problem().isEmpty());
}

void MediaTest::histogramsAndTextsAreShown() {
    testing::ScriptedAgent agent;
    const auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    agent.setMedia(runs[0].id, seriesOf(bridge::MediaKind::kHistograms, "kernel", 1),
                   {{{1, 1, 7}, {.values = {0, 1, 30, 1, 2, 60}}}});
    agent.setMedia(runs[0].id, seriesOf(bridge::MediaKind::kPrCurves, "test", 1),
                   {{{2, 1, 7}, {.values = {1, 1, 1, 1, 1, 1, 1, 1, 0.5, 1, 1, 0.25}}}});
    OpenWindow w(agent);
    auto& tabs = w.runs.find<QTabWidget>("runs.media.tabs");
    QTRY_COMPARE(tabs.count(), 3);
    tabs.setCurrentIndex(1);
    auto& bars = w.runs.find<widgets::Chart>("runs.histograms.chart");
    QTRY_VERIFY2(bars.asText().contains("values: 4"), qPrintable(bars.asText()));
    tabs.setCurrentIndex(2);
    auto& line = w.runs.find<widgets::Chart>("runs.pr_curves.chart");
    QTRY_VERIFY2(line.asText().contains("recall 0.2500, precision: 1"), qPrintable(line.asText()));
}

void MediaTest::allHistogramsAreOneAboveTheOther() {
    testing::ScriptedAgent agent;
    const auto runs = testing::hundredRuns(kNow);
    agent.setRuns(runs);
    testing::ScriptedAgent::Media histograms;
    for (int i = 0; i < 47; ++i)
        histograms.push_back({{i + 1, 1, i * 10}, {.values = {0, 1, 30.0 + i, 1, 2 + i / 10.0, 60}}});
    agent.setMedia(runs[0].id, seriesOf(bridge::MediaKind::kHistograms, "kernel", 47), histograms);
    OpenWindow w(agent);
    auto& tabs = w.runs.find<QTabWidget>("runs.media.tabs");
    QTRY_COMPARE(tabs.count(), 2);
    tabs.setCurrentIndex(1);
    auto& all = w.runs.find<QCheckBox>("runs.histograms.all");
    auto& ridges = w.runs.find<widgets::RidgeView>("runs.histograms.ridges");
    auto& slider = w.runs.find<QSlider>("runs.histograms.step");
    QTRY_VERIFY(!w.runs.find<widgets::Chart>("runs.histograms.chart").asText().isEmpty());
    QVERIFY(!ridges.isVisible());
    QCOMPARE(ridges.asText(), QString());  // nothing is read that nobody looks at
    all.setFocus();
    QTest::keyClick(&all, Qt::Key_Space);
    QVERIFY(ridges.isVisible());
    QTRY_COMPARE(ridges.asText().count('\n'), 23);  // every second one
    QVERIFY2(ridges.asText().startsWith("step 0: 90 values from 0.0000 to 2.0000\nstep 20: 92 values"),
             qPrintable(ridges.asText()));
    QCOMPARE(ridges.current(), 23);
    QVERIFY2(ridges.accessibleDescription().startsWith("step 460: 136 values from 0.0000 to 6.6000\n"
                                                       "kernel, 24 of 47 steps\nstep 0: 90 values"),
             qPrintable(ridges.accessibleDescription()));

    ridges.setFocus();
    QTest::keyClick(&ridges, Qt::Key_Up);
    QCOMPARE(slider.value(), 44);
    QTest::keyClick(&ridges, Qt::Key_Home);
    QCOMPARE(slider.value(), 0);
    QCOMPARE(w.runs.labelText("runs.histograms.place"), QString("step 0, 1 of 47"));
    QTest::mouseClick(&ridges, Qt::LeftButton, {}, QPoint(ridges.width() / 2, ridges.height() - 5));
    QCOMPARE(ridges.current(), 23);
    slider.setValue(3);  // between two that are drawn
    QCOMPARE(ridges.current(), 1);
    all.setChecked(false);
    QVERIFY(w.runs.find<widgets::Chart>("runs.histograms.chart").isVisible());
}

void MediaTest::aRidgeViewDrawsInBothThemes() {
    widgets::RidgeView view;
    view.resize(640, 320);
    std::vector<widgets::RidgeView::Ridge> ridges;
    for (int step = 0; step < 12; ++step)
        ridges.push_back({QString::fromUtf8("ステップ %1").arg(step), {{0, 1, 10}, {1, 2 + step / 4.0, 25}}});
    view.setRidges(ridges, QString::fromUtf8("カーネル"));
    for (const auto scheme : {widgets::ColourScheme::kDark, widgets::ColourScheme::kLight}) {
        widgets::Theme::apply(*qApp, scheme);
        view.setCurrent(3);
        const QImage image = view.grab().toImage();
        QCOMPARE(image.pixelColor(2, 2), widgets::Theme::current().colour("panel"));
        int coloured = 0;
        const QColor line = widgets::Theme::current().series(0);
        for (int x = 0; x < image.width(); ++x)
            for (int y = 0; y < image.height(); ++y) coloured += image.pixelColor(x, y) == line ? 1 : 0;
        QVERIFY2(coloured > 300, qPrintable(QString::number(coloured)));
    }
    testing::TempFolder folder;
    QCOMPARE(view.save(folder.filePath("ridges.svg")), QString());
    QFile svg(folder.filePath("ridges.svg"));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    QVERIFY(svg.readAll().contains("カーネル"));
    view.setRidges({{"step 0", {}}}, "kernel");
    QCOMPARE(view.asText(), QString("step 0: no values"));
    view.grab();
}

void MediaTest::aHistogramHasBarsOfOneWidth() {
    const auto chart = pages::histogramChart({0, 1, 30, 1, 1, 5, 1, 4, 90, 4, 9, 0});
    QCOMPARE(chart.range, std::optional(std::pair(0.0, 4.0)));  // without the empty bucket at the end
    const auto& bars = chart.series.front().points;
    QCOMPARE(bars.size(), 30u);
    double sum = 0;
    for (const auto& bar : bars) sum += bar.y;
    QVERIFY(std::abs(sum - 125) < 1e-9);
    QVERIFY(std::abs(bars[0].y - 4) < 1e-9);
    QVERIFY(std::abs(bars[29].y - 4) < 1e-9);
    QCOMPARE(pages::histogramChart({2, 2, 7}).series.front().points.size(), 30u);
    QVERIFY(pages::histogramChart({0, 1, 0}).isEmpty());
    QVERIFY(pages::histogramChart({std::nan(""), 1, 5}).isEmpty());
}

TY_WIDGET_TEST(MediaTest);
#include "tst_media.moc"
