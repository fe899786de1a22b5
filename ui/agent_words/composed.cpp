// SPDX-License-Identifier: Apache-2.0
#include "ui/agent_words/tables.h"

namespace trainyard::agent_words {
namespace {

constexpr const char* kComposed[] = {
    QT_TRANSLATE_NOOP("Agent", "%1 or %2"),
    QT_TRANSLATE_NOOP("Agent", "%1 and %2"),
    QT_TRANSLATE_NOOP("Agent", "%1 sample"),
    QT_TRANSLATE_NOOP("Agent", "%1 samples"),
    QT_TRANSLATE_NOOP("Agent", "%1 file"),
    QT_TRANSLATE_NOOP("Agent", "%1 files"),
    QT_TRANSLATE_NOOP("Agent", "%1 worker"),
    QT_TRANSLATE_NOOP("Agent", "%1 workers"),
    QT_TRANSLATE_NOOP("Agent", "%1 line"),
    QT_TRANSLATE_NOOP("Agent", "%1 lines"),
    QT_TRANSLATE_NOOP("Agent", "%1 value"),
    QT_TRANSLATE_NOOP("Agent", "%1 values"),
    QT_TRANSLATE_NOOP("Agent", "out of memory"),
    QT_TRANSLATE_NOOP("Agent", "No such file or directory"),
    QT_TRANSLATE_NOOP("Agent", "Permission denied"),
    QT_TRANSLATE_NOOP("Agent", "Operation not permitted"),
    QT_TRANSLATE_NOOP("Agent", "No space left on device"),
    QT_TRANSLATE_NOOP("Agent", "Is a directory"),
    QT_TRANSLATE_NOOP("Agent", "Not a directory"),
    QT_TRANSLATE_NOOP("Agent", "File exists"),
    QT_TRANSLATE_NOOP("Agent", "Read-only file system"),
    QT_TRANSLATE_NOOP("Agent", "Input/output error"),
    QT_TRANSLATE_NOOP("Agent", "Cannot allocate memory"),
    QT_TRANSLATE_NOOP("Agent", "Too many open files"),
    QT_TRANSLATE_NOOP("Agent", "Directory not empty"),
    QT_TRANSLATE_NOOP("Agent", "Address already in use"),
    QT_TRANSLATE_NOOP("Agent", "Connection refused"),
    QT_TRANSLATE_NOOP("Agent", "Disk quota exceeded"),
    QT_TRANSLATE_NOOP("Agent", "Broken pipe"),
    QT_TRANSLATE_NOOP("Agent", "Connection reset by peer"),
    QT_TRANSLATE_NOOP("Agent", "File name too long"),
    QT_TRANSLATE_NOOP("Agent", "File too large"),
    QT_TRANSLATE_NOOP("Agent", "Invalid argument"),
    QT_TRANSLATE_NOOP("Agent", "No such process"),
    QT_TRANSLATE_NOOP("Agent", "\"%1\" is not %2"),
    QT_TRANSLATE_NOOP("Agent", "there is %1, and %2 need one each at least"),
    QT_TRANSLATE_NOOP("Agent", "there are %1, and %2 need one each at least"),
};

}  // namespace

/// Texts that no source contains as a whole: the operating system's messages, counts, and composed phrases.
std::span<const char* const> composedWords() {
    return kComposed;
}

}  // namespace trainyard::agent_words
