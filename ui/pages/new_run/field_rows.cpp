// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/new_run/field_rows.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <algorithm>

#include "core/spec/model/layers.h"
#include "ui/pages/new_run/cluster_row.h"
#include "ui/pages/new_run/command_row.h"
#include "ui/pages/new_run/environment_row.h"
#include "ui/pages/new_run/layer_row.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/field_history.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

using models::FieldKind;
using models::Json;
using models::Presence;
using widgets::named;
using widgets::withRole;

namespace {

constexpr int kIndent = 14;
constexpr int kLineHeight = 28;

/// The initial list of layers: those of the built-in model that was selected, if any.
Json firstLayers(const Json* model) {
    if (model && model->is_object() && model->contains("builtin") && (*model)["builtin"].is_string())
        if (auto layers = spec::builtinLayers((*model)["builtin"])) return *layers;
    return Json::array({{{"flatten", Json::object()}}, {{"dense", {{"units", 10}}}}});
}

}  // namespace

CalmComboBox::CalmComboBox() {
    setFocusPolicy(Qt::StrongFocus);
}

void CalmComboBox::wheelEvent(QWheelEvent* event) {
    if (hasFocus()) {
        QComboBox::wheelEvent(event);
    } else {
        event->ignore();
    }
}

FieldRow::FieldRow(models::RunForm& form, models::FormEntry entry, int depth)
    : form_(form), entry_(std::move(entry)), depth_(depth) {
    title_ = new QLabel;
    title_->setWordWrap(true);
    title_->setFixedWidth(kTitleWidth);
    title_->setIndent(depth * kIndent);
    title_->setText(entry_.presence == Presence::kRequired ? title() + QStringLiteral(" *") : title());
    title_->setToolTip(help());
    finding_ = new widgets::ElidedLabel;
    finding_->setContentsMargins(kTitleWidth + 8, 0, 0, 0);
    line_ = new QHBoxLayout;
    line_->setSpacing(8);
    line_->addWidget(title_, 0, Qt::AlignTop);
    below_ = new QVBoxLayout;
    below_->setSpacing(8);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(line_);
    layout->addWidget(finding_);  // also the gap to the next row
    layout->addLayout(below_);
}

QString FieldRow::name(const QString& part) const {
    QString dotted = entry_.path.dotted;
    dotted.replace('[', '.').remove(']');
    // The contents of a choice are at the choice's own path.
    if (entry_.path.pointer.back() != entry_.key) dotted += '.' + QString::fromStdString(entry_.key);
    return QStringLiteral("new_run.") + dotted + (part.isEmpty() ? QString() : '.' + part);
}

QString FieldRow::title() const {
    if (entry_.path.pointer.back() != entry_.key && !entry_.schema->contains("title")) return tr("Value");
    if (entry_.path.dotted.endsWith(']')) return tr("Layer %1").arg(std::stoul(entry_.key) + 1);
    return models::titleOf(*entry_.schema, QString::fromStdString(entry_.key));
}

QString FieldRow::help() const {
    QStringList lines{QStringLiteral("%1 — %2").arg(title(), entry_.path.dotted)};
    const QString help = models::helpOf(*entry_.schema);
    if (!help.isEmpty()) lines << help;
    if (entry_.presence == Presence::kRequired) lines << tr("Required.");
    if (entry_.schema->contains("default")) {
        const QString text = models::lineOf(FieldKind::kYaml, (*entry_.schema)["default"]);
        if (!text.isEmpty()) lines << tr("Default: %1").arg(text);
    }
    return lines.join('\n');
}

void FieldRow::setControl(QWidget* control) {
    if (control->objectName().isEmpty()) named(control, name(), title());
    control->setAccessibleDescription(help());
    control->setToolTip(help());
    title_->setBuddy(control);
    // Aligned with the first line of a multi-line control.
    title_->setMinimumHeight(std::min(control->sizeHint().height(), kLineHeight));
    line_->addWidget(control, 1);
}

void FieldRow::showFinding(bridge::Severity severity, const QString& text) {
    if (finding_->whole() == text) return;
    finding_->setWhole(text);
    withRole(finding_, severity == bridge::Severity::kError ? "failure" : "waiting");
    finding_->style()->unpolish(finding_);
    finding_->style()->polish(finding_);
}

// ---- FieldRows
// -------------------------------------------------------------------------------------------------

FieldRows::FieldRows(models::RunForm& form, int depth, QWidget* parent)
    : QWidget(parent), form_(form), depth_(depth) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
}

void FieldRows::setEntries(const std::vector<models::FormEntry>& entries) {
    for (FieldRow* row : rows_) {
        row->hide();
        // Its control may be the one whose signal led here.
        row->setParent(nullptr);
        row->deleteLater();
    }
    rows_.clear();
    for (const models::FormEntry& entry : entries) {
        rows_.push_back(makeRow(form_, entry, depth_));
        layout()->addWidget(rows_.back());
        rows_.back()->show();  // immediately, not with the next event
    }
    setVisible(!rows_.empty());
}

void FieldRows::refresh() {
    for (FieldRow* row : rows_) row->refresh();
}

FieldRow* makeRow(models::RunForm& form, const models::FormEntry& entry, int depth) {
    if (entry.path.dotted == QLatin1String("cluster")) return new ClusterRow(form, entry, depth);
    if (entry.path.dotted == QLatin1String("command")) return new CommandRow(form, entry, depth);
    if (entry.path.dotted == QLatin1String("env")) return new EnvironmentRow(form, entry, depth);
    if (entry.path.dotted == QLatin1String("train.model.layers")) return new LayerRow(form, entry, depth);
    switch (models::fieldKind(*entry.schema)) {
        case FieldKind::kFlag:
            return new FlagRow(form, entry, depth);
        case FieldKind::kChoice:
            return new ChoiceRow(form, entry, depth);
        case FieldKind::kSet:
            return new SetRow(form, entry, depth);
        case FieldKind::kGroup:
            return new GroupRow(form, entry, depth);
        default:
            return new LineRow(form, entry, depth);
    }
}

// ---- LineRow
// ---------------------------------------------------------------------------------------------------

LineRow::LineRow(models::RunForm& f, models::FormEntry e, int depth)
    : FieldRow(f, std::move(e), depth), kind_(models::fieldKind(*entry().schema)) {
    edit_ = new QLineEdit;
    if (entry().schema->contains("default"))
        edit_->setPlaceholderText(models::lineOf(kind_, (*entry().schema)["default"]));
    else if (entry().schema->contains("examples"))
        edit_->setPlaceholderText(
            tr("Example: %1").arg(models::lineOf(kind_, (*entry().schema)["examples"][0])));
    setControl(edit_);
    connect(edit_, &QLineEdit::textEdited, this, &LineRow::take);
    const bool isFile =
        kind_ != FieldKind::kYaml && entry().schema->dump().find("x-path") != std::string::npos;
    if (!isFile) return;
    auto* browse = named(new QToolButton, name(QStringLiteral("browse")), tr("Choose: %1").arg(title()));
    browse->setText(QStringLiteral("…"));
    browse->setToolTip(tr("Choose…"));
    line()->addWidget(browse);
    connect(browse, &QToolButton::clicked, this, &LineRow::browse);
}

void LineRow::refresh() {
    const Json* now = value();
    const models::LineValue shown = models::valueOfLine(kind_, *entry().schema, edit_->text());
    const bool isSame =
        now ? shown.isReadable && shown.value == *now && !edit_->text().isEmpty() : edit_->text().isEmpty();
    if (isSame) return;  // keep it as typed
    if (edit_->hasFocus() && !shown.isReadable) return;
    edit_->setText(now ? models::lineOf(kind_, *now) : QString());
}

void LineRow::take() {
    const models::LineValue typed = models::valueOfLine(kind_, *entry().schema, edit_->text());
    const bool isEmpty = edit_->text().trimmed().isEmpty();
    widgets::setInPageHistory(*edit_, isEmpty || typed.isReadable);  // the rest is no step of the run file
    if (isEmpty) {
        showFinding(bridge::Severity::kError, {});
        form().remove(path());
    } else if (typed.isReadable) {
        form().set(path(), typed.value);
    } else {
        showFinding(bridge::Severity::kError, tr("This cannot be read as YAML yet."));
    }
}

void LineRow::browse() {
    const bool isFolder = entry().schema->value("x-path", "").ends_with("folder");
    auto* dialog = new QFileDialog(this, title());
    dialog->setObjectName("new_run.path_dialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(isFolder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString& file) { form().set(path(), file.toStdString()); });
    dialog->open();
}

// ---- FlagRow, SetRow
// -------------------------------------------------------------------------------------------

FlagRow::FlagRow(models::RunForm& f, models::FormEntry e, int depth) : FieldRow(f, std::move(e), depth) {
    box_ = new QCheckBox;
    setControl(box_);
    connect(box_, &QCheckBox::clicked, this, [this](bool isOn) { form().set(path(), isOn); });
}

void FlagRow::refresh() {
    const Json* now = value();
    const Json shown = now ? *now : entry().schema->value("default", Json(false));
    box_->setChecked(shown == true);
}

SetRow::SetRow(models::RunForm& f, models::FormEntry e, int depth) : FieldRow(f, std::move(e), depth) {
    auto* all = named(new QWidget, name(), title());
    auto* layout = new QVBoxLayout(all);
    layout->setContentsMargins(0, 3, 0, 0);
    layout->setSpacing(4);
    for (const std::string& word : models::setWords(*entry().schema)) {
        const QString text = QString::fromStdString(word);
        boxes_.push_back(named(new QCheckBox(text), name(text), title() + ": " + text));
        layout->addWidget(boxes_.back());
        connect(boxes_.back(), &QCheckBox::clicked, this, &SetRow::take);
    }
    setControl(all);
}

void SetRow::refresh() {
    const Json* now = value();
    const Json shown = now ? *now : entry().schema->value("default", Json::array());
    for (QCheckBox* box : boxes_) {
        const bool isIn =
            shown.is_array() && std::ranges::any_of(shown, [&](const Json& word) {
                return models::longForm((*entry().schema)["items"], word) == box->text().toStdString();
            });
        box->setChecked(isIn);
    }
}

void SetRow::take() {
    Json words = Json::array();
    for (const QCheckBox* box : boxes_)
        if (box->isChecked()) words.push_back(box->text().toStdString());
    form().set(path(), words);
}

// ---- ChoiceRow
// -------------------------------------------------------------------------------------------------

ChoiceRow::ChoiceRow(models::RunForm& f, models::FormEntry e, int depth)
    : FieldRow(f, std::move(e), depth),
      alternatives_(models::alternativesOf(*entry().schema, entry().presence)) {
    // The default is shown in the field of its alternative.
    if (entry().schema->contains("default")) {
        const Json& standard = (*entry().schema)["default"];
        const int index = models::alternativeOf(alternatives_, *entry().schema, nullptr);
        if (index >= 0 && standard.is_primitive() &&
            alternatives_[static_cast<std::size_t>(index)].schema.is_object())
            alternatives_[static_cast<std::size_t>(index)].schema["default"] = standard;
    }
    box_ = new CalmComboBox;
    box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box_->setMinimumContentsLength(12);
    for (const models::Alternative& alternative : alternatives_) {
        box_->addItem(alternative.label);
        const int row = box_->count() - 1;
        if (!alternative.help.isEmpty()) box_->setItemData(row, alternative.help, Qt::ToolTipRole);
        if (alternative.notYet.isEmpty()) continue;
        auto* items = qobject_cast<QStandardItemModel*>(box_->model());
        items->item(row)->setEnabled(false);
        box_->setItemText(row, tr("%1 (not in this version)").arg(alternative.label));
        box_->setItemData(row, tr("This version can't %1").arg(alternative.notYet), Qt::ToolTipRole);
    }
    setControl(box_);
    rows_ = new FieldRows(form(), depth + 1, this);
    rows_->hide();
    below()->addWidget(rows_);
    connect(box_, &QComboBox::activated, this, &ChoiceRow::choose);
}

void ChoiceRow::refresh() {
    int index = models::alternativeOf(alternatives_, *entry().schema, value());
    // "1e-" while typing 1e-3 is not a number yet; its field must not disappear while the user types.
    const bool wasOpen = shown_ >= 0 && alternatives_[static_cast<std::size_t>(shown_)].schema.is_object() &&
                         alternatives_[static_cast<std::size_t>(shown_)].schema.value("type", "") != "object";
    if (index < 0 && value() && value()->is_primitive() && wasOpen) index = shown_;
    box_->setCurrentIndex(index);
    if (index < 0)
        box_->setPlaceholderText(value() ? models::lineOf(FieldKind::kYaml, *value()) : tr("Choose…"));
    if (index != shown_) showChosen(index);
    rows_->refresh();
}

void ChoiceRow::showChosen(int index) {
    shown_ = index;
    std::vector<models::FormEntry> entries;
    if (index >= 0 && !alternatives_[static_cast<std::size_t>(index)].schema.is_null()) {
        const Json& schema = alternatives_[static_cast<std::size_t>(index)].schema;
        if (schema.value("type", "") == "object") {
            entries = models::entriesOf(schema, path());
            // {name: {options}}: the options are right below the name.
            if (entries.size() == 1 && models::fieldKind(*entries[0].schema) == FieldKind::kGroup)
                entries = models::entriesOf(*entries[0].schema, entries[0].path);
        } else {
            entries.push_back({"value", path(), &schema, entry().presence});
        }
    }
    rows_->setEntries(entries);
}

void ChoiceRow::choose(int index) {
    const models::Alternative& chosen = alternatives_[static_cast<std::size_t>(index)];
    if (index == models::alternativeOf(alternatives_, *entry().schema, value()) && value()) return;
    if (chosen.isAbsent) {
        form().remove(path());
    } else if (path().dotted == QLatin1String("train.model") && chosen.initial.contains("layers")) {
        form().set(path(), {{"layers", firstLayers(value())}});
    } else {
        form().set(path(), models::switchedTo(chosen, value()));
    }
}

// ---- GroupRow
// --------------------------------------------------------------------------------------------------

GroupRow::GroupRow(models::RunForm& f, models::FormEntry e, int depth) : FieldRow(f, std::move(e), depth) {
    auto entries = models::entriesOf(*entry().schema, path());
    // A group that may be omitted as a whole requires nothing until one of its keys is set.
    if (entry().presence == Presence::kOptional)
        for (models::FormEntry& inner : entries) inner.presence = Presence::kOptional;
    line()->addStretch();  // there is no field next to the title
    rows_ = new FieldRows(form(), depth + 1, this);
    below()->addWidget(rows_);
    rows_->setEntries(entries);
}

void GroupRow::refresh() {
    rows_->refresh();
}

}  // namespace trainyard::pages

#include "moc_field_rows.cpp"
