// SPDX-License-Identifier: Apache-2.0
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <latch>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "tests/gui/gui_test.h"
#include "tests/support/scripted_agent.h"
#include "ui/bridge/agent_bridge.h"
#include "ui/bridge/run_watch.h"

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

const bridge::SeriesKey kLoss{"worker:0", "train", "batch_loss"};

bridge::RunUpdate lossAt(std::int64_t step) {
    return {.points = {{kLoss, 1, {step}, {0.5}}}};
}

}  // namespace

template <typename Agent>
concept MayListNodes = requires(Agent agent, QObject* context) {
    agent.ask(&bridge::NodeCalls::listNodes, context, [](auto) {});
};
// A page has the calls that its header names, and hands on no others.
using OfNodes = bridge::AgentFor<bridge::NodeCalls>;
using OfNodesAndRuns = bridge::AgentFor<bridge::NodeCalls, bridge::RunCalls>;
static_assert(MayListNodes<OfNodes> && MayListNodes<OfNodesAndRuns>);
static_assert(!MayListNodes<bridge::AgentFor<bridge::RunCalls>>);
static_assert(std::is_convertible_v<OfNodesAndRuns, OfNodes> &&
              !std::is_convertible_v<OfNodes, OfNodesAndRuns>);

class BridgeTest : public QObject {
    Q_OBJECT
  private slots:
    void theListComesAndItsChangesFollow();
    void theFirstListWaitsForNoPicture();
    void aWatchReportsEverythingAboutARun();
    void theFirstDetailWaitsForNoPicture();
    void thousandsOfPointsComeInAtMostTwentyBatchesASecond();
    void anAgentThatGoesIsSaidAndFoundAgain();
    void aReplyToADestroyedReceiverIsDropped();
    void editsAreMadeInTheOrderTheyWereRequested();
    void aLongCallMakesNoOtherWait();
    void aReadingEndsWithTheOneWhoAsked();
    void everyCallIsAnswered();
    void closingDoesNotWaitForACallThatHangs();
    void deletingAWatchEndsItsStreams();
};

void BridgeTest::theListComesAndItsChangesFollow() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(1e9));
    bridge::AgentBridge bridge(agent.functions());
    std::vector<bridge::RunListChange> changes;
    connect(&bridge, &bridge::AgentBridge::runsChanged, this,
            [&](const auto& change) { changes.push_back(change); });
    bridge.start();
    QTRY_COMPARE(changes.size(), 1U);
    QVERIFY(changes[0].isSnapshot);
    QCOMPARE(changes[0].runs.size(), 100U);
    auto first = changes[0].runs.front();
    first.state = bridge::RunState::kStopped;
    agent.updateRun(first);
    QTRY_COMPARE(changes.size(), 2U);
    QVERIFY(!changes[1].isSnapshot);
    QCOMPARE(changes[1].runs.size(), 1U);
    QVERIFY(bridge.shutDown(5s));
}

/// The earlier report, that the window is connecting, must not start the interval between two redraws.
void BridgeTest::theFirstListWaitsForNoPicture() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(1e9));
    auto functions = agent.functions();
    auto isSaid = std::make_shared<std::latch>(1);
    functions.connect = [isSaid, connect = functions.connect] {
        isSaid->wait();
        return connect();
    };
    bridge::AgentBridge bridge(functions);
    QSignalSpy lists(&bridge, &bridge::AgentBridge::runsChanged);
    connect(&bridge, &bridge::AgentBridge::agentStatusChanged, this, [&](const auto& status) {
        if (status.state == bridge::AgentState::kConnecting) isSaid->count_down();
    });
    bridge.start();
    // Only posted events: no timer fires in here.
    const QDeadlineTimer limit(5000);
    while (lists.isEmpty() && !limit.hasExpired()) QCoreApplication::sendPostedEvents();
    QCOMPARE(lists.size(), 1);
    QVERIFY(bridge.shutDown(5s));
}

void BridgeTest::aWatchReportsEverythingAboutARun() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(1e9));
    agent.push("mlp-98", {.events = {{.seq = 1}}, .lastSeq = 1});
    agent.push("mlp-98", lossAt(1));
    agent.pushLog("mlp-98", "worker:0", {"hello"});
    bridge::AgentBridge bridge(agent.functions());
    bridge.start();
    auto* watch = bridge.watchRun("mlp-98", this);
    int events = 0, points = 0, lines = 0, lists = 0;
    QString name;
    connect(watch, &bridge::RunWatch::detailChanged, this,
            [&](const auto& detail) { name = detail.summary.name; });
    connect(watch, &bridge::RunWatch::seriesListed, this, [&](const auto&) { ++lists; });
    connect(watch, &bridge::RunWatch::updated, this, [&](const bridge::RunUpdate& update) {
        events += int(update.events.size());
        for (const auto& series : update.points) points += int(series.step.size());
    });
    connect(watch, &bridge::RunWatch::logArrived, this,
            [&](const auto& chunks) { lines += int(chunks.size()); });
    QTRY_COMPARE(points, 1);
    QTRY_COMPARE(lines, 1);
    QCOMPARE(events, 1);
    QCOMPARE(name, QString("mlp"));
    const int before = lists;
    agent.finish("mlp-98");
    QTRY_VERIFY(lists > before);  // the last values are queried at the end
    delete watch;
    QVERIFY(bridge.shutDown(5s));
}

/// A log that is there first must not start the interval between two redraws.
void BridgeTest::theFirstDetailWaitsForNoPicture() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(1e9));
    agent.pushLog("mlp-98", "worker:0", {"hello"});
    auto functions = agent.functions();
    auto isRead = std::make_shared<std::latch>(1);
    functions.runDetail = [isRead, runDetail = functions.runDetail](const QString& run) {
        isRead->wait();
        return runDetail(run);
    };
    bridge::AgentBridge bridge(functions);
    bridge.start();
    auto* watch = bridge.watchRun("mlp-98", this);
    QSignalSpy details(watch, &bridge::RunWatch::detailChanged);
    QSignalSpy lists(watch, &bridge::RunWatch::seriesListed);
    bool isLate = false;
    connect(watch, &bridge::RunWatch::logArrived, this, [&] {
        if (!std::exchange(isLate, true)) isRead->count_down();
    });
    // Only posted events: no timer fires in here.
    const QDeadlineTimer limit(5000);
    while (lists.isEmpty() && !limit.hasExpired()) QCoreApplication::sendPostedEvents();
    if (!isLate) isRead->count_down();
    QVERIFY(isLate);
    QCOMPARE(lists.size(), 1);
    QCOMPARE(details.size(), 1);
    delete watch;
    QVERIFY(bridge.shutDown(5s));
}

void BridgeTest::thousandsOfPointsComeInAtMostTwentyBatchesASecond() {
    constexpr int kPoints = 5000;
    testing::ScriptedAgent agent;
    bridge::AgentBridge bridge(agent.functions());
    auto* watch = bridge.watchRun("a-1", this);
    int batches = 0, points = 0;
    QElapsedTimer sinceLast;
    qint64 shortest = 1000;
    connect(watch, &bridge::RunWatch::updated, this, [&](const bridge::RunUpdate& update) {
        if (batches > 0) shortest = std::min(shortest, sinceLast.elapsed());
        sinceLast.start();
        ++batches;
        for (const auto& series : update.points) points += int(series.step.size());
    });
    for (int step = 1; step <= kPoints; ++step) agent.push("a-1", lossAt(step));
    QTRY_COMPARE(points, kPoints);
    QVERIFY2(batches < 100, qPrintable(QString::number(batches)));
    QVERIFY2(batches == 1 || shortest >= 45, qPrintable(QString::number(shortest)));
    delete watch;
    QVERIFY(bridge.shutDown(5s));
}

void BridgeTest::anAgentThatGoesIsSaidAndFoundAgain() {
    testing::ScriptedAgent agent;
    agent.setRuns(testing::hundredRuns(1e9));
    bridge::AgentBridge bridge(agent.functions());
    QSignalSpy lists(&bridge, &bridge::AgentBridge::runsChanged);
    bridge.start();
    QTRY_COMPARE(bridge.agentStatus().state, bridge::AgentState::kConnected);
    QTRY_COMPARE(lists.size(), 1);
    agent.goAway();
    QTRY_COMPARE(bridge.agentStatus().state, bridge::AgentState::kAway);
    QCOMPARE(bridge.agentStatus().detail, QString("no agent answers at /tmp/agent.sock"));
    agent.comeBack();
    QTRY_COMPARE_WITH_TIMEOUT(bridge.agentStatus().state, bridge::AgentState::kConnected, 10000);
    QTRY_COMPARE(lists.size(), 2);
    QVERIFY(bridge.shutDown(5s));
}

void BridgeTest::aReplyToADestroyedReceiverIsDropped() {
    testing::ScriptedAgent agent;
    bridge::AgentBridge bridge(agent.functions());
    auto context = std::make_unique<QObject>();
    int replies = 0;
    bridge.ask(
        &bridge::SeriesCalls::querySeries, context.get(), [&](auto) { ++replies; },
        bridge::SeriesQuery{"a-1", kLoss});
    bridge.ask(
        &bridge::SeriesCalls::querySeries, this, [&](auto) { replies += 10; },
        bridge::SeriesQuery{"a-2", kLoss});
    context.reset();
    bridge.start();
    QTRY_COMPARE(replies, 10);
    QVERIFY(bridge.shutDown(5s));
}

void BridgeTest::editsAreMadeInTheOrderTheyWereRequested() {
    testing::ScriptedAgent agent;
    auto functions = agent.functions();
    auto made = std::make_shared<std::pair<std::mutex, QStringList>>();
    functions.editRun = [=](const QString&, const bridge::RunEdit& edit) -> bridge::Outcome<void> {
        // Whoever made a call beside this one would overtake it here.
        if (edit.name->toInt() % 2 == 0) std::this_thread::yield();
        std::lock_guard lock(made->first);
        made->second << *edit.name;
        return {};
    };
    bridge::AgentBridge bridge(functions);
    QStringList requested;
    int answered = 0;
    for (int i = 0; i < 500; ++i) {
        requested << QString::number(i);
        bridge.ask(
            &bridge::RunCalls::editRun, this, [&](auto) { ++answered; }, QString("a-1"),
            bridge::RunEdit{.name = requested.back()});
    }
    bridge.start();
    QTRY_COMPARE(answered, 500);
    QCOMPARE(made->second, requested);
    QVERIFY(bridge.shutDown(5s));
}

void BridgeTest::aLongCallMakesNoOtherWait() {
    testing::ScriptedAgent agent;
    auto functions = agent.functions();
    constexpr int kCalls = 20;
    auto mayLeave = std::make_shared<std::latch>(1);
    auto inside = std::make_shared<std::atomic<int>>(0);
    functions.verifyCheckpoint = [=](const QString&,
                                     const std::stop_token&) -> bridge::Outcome<bridge::CheckOutcome> {
        ++*inside;
        mayLeave->wait();
        return bridge::CheckOutcome{};
    };
    functions.listSeries = [=](const QString&) -> bridge::Outcome<std::vector<bridge::SeriesKey>> {
        mayLeave->wait();
        return {};
    };
    bridge::AgentBridge bridge(functions);
    bridge.start();
    int verified = 0, listed = 0;
    for (int i = 0; i < kCalls; ++i) {
        bridge.ask(
            &bridge::CheckpointCalls::verifyCheckpoint, this, [&](auto) { ++verified; },
            QString("/ckpt-%1").arg(i));
        bridge.ask(&bridge::SeriesCalls::listSeries, this, [&](auto) { ++listed; }, QString("a-1"));
    }
    QTRY_VERIFY(*inside >= 4);  // an import, a prediction, a check and a profile at once
    bool isStopped = false;
    bridge.ask(
        &bridge::RunCalls::stopRun, this, [&](auto outcome) { isStopped = outcome.has_value(); },
        QString("a-1"), bridge::StopAfter::kNow);
    QTRY_VERIFY(isStopped);
    QCOMPARE(verified, 0);
    QCOMPARE(listed, 0);
    mayLeave->count_down();
    QTRY_COMPARE(verified, kCalls);
    QTRY_COMPARE(listed, kCalls);
    QVERIFY(bridge.shutDown(5s));
}

void BridgeTest::aReadingEndsWithTheOneWhoAsked() {
    testing::ScriptedAgent agent;
    auto functions = agent.functions();
    auto begun = std::make_shared<std::atomic<int>>(0);
    auto ended = std::make_shared<std::atomic<int>>(0);
    // Ends only when asked to.
    functions.verifyCheckpoint = [=](const QString&,
                                     const std::stop_token& stop) -> bridge::Outcome<bridge::CheckOutcome> {
        std::latch isStopped(1);
        const std::stop_callback onStop(stop, [&] { isStopped.count_down(); });
        ++*begun;
        isStopped.wait();
        ++*ended;
        return std::unexpected(bridge::Failure{"cancelled", "cancelled"});
    };
    bridge::AgentBridge bridge(functions);
    bridge.start();
    auto dialog = std::make_unique<QObject>();
    int replies = 0;
    for (QObject* context : {dialog.get(), static_cast<QObject*>(this)})
        bridge.ask(
            &bridge::CheckpointCalls::verifyCheckpoint, context, [&](auto) { ++replies; }, QString("/ckpt"));
    QTRY_COMPARE(begun->load(), 2);
    QCOMPARE(ended->load(), 0);
    dialog.reset();
    QTRY_COMPARE(ended->load(), 1);
    QVERIFY(bridge.shutDown(5s));  // which ends the other one
    QCOMPARE(ended->load(), 2);
    QCOMPARE(replies, 0);
}

void BridgeTest::everyCallIsAnswered() {
    testing::ScriptedAgent agent;
    auto functions = agent.functions();
    functions.listSeries = [](const QString&) -> bridge::Outcome<std::vector<bridge::SeriesKey>> {
        throw std::runtime_error("the folder is gone");
    };
    functions.loadRun = [](const bridge::RunSource&, const std::stop_token&) -> bridge::LoadedRun {
        throw std::runtime_error("the folder is gone");
    };
    bridge::AgentBridge bridge(functions);
    constexpr int kCalls = 1100;  // more than can be queued
    int answers = 0, refusals = 0;
    for (int i = 0; i < kCalls; ++i)
        bridge.ask(
            &bridge::SeriesCalls::querySeries, this,
            [&](const auto& answer) {
                ++answers;
                if (!answer) ++refusals;
            },
            bridge::SeriesQuery{"a-1", kLoss});
    QTRY_VERIFY(answers > 0);
    QCOMPARE(answers, refusals);
    bridge.start();
    QTRY_COMPARE(answers, kCalls);
    QVERIFY(refusals < kCalls / 2);
    // An exception in a call is its answer, not the end of the program.
    QString why;
    bridge.ask(
        &bridge::SeriesCalls::listSeries, this,
        [&](const auto& series) { why = series.error().message.text; }, QString("a-1"));
    QTRY_VERIFY2(why.contains("the folder is gone"), qPrintable(why));
    bridge::LoadedRun run;
    bridge.ask(
        &bridge::RunFileCalls::loadRun, this, [&](const auto& loaded) { run = loaded; },
        bridge::RunSource{.text = "name: a"});
    QTRY_COMPARE(run.source.text, QString("name: a"));
    QVERIFY(!run.canRun());
    QVERIFY(run.findings.front().message.text.contains("the folder is gone"));
    QVERIFY(bridge.shutDown(5s));
}

void BridgeTest::closingDoesNotWaitForACallThatHangs() {
    testing::ScriptedAgent agent;
    auto functions = agent.functions();
    auto isInside = std::make_shared<std::latch>(1);
    auto mayLeave = std::make_shared<std::latch>(1);
    functions.stopRun = [isInside, mayLeave](const QString&, bridge::StopAfter) -> bridge::Outcome<void> {
        isInside->count_down();
        mayLeave->wait();
        return {};
    };
    bridge::AgentBridge bridge(functions);
    bridge.start();
    bool wasAnswered = false;
    bridge.ask(
        &bridge::RunCalls::stopRun, this, [&](auto) { wasAnswered = true; }, QString("a-1"),
        bridge::StopAfter::kNow);
    isInside->wait();
    QElapsedTimer timer;
    timer.start();
    QVERIFY(!bridge.shutDown(100ms));
    QVERIFY(timer.elapsed() < 2000);
    mayLeave->count_down();
    QVERIFY(bridge.shutDown(5s));
    QCoreApplication::processEvents();
    QVERIFY(!wasAnswered);
}

void BridgeTest::deletingAWatchEndsItsStreams() {
    testing::ScriptedAgent agent;
    bridge::AgentBridge bridge(agent.functions());
    auto* watch = bridge.watchRun("a-1", this);
    QTRY_COMPARE(agent.openStreams(), 2);
    delete watch;
    QTRY_COMPARE(agent.openStreams(), 0);
    QVERIFY(bridge.shutDown(5s));
}

TY_CORE_TEST(BridgeTest);
#include "tst_bridge.moc"
