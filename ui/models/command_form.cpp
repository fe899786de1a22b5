// SPDX-License-Identifier: Apache-2.0
#include "ui/models/command_form.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <set>

#include "core/spec/yaml/yaml_write.h"

namespace trainyard::models {
namespace {

bool isBlank(QChar c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == QChar::ParagraphSeparator;
}

/// One pass over a command line.
class CommandReader {
  public:
    explicit CommandReader(const QString& line) : line_(line) {}
    CommandWords read();

  private:
    bool isAtEnd() const { return at_ >= line_.size(); }
    void readSingleQuotes();
    void readDoubleQuotes();
    void readBackslash();
    void endWord();
    void takePlain(QChar c);
    /// Outside single quotes `$` and ` have a meaning in a shell.
    void noteExpansion(QChar c);

    const QString& line_;
    qsizetype at_ = 0;
    CommandWords words_;
    bool hasWord_ = false;     ///< also an empty one, in quotes
    bool isForShell_ = false;  ///< a shell would expand it
    QString word_;
    QString bare_;  ///< the word with its quoted characters replaced, to recognize operators
};

void CommandReader::noteExpansion(QChar c) {
    const QChar next = at_ < line_.size() ? line_[at_] : QChar();
    const bool isVariable = c == '$' && (next.isLetter() || next == '_' || next == '{' || next == '(');
    if (isVariable || c == '`') isForShell_ = true;
}

void CommandReader::readSingleQuotes() {
    const qsizetype end = line_.indexOf('\'', at_);
    words_.hasOpenQuote = words_.hasOpenQuote || end < 0;
    word_ += line_.mid(at_, end < 0 ? -1 : end - at_);
    at_ = end < 0 ? line_.size() : end + 1;
}

void CommandReader::readDoubleQuotes() {
    static const QString kEscaped = QStringLiteral("$`\"\\\n");
    while (!isAtEnd()) {
        const QChar c = line_[at_++];
        if (c == '"') return;
        if (c == '\\' && !isAtEnd() && kEscaped.contains(line_[at_])) {
            if (line_[at_] != '\n') word_ += line_[at_];
            ++at_;
            continue;
        }
        noteExpansion(c);
        word_ += c;
    }
    words_.hasOpenQuote = true;
}

void CommandReader::readBackslash() {
    if (isAtEnd()) return;  // the line would be continued
    const QChar c = line_[at_++];
    if (c == '\n') return;
    hasWord_ = true;
    word_ += c;
    bare_ += 'q';
}

void CommandReader::takePlain(QChar c) {
    hasWord_ = true;
    noteExpansion(c);
    word_ += c;
    bare_ += c;
}

void CommandReader::endWord() {
    if (!hasWord_) return;
    static const QRegularExpression kOperator(
        QStringLiteral(R"(^(\||\|\||&|&&|;|\d*>.*|\d*<.*|&>.*|~|~/.*|.*\*.*|.+;)$)"));
    static const QRegularExpression kAssignment(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*=.*$"));
    if (isForShell_ || kOperator.match(bare_).hasMatch()) words_.shellWords << word_;
    if (words_.arguments.empty()) words_.hasAssignment = kAssignment.match(bare_).hasMatch();
    words_.arguments.push_back(word_.toStdString());
    hasWord_ = isForShell_ = false;
    word_.clear();
    bare_.clear();
}

CommandWords CommandReader::read() {
    while (!isAtEnd()) {
        const QChar c = line_[at_++];
        if (isBlank(c)) {
            endWord();
        } else if (c == '\\') {
            readBackslash();
        } else if (c == '\'' || c == '"') {
            hasWord_ = true;
            bare_ += 'q';
            c == '\'' ? readSingleQuotes() : readDoubleQuotes();
        } else {
            takePlain(c);
        }
    }
    endWord();
    return words_;
}

QString shownValue(const Json& value) {
    return QString::fromStdString(value.is_string() ? value.get<std::string>()
                                                    : spec::flowYaml(value, Json::object()));
}

/// Why a row is left out.
enum class RowFault { kNone, kNoName, kTwice };

std::vector<RowFault> faultsOf(const std::vector<Variable>& rows) {
    std::vector<RowFault> faults;
    std::set<QString> names;
    for (const Variable& row : rows) {
        const bool isNew = names.insert(row.name).second;
        faults.push_back(row.name.isEmpty() ? RowFault::kNoName : isNew ? RowFault::kNone : RowFault::kTwice);
    }
    return faults;
}

}  // namespace

CommandWords commandWords(const QString& line) {
    return CommandReader(line).read();
}

QString shellQuoted(const QString& word) {
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_./=:@%+,-]+$"));
    if (plain.match(word).hasMatch()) return word;
    return '\'' + QString(word).replace('\'', QStringLiteral("'\\''")) + '\'';
}

QString commandLine(const Json& command) {
    if (!command.is_array()) return shownValue(command);
    QStringList words;
    for (const Json& argument : command) words << shellQuoted(shownValue(argument));
    return words.join(' ');
}

std::vector<Variable> variablesOf(const Json* env) {
    std::vector<Variable> rows;
    if (!env || !env->is_object()) return rows;
    for (const auto& item : env->items())
        rows.push_back({QString::fromStdString(item.key()), shownValue(item.value())});
    return rows;
}

Json environmentOf(const std::vector<Variable>& rows, const Json* before) {
    Json env = Json::object();
    const std::vector<RowFault> faults = faultsOf(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (faults[i] != RowFault::kNone) continue;
        const std::string name = rows[i].name.toStdString();
        const bool isSame = before && before->is_object() && before->contains(name) &&
                            shownValue(before->at(name)) == rows[i].value;
        env[name] = isSame ? before->at(name) : Json(rows[i].value.toStdString());
    }
    return env;
}

QString environmentProblem(const std::vector<Variable>& rows) {
    const std::vector<RowFault> faults = faultsOf(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (faults[i] == RowFault::kTwice)
            return QCoreApplication::translate("CommandForm",
                                               "“%1” is set twice. Only its first value is used.")
                .arg(rows[i].name);
        if (faults[i] == RowFault::kNoName && !rows[i].value.isEmpty())
            return QCoreApplication::translate("CommandForm", "Row %1 has no name, so it is not used.")
                .arg(i + 1);
    }
    return {};
}

}  // namespace trainyard::models
