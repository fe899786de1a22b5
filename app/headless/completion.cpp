// SPDX-License-Identifier: Apache-2.0
#include "app/headless/completion.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace trainyard::headless {
namespace {

bool isNamed(const CLI::Option& option) {
    return !option.get_lnames().empty();
}

bool takesValue(const CLI::Option& option) {
    return option.get_items_expected_max() > 0;
}

/// Of a command, or of one above it: those may follow it, too.
const CLI::Option* findOption(const CLI::App* app, const std::string& name) {
    for (; app != nullptr; app = app->get_parent())
        for (const CLI::Option* option : app->get_options())
            if (isNamed(*option) && option->check_name(name)) return option;
    return nullptr;
}

/// bash splits words at `:` and `=`, which makes three words of `worker:1`. Such a word again, with what
/// follows.
std::vector<std::string> joined(const std::vector<std::string>& words, std::size_t& presentedFrom) {
    std::vector<std::string> whole;
    bool isGlued = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const bool isLast = i + 1 == words.size();
        const bool isBreak = !isLast && !whole.empty() && (word == ":" || word == "=");
        if (isLast && isGlued) presentedFrom = whole.back().size();
        if (isBreak || isGlued)
            whole.back() += word;
        else
            whole.push_back(word);
        isGlued = isBreak;
    }
    return whole;
}

/// What may take the place of an option's or a positional's value.
void offerValues(const CLI::Option& option, const std::string& before, Completion& offer) {
    const std::string type = option.get_type_name();  // TEXT:{csv,npy} where there are choices
    const std::string name = option.get_name();
    if (const auto open = type.find(":{"); open != std::string::npos && type.ends_with('}')) {
        std::string choice;
        for (const char c : std::string_view(type).substr(open + 2)) {
            if (c != ',' && c != '}') {
                choice += c;
                continue;
            }
            offer.words.push_back({before + choice, ""});
            choice.clear();
        }
        return;
    }
    offer.areRuns = name.starts_with("RUN");
    offer.areFiles = name != "RUN" && type.starts_with("TEXT");
}

void offerOptions(const CLI::App* app, Completion& offer) {
    for (; app != nullptr; app = app->get_parent())
        for (const CLI::Option* option : app->get_options())
            for (const std::string& name : option->get_lnames()) {
                const std::string text = "--" + name;
                if (std::ranges::find(offer.words, text, &Completion::Word::text) == offer.words.end())
                    offer.words.push_back({text, option->get_description()});
            }
}

/// The value that comes next, after `taken` others: the last one may be repeated.
void offerPositional(const CLI::App& app, std::size_t taken, Completion& offer) {
    const CLI::Option* next = nullptr;
    for (const CLI::Option* option : app.get_options()) {
        if (isNamed(*option)) continue;
        next = option;
        const auto most = static_cast<std::size_t>(std::max(option->get_items_expected_max(), 0));
        if (taken < most) break;
        taken -= most;
        next = nullptr;
    }
    if (next != nullptr) offerValues(*next, "", offer);
}

/// Where the words before the one at the cursor have led.
struct Place {
    const CLI::App* app;
    const CLI::Option* pending = nullptr;  ///< has no value yet
    std::size_t taken = 0;                 ///< values of the command itself
    bool areOptionsOver = false;           ///< after `--`
};

void goPast(const std::string& word, Place& place, Completion& offer) {
    if (place.pending != nullptr) {
        if (place.pending->check_name("--agent")) offer.agent = word;
        place.pending = nullptr;
        return;
    }
    if (word == "--" && !place.areOptionsOver) {
        place.areOptionsOver = true;
        return;
    }
    if (word.starts_with('-') && !place.areOptionsOver) {
        const auto equals = word.find('=');
        const CLI::Option* option = findOption(place.app, word.substr(0, equals));
        if (option == nullptr || !takesValue(*option)) return;
        if (equals == std::string::npos)
            place.pending = option;
        else if (option->check_name("--agent"))
            offer.agent = word.substr(equals + 1);
        return;
    }
    const auto commands =
        place.app->get_subcommands([&word](const CLI::App* command) { return command->get_name() == word; });
    if (place.taken == 0 && !commands.empty())
        place.app = commands.front();
    else
        ++place.taken;
}

void offerAt(const Place& place, Completion& offer) {
    const std::string& current = offer.current;
    const auto equals = current.find('=');
    if (place.pending != nullptr) return offerValues(*place.pending, "", offer);
    if (!place.areOptionsOver && current.starts_with("--") && equals != std::string::npos) {
        const CLI::Option* option = findOption(place.app, current.substr(0, equals));
        if (option != nullptr && takesValue(*option))
            offerValues(*option, current.substr(0, equals + 1), offer);
        return;
    }
    if (!place.areOptionsOver && current.starts_with('-')) return offerOptions(place.app, offer);
    for (const CLI::App* command : place.app->get_subcommands([](const CLI::App*) { return true; }))
        if (!command->get_group().empty())  // the hidden ones have none
            offer.words.push_back({command->get_name(), command->get_description()});
    offerPositional(*place.app, place.taken, offer);
}

}  // namespace

Completion completionOf(const CLI::App& app, const std::vector<std::string>& words) {
    Completion offer;
    const std::vector<std::string> whole = joined(words, offer.presentedFrom);
    if (whole.size() < 2) return offer;
    offer.current = whole.back();
    std::size_t first = 1;
    const bool isWindow = std::filesystem::path(whole.front()).filename() == "trainyard";
    if (whole.size() > 2 && whole[1] == "--headless") {
        first = 2;
    } else if (isWindow) {  // `trainyard [RUNFILE]` opens the window
        if (whole.size() == 2) offer.words.push_back({"--headless", app.get_description()});
        offer.areFiles = !offer.current.starts_with('-');
    }
    if (first == 2 || !isWindow) {
        Place place{.app = &app};
        for (std::size_t i = first; i + 1 < whole.size(); ++i) goPast(whole[i], place, offer);
        offerAt(place, offer);
    }
    std::erase_if(offer.words,
                  [&](const Completion::Word& word) { return !word.text.starts_with(offer.current); });
    return offer;
}

std::string completionScript(const std::string& shell) {
    if (shell == "zsh")
        return R"(#compdef trainyard trainyard-headless
# Completion for zsh, printed by `trainyard-headless completion zsh`.
_trainyard() {
    local program=${~words[1]} line
    local -a lines offered
    lines=("${(@f)$("$program" --headless complete "${(@)words[1,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
    for line in "${(@)lines[2,-1]}"; do
        offered+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
    done
    (( $#offered )) && _describe -V trainyard offered
    [[ $lines[1] == files ]] && _files
}
if [[ $funcstack[1] == _trainyard ]]; then
    _trainyard "$@"
else
    compdef _trainyard trainyard trainyard-headless
fi
)";
    if (shell == "fish")
        return R"(# Completion for fish, printed by `trainyard-headless completion fish`.
function __trainyard_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program $words[1]
    set -l lines ($program --headless complete $words "$current" 2>/dev/null)
    for line in $lines[2..-1]
        echo $line
    end
    if test "$lines[1]" = files
        __fish_complete_path "$current"
    end
end
complete -c trainyard -f -a '(__trainyard_complete)'
complete -c trainyard-headless -f -a '(__trainyard_complete)'
)";
    return R"(# Completion for bash, printed by `trainyard-headless completion bash`.
_trainyard() {
    local program=${1/#\~/$HOME} line
    local -a lines
    mapfile -t lines < <("$program" --headless complete "${COMP_WORDS[@]:0:COMP_CWORD}" "$2" 2>/dev/null)
    COMPREPLY=()
    for line in "${lines[@]:1}"; do COMPREPLY+=("${line%%$'\t'*}"); done
    [[ ${lines[0]-} == files ]] || return 0
    # bash itself offers files where nothing else is offered.
    compopt -o default -o filenames 2>/dev/null
    [[ ${#COMPREPLY[@]} -eq 0 ]] || mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$2")
}
complete -F _trainyard trainyard trainyard-headless
)";
}

}  // namespace trainyard::headless
