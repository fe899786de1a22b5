// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/plugins/plugins_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/translated.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

PluginsPage::PluginsPage(bridge::AgentBridge& bridge, QWidget* parent) : Page(parent), bridge_(bridge) {
    auto* left = withRole(new QWidget, "panel");
    left->setAttribute(Qt::WA_StyledBackground);
    left->setFixedWidth(280);
    list_ = withRole(named(new QListWidget, "plugins.list.strategies", tr("Strategies")), "choices");
    connect(list_, &QListWidget::currentRowChanged, this, &PluginsPage::showPlugin);
    broken_ =
        withRole(named(new QLabel, "plugins.list.broken", tr("Plugins that cannot be used")), "failure");
    broken_->setWordWrap(true);
    broken_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(16, 12, 16, 16);
    leftLayout->setSpacing(8);
    leftLayout->addWidget(withRole(new QLabel(tr("Plugins")), "title"));
    leftLayout->addWidget(withRole(new QLabel(tr("Strategies")), "section"));
    leftLayout->addWidget(list_, 1);
    leftLayout->addWidget(broken_);
    detail_ = named(new QTextBrowser, "plugins.detail.text", tr("What the plugin is"));
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
        if (list_->item(row)->data(Qt::UserRole).toString() == id) list_->setCurrentRow(row);
}

void PluginsPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    refresh();
}

void PluginsPage::refresh() {
    bridge_.ask(&bridge::AgentFunctions::listPlugins, this,
                [this](bridge::PluginList plugins) { take(std::move(plugins)); });
}

void PluginsPage::take(bridge::PluginList plugins) {
    const int row = list_->currentRow();
    plugins_ = std::move(plugins);
    list_->clear();
    for (const bridge::StrategyRow& strategy : plugins_.strategies) {
        auto* item = new QListWidgetItem(models::inLanguage(strategy.title), list_);
        item->setData(Qt::UserRole, strategy.id);
        item->setToolTip(strategy.id);
    }
    list_->setCurrentRow(row >= 0 && row < list_->count() ? row : 0);
    broken_->setText(plugins_.broken.join('\n'));
    broken_->setVisible(!plugins_.broken.isEmpty());
}

void PluginsPage::showPlugin(int row) {
    if (row < 0) return detail_->clear();
    const bridge::StrategyRow& strategy = plugins_.strategies[row];
    const auto cell = [](const QString& text) {
        return QStringLiteral("<td style='padding: 4px 16px 4px 0'>%1</td>").arg(text.toHtmlEscaped());
    };
    const auto head = [](const QString& text) {
        return QStringLiteral("<th align='left' style='padding: 4px 16px 4px 0'>%1</th>")
            .arg(text.toHtmlEscaped());
    };
    QString html = QStringLiteral("<h2>%1</h2><p>%2</p>")
                       .arg(models::inLanguage(strategy.title).toHtmlEscaped(),
                            models::inLanguage(strategy.help).toHtmlEscaped());
    html += "<table>";
    const auto line = [&](const QString& what, const QString& value) {
        html += "<tr>" + cell(what) + cell(value) + "</tr>";
    };
    line(tr("Name in run files"), strategy.id);
    line(tr("Version"), strategy.version);
    line(tr("Topology"), strategy.topology);
    line(tr("Bytes a replica sends in a step"), strategy.bytesPerStep);
    line(tr("Folder"), strategy.folder);
    html += "</table><h3>" + tr("Roles").toHtmlEscaped() + "</h3><table><tr>" + head(tr("Role")) +
            head(tr("Tasks")) + head(tr("Holds replicas")) + head(tr("When one fails")) + "</tr>";
    for (const bridge::StrategyRow::Role& role : strategy.roles) {
        const QString most = role.max == 0 ? tr("any number") : QString::number(role.max);
        html += "<tr>" + cell(role.name) + cell(tr("%1 to %2").arg(role.min).arg(most)) +
                cell(role.isReplica ? tr("yes") : tr("no")) +
                cell(role.restartsGroup ? tr("all tasks start again") : tr("it alone starts again")) +
                "</tr>";
    }
    html += "</table>";
    if (!strategy.options.empty()) {
        html += "<h3>" + tr("Options").toHtmlEscaped() + "</h3><table><tr>" + head(tr("Option")) +
                head(tr("Default")) + head(tr("Meaning")) + "</tr>";
        for (const bridge::StrategyRow::Option& option : strategy.options) {
            const QString title = models::inLanguage(option.title);
            html += "<tr>" + cell(option.name) + cell(option.defaultValue) +
                    cell(title.isEmpty() ? models::inLanguage(option.help)
                                         : title + ": " + models::inLanguage(option.help)) +
                    "</tr>";
        }
        html += "</table>";
    }
    detail_->setHtml(html);
}

PageInfo pluginsPage() {
    return {.id = QStringLiteral("plugins"),
            .title = PluginsPage::tr("Plugins"),
            .icon = QStringLiteral("plugins"),
            .order = 50,
            .make = [](bridge::AgentBridge& bridge, QWidget* parent) -> Page* {
                return new PluginsPage(bridge, parent);
            }};
}

}  // namespace trainyard::pages
