// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QComboBox>
#include <QWidget>
#include <vector>

#include "ui/models/run_form.h"

class QCheckBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace trainyard::widgets {
class ElidedLabel;
}

namespace trainyard::pages {

/// A control that does not change its value while the wheel scrolls the page.
class CalmComboBox : public QComboBox {
  public:
    CalmComboBox();

  protected:
    void wheelEvent(QWheelEvent* event) override;
};

/// One key of a run file in the form: its title, its control, and its findings. Object names are "new_run."
/// followed by the key's path. [gui]
class FieldRow : public QWidget {
    Q_OBJECT
  public:
    FieldRow(models::RunForm& form, models::FormEntry entry, int depth);

    /// Shows the form's current value.
    virtual void refresh() = 0;
    const models::FormPath& path() const { return entry_.path; }
    /// The key's help: its type, meaning and default.
    QString help() const;
    /// Shows a finding in the line under the field, which is always there, so that nothing below it moves.
    /// Empty: no finding.
    void showFinding(bridge::Severity severity, const QString& text);

  protected:
    /// The gap below a row that has no line for findings.
    static constexpr int kGapBelow = 8;
    static constexpr int kTitleWidth = 168;
    /// "new_run.train.epochs", or a part of the field: "new_run.cluster.worker.count".
    QString name(const QString& part = {}) const;
    QString title() const;
    /// Puts the control next to the title and sets its names.
    void setControl(QWidget* control);
    QHBoxLayout* line() { return line_; }
    QVBoxLayout* below() { return below_; }
    const models::FormEntry& entry() const { return entry_; }
    const models::Json* value() const { return form_.value(entry_.path); }
    models::RunForm& form() { return form_; }
    int depth() const { return depth_; }

  private:
    models::RunForm& form_;
    models::FormEntry entry_;
    int depth_;
    QHBoxLayout* line_ = nullptr;
    QVBoxLayout* below_ = nullptr;
    QLabel* title_ = nullptr;
    widgets::ElidedLabel* finding_ = nullptr;
};

/// The rows of several keys, one below the other. [gui]
class FieldRows : public QWidget {
    Q_OBJECT
  public:
    FieldRows(models::RunForm& form, int depth, QWidget* parent = nullptr);

    /// Keeps pointers into the entries' schemas: they must outlive the rows.
    void setEntries(const std::vector<models::FormEntry>& entries);
    void refresh();

  private:
    models::RunForm& form_;
    int depth_;
    std::vector<FieldRow*> rows_;
};

/// Creates the row that fits the schema.
FieldRow* makeRow(models::RunForm& form, const models::FormEntry& entry, int depth);

/// A line of text: a number, a text, a file's path, comma-separated scalars, or YAML.
class LineRow : public FieldRow {
    Q_OBJECT
  public:
    LineRow(models::RunForm& form, models::FormEntry entry, int depth);
    void refresh() override;

  private:
    void take();
    void browse();
    models::FieldKind kind_;
    QLineEdit* edit_ = nullptr;
};

class FlagRow : public FieldRow {
    Q_OBJECT
  public:
    FlagRow(models::RunForm& form, models::FormEntry entry, int depth);
    void refresh() override;

  private:
    QCheckBox* box_ = nullptr;
};

/// Any subset of several words.
class SetRow : public FieldRow {
    Q_OBJECT
  public:
    SetRow(models::RunForm& form, models::FormEntry entry, int depth);
    void refresh() override;

  private:
    void take();
    std::vector<QCheckBox*> boxes_;
};

/// One of several alternatives, with the rows of the selected one below.
class ChoiceRow : public FieldRow {
    Q_OBJECT
  public:
    ChoiceRow(models::RunForm& form, models::FormEntry entry, int depth);
    void refresh() override;

  private:
    void choose(int index);
    void showChosen(int index);
    std::vector<models::Alternative> alternatives_;
    int shown_ = -1;
    QComboBox* box_ = nullptr;
    FieldRows* rows_ = nullptr;
};

/// The keys of a map under a title.
class GroupRow : public FieldRow {
    Q_OBJECT
  public:
    GroupRow(models::RunForm& form, models::FormEntry entry, int depth);
    void refresh() override;

  private:
    FieldRows* rows_ = nullptr;
};

}  // namespace trainyard::pages
