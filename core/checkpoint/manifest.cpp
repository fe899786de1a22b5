// SPDX-License-Identifier: Apache-2.0
#include "core/checkpoint/manifest.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/checkpoint/block_sums.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/folder.h"

namespace trainyard::checkpoint {
namespace {

using base::Code;
using nlohmann::json;

constexpr std::uint64_t kLongestManifest = 8u << 20;  // the sums of half a million blocks, 8 TB
constexpr std::string_view kStagedPrefix = ".tmp-", kFinalPrefix = "ckpt-", kAsidePrefix = ".aside-";

/// A whole decimal number without sign or leading zero, taken from the front of `text`.
template <typename Integer>
std::optional<Integer> takeNumber(std::string_view& text) {
    Integer number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto length = static_cast<std::size_t>(end - text.data());
    if (error != std::errc() || number < 0 || text.front() == '-' || (length > 1 && text.front() == '0'))
        return std::nullopt;
    text.remove_prefix(length);
    return number;
}

/// "<prefix><step>-a<attempt>".
std::optional<NameParts> partsAfter(std::string_view prefix, std::string_view name) {
    if (!name.starts_with(prefix)) return std::nullopt;
    name.remove_prefix(prefix.size());
    const auto step = takeNumber<std::int64_t>(name);
    if (!step || !name.starts_with("-a")) return std::nullopt;
    name.remove_prefix(2);
    const auto attempt = takeNumber<int>(name);
    if (!attempt || !name.empty()) return std::nullopt;
    return NameParts{*step, *attempt};
}

bool isPlainName(std::string_view name) {
    return !name.empty() && name.size() < 256 && name.front() != '.' &&
           name.find_first_of(std::string_view("/\0", 2)) == name.npos;
}

bool isSha256(std::string_view text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

/// 16 hexadecimal digits per block of a file of `size` bytes.
std::optional<std::vector<std::uint64_t>> blockSumsOf(std::string_view text, std::uint64_t size) {
    constexpr std::size_t kDigits = 16;
    const std::uint64_t blocks = size / kBlockBytes + (size % kBlockBytes > 0 ? 1 : 0);
    if (text.size() % kDigits != 0 || text.size() / kDigits != blocks) return std::nullopt;
    std::vector<std::uint64_t> sums(text.size() / kDigits);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const std::string_view digits = text.substr(i * kDigits, kDigits);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + kDigits, sums[i], 16);
        if (error != std::errc() || end != digits.data() + kDigits) return std::nullopt;
    }
    return sums;
}

/// The non-negative integer at `key`, at most `most`.
std::optional<std::uint64_t> countAt(const json& object, const char* key, std::uint64_t most) {
    const auto it = object.find(key);
    if (it == object.end() || !it->is_number_unsigned() || it->get<std::uint64_t>() > most)
        return std::nullopt;
    return it->get<std::uint64_t>();
}

}  // namespace

std::unexpected<base::Error> damaged(const std::filesystem::path& path, const base::Words& why) {
    return base::fail(Code::kDataLoss, base::say("{} is damaged: {}", base::printable(path.string()), why),
                      "checkpoint.damaged");
}

std::string stagedName(std::int64_t step, int attempt) {
    return fmt::format("{}{}-a{}", kStagedPrefix, step, attempt);
}
std::string finalName(std::int64_t step) {
    return fmt::format("{}{}", kFinalPrefix, step);
}
std::string asideName(std::int64_t step, int attempt) {
    return fmt::format("{}{}-a{}", kAsidePrefix, step, attempt);
}

std::optional<NameParts> stagedParts(std::string_view name) {
    return partsAfter(kStagedPrefix, name);
}
std::optional<NameParts> asideParts(std::string_view name) {
    return partsAfter(kAsidePrefix, name.substr(0, name.find('.', 1)));
}
std::optional<std::int64_t> finalStep(std::string_view name) {
    if (!name.starts_with(kFinalPrefix)) return std::nullopt;
    name.remove_prefix(kFinalPrefix.size());
    const auto step = takeNumber<std::int64_t>(name);
    return step && name.empty() ? step : std::nullopt;
}

std::string toText(const Manifest& manifest) {
    json files = json::object();
    for (const auto& [name, file] : manifest.files) {
        files[name] = {{"size", file.size}, {"sha256", file.sha256}};
        std::string sums;
        for (const std::uint64_t sum : file.blockSums) sums += fmt::format("{:016x}", sum);
        if (!sums.empty()) files[name]["xxh3"] = std::move(sums);
    }
    json tree{{"version", 1},
              {"attempt", manifest.attempt},
              {"step", manifest.step},
              {"weights_only", manifest.isWeightsOnly},
              {"files", files}};
    if (!manifest.name.empty()) tree["name"] = manifest.name;
    return tree.dump(1) + '\n';
}

bool isGivenName(std::string_view name) {
    return isPlainName(name) && !name.starts_with(kFinalPrefix) && name != kIndexFile && name != kMarksFile &&
           name.find_first_not_of("0123456789") != name.npos;
}

base::Result<Manifest> manifestFromText(std::string_view text, const base::Words& what) {
    const auto bad = [&](const base::Words& why) {
        return base::fail(Code::kDataLoss, base::say("{} is not a usable manifest: {}", what, why),
                          "checkpoint.damaged");
    };
    TY_ASSIGN(const json tree, base::parseJson(text, what));
    if (!tree.is_object()) return bad("it is no object");
    constexpr auto kMostInt = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
    constexpr auto kMostInt64 = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const auto version = countAt(tree, "version", kMostInt);
    if (!version) return bad("\"version\" is missing or no count");
    if (*version != 1)
        return bad(base::say("its version is {}, this program reads version 1; use a newer one", *version));
    const auto attempt = countAt(tree, "attempt", kMostInt);
    const auto step = countAt(tree, "step", kMostInt64);
    if (!attempt || !step) return bad("\"attempt\" or \"step\" is missing or no count");
    const auto files = tree.find("files");
    if (files == tree.end() || !files->is_object()) return bad("\"files\" is missing or no object");
    Manifest manifest{static_cast<int>(*attempt), static_cast<std::int64_t>(*step), {}, false};
    for (const auto& [name, entry] : files->items()) {
        if (!isPlainName(name) || name == kManifestFile)
            return bad(
                base::say("\"{}\" is not the name of a file in the same folder", base::printable(name)));
        const auto size = entry.is_object() ? countAt(entry, "size", kMostInt64) : std::nullopt;
        const bool hasHash = entry.is_object() && entry.contains("sha256") && entry["sha256"].is_string() &&
                             isSha256(entry["sha256"].get_ref<const std::string&>());
        if (!size || !hasHash)
            return bad(base::say("\"{}\" lacks its size or SHA-256", base::printable(name)));
        if (entry.size() != (entry.contains("xxh3") ? 3u : 2u))
            return bad(base::say("\"{}\" has a key that version 1 does not know", base::printable(name)));
        WrittenFile& file = manifest.files[name];
        file = {*size, entry["sha256"].get<std::string>()};
        if (const auto sums = entry.find("xxh3"); sums != entry.end()) {
            auto parsed =
                sums->is_string() ? blockSumsOf(sums->get_ref<const std::string&>(), *size) : std::nullopt;
            if (!parsed) return bad(base::say("\"xxh3\" of \"{}\" is not one sum a block", name));
            file.blockSums = std::move(*parsed);
        }
    }
    if (const auto it = tree.find("weights_only"); it != tree.end()) {
        if (!it->is_boolean()) return bad("\"weights_only\" is no boolean");
        manifest.isWeightsOnly = it->get<bool>();
    }
    if (const auto it = tree.find("name"); it != tree.end()) {
        if (!it->is_string() || !isGivenName(it->get_ref<const std::string&>()))
            return bad("\"name\" is not a name for it");
        manifest.name = it->get<std::string>();
    }
    for (const char* needed : {kModelFile, kOptimizerFile, kStateFile})
        if (!manifest.files.contains(needed)) return bad(base::say("it does not name {}", needed));
    return manifest;
}

base::Result<Manifest> readManifest(const std::filesystem::path& folder) {
    std::error_code error;
    if (std::filesystem::is_regular_file(folder, error))
        return base::fail(
            Code::kRefused,
            base::say("{} is a file, and a checkpoint of a model is a folder; what a program has "
                      "written, only that program can read",
                      base::printable(folder.string())),
            "checkpoint.not_a_folder");
    const std::filesystem::path path = folder / kManifestFile;
    TY_ASSIGN(const std::string text, base::readFile(path, kLongestManifest));
    return manifestFromText(text, base::Words::plain(path.string()));
}

}  // namespace trainyard::checkpoint
