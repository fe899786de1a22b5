// SPDX-License-Identifier: Apache-2.0
// data: the data sets that run files name.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stop_token>

#include "app/headless/commands.h"
#include "app/headless/download.h"
#include "app/headless/event_json.h"
#include "app/headless/session.h"
#include "app/headless/signals.h"
#include "app/headless/units.h"
#include "core/base/file.h"
#include "core/base/home.h"
#include "core/base/known_data.h"
#include "core/base/text.h"

namespace trainyard::headless {
namespace {

namespace fs = std::filesystem;
using base::Code;
using base::printable;

/// The largest file of a known data set has 47 MB.
constexpr std::uint64_t kMostBytes = 64u << 20;

base::Result<const base::KnownData*> wantedData(const std::string& name) {
    const auto all = base::knownData();
    const auto found = std::ranges::find(all, name, &base::KnownData::name);
    if (found != all.end()) return &*found;
    std::vector<std::string_view> names;
    for (const base::KnownData& data : all) names.push_back(data.name);
    return base::fail(
        Code::kInvalidArgument,
        base::say("there is no data set {} to fetch; there are {}", printable(name), fmt::join(names, ", ")),
        "usage.data");
}

struct Fetched {
    fs::path path;
    std::uint64_t bytes = 0;
    bool isNew = false;
};

/// Refuses a file whose contents are not those that the data set is known by.
base::Status checkContents(const fs::path& path, const base::KnownFile& file, const std::string& whatToDo) {
    const auto sum = unpackedSha256(path, kMostBytes);
    if (sum && *sum == file.sha256) return {};
    if (!sum && sum.error().code != Code::kDataLoss && sum.error().code != Code::kResourceExhausted)
        return base::fail(sum.error());
    return base::fail(
        Code::kRefused,
        base::say("{} does not have the contents of {}: {}. {}", path.string(), file.name,
                  sum ? fmt::format("its SHA-256, unpacked, is {} instead of {}", *sum, file.sha256)
                      : sum.error().message.text(),
                  whatToDo),
        "data.other_contents");
}

base::Result<Fetched> fetch(const base::KnownFile& file, const std::string& address, const fs::path& folder,
                            const std::stop_token& stop) {
    Fetched fetched{.path = folder / file.name};
    std::error_code error;
    if (fs::exists(fetched.path, error)) {
        TY_TRY(checkContents(fetched.path, file, "Remove it, or fetch into another folder (--to)"));
        fetched.bytes = fs::file_size(fetched.path, error);
        return fetched;
    }
    const fs::path beside = folder / fmt::format(".{}.{}", file.name, ::getpid());
    TY_ASSIGN(fetched.bytes, download(fmt::format("{}/{}", address, file.name), beside, kMostBytes, stop));
    base::Status status = checkContents(
        beside, file,
        fmt::format("Nothing was kept; {} serves another file, so fetch --from another address", address));
    if (status && ::rename(beside.c_str(), fetched.path.c_str()) != 0)
        status = base::fail(base::errnoError(errno, base::say("cannot name {}", fetched.path.string())));
    if (!status) {
        ::unlink(beside.c_str());
        return base::fail(std::move(status).error());
    }
    TY_TRY(base::syncFolder(folder));
    fetched.isNew = true;
    return fetched;
}

base::Result<fs::path> folderFor(const Options& options, const base::KnownData& data) {
    if (isElsewhere(options))
        return base::fail(Code::kRefused,
                          "data sets are fetched to this machine, and the agent is on another one; run the "
                          "command there",
                          "usage.agent");
    if (!options.to.empty()) return absolutePath(options.to);
    TY_ASSIGN(const base::Home home, base::Home::fromEnvironment());
    return home.datasets() / data.folder;
}

/// The folders that were made for a data set, unless they have got anything.
void removeEmpty(fs::path folder, const fs::path& wasThere) {
    std::error_code error;
    for (; folder != wasThere && fs::is_empty(folder, error) && !error; folder = folder.parent_path())
        fs::remove(folder, error);
}

/// Its files, as JSON; printed as they come.
base::Result<Json> fetchAll(const base::KnownData& data, const fs::path& folder, const Options& options,
                            Console& console, const std::stop_token& stop) {
    std::string address = options.from.empty() ? std::string(data.address) : options.from;
    while (address.ends_with('/')) address.pop_back();
    if (options.to.empty()) {
        TY_ASSIGN(const base::Home home, base::Home::fromEnvironment());
        TY_TRY(home.prepare());
    }
    TY_TRY(base::makeFolders(folder));
    Json files = Json::array();
    for (const base::KnownFile& file : data.files) {
        TY_ASSIGN(const Fetched fetched, fetch(file, address, folder, stop));
        files.push_back({{"path", fetched.path.string()}, {"bytes", fetched.bytes}, {"new", fetched.isNew}});
        if (!options.isJson)
            console.print(fmt::format("{}  {}  {}\n", printable(fetched.path.string()),
                                      bytesText(static_cast<std::int64_t>(fetched.bytes)),
                                      fetched.isNew ? "fetched, verified" : "was there, verified"));
    }
    return files;
}

int fetchCommand(const Options& options, Console& console) {
    const auto data = wantedData(options.name);
    if (!data) return report(options, console, data.error());
    const auto folder = folderFor(options, **data);
    if (!folder) return report(options, console, folder.error());
    const auto interrupt = Interrupt::watch();
    if (!interrupt) return report(options, console, interrupt.error());
    const fs::path wasThere = base::firstExisting(*folder);
    auto files = fetchAll(**data, *folder, options, console, (*interrupt)->token());
    if (!files) {
        removeEmpty(*folder, wasThere);
        if (!(*interrupt)->hasCome()) return report(options, console, files.error());
        console.printError("trainyard: interrupted; the same command fetches the rest\n");
        return (*interrupt)->exitCode();
    }
    if (options.isJson)
        console.print(
            toLine({{"data", (*data)->name}, {"folder", folder->string()}, {"files", std::move(*files)}}));
    return finish(options, console);
}

}  // namespace

void addDataCommands(CommandLine& line) {
    Options& options = line.options();
    CLI::App* data = line.addGroup("data", "get the data sets that run files name");
    CLI::App* fetch =
        line.add(*data, "fetch", "download a data set, and verify each file by its SHA-256", fetchCommand);
    fetch->add_option("NAME", options.name, "mnist or fashion_mnist")->required();
    fetch->add_option("--from", options.from, "the address of a folder with its files (a mirror)")
        ->check([](const std::string& address) {
            const bool isWeb = address.starts_with("http://") || address.starts_with("https://");
            return isWeb ? std::string() : printable(address) + " is no http:// or https:// address";
        });
    fetch->add_option("--to", options.to,
                      "a folder instead of NAME's in the home's `datasets`, where runs look for it");
}

}  // namespace trainyard::headless
