// SPDX-License-Identifier: Apache-2.0
#include "app/headless/media.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <set>

#include "app/headless/event_json.h"
#include "app/headless/session.h"
#include "app/headless/units.h"
#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/events/media.h"
#include "trainyard/v1/agent.pb.h"

namespace trainyard::headless {
namespace {

using base::printable;

/// "(left edge, right edge, count)" of each bucket.
Json bucketsJson(const v1::MediaItem& item) {
    Json buckets = Json::array();
    for (int i = 0; i + 2 < item.values_size(); i += 3)
        buckets.push_back({number(item.values(i)), number(item.values(i + 1)), number(item.values(i + 2))});
    return buckets;
}

/// A row of a PR curve.
Json rowJson(const v1::MediaItem& item, int row) {
    const int thresholds = item.values_size() / 6;
    Json values = Json::array();
    for (int i = 0; i < thresholds; ++i) values.push_back(number(item.values(row * thresholds + i)));
    return values;
}

Json mediaJson(const v1::MediaItem& item, const std::string& file) {
    Json json{{"kind", item.kind()},
              {"attempt", item.attempt()},
              {"task", item.key().task()},
              {"split", item.key().split()},
              {"tag", item.key().tag()},
              {"step", item.step()},
              {"wall_time", number(item.wall_time())},
              {"bytes", item.bytes()}};
    if (item.kind() == "images") json["sample"] = item.sample();
    if (!file.empty()) json["file"] = file;
    if (item.kind() == "histograms") json["buckets"] = bucketsJson(item);
    if (item.kind() == "text") json["text"] = item.text();
    if (item.kind() == "hparams") {
        const auto hparams = base::parseJson(item.text(), "hyperparameters");
        json["hparams"] = hparams ? Json(*hparams) : Json(item.text());
    }
    if (item.kind() == "pr_curves") {
        json["precision"] = rowJson(item, 4);
        json["recall"] = rowJson(item, 5);
    }
    return json;
}

/// One line for people.
std::string mediaLine(const v1::MediaItem& item, const std::string& file) {
    const v1::SeriesKey& key = item.key();
    std::string what = bytesText(item.bytes());
    if (item.kind() == "histograms" && item.values_size() >= 3) {
        double count = 0;
        for (int i = 2; i < item.values_size(); i += 3) count += item.values(i);
        what = fmt::format("{:g} values from {:.4g} to {:.4g}", count, item.values(0),
                           item.values(item.values_size() - 2));
    } else if (item.kind() == "pr_curves") {
        what = fmt::format("{} thresholds", item.values_size() / 6);
    } else if (item.kind() == "text" || item.kind() == "hparams") {
        what = printable(item.text().substr(0, item.text().find('\n')));
    } else if (!file.empty()) {
        what = printable(file);
    }
    return fmt::format("step {:<8} {}{} {} {}  {}\n", item.step(),
                       item.attempt() > 1 ? fmt::format("attempt {} ", item.attempt()) : "",
                       printable(key.task()), printable(key.split()), printable(key.tag()), what);
}

base::Result<std::string> writeImage(const std::string& folder, const v1::MediaItem& item) {
    const std::string_view format = events::imageFormat(item.image());
    const auto path =
        std::filesystem::path(folder) / fmt::format("{}-step-{}-{}.{}", base::slug(item.key().tag()),
                                                    item.step(), item.id(), format.empty() ? "bin" : format);
    TY_TRY(base::writeFileAtomically(path, item.image()));
    return path.string();
}

std::string thinnedOut(const v1::MediaSeries& series) {
    return fmt::format("trainyard: {} of {} {} of {} ({}) are kept; the others were thinned out\n",
                       series.kept(), series.seen(), printable(series.kind()), printable(series.key().tag()),
                       printable(series.key().split()));
}

/// Before anything is written.
base::Status checkMediaTag(const Options& options, Session& session, Console& console) {
    if (options.tag.empty()) return {};
    auto request = client::ofRun<v1::ListMediaRequest>(options.run);
    request.set_kind(options.kind);
    request.set_limit(1);
    TY_ASSIGN(const auto reply, session.client()->listMedia(request));
    std::set<std::string> tags;
    for (const v1::MediaSeries& series : reply.series()) tags.insert(series.key().tag());
    TY_ASSIGN(const auto run, session.client()->getRun(client::ofRun<v1::GetRunRequest>(options.run)));
    return checkTag(options, run.summary(), options.kind, tags, console);
}

/// `runs`, `show` and `sweep` name a metric as Keras does: val_loss, which is the split `validation` of a
/// tag.
std::string meantBy(const std::string& metric, const std::set<std::string>& tags) {
    constexpr std::string_view kValidation = "val_";
    const bool isValidation = metric.starts_with(kValidation);
    const std::string name = isValidation ? metric.substr(kValidation.size()) : metric;
    for (const std::string& tag : {"epoch_" + name, name})
        if (tags.contains(tag))
            return fmt::format("; {} is the split `{}` of {}", printable(metric),
                               isValidation ? "validation" : "train", printable(tag));
    return {};
}

}  // namespace

base::Status checkTag(const Options& options, const v1::RunSummary& run, const std::string& what,
                      const std::set<std::string>& tags, Console& console) {
    if (options.tag.empty() || tags.contains(options.tag)) return {};
    const base::Words words =
        base::say("{} has no {} of {}; it has {}{}", printable(options.run), what, printable(options.tag),
                  tags.empty() ? "none" : printable(fmt::format("{}", fmt::join(tags, ", "))),
                  meantBy(options.tag, tags));
    if (hasEnded(run.status())) return base::fail(base::Code::kNotFound, words, "metrics.tag_not_found");
    console.printError(fmt::format("trainyard: {} so far\n", words));
    return {};
}

int mediaCommand(const Options& options, Console& console) {
    const bool isWriting = !options.out.empty();
    if (isWriting && options.kind != "images")
        return report(options, console,
                      {base::Code::kInvalidArgument, "--out writes images: add --kind images", "usage.out"});
    const auto session = Session::open(options.agent);
    if (!session) return report(options, console, session.error());
    if (const auto status = checkMediaTag(options, **session, console); !status)
        return report(options, console, status.error());
    if (isWriting)
        if (const auto made = base::makeFolders(options.out); !made)
            return report(options, console, made.error());
    const bool isJson = options.isJson || options.format == "json";
    v1::ListMediaRequest request;
    request.set_run(options.run);
    request.set_kind(options.kind);
    request.set_data(isWriting || options.kind != "images");
    std::string separator = "[\n";
    do {
        const auto reply = (*session)->client()->listMedia(request);
        if (!reply) return report(options, console, reply.error());
        for (const v1::MediaSeries& series : reply->series())
            if (series.seen() > series.kept() && (options.tag.empty() || series.key().tag() == options.tag))
                console.printError(thinnedOut(series));
        for (const v1::MediaItem& item : reply->items()) {
            if (!options.tag.empty() && item.key().tag() != options.tag) continue;
            std::string file;
            if (isWriting) {
                auto written = writeImage(options.out, item);
                if (!written) return report(options, console, written.error());
                file = std::move(*written);
            }
            if (!isJson) {
                console.print(mediaLine(item, file));
                continue;
            }
            std::string object = toLine(mediaJson(item, file));
            object.pop_back();
            console.print(separator + object);
            separator = ",\n";
        }
        request.set_after(reply->next());
    } while (request.after() != 0 && !console.isClosed());
    if (isJson) console.print(separator == "[\n" ? "[]\n" : "\n]\n");
    return finish(options, console);
}

}  // namespace trainyard::headless
