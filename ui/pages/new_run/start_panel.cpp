// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/new_run/start_panel.h"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/widgets/choice_delegate.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

// A static library's resources are available only after they have been initialised by name, outside any
// namespace.
static void initExampleResources() {
    Q_INIT_RESOURCE(examples);
}

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

const QString kExamples = QStringLiteral(":/examples/");

/// An example's description: the first sentence of its leading comment.
QString firstComment(const QString& text) {
    QStringList words;
    for (const QString& line : text.split('\n')) {
        if (!line.startsWith(QStringLiteral("# "))) break;
        words << line.mid(2);
    }
    const QString comment = words.join(' ');
    const qsizetype end = comment.indexOf(QStringLiteral(". "));
    return end < 0 ? comment : comment.left(end + 1);
}

QIcon fileIcon() {
    return widgets::Theme::icon(QStringLiteral("file"));
}

QListWidget* list(const QString& name, const QString& title) {
    auto* made = named(new QListWidget, name, title);
    withRole(made, "choices");
    made->setIconSize(QSize(18, 18));
    made->setItemDelegate(new widgets::ChoiceDelegate(made));
    made->setResizeMode(QListView::Adjust);  // the descriptions need another number of lines
    made->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return made;
}

}  // namespace

StartPanel::StartPanel(QWidget* parent) : QWidget(parent) {
    initExampleResources();
    examples_ = list("new_run.choices.examples", tr("Examples"));
    for (const QString& file : QDir(kExamples).entryList(QDir::Files, QDir::Name)) {
        const QString name = QString(file).remove(QStringLiteral(".yaml"));
        auto* item = new QListWidgetItem(fileIcon(), name, examples_);
        const QString about = firstComment(exampleText(name));
        item->setStatusTip(about);
        item->setToolTip(about);
        item->setData(Qt::AccessibleDescriptionRole, about);
    }
    recent_ = list("new_run.choices.recent", tr("Recent run files"));
    noRecent_ = withRole(new QLabel(tr("No recent files. Files you open or save appear here.")), "muted");
    noRecent_->setWordWrap(true);
    auto* empty =
        named(new QPushButton(tr("Empty run")), "new_run.choices.empty", tr("Start from an empty run"));
    auto* program = named(new QPushButton(tr("Run a program")), "new_run.choices.program",
                          tr("Run a program: start from an empty command"));
    program->setToolTip(tr("Your own script or program, with restarts, stop, logs and curves"));
    back_ = named(new QPushButton(tr("Back to the form")), "new_run.choices.back", tr("Back to the form"));
    back_->hide();

    // Opens on a click or Return, not while moving through the list.
    const auto onChosen = [this](QListWidget* from, auto what) {
        connect(from, &QListWidget::itemActivated, this, what);
        connect(from, &QListWidget::itemClicked, this, what);
    };
    onChosen(examples_, [this](const QListWidgetItem* item) { emit exampleChosen(item->text()); });
    onChosen(recent_,
             [this](const QListWidgetItem* item) { emit fileChosen(item->data(Qt::UserRole).toString()); });
    connect(empty, &QPushButton::clicked, this, &StartPanel::emptyChosen);
    connect(program, &QPushButton::clicked, this, &StartPanel::programChosen);
    connect(back_, &QPushButton::clicked, this, &StartPanel::backChosen);

    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    left->addWidget(withRole(new QLabel(tr("Examples")), "section"));
    left->addWidget(examples_, 1);
    auto* right = new QVBoxLayout;
    right->setSpacing(8);
    right->addWidget(withRole(new QLabel(tr("Recent run files")), "section"));
    right->addWidget(noRecent_);
    right->addWidget(recent_, 1000);
    auto* hint = withRole(new QLabel(tr("Drop a run file anywhere in the window to open it.")), "muted");
    hint->setWordWrap(true);
    right->addWidget(hint);
    right->addStretch();  // for when there is no list yet
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(empty);
    buttons->addWidget(program);
    buttons->addWidget(back_);
    buttons->addStretch();
    right->addLayout(buttons);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(32);
    layout->addLayout(left, 1);
    layout->addLayout(right, 1);
    setRecent({});
}

QString StartPanel::exampleText(const QString& name) {
    QFile file(kExamples + name + QStringLiteral(".yaml"));  // embedded in the program: no disk access
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

bool StartPanel::hasExample(const QString& name) const {
    return !examples_->findItems(name, Qt::MatchExactly).isEmpty();
}

void StartPanel::setRecent(const QStringList& files) {
    recent_->clear();
    for (const QString& file : files) {
        const qsizetype cut = file.lastIndexOf('/');
        auto* item = new QListWidgetItem(fileIcon(), file.mid(cut + 1), recent_);
        item->setData(Qt::UserRole, file);
        item->setStatusTip(file.left(cut));
        item->setToolTip(file);
        item->setData(Qt::AccessibleDescriptionRole, file.left(cut));
    }
    recent_->setVisible(!files.isEmpty());
    noRecent_->setVisible(files.isEmpty());
}

void StartPanel::setHasDraft(bool hasDraft) {
    back_->setVisible(hasDraft);
}

}  // namespace trainyard::pages

#include "moc_start_panel.cpp"
