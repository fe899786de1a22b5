// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLineEdit>
#include <QTest>

#include "tests/gui/open_window.h"

namespace trainyard::testing {

inline const QString kRun =
    "# mine\ntrainyard: 1\nname: r   # its name\ntrain:\n  model: {builtin: mlp}\n  data:\n"
    "    train: {builtin: fashion_mnist}\n    batch_size: 32   # small\n  epochs: 3\n";

/// A window whose New run page shows kRun.
struct OpenForm : OpenWindow {
    explicit OpenForm(ScriptedAgent& agent) : OpenWindow(agent) {
        agent.setRunFile("/tmp/r.yaml", kRun);
        window.openPage("new_run", "/tmp/r.yaml");
        if (!QTest::qWaitFor([&] { return newRun.canPress("new_run.preview.run"); })) qFatal("no form");
        if (!QTest::qWaitFor([&] { return window.findChild<QLineEdit*>("new_run.train.epochs"); }))
            qFatal("no fields");
    }
    QString field(const QString& path) { return newRun.find<QLineEdit>("new_run." + path).text(); }
};

}  // namespace trainyard::testing
