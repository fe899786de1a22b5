// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/nodes/link_matrix.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/models/node_findings.h"
#include "ui/pages/nodes/link_findings.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using bridge::TestVerdict;
using widgets::named;
using widgets::withRole;

namespace {

constexpr int kRowHeight = 46;
constexpr int kColumnWidth = 150;
constexpr int kFindingRole = Qt::UserRole + 1;  // of a cell: which finding it leads to

QColor colourOf(TestVerdict verdict) {
    const auto& theme = widgets::Theme::current();
    switch (verdict) {
        case TestVerdict::kPassed:
            return theme.colour("succeeded");
        case TestVerdict::kWarned:
            return theme.colour("waiting");
        case TestVerdict::kFailed:
            return theme.colour("failed");
        case TestVerdict::kNotTested:
            break;
    }
    return theme.colour("muted");
}

QString milliseconds(double seconds) {
    return QStringLiteral("%1 ms").arg(QLocale().toString(seconds * 1e3, 'f', seconds < 0.01 ? 2 : 0));
}

QString textOf(const bridge::LinkTest& link) {
    switch (link.verdict) {
        case TestVerdict::kFailed:
            return LinkMatrix::tr("Failed");
        case TestVerdict::kNotTested:
            return LinkMatrix::tr("Not tested");
        case TestVerdict::kPassed:
        case TestVerdict::kWarned:
            break;
    }
    const QString figures = LinkMatrix::tr("%1/s\n%2")
                                .arg(models::byteSize(static_cast<std::int64_t>(link.bytesPerSecond)),
                                     milliseconds(link.roundTrip));
    if (link.isLate) return LinkMatrix::tr("Late: %1").arg(figures);
    return link.verdict == TestVerdict::kWarned ? LinkMatrix::tr("Slow: %1").arg(figures) : figures;
}

QString wordOf(TestVerdict verdict) {
    switch (verdict) {
        case TestVerdict::kPassed:
            return LinkMatrix::tr("OK");
        case TestVerdict::kWarned:
            return LinkMatrix::tr("Warning");
        case TestVerdict::kFailed:
            return LinkMatrix::tr("Failed");
        case TestVerdict::kNotTested:
            break;
    }
    return LinkMatrix::tr("Not tested");
}

QString titleOf(const QString& test) {
    if (test == QLatin1String("connection")) return LinkMatrix::tr("Connection");
    if (test == QLatin1String("version")) return LinkMatrix::tr("Version");
    if (test == QLatin1String("disk")) return LinkMatrix::tr("Disk");
    if (test == QLatin1String("clock")) return LinkMatrix::tr("Clock");
    return test;
}

/// `tip` begins with the lines that are of this cell alone; then what to do, if there is a finding for it.
QTableWidgetItem* cell(TestVerdict verdict, const QString& text, QStringList tip,
                       const std::vector<models::NodeFinding>& findings, const models::TestPlace& place) {
    auto* item = new QTableWidgetItem(text);
    if (const auto finding = models::findingFor(findings, place)) {
        item->setData(kFindingRole, static_cast<qulonglong>(*finding));
        if (const QString& fix = findings[*finding].fix; !fix.isEmpty()) tip << fix;
    }
    const QString whole = tip.join('\n');
    item->setForeground(colourOf(verdict));
    item->setTextAlignment(Qt::AlignCenter);
    item->setToolTip(whole);
    item->setData(Qt::AccessibleDescriptionRole, whole);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    return item;
}

}  // namespace

LinkMatrix::LinkMatrix(QWidget* parent) : QWidget(parent) {
    withRole(this, "card");
    setAttribute(Qt::WA_StyledBackground);
    table_ = named(new QTableWidget, "nodes.links.table", tr("Tests of the nodes and their links"));
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);
    table_->setShowGrid(false);
    table_->setCornerButtonEnabled(false);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->verticalHeader()->setHighlightSections(false);
    table_->verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->horizontalHeader()->setDefaultSectionSize(kColumnWidth);
    table_->verticalHeader()->setDefaultSectionSize(kRowHeight);
    findings_ = new LinkFindings;
    connect(findings_, &LinkFindings::fixRequested, this, &LinkMatrix::fixRequested);
    connect(table_, &QTableWidget::cellActivated, this, [this](int row, int column) {
        if (const QTableWidgetItem* const item = table_->item(row, column))
            if (const QVariant finding = item->data(kFindingRole); finding.isValid())
                findings_->focus(finding.toULongLong());
    });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(withRole(new QLabel(tr("Tests")), "section"));
    layout->addWidget(
        withRole(new QLabel(tr("Row: the node that connects. Column: a test of that node, or the "
                               "node that it connects to.")),
                 "muted"));
    layout->addWidget(table_);
    layout->addWidget(findings_);
    hide();
}

void LinkMatrix::show(const bridge::NodeTests& tests) {
    tests_ = tests;
    nodes_.clear();
    for (const bridge::NodeTest& test : tests_.nodes)
        if (!nodes_.contains(test.node)) nodes_ << test.node;
    fill();
    setVisible(true);
}

void LinkMatrix::setCanPrepare(bool can) {
    findings_->setCanPrepare(can);
}

void LinkMatrix::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) fill();
}

void LinkMatrix::fill() {
    QStringList tests;
    for (const bridge::NodeTest& test : tests_.nodes)
        if (!tests.contains(test.what)) tests << test.what;
    QStringList titles;
    for (const QString& test : tests) titles << titleOf(test);
    for (const QString& node : nodes_) titles << tr("to %1").arg(node);
    table_->clear();
    table_->setRowCount(static_cast<int>(nodes_.size()));
    table_->setColumnCount(static_cast<int>(titles.size()));
    table_->setHorizontalHeaderLabels(titles);
    table_->setVerticalHeaderLabels(nodes_);
    const auto findings = models::findingsOf(tests_);
    for (const bridge::NodeTest& test : tests_.nodes)
        table_->setItem(static_cast<int>(nodes_.indexOf(test.node)),
                        static_cast<int>(tests.indexOf(test.what)),
                        cell(test.verdict, wordOf(test.verdict), {models::inReadersLanguage(test.message)},
                             findings, {test.node, {}, test.what}));
    fillLinks(static_cast<int>(tests.size()), findings);
    const bool hadFocus = findings_->isAncestorOf(window()->focusWidget());
    findings_->show(findings);
    if (hadFocus && !findings_->focusFirst()) table_->setFocus(Qt::OtherFocusReason);
    table_->resizeColumnsToContents();
    table_->setFixedHeight(table_->horizontalHeader()->sizeHint().height() + kRowHeight * table_->rowCount() +
                           2 * table_->frameWidth() + 14);
}

void LinkMatrix::fillLinks(int firstColumn, const std::vector<models::NodeFinding>& findings) {
    for (const bridge::LinkTest& link : tests_.links) {
        QStringList tip;
        if (!link.message.isEmpty()) tip << models::inReadersLanguage(link.message);
        if (!link.interface.isEmpty()) tip << tr("Interface %1, to %2").arg(link.interface, link.address);
        if (link.allReduce > 0) tip << tr("All-reduce of 1 MiB: %1").arg(milliseconds(link.allReduce));
        table_->setItem(static_cast<int>(nodes_.indexOf(link.from)),
                        firstColumn + static_cast<int>(nodes_.indexOf(link.to)),
                        cell(link.verdict, textOf(link), tip, findings, {link.from, link.to, {}}));
    }
}

}  // namespace trainyard::pages

#include "moc_link_matrix.cpp"
