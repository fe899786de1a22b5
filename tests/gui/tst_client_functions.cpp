// SPDX-License-Identifier: Apache-2.0
// The window's functions over gRPC, against an agent scripted by the test.
#include <QDir>
#include <QFile>
#include <QScopeGuard>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <thread>

#include "tests/gui/gui_test.h"
#include "tests/unit/headless/fake_agent.h"
#include "ui/bridge/client_functions.h"

using namespace trainyard;

namespace {

struct Connected {
    Connected() : agent(folder.filePath("agent.sock").toStdString()) {
        client::Endpoint endpoint;
        endpoint.socket = folder.filePath("agent.sock").toStdString();
        functions = bridge::clientFunctions(endpoint);
    }
    testing::TempFolder folder;
    testing::FakeAgent agent;
    bridge::AgentFunctions functions;
};

}  // namespace

class ClientFunctionsTest : public QObject {
    Q_OBJECT
  private slots:
    void aCallBeforeConnectingReportsIt() {
        Connected c;
        const auto outcome = c.functions.runDetail("a-1");
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, QString("unavailable"));
    }
    void connectingReportsTheAgentFound() {
        Connected c;
        const auto found = c.functions.connect();
        QVERIFY2(found, found ? "" : qPrintable(found.error().message.text));
        QVERIFY2(found->startsWith("trainyard-agent"), qPrintable(*found));
    }
    void anAgentThatWasStoppedIsNoneThatDied() {
        testing::TempFolder folder;
        client::Endpoint endpoint;
        endpoint.socket = folder.filePath("agent.sock").toStdString();
        const auto functions = bridge::clientFunctions(endpoint);
        const auto before = functions.connect();  // none has been there
        QVERIFY(!before);
        QVERIFY(before.error().code != bridge::kEndedCode);
        {
            const testing::FakeAgent agent(endpoint.socket);
            QVERIFY(functions.connect());
        }
        QFile::remove(folder.filePath("agent.sock"));  // as an agent does that is stopped
        const auto after = functions.connect();
        QVERIFY(!after);
        QCOMPARE(after.error().code, bridge::kEndedCode);
    }
    void aStopCarriesItsMomentAndItsFailure() {
        Connected c;
        QVERIFY(c.functions.connect());
        QVERIFY(c.functions.stopRun("a-1", bridge::StopAfter::kEpoch));
        QCOMPARE(c.agent.stopped().front().after(), v1::StopRunRequest::EPOCH);
        QVERIFY(c.agent.stopped().front().client().starts_with("window pid "));
        v1::Failure failure;
        failure.set_code("refused");
        failure.set_id("run.over");
        failure.set_message("a-1 has ended; there is nothing to stop");
        c.agent.failWith("StopRun", 9, failure);
        const auto refused = c.functions.stopRun("a-1", bridge::StopAfter::kNow);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, QString("run.over"));
        QCOMPARE(refused.error().message, QString("a-1 has ended; there is nothing to stop"));
    }
    void aStreamEndsWithItsRunAndWhenAsked() {
        Connected c;
        QVERIFY(c.functions.connect());
        v1::RunEvent epoch;
        epoch.mutable_epoch()->set_epoch(2);
        c.agent.publish(epoch);
        std::stop_source stop;
        int events = 0;
        QVERIFY(c.functions.watchRun("a-1", 0, stop.get_token(), [&](const bridge::RunUpdate& update) {
            events += int(update.events.size());
            stop.request_stop();
            return true;
        }));
        QCOMPARE(events, 1);
        v1::RunEvent finished;
        finished.mutable_finished()->set_status(v1::FAILED);
        c.agent.publish(finished);
        bridge::RunState last = bridge::RunState::kUnknown;
        QVERIFY(c.functions.watchRun("a-1", 0, {}, [&](const bridge::RunUpdate& update) {
            for (const auto& event : update.events) last = event.state;
            return true;
        }));
        QCOMPARE(last, bridge::RunState::kFailed);
        QVERIFY(c.agent.watched().back().with_metrics());
    }
    void anAgentThatCannotCheckIsAFinding() {
        qputenv("TRAINYARD_PLUGIN_PATH", TRAINYARD_SOURCE_DIR "/plugins/strategies");
        const auto restore = qScopeGuard([] { qunsetenv("TRAINYARD_PLUGIN_PATH"); });
        Connected c;
        const auto isNotAsked = [](const bridge::Finding& f) { return f.code == "check.not_asked"; };
        const bridge::RunSource example{.file = TRAINYARD_SOURCE_DIR "/resources/examples/mlp.yaml"};
        const auto alone = c.functions.loadRun(example, {});  // not connected yet
        QVERIFY2(alone.canRun(),
                 qPrintable(alone.findings.empty() ? QString() : alone.findings.front().message.text));
        QCOMPARE(std::ranges::count_if(alone.findings, isNotAsked), 1);
        QVERIFY(alone.findings.back().message.text.contains("not connected to an agent"));
        v1::Failure unknown;
        unknown.set_code("unimplemented");
        c.agent.failWith("CheckRun", 12, unknown);
        QVERIFY(c.functions.connect());  // to an agent that knows no CheckRun
        QCOMPARE(std::ranges::count_if(c.functions.loadRun(example, {}).findings, isNotAsked), 1);
    }
    void aReadingThatNobodyWaitsForIsCancelledInTheAgent() {
        qputenv("TRAINYARD_PLUGIN_PATH", TRAINYARD_SOURCE_DIR "/plugins/strategies");
        const auto restore = qScopeGuard([] { qunsetenv("TRAINYARD_PLUGIN_PATH"); });
        Connected c;
        QVERIFY(c.functions.connect());
        c.agent.holdsChecks = true;
        std::jthread page([&](const std::stop_token& stop) {
            c.functions.loadRun({.file = TRAINYARD_SOURCE_DIR "/resources/examples/mlp.yaml"}, stop);
        });
        QVERIFY(c.agent.waitForChecks(1));
        page.request_stop();
        QVERIFY(c.agent.waitForCancelledChecks(1));
    }
    void theFolderOfARunIsNotWrittenTo() {
        Connected c;
        testing::TempFolder home;
        const QString folder = home.filePath("runs/r-1");
        QVERIFY(QDir().mkpath(folder + "/logs"));
        for (const char* name : {"/run.yaml", "/attempt.json"})
            QVERIFY(
                c.functions.saveTextFile({folder + name, "name: recorded\n", {}}));  // not a run's folder yet
        QVERIFY(QFile::link(folder, home.filePath("link")));
        for (const QString& file : {folder + "/run.yaml", folder + "/logs/new.yaml",
                                    home.filePath("link/run.yaml"), folder + "/../r-1/run.yaml"}) {
            const auto outcome = c.functions.saveTextFile({file, "name: mine\n", {}});
            QVERIFY2(!outcome, qPrintable(file));
            QCOMPARE(outcome.error().code, bridge::kRecordCode);
        }
        QFile record(folder + "/run.yaml");
        QVERIFY(record.open(QIODevice::ReadOnly));
        QCOMPARE(record.readAll(), QByteArray("name: recorded\n"));
        QVERIFY(c.functions.loadRun({.file = folder + "/run.yaml"}, {}).isRecord);
        QVERIFY(c.functions.saveTextFile({home.filePath("mine.yaml"), "name: mine\n", {}}));
        QVERIFY(!c.functions.loadRun({.file = home.filePath("mine.yaml")}, {}).isRecord);
    }
    void savingChangesNothingButTheText() {
        Connected c;
        testing::TempFolder folder;
        const QString file = folder.filePath("secret.yaml"), link = folder.filePath("link.yaml");
        QVERIFY(c.functions.saveTextFile({file, "name: one\n", {}}));
        QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner));
        QVERIFY(QFile::link(file, link));
        QVERIFY(c.functions.saveTextFile({link, "name: two\n", "name: one\n"}));
        QCOMPARE(QFileInfo(link).symLinkTarget(), file);
        QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        // What another program has written is not replaced unless that is wanted.
        const auto refused = c.functions.saveTextFile({file, "name: three\n", "name: one\n"});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, bridge::kChangedCode);
        const auto text = c.functions.readTextFile(file);
        QVERIFY(text);
        QCOMPARE(*text, QString("name: two\n"));
        QVERIFY(QFile::remove(file));
        QVERIFY(c.functions.saveTextFile({file, "name: three\n", "name: two\n"}));
    }
    void aDeletedWorkingFolderIsNoEnd() {
        const QString before = QDir::currentPath();
        const auto restore = qScopeGuard([&] { QDir::setCurrent(before); });
        Connected c;
        QVERIFY(c.functions.connect());
        {
            testing::TempFolder gone;
            QVERIFY(QDir::setCurrent(gone.path()));
        }
        bridge::PredictionRequest request{.checkpoint = "/nowhere/ckpt-1",
                                          .progress = std::make_shared<bridge::PredictionProgress>()};
        for (const QStringList& data : {QStringList(), QStringList("x.png"), QStringList("/no/x.png")}) {
            request.data = data;
            QVERIFY(!c.functions.predict(request, {}));  // and reports it
        }
    }
    void aSweepArrivesWithItsValuesAsText() {
        Connected c;
        QVERIFY(c.functions.connect());
        v1::Sweep& sweep = *c.agent.sweepsReply.add_sweeps();
        sweep.set_sweep("rates-sweep-1");
        sweep.set_state("running");
        sweep.set_metric("val_loss");
        sweep.add_parameters()->set_name("rate");
        sweep.mutable_parameters(0)->set_is_log(true);
        sweep.add_parameters()->set_name("optimizer");
        sweep.set_best(1);
        v1::SweepRun& first = *sweep.add_runs();
        first.set_number(1);
        first.set_state("started");
        first.set_run("rates-1");
        first.set_status(v1::STOPPED);
        first.set_value(0.5);
        (*first.mutable_parameters())["rate"] = "0.01";
        (*first.mutable_parameters())["optimizer"] = "\"adam\"";
        v1::SweepRun& second = *sweep.add_runs();
        second.set_number(2);
        second.set_state("held");
        const auto sweeps = c.functions.listSweeps();
        QVERIFY(sweeps && sweeps->size() == 1);
        const bridge::SweepRow& row = sweeps->front();
        QVERIFY(row.parameters[0].isLog && !row.parameters[1].isLog);
        QCOMPARE(row.bestRun(), &row.runs[0]);
        QCOMPARE(row.runs[0].values, QStringList({"0.01", "adam"}));
        QCOMPARE(row.runs[0].runState, bridge::RunState::kStopped);
        QCOMPARE(row.runs[0].value, 0.5);
        QCOMPARE(row.runs[1].values, QStringList({"", ""}));
        QVERIFY(std::isnan(row.runs[1].value));
        QCOMPARE(row.count("held"), 1);
        for (const auto action :
             {bridge::SweepAction::kHold, bridge::SweepAction::kRelease, bridge::SweepAction::kStop})
            QVERIFY(c.functions.editSweep("rates-sweep-1", action));
        const auto edits = c.agent.editedSweeps();
        QCOMPARE(edits.size(), 3u);
        QCOMPARE(edits[0].action(), v1::EditSweepRequest::HOLD);
        QCOMPARE(edits[1].action(), v1::EditSweepRequest::RELEASE);
        QCOMPARE(edits[2].action(), v1::EditSweepRequest::STOP);
        QCOMPARE(edits[2].sweep(), std::string("rates-sweep-1"));
    }
    void anExampleIsCheckedAndSentWhole() {
        Connected c;
        QVERIFY(c.functions.connect());
        const auto wrong = c.functions.loadRun(
            {.text = "trainyard: 1\nname: a\nepoch: 3\n", .name = "a.yaml", .folder = "/"}, {});
        QVERIFY(!wrong.canRun());
        QVERIFY(std::ranges::any_of(
            wrong.findings, [](const auto& f) { return f.message.text.contains("epoch") && f.line == 3; }));
        const auto missing = c.functions.loadRun({.file = "/nowhere/run.yaml"}, {});
        QVERIFY(!missing.canRun());
        QVERIFY(!missing.findings.empty());

        c.agent.startReply.set_run("a-1");
        const auto started = c.functions.startRun(wrong);  // the agent refuses by itself what is wrong
        QVERIFY(started);
        QCOMPARE(started->run, QString("a-1"));
        QCOMPARE(c.agent.started().front().source(), std::string("trainyard: 1\nname: a\nepoch: 3\n"));
        QVERIFY(!c.agent.started().front().request_id().empty());
    }
};

TY_CORE_TEST(ClientFunctionsTest);
#include "tst_client_functions.moc"
