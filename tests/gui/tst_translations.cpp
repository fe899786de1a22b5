// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>
#include <set>

#include "tests/gui/gui_test.h"

/// The catalogues hold every visible string, translated.
class TranslationsTest : public QObject {
    Q_OBJECT
  private slots:
    void everyStringIsTranslated_data();
    void everyStringIsTranslated();
    void aRoleHasOneName_data();
    void aRoleHasOneName();
};

namespace {

/// Words that are the same in every language: names, and formats without words.
const std::set<QString> kSameEverywhere{"Trainyard", "CPU", "GPU", "GPU %1", "%1 W", "%1 °C"};

QStringList placeholders(const QString& text) {
    QStringList found;
    auto matches = QRegularExpression("%L?\\d").globalMatch(text);
    while (matches.hasNext()) found << matches.next().captured();
    found.sort();
    return found;
}

}  // namespace

void TranslationsTest::everyStringIsTranslated_data() {
    QTest::addColumn<QString>("language");
    for (const char* language : {"ja", "ko", "zh_CN"}) QTest::newRow(language) << QString(language);
}

void TranslationsTest::everyStringIsTranslated() {
    QFETCH(QString, language);
    const QDir source(QStringLiteral(TRAINYARD_SOURCE_DIR));
    trainyard::testing::TempFolder folder;
    const QString copy = folder.filePath("trainyard_" + language + ".ts");
    QVERIFY(QFile::copy(source.filePath("resources/translations/trainyard_" + language + ".ts"), copy));
    QProcess lupdate;  // source strings missing from the catalogue are added as unfinished
    lupdate.setWorkingDirectory(source.path());
    lupdate.start(QStringLiteral(LUPDATE_PROGRAM), {"-silent", "-no-obsolete", "-locations", "none", "-I",
                                                    ".", "ui", "app/desktop", "-ts", copy});
    QVERIFY(lupdate.waitForFinished());
    QCOMPARE(lupdate.exitCode(), 0);

    QFile file(copy);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&file);
    QString text;
    int count = 0;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1String("source")) text = xml.readElementText();
        if (xml.name() != QLatin1String("translation")) continue;
        const bool isUnfinished = xml.attributes().hasAttribute("type");
        const QString translated = xml.readElementText();
        QVERIFY2(!isUnfinished && !translated.isEmpty(), qPrintable("not translated: " + text));
        QVERIFY2(translated != text || kSameEverywhere.contains(text),
                 qPrintable("same as in English: " + text));
        QVERIFY2(placeholders(translated) == placeholders(text), qPrintable("placeholders differ: " + text));
        ++count;
    }
    QVERIFY(!xml.hasError());
    QVERIFY(count > 100);
}

/// Of the words in use for a role, the one that the guides' translations use, or are nearest to.
void TranslationsTest::aRoleHasOneName_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("others");
    const QStringList ja{"評価者", "評価器", "エバリュエータ", "パラメーターサーバー", "パラメータ サーバー",
                         "作業者"};
    const QStringList ko{"평가기", "평가 작업", "파라미터 서버", "작업자", "검사점"};
    const QStringList chinese{"评估进程", "评估者", "评估任务", "工作器", "工作节点", "主进程", "检验点"};
    QTest::newRow("ja") << "trainyard_ja.ts" << ja;
    QTest::newRow("ko") << "trainyard_ko.ts" << ko;
    QTest::newRow("zh_CN") << "trainyard_zh_CN.ts" << chinese;
    QTest::newRow("keys") << "schema.json" << ja + ko + chinese;
}

void TranslationsTest::aRoleHasOneName() {
    QFETCH(const QString, file);
    QFETCH(const QStringList, others);
    QFile catalogue(QDir(QStringLiteral(TRAINYARD_SOURCE_DIR)).filePath("resources/translations/" + file));
    QVERIFY(catalogue.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(catalogue.readAll());
    for (const QString& other : others) QVERIFY2(!text.contains(other), qPrintable(other));
    // A key of a run file, in quotes or with its colon, keeps its name.
    static const QRegularExpression kKept(
        R"(<translation>[^<]*(?<![`\w;"\.-])(?:chief|evaluator|worker)(?![`\w:&\.])[^<]*)");
    QVERIFY2(!text.contains(kKept), qPrintable(kKept.match(text).captured()));
}

TY_CORE_TEST(TranslationsTest);
#include "tst_translations.moc"
