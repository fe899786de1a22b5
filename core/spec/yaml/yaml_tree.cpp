// SPDX-License-Identifier: Apache-2.0
#include "core/spec/yaml/yaml_tree.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>
#include <vector>

#include "core/base/text.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

constexpr char kBadKey[] = "a key must be text (or a bracket is not closed)";

/// How parsing stops from within yaml-cpp's callbacks; never leaves this file.
struct Stop {
    YamlError error;
};

bool isInteger(std::string_view text) {
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// [-+]? ( \. digits | digits ( \. digits* )? ) ( [eE] [-+]? digits )?   YAML 1.2.2, §10.3.2
bool isFloat(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789";
    const auto takeDigits = [&] {
        const std::size_t count = std::min(text.find_first_not_of(kDigits), text.size());
        text.remove_prefix(count);
        return count;
    };
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    std::size_t digits = takeDigits();
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        digits += takeDigits();
    }
    if (digits == 0) return false;
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(1);
        if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
        if (takeDigits() == 0) return false;
    }
    return text.empty();
}

json plainScalar(const std::string& text) {
    if (text == "true") return true;
    if (text == "false") return false;
    const std::string_view digits = std::string_view(text).substr(text.starts_with('+') ? 1 : 0);
    if (isInteger(text)) {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (error == std::errc() && end == digits.data() + digits.size()) return number;
    }
    if (isFloat(text)) {
        double number = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (error == std::errc() && std::isfinite(number)) return number;
    }
    return text;
}

/// Builds the values as the parser meets them, and stops it at the first thing that is not allowed.
class Builder : public YAML::EventHandler {
  public:
    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnAnchor(const YAML::Mark&, const std::string&) override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { leaf(mark, anchor, nullptr); }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const auto found = anchors_.find(anchor);
        if (found == anchors_.end()) stop(mark, "spec.syntax", "an alias refers to a node that contains it");
        count(mark, found->second.nodes);
        place(mark, json(found->second.value));
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& text) override {
        refuseTag(mark, tag);
        if (text.find('\0') != std::string::npos) stop(mark, "spec.syntax", "a NUL character is not allowed");
        if (wantsKey()) return takeKey(mark, text);
        leaf(mark, anchor, tag == "?" ? plainScalar(text) : json(text));
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open(mark, tag, anchor, json::array());
    }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        open(mark, tag, anchor, json::object());
    }
    void OnSequenceEnd() override { close(); }
    void OnMapEnd() override { close(); }

    YamlTree take() { return std::move(tree_); }

  private:
    struct Open {
        json value;
        std::string path;
        YAML::anchor_t anchor;
        YAML::Mark mark;
        int firstNode;
        std::string key = {};
        bool hasKey = false;
    };
    struct Anchored {
        json value;
        int nodes;
    };

    [[noreturn]] static void stop(const YAML::Mark& mark, const char* code, base::Words message) {
        throw Stop{{code, std::move(message), mark.line + 1}};
    }
    static void refuseTag(const YAML::Mark& mark, const std::string& tag) {
        if (!tag.empty() && tag != "?" && tag != "!")
            stop(mark, "spec.syntax",
                 base::say("the tag {} is not allowed in a run file; remove it",
                           base::printable(tag.substr(0, 80))));
    }
    bool wantsKey() const { return !open_.empty() && open_.back().value.is_object() && !open_.back().hasKey; }
    void count(const YAML::Mark& mark, int nodes) {
        nodes_ += nodes;
        if (nodes_ > kMaxNodes)
            stop(mark, "spec.too_large",
                 base::say("more than {} values; no run file needs that many", kMaxNodes));
    }
    void takeKey(const YAML::Mark& mark, const std::string& key) {
        Open& map = open_.back();
        const std::string path = map.path.empty() ? key : map.path + "." + key;
        const int line = mark.line + 1;
        if (map.value.contains(key))
            stop(mark, "spec.duplicate_key",
                 base::say("the key `{}` occurs twice (first in line {}); keep one", base::printable(path),
                           tree_.lines[path]));
        tree_.lines[path] = line;
        map.key = key;
        map.hasKey = true;
    }
    std::string nextPath(const YAML::Mark& mark) {
        if (open_.empty()) return {};
        const Open& parent = open_.back();
        if (parent.value.is_object())
            return parent.path.empty() ? parent.key : parent.path + "." + parent.key;
        const std::string path = fmt::format("{}[{}]", parent.path, parent.value.size());
        tree_.lines[path] = mark.line + 1;
        return path;
    }
    void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, json empty) {
        refuseTag(mark, tag);
        if (wantsKey()) stop(mark, "spec.syntax", kBadKey);
        if (open_.size() >= kMaxDepth)
            stop(mark, "spec.too_large", base::say("nested deeper than {} levels", kMaxDepth));
        count(mark, 1);
        std::string path = nextPath(mark);
        tree_.offsets[path] = static_cast<std::size_t>(mark.pos);
        open_.push_back({std::move(empty), std::move(path), anchor, mark, nodes_ - 1});
    }
    void close() {
        Open done = std::move(open_.back());
        open_.pop_back();
        if (done.anchor != YAML::NullAnchor) anchors_[done.anchor] = {done.value, nodes_ - done.firstNode};
        place(done.mark, std::move(done.value));
    }
    void leaf(const YAML::Mark& mark, YAML::anchor_t anchor, json value) {
        if (wantsKey()) stop(mark, "spec.syntax", kBadKey);
        count(mark, 1);
        tree_.offsets[nextPath(mark)] = static_cast<std::size_t>(mark.pos);
        if (anchor != YAML::NullAnchor) anchors_[anchor] = {value, 1};
        place(mark, std::move(value));
    }
    void place(const YAML::Mark& mark, json value) {
        if (open_.empty()) {
            tree_.value = std::move(value);
            return;
        }
        Open& parent = open_.back();
        if (wantsKey()) stop(mark, "spec.syntax", kBadKey);
        if (parent.value.is_array()) {
            parent.value.push_back(std::move(value));
        } else {
            parent.value[parent.key] = std::move(value);
            parent.hasKey = false;
        }
    }

    YamlTree tree_;
    std::vector<Open> open_;
    std::map<YAML::anchor_t, Anchored> anchors_;
    int nodes_ = 0;
};

/// What YAML text must not contain (YAML 1.2.2, §5.1): invalid UTF-8, and control characters, of which
/// yaml-cpp would take 0x04 for the end of the file.
std::optional<YamlError> unprintable(std::string_view text) {
    int line = 1;
    std::size_t start = 0;
    while (start < text.size()) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string probe(text.substr(start, end - start));
        const auto control = std::find_if(probe.begin(), probe.end(), [](char c) {
            return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\r') || c == 0x7F;
        });
        if (control != probe.end())
            return YamlError{"spec.syntax",
                             base::say("a control character (0x{:02x}) is not allowed", *control), line};
        const auto dumped = [&](json::error_handler_t broken) {
            return json(probe).dump(-1, ' ', false, broken);
        };
        if (dumped(json::error_handler_t::replace) != dumped(json::error_handler_t::ignore))
            return YamlError{"spec.syntax", "the text is not UTF-8; save the file as UTF-8", line};
        start = end + 1;
        ++line;
    }
    return std::nullopt;
}

/// yaml-cpp searches for a key's colon after each open bracket, in quadratic time: thousands are refused
/// before it sees them. Brackets in strings count too, but no run file has nearly as many.
std::optional<YamlError> bracketed(std::string_view text) {
    constexpr int kMostBrackets = 1000;
    int line = 1, depth = 0;
    for (const char c : text) {
        if (c == '\n') ++line;
        if (c == '{' || c == '[') ++depth;
        if (c == '}' || c == ']') depth = std::max(0, depth - 1);
        if (depth > kMostBrackets)
            return YamlError{"spec.too_large", base::say("nested deeper than {} levels", kMaxDepth), line};
    }
    return std::nullopt;
}

}  // namespace

int lineOf(const std::map<std::string, int>& lines, std::string path) {
    while (true) {
        if (const auto found = lines.find(path); found != lines.end()) return found->second;
        const std::size_t cut = path.find_last_of(".[");
        if (cut == std::string::npos) return 0;
        path.resize(cut);
    }
}

bool readsAsOtherThanText(const std::string& text) {
    return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL" ||
           !plainScalar(text).is_string();
}

std::expected<YamlTree, YamlError> parseYaml(std::string_view text) {
    if (text.size() > kMaxFileBytes)
        return std::unexpected(
            YamlError{"spec.too_large",
                      base::say("has {} bytes; a run file has at most {}", text.size(), kMaxFileBytes), 0});
    if (auto error = unprintable(text)) return std::unexpected(std::move(*error));
    if (auto error = bracketed(text)) return std::unexpected(std::move(*error));
    try {
        std::istringstream stream{std::string(text)};
        YAML::Parser parser(stream);
        Builder builder;
        if (!parser.HandleNextDocument(builder))
            return std::unexpected(YamlError{"spec.syntax", kNoDocument, 0});
        YamlTree tree = builder.take();
        Builder second;
        if (parser.HandleNextDocument(second))
            return std::unexpected(YamlError{"spec.syntax", kSecondDocument, 0});
        return tree;
    } catch (const Stop& stop) {
        return std::unexpected(stop.error);
    } catch (const YAML::Exception& e) {
        return std::unexpected(YamlError{"spec.syntax",
                                         base::say("this is not YAML: {}", base::printable(e.msg)),
                                         e.mark.is_null() ? 0 : e.mark.line + 1});
    }
}

}  // namespace trainyard::spec
