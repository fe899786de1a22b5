// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/ssh_question.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <utility>

#include "ui/widgets/named.h"

namespace trainyard::widgets {

namespace {

constexpr int kQuestionWidth = 560;  // the line with a fingerprint
constexpr int kLongestAnswer = 1000;
constexpr int kMostLines = 12, kMostCharacters = 1200;  // of a text that is shown whole
constexpr int kLongTextHeight = 320;

/// A host may send many lines: the buttons stay on the screen.
QWidget* fitting(QLabel* text) {
    const QString words = text->text();
    if (words.count(QLatin1Char('\n')) < kMostLines && words.size() <= kMostCharacters) return text;
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(text);
    area->setFixedHeight(kLongTextHeight);
    return area;
}

}  // namespace

SshQuestionDialog::SshQuestionDialog(const QString& name, const QString& machine,
                                     const bridge::SshQuestion& question, OnAnswer onAnswer, QWidget* parent)
    : QDialog(parent), onAnswer_(std::move(onAnswer)) {
    setObjectName(name);
    setWindowTitle(tr("Connect to %1").arg(machine));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* text = named(new QLabel, name + ".text", tr("Question from ssh"));
    text->setTextFormat(Qt::PlainText);        // a host may have written it
    text->setText(question.prompt.trimmed());  // once it has its name: readers would know it without its text
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(
        withRole(new QLabel(tr("ssh needs an answer to connect to %1:").arg(machine)), "muted"));
    layout->addWidget(fitting(text));
    if (question.kind == bridge::SshQuestion::Kind::kSecret) makeField(name, *layout);
    layout->addSpacing(8);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    const auto addButton = [&](const QString& part, const QString& label, const auto& pressed) {
        auto* button = named(new QPushButton(label), name + part, label);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, pressed);
        buttons->addWidget(button);
        return button;
    };
    const auto say = [this](const char* word) {
        return [this, word] { answer(std::make_shared<const bridge::SshAnswer>(word)); };
    };
    QPushButton* const cancel = addButton(".cancel", tr("Cancel"), [this] { reject(); });
    if (question.kind == bridge::SshQuestion::Kind::kYesNo) {
        addButton(".no", tr("No"), say("no"));
        withRole(addButton(".yes", tr("Yes"), say("yes")), "primary");
    }
    if (field_)
        withRole(
            addButton(
                ".ok", tr("OK"),
                [this] { answer(std::make_shared<const bridge::SshAnswer>(field_->text().toStdString())); }),
            "primary")
            ->setDefault(true);
    else
        cancel->setDefault(true);  // Return accepts no host that nobody has looked at
    layout->addLayout(buttons);
    setMinimumWidth(kQuestionWidth);
    connect(this, &QDialog::rejected, this, [this] {
        if (onAnswer_) std::exchange(onAnswer_, nullptr)(nullptr);
    });
    (field_ ? static_cast<QWidget*>(field_) : cancel)->setFocus();
}

SshQuestionDialog::~SshQuestionDialog() {
    if (onAnswer_) std::exchange(onAnswer_, nullptr)(nullptr);
}

/// ssh does not say whether what is entered may be seen.
void SshQuestionDialog::makeField(const QString& name, QVBoxLayout& layout) {
    field_ = named(new QLineEdit, name + ".field", tr("Answer"));
    field_->setEchoMode(QLineEdit::Password);
    field_->setMaxLength(kLongestAnswer);
    auto* show = named(new QCheckBox(tr("Show")), name + ".show", tr("Show the answer"));
    connect(show, &QCheckBox::toggled, field_, [field = field_](bool isShown) {
        field->setEchoMode(isShown ? QLineEdit::Normal : QLineEdit::Password);
    });
    layout.addWidget(field_);
    layout.addWidget(show);
}

void SshQuestionDialog::answer(std::shared_ptr<const bridge::SshAnswer> answer) {
    const OnAnswer onAnswer = std::exchange(onAnswer_, nullptr);
    if (field_) field_->clear();
    accept();
    if (onAnswer) onAnswer(std::move(answer));
}

void SshQuestionDialog::withdraw() {
    onAnswer_ = nullptr;
    reject();
}

}  // namespace trainyard::widgets

#include "moc_ssh_question.cpp"
