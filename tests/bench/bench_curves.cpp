// SPDX-License-Identifier: Apache-2.0
// What it costs to draw ten series of a million points, and to pan and zoom in them. One line of JSON; exit
// code 1 where a limit is not kept (first paint 100 ms, a frame 33 ms). Draws on the platform of the
// environment: xvfb-run bench_curves.
#include <QApplication>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <cmath>
#include <cstdio>
#include <random>

#include "ui/widgets/curves/curve_view.h"

using namespace trainyard;

namespace {

constexpr int kSeries = 10;
constexpr int kPoints = 1'000'000;
constexpr int kFrames = 120;

double milliseconds(const QElapsedTimer& timer) {
    return double(timer.nsecsElapsed()) / 1e6;
}

std::vector<widgets::CurveRun> runs() {
    std::mt19937 random(1);
    std::normal_distribution<double> noise(0, 0.2);
    std::vector<widgets::CurveRun> all;
    for (int s = 0; s < kSeries; ++s) {
        auto curve = std::make_shared<models::Curve>();
        for (int i = 1; i <= kPoints; ++i) {
            curve->step.push_back(i);
            curve->value.push_back(s + std::exp(-i / 2e5) + noise(random));
        }
        models::CurveData::Curves curves;
        curves[{{"worker:0", "train", "batch_loss"}, 1}] = curve;
        all.push_back({.label = QString::number(s), .colour = s, .curves = curves, .stepsPerEpoch = 1000});
    }
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    const auto data = runs();
    widgets::CurveView view("bench.loss", "loss");
    view.resize(1200, 700);
    view.show();
    QApplication::processEvents();

    QElapsedTimer timer;
    timer.start();
    view.setRuns(data);
    view.repaint();
    QApplication::processEvents();
    const double first = milliseconds(timer);

    const auto press = [&](int key, Qt::KeyboardModifiers modifiers) {
        QKeyEvent event(QEvent::KeyPress, key, modifiers);
        QApplication::sendEvent(&view.plot(), &event);
        view.plot().repaint();
    };
    double worst = 0;
    double sum = 0;
    for (int i = 0; i < kFrames; ++i) {
        QElapsedTimer frame;
        frame.start();
        if (i % 4 == 0) {
            press(i < kFrames / 2 ? Qt::Key_Plus : Qt::Key_Minus, {});
        } else {
            press(i % 3 == 0 ? Qt::Key_Left : Qt::Key_Right, Qt::ShiftModifier);
        }
        const double took = milliseconds(frame);
        worst = std::max(worst, took);
        sum += took;
    }
    std::printf(
        R"({"series":%d,"points":%d,"first_paint_ms":%.1f,"frame_ms_mean":%.1f,"frame_ms_worst":%.1f,"platform":"%s"})"
        "\n",
        kSeries, kPoints, first, sum / kFrames, worst, qPrintable(QGuiApplication::platformName()));
    return first <= 100 && worst <= 33 ? 0 : 1;
}
