// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <cmath>

#include "tests/gui/gui_test.h"
#include "ui/bridge/from_proto.h"

using namespace trainyard;

class FromProtoTest : public QObject {
    Q_OBJECT
  private slots:
    void aStepIsProgressAndNoLine() {
        v1::WatchRunReply reply;
        auto* event = reply.mutable_event();
        event->set_seq(7);
        event->mutable_step()->set_step(120);
        event->mutable_step()->set_epoch(2);
        const auto update = bridge::toRunUpdate(reply);
        QCOMPARE(update.lastSeq, 7U);
        QVERIFY(update.events.empty());
        QVERIFY(update.progress);
        QCOMPARE(update.progress->step, 120);
        QCOMPARE(update.progress->epoch, 2);
        QVERIFY(std::isnan(update.progress->msPerStep));
    }
    void pointsKeepOnlyWhatBothArraysHave() {
        v1::Points points;
        points.mutable_key()->set_tag("batch_loss");
        points.add_step(1);
        points.add_step(2);
        points.add_value(0.5);
        const auto series = bridge::toSeriesPoints(points);
        QCOMPARE(series.step, (std::vector<std::int64_t>{1}));
        QCOMPARE(series.value, (std::vector<double>{0.5}));
    }
    void aFailedRunBringsItsRootCause() {
        v1::GetRunReply reply;
        reply.mutable_summary()->set_run("a-1");
        reply.mutable_summary()->set_status(v1::FAILED);
        auto* failure = reply.mutable_finished()->mutable_failure();
        failure->set_message("worker:1 was killed");
        failure->add_last_log_lines("last words");
        const auto detail = bridge::toRunDetail(reply);
        QCOMPARE(detail.summary.state, bridge::RunState::kFailed);
        QCOMPARE(detail.failureText, QString("worker:1 was killed"));
        QCOMPARE(detail.failureLog, QStringList("last words"));
    }
    void aGpuIsReadOrTheReasonIsReported() {
        v1::GpuInfo gpu;
        gpu.set_index(1);
        gpu.set_name("Example");
        gpu.set_memory_bytes(80);
        gpu.set_memory_free_bytes(20);
        gpu.set_used(0.5);
        const auto row = bridge::toGpuRow(gpu);
        QCOMPARE(row.index, 1);
        QCOMPARE(row.name, QString("Example"));
        QCOMPARE(row.memoryFreeBytes, 20);
        QCOMPARE(row.used, std::optional(0.5));
        QVERIFY(row.error.isEmpty());
        gpu.set_used(-1);
        QVERIFY(!bridge::toGpuRow(gpu).used);
        gpu.set_memory_bytes(0);
        gpu.set_name("GPU is lost");
        QCOMPARE(bridge::toGpuRow(gpu).error, QString("GPU is lost"));
        QVERIFY(bridge::toGpuRow(gpu).name.isEmpty());
    }
    void anErrorSaysItsIdBeforeItsCode() {
        QCOMPARE(bridge::toFailure({base::Code::kRefused, "no", "not_yet"}).code, QString("not_yet"));
        QCOMPARE(bridge::toFailure({base::Code::kRefused, "no"}).code, QString("refused"));
        QVERIFY(bridge::toFailure({base::Code::kRefused, "no", "not_yet"}).kind == base::Code::kRefused);
    }
};

TY_CORE_TEST(FromProtoTest);
#include "tst_from_proto.moc"
