// SPDX-License-Identifier: Apache-2.0
#include "ui/models/agent_words.h"

#include <QHash>
#include <QRegularExpression>
#include <algorithm>
#include <optional>
#include <vector>

#include "ui/agent_words/tables.h"
#include "ui/models/format.h"

namespace trainyard::models {

using agent_words::agentTables;
using agent_words::AgentWords;
using agent_words::Part;

namespace {

constexpr const char* kContext = "Agent";
/// The number of attempts per text; a text crafted to be slow stays in English.
constexpr int kMostTries = 20'000;
constexpr int kTriesOfAll = 50;  ///< cost of trying all templates of a part
constexpr int kMostRemembered = 4096;
constexpr int kDeepest = 12;

bool isNumber(QStringView text) {
    const auto isPart = [](QChar c) { return c.isDigit() || QStringLiteral(".,-+einfa").contains(c); };
    return !text.isEmpty() && std::ranges::all_of(text, isPart);
}

/// "worker:0".
bool isTask(QStringView text) {
    const qsizetype colon = text.indexOf(QLatin1Char(':'));
    const auto isLetter = [](QChar c) { return c.isLower() || c == QLatin1Char('_'); };
    return colon > 0 && colon + 1 < text.size() && std::ranges::all_of(text.first(colon), isLetter) &&
           std::ranges::all_of(text.sliced(colon + 1), [](QChar c) { return c.isDigit(); });
}

/// A template, split at its arguments.
struct Pattern {
    const char* english;
    Part part;
    QByteArray arguments;
    QStringList pieces;  ///< one more than arguments
    QString longest;     ///< piece, which rules out most texts quickly
    qsizetype letters = 0;

    explicit Pattern(const AgentWords& words)
        : english(words.english), part(words.part), arguments(words.arguments) {
        static const QRegularExpression kArgument(QStringLiteral("%\\d"));
        pieces = QString::fromUtf8(words.english).split(kArgument);
        arguments = arguments.leftJustified(pieces.size() - 1, '-');
        for (const QString& piece : pieces) {
            letters += piece.size();
            if (piece.size() > longest.size()) longest = piece;
        }
    }
};

/// For every part, the most specific templates come first: "%1 exited with code %2 by itself" before "%1
/// exited …".
std::vector<Pattern> sortedPatterns() {
    std::vector<Pattern> patterns;
    for (const std::span<const AgentWords> table : agentTables())
        for (const AgentWords& words : table) patterns.emplace_back(words);
    std::ranges::stable_sort(patterns, std::greater{}, &Pattern::letters);
    return patterns;
}

const std::vector<const Pattern*>& patternsOf(Part part) {
    static const std::vector<Pattern> kPatterns = sortedPatterns();
    static const auto kByPart = [] {
        QHash<char, std::vector<const Pattern*>> byPart;
        for (const Pattern& pattern : kPatterns) byPart[static_cast<char>(pattern.part)].push_back(&pattern);
        return byPart;
    }();
    static const std::vector<const Pattern*> kNone;
    const auto found = kByPart.find(static_cast<char>(part));
    return found == kByPart.end() ? kNone : *found;
}

/// Whether a last argument may extend past the end of a clause: only if nothing else fits.
enum class Ends { kWithClause, kAnywhere };
/// Whether free text, such as a path, may precede the known part: "PATH: SENTENCE".
enum class Lead { kAllowed, kNone };

class Translator {
  public:
    QString shown(const QString& text) {
        for (const Part part : {Part::kSentence, Part::kFix, Part::kPhase})
            if (const auto known = translated(part, text, 0)) return *known;
        return text;
    }

  private:
    using Texts = std::vector<QString>;

    std::optional<QString> translated(Part part, const QString& text, int depth, Lead lead = Lead::kAllowed) {
        tries_ += kTriesOfAll;
        if (depth > kDeepest || tries_ > kMostTries || text.isEmpty()) return std::nullopt;
        if (auto found = byPatterns(part, text, depth, Ends::kWithClause)) return found;
        if (part == Part::kExpected || part == Part::kChange) return listed(part, text, depth);
        if (part != Part::kSentence) return std::nullopt;
        if (auto found = joined(text, depth)) return found;
        if (lead == Lead::kAllowed)
            if (auto found = led(text, depth)) return found;
        return byPatterns(part, text, depth, Ends::kAnywhere);
    }

    std::optional<QString> byPatterns(Part part, const QString& text, int depth, Ends ends) {
        for (const Pattern* pattern : patternsOf(part)) {
            if (text.size() < pattern->letters || !text.startsWith(pattern->pieces.front()) ||
                !text.endsWith(pattern->pieces.back()) || !text.contains(pattern->longest))
                continue;
            Texts arguments;
            if (match(*pattern, text, 0, pattern->pieces.front().size(), depth, ends, arguments))
                return filled(QCoreApplication::translate(kContext, pattern->english), arguments);
        }
        return std::nullopt;
    }

    /// Matches from argument `i` on, which starts at `from`. Each argument is as short as the rest allows.
    bool match(const Pattern& pattern, const QString& text, int i, qsizetype from, int depth, Ends ends,
               Texts& arguments) {
        if (i + 1 == pattern.pieces.size()) return from == text.size();
        const QString& next = pattern.pieces[i + 1];
        const bool isLast = i + 2 == pattern.pieces.size();
        qsizetype at = isLast ? text.size() - next.size() : text.indexOf(next, from);
        for (; at >= from && ++tries_ < kMostTries; at = text.indexOf(next, at + 1)) {
            const Ends allowed = isLast && next.isEmpty() ? ends : Ends::kAnywhere;
            if (auto argument = taken(pattern.arguments[i], text.mid(from, at - from), depth, allowed)) {
                arguments.push_back(std::move(*argument));
                if (match(pattern, text, i + 1, at + next.size(), depth, ends, arguments)) return true;
                arguments.pop_back();
            }
            if (isLast) break;
        }
        return false;
    }

    std::optional<QString> taken(char kind, const QString& argument, int depth, Ends ends) {
        if (kind == '#') return isNumber(argument) ? std::optional(argument) : std::nullopt;
        if (kind == '@') return isTask(argument) ? std::optional(argument) : std::nullopt;
        const bool isRequired = kind >= 'A' && kind <= 'Z';
        if (argument.isEmpty()) return argument;
        if (kind != '-') {
            const auto part = static_cast<Part>(isRequired ? kind - 'A' + 'a' : kind);
            if (auto known = translated(part, argument, depth + 1)) return known;
            if (isRequired) return std::nullopt;
            if (part == Part::kPhase && argument.contains(QStringLiteral(", "))) return std::nullopt;
        }
        if (ends == Ends::kWithClause &&
            (argument.contains(QStringLiteral(": ")) || argument.contains(QStringLiteral("; "))))
            return std::nullopt;
        return argument;
    }

    /// Two sentences, or an operation and why it failed.
    std::optional<QString> joined(const QString& text, int depth) {
        for (const QString& joint : {QStringLiteral("; "), QStringLiteral(": "), QStringLiteral(", ")}) {
            int joints = 0;
            std::optional<QString> half;  // known up to the first possible joint
            for (qsizetype at = text.indexOf(joint); at > 0 && ++joints <= kDeepest && ++tries_ < kMostTries;
                 at = text.indexOf(joint, at + 1)) {
                const auto first = byPatterns(Part::kSentence, text.left(at), depth + 1, Ends::kWithClause);
                const auto whole =
                    first ? first : byPatterns(Part::kSentence, text.left(at), depth + 1, Ends::kAnywhere);
                if (!whole) continue;
                const QString rest = text.mid(at + joint.size());
                if (const auto next = following(rest, depth, Lead::kNone)) return *whole + joint + *next;
                if (first && !half)
                    half = *first + joint + following(rest, depth, Lead::kAllowed).value_or(rest);
            }
            if (half) return half;
        }
        return std::nullopt;
    }

    std::optional<QString> led(const QString& text, int depth) {
        const qsizetype at = text.indexOf(QStringLiteral(": "));
        if (at <= 0) return std::nullopt;
        const auto rest = following(text.mid(at + 2), depth, Lead::kAllowed);
        return rest ? std::optional(text.left(at + 2) + *rest) : std::nullopt;
    }

    std::optional<QString> following(const QString& text, int depth, Lead lead) {
        const auto known = translated(Part::kSentence, text, depth + 1, lead);
        return known ? known : translated(Part::kSystem, text, depth + 1);
    }

    /// "auto, cpu or a map": each word separately. Quoted text is never translated.
    std::optional<QString> listed(Part part, const QString& text, int depth) {
        struct Joint {
            QString english;
            QString translated;
        };
        const auto joint = [](const char* both) {
            return Joint{QString::fromLatin1(both).mid(2).chopped(2),
                         QCoreApplication::translate(kContext, both)};
        };
        for (const Joint& by :
             {joint(QT_TRANSLATE_NOOP("Agent", "%1 or %2")), joint(QT_TRANSLATE_NOOP("Agent", "%1 and %2")),
              Joint{QStringLiteral(", "), QStringLiteral("%1, %2")}}) {
            const qsizetype at = text.lastIndexOf(by.english);
            if (at <= 0 || ++tries_ > kMostTries) continue;
            const QString first = text.left(at), second = text.mid(at + by.english.size());
            if (first.count(QLatin1Char('`')) % 2 == 1 || first.count(QLatin1Char('"')) % 2 == 1) continue;
            return filled(by.translated, {translated(part, first, depth + 1).value_or(first),
                                          translated(part, second, depth + 1).value_or(second)});
        }
        return std::nullopt;
    }

    /// In one pass, so that the contents of an argument are never taken for a placeholder.
    static QString filled(const QString& text, const Texts& arguments) {
        QString out;
        for (qsizetype i = 0; i < text.size(); ++i) {
            const bool isPlace = text[i] == QLatin1Char('%') && i + 1 < text.size();
            const int place = isPlace ? text[i + 1].digitValue() : -1;
            if (place < 1 || place > static_cast<int>(arguments.size())) {
                out += text[i];
                continue;
            }
            out += arguments[static_cast<std::size_t>(place - 1)];
            ++i;
        }
        return out;
    }

    int tries_ = 0;
};

/// The latest translations, and their language.
struct Memory {
    QString language;
    QHash<QString, QString> texts;
};

}  // namespace

QString inReadersLanguage(const QString& english) {
    // A sentence that every catalogue contains shows whether one is installed, and which.
    static const char* const kProbe = QT_TRANSLATE_NOOP("Agent", "%1 or %2");
    static Memory memory;
    const QString language = QCoreApplication::translate(kContext, kProbe);
    if (english.isEmpty()) return english;
    if (language == QLatin1String(kProbe)) return shown(english);
    if (memory.language != language || memory.texts.size() >= kMostRemembered) memory = {language, {}};
    const auto known = memory.texts.constFind(english);
    if (known != memory.texts.cend()) return *known;
    const QString text = shown(Translator().shown(english));
    memory.texts.insert(english, text);
    return text;
}

QStringList inReadersLanguage(const QStringList& english) {
    QStringList texts;
    for (const QString& one : english) texts << inReadersLanguage(one);
    return texts;
}

}  // namespace trainyard::models
