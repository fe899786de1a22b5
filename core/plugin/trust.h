// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/home.h"
#include "core/plugin/catalog.h"

namespace trainyard::plugin {

/// A plugin in a folder of its own that the user has confirmed, as it was then.
struct TrustedPlugin {
    std::string id;
    std::string kind;
    std::string version;
    std::filesystem::path folder;
    FileSums sums;

    bool operator==(const TrustedPlugin&) const = default;
};

/// What would be trusted: the plugin in `folder`, whose library checkLibrary() accepts. Opens no library.
/// Blocks. [any]
base::Result<TrustedPlugin> examine(const std::filesystem::path& folder);

/// The plugins that the user trusts beside those in the folders that are searched (ADR 123): plugins.json in
/// the home, a file that only this user can change.
class TrustList {
  public:
    /// Empty where there is no file; refuses one that is damaged, or that others may change. Blocks. [any]
    static base::Result<TrustList> load(const base::Home& home);

    const std::vector<TrustedPlugin>& plugins() const { return plugins_; }
    const TrustedPlugin* find(const std::string& id) const;
    void add(TrustedPlugin plugin);  ///< in place of one with the same id
    bool remove(const std::string& id);
    /// Makes the home if there is none. Blocks. [any]
    base::Status save(const base::Home& home) const;

  private:
    std::vector<TrustedPlugin> plugins_;
};

/// Whether a plugin that is here because it is trusted still consists of the files that were
/// ("plugin.changed"). Others always do. Blocks. [any]
base::Status checkTrusted(const Manifest& manifest);

}  // namespace trainyard::plugin
