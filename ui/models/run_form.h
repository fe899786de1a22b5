// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <map>

#include "ui/bridge/sentence.h"
#include "ui/bridge/values.h"
#include "ui/models/form_schema.h"

namespace trainyard::models {

/// A run file being edited, as text and as values: whichever is edited, the other follows. The text is
/// authoritative; editing a value changes as little of it as possible, so that comments are kept. Touches no
/// file. [gui]
class RunForm : public QObject {
    Q_OBJECT
  public:
    using QObject::QObject;

    /// AgentFunctions::formSchema's answer.
    void setSchema(const QByteArray& json);
    bool hasSchema() const { return !schema_.is_null(); }
    /// Of the form's kind of run.
    const Json& schema() const { return kind() == RunKind::kCommand ? commandSchema_ : schema_; }
    /// {role: {"min": n, "max": n}} of the chosen strategy, or of any command run; null when the strategy is
    /// unknown. A max of 0: no limit.
    Json roles() const;
    /// A text that cannot be shown as values leaves the kind unchanged.
    RunKind kind() const { return kind_; }

    /// Starts with another run file.
    void open(const QString& text);
    /// The same run file, edited as text.
    void setText(const QString& text);
    const QString& text() const { return text_; }
    /// Why the text cannot be shown as values ("line 3: …"); empty when it has.
    const bridge::Sentence& problem() const { return problem_; }
    int problemLine() const { return problemLine_; }
    const Json& tree() const { return tree_; }
    /// Empty: the key is absent.
    const Json* value(const FormPath& path) const;
    /// 1-based; 0: nowhere.
    int lineOf(const QString& path) const;

    /// Both do nothing while there is a problem.
    void set(const FormPath& path, Json value);
    void remove(const FormPath& path);
    /// Sets several keys of the file as one change.
    void merge(const Json& keys);
    /// Replaces the keys that only the present kind has. Those of the other kind are restored if the run file
    /// had any since open().
    void setKind(RunKind kind);
    /// A finding's fix, in the form that `--set` takes; false if it cannot be applied.
    bool applyFix(const QString& setting);

  signals:
    /// The values may have changed.
    void changed();
    /// An edited value changed the text to this.
    void textEdited(const QString& text);

  private:
    void take(const Json& tree);
    void read();

    Json schema_;
    Json commandSchema_;
    Json roles_;
    RunKind kind_ = RunKind::kTraining;
    Json setAside_ = Json::object();  ///< keys of the other kind
    QString text_;
    Json tree_;
    std::map<std::string, int> lines_;
    bridge::Sentence problem_ = "-";
    int problemLine_ = 0;
};

/// The shape of one sample of `train.data.train`, if the run file alone determines it; otherwise empty.
std::vector<std::int64_t> inputShape(const Json& tree);

/// The differences of two run files in the form that `--set` takes: "train.epochs=3". Empty if a key was
/// removed, which --set cannot express.
struct SetArguments {
    QStringList arguments;
    bool isWhole = true;
};
SetArguments setArguments(const Json& from, const Json& to);

}  // namespace trainyard::models
