// SPDX-License-Identifier: Apache-2.0
#include "core/export/report_media.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <ranges>
#include <string_view>
#include <tuple>

#include "core/base/json.h"
#include "core/events/media.h"
#include "core/export/line_chart.h"
#include "core/export/ridge_chart.h"

namespace trainyard::exports {
namespace {

using events::MediaKind;

constexpr std::size_t kMostMedia = 200;          // series of one run
constexpr std::int64_t kMostBytes = 32ll << 20;  // of one run, before base64

/// How a kind is shown; by MediaKind.
struct Shown {
    std::size_t mostSteps;
    const char* heading;
};
constexpr std::array<Shown, events::kMediaKinds.size()> kShown{
    {{12, "Images"}, {24, "Histograms"}, {12, "Texts"}, {1, "Hyperparameters"}, {6, "Precision and recall"}}};

const char* kindName(MediaKind kind) {
    return events::kMediaKinds.at(static_cast<std::size_t>(kind));
}

/// Those of a newer agent have none.
const Shown* shownAs(const std::string& kind) {
    const auto found = std::ranges::find(events::kMediaKinds, std::string_view(kind),
                                         [](const char* name) { return std::string_view(name); });
    return found == events::kMediaKinds.end() ? nullptr
                                              : &kShown.at(std::size_t(found - events::kMediaKinds.begin()));
}

/// RFC 4648, 4.
std::string base64(std::string_view bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::string_view three = bytes.substr(at, 3);
        unsigned bits = 0;
        for (std::size_t i = 0; i < 3; ++i)
            bits = bits << 8 | (i < three.size() ? static_cast<unsigned char>(three[i]) : 0u);
        for (std::size_t i = 0; i < 4; ++i)
            text += i <= three.size() ? kDigits[bits >> (18 - 6 * i) & 63] : '=';
    }
    return text;
}

std::string caption(const ReportedMedia& media) {
    std::string of;
    for (const std::string& part : {media.key.task(), media.key.split()})
        if (!part.empty()) of += (of.empty() ? "" : ", ") + part;
    if (media.sample > 0) of += fmt::format("{}image {}", of.empty() ? "" : ", ", media.sample + 1);
    if (media.items.size() < media.steps)
        of += fmt::format("{}{} of {} steps", of.empty() ? "" : ", ", media.items.size(), media.steps);
    return fmt::format("<figcaption>{} <span class=\"muted\">{}</span></figcaption>\n",
                       escaped(media.key.tag()), escaped(of));
}

std::string stepText(const v1::MediaItem& item) {
    return "step " + shortNumber(static_cast<double>(item.step()));
}

// ---- by kind

std::string pictures(const ReportedMedia& media) {
    std::string html = "<figure class=\"across steps\">" + caption(media) + "<ul class=\"pictures\">\n";
    for (const v1::MediaItem& item : media.items) {
        const std::string_view format = events::imageFormat(item.image());
        if (format.empty()) continue;
        html += fmt::format(
            "<li data-step=\"{1}\"><img alt=\"{0}, {1}\" src=\"data:image/{2};base64,{3}\"><span "
            "class=\"muted\">{1}</span></li>\n",
            escaped(media.key.tag()), stepText(item), format, base64(item.image()));
    }
    return html + "</ul></figure>\n";
}

std::string histograms(const ReportedMedia& media) {
    std::vector<Ridge> ridges;
    for (const v1::MediaItem& item : media.items)
        ridges.push_back(
            {stepText(item), base::bucketsOf({item.values().data(), std::size_t(item.values_size())})});
    const std::string svg = ridgeChart(media.key.tag(), ridges);
    return svg.empty() ? "" : "<figure class=\"steps\">" + caption(media) + svg + "</figure>\n";
}

std::string curvesOf(const ReportedMedia& media) {
    std::vector<Line> lines;
    for (const v1::MediaItem& item : media.items) {
        const int thresholds = item.values_size() / 6;
        Stretch stretch;
        for (int i = 0; i < thresholds; ++i)
            stretch.points.emplace_back(item.values(5 * thresholds + i), item.values(4 * thresholds + i));
        lines.push_back({stepText(item), {std::move(stretch)}});
    }
    return lineChart(media.key.tag(), lines, Across::kRecall);
}

std::string texts(const ReportedMedia& media) {
    std::string html = "<figure class=\"across\">" + caption(media);
    for (const v1::MediaItem& item : media.items)
        html += fmt::format("<p class=\"muted\">{}</p><pre>{}</pre>\n", stepText(item), escaped(item.text()));
    return html + "</figure>\n";
}

std::string figure(const ReportedMedia& media) {
    if (media.kind == kindName(MediaKind::kImages)) return pictures(media);
    if (media.kind == kindName(MediaKind::kHistograms)) return histograms(media);
    if (media.kind == kindName(MediaKind::kPrCurves)) return curvesOf(media);
    if (media.kind == kindName(MediaKind::kText)) return texts(media);
    return {};  // hyperparameters are in a table of all runs
}

/// The items of one series, one per step, thinned out evenly.
ReportedMedia thinned(std::map<std::int64_t, v1::MediaItem> byStep, std::size_t most) {
    ReportedMedia media;
    const v1::MediaItem& any = byStep.begin()->second;
    media.key = any.key();
    media.kind = any.kind();
    media.sample = any.sample();
    media.steps = byStep.size();
    std::vector<v1::MediaItem> all;
    for (auto& item : byStep | std::views::values) all.push_back(std::move(item));
    const std::size_t count = std::min(most, all.size());
    for (std::size_t i = 0; i < count; ++i) {
        // The last one if there is one alone.
        const std::size_t at = count == 1 ? all.size() - 1 : i * (all.size() - 1) / (count - 1);
        media.items.push_back(std::move(all[at]));
    }
    return media;
}

}  // namespace

std::vector<ReportedMedia> chosenMedia(const std::vector<v1::MediaItem>& items,
                                       std::vector<std::string>& omitted) {
    std::map<std::tuple<std::string, std::string, std::string, std::string, int>,
             std::map<std::int64_t, v1::MediaItem>>
        series;
    for (const v1::MediaItem& item : items)
        series[{item.kind(), item.key().tag(), item.key().split(), item.key().task(), item.sample()}]
            .insert_or_assign(item.step(), item);
    std::vector<ReportedMedia> chosen;
    std::int64_t bytes = 0;
    for (auto& byStep : series | std::views::values) {
        const Shown* shown = shownAs(byStep.begin()->second.kind());
        if (!shown) continue;
        ReportedMedia media = thinned(std::move(byStep), shown->mostSteps);
        std::int64_t size = 0;
        for (const v1::MediaItem& item : media.items) size += item.bytes();
        if (chosen.size() == kMostMedia || bytes + size > kMostBytes) continue;
        bytes += size;
        chosen.push_back(std::move(media));
    }
    if (chosen.size() < series.size())
        omitted.push_back(
            fmt::format("Of its {} series of images, histograms, texts and curves, {} are shown; `export "
                        "--to tensorboard` "
                        "writes all.",
                        series.size(), chosen.size()));
    return chosen;
}

std::string mediaHtml(const std::vector<ReportedMedia>& media) {
    std::string html;
    for (std::size_t kind = 0; kind < kShown.size(); ++kind) {
        std::string figures;
        for (const ReportedMedia& one : media)
            if (one.kind == events::kMediaKinds.at(kind)) figures += figure(one);
        if (!figures.empty())
            html += fmt::format("<h3>{}</h3>\n<div class=\"charts\">\n{}</div>\n", kShown.at(kind).heading,
                                figures);
    }
    return html;
}

std::string stepsScript(std::string_view html) {
    // Without it, all steps are there, as they are until a slider is moved.
    constexpr std::string_view kScript = R"(<script>
for (const figure of document.querySelectorAll("figure.steps")) {
  const items = [...figure.querySelectorAll("[data-step]")];
  if (items.length < 2) continue;
  const caption = figure.querySelector("figcaption");
  const slider = Object.assign(document.createElement("input"), {type: "range", min: 0, max: items.length - 1});
  slider.value = items.length - 1;
  slider.setAttribute("aria-label", "Step of " + caption.textContent.trim());
  const place = document.createElement("span");
  const all = Object.assign(document.createElement("input"), {type: "checkbox", checked: true});
  const show = () => {
    items.forEach((item, at) => {
      item.classList.toggle("other", !all.checked && at !== slider.valueAsNumber);
      item.classList.toggle("chosen", !all.checked && at === slider.valueAsNumber);
    });
    place.textContent = all.checked ? "" : items[slider.valueAsNumber].dataset.step;
    slider.setAttribute("aria-valuetext", items[slider.valueAsNumber].dataset.step);
  };
  slider.addEventListener("input", () => { all.checked = false; show(); });
  all.addEventListener("change", show);
  const label = document.createElement("label");
  label.append(all, " All steps");
  const bar = document.createElement("p");
  bar.className = "step";
  bar.append(slider, place, label);
  caption.after(bar);
  show();
}
</script>
)";
    return html.find(" data-step=") == std::string_view::npos ? std::string() : std::string(kScript);
}

bool isHparams(const ReportedMedia& media) {
    return media.kind == kindName(MediaKind::kHparams);
}

std::vector<std::pair<std::string, std::string>> hparamsOf(const ReportedMedia& media) {
    std::vector<std::pair<std::string, std::string>> values;
    for (const v1::MediaItem& item : media.items) {
        const auto tree = base::parseJson(item.text(), "hyperparameters");
        if (!tree || !tree->is_object()) continue;
        for (const auto& [name, value] : tree->items())
            values.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
    }
    return values;
}

}  // namespace trainyard::exports
