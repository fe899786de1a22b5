// SPDX-License-Identifier: Apache-2.0
#include "ui/models/agent_words.h"

#include <QCoreApplication>

#include "ui/models/format.h"

namespace trainyard::models {
namespace {

constexpr const char* kContext = "Agent";  ///< of the catalogue, ui/agent_words

QString translated(const bridge::Sentence& said) {
    if (said.sentence.isEmpty()) return said.text;
    QStringList arguments;
    for (const bridge::Sentence& argument : said.arguments) arguments << translated(argument);
    return bridge::filled(QCoreApplication::translate(kContext, said.sentence.constData()), arguments);
}

}  // namespace

QString inReadersLanguage(const bridge::Sentence& said) {
    return shown(translated(said));
}

QStringList inReadersLanguage(const bridge::Sentences& said) {
    QStringList texts;
    for (const bridge::Sentence& one : said) texts << inReadersLanguage(one);
    return texts;
}

}  // namespace trainyard::models
