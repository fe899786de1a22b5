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

/// A TorchScript module that the user has confirmed, as it was then.
struct TrustedScript {
    std::filesystem::path file;
    std::string sha256;

    bool operator==(const TrustedScript&) const = default;
};

/// What would be trusted: the plugin in `folder`, whose library checkLibrary() accepts. Opens no library.
/// Blocks. [any]
base::Result<TrustedPlugin> examine(const std::filesystem::path& folder);

/// The plugins that the user trusts beside those in the folders that are searched (ADR 123), and the
/// TorchScript modules (ADR 129): plugins.json in the home, a file that only this user can change.
class TrustList {
  public:
    /// Empty where there is no file; refuses one that is damaged, or that others may change. Blocks. [any]
    static base::Result<TrustList> load(const base::Home& home);

    const std::vector<TrustedPlugin>& plugins() const { return plugins_; }
    const TrustedPlugin* find(const std::string& id) const;
    void add(TrustedPlugin plugin);  ///< in place of one with the same id
    bool remove(const std::string& id);

    const std::vector<TrustedScript>& scripts() const { return scripts_; }
    const TrustedScript* findScript(const std::filesystem::path& file) const;
    bool hasScript(const std::string& sha256) const;
    void add(TrustedScript script);  ///< in place of one at the same path
    bool removeScript(const std::filesystem::path& file);
    /// Makes the home if there is none. Blocks. [any]
    base::Status save(const base::Home& home) const;

  private:
    std::vector<TrustedPlugin> plugins_;
    std::vector<TrustedScript> scripts_;
};

/// Whether a plugin that is here because it is trusted still consists of the files that were
/// ("plugin.changed"). Others always do. Blocks. [any]
base::Status checkTrusted(const Manifest& manifest);

/// A file that is not what it was when it was trusted.
struct ChangedFile {
    std::string kind, id;
    std::filesystem::path file;
    std::string then, now;  ///< SHA-256
    std::filesystem::path trustAgain;
};
/// kRefused, with both hashes and how to trust it again.
base::Error notTrustedAnyMore(const ChangedFile& changed, std::string errorId);

}  // namespace trainyard::plugin
