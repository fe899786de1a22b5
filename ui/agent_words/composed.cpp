// SPDX-License-Identifier: Apache-2.0
#include "ui/agent_words/tables.h"

namespace trainyard::agent_words {
namespace {

constexpr AgentWords kComposed[] = {
    {Part::kCount, QT_TRANSLATE_NOOP("Agent", "%1 sample"), "#"},
    {Part::kCount, QT_TRANSLATE_NOOP("Agent", "%1 samples"), "#"},
    {Part::kCount, QT_TRANSLATE_NOOP("Agent", "%1 file"), "#"},
    {Part::kCount, QT_TRANSLATE_NOOP("Agent", "%1 files"), "#"},
    {Part::kCount, QT_TRANSLATE_NOOP("Agent", "%1 worker"), "#"},
    {Part::kCount, QT_TRANSLATE_NOOP("Agent", "%1 workers"), "#"},
    {Part::kCount, QT_TRANSLATE_NOOP("Agent", "%1 line"), "#"},
    {Part::kCount, QT_TRANSLATE_NOOP("Agent", "%1 lines"), "#"},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "out of memory")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "No such file or directory")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "Permission denied")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "Operation not permitted")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "No space left on device")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "Is a directory")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "Not a directory")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "File exists")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "Read-only file system")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "Input/output error")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "Cannot allocate memory")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "Too many open files")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "Directory not empty")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "Address already in use")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "Connection refused")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "Disk quota exceeded")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "Broken pipe")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "Connection reset by peer")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "File name too long")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "File too large")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "Invalid argument")},
    {Part::kSystem, QT_TRANSLATE_NOOP("Agent", "No such process")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "\"%1\" is not %2"), "-x"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent",
                                        "elements of type '%1' are not read; save the array as one of bool, "
                                        "int8 … uint64, float32, float64")},
    {Part::kSentence,
     QT_TRANSLATE_NOOP("Agent",
                       "elements of type '%1' are not read (pickled objects could run code); save the array "
                       "as one of bool, int8 … uint64, float32, float64")},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent",
                                        "elements of type '%1' are not read (big-endian); save the array as "
                                        "one of bool, int8 … uint64, float32, float64")},
    {Part::kReason, QT_TRANSLATE_NOOP("Agent", "there is %1, and %2 need one each at least"), "NN"},
    {Part::kReason, QT_TRANSLATE_NOOP("Agent", "there are %1, and %2 need one each at least"), "NN"},
    {Part::kSentence, QT_TRANSLATE_NOOP("Agent", "the checkpoint of step %1 was not saved by the chief"),
     "#"},
};

}  // namespace

/// Texts that no source contains as a whole: the operating system's messages, counts, and composed phrases.
std::span<const AgentWords> composedWords() {
    return kComposed;
}

}  // namespace trainyard::agent_words
