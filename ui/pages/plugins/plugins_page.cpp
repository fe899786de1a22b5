// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plugins/plugins_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/translated.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

QString cell(const QString& text) {
    return QStringLiteral("<td style='padding: 4px 16px 4px 0'>%1</td>").arg(text.toHtmlEscaped());
}

QString head(const QString& text) {
    return QStringLiteral("<th align='left' style='padding: 4px 16px 4px 0'>%1</th>")
        .arg(text.toHtmlEscaped());
}

QString line(const QString& what, const QString& value) {
    return "<tr>" + cell(what) + cell(value) + "</tr>";
}

/// The rows that every plugin has; the table tag is left open.
QString beginning(const bridge::PluginRow& plugin) {
    return QStringLiteral("<h2>%1</h2><p>%2</p><table style='margin-top: 12px'>")
               .arg(models::inLanguage(plugin.title).toHtmlEscaped(),
                    models::inLanguage(plugin.help).toHtmlEscaped()) +
           line(PluginsPage::tr("Identifier"), plugin.id) + line(PluginsPage::tr("Version"), plugin.version) +
           line(PluginsPage::tr("Folder"), plugin.folder);
}

QString optionsOf(const bridge::PluginRow& plugin) {
    if (plugin.options.empty()) return {};
    QString html = "<h3>" + PluginsPage::tr("Options").toHtmlEscaped() + "</h3><table><tr>" +
                   head(PluginsPage::tr("Option")) + head(PluginsPage::tr("Default")) +
                   head(PluginsPage::tr("Meaning")) + "</tr>";
    for (const bridge::PluginRow::Option& option : plugin.options) {
        const QString title = models::inLanguage(option.title), help = models::inLanguage(option.help);
        html += "<tr>" + cell(option.name) + cell(option.defaultValue) +
                cell(title.isEmpty() ? help : title + ": " + help) + "</tr>";
    }
    return html + "</table>";
}

QString about(const bridge::StrategyRow& strategy) {
    QString html = beginning(strategy) + line(PluginsPage::tr("Topology"), strategy.topology) +
                   line(PluginsPage::tr("Bytes sent per replica and step"), strategy.bytesPerStep) +
                   "</table><h3>" + PluginsPage::tr("Roles").toHtmlEscaped() + "</h3><table><tr>" +
                   head(PluginsPage::tr("Role")) + head(PluginsPage::tr("Tasks")) +
                   head(PluginsPage::tr("Holds replicas")) + head(PluginsPage::tr("If a task fails")) +
                   "</tr>";
    for (const bridge::StrategyRow::Role& role : strategy.roles) {
        const QString most = role.max == 0 ? PluginsPage::tr("any number") : QString::number(role.max);
        html += "<tr>" + cell(role.name) + cell(PluginsPage::tr("%1 to %2").arg(role.min).arg(most)) +
                cell(role.isReplica ? PluginsPage::tr("yes") : PluginsPage::tr("no")) +
                cell(role.restartsGroup ? PluginsPage::tr("all tasks restart")
                                        : PluginsPage::tr("only that task restarts")) +
                "</tr>";
    }
    return html + "</table>" + optionsOf(strategy);
}

QString about(const bridge::ProgramRow& program) {
    return beginning(program) +
           line(PluginsPage::tr("Where it runs"),
                program.isCoordinated
                    ? PluginsPage::tr("on the chief, which schedules its closures on the workers")
                    : PluginsPage::tr("on every worker, each with its replicas")) +
           "</table>" + optionsOf(program);
}

}  // namespace

PluginsPage::PluginsPage(Agent agent, QWidget* parent) : Page(parent), agent_(agent) {
    auto* left = withRole(new QWidget, "panel");
    left->setAttribute(Qt::WA_StyledBackground);
    left->setFixedWidth(280);
    list_ = withRole(named(new QListWidget, "plugins.list.plugins", tr("Plugins")), "choices");
    connect(list_, &QListWidget::currentItemChanged, this, &PluginsPage::showPlugin);
    broken_ =
        withRole(named(new QLabel, "plugins.list.broken", tr("Plugins that cannot be used")), "failure");
    broken_->setWordWrap(true);
    broken_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    broken_->hide();
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(16, 12, 16, 16);
    leftLayout->setSpacing(8);
    leftLayout->addWidget(withRole(new QLabel(tr("Plugins")), "title"));
    leftLayout->addWidget(list_, 1);
    leftLayout->addWidget(broken_);
    detail_ = named(new QTextBrowser, "plugins.detail.text", tr("Plugin details"));
    detail_->setFrameShape(QFrame::NoFrame);
    detail_->document()->setDocumentMargin(16);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(left);
    layout->addWidget(detail_, 1);
}

void PluginsPage::open(const QString& id) {
    for (int row = 0; row < list_->count(); ++row)
        if (!id.isEmpty() && list_->item(row)->data(Qt::UserRole).toString() == id) list_->setCurrentRow(row);
}

void PluginsPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    refresh();
}

void PluginsPage::refresh() {
    agent_.ask(&bridge::PluginCalls::listPlugins, this,
               [this](bridge::PluginList plugins) { take(std::move(plugins)); });
}

void PluginsPage::addHeading(const QString& text) {
    auto* item = new QListWidgetItem(text, list_);
    item->setFlags(Qt::NoItemFlags);
    QFont font = list_->font();
    font.setBold(true);
    item->setFont(font);
    item->setSizeHint(QSize(0, 30));
}

void PluginsPage::addPlugin(const bridge::PluginRow& plugin) {
    auto* item = new QListWidgetItem(models::inLanguage(plugin.title), list_);
    item->setData(Qt::UserRole, plugin.id);
    item->setToolTip(plugin.id);
}

void PluginsPage::take(bridge::PluginList plugins) {
    const QListWidgetItem* chosen = list_->currentItem();
    const QString id = chosen ? chosen->data(Qt::UserRole).toString() : QString();
    plugins_ = std::move(plugins);
    list_->clear();
    addHeading(tr("Strategies"));
    for (const bridge::StrategyRow& strategy : plugins_.strategies) addPlugin(strategy);
    if (!plugins_.programs.empty()) addHeading(tr("Programs"));
    for (const bridge::ProgramRow& program : plugins_.programs) addPlugin(program);
    if (list_->count() > 1) list_->setCurrentRow(1);
    open(id);
    broken_->setText(models::inReadersLanguage(plugins_.broken).join('\n'));
    broken_->setVisible(!plugins_.broken.empty());
}

void PluginsPage::showPlugin() {
    const QListWidgetItem* item = list_->currentItem();
    const QString id = item ? item->data(Qt::UserRole).toString() : QString();
    detail_->clear();
    for (const bridge::StrategyRow& strategy : plugins_.strategies)
        if (strategy.id == id) detail_->setHtml(about(strategy));
    for (const bridge::ProgramRow& program : plugins_.programs)
        if (program.id == id) detail_->setHtml(about(program));
}

PageInfo pluginsPage() {
    return {.id = QStringLiteral("plugins"),
            .title = PluginsPage::tr("Plugins"),
            .icon = QStringLiteral("plugins"),
            .order = 50,
            .make = [](bridge::AgentBridge& bridge) -> Page* { return new PluginsPage(bridge); }};
}

}  // namespace trainyard::pages

#include "moc_plugins_page.cpp"
