// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/new_run/form_view.h"

#include <QApplication>
#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "ui/models/agent_words.h"
#include "ui/pages/new_run/cluster_row.h"
#include "ui/pages/new_run/field_rows.h"
#include "ui/pages/new_run/layer_row.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

constexpr int kListWidth = 136;
constexpr int kHelpHeight = 76;

/// A section's rows, which scroll up and down and are never cut at the right: its least width is theirs.
class SectionArea : public QScrollArea {
  public:
    explicit SectionArea(QWidget* rows) {
        setWidget(rows);
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }
    QSize minimumSizeHint() const override {
        return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
                QScrollArea::minimumSizeHint().height()};
    }
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }
};

}  // namespace

FormView::FormView(models::RunForm& form, QWidget* parent) : QWidget(parent), form_(form) {
    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    left->addWidget(makeKinds());
    list_ = named(new QListWidget, "new_run.sections.list", tr("Sections of the form"));
    withRole(list_, "choices");
    list_->setFixedWidth(kListWidth);
    stack_ = new QStackedWidget;
    problem_ = withRole(named(new QLabel, "new_run.form.problem", tr("Why the form is disabled")), "failure");
    problem_->setWordWrap(true);
    problem_->setAlignment(Qt::AlignTop);
    problem_->setContentsMargins(16, 8, 16, 8);
    problem_->setFixedHeight(kHelpHeight);  // replaces the help, so that no field moves
    problem_->hide();
    help_ = withRole(named(new QLabel, "new_run.form.help", tr("Field help")), "muted");
    help_->setWordWrap(true);
    help_->setAlignment(Qt::AlignTop);
    help_->setContentsMargins(16, 8, 16, 8);
    help_->setFixedHeight(kHelpHeight);

    auto* middle = new QVBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(stack_, 1);
    middle->addWidget(problem_);
    middle->addWidget(help_);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 8, 0, 0);
    layout->setSpacing(0);
    left->addWidget(list_, 1);
    layout->addLayout(left);
    layout->addLayout(middle, 1);
    connect(list_, &QListWidget::currentRowChanged, stack_, &QStackedWidget::setCurrentIndex);
    connect(&form_, &models::RunForm::changed, this, &FormView::refresh);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { showHelp(now); });
    showHelp(nullptr);
}

/// Each changes the run file at once. What only the other kind has is kept and comes back with it.
QWidget* FormView::makeKinds() {
    training_ = named(new QRadioButton(tr("Train a model")), "new_run.kind.train", tr("Train a model"));
    training_->setToolTip(tr("Trainyard trains a model that the run file describes"));
    command_ = named(new QRadioButton(tr("Run a program")), "new_run.kind.command", tr("Run a program"));
    command_->setToolTip(tr("Trainyard starts your own program as every task and watches it"));
    auto* kinds = new QWidget;
    auto* group = new QButtonGroup(kinds);
    group->addButton(training_);
    group->addButton(command_);
    kinds->setFixedWidth(kListWidth);
    auto* layout = new QVBoxLayout(kinds);
    layout->setContentsMargins(4, 4, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(training_);
    layout->addWidget(command_);
    training_->setChecked(true);
    connect(group, &QButtonGroup::buttonClicked, this, [this](const QAbstractButton* button) {
        form_.setKind(button == command_ ? models::RunKind::kCommand : models::RunKind::kTraining);
        refresh();
    });
    return kinds;
}

void FormView::build() {
    const QString shown = section();
    kind_ = form_.kind();
    sections_ = models::formSections(form_.schema(), kind_);
    rows_.clear();
    list_->clear();
    while (QWidget* page = stack_->widget(0)) {
        stack_->removeWidget(page);
        page->setParent(nullptr);  // no longer found by name
        page->deleteLater();       // the signal of a control in it may have led here
    }
    for (const models::FormSection& section : sections_) {
        auto* page = withRole(new QWidget, "panel");
        auto* rows = new FieldRows(form_, 0, page);
        rows->setEntries(section.entries);
        rows_.push_back(rows);
        auto* layout = new QVBoxLayout(page);
        layout->setContentsMargins(16, 8, 8, 16);
        layout->setSpacing(12);
        layout->addWidget(withRole(new QLabel(section.title), "title"));
        layout->addWidget(rows);
        layout->addStretch();
        stack_->addWidget(new SectionArea(page));
        auto* item = new QListWidgetItem(section.title, list_);
        item->setSizeHint(QSize(0, 32));
    }
    if (auto* cluster = stack_->findChild<ClusterRow*>()) {
        connect(cluster, &ClusterRow::drawingWanted, this, &FormView::drawingWanted);
        connect(cluster, &ClusterRow::savedChosen, this, &FormView::savedClusterChosen);
        cluster->setSaved(clusters_);
        cluster->setNodes(nodes_);
    }
    list_->setCurrentRow(0);
    setSection(shown);
}

void FormView::refresh() {
    if (!form_.hasSchema()) return;
    const bool isOther = rows_.empty() || kind_ != form_.kind();
    if (isOther) build();
    (kind_ == models::RunKind::kCommand ? command_ : training_)->setChecked(true);
    const bool isReadable = form_.problem().isEmpty();
    problem_->setVisible(!isReadable);
    help_->setVisible(isReadable);
    if (!isReadable)
        problem_->setText(form_.problemLine() > 0
                              ? tr("The form is disabled: line %1 of the text cannot be parsed. %2")
                                    .arg(form_.problemLine())
                                    .arg(models::inReadersLanguage(form_.problem()))
                              : tr("The form is disabled: the text cannot be parsed. %1")
                                    .arg(models::inReadersLanguage(form_.problem())));
    stack_->setEnabled(isReadable);
    training_->setEnabled(isReadable);
    command_->setEnabled(isReadable);
    if (!isReadable) return;
    for (FieldRows* rows : rows_) rows->refresh();
    if (isOther) showFindings(std::vector(findings_));  // a check may be faster than the schema
}

void FormView::showFindings(const std::vector<bridge::Finding>& findings) {
    findings_ = findings;
    std::ranges::stable_sort(findings_, std::greater{}, &bridge::Finding::severity);
    std::map<FieldRow*, std::pair<bridge::Severity, QStringList>> byRow;
    for (const bridge::Finding& finding : findings_) {
        if (finding.path.isEmpty()) continue;
        FieldRow* row = rowFor(finding.path);
        if (!row) continue;
        auto& [severity, texts] = byRow[row];
        if (texts.isEmpty()) severity = finding.severity;
        // If the finding is not for the field itself, the message must say which key it is about.
        const bool isThere = row->path().dotted == finding.path;
        const QString message = models::inReadersLanguage(finding.message);
        texts << (isThere ? message : finding.path + ": " + message);
    }
    for (FieldRow* row : stack_->findChildren<FieldRow*>()) {
        const auto found = byRow.find(row);
        if (found == byRow.end()) {
            row->showFinding(bridge::Severity::kHint, {});
        } else {
            row->showFinding(found->second.first, found->second.second.join('\n'));
        }
    }
    markSections();
}

void FormView::markSections() {
    for (int i = 0; i < list_->count(); ++i) {
        const auto errors = std::ranges::count_if(findings_, [&](const bridge::Finding& finding) {
            return finding.severity == bridge::Severity::kError && sectionOf(finding.path) == i;
        });
        const QString title = sections_[static_cast<std::size_t>(i)].title;
        QListWidgetItem* item = list_->item(i);
        item->setText(errors > 0 ? QStringLiteral("%1  (%2)").arg(title).arg(errors) : title);
        item->setToolTip(errors > 0 ? tr("Errors here: %1").arg(errors) : QString());
        const QString colour = errors > 0 ? QStringLiteral("failed") : QStringLiteral("text");
        item->setForeground(widgets::Theme::current().colour(colour));
    }
}

void FormView::showPlanned(const std::vector<bridge::LayerRow>& layers) {
    if (auto* row = stack_->findChild<LayerRow*>()) row->setPlanned(layers);
}

void FormView::setSavedClusters(const std::vector<bridge::SavedCluster>& clusters) {
    clusters_ = clusters;
    if (auto* row = stack_->findChild<ClusterRow*>()) row->setSaved(clusters_);
}

void FormView::setNodes(const std::vector<bridge::NodeRow>& nodes) {
    nodes_ = nodes;
    if (auto* row = stack_->findChild<ClusterRow*>()) row->setNodes(nodes_);
}

FieldRow* FormView::rowFor(const QString& path) const {
    FieldRow* best = nullptr;
    for (FieldRow* row : stack_->findChildren<FieldRow*>()) {
        if (!row->path().holds(path)) continue;
        if (!best || row->path().dotted.size() > best->path().dotted.size()) best = row;
    }
    return best;
}

int FormView::sectionOf(const QString& path) const {
    if (path.isEmpty()) return -1;
    for (std::size_t i = 0; i < sections_.size(); ++i)
        if (std::ranges::any_of(sections_[i].entries, [&](const auto& e) { return e.path.holds(path); }))
            return static_cast<int>(i);
    return -1;
}

bool FormView::goTo(const QString& path) {
    const int section = sectionOf(path);
    if (section < 0) return false;
    list_->setCurrentRow(section);
    FieldRow* row = rowFor(path);
    if (!row) return true;
    auto* scroll = qobject_cast<QScrollArea*>(stack_->currentWidget());
    scroll->ensureWidgetVisible(row);
    for (QWidget* child : row->findChildren<QWidget*>()) {
        if (child->focusPolicy() == Qt::NoFocus || !child->isVisibleTo(row)) continue;
        child->setFocus(Qt::OtherFocusReason);
        break;
    }
    return true;
}

bool FormView::moveFocus(bool next) {
    const Qt::FocusReason reason = next ? Qt::TabFocusReason : Qt::BacktabFocusReason;
    const auto takesTab = [](const QWidget* widget) {
        return (widget->focusPolicy() & Qt::TabFocus) && widget->isVisible() && widget->isEnabled() &&
               !widget->focusProxy();
    };
    std::vector<QWidget*> order;
    for (QWidget* child : stack_->findChildren<QWidget*>())
        if (takesTab(child)) order.push_back(child);
    std::ranges::stable_sort(order, {}, [this](const QWidget* widget) {
        const QPoint at = widget->mapTo(this, QPoint());
        return std::pair(at.y(), at.x());
    });
    order.insert(order.begin(), list_);
    const auto go = [&](QWidget* target) {
        target->setFocus(reason);
        if (auto* scroll = qobject_cast<QScrollArea*>(stack_->currentWidget()); target != list_)
            scroll->ensureWidgetVisible(target);
        return true;
    };
    QWidget* now = QApplication::focusWidget();
    if (!now) return false;
    const auto at =
        std::ranges::find_if(order, [&](const QWidget* w) { return w == now || w->isAncestorOf(now); });
    const bool isInside = at != order.end();
    const auto step = at - order.begin() + (next ? 1 : -1);
    if (isInside && step >= 0 && step < std::ssize(order)) return go(order[static_cast<std::size_t>(step)]);
    const auto onward = [next](const QWidget* w) {
        return next ? w->nextInFocusChain() : w->previousInFocusChain();
    };
    QWidget* from = isInside ? list_ : now;
    for (QWidget* other = onward(from); other != from; other = onward(other)) {
        if (!takesTab(other) || stack_->isAncestorOf(other)) continue;
        if (other == list_) return go(next ? list_ : order.back());
        other->setFocus(reason);
        return true;
    }
    return false;
}

QString FormView::section() const {
    const int row = list_->currentRow();
    return row < 0 ? QString() : sections_[static_cast<std::size_t>(row)].id;
}

void FormView::setSection(const QString& id) {
    const auto found = std::ranges::find(sections_, id, &models::FormSection::id);
    if (found != sections_.end()) list_->setCurrentRow(static_cast<int>(found - sections_.begin()));
}

void FormView::showHelp(QWidget* focused) {
    for (QWidget* widget = focused; widget; widget = widget->parentWidget()) {
        if (const auto* row = qobject_cast<FieldRow*>(widget); row && isAncestorOf(widget)) {
            help_->setText(row->help());
            return;
        }
        if (widget == this) break;
    }
    help_->setText(tr("* Required. Empty fields use the default shown. Hover or focus a field for help."));
}

}  // namespace trainyard::pages

#include "moc_form_view.cpp"
