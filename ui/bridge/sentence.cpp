// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/sentence.h"

#include <utility>

namespace trainyard::bridge {

QString filled(const QString& sentence, const QStringList& arguments) {
    QString out;
    for (qsizetype i = 0; i < sentence.size(); ++i) {
        const bool isPlace = sentence[i] == QLatin1Char('%') && i + 1 < sentence.size();
        const int place = isPlace ? sentence[i + 1].digitValue() : -1;
        if (place < 1 || place > arguments.size()) {
            out += sentence[i];
            continue;
        }
        out += arguments[place - 1];
        ++i;
    }
    return out;
}

QStringList inEnglish(const Sentences& all) {
    QStringList texts;
    for (const Sentence& one : all) texts << one.text;
    return texts;
}

Sentence Sentence::of(const char* sentence, std::vector<Sentence> arguments) {
    Sentence made;
    made.text = filled(QString::fromUtf8(sentence), inEnglish(arguments));
    made.sentence = sentence;
    made.arguments = std::move(arguments);
    return made;
}

}  // namespace trainyard::bridge
