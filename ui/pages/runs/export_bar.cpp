// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/runs/export_bar.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>

#include "ui/bridge/agent_bridge.h"
#include "ui/models/agent_words.h"
#include "ui/models/format.h"
#include "ui/widgets/named.h"
#include "ui/widgets/theme.h"

namespace trainyard::pages {

using widgets::named;
using widgets::withRole;

namespace {

struct Format {
    QString name;    ///< as in the command `export --to`
    QString filter;  ///< of the file dialog
    QString suffix;  ///< empty: it is a folder
};

std::vector<Format> formatsFor(int runs) {
    std::vector<Format> formats{
        {QStringLiteral("html"), ExportBar::tr("Report (*.html)"), QStringLiteral("html")}};
    if (runs > 1) return formats;
    formats.push_back(
        {QStringLiteral("csv"), ExportBar::tr("Table of all points (*.csv)"), QStringLiteral("csv")});
    formats.push_back({QStringLiteral("npy"), ExportBar::tr("Folder of NumPy arrays (*)"), {}});
    formats.push_back({QStringLiteral("tensorboard"), ExportBar::tr("Folder of TensorBoard logs (*)"), {}});
    return formats;
}

const Format& chosenIn(const QFileDialog& dialog, const std::vector<Format>& formats) {
    const auto found = std::ranges::find(formats, dialog.selectedNameFilter(), &Format::filter);
    return found == formats.end() ? formats.front() : *found;
}

}  // namespace

ExportBar::ExportBar(Agent agent, QWidget* parent) : QWidget(parent), agent_(agent) {
    text_ = withRole(named(new QLabel, "runs.export.text", tr("Export")), "muted");
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    open_ = named(new QPushButton(tr("Open")), "runs.export.open", tr("Open the report in a browser"));
    connect(open_, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(written_); });
    button_ = named(new QPushButton, "runs.export.button", tr("Cancel the export, or close this notice"));
    connect(button_, &QPushButton::clicked, this, [this] {
        if (!waiting_) return hide();
        waiting_.reset();
        end(tr("Export cancelled. Nothing was written."));
    });
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 8, 12, 8);
    row->setSpacing(8);
    row->addWidget(text_, 1);
    row->addWidget(open_, 0, Qt::AlignTop);
    row->addWidget(button_, 0, Qt::AlignTop);
    hide();
}

void ExportBar::choose(const QStringList& runs) {
    if (runs.isEmpty()) return;
    const auto formats = formatsFor(static_cast<int>(runs.size()));
    auto* dialog =
        new QFileDialog(window(), runs.size() == 1 ? tr("Export %1").arg(runs.front())
                                                   : tr("Export a comparison of %1 runs").arg(runs.size()));
    dialog->setObjectName("runs.export_dialog");
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->setOption(QFileDialog::DontConfirmOverwrite);  // nothing is overwritten: the export is refused
    QStringList filters;
    for (const Format& format : formats) filters << format.filter;
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(formats.front().suffix);
    connect(dialog, &QFileDialog::filterSelected, dialog,
            [dialog, formats] { dialog->setDefaultSuffix(chosenIn(*dialog, formats).suffix); });
    dialog->selectFile(runs.size() == 1 ? runs.front() : tr("comparison"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this, dialog, formats, runs](const QString& path) {
        write({.runs = runs, .format = chosenIn(*dialog, formats).name, .path = path});
    });
    dialog->open();
}

void ExportBar::write(const bridge::ExportRequest& request) {
    waiting_ = std::make_unique<QObject>();  // an export in progress ends with the former one
    written_.clear();
    const QString place = QDir::toNativeSeparators(request.path);
    agent_.ask(
        &bridge::ExportCalls::exportRuns, waiting_.get(),
        [this, request, place](const bridge::Outcome<void>& outcome) {
            waiting_.release()->deleteLater();  // it is the context of this call
            if (!outcome) return end(models::inReadersLanguage(outcome.error().message));
            if (request.format == QStringLiteral("html")) written_ = QUrl::fromLocalFile(request.path);
            end(tr("Exported to %1.").arg(place));
        },
        request);
    text_->setText(tr("Exporting to %1…").arg(place));
    open_->hide();
    button_->setText(tr("Cancel"));
    show();
}

void ExportBar::end(const QString& text) {
    text_->setText(text);
    open_->setVisible(!written_.isEmpty());
    button_->setText(tr("Close"));
    show();
}

}  // namespace trainyard::pages

#include "moc_export_bar.cpp"
