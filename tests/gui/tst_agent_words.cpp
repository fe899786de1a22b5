// SPDX-License-Identifier: Apache-2.0
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include "core/spec/cluster/cluster_lint.h"
#include "tests/gui/gui_test.h"
#include "ui/agent_words/tables.h"
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
    QTemporaryDir folder_;
    QTranslator translator_;
    bool isThere_ = false;
};

/// A template with a value for each placeholder, and the expected result.
QString filled(const agent_words::AgentWords& words, QStringList& kept) {
    QString text = QString::fromUtf8(words.english);
    const QByteArray kinds(words.arguments);
    for (int i = 0; text.contains(QStringLiteral("%%1").arg(i + 1)); ++i) {
        const char kind = i < kinds.size() ? kinds[i] : '-';
        QString argument = kind == '#' ? QString::number(70 + i) : QStringLiteral("Ein_%1").arg(i);
        if (kind == '@') argument = QStringLiteral("worker:1");
        if (kind == 'W')
            argument = QStringLiteral("worker:0 (pid 12) exited with code 1");
        else if (kind == 'S')
            argument = QStringLiteral("remove `master`");
        else if (kind == 'M')
            argument = QStringLiteral("whole");
        else if (kind == 'L')
            argument = QStringLiteral("its process runs, but does not report");
        else if (kind == 'N')
            argument = QStringLiteral("3 samples");
        else if (kind >= 'A' && kind <= 'Z')
            argument.clear();
        else
            kept << argument;
        text.replace(QStringLiteral("%%1").arg(i + 1), argument);
    }
    return text;
}

}  // namespace

/// The agent's English messages are shown in the user's language, and nothing in them is lost.
class AgentWordsTest : public QObject {
    Q_OBJECT
  private slots:
    void sentences_data();
    void sentences();
    void whatIsNotKnownStays_data();
    void whatIsNotKnownStays();
    void englishStaysAsItIs();
    void anotherLanguageCounts();
    void everyTemplateIsFound();
    void lintSpeaksTheLanguage();
    void modelsSpeakTheLanguage();
    void aTextMadeToBeSlowIsLeft();
    void aThousandTexts();
};

void AgentWordsTest::sentences_data() {
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("japanese");
    const auto row = [](const char* name, const char* english, const char* japanese) {
        QTest::newRow(name) << QString::fromUtf8(english) << QString::fromUtf8(japanese);
    };
    row("fix", "leave out the port of worker:1", "worker:1 のポートを省く");
    row("sentence in a sentence",
        "worker:0 and worker:1 have the same address local:2222; give each task its own port, or omit the "
        "port to have one chosen",
        "worker:0 と worker:1 "
        "のアドレスが同じです（local:2222）。タスクごとに別のポートにするか、ポートを省いて空き"
        "ポートを使ってください");
    row("list", "the strategy mirrored has no role `ps` (expected chief, evaluator or worker)",
        "ストラテジー mirrored に役割 `ps` はありません（使えるのは chief, evaluator または worker）");
    row("range", "\"7x\" has the wrong type (expected an integer from 1 to 512 or auto); put it in quotes",
        "\"7x\" は型が違います（正しくは 整数（1～512） または auto）。引用符で囲んでください");
    row("what was given", "a list of 3 is not allowed here (expected true or false)",
        "3 個のリスト はここでは使えません（使えるのは true または false）");
    row("end of a task", "worker:0 (pid 12) was killed by signal 9 (SIGKILL) after step 20",
        "worker:0 (pid 12) がシグナル 9 (SIGKILL) で強制終了しました（ステップ 20 の後）");
    row("a task's own words",
        "worker:0 (pid 12) exited with code 1 before its first step: no such thing; a or b",
        "worker:0 (pid 12) が終了コード 1 で終了しました（最初のステップの前）: no such thing; a or b");
    row("no restart left",
        "worker:0 (pid 12) exited with code 1 after step 3; the limit of on_failure.restarts (2) is reached",
        "worker:0 (pid 12) が終了コード 1 で終了しました（ステップ 3 の後）。on_failure の再起動 2 "
        "回を使い切りました");
    row("why a file cannot be read", "cannot open /a b/c: d: No such file or directory",
        "/a b/c: d を開けません: そのようなファイルやディレクトリはありません");
    row("place in a file", "/d/x.csv: line 3, column age: the cell is empty (expected a number)",
        "/d/x.csv: 3 行目、列 age: セルが空です（正しくは数値）");
    row("how data is divided",
        "data: auto took data because file failed: there are 2 files, and 3 workers need one each at least; "
        "uneven: "
        "drop, 16 samples per epoch are dropped",
        "data を使用: file にできないため、auto は data を選びました: ファイル 2 個に対し、ワーカー 3 "
        "個には少なくとも 1 "
        "つずつ必要です。uneven: drop のため、エポックごとにサンプル 16 個を除きます");
    row("stall",
        "worker:1 (pid 7) has been silent for 11 s: its process was stopped (by SIGSTOP or a debugger); kill "
        "-CONT 7 continues it; "
        "worker:0 waits in all_reduce of gradients 12, worker:2 waits in all_reduce of gradients "
        "12",
        "worker:1 (pid 7) から 11 秒間応答がありません: プロセスが停止しています（SIGSTOP かデバッガ）。kill "
        "-CONT 7 "
        "で再開します; worker:0 は all_reduce of gradients 12 で待機中, worker:2 は all_reduce of gradients "
        "12 で待機中");
    row("loss",
        "worker:0 (pid 9) exited with code 1 after step 4: the loss of step 5 is NaN or infinite in the part "
        "of "
        "worker:1; checkpoints before it are good: resume with a smaller learning rate or "
        "train.gradient.clip_norm, "
        "or set on_failure.not_finite to ignore",
        "worker:0 (pid 9) が終了コード 1 で終了しました（ステップ 4 の後）: ステップ 5 の損失が worker:1 "
        "の担当分で NaN "
        "か無限大になりました。それより前のチェックポイントは無事です: 学習率を下げるか "
        "train.gradient.clip_norm "
        "を使って再開するか、on_failure.not_finite を ignore にしてください");
    row("live change", "from step 12 on: learning rate 0.1 → 0.01, epochs 3 → 5",
        "ステップ 12 以降: 学習率 0.1 → 0.01, エポック数 3 → 5");
}

void AgentWordsTest::sentences() {
    QFETCH(QString, english);
    QFETCH(QString, japanese);
    const Language language("ja");
    QVERIFY(language.isThere());
    QCOMPARE(inReadersLanguage(english), japanese);
}

void AgentWordsTest::whatIsNotKnownStays_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "my words: and more; of them, all", "RuntimeError: shape '[3]' is invalid",
                             "%1 %2 %3", "ValueError: write error; and so on", "it is at home: now",
                             "/home/a: b/c; d", "a or b", ": ", "; "})
        QTest::newRow(text) << QString::fromUtf8(text);
}

void AgentWordsTest::whatIsNotKnownStays() {
    QFETCH(QString, text);
    const Language language("ja");
    QCOMPARE(inReadersLanguage(text), text);
    // Nor is it changed inside a known message.
    if (!text.isEmpty()) QCOMPARE(inReadersLanguage("give " + text + " a port"), text + " にポートを付ける");
}

void AgentWordsTest::englishStaysAsItIs() {
    QCOMPARE(inReadersLanguage(QStringLiteral("give worker:0 a port")),
             QStringLiteral("give worker:0 a port"));
}

void AgentWordsTest::anotherLanguageCounts() {
    const QString english = QStringLiteral("cannot draw a random name");
    for (const char* name : kLanguages) {
        const Language language(name);
        QVERIFY(language.isThere());
        QVERIFY(inReadersLanguage(english) != english);
        QCOMPARE(inReadersLanguage(english),
                 QCoreApplication::translate("Agent", "cannot draw a random name"));
    }
    QCOMPARE(inReadersLanguage(english), english);
}

void AgentWordsTest::everyTemplateIsFound() {
    for (const char* name : kLanguages) {
        const Language language(name);
        for (const auto table : agent_words::agentTables()) {
            for (const agent_words::AgentWords& words : table) {
                if (words.part != agent_words::Part::kSentence) continue;
                QStringList kept;
                const QString english = filled(words, kept);
                const QString shown = inReadersLanguage(english);
                QVERIFY2(shown != english, qPrintable("not found: " + english));
                for (const QString& argument : kept)
                    QVERIFY2(shown.contains(argument), qPrintable(argument + " is lost: " + shown));
                // Nor by another that only looks like it.
                const QString whole = QCoreApplication::translate("Agent", words.english);
                const QString begin = whole.section('%', 0, 0);
                QVERIFY2(shown.startsWith(begin), qPrintable(english + " became " + shown));
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
            for (const std::string& said : {problem.message(), problem.fix()}) {
                const QString english = QString::fromStdString(said);
                if (!english.isEmpty()) QVERIFY2(inReadersLanguage(english) != english, said.c_str());
            }
        }
    }
}

void AgentWordsTest::modelsSpeakTheLanguage() {
    const Language language("zh_CN");
    models::FindingListModel findings;
    findings.setFindings({{.code = "cluster.no_port",
                           .message = "the key `name` is missing",
                           .fix = "use local",
                           .fixSet = "a=b"}});
    using Finding = models::FindingListModel;
    QCOMPARE(findings.index(0, Finding::kMessage).data().toString(), QStringLiteral("缺少键 `name`"));
    QCOMPARE(findings.index(0, Finding::kFix).data().toString(), QStringLiteral("使用 local"));
    QCOMPARE(findings.index(0, Finding::kMessage).data(Qt::ToolTipRole).toString(),
             QStringLiteral("缺少键 `name`\n使用 local"));
    models::EventListModel events;
    events.append({{.seq = 1,
                    .kind = bridge::EventKind::kWarning,
                    .text = "worker:1 waits in all_reduce 7",
                    .code = "task.stalled"}});
    QVERIFY(events.index(0, models::EventListModel::kWhat)
                .data()
                .toString()
                .contains(QStringLiteral("worker:1 在 all_reduce 7 中等待")));
    QVERIFY(events.stall().contains(QStringLiteral("中等待")));
    models::RunListModel runs;
    runs.apply({.runs = {{.id = "a", .failure = "the run has ended"}, {.id = "b"}}, .isSnapshot = true});
    models::RunFilterModel filtered;
    filtered.setSourceModel(&runs);
    for (const QString query :
         {"运行已结束", "ended"}) {  // as shown in the window, and as printed by the commands
        filtered.setQuery(query);
        QCOMPARE(filtered.rowCount(), 1);
    }
}

void AgentWordsTest::aTextMadeToBeSlowIsLeft() {
    const Language language("ja");
    QString text;
    for (int i = 0; i < 3000; ++i) text += QStringLiteral("a: b; and, the key ` is 7 in ");
    QElapsedTimer timer;
    timer.start();
    inReadersLanguage(text);
    QVERIFY2(timer.elapsed() < 5000, "it took seconds");
}

void AgentWordsTest::aThousandTexts() {
    const Language language("ja");
    int round = 0;
    QBENCHMARK {
        ++round;
        for (int i = 0; i < 1000; ++i)
            inReadersLanguage(
                QStringLiteral("worker:%1 (pid %2) was killed by signal 9 (SIGKILL) after step %3")
                    .arg(i)
                    .arg(round)
                    .arg(i));
    }
}

TY_CORE_TEST(AgentWordsTest);
#include "tst_agent_words.moc"
