// SPDX-License-Identifier: Apache-2.0
#include "core/control/metrics/folder_watch.h"

#include <fmt/format.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "core/base/text.h"

namespace trainyard::control {

base::Result<FolderWatch> FolderWatch::open() {
    base::UniqueFd inotify(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!inotify)
        return base::fail(
            base::errnoError(errno, "cannot watch folders (see fs.inotify.max_user_instances)"));
    return FolderWatch(std::move(inotify));
}

base::Result<bool> FolderWatch::add(const std::filesystem::path& folder) {
    const int watch = ::inotify_add_watch(
        inotify_.get(), folder.c_str(),
        IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF);
    if (watch < 0) {
        const int why = errno;
        const std::string path = base::printable(folder.string());
        base::Error error = base::errnoError(
            why, why == ENOSPC ? base::say("cannot watch {} (see fs.inotify.max_user_watches)", path)
                               : base::say("cannot watch {}", path));
        error.id.clear();  // here ENOSPC is a limit of the kernel, not a full disk
        return base::fail(std::move(error));
    }
    const auto [place, isNew] = folders_.try_emplace(watch);
    if (!isNew) names_.erase(place->second);
    place->second = folder;
    names_.insert(folder);
    return isNew;
}

namespace {

/// What was reported of one folder.
struct Touched {
    std::filesystem::path folder;
    std::set<std::string> grown;  ///< files that were written
    bool isChanged = false;       ///< anything else was reported
};

void report(std::map<int, Touched>& byWatch, FolderWatch::Notices& notices) {
    for (const auto& [watch, one] : byWatch) notices.touched.insert(one.folder);
    for (auto& [watch, one] : byWatch)
        if (!one.isChanged) notices.grown.emplace(one.folder, std::move(one.grown));
    for (const auto& [watch, one] : byWatch)
        if (one.isChanged) notices.grown.erase(one.folder);
}

}  // namespace

FolderWatch::Notices FolderWatch::read() {
    Notices notices;
    std::map<int, Touched> touched;  // a watch's number is not given again
    alignas(inotify_event) std::array<char, 16384> buffer;
    for (;;) {
        const ssize_t count = ::read(inotify_.get(), buffer.data(), buffer.size());
        if (count <= 0) {
            report(touched, notices);
            return notices;
        }
        for (ssize_t at = 0; at < count;) {
            const auto* event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
            at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
            const auto folder = folders_.find(event->wd);
            notices.isIncomplete |= event->wd < 0;
            if (folder != folders_.end()) {
                Touched& one = touched[event->wd];
                if (one.folder.empty()) one.folder = folder->second;
                if (event->mask == IN_MODIFY && event->len > 0)
                    one.grown.emplace(event->name);
                else
                    one.isChanged = true;
            }
            const bool isMade =
                (event->mask & IN_ISDIR) != 0 && (event->mask & (IN_CREATE | IN_MOVED_TO)) != 0;
            if (isMade && folder != folders_.end() && event->len > 0)
                notices.made.push_back(folder->second / event->name);
            else
                notices.hasLostFolder |= (event->mask & (IN_ISDIR | IN_IGNORED)) != 0;
            if ((event->mask & IN_IGNORED) != 0 && folder != folders_.end()) {  // it was removed
                names_.erase(folder->second);
                folders_.erase(folder);
            }
        }
    }
}

}  // namespace trainyard::control
