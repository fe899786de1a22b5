// SPDX-License-Identifier: Apache-2.0
#include <QProcess>
#include <QRegularExpression>
#include <QTest>
#include <QTranslator>

#include "core/base/error.h"
#include "core/proto/failure.h"
#include "core/spec/cluster/cluster_lint.h"
#include "core/spec/schema/schema.h"
#include "tests/gui/gui_test.h"
#include "ui/agent_words/tables.h"
#include "ui/bridge/from_proto.h"
#include "ui/models/agent_words.h"
#include "ui/models/event_list_model.h"
#include "ui/models/finding_list_model.h"
#include "ui/models/run_filter_model.h"
#include "ui/models/run_list_model.h"

using namespace trainyard;
using models::inReadersLanguage;

namespace {

constexpr const char* kLanguages[] = {"ja", "ko", "zh_CN"};

/// A language of the catalogue while it lives.
class Language {
  public:
    explicit Language(const QString& name) {
        const QString source =
            QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/translations/trainyard_%1.ts").arg(name);
        const QString compiled = folder_.filePath(name + ".qm");
        QProcess lrelease;
        lrelease.start(QStringLiteral(LRELEASE_PROGRAM), {"-silent", source, "-qm", compiled});
        isThere_ = lrelease.waitForFinished() && translator_.load(compiled) &&
                   QCoreApplication::installTranslator(&translator_);
    }
    bool isThere() const { return isThere_; }

  private:
    testing::TempFolder folder_;
    QTranslator translator_;
    bool isThere_ = false;
};

/// As it comes from the agent.
bridge::Sentence said(const base::Words& words) {
    return bridge::toSentence(words);
}

}  // namespace

/// The agent's messages are shown in the user's language, and nothing in them is lost.
class AgentWordsTest : public QObject {
    Q_OBJECT
  private slots:
    void sentences_data();
    void sentences();
    void whatIsNotOursStays_data();
    void whatIsNotOursStays();
    void englishStaysAsItIs();
    void anotherLanguageCounts();
    void everyTemplateIsTranslated();
    void lintSpeaksTheLanguage();
    void modelsSpeakTheLanguage();
    void refusalsOfTheSchemaSpeakTheLanguage();
    void whatTheAgentSendsSpeaksTheLanguage();
    void aThousandTexts();
};

void AgentWordsTest::sentences_data() {
    QTest::addColumn<bridge::Sentence>("english");
    QTest::addColumn<QString>("japanese");
    const auto row = [](const char* name, const base::Words& english, const char* japanese) {
        QTest::newRow(name) << said(english) << QString::fromUtf8(japanese);
    };
    row("fix", base::say("leave out the port of {}", "worker:1"), "worker:1 のポートを省く");
    row("sentence in a sentence",
        base::say("{}; give each task its own port, or omit the port to have one chosen",
                  base::say("{} and {} have the same address {}:{}", "worker:0", "worker:1", "local", 2222)),
        "worker:0 と worker:1 "
        "のアドレスが同じです（local:2222）。タスクごとに別のポートにするか、ポートを省いて空き"
        "ポートを使ってください");
    row("list",
        base::say("the strategy {} has no role `{}` (expected {})", "mirrored", "ps",
                  base::listed(
                      std::vector<base::Words>{base::Words::plain("chief"), base::Words::plain("evaluator"),
                                               base::Words::plain("worker")},
                      base::Last::kOr)),
        "ストラテジー mirrored に役割 `ps` はありません（使えるのは chief, evaluator または worker）");
    row("end of a task",
        base::say("{} after step {}",
                  base::say("{} was killed by signal {} ({})", "worker:0 (pid 12)", 9, "SIGKILL"), 20),
        "worker:0 (pid 12) がシグナル 9 (SIGKILL) で強制終了しました（ステップ 20 の後）");
    row("a task's own words",
        base::say("{}: {}",
                  base::say("{} before its first step",
                            base::say("{} exited with code {}", "worker:0 (pid 12)", 1)),
                  base::Words::plain("no such thing; the run has ended")),
        "worker:0 (pid 12) が終了コード 1 で終了しました（最初のステップの前）: no such thing; the run has "
        "ended");
    row("no restart left",
        base::say(
            "{}; the limit of on_failure.restarts ({}) is reached",
            base::say("{} after step {}", base::say("{} exited with code {}", "worker:0 (pid 12)", 1), 3), 2),
        "worker:0 (pid 12) が終了コード 1 で終了しました（ステップ 3 の後）。on_failure の再起動 2 "
        "回を使い切りました");
    row("how data is divided",
        base::say("{}{}",
                  base::say("data: {}",
                            base::say("auto took data because file failed: {}",
                                      base::say("there are {}, and {} need one each at least",
                                                base::countWords(2, "file"), base::countWords(3, "worker")))),
                  base::say("; uneven: drop, {} per epoch are dropped", base::countWords(16, "sample"))),
        "data を使用: file にできないため、auto は data を選びました: ファイル 2 個に対し、ワーカー 3 "
        "個には少なくとも 1 "
        "つずつ必要です。uneven: drop のため、エポックごとにサンプル 16 個を除きます");
    row("loss",
        base::say(
            "{}: {}",
            base::say("{} after step {}", base::say("{} exited with code {}", "worker:0 (pid 9)", 1), 4),
            base::say("the loss of step {} is NaN or infinite{}; checkpoints before it are good: resume "
                      "with a smaller learning rate or train.gradient.clip_norm, or set "
                      "on_failure.not_finite to ignore",
                      5, base::say(" in the part of {}", "worker:1"))),
        "worker:0 (pid 9) が終了コード 1 で終了しました（ステップ 4 の後）: ステップ 5 の損失が worker:1 "
        "の担当分で NaN "
        "か無限大になりました。それより前のチェックポイントは無事です: 学習率を下げるか "
        "train.gradient.clip_norm "
        "を使って再開するか、on_failure.not_finite を ignore にしてください");
    row("live change",
        base::say("{} from step {}",
                  base::joined(std::vector<base::Words>{base::say("learning rate {:g} → {:g}", 0.1, 0.01),
                                                        base::say("epochs {} → {}", 3, 5)},
                               ", "),
                  12),
        "学習率 0.1 → 0.01, エポック数 3 → 5（ステップ 12 以降）");
    row("why a file cannot be read",
        base::errnoError(ENOENT, base::say("cannot open {}", "/a b/c: d")).words(),
        "/a b/c: d を開けません: そのようなファイルやディレクトリはありません");
    row("place in a file",
        base::say("{}: {}: {}", "/d/x.csv", base::say("{}, column {}", base::say("line {}", 3), "age"),
                  base::say("the cell is empty (expected {})", base::Words("a number"))),
        "/d/x.csv: 3 行目、列 age: セルが空です（正しくは数値）");
    row("stall",
        base::say("{} (pid {}) has been silent for {:.0f} s: {}", "worker:1", 7, 11.2,
                  base::say("{}; {}",
                            base::say("its process was stopped (by SIGSTOP or a debugger); kill -CONT {} "
                                      "continues it",
                                      7),
                            base::say("{} waits in {}", "worker:0", "all_reduce of gradients 12"))),
        "worker:1 (pid 7) から 11 秒間応答がありません: プロセスが停止しています（SIGSTOP かデバッガ）。kill "
        "-CONT 7 "
        "で再開します; worker:0 は all_reduce of gradients 12 で待機中");
}

void AgentWordsTest::sentences() {
    QFETCH(bridge::Sentence, english);
    QFETCH(QString, japanese);
    const Language language("ja");
    QVERIFY(language.isThere());
    QCOMPARE(inReadersLanguage(english), japanese);
}

void AgentWordsTest::whatIsNotOursStays_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "my words: and more; of them, all", "RuntimeError: shape '[3]' is invalid",
                             "%1 %2 %3", "the run has ended", "/home/a: b/c; d", "a or b", ": ", "; "})
        QTest::newRow(text) << QString::fromUtf8(text);
}

/// Even if it says the same as a sentence of ours.
void AgentWordsTest::whatIsNotOursStays() {
    QFETCH(QString, text);
    const Language language("ja");
    QCOMPARE(inReadersLanguage(bridge::Sentence(text)), text);
    QCOMPARE(inReadersLanguage(said(base::say("give {} a port", text.toStdString()))),
             text + " にポートを付ける");
}

void AgentWordsTest::englishStaysAsItIs() {
    QCOMPARE(inReadersLanguage(said(base::say("give {} a port", "worker:0"))),
             QStringLiteral("give worker:0 a port"));
}

void AgentWordsTest::anotherLanguageCounts() {
    const bridge::Sentence english = bridge::Sentence::of("cannot draw a random name");
    for (const char* name : kLanguages) {
        const Language language(name);
        QVERIFY(language.isThere());
        QVERIFY(inReadersLanguage(english) != english.text);
        QCOMPARE(inReadersLanguage(english),
                 QCoreApplication::translate("Agent", "cannot draw a random name"));
    }
    QCOMPARE(inReadersLanguage(english), english.text);
}

/// With each of its arguments.
void AgentWordsTest::everyTemplateIsTranslated() {
    for (const char* name : kLanguages) {
        const Language language(name);
        for (const auto table : agent_words::agentTables()) {
            for (const char* english : table) {
                bridge::Sentences arguments;
                for (int i = 1; QString(english).contains(QStringLiteral("%%1").arg(i)); ++i)
                    arguments.emplace_back(QStringLiteral("Ein_%1").arg(i));
                const bridge::Sentence sentence = bridge::Sentence::of(english, arguments);
                const QString shown = inReadersLanguage(sentence);
                // Some are the same in every language: an address and its place.
                QVERIFY2(
                    shown != sentence.text || !QString(english).contains(QRegularExpression("[a-z]{2} ")),
                    english);
                for (const bridge::Sentence& argument : arguments)
                    QVERIFY2(shown.contains(argument.text), qPrintable(argument.text + " is lost: " + shown));
            }
        }
    }
}

void AgentWordsTest::lintSpeaksTheLanguage() {
    const auto cluster = nlohmann::json::parse(
        R"({"chief": ["local", "local"], "worker": ["local:70000", "a b", "local:2222", "local:2222"], "ps": ["far"]})");
    for (const char* name : kLanguages) {
        const Language language(name);
        const auto problems = spec::lintCluster(cluster, nullptr, spec::ClusterForm::kRunFile);
        QVERIFY(problems.size() >= 5);
        for (const v1::Problem& problem : problems) {
            for (const base::Words& words : {proto::messageOf(problem), proto::fixOf(problem)})
                if (!words.empty())
                    QVERIFY2(inReadersLanguage(said(words)) != QString::fromStdString(words.text()),
                             words.text().c_str());
        }
    }
}

/// What was expected, and what was given, are sentences of their own.
void AgentWordsTest::refusalsOfTheSchemaSpeakTheLanguage() {
    const Language language("ja");
    auto given = nlohmann::json::parse(R"({"epochs": 0, "data": [1, 2, 3]})");
    const auto schema = nlohmann::json::parse(
        R"({"type": "object", "properties": {"epochs": {"type": "integer", "minimum": 1, "maximum": 512}, "data": {"type": "boolean"}}})");
    QStringList shown;
    for (const spec::Finding& finding :
         spec::complete(schema, given, [](const auto&, const auto& path) { return path; }))
        shown << inReadersLanguage(said(finding.message));
    const QString all = shown.join('\n');
    QVERIFY2(all.contains(QStringLiteral("整数（1～512）")), qPrintable(all));
    QVERIFY2(all.contains(QStringLiteral("3 個のリスト")), qPrintable(all));
    QVERIFY2(all.contains(QStringLiteral("true または false")), qPrintable(all));
}

/// Each kind of message, from the wire to the words in the window.
void AgentWordsTest::whatTheAgentSendsSpeaksTheLanguage() {
    const Language language("ja");
    const base::Words words = base::say("cannot open {}", "/a");
    const QString japanese = QStringLiteral("/a を開けません");
    const std::string english = words.text();
    QCOMPARE(inReadersLanguage(bridge::toFailure({base::Code::kNotFound, words}).message), japanese);
    v1::RunSummary run;
    proto::put(words, run.mutable_failure(), run.mutable_failure_words());
    QCOMPARE(inReadersLanguage(bridge::toRunRow(run).failure), japanese);
    v1::ShardPreview shard;
    proto::put(words, shard.mutable_reason(), shard.mutable_reason_words());
    QCOMPARE(inReadersLanguage(bridge::toShardRow(shard).reason), japanese);
    v1::GpuInfo gpu;
    proto::put(words, gpu.mutable_name(), gpu.mutable_name_words());
    QCOMPARE(inReadersLanguage(bridge::toGpuRow(gpu).error), japanese);
    v1::Problem problem;
    proto::setMessage(problem, words);
    proto::setFix(problem, base::say("name {} GPUs", 2));
    QCOMPARE(inReadersLanguage(bridge::toFinding(problem).message), japanese);
    QCOMPARE(inReadersLanguage(bridge::toFinding(problem).fix),
             QStringLiteral("GPU を 2 個指定してください"));
    const auto event = [&](const auto& fill) {
        v1::WatchRunReply reply;
        fill(*reply.mutable_event());
        return bridge::toRunUpdate(reply).events.front();
    };
    const bridge::EventRow attempt = event([&](v1::RunEvent& one) {
        proto::put(words, one.mutable_attempt()->mutable_cause(),
                   one.mutable_attempt()->mutable_cause_words());
        proto::put(words, one.mutable_attempt()->add_changed(), one.mutable_attempt()->add_changed_words());
        one.mutable_attempt()->add_changed("seed 1 → 2");
    });
    QCOMPARE(inReadersLanguage(attempt.text), japanese);
    QCOMPARE(inReadersLanguage(attempt.changed), QStringList({japanese, QStringLiteral("seed 1 → 2")}));
    QCOMPARE(inReadersLanguage(
                 event([&](v1::RunEvent& one) { proto::setMessage(*one.mutable_warning(), words); }).text),
             japanese);
    QCOMPARE(inReadersLanguage(
                 event([&](v1::RunEvent& one) { proto::setMessage(*one.mutable_waiting(), words); }).text),
             japanese);
    QCOMPARE(inReadersLanguage(event([&](v1::RunEvent& one) {
                                   proto::put(words, one.mutable_status()->mutable_reason(),
                                              one.mutable_status()->mutable_reason_words());
                               }).text),
             japanese);
    v1::GetRunReply reply;
    proto::setMessage(*reply.mutable_finished()->mutable_failure(), words);
    QCOMPARE(inReadersLanguage(bridge::toRunDetail(reply).failureText), japanese);
    v1::Task& task = *reply.add_tasks();
    task.set_phase("training");
    proto::put(words, task.mutable_call(), task.mutable_call_words());
    QCOMPARE(inReadersLanguage(bridge::toRunDetail(reply).tasks.front().call), japanese);
    QCOMPARE(inReadersLanguage(bridge::toRunDetail(reply).tasks.front().phase),
             QCoreApplication::translate("Agent", "training"));
    // An older agent sends its English alone.
    run.clear_failure_words();
    QCOMPARE(inReadersLanguage(bridge::toRunRow(run).failure), QString::fromStdString(english));
}

void AgentWordsTest::modelsSpeakTheLanguage() {
    const Language language("zh_CN");
    models::FindingListModel findings;
    findings.setFindings({{.code = "cluster.no_port",
                           .message = bridge::Sentence::of("the key `%1` is missing", {"name"}),
                           .fix = bridge::Sentence::of("name %1 GPUs", {"2"}),
                           .fixSet = "a=b"}});
    using Finding = models::FindingListModel;
    QCOMPARE(findings.index(0, Finding::kMessage).data().toString(), QStringLiteral("缺少键 `name`"));
    QCOMPARE(findings.index(0, Finding::kFix).data().toString(), QStringLiteral("请指定 2 块 GPU"));
    QCOMPARE(findings.index(0, Finding::kMessage).data(Qt::ToolTipRole).toString(),
             QStringLiteral("缺少键 `name`\n请指定 2 块 GPU"));
    models::EventListModel events;
    events.append({{.seq = 1,
                    .kind = bridge::EventKind::kWarning,
                    .text = bridge::Sentence::of("%1 waits in %2", {"worker:1", "all_reduce 7"}),
                    .code = "task.stalled"}});
    QVERIFY(events.index(0, models::EventListModel::kWhat)
                .data()
                .toString()
                .contains(QStringLiteral("worker:1 在 all_reduce 7 中等待")));
    QVERIFY(events.stall().contains(QStringLiteral("中等待")));
    models::RunListModel runs;
    runs.apply({.runs = {{.id = "a", .failure = bridge::Sentence::of("the run has ended")}, {.id = "b"}},
                .isSnapshot = true});
    models::RunFilterModel filtered;
    filtered.setSourceModel(&runs);
    for (const QString query :
         {"运行已结束", "ended"}) {  // as shown in the window, and as printed by the commands
        filtered.setQuery(query);
        QCOMPARE(filtered.rowCount(), 1);
    }
}

void AgentWordsTest::aThousandTexts() {
    const Language language("ja");
    QBENCHMARK {
        for (int i = 0; i < 1000; ++i)
            inReadersLanguage(bridge::Sentence::of(
                "%1 after step %2",
                {bridge::Sentence::of("%1 was killed by signal %2 (%3)",
                                      {QStringLiteral("worker:%1").arg(i), "9", "SIGKILL"}),
                 QString::number(i)}));
    }
}

TY_CORE_TEST(AgentWordsTest);
#include "tst_agent_words.moc"
