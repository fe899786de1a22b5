// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/far_path_dialog.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/widgets/named.h"

namespace trainyard::widgets {
namespace {

constexpr int kWidth = 520;

}  // namespace

FarPathDialog::FarPathDialog(const QString& title, const QString& machine, const QString& what,
                             const QString& why, const QString& name, QWidget* parent)
    : QDialog(parent) {
    setObjectName(name);
    setWindowTitle(title);
    setAttribute(Qt::WA_DeleteOnClose);
    path_ = named(new QLineEdit, name + QStringLiteral(".path"), what);
    path_->setPlaceholderText(tr("Absolute path on %1").arg(machine));
    auto* reason = withRole(new QLabel(why), "muted");
    reason->setWordWrap(true);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    form->addRow(what, path_);
    form->addRow(QString(), reason);
    auto* cancel = named(new QPushButton(tr("Cancel")), name + QStringLiteral(".cancel"), tr("Cancel"));
    accept_ =
        withRole(named(new QPushButton(tr("OK")), name + QStringLiteral(".accept"), tr("OK")), "primary");
    accept_->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(accept_, &QPushButton::clicked, this, [this] {
        const QString path = path_->text().trimmed();
        accept();
        emit chosen(path);
    });
    connect(path_, &QLineEdit::textChanged, this, &FarPathDialog::refresh);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(accept_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addLayout(buttons);
    resize(kWidth, heightForWidth(kWidth));
    refresh();
}

void FarPathDialog::refresh() {
    accept_->setEnabled(path_->text().trimmed().startsWith('/'));
}

}  // namespace trainyard::widgets

#include "moc_far_path_dialog.cpp"
