// SPDX-License-Identifier: Apache-2.0
#include "core/spec/yaml/yaml_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/spec/schema/schema.h"
#include "core/spec/yaml/yaml_tree.h"
#include "core/spec/yaml/yaml_write.h"

namespace trainyard::spec {
namespace {

using nlohmann::json;

constexpr std::size_t kLongestFlow = 72;  // longer values are written in block style

enum class Kind { kReplace, kInsert, kRemove };

/// One difference: the value at a key or index of the map or list at `parent`.
struct Change {
    Kind kind = Kind::kReplace;
    json::json_pointer parent;
    std::string key;  ///< of a map, or the index in a list
};

std::string pathOf(const json& tree, const json::json_pointer& pointer) {
    std::string path;
    json::json_pointer here;
    std::vector<std::string> parts;
    for (json::json_pointer rest = pointer; !rest.empty(); rest = rest.parent_pointer())
        parts.push_back(rest.back());
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        path = tree.at(here).is_array() ? fmt::format("{}[{}]", path, *part) : childPath(path, *part);
        here /= *part;
    }
    return path;
}

bool isBlockValue(const json& value) {
    return value.is_structured() && !value.empty();
}

std::optional<Change> firstChange(const json& before, const json& after, const json::json_pointer& at) {
    const auto inside = [&](const std::string& key, const json& a, const json& b) -> std::optional<Change> {
        const bool goesDeeper = isBlockValue(a) && isBlockValue(b) && a.type() == b.type();
        if (!goesDeeper) return Change{Kind::kReplace, at, key};
        return firstChange(a, b, at / key);
    };
    if (before.is_object()) {
        for (const auto& item : after.items())
            if (before.contains(item.key()) && before[item.key()] != item.value())
                return inside(item.key(), before[item.key()], item.value());
        for (const auto& item : after.items())
            if (!before.contains(item.key())) return Change{Kind::kInsert, at, item.key()};
        for (const auto& item : before.items())
            if (!after.contains(item.key())) return Change{Kind::kRemove, at, item.key()};
        return std::nullopt;
    }
    std::size_t i = 0;
    while (i < before.size() && i < after.size() && before[i] == after[i]) ++i;
    const std::string index = std::to_string(i);
    if (i == before.size() && i == after.size()) return std::nullopt;
    if (i == before.size()) return Change{Kind::kInsert, at, index};
    if (i == after.size()) return Change{Kind::kRemove, at, index};
    if (after.size() < before.size() && before[i + 1] == after[i]) return Change{Kind::kRemove, at, index};
    if (after.size() > before.size() && after[i + 1] == before[i]) return Change{Kind::kInsert, at, index};
    return inside(index, before[i], after[i]);
}

/// `before` with one change of those that lead to `after`.
json applied(json before, const Change& change, const json& after) {
    json& parent = before.at(change.parent);
    if (parent.is_array()) {
        const auto index = static_cast<std::ptrdiff_t>(std::stoul(change.key));
        if (change.kind == Kind::kRemove) {
            parent.erase(parent.begin() + index);
        } else if (change.kind == Kind::kInsert) {
            parent.insert(parent.begin() + index,
                          after.at(change.parent).at(static_cast<std::size_t>(index)));
        } else {
            parent[static_cast<std::size_t>(index)] =
                after.at(change.parent).at(static_cast<std::size_t>(index));
        }
    } else if (change.kind == Kind::kRemove) {
        parent.erase(change.key);
    } else {
        parent[change.key] = after.at(change.parent).at(change.key);
    }
    return before;
}

/// Locates values in a text. Unknown positions are npos; a wrong guess is detected by reading the result.
class Layout {
  public:
    static constexpr std::size_t npos = std::string::npos;

    Layout(std::string_view text, const YamlTree& tree) : text_(text), tree_(tree) {}

    std::size_t offset(const std::string& path) const {
        const auto found = tree_.offsets.find(path);
        return found == tree_.offsets.end() || found->second >= text_.size() ? npos : found->second;
    }
    char first(const std::string& path) const {
        const std::size_t at = offset(path);
        return at == npos ? '\0' : text_[at];
    }
    bool isFlow(const std::string& path) const { return first(path) == '{' || first(path) == '['; }
    std::size_t lineStart(std::size_t at) const {
        const std::size_t newline = at == 0 ? npos : text_.rfind('\n', at - 1);
        return newline == npos ? 0 : newline + 1;
    }
    /// The end of its line, before the newline.
    std::size_t lineEnd(std::size_t at) const { return std::min(text_.find('\n', at), text_.size()); }
    std::size_t column(std::size_t at) const { return at - lineStart(at); }
    std::size_t startOfLine(int line) const {
        std::size_t at = 0;
        for (int i = 1; i < line && at != npos; ++i) {
            at = text_.find('\n', at);
            if (at != npos) ++at;
        }
        return at;
    }
    /// The start of the key of an entry of a block map.
    std::size_t keyStart(const std::string& map, const std::string& path) const {
        const auto line = tree_.lines.find(path);
        if (line == tree_.lines.end() || offset(map) == npos) return npos;
        const std::size_t start = startOfLine(line->second);
        return start == npos ? npos : start + column(offset(map));
    }
    /// The position after the colon of a key that starts at `key`.
    std::size_t afterColon(std::size_t key) const {
        const std::size_t from = isQuote(text_[key]) ? quotedEnd(key) : key;
        const std::size_t colon = text_.find(':', from);
        return colon == npos || colon >= lineEnd(key) ? npos : colon + 1;
    }
    /// The end of a value that starts at `at`; `isInFlow`: between brackets.
    std::size_t end(std::size_t at, const json& value, bool isInFlow) const {
        const char c = text_[at];
        if (c == '{' || c == '[') return flowItems(at).end;
        if (c == '&' || c == '*' || c == '!' || c == '|' || c == '>') return npos;
        if (isQuote(c)) return quotedEnd(at);
        if (isBlockValue(value)) return blockEnd(at, value.is_array());
        return plainEnd(at, isInFlow);
    }
    struct Items {
        std::vector<std::pair<std::size_t, std::size_t>> spans;  ///< of each entry, without blanks around it
        std::size_t end = npos;                                  ///< after the closing bracket
    };
    Items flowItems(std::size_t open) const {
        Items items;
        int depth = 0;
        std::size_t begin = open + 1;
        const auto take = [&](std::size_t until) {
            const std::size_t from = text_.find_first_not_of(" \t\r\n", begin);
            if (from != npos && from < until)
                items.spans.emplace_back(from, text_.find_last_not_of(" \t\r\n", until - 1) + 1);
            begin = until + 1;
        };
        for (std::size_t i = open; i < text_.size(); ++i) {
            const char c = text_[i];
            if (isQuote(c) && opensToken(i)) {
                const std::size_t close = quotedEnd(i);
                if (close == npos) return {};
                i = close - 1;
            } else if (c == '#' && i > 0 && std::string_view(" \t\n").contains(text_[i - 1])) {
                i = lineEnd(i);
            } else if (c == '{' || c == '[') {
                ++depth;
            } else if (c == '}' || c == ']') {
                if (--depth == 0) {
                    take(i);
                    items.end = i + 1;
                    return items;
                }
            } else if (c == ',' && depth == 1) {
                take(i);
            }
        }
        return {};
    }

  private:
    static bool isQuote(char c) { return c == '"' || c == '\''; }
    bool opensToken(std::size_t at) const {
        const std::size_t before = text_.find_last_not_of(" \t\r\n", at - 1);
        return before != npos && std::string_view("{[,:").contains(text_[before]);
    }
    std::size_t quotedEnd(std::size_t at) const {
        const char quote = text_[at];
        for (std::size_t i = at + 1; i < text_.size(); ++i) {
            if (quote == '"' && text_[i] == '\\') {
                ++i;
            } else if (text_[i] == quote) {
                if (quote == '"' || text_.substr(i + 1, 1) != "'") return i + 1;
                ++i;  // '' stands for one
            }
        }
        return npos;
    }
    std::size_t plainEnd(std::size_t at, bool isInFlow) const {
        std::size_t end = lineEnd(at);
        end = std::min(end, text_.find(" #", at));
        if (isInFlow) end = std::min(end, text_.find_first_of(",]}", at));
        while (end > at && std::string_view(" \t\r").contains(text_[end - 1])) --end;
        return end;
    }
    std::size_t blockEnd(std::size_t at, bool isList) const {
        const std::size_t margin = column(at);
        std::size_t end = lineEnd(at);
        for (std::size_t line = end + 1; line < text_.size(); line = lineEnd(line) + 1) {
            const std::size_t first = text_.find_first_not_of(" \t\r", line);
            if (first == npos) break;
            if (text_[first] == '\n' || text_[first] == '#') continue;
            const std::size_t indent = first - line;
            if (indent < margin || (indent == margin && isList && text_[first] != '-')) break;
            end = lineEnd(line);
        }
        return end;
    }

    std::string_view text_;
    const YamlTree& tree_;
};

/// Puts one change into a text; nothing where it does not know how.
class Editor {
  public:
    Editor(const std::string& text, const YamlTree& tree, const json& schema)
        : text_(text), tree_(tree), root_(schema), layout_(text, tree), isJson_(looksLikeJson(text)) {}

    std::optional<std::string> apply(const Change& change, const json& target) {
        parent_ = pathOf(tree_.value, change.parent);
        const json& before = tree_.value.at(change.parent);
        const json& after = target.at(change.parent);
        isList_ = before.is_array();
        schema_ = &schemaAt(change.parent, target);
        isInFlow_ = layout_.isFlow(parent_);
        if (layout_.offset(parent_) == npos) return std::nullopt;
        const std::size_t index = isList_ ? std::stoul(change.key) : 0;
        const json nothing;
        const auto valueIn = [&](const json& map) -> const json& {
            if (change.kind == Kind::kRemove && &map == &after) return nothing;
            return isList_ ? map.at(index) : map.at(change.key);
        };
        switch (change.kind) {
            case Kind::kReplace:
                return replace(change.key, valueIn(before), valueIn(after));
            case Kind::kInsert:
                return isInFlow_ ? insertInFlow(change.key, valueIn(after))
                                 : insertInBlock(change.key, valueIn(after), before);
            case Kind::kRemove:
                return isInFlow_ ? removeFromFlow(change.key) : removeFromBlock(change.key, valueIn(before));
        }
        return std::nullopt;
    }

  private:
    static constexpr std::size_t npos = std::string::npos;

    static bool looksLikeJson(const std::string& text) {
        const std::size_t open = text.find_first_not_of(" \t\r\n");
        if (open == npos || text[open] != '{') return false;
        const std::size_t next = text.find_first_not_of(" \t\r\n", open + 1);
        return next != npos && text[next] == '"';
    }
    const json& schemaAt(const json::json_pointer& pointer, const json& target) {
        std::vector<std::string> parts;
        for (json::json_pointer rest = pointer; !rest.empty(); rest = rest.parent_pointer())
            parts.push_back(rest.back());
        json::json_pointer here;
        const json* schema = &root_;
        for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
            const json& value = target.at(here);
            schema = value.is_array() ? &itemSchemaOf(*schema) : &schemaOf(*schema, value, *part);
            here /= *part;
        }
        container_ = target.at(here);
        return *schema;
    }
    std::string pathOfEntry(const std::string& key) const {
        return isList_ ? fmt::format("{}[{}]", parent_, key) : childPath(parent_, key);
    }
    const json& schemaOfEntry(const std::string& key) const {
        return isList_ ? itemSchemaOf(*schema_) : schemaOf(*schema_, container_, key);
    }
    std::string keyText(const std::string& key) const { return isJson_ ? json(key).dump() : yamlText(key); }
    std::string flow(const std::string& key, const json& value) const {
        return isJson_ ? value.dump() : flowYaml(value, schemaOfEntry(key));
    }
    /// Like flow(), in single quotes if the previous text was.
    std::string inPlaceOf(std::size_t at, const std::string& key, const json& before,
                          const json& after) const {
        if (text_[at] != '\'' || !before.is_string() || !after.is_string()) return flow(key, after);
        const std::string text = after.get<std::string>();
        const bool fits = text.find_first_of("'\n") == std::string::npos && !text.contains('\t');
        return fits ? "'" + text + "'" : flow(key, after);
    }
    /// The entry in the form of a block map or list whose entries start in column `margin`, without the first
    /// margin and the last newline.
    std::string blockEntry(const std::string& key, const json& value, std::size_t margin) const {
        const std::string lead = isList_ ? "-" : keyText(key) + ":";
        std::string line = lead + ' ' + flow(key, value);
        if (!isBlockValue(value) || margin + line.size() <= kLongestFlow) return line;
        std::string block = blockYaml(value, schemaOfEntry(key), static_cast<int>(margin) + 2);
        block.pop_back();
        return isList_ ? lead + ' ' + block.substr(margin + 2) : lead + '\n' + block;
    }
    std::string spliced(std::size_t from, std::size_t to, const std::string& by) const {
        return text_.substr(0, from) + by + text_.substr(to);
    }

    std::optional<std::string> replace(const std::string& key, const json& before, const json& after) const {
        const std::string path = pathOfEntry(key);
        const std::size_t at = layout_.offset(path);
        if (isInFlow_) {
            const std::size_t end = at == npos ? npos : layout_.end(at, before, true);
            if (end == npos || before.is_null()) return std::nullopt;
            return spliced(at, end, inPlaceOf(at, key, before, after));
        }
        const std::size_t margin = layout_.column(layout_.offset(parent_));
        const std::size_t start = isList_ ? at : layout_.keyStart(parent_, path);
        if (start == npos || start >= text_.size()) return std::nullopt;
        std::size_t lead = start;  // where the value may begin on the line of its key or dash
        if (!isList_) {
            lead = layout_.afterColon(start);
            if (lead == npos) return std::nullopt;
        }
        const bool isEmptyNull =
            before.is_null() && (at == npos || layout_.lineStart(at) != layout_.lineStart(lead) ||
                                 (text_[at] != '~' && text_.compare(at, 4, "null") != 0));
        if (isEmptyNull)
            return isList_ ? std::nullopt : std::optional(spliced(lead, lead, ' ' + flow(key, after)));
        if (at == npos) return std::nullopt;
        const std::size_t end = layout_.end(at, before, false);
        if (end == npos) return std::nullopt;
        const bool wasBlock = isBlockValue(before) && !layout_.isFlow(path);
        const std::string line = inPlaceOf(at, key, before, after);
        const bool becomesBlock = isBlockValue(after) && !isJson_ &&
                                  (wasBlock || lead - layout_.lineStart(lead) + line.size() > kLongestFlow);
        const bool isOnKeysLine = layout_.lineStart(at) == layout_.lineStart(lead);
        if (becomesBlock) {
            const std::size_t indent = wasBlock && !isList_ ? layout_.column(at) : margin + 2;
            std::string block = blockYaml(after, schemaOfEntry(key), static_cast<int>(indent));
            block.pop_back();
            if (isList_) return spliced(at, end, block.substr(indent));
            if (isOnKeysLine) return spliced(lead, end, '\n' + block);
            return spliced(layout_.lineStart(at), end, block);
        }
        if (isOnKeysLine) return spliced(at, end, line);
        // What was below its key is now next to it.
        return text_.substr(0, lead) + ' ' + line + text_.substr(lead, layout_.lineStart(at) - 1 - lead) +
               text_.substr(end);
    }

    std::optional<std::string> insertInFlow(const std::string& key, const json& value) const {
        const Layout::Items items = layout_.flowItems(layout_.offset(parent_));
        if (items.end == npos) return std::nullopt;
        const std::string entry = (isList_ ? "" : keyText(key) + ": ") + flow(key, value);
        if (items.spans.empty()) return spliced(items.end - 1, items.end - 1, entry);
        const std::size_t index = isList_ ? std::stoul(key) : items.spans.size();
        if (index >= items.spans.size())
            return spliced(items.spans.back().second, items.spans.back().second, ", " + entry);
        return spliced(items.spans[index].first, items.spans[index].first, entry + ", ");
    }

    std::optional<std::string> insertInBlock(const std::string& key, const json& value,
                                             const json& before) const {
        const std::size_t first = layout_.offset(parent_);
        const std::size_t margin = layout_.column(first);
        const std::string entry = blockEntry(key, value, margin);
        std::string previous;
        if (isList_) {
            if (key != "0") previous = std::to_string(std::stoul(key) - 1);
        } else {
            for (const std::string& other : keysInOrder(container_, schemaFor(*schema_, container_))) {
                if (other == key) break;
                if (before.contains(other)) previous = other;
            }
        }
        if (previous.empty()) return spliced(first, first, entry + '\n' + std::string(margin, ' '));
        const json& neighbour = isList_ ? before.at(std::stoul(previous)) : before.at(previous);
        const std::size_t end = endOfEntry(previous, neighbour);
        if (end == npos) return std::nullopt;
        return spliced(end, end, '\n' + std::string(margin, ' ') + entry);
    }

    /// The end of the last line of a block entry, its comment included.
    std::size_t endOfEntry(const std::string& key, const json& value) const {
        const std::string path = pathOfEntry(key);
        const std::size_t at = layout_.offset(path);
        if (value.is_null()) {
            const auto line = tree_.lines.find(path);
            return line == tree_.lines.end() ? npos : layout_.lineEnd(layout_.startOfLine(line->second));
        }
        if (at == npos) return npos;
        const std::size_t end = layout_.end(at, value, false);
        return end == npos ? npos : layout_.lineEnd(end);
    }

    std::optional<std::string> removeFromFlow(const std::string& key) const {
        const Layout::Items items = layout_.flowItems(layout_.offset(parent_));
        const std::size_t at = layout_.offset(pathOfEntry(key));
        for (std::size_t i = 0; i < items.spans.size() && at != npos; ++i) {
            const auto [begin, end] = items.spans[i];
            if (at < begin || at >= end) continue;
            if (i > 0) return spliced(items.spans[i - 1].second, end, "");
            return spliced(begin, items.spans.size() > 1 ? items.spans[1].first : end, "");
        }
        return std::nullopt;
    }

    std::optional<std::string> removeFromBlock(const std::string& key, const json& value) const {
        const std::string path = pathOfEntry(key);
        const std::size_t parent = layout_.offset(parent_);
        const std::size_t end = endOfEntry(key, value);
        const auto line = tree_.lines.find(path);
        if (end == npos || line == tree_.lines.end()) return std::nullopt;
        const std::size_t start = layout_.startOfLine(line->second);
        const std::size_t begin = start + layout_.column(parent);
        const std::size_t next = std::min(end + 1, text_.size());
        const bool isAlone = text_.find_first_not_of(' ', start) == begin;
        if (isAlone) return spliced(start, next, "");
        const std::size_t follower =
            text_.find_first_not_of(' ', next);  // after a dash: the next key moves up
        return follower == npos ? std::nullopt : std::optional(spliced(begin, follower, ""));
    }

    const std::string& text_;
    const YamlTree& tree_;
    const json& root_;
    Layout layout_;
    bool isJson_;
    // Of the change being put in.
    std::string parent_;
    const json* schema_ = nullptr;
    json container_;
    bool isList_ = false;
    bool isInFlow_ = false;
};

std::string rewrittenYaml(const std::string& text, const json& tree, const json& schema) {
    std::size_t at = 0;
    while (at < text.size() && (text[at] == '#' || text[at] == '\n'))
        at = std::min(text.find('\n', at), text.size() - 1) + 1;
    return text.substr(0, at) +
           (isBlockValue(tree) ? blockYaml(tree, schema, 0) : flowYaml(tree, schema) + '\n');
}

}  // namespace

base::Result<std::string> editYaml(std::string_view given, const json& tree, const json& schema) {
    std::string text(given);
    while (true) {
        const auto parsed = parseYaml(text);
        if (!parsed)
            return base::fail(base::Code::kInvalidArgument, parsed.error().message, parsed.error().code);
        if (parsed->value == tree) return text;
        if (!isBlockValue(parsed->value) || parsed->value.type() != tree.type() || tree.empty())
            return rewrittenYaml(text, tree, schema);
        std::optional<Change> change = firstChange(parsed->value, tree, json::json_pointer());
        std::optional<std::string> edited;
        while (change) {
            const json expected = applied(parsed->value, *change, tree);
            edited = Editor(text, *parsed, schema).apply(*change, expected);
            const auto again = edited ? parseYaml(*edited) : std::unexpected(YamlError{});
            if (again && again->value == expected) break;
            edited.reset();
            if (change->parent.empty()) break;  // the widest there is
            change = Change{Kind::kReplace, change->parent.parent_pointer(), change->parent.back()};
        }
        if (!edited) return rewrittenYaml(text, tree, schema);
        text = std::move(*edited);
    }
}

}  // namespace trainyard::spec
