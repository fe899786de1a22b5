// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/settings/settings_page.h"

#include <QAction>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

QLabel* wrapped(const QString& text) {
    auto* label = withRole(new QLabel(text), "muted");
    label->setWordWrap(true);
    return label;
}

}  // namespace

SettingsPage::SettingsPage(Agent agent, QWidget* parent) : Page(parent) {
    auto* header = withRole(new QWidget, "panel");
    header->setAttribute(Qt::WA_StyledBackground);
    auto* headerLayout = new QVBoxLayout(header);
    headerLayout->setContentsMargins(16, 12, 16, 12);
    headerLayout->addWidget(withRole(new QLabel(tr("Settings")), "title"));

    auto* themes = new QHBoxLayout;
    themes->setSpacing(8);
    const std::pair<const char*, QString> choices[] = {
        {"theme_system", tr("System")}, {"theme_light", tr("Light")}, {"theme_dark", tr("Dark")}};
    for (const auto& [action, text] : choices) {
        auto* button = named(new QPushButton(text), QStringLiteral("settings.look.%1").arg(action),
                             tr("Theme: %1").arg(text));
        button->setCheckable(true);
        themes_ << button;
        connect(button, &QPushButton::clicked, this,
                [this, action = QStringLiteral("shell.view.%1").arg(action)] {
                    emit actionRequested(action);
                    for (QPushButton* other : themes_) other->setChecked(other == sender());
                });
        themes->addWidget(button);
    }
    themes->addStretch();
    agent_ = wrapped({});
    agent_->setObjectName("settings.agent.text");
    agent_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    agent_->setAccessibleName(tr("Agent and data folder"));

    auto* card = withRole(new QWidget, "card");
    card->setAttribute(Qt::WA_StyledBackground);
    card->setMaximumWidth(720);
    auto* form = new QFormLayout(card);
    form->setContentsMargins(16, 16, 16, 16);
    form->setHorizontalSpacing(24);
    form->setVerticalSpacing(16);
    form->addRow(tr("Theme"), themes);
    language_ = named(new QComboBox, "settings.look.language", tr("Language"));
    language_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    language_->installEventFilter(this);
    connect(language_, &QComboBox::activated, this,
            [this](int index) { emit actionRequested(language_->itemData(index).toString()); });
    form->addRow(tr("Language"), language_);
    auto* change = named(new QPushButton(tr("Change…")), "settings.agent.change", tr("Change…"));
    connect(change, &QPushButton::clicked, this,
            [this] { emit actionRequested(QStringLiteral("shell.file.agent")); });
    auto* where = new QHBoxLayout;
    where->addWidget(agent_, 1);
    where->addWidget(change, 0, Qt::AlignTop);
    form->addRow(tr("Agent and data folder"), where);
    form->addRow(QString(),
                 wrapped(tr("To override this for one launch, set TRAINYARD_HOME or pass --agent.")));
    form->addRow(tr("Updates"), wrapped(tr("Trainyard does not check for updates.")));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(header);
    auto* body = new QVBoxLayout;
    body->setContentsMargins(16, 16, 16, 16);
    body->addWidget(card);
    body->addStretch();
    layout->addLayout(body, 1);
    connect(&agent.news(), &bridge::AgentNews::agentStatusChanged, this, &SettingsPage::showAgent);
    showAgent(agent.news().agentStatus());
}

/// Also of a window that is not shown yet, whose focus goes to the current choice.
void SettingsPage::open(const QString&) {
    showChoices();
}

void SettingsPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    showChoices();
}

/// The shell's actions know the current theme; they exist once the page is in a window.
void SettingsPage::showChoices() {
    for (QPushButton* button : themes_) {
        auto* action = window()->findChild<QAction*>(
            button->objectName().replace(QStringLiteral("settings.look."), QStringLiteral("shell.view.")));
        if (!action) continue;
        connect(action, &QAction::toggled, button, &QPushButton::setChecked, Qt::UniqueConnection);
        button->setChecked(action->isChecked());
    }
    fillLanguages();
}

/// Changing the language rebuilds the whole window, so a key or the wheel over the closed box only opens it
/// and selects nothing.
bool SettingsPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched != language_) return Page::eventFilter(watched, event);
    if (event->type() == QEvent::Wheel) return true;
    if (event->type() == QEvent::KeyPress) {
        const auto* pressed = static_cast<QKeyEvent*>(event);
        constexpr std::array kMoves = {Qt::Key_Up,  Qt::Key_Down,   Qt::Key_Home,
                                       Qt::Key_End, Qt::Key_PageUp, Qt::Key_PageDown};
        if (std::ranges::find(kMoves, pressed->key()) != kMoves.end() ||
            !pressed->text().trimmed().isEmpty()) {
            language_->showPopup();
            return true;
        }
    }
    return Page::eventFilter(watched, event);
}

/// Each choice is an action of the shell, which knows the languages and the current one.
void SettingsPage::fillLanguages() {
    static const QRegularExpression kLanguages(QStringLiteral("^shell\\.view\\.language_"));
    language_->clear();
    for (const QAction* action : window()->findChildren<QAction*>(kLanguages)) {
        const bool isSystem = action->data().toString().isEmpty();
        language_->addItem(isSystem ? tr("System") : action->iconText(), action->objectName());
        if (action->isChecked()) language_->setCurrentIndex(language_->count() - 1);
    }
}

void SettingsPage::showAgent(const bridge::AgentStatus& status) {
    agent_->setText(status.detail.isEmpty() ? tr("Not connected.")
                                            : models::inReadersLanguage(status.detail));
}

PageInfo settingsPage() {
    return {.id = QStringLiteral("settings"),
            .title = SettingsPage::tr("Settings"),
            .icon = QStringLiteral("settings"),
            .order = 60,
            .make = [](bridge::AgentBridge& bridge) -> Page* { return new SettingsPage(bridge); }};
}

}  // namespace trainyard::pages

#include "moc_settings_page.cpp"
