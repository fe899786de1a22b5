// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/new_run/environment_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/named.h"

namespace trainyard::pages {

using models::Json;
using models::Variable;
using widgets::named;
using widgets::withRole;

namespace {

/// The signal of a control in it may have led here.
void drop(QWidget* line) {
    line->hide();
    line->setParent(nullptr);
    line->deleteLater();
}

}  // namespace

EnvironmentRow::EnvironmentRow(models::RunForm& f, models::FormEntry e, int depth)
    : FieldRow(f, std::move(e), depth) {
    auto* others = withRole(
        new QLabel(tr("Added to the agent's environment, TF_CONFIG and torchrun's variables.")), "muted");
    others->setWordWrap(true);
    setControl(others);
    auto* lines = new QWidget;
    list_ = new QVBoxLayout(lines);
    list_->setContentsMargins(0, 0, 0, 0);
    list_->setSpacing(4);
    below()->addWidget(lines);
    add_ = named(new QPushButton(tr("Add variable")), name(QStringLiteral("add")), tr("Add variable"));
    connect(add_, &QPushButton::clicked, this, &EnvironmentRow::add);
    problem_ =
        withRole(named(new QLabel, name(QStringLiteral("problem")), tr("Unused variables")), "waiting");
    problem_->setWordWrap(true);
    auto* under = new QHBoxLayout;
    under->setContentsMargins(kTitleWidth + 8, 0, 0, 0);
    under->addWidget(add_);
    under->addWidget(problem_, 1);
    below()->addLayout(under);
    below()->setContentsMargins(0, 0, 0, kGapBelow);
    showLines();
}

void EnvironmentRow::addLine(const Variable& variable) {
    Line line{new QWidget, new QLineEdit(variable.name), new QLineEdit(variable.value)};
    line.name->setFixedWidth(kTitleWidth);  // in the column of the titles
    auto* remove = new QToolButton;
    remove->setText(tr("Remove"));
    auto* layout = new QHBoxLayout(line.whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    // All at one height: Tab goes through the form by position.
    layout->addWidget(line.name, 0, Qt::AlignTop);
    layout->addWidget(line.value, 1, Qt::AlignTop);
    layout->addWidget(remove, 0, Qt::AlignTop);
    for (QLineEdit* edit : {line.name, line.value})
        connect(edit, &QLineEdit::textEdited, this, &EnvironmentRow::take);
    connect(remove, &QToolButton::clicked, this, [this, whole = line.whole] { this->remove(whole); });
    list_->addWidget(line.whole);
    line.whole->show();
    lines_.push_back(line);
}

std::vector<Variable> EnvironmentRow::rows() const {
    std::vector<Variable> rows;
    for (const Line& line : lines_) rows.push_back({line.name->text(), line.value->text()});
    return rows;
}

void EnvironmentRow::showLines() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const QString number = QString::number(i + 1);
        const auto at = [&](const char* part) {
            return name(QStringLiteral("%1.%2").arg(i).arg(QLatin1String(part)));
        };
        named(lines_[i].name, at("name"), tr("Variable %1: name").arg(number));
        named(lines_[i].value, at("value"), tr("Variable %1: value").arg(number));
        named(lines_[i].whole->findChild<QToolButton*>(), at("remove"), tr("Remove variable %1").arg(number));
        lines_[i].name->setPlaceholderText(tr("Name"));
        lines_[i].value->setPlaceholderText(tr("Value"));
        for (QWidget* control :
             {static_cast<QWidget*>(lines_[i].name), static_cast<QWidget*>(lines_[i].value)})
            control->setAccessibleDescription(help());
    }
    problem_->setText(models::environmentProblem(rows()));
}

void EnvironmentRow::refresh() {
    const Json* now = value();
    if (models::environmentOf(rows(), now) == (now ? *now : Json::object())) return;  // keep it as typed
    for (const Line& line : lines_) drop(line.whole);
    lines_.clear();
    for (const Variable& variable : models::variablesOf(now)) addLine(variable);
    showLines();
}

void EnvironmentRow::add() {
    addLine({});
    showLines();
    lines_.back().name->setFocus(Qt::OtherFocusReason);
}

void EnvironmentRow::remove(QWidget* whole) {
    const auto found = std::ranges::find(lines_, whole, &Line::whole);
    const bool isLast = found + 1 == lines_.end();
    drop(whole);
    const auto next = lines_.erase(found);
    if (isLast)
        add_->setFocus(Qt::OtherFocusReason);
    else
        next->name->setFocus(Qt::OtherFocusReason);
    take();
}

void EnvironmentRow::take() {
    showLines();
    const Json env = models::environmentOf(rows(), value());
    if (env.empty()) {
        form().remove(path());
    } else {
        form().set(path(), env);
    }
}

}  // namespace trainyard::pages

#include "moc_environment_row.cpp"
