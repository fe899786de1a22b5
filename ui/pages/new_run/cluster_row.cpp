// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/new_run/cluster_row.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "ui/models/cluster_draft.h"
#include "ui/widgets/named.h"

namespace trainyard::pages {

using models::FieldKind;
using models::Json;
using widgets::named;
using widgets::withRole;

namespace {

constexpr int kMostTasks = 4096;
constexpr const char* kLocal = "local";

}  // namespace

RoleRow::RoleRow(models::RunForm& f, models::FormEntry e, int depth) : FieldRow(f, std::move(e), depth) {
    count_ = named(new QSpinBox, name(QStringLiteral("count")), tr("%1: count").arg(title()));
    count_->setRange(0, kMostTasks);
    count_->setFixedWidth(60);
    count_->setFocusPolicy(Qt::StrongFocus);
    count_->setKeyboardTracking(false);
    line()->addWidget(count_);
    nodes_ = new QLineEdit;
    nodes_->setPlaceholderText(tr("none"));
    setControl(nodes_);
    addOnGpu_ = named(new QPushButton(QStringLiteral("GPU")), name(QStringLiteral("add_on_gpu")),
                      tr("%1: add on a GPU").arg(title()));
    addOnGpu_->setToolTip(tr("Adds a task on the GPU that you choose"));
    gpus_ = new QMenu(addOnGpu_);
    gpus_->setObjectName(name(QStringLiteral("gpus")));
    connect(gpus_, &QMenu::aboutToShow, this, &RoleRow::fillGpus);
    addOnGpu_->setMenu(gpus_);
    line()->addWidget(addOnGpu_);
    connect(count_, &QSpinBox::valueChanged, this, &RoleRow::takeCount);
    connect(nodes_, &QLineEdit::textEdited, this, &RoleRow::takeLine);
}

void RoleRow::refresh() {
    const Json* now = value();
    const Json list = now && now->is_array() ? *now : Json::array();
    const QSignalBlocker blocker(count_);
    // A role that the strategy does not use can only be removed.
    const Json roles = form().roles();
    const bool isKnown = roles.is_null() || roles.contains(entry().key);
    const int most = !isKnown || roles.is_null() ? kMostTasks : roles[entry().key].value("max", 0);
    setVisible(isKnown || !list.empty());
    count_->setMaximum(std::max(most == 0 ? kMostTasks : most, static_cast<int>(list.size())));
    count_->setValue(static_cast<int>(list.size()));
    addOnGpu_->setEnabled(count_->value() < count_->maximum() || !list.empty());
    const models::LineValue shown = models::valueOfLine(FieldKind::kList, *entry().schema, nodes_->text());
    if (shown.isReadable && shown.value == list) return;
    nodes_->setText(models::lineOf(FieldKind::kList, list));
    nodes_->setCursorPosition(0);  // a long line is read from its beginning
}

void RoleRow::takeCount(int count) {
    const Json* now = value();
    Json list = now && now->is_array() ? *now : Json::array();
    while (static_cast<int>(list.size()) > count) list.erase(list.size() - 1);
    while (static_cast<int>(list.size()) < count) list.push_back(kLocal);
    if (list.empty()) {
        form().remove(path());
    } else {
        form().set(path(), list);
    }
}

/// Which task of the run file names which GPU of the machine.
std::map<int, QString> RoleRow::holders(const QString& node) {
    std::map<int, QString> holders;
    const Json* cluster = form().value(models::FormPath().child("cluster"));
    if (!cluster || !cluster->is_object()) return holders;
    for (const auto& [role, tasks] : cluster->items()) {
        if (!tasks.is_array()) continue;
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            if (!tasks[i].is_object()) continue;
            const Json place = tasks[i].value("node", Json()), gpus = tasks[i].value("gpus", Json::array());
            if (!place.is_string() || !gpus.is_array()) continue;
            if (models::machineOf(QString::fromStdString(place.get<std::string>())) != node) continue;
            for (const Json& gpu : gpus)
                if (gpu.is_number_integer())
                    holders.try_emplace(gpu.get<int>(),
                                        QStringLiteral("%1:%2").arg(QString::fromStdString(role)).arg(i));
        }
    }
    return holders;
}

void RoleRow::fillGpus() {
    gpus_->clear();
    qDeleteAll(gpus_->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
    if (machines_.empty())
        gpus_->addAction(tr("The agent has not said which GPUs there are"))->setEnabled(false);
    for (const bridge::NodeRow& machine : machines_) {
        if (!gpus_->isEmpty()) gpus_->addSeparator();
        gpus_->addAction(machine.name)->setEnabled(false);
        for (const models::GpuChoice& choice : models::gpuChoices(machine, holders(machine.name))) {
            QAction* action = gpus_->addAction(choice.text);
            action->setObjectName(
                name(QStringLiteral("gpus.%1.%2").arg(machine.name, QString::number(choice.index))));
            action->setEnabled(choice.index >= 0 && count_->value() < count_->maximum());
            connect(action, &QAction::triggered, this,
                    [this, node = machine.name, gpu = choice.index] { addOnGpu(node, gpu); });
        }
        addTasks(machine);
    }
}

/// A menu for each task of this role on the machine, in which the GPUs that it has are checked.
void RoleRow::addTasks(const bridge::NodeRow& machine) {
    const Json* now = value();
    if (!now || !now->is_array()) return;
    for (std::size_t i = 0; i < now->size(); ++i) {
        const Json& task = (*now)[i];
        const Json place = task.is_object() ? task.value("node", Json()) : task;
        if (!place.is_string() ||
            models::machineOf(QString::fromStdString(place.get<std::string>())) != machine.name)
            continue;
        const QString id = QStringLiteral("%1:%2").arg(QString::fromStdString(entry().key)).arg(i);
        std::map<int, QString> others = holders(machine.name);
        std::set<int> own;
        for (const Json& gpu : task.is_object() ? task.value("gpus", Json::array()) : Json::array())
            if (gpu.is_number_integer()) own.insert(gpu.get<int>());
        std::erase_if(others, [&](const auto& held) { return held.second == id; });
        QMenu* menu = nullptr;
        for (const models::GpuChoice& choice : models::gpuChoices(machine, others)) {
            if (choice.index < 0) continue;
            if (!menu) menu = gpus_->addMenu(tr("GPUs of %1").arg(id));
            QAction* action = menu->addAction(choice.text);
            action->setObjectName(
                name(QStringLiteral("gpus.%1.%2.for.%3").arg(machine.name).arg(choice.index).arg(i)));
            action->setCheckable(true);
            action->setChecked(own.contains(choice.index));
            std::set<int> wanted = own;
            if (wanted.erase(choice.index) == 0) wanted.insert(choice.index);
            Json changed = task.is_object() ? task : Json{{"node", task}};
            changed["gpus"] = wanted;
            if (wanted.empty()) changed.erase("gpus");
            Json list = *now;
            list[i] = changed.size() == 1 ? changed["node"] : changed;
            connect(action, &QAction::triggered, this,
                    [this, list = std::move(list)] { form().set(path(), list); });
        }
    }
}

void RoleRow::addOnGpu(const QString& node, int gpu) {
    const Json* now = value();
    Json list = now && now->is_array() ? *now : Json::array();
    list.push_back({{"node", node.toStdString()}, {"gpus", Json::array({gpu})}});
    form().set(path(), list);
}

void RoleRow::takeLine() {
    const models::LineValue typed = models::valueOfLine(FieldKind::kList, *entry().schema, nodes_->text());
    if (nodes_->text().trimmed().isEmpty()) {
        form().remove(path());
    } else if (typed.isReadable) {
        form().set(path(), typed.value);
    } else {
        showFinding(bridge::Severity::kError, tr("This cannot be read as a list yet."));
    }
}

ClusterRow::ClusterRow(models::RunForm& f, models::FormEntry e, int depth)
    : FieldRow(f, std::move(e), depth) {
    sum_ = withRole(new QLabel, "muted");
    sum_->setWordWrap(true);
    line()->addWidget(sum_, 1);
    auto* draw =
        named(new QPushButton(tr("Edit cluster…")), name(QStringLiteral("edit")), tr("Edit cluster…"));
    line()->addWidget(draw);
    connect(draw, &QPushButton::clicked, this, &ClusterRow::drawingWanted);
    saved_ = named(new CalmComboBox, name(QStringLiteral("saved")), tr("Saved clusters"));
    saved_->setPlaceholderText(tr("Use a saved cluster…"));
    saved_->setToolTip(form().kind() == models::RunKind::kCommand
                           ? tr("Copies the saved cluster into this run file")
                           : tr("Copies the saved strategy and cluster into this run file"));
    connect(saved_, &QComboBox::activated, this, [this](int index) {
        const bridge::SavedCluster& chosen = clusters_[static_cast<std::size_t>(index)];
        emit savedChosen(chosen.name, chosen.text);
    });
    noneSaved_ = withRole(new QLabel(tr("No saved clusters yet. Draw one on the Clusters page and name it.")),
                          "muted");
    noneSaved_->setWordWrap(true);
    below()->addWidget(saved_);
    below()->addWidget(noneSaved_);
    setSaved({});
    auto* roles = new QVBoxLayout;
    roles->setSpacing(0);  // each row's line for findings is the gap
    options_ = new FieldRows(form(), depth);
    std::vector<models::FormEntry> others;
    for (const models::FormEntry& key : models::entriesOf(*entry().schema, path())) {
        if (key.schema->value("type", "") != "array") {
            others.push_back(key);
            continue;
        }
        roles_.push_back(new RoleRow(form(), key, depth));
        roles->addWidget(roles_.back());
    }
    below()->addLayout(roles);
    auto* hint = withRole(new QLabel(tr("Comma-separated “node” or “node:port”. “local” is this machine. "
                                        "Ports are chosen automatically if omitted.")),
                          "muted");
    hint->setWordWrap(true);
    below()->addWidget(hint);
    below()->addWidget(options_);
    options_->setEntries(others);  // it is shown: not before it has a parent
    below()->setContentsMargins(0, 0, 0, kGapBelow);
}

void ClusterRow::setSaved(const std::vector<bridge::SavedCluster>& clusters) {
    clusters_ = clusters;
    std::erase_if(clusters_, [](const bridge::SavedCluster& cluster) { return !cluster.problem.isEmpty(); });
    saved_->clear();
    for (const bridge::SavedCluster& cluster : clusters_) saved_->addItem(cluster.name);
    saved_->setCurrentIndex(-1);
    saved_->setVisible(!clusters_.empty());
    noneSaved_->setVisible(clusters_.empty());
}

void ClusterRow::setNodes(const std::vector<bridge::NodeRow>& nodes) {
    for (RoleRow* role : roles_) role->setNodes(nodes);
}

void ClusterRow::refresh() {
    options_->refresh();
    int tasks = 0;
    for (RoleRow* role : roles_) {
        role->refresh();
        const Json* list = form().value(role->path());
        if (list && list->is_array()) tasks += static_cast<int>(list->size());
    }
    // It only offers choices; the rows show what the file contains.
    if (!saved_->hasFocus()) saved_->setCurrentIndex(-1);
    sum_->setText(tasks == 0 ? tr("Empty: one local worker.") : tr("Tasks: %1").arg(tasks));
}

}  // namespace trainyard::pages

#include "moc_cluster_row.cpp"
