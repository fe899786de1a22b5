// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/ask.h"

#include <QCoreApplication>
#include <QDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/widgets/named.h"

namespace trainyard::widgets {

void ask(QWidget* window, const Question& question, QObject* context,
         std::function<void(const QString&)> take) {
    auto* dialog = new QDialog(window);
    dialog->setObjectName(question.name);
    dialog->setWindowTitle(question.title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    auto* field = named(new QLineEdit(question.value), question.name + ".field", question.label);
    auto* ok = withRole(named(new QPushButton(QCoreApplication::translate("Ask", "OK")),
                              question.name + ".ok", question.title),
                        "primary");
    auto* cancel = named(new QPushButton(QCoreApplication::translate("Ask", "Cancel")),
                         question.name + ".cancel", QCoreApplication::translate("Ask", "Cancel"));
    ok->setDefault(true);
    const auto judge = [field, ok, isGood = question.isGood] {
        ok->setEnabled(isGood(field->text().trimmed()));
    };
    QObject::connect(field, &QLineEdit::textChanged, ok, judge);
    judge();
    QObject::connect(ok, &QPushButton::clicked, dialog, &QDialog::accept);
    QObject::connect(cancel, &QPushButton::clicked, dialog, &QDialog::reject);
    QObject::connect(dialog, &QDialog::accepted, context,
                     [field, take = std::move(take)] { take(field->text().trimmed()); });
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(ok);
    auto* layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(new QLabel(question.label));
    layout->addWidget(field);
    layout->addSpacing(8);
    layout->addLayout(buttons);
    dialog->setMinimumWidth(340);
    field->selectAll();
    field->setFocus();
    dialog->open();
}

void confirm(QWidget* window, const Confirmation& confirmation, QObject* context,
             std::function<void()> then) {
    auto* box = new QMessageBox(QMessageBox::Question, confirmation.title, confirmation.text,
                                QMessageBox::NoButton, window);
    box->setObjectName(confirmation.name);
    box->setInformativeText(confirmation.consequence);
    box->setAttribute(Qt::WA_DeleteOnClose);
    auto* yes = named(box->addButton(confirmation.yes, QMessageBox::AcceptRole), confirmation.name + ".yes",
                      confirmation.yes);
    const QString cancel = QCoreApplication::translate("Ask", "Cancel");
    auto* no = named(box->addButton(cancel, QMessageBox::RejectRole), confirmation.name + ".no", cancel);
    box->setDefaultButton(no);
    box->setEscapeButton(no);
    QObject::connect(box, &QMessageBox::buttonClicked, context,
                     [yes, then = std::move(then)](const QAbstractButton* pressed) {
                         if (pressed == yes) then();
                     });
    box->open();
}

}  // namespace trainyard::widgets
