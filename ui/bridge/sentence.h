// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <vector>

namespace trainyard::bridge {

/// A text for people from the agent or core (base::Words). models::inReadersLanguage() shows it in the user's
/// language: `sentence` is its id in the catalogue. [any]
struct Sentence {
    QString text = {};                     ///< in English, complete
    QByteArray sentence = {};              ///< with %1 … for `arguments`; empty: not ours, shown as it is
    std::vector<Sentence> arguments = {};  ///< in their order

    Sentence() = default;
    /// What is not ours: another program's text, or that of an older agent.
    Sentence(QString plain) : text(std::move(plain)) {}  // NOLINT(google-explicit-constructor)
    Sentence(const char* plain)                          // NOLINT(google-explicit-constructor)
        : text(QString::fromUtf8(plain)) {}
    /// One of the catalogue; `arguments` are plain or sentences.
    static Sentence of(const char* sentence, std::vector<Sentence> arguments = {});

    bool isEmpty() const { return text.isEmpty(); }
    friend bool operator==(const Sentence& a, const Sentence& b) {
        return a.text == b.text && a.sentence == b.sentence && a.arguments == b.arguments;
    }
};
using Sentences = std::vector<Sentence>;

/// `sentence` with its places filled in, in one pass: what an argument says is never taken for a place.
QString filled(const QString& sentence, const QStringList& arguments);
/// In English: of a command's answer, a tooltip for support.
QStringList inEnglish(const Sentences& all);

}  // namespace trainyard::bridge
