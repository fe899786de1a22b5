// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/clusters/cluster_library.h"

#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/widgets/ask.h"
#include "ui/widgets/named.h"

// A static library's resources are available only after they have been initialised by name, outside any
// namespace.
static void initClusterResources() {
    Q_INIT_RESOURCE(cluster_templates);
}

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

ClusterLibrary::ClusterLibrary(Agent agent, QWidget* parent) : QWidget(parent), agent_(agent) {
    initClusterResources();
    withRole(this, "panel");
    setAttribute(Qt::WA_StyledBackground);
    saved_ = named(new QListWidget, "clusters.library.saved", tr("Saved clusters"));
    const auto choose = [this](const QListWidgetItem* item) {
        const auto found =
            std::ranges::find(clusters_, item->data(Qt::UserRole).toString(), &bridge::SavedCluster::name);
        if (found == clusters_.end()) return;
        if (found->problem.isEmpty()) return emit chosen(found->name, found->name, found->text);
        emit told(tr("%1 cannot be read: %2").arg(found->name, models::inReadersLanguage(found->problem)));
    };
    connect(saved_, &QListWidget::itemClicked, this, choose);
    connect(saved_, &QListWidget::itemActivated, this, choose);
    connect(saved_, &QListWidget::currentRowChanged, this,
            [this](int row) { delete_->setEnabled(row >= 0); });
    none_ = withRole(new QLabel(tr("None yet. Name a cluster and save it to reuse it.")), "muted");
    none_->setWordWrap(true);
    delete_ = withRole(
        named(new QPushButton(tr("Delete…")), "clusters.library.delete", tr("Delete the saved cluster")),
        "danger");
    delete_->setEnabled(false);
    connect(delete_, &QPushButton::clicked, this, &ClusterLibrary::askToDelete);
    templates_ = named(new QListWidget, "clusters.library.templates", tr("Templates"));
    templates_->setWordWrap(true);
    for (QListWidget* list : {saved_, templates_}) withRole(list, "choices");
    templates_->setResizeMode(QListView::Adjust);
    templates_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const auto begin = [this](const QListWidgetItem* item) {
        const QString name = item->data(Qt::UserRole).toString();
        if (name.isEmpty()) {
            emit chosen({}, item->text(), {});
            return;
        }
        QFile file(name);  // embedded in the program: no disk access
        if (file.open(QIODevice::ReadOnly)) emit chosen({}, item->text(), QString::fromUtf8(file.readAll()));
    };
    connect(templates_, &QListWidget::itemClicked, this, begin);
    connect(templates_, &QListWidget::itemActivated, this, begin);
    fillTemplates();

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(withRole(new QLabel(tr("Templates")), "section"));
    layout->addWidget(templates_, 3);
    layout->addWidget(withRole(new QLabel(tr("Saved clusters")), "section"));
    layout->addWidget(none_);
    layout->addWidget(saved_, 2);
    layout->addWidget(delete_, 0, Qt::AlignLeft);
    take({});
}

void ClusterLibrary::fillTemplates() {
    const std::pair<const char*, QString> all[] = {
        {"two-workers", tr("Two workers")},
        {"two-workers-evaluator", tr("Two workers and an evaluator")},
        {"one-worker", tr("One worker")},
        {"chief-two-workers", tr("A chief and two workers")},
        {"one-process", tr("Two replicas in one process")},
        {"servers-in-process", tr("3 workers and 2 parameter servers")},
        {"servers-evaluator", tr("Parameter servers and an evaluator")},
        {"servers-seven-machines", tr("One machine per task")}};
    templates_->addItem(tr("An empty cluster"));
    for (const auto& [name, title] : all) {
        auto* item = new QListWidgetItem(title, templates_);
        item->setData(Qt::UserRole, QStringLiteral(":/clusters/%1.yaml").arg(QString::fromLatin1(name)));
        item->setToolTip(title);
    }
}

void ClusterLibrary::refresh() {
    agent_.ask(&bridge::ClusterCalls::listClusters, this,
               [this](bridge::Outcome<std::vector<bridge::SavedCluster>> clusters) {
                   // The status bar reports an unavailable agent; known entries stay.
                   if (clusters) take(std::move(*clusters));
               });
}

void ClusterLibrary::take(std::vector<bridge::SavedCluster> clusters) {
    clusters_ = std::move(clusters);
    const QString current = currentName();
    saved_->clear();
    for (const bridge::SavedCluster& cluster : clusters_) {
        const bool isReadable = cluster.problem.isEmpty();
        auto* item = new QListWidgetItem(
            isReadable ? cluster.name : tr("%1 (cannot be read)").arg(cluster.name), saved_);
        item->setData(Qt::UserRole, cluster.name);
        if (!isReadable) item->setToolTip(models::inReadersLanguage(cluster.problem));
        if (cluster.name == current) saved_->setCurrentItem(item);
    }
    none_->setVisible(clusters_.empty());
    saved_->setVisible(!clusters_.empty());
    delete_->setVisible(!clusters_.empty());
    delete_->setEnabled(saved_->currentRow() >= 0);
}

QString ClusterLibrary::currentName() const {
    return saved_->currentItem() ? saved_->currentItem()->data(Qt::UserRole).toString() : QString();
}

bool ClusterLibrary::hasSaved(const QString& name) const {
    return std::ranges::find(clusters_, name, &bridge::SavedCluster::name) != clusters_.end();
}

void ClusterLibrary::save(const QString& name, const QString& text) {
    agent_.ask(
        &bridge::ClusterCalls::saveCluster, this,
        [this, name](bridge::Outcome<void> outcome) {
            emit told(outcome ? tr("Saved as %1.").arg(name)
                              : tr("Not saved: %1").arg(models::inReadersLanguage(outcome.error().message)));
            refresh();
        },
        name, text);
}

void ClusterLibrary::askToDelete() {
    if (!saved_->currentItem()) return;
    const QString name = currentName();
    const widgets::Confirmation confirmation{
        .name = "clusters.delete_dialog",
        .title = tr("Delete %1?").arg(name),
        .text = tr("The saved cluster %1 will be deleted. This cannot be undone.").arg(name),
        .consequence = tr("Runs that use it keep their own copy."),
        .yes = tr("Delete")};
    widgets::confirm(window(), confirmation, this, [this, name] {
        agent_.ask(
            &bridge::ClusterCalls::deleteCluster, this,
            [this, name](bridge::Outcome<void> outcome) {
                emit told(outcome ? tr("Deleted: %1.").arg(name)
                                  : models::inReadersLanguage(outcome.error().message));
                refresh();
            },
            name);
    });
}

}  // namespace trainyard::pages

#include "moc_cluster_library.cpp"
