// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/cluster_canvas/cluster_canvas.h"

#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <algorithm>
#include <set>

#include "ui/models/gpu_choices.h"
#include "ui/widgets/ask.h"
#include "ui/widgets/cluster_canvas/cluster_chip.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::widgets {

/// The connections, drawn over cards and chips but not over their words; transparent to the mouse.
class LinkLayer : public QWidget {
  public:
    LinkLayer(const models::ClusterModel& model, const ClusterLayout& layout, QWidget* parent)
        : QWidget(parent), model_(model), layout_(layout) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

    /// What is written on the cards.
    void setWords(std::vector<QRect> words) { words_ = std::move(words); }

  protected:
    void paintEvent(QPaintEvent*) override {
        const bridge::StrategyRow* strategy = model_.strategy();
        if (!strategy) return;
        findPaths(models::clusterLinks(model_.drawn(), *strategy));
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setClipRegion(withoutWords());
        for (std::size_t i = 0; i < links_.size(); ++i) {
            const models::ClusterLink& link = links_[i];
            QColor colour = Theme::current().colour(link.carriesGradients ? "accent" : "muted");
            colour.setAlphaF(link.carriesGradients ? 0.75 : 0.55);
            painter.setPen(QPen(colour, link.carriesGradients ? 1.6 : 1.2,
                                link.carriesGradients ? Qt::SolidLine : Qt::DashLine));
            painter.drawPath(paths_[i]);
            painter.setPen(Qt::NoPen);
            painter.setBrush(colour);
            for (const qreal end : {0.0, 1.0}) painter.drawEllipse(paths_[i].pointAtPercent(end), 2.5, 2.5);
            painter.setBrush(Qt::NoBrush);
        }
    }

  private:
    /// Only once for each drawing: of many tasks there are many ways to try.
    void findPaths(std::vector<models::ClusterLink> links) {
        std::vector<QRect> drawn = layout_.tasks;
        drawn.insert(drawn.end(), words_.begin(), words_.end());
        if (links == links_ && drawn == drawn_) return;
        links_ = std::move(links);
        drawn_ = std::move(drawn);
        paths_.clear();
        // Among very many lines none can be followed, and the search would take seconds.
        constexpr std::size_t kMostAround = 200;
        const bool goesAround = links_.size() <= kMostAround;
        for (const models::ClusterLink& link : links_)
            paths_.push_back(goesAround ? linkPath(layout_, link.from, link.to, words_,
                                                   link.carriesGradients ? Qt::RightEdge : Qt::LeftEdge)
                                        : straightPath(layout_, link.from, link.to));
    }

    /// Where there is no way around: a name is legible, and the line continues behind it.
    QRegion withoutWords() const {
        constexpr int kEdge = 4;  // of a chip; ends of lines are there
        QRegion region(rect());
        for (const QRect& chip : layout_.tasks) region -= chip.adjusted(kEdge, kEdge, -kEdge, -kEdge);
        for (const QRect& words : words_) region -= words;
        return region;
    }

    const models::ClusterModel& model_;
    const ClusterLayout& layout_;
    std::vector<QRect> words_, drawn_;
    std::vector<models::ClusterLink> links_;
    std::vector<QPainterPath> paths_;
};

namespace {

/// Hides and deletes the widgets past the first `kept`. Hiding a widget moves the focus, which may trigger
/// another refresh, so the list is updated first.
template <typename W>
void drop(std::vector<W*>& widgets, std::size_t kept) {
    const std::vector<W*> gone(widgets.begin() + static_cast<std::ptrdiff_t>(std::min(kept, widgets.size())),
                               widgets.end());
    widgets.resize(std::min(kept, widgets.size()));
    for (W* widget : gone) {
        widget->setObjectName(QString());
        widget->hide();
        widget->deleteLater();
    }
}

}  // namespace

ClusterCanvas::ClusterCanvas(models::ClusterModel& model, QWidget* parent)
    : QWidget(parent), model_(model), chosenMachine_(QStringLiteral("local")) {
    setAcceptDrops(true);
    links_ = new LinkLayer(model_, layout_, this);
    connect(&model_, &models::ClusterModel::draftChanged, this, &ClusterCanvas::refresh);
    connect(&model_, &models::ClusterModel::nodesChanged, this, &ClusterCanvas::refresh);
    refresh();
}

QSize ClusterCanvas::minimumSizeHint() const {
    return {ClusterChip::kSize.width() + 80, layout_.size.height()};
}

QString ClusterCanvas::chosenMachine() const {
    const models::ClusterDraft& draft = model_.drawn();
    if (chosenTask_ >= 0 && chosenTask_ < static_cast<int>(draft.tasks.size()))
        return models::machineOf(draft.tasks[chosenTask_].node);
    if (draft.machines.contains(chosenMachine_)) return chosenMachine_;
    return draft.machines.value(0, QStringLiteral("local"));
}

ClusterChip* ClusterCanvas::addChip() {
    auto* chip = new ClusterChip(this);
    chip->installEventFilter(this);
    connect(chip, &ClusterChip::clicked, this, [this, chip] { chooseTask(chip->row()); });
    connect(chip, &QWidget::customContextMenuRequested, this,
            [this, chip](const QPoint& at) { showTaskMenu(chip->row(), chip->mapToGlobal(at)); });
    return chip;
}

MachineCard* ClusterCanvas::addCard() {
    auto* card = new MachineCard(this);
    card->installEventFilter(this);
    connect(card, &MachineCard::chosen, this, [this, card] {
        chosenMachine_ = card->machine();
        chooseTask(-1);
    });
    connect(card, &QWidget::customContextMenuRequested, this,
            [this, card](const QPoint& at) { showMachineMenu(card->machine(), card->mapToGlobal(at)); });
    return card;
}

void ClusterCanvas::refresh() {
    const models::ClusterDraft& draft = model_.drawn();
    chosenTask_ = std::min(chosenTask_, static_cast<int>(draft.tasks.size()) - 1);
    std::set<QString> wrong;  // tasks with an error, by path
    for (const bridge::Finding& finding : model_.findings())
        if (finding.severity == bridge::Severity::kError) wrong.insert(finding.path);
    while (cards_.size() < static_cast<std::size_t>(draft.machines.size())) cards_.push_back(addCard());
    while (chips_.size() < draft.tasks.size()) chips_.push_back(addChip());
    drop(cards_, static_cast<std::size_t>(draft.machines.size()));
    drop(chips_, draft.tasks.size());
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        const QString& machine = draft.machines[static_cast<qsizetype>(i)];
        const auto count = static_cast<int>(draft.tasksOn(machine).size());
        named(cards_[i], "clusters.canvas.machine_" + machine,
              tr("Machine %1, tasks: %2").arg(machine).arg(count));
        cards_[i]->show(machine, models::slotsOf(draft, model_.nodes(), machine),
                        chosenTask_ < 0 && machine == chosenMachine());
    }
    for (std::size_t i = 0; i < chips_.size(); ++i) {
        const auto row = static_cast<int>(i);
        const models::ClusterTask& task = draft.tasks[i];
        const QString name = draft.taskName(row);
        const QString port = task.port == 0 ? tr("auto port") : QStringLiteral(":%1").arg(task.port);
        const bool isActing = draft.isChief(row) && task.role != QStringLiteral("chief");
        const QString path = QStringLiteral("cluster.%1[%2]").arg(task.role).arg(draft.indexOf(row));
        const bool hasError = wrong.contains(path);
        named(chips_[i], "clusters.canvas." + QString(name).replace(':', '_'),
              tr("%1 on %2, %3").arg(name, task.node, port));
        chips_[i]->setAccessibleDescription(hasError ? tr("has an error") : QString());
        chips_[i]->show({.row = row,
                         .role = task.role,
                         .task = name,
                         .below = isActing ? tr("chief · %1").arg(port) : port,
                         .isChosen = row == chosenTask_,
                         .hasError = hasError});
    }
    place();
}

void ClusterCanvas::place() {
    layout_ = layoutCluster(model_.drawn(), width(), ClusterChip::kSize);
    QWidget* before = nullptr;
    for (std::size_t i = 0; i < layout_.machines.size(); ++i) {
        cards_[i]->setGeometry(layout_.machines[i]);
        cards_[i]->lower();
        // Tab goes from a card to its chips.
        if (before) setTabOrder(before, cards_[i]);
        before = cards_[i];
        for (const int row : model_.drawn().tasksOn(cards_[i]->machine())) {
            chips_[row]->setGeometry(layout_.tasks[row]);
            setTabOrder(before, chips_[row]);
            before = chips_[row];
        }
    }
    std::vector<QRect> words;
    for (const MachineCard* card : cards_)
        for (const QRect& line : card->words()) words.push_back(line.translated(card->pos()));
    links_->setWords(std::move(words));
    links_->setGeometry(rect());
    links_->raise();
    links_->update();
    setMinimumHeight(layout_.size.height());
    updateGeometry();
}

void ClusterCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place();
}

void ClusterCanvas::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) update();
    QWidget::changeEvent(event);
}

void ClusterCanvas::chooseTask(int row) {
    if (row == chosenTask_) return;
    chosenTask_ = row;
    if (row >= 0) chosenMachine_ = chosenMachine();
    refresh();
    emit taskChosen(row);
}

void ClusterCanvas::focusTask(int row) {
    if (row < 0 || row >= static_cast<int>(model_.drawn().tasks.size())) return;
    chooseTask(row);
    chips_[row]->setFocus(Qt::OtherFocusReason);
}

bool ClusterCanvas::eventFilter(QObject* watched, QEvent* event) {
    auto* chip = qobject_cast<ClusterChip*>(watched);
    if (chip && event->type() == QEvent::FocusIn) chooseTask(chip->row());
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        static_cast<QWidget*>(watched)->update();
    if (event->type() == QEvent::KeyPress) {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (chip && chipKey(*chip, key)) return true;
        if (auto* card = qobject_cast<MachineCard*>(watched); card && cardKey(*card, key)) return true;
    }
    return QWidget::eventFilter(watched, event);
}

bool ClusterCanvas::chipKey(ClusterChip& chip, const QKeyEvent& event) {
    const int row = chip.row();
    const bool isMoving = event.modifiers().testFlag(Qt::ControlModifier);
    switch (event.key()) {
        case Qt::Key_Left:
        case Qt::Key_Up:
            isMoving ? moveToNeighbour(row, -1) : focusTask(row - 1);
            return true;
        case Qt::Key_Right:
        case Qt::Key_Down:
            isMoving ? moveToNeighbour(row, 1) : focusTask(row + 1);
            return true;
        case Qt::Key_Delete:
        case Qt::Key_Backspace:
            model_.removeTask(row);
            focusTask(std::min(row, static_cast<int>(model_.drawn().tasks.size()) - 1));
            return true;
        case Qt::Key_F2:
        case Qt::Key_Return:
        case Qt::Key_Enter:
            askForPort(row);
            return true;
        case Qt::Key_Menu:
            showTaskMenu(row, chip.mapToGlobal(chip.rect().bottomLeft()));
            return true;
        default:
            return false;
    }
}

bool ClusterCanvas::cardKey(MachineCard& card, const QKeyEvent& event) {
    const QString machine = card.machine();
    switch (event.key()) {
        case Qt::Key_Delete:
        case Qt::Key_Backspace:
            removeMachine(card);
            return true;
        case Qt::Key_F2:
            askForName(machine, -1);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Menu:
            showMachineMenu(machine, card.mapToGlobal(QPoint(16, kCardTitleHeight)));
            return true;
        default:
            return false;
    }
}

/// The focus stays among the machines.
void ClusterCanvas::removeMachine(const MachineCard& card) {
    const auto place = std::ranges::find(cards_, &card) - cards_.begin();
    const QString machine = card.machine();
    if (!model_.removeMachine(machine) || cards_.empty()) return;
    cards_[static_cast<std::size_t>(std::min(place, std::ssize(cards_) - 1))]->setFocus(Qt::OtherFocusReason);
}

void ClusterCanvas::moveToNeighbour(int row, int by) {
    const models::ClusterDraft& draft = model_.drawn();
    const auto at = draft.machines.indexOf(models::machineOf(draft.tasks[row].node));
    if (at < 0 || draft.machines.size() < 2) return;
    const auto next = (at + by + draft.machines.size()) % draft.machines.size();
    model_.moveTask(row, draft.machines[next]);
    focusTask(row);
}

void ClusterCanvas::showTaskMenu(int row, const QPoint& at) {
    if (row >= static_cast<int>(model_.drawn().tasks.size())) return;
    focusTask(row);
    const models::ClusterTask task = model_.drawn().tasks[row];
    auto* menu = new QMenu(this);
    menu->setObjectName("clusters.task_menu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [this](QMenu* into, const QString& name, const QString& text, auto&& act) {
        QAction* action = into->addAction(text);
        action->setObjectName("clusters.task_menu." + name);
        connect(action, &QAction::triggered, this, act);
        return action;
    };
    QMenu* machines = menu->addMenu(tr("Move to"));
    for (const QString& machine : model_.drawn().machines)
        add(machines, "machine_" + machine, machine, [this, row, machine] {
            model_.moveTask(row, machine);
            focusTask(row);
        })->setEnabled(machine != models::machineOf(task.node));
    machines->addSeparator();
    add(machines, "new_machine", tr("New machine…"), [this, row] { askForName({}, row); });
    QMenu* roles = menu->addMenu(tr("Role"));
    for (const QString& role : models::clusterRoles())
        add(roles, role, roleText(role), [this, row, role] {
            model_.setRole(row, role);
        })->setEnabled(role != task.role);
    addGpus(*menu, row);
    add(menu, "port", tr("Port…"), [this, row] { askForPort(row); });
    menu->addSeparator();
    add(menu, "remove", tr("Remove"), [this, row] { model_.removeTask(row); });
    menu->popup(at);
}

/// The GPUs of its machine, of which it may have several, or why there are none to choose.
void ClusterCanvas::addGpus(QMenu& menu, int row) {
    const models::ClusterTask task = model_.drawn().tasks[row];
    const QString machine = models::machineOf(task.node);
    const auto node = std::ranges::find(model_.nodes(), machine, &bridge::NodeRow::name);
    if (node == model_.nodes().end()) return;  // a machine that only the drawing knows
    QMenu* gpus = menu.addMenu(tr("Choose a GPU"));
    gpus->setObjectName("clusters.task_menu.gpu");
    const auto add = [&](const QString& name, const QString& text, std::optional<int> gpu) {
        QAction* action = gpus->addAction(text);
        action->setObjectName("clusters.task_menu.gpu_" + name);
        action->setCheckable(true);
        const std::vector<int> own = models::gpusOf(task);
        action->setChecked(gpu ? std::ranges::find(own, *gpu) != own.end() : own.empty());
        connect(action, &QAction::triggered, this, [this, row, gpu] {
            model_.toggleGpu(row, gpu);
            focusTask(row);
        });
    };
    add("automatic", tr("Automatic"), std::nullopt);
    for (const models::GpuChoice& choice :
         models::gpuChoices(*node, models::gpuHolders(model_.draft(), machine, row))) {
        if (choice.index >= 0)
            add(QString::number(choice.index), choice.text, choice.index);
        else
            gpus->addAction(choice.text)->setEnabled(false);
    }
}

void ClusterCanvas::showMachineMenu(const QString& machine, const QPoint& at) {
    auto* menu = new QMenu(this);
    menu->setObjectName("clusters.machine_menu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [this, menu](const QString& name, const QString& text, auto&& act) {
        QAction* action = menu->addAction(text);
        action->setObjectName("clusters.machine_menu." + name);
        connect(action, &QAction::triggered, this, act);
    };
    for (const QString& role : models::clusterRoles())
        add(role, tr("Add: %1").arg(roleText(role)),
            [this, role, machine] { model_.addTask(role, machine); });
    menu->addSeparator();
    add("rename", tr("Name…"), [this, machine] { askForName(machine, -1); });
    add("remove", tr("Remove with its tasks"), [this, machine] { model_.removeMachine(machine); });
    menu->popup(at);
}

void ClusterCanvas::askForMachine() {
    askForName({}, -1);
}

void ClusterCanvas::askForName(const QString& machine, int row) {
    ask(window(),
        {.name = "clusters.machine_dialog",
         .title = machine.isEmpty() ? tr("New machine") : tr("Name of %1").arg(machine),
         .label = tr("Host name or address; local is this machine"),
         .value = machine,
         .isGood = [](const QString& text) { return models::isMachineName(text); }},
        this, [this, machine, row](const QString& name) {
            if (row >= 0) {
                model_.moveTask(row, name);
            } else if (machine.isEmpty()) {
                model_.addMachine(name);
                chosenMachine_ = models::machineOf(name);
                chooseTask(-1);
                refresh();
            } else {
                model_.renameMachine(machine, name);
            }
        });
}

void ClusterCanvas::askForPort(int row) {
    const int port = model_.drawn().tasks[row].port;
    ask(window(),
        {.name = "clusters.port_dialog",
         .title = tr("Port of %1").arg(model_.drawn().taskName(row)),
         .label = tr("1 to 65535; empty: chosen automatically at the start"),
         .value = port == 0 ? QString() : QString::number(port),
         .isGood =
             [](const QString& text) {
                 bool isNumber = false;
                 const int number = text.toInt(&isNumber);
                 return text.isEmpty() || (isNumber && number >= 0 && number <= 65535);
             }},
        this, [this, row](const QString& text) { model_.setPort(row, text.toInt()); });
}

MachineCard* ClusterCanvas::cardAt(const QPoint& position) const {
    for (std::size_t i = 0; i < layout_.machines.size(); ++i)
        if (layout_.machines[i].contains(position)) return cards_[i];
    return nullptr;
}

void ClusterCanvas::markTarget(const MachineCard* target) {
    for (MachineCard* card : cards_) card->setDropTarget(card == target);
}

void ClusterCanvas::dragEnterEvent(QDragEnterEvent* event) {
    // Any other drop, such as a file, is handled by the page.
    event->setAccepted(event->mimeData()->hasFormat(kRoleMime) || event->mimeData()->hasFormat(kTaskMime));
}

void ClusterCanvas::dragMoveEvent(QDragMoveEvent* event) {
    const MachineCard* target = cardAt(event->position().toPoint());
    markTarget(target);
    event->setAccepted(target != nullptr);
}

void ClusterCanvas::dragLeaveEvent(QDragLeaveEvent*) {
    markTarget(nullptr);
}

void ClusterCanvas::dropEvent(QDropEvent* event) {
    markTarget(nullptr);
    const MachineCard* card = cardAt(event->position().toPoint());
    if (!card) return;
    event->accept();
    const QByteArray task = event->mimeData()->data(kTaskMime);
    const QByteArray role = event->mimeData()->data(kRoleMime);
    // By value: the card's content changes under us.
    if (const QString machine = card->machine(); !task.isEmpty())
        model_.moveTask(task.toInt(), machine);
    else
        model_.addTask(QString::fromLatin1(role), machine);
}

}  // namespace trainyard::widgets

#include "moc_cluster_canvas.cpp"
