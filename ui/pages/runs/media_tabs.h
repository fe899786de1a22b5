// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTabWidget>
#include <QTimer>
#include <map>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/agent_functions.h"

namespace trainyard::pages {

class MediaView;

/// The curves of a run, and a tab for each kind of what it has logged beside scalars. Without any, the curves
/// alone. [gui]
class MediaTabs : public QTabWidget {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::SeriesCalls>;
    MediaTabs(Agent agent, QWidget* curves, QWidget* parent = nullptr);

    /// Another run.
    void show(const QString& run);
    /// The run may have logged more: it is asked, now or when that is due again.
    void refresh();

  private:
    void ask();
    void take(const std::vector<bridge::MediaSeries>& series);

    Agent agent_;
    QString run_;
    QTimer pace_;  ///< between two questions
    bool isAsking_ = false, hasNews_ = false;
    std::map<bridge::MediaKind, MediaView*> views_;
    const QWidget* wanted_ = nullptr;  ///< of the run shown before, until this one is known to have it
};

}  // namespace trainyard::pages
