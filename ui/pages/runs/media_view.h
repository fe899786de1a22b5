// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <optional>

#include "ui/bridge/agent_for.h"
#include "ui/bridge/agent_functions.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPlainTextEdit;
class QSlider;
class QStackedWidget;

namespace trainyard::widgets {
class Chart;
class ImageView;
}  // namespace trainyard::widgets

namespace trainyard::pages {

class HistogramRidges;

/// What a run has logged of one kind: the tags, a slider over the steps of one of them, and what it shows
/// there. Asks for what is shown alone, one at a time. [gui]
class MediaView : public QWidget {
    Q_OBJECT
  public:
    using Agent = bridge::AgentFor<bridge::SeriesCalls>;
    MediaView(Agent agent, bridge::MediaKind kind, QWidget* parent = nullptr);

    static QString title(bridge::MediaKind kind);
    /// Of this kind; the chosen tag stays if it is among them. What has grown is requested again.
    void setSeries(const QString& run, const std::vector<bridge::MediaSeries>& series);
    bool isEmpty() const { return series_.empty(); }

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeBar(const QString& prefix);
    QWidget* makeContent(const QString& prefix);
    const bridge::MediaSeries* chosen() const;
    void chooseTag();
    void listItems();
    void takeItems(const std::vector<bridge::MediaItem>& items);
    void read();
    void take(const bridge::MediaItem& item, const bridge::MediaContent& content);
    void describe(const bridge::MediaItem& item);
    QString nameOf(const bridge::MediaItem& item) const;
    void showRidges();
    void fail(const QString& why);

    Agent agent_;
    bridge::MediaKind kind_;
    QString run_;
    std::vector<bridge::MediaSeries> series_;
    std::vector<bridge::MediaItem> items_;  ///< of the chosen one, by attempt, step and sample
    bool isListing_ = false, mustList_ = true;
    std::optional<std::int64_t> asked_;  ///< the item whose answer is awaited
    quint64 choice_ = 0;  ///< counts runs and tags: what is answered for an earlier one is dropped

    QComboBox* tag_ = nullptr;
    QSlider* slider_ = nullptr;
    QLabel* place_ = nullptr;
    QCheckBox* all_ = nullptr;         ///< of histograms: the ridges instead of the chart
    QStackedWidget* stack_ = nullptr;  ///< what is shown, or why nothing is
    QLabel* empty_ = nullptr;
    widgets::ImageView* image_ = nullptr;  ///< of these three the one for the kind
    widgets::Chart* chart_ = nullptr;
    HistogramRidges* ridges_ = nullptr;  ///< beside the chart, of histograms
    QPlainTextEdit* text_ = nullptr;
};

}  // namespace trainyard::pages
