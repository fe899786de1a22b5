// SPDX-License-Identifier: Apache-2.0
// The layers of a model in the form of the New run page.
#include <QComboBox>
#include <QLineEdit>
#include <QTableView>
#include <QTest>

#include "tests/gui/gui_test.h"
#include "tests/gui/open_form.h"

using namespace trainyard;
using testing::kRun;
using testing::OpenForm;

class LayerRowTest : public QObject {
    Q_OBJECT
  private slots:
    void layersAreAddedMovedAndRemoved();
    void aGraphKeepsItsInputsWhileItIsEdited();
};

void LayerRowTest::layersAreAddedMovedAndRemoved() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    QVERIFY(w.newRun.openSection("Model"));
    QVERIFY(w.newRun.choose("new_run.train.model", "Layers"));  // starts with the built-in model's own
    const QString table = "new_run.train.model.layers";
    QCOMPARE(w.newRun.rows(table).size(), 4);
    QCOMPARE(w.newRun.rows(table).front(), QString("flatten||784|0"));
    auto& view = w.newRun.find<QTableView>(table);
    view.selectRow(1);
    w.newRun.type("new_run.train.model.layers.1.dense.units", "100");
    QCOMPARE(w.newRun.rows(table)[1], QString("dense|units: 100, activation: relu|100|78,500"));
    auto& kind = w.newRun.find<QComboBox>(table + ".add_kind");
    kind.setCurrentIndex(kind.findText("Conv2D"));
    QVERIFY(w.newRun.press(table + ".add"));
    QCOMPARE(w.newRun.rows(table).size(), 5);
    QVERIFY(w.newRun.rows(table)[2].startsWith("conv2d|"));
    QVERIFY(w.newRun.rows(table)[2].contains("does not fit"));  // after a dense layer
    QVERIFY(w.newRun.press(table + ".up"));
    QVERIFY(w.newRun.press(table + ".up"));
    QCOMPARE(w.newRun.rows(table)[0],
             QString("conv2d|filters: 32, kernel_size: 3, activation: relu|32 × 26 × 26|320"));
    QVERIFY(!w.newRun.canPress(table + ".up"));
    QVERIFY(w.newRun.press(table + ".remove"));
    QCOMPARE(w.newRun.rows(table).size(), 4);
    QVERIFY2(!w.newRun.text().contains("conv2d"), qPrintable(w.newRun.text()));
}

void LayerRowTest::aGraphKeepsItsInputsWhileItIsEdited() {
    testing::ScriptedAgent agent;
    OpenForm w(agent);
    QVERIFY(w.newRun.openSection("Model"));
    const QString table = "new_run.train.model.layers";
    w.newRun.write(QString(kRun).replace("{builtin: mlp}",
                                         "{layers: [flatten, {dense: {units: 8, name: a}}, {dense: {units: "
                                         "8}}, {add: {inputs: [dense, a]}}]}"));
    QCOMPARE(w.newRun.rows(table)[3], QString("add|inputs: [dense, a]|8|0"));
    auto& view = w.newRun.find<QTableView>(table);
    view.selectRow(3);
    QCOMPARE(w.newRun.find<QLineEdit>(table + ".3.add.inputs").text(), QString("dense, a"));
    w.newRun.type(table + ".3.add.inputs", "dense, a, a");
    QCOMPARE(w.newRun.rows(table)[3], QString("add|inputs: [dense, a, a]|8|0"));
    view.selectRow(2);
    w.newRun.type(table + ".2.dense.inputs", "a");
    w.newRun.type(table + ".2.dense.name", "middle");
    QVERIFY(w.newRun.rows(table)[3].contains("does not fit"));  // dense has another name now
    QVERIFY(w.newRun.choose(table + ".2", "Activation"));
    QVERIFY2(w.newRun.text().contains("activation: {activation: relu, name: middle, inputs: a}"),
             qPrintable(w.newRun.text()));
    view.selectRow(3);
    w.newRun.type(table + ".3.add.inputs", "middle, a");
    QCOMPARE(w.newRun.rows(table)[3], QString("add|inputs: [middle, a]|8|0"));
    QVERIFY(w.newRun.press(table + ".up"));
    QVERIFY(w.newRun.rows(table)[2].startsWith("add|inputs: [middle, a]|does not fit"));  // it comes after
}

TY_WIDGET_TEST(LayerRowTest);
#include "tst_layer_row.moc"
