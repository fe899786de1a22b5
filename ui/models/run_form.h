// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <map>

#include "ui/bridge/values.h"
#include "ui/models/form_schema.h"

namespace trainyard::models {

/// A run file being written, as text and as values: whichever is edited, the other follows. The text is what
/// counts; an edited value changes as little of it as can be, so that comments stay. Touches no file. [gui]
class RunForm : public QObject {
    Q_OBJECT
  public:
    using QObject::QObject;

    /// AgentFunctions::formSchema's answer.
    void setSchema(const QByteArray& json);
    bool hasSchema() const { return !schema_.is_null(); }
    const Json& schema() const { return schema_; }
    /// {role: {"min": n, "max": n}} of the strategy that is chosen; null when it is not known. A max of 0:
    /// any number.
    const Json& roles() const;

    void setText(const QString& text);
    const QString& text() const { return text_; }
    /// Why the text has no values to show ("line 3: …"); empty when it has.
    const QString& problem() const { return problem_; }
    int problemLine() const { return problemLine_; }
    const Json& tree() const { return tree_; }
    /// Nothing: the key is not there.
    const Json* value(const FormPath& path) const;
    /// 1-based; 0: nowhere.
    int lineOf(const QString& path) const;

    /// Both do nothing while there is a problem.
    void set(const FormPath& path, Json value);
    void remove(const FormPath& path);
    /// Puts several keys of the file in place, as one change.
    void merge(const Json& keys);
    /// A finding's fix, as `--set` takes it; false where it cannot be applied.
    bool applyFix(const QString& setting);

  signals:
    /// The values may be others now.
    void changed();
    /// An edited value made this the text.
    void textEdited(const QString& text);

  private:
    void take(Json tree);
    void read();

    Json schema_;
    Json roles_;
    QString text_;
    Json tree_;
    std::map<std::string, int> lines_;
    QString problem_ = QStringLiteral("-");
    int problemLine_ = 0;
};

/// The shape of one sample of `train.data.train`, where the run file alone tells it; else empty.
std::vector<std::int64_t> inputShape(const Json& tree);

/// The differences of two run files as `--set` takes them: "train.epochs=3". Nothing where a key went away,
/// which --set cannot say.
struct SetArguments {
    QStringList arguments;
    bool isWhole = true;
};
SetArguments setArguments(const Json& from, const Json& to);

}  // namespace trainyard::models
