// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "core/export/html_report.h"
#include "core/export/line_chart.h"

namespace trainyard::exports {
namespace {

v1::Points attemptOf(int attempt, std::vector<std::pair<std::int64_t, double>> values) {
    v1::Points points;
    points.set_attempt(attempt);
    for (const auto& [step, value] : values) {
        points.add_step(step);
        points.add_value(value);
    }
    return points;
}

ReportedRun runNamed(const std::string& name) {
    ReportedRun run;
    run.run.mutable_summary()->set_run(name + "-1");
    run.run.mutable_summary()->set_name(name);
    run.run.mutable_summary()->set_status(v1::SUCCEEDED);
    (*run.run.mutable_summary()->mutable_metrics())["loss"] = 0.25;
    v1::SeriesKey key;
    key.set_task("worker:0");
    key.set_split("train");
    key.set_tag("batch_loss");
    run.series.push_back(
        {key, {attemptOf(1, {{1, 1.0}, {2, 0.5}, {3, 0.4}}), attemptOf(2, {{3, 0.3}, {4, 0.25}})}});
    return run;
}

int countOf(const std::string& text, const std::string& part) {
    int count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

TEST(HtmlReport, IsOnePageThatNeedsNothingElse) {
    const std::string html = htmlReport({runNamed("first")}, "0.1.0", 1700000000);
    for (const char* reference : {"http:", "https:", "src=", "href=", "url(", "@import", "<script", "<link"})
        EXPECT_EQ(html.find(reference), std::string::npos) << reference;
    EXPECT_NE(html.find("<title>first</title>"), std::string::npos);
    EXPECT_NE(html.find("succeeded"), std::string::npos);
}

TEST(HtmlReport, TextFromOutsideIsText) {
    ReportedRun run = runNamed("<script>alert(1)</script>");
    run.run.set_source("name: \"<b>\" & \x1b[31m\n\xff next");
    run.run.mutable_summary()->set_note("\"><img src=x onerror=alert(1)>");
    const std::string html = htmlReport({run}, "0.1.0", 0);
    EXPECT_EQ(html.find("<script"), std::string::npos);
    EXPECT_EQ(html.find("<img"), std::string::npos);
    EXPECT_EQ(html.find('\x1b'), std::string::npos);
    EXPECT_NE(html.find("name: &quot;&lt;b&gt;&quot; &amp; \\x1b[31m\n\\xff next"), std::string::npos);
}

TEST(HtmlReport, StepsThatARestartHasUndoneArePale) {
    const std::string html = htmlReport({runNamed("first")}, "0.1.0", 0);
    // Step 3 of the first attempt is one point, the rest of both attempts is one line.
    EXPECT_EQ(countOf(html, "<circle class=\"line0 undone\""), 1);
    EXPECT_EQ(countOf(html, "<polyline class=\"line0\""), 1);
}

TEST(HtmlReport, RunsAreComparedSideBySide) {
    const std::string html = htmlReport({runNamed("first"), runNamed("second")}, "0.1.0", 0);
    EXPECT_NE(html.find("<title>Comparing 2 runs</title>"), std::string::npos);
    EXPECT_EQ(countOf(html, "<figure>"), 1) << "one chart for the tag that both have";
    EXPECT_NE(html.find("first, train"), std::string::npos);
    EXPECT_NE(html.find("second, train"), std::string::npos);
    EXPECT_NE(html.find("<polyline class=\"line1\""), std::string::npos);
    EXPECT_NE(html.find("<th scope=\"row\">loss</th><td>0.25</td><td>0.25</td>"), std::string::npos);
}

v1::MediaItem mediaItem(const std::string& kind, const std::string& tag, std::int64_t step) {
    v1::MediaItem item;
    item.mutable_key()->set_task("worker:0");
    item.mutable_key()->set_split("train");
    item.mutable_key()->set_tag(tag);
    item.set_kind(kind);
    item.set_step(step);
    return item;
}

TEST(HtmlReport, WhatARunLogsBesideScalarsIsInThePage) {
    v1::MediaItem image = mediaItem("images", "ring \"<b>", 1000);
    image.set_image("\x89PNG\r\n\x1a\nMan");
    v1::MediaItem other = mediaItem("images", "script", 1);
    other.set_image("<svg onload=alert(1)>");
    v1::MediaItem histogram = mediaItem("histograms", "kernel", 7);
    for (const double value : {0.0, 1.0, 30.0, 1.0, 2.0, 10.0}) histogram.add_values(value);
    v1::MediaItem text = mediaItem("text", "notes", 3);
    text.set_text("<b>all</b> is well");
    v1::MediaItem curve = mediaItem("pr_curves", "test", 5);
    for (int row = 0; row < 6; ++row)
        for (const double value : {row == 5 ? 1.0 : 0.25, row == 5 ? 0.0 : 0.75}) curve.add_values(value);
    v1::MediaItem values = mediaItem("hparams", "session", 0);
    values.set_text(R"({"lr":0.1,"optimizer":"<adam>"})");

    ReportedRun run = runNamed("first");
    run.media = chosenMedia({image, other, histogram, text, curve, values}, run.omitted);
    const std::string html = htmlReport({run}, "0.1.0", 0);
    EXPECT_NE(html.find("<img alt=\"ring &quot;&lt;b&gt;, step 1,000\" "
                        "src=\"data:image/png;base64,iVBORw0KGgpNYW4=\">"),
              std::string::npos);
    EXPECT_EQ(countOf(html, "<img"), 1) << "what is no picture is no part of the page";
    EXPECT_EQ(countOf(html, "class=\"ridge"), 1);
    EXPECT_NE(html.find("<title>step 7: 40 values</title>"), std::string::npos);
    EXPECT_NE(html.find("<pre>&lt;b&gt;all&lt;/b&gt; is well</pre>"), std::string::npos);
    EXPECT_NE(html.find("recall</text>"), std::string::npos);
    EXPECT_NE(html.find("<td>optimizer</td><td>&lt;adam&gt;</td>"), std::string::npos);
    EXPECT_NE(html.find("<td>lr</td><td>0.1</td>"), std::string::npos);
    EXPECT_TRUE(run.omitted.empty());
}

TEST(HtmlReport, StepsOfImagesAndHistogramsHaveAScriptWithASlider) {
    std::vector<v1::MediaItem> items;
    for (const int step : {0, 10, 1000}) {
        items.push_back(mediaItem("images", "ring", step));
        items.back().set_image("\x89PNG\r\n\x1a\nMan");
        items.push_back(mediaItem("histograms", "kernel", step));
        for (const double value : {0.0, 1.0, 30.0}) items.back().add_values(value);
    }
    ReportedRun run = runNamed("first");
    run.media = chosenMedia(items, run.omitted);
    const std::string html = htmlReport({run}, "0.1.0", 0);
    EXPECT_EQ(countOf(html, "<li data-step=\"step "), 3);
    EXPECT_EQ(countOf(html, "<g data-step=\"step "), 3);
    EXPECT_EQ(countOf(html, "data-step=\"step 1,000\""), 2);
    EXPECT_EQ(countOf(html, "<script>"), 1);
    for (const char* reference : {"http:", "https:", "href=", "url(", "@import", "<link", "hidden"})
        EXPECT_EQ(html.find(reference), std::string::npos) << reference;
    EXPECT_EQ(htmlReport({runNamed("second")}, "0.1.0", 0).find("<script"), std::string::npos);
}

TEST(HtmlReport, HyperparametersOfRunsAreSideBySide) {
    ReportedRun first = runNamed("first"), second = runNamed("second");
    v1::MediaItem values = mediaItem("hparams", "session", 0);
    values.set_text(R"({"lr":0.1,"momentum":0.9})");
    first.media = chosenMedia({values}, first.omitted);
    values.set_text(R"({"lr":0.2,"width":64})");
    second.media = chosenMedia({values}, second.omitted);
    const std::string html = htmlReport({first, second}, "0.1.0", 0);
    EXPECT_NE(html.find("<td>lr</td><td>0.1</td><td>0.2</td>"), std::string::npos);
    EXPECT_NE(html.find("<td>momentum</td><td>0.9</td><td></td>"), std::string::npos);
    EXPECT_NE(html.find("<td>width</td><td></td><td>64</td>"), std::string::npos);
}

TEST(ReportMedia, ManyStepsAreThinnedOutEvenly) {
    std::vector<v1::MediaItem> items;
    for (int step = 0; step < 100; ++step) items.push_back(mediaItem("images", "ring", step));
    for (int step = 90; step < 100; ++step) {  // the next attempt's
        items.push_back(mediaItem("images", "ring", step));
        items.back().set_attempt(2);
    }
    std::vector<std::string> omitted;
    const auto media = chosenMedia(items, omitted);
    ASSERT_EQ(media.size(), 1u);
    EXPECT_EQ(media[0].steps, 100u);
    std::vector<std::int64_t> steps;
    for (const v1::MediaItem& item : media[0].items) steps.push_back(item.step());
    EXPECT_EQ(steps, (std::vector<std::int64_t>{0, 9, 18, 27, 36, 45, 54, 63, 72, 81, 90, 99}));
    EXPECT_EQ(media[0].items.back().attempt(), 2);
    EXPECT_TRUE(omitted.empty());
}

TEST(ReportMedia, WhatIsTooMuchForAPageIsReported) {
    std::vector<v1::MediaItem> items;
    for (int tag = 0; tag < 10; ++tag) {
        items.push_back(mediaItem("images", "ring" + std::to_string(tag), 0));
        items.back().set_bytes(4 << 20);
    }
    std::vector<std::string> omitted;
    EXPECT_EQ(chosenMedia(items, omitted).size(), 8u);
    ASSERT_EQ(omitted.size(), 1u);
    EXPECT_NE(omitted[0].find("Of its 10 series"), std::string::npos) << omitted[0];
}

TEST(LineChart, ValuesThatAreNotFiniteAreGaps) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    const std::string chart = lineChart(
        "loss", {{"run", {{.points = {{0, 1}, {1, 2}, {2, nan}, {3, 1}, {4, 2}, {5, infinity}, {6, 1}}}}}});
    EXPECT_EQ(countOf(chart, "<polyline"), 2);
    EXPECT_EQ(countOf(chart, "<circle"), 1);
    EXPECT_EQ(chart.find("nan"), std::string::npos);
    EXPECT_EQ(chart.find("inf"), std::string::npos);
    EXPECT_EQ(lineChart("loss", {{"run", {{.points = {{0, nan}}}}}}), "");
    EXPECT_EQ(lineChart("loss", {}), "");
}

TEST(LineChart, AnyExtentHasAxes) {
    for (const double value : {0.0, 1e-300, -5.0, 1e300, 1e308}) {
        const std::string one = lineChart("x", {{"run", {{.points = {{7, value}}}}}});
        EXPECT_EQ(countOf(one, "<circle"), 1) << value;
        EXPECT_EQ(one.find("nan"), std::string::npos) << value;
    }
    const std::string wide = lineChart("x", {{"run", {{.points = {{-9e15, -1e308}, {9e15, 1e308}}}}}});
    EXPECT_EQ(wide.find("nan"), std::string::npos);
    EXPECT_EQ(wide.find("inf"), std::string::npos);
    EXPECT_EQ(countOf(wide, "<polyline"), 1);
}

TEST(LineChart, NumbersAreShort) {
    EXPECT_EQ(shortNumber(0), "0");
    EXPECT_EQ(shortNumber(1234567), "1,234,567");
    EXPECT_EQ(shortNumber(-1000), "-1,000");
    EXPECT_EQ(shortNumber(0.031249), "0.03125");
    EXPECT_EQ(shortNumber(1.25e-5), "1.25e-05");
    EXPECT_EQ(shortNumber(1e15), "1e+15");
}

}  // namespace
}  // namespace trainyard::exports
