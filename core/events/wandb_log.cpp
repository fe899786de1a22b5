// SPDX-License-Identifier: Apache-2.0
// What Weights & Biases writes offline: wandb/offline-run-*/run-<id>.wandb. Seven bytes, then records in the
// framing of LevelDB's log (doc/log_format.md there): blocks of 32 KiB, in which each piece has a checksum
// (CRC-32 of its type and data), its length and its type. A record is a message of wandb's protocol
// (wandb/proto/wandb_internal.proto), of which the numbers below are all that is needed here.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/events/line_file.h"
#include "core/events/log_format.h"
#include "core/events/wire.h"

namespace trainyard::events {
namespace {

namespace fs = std::filesystem;
using wire::Field;
using wire::Reader;
using wire::Type;

constexpr std::string_view kMagic("\x3aW&B\xe1\xbe\0", 7);
constexpr std::uint64_t kBlock = 32768, kPieceHeader = 7;
constexpr std::size_t kLargestMessage = 16u << 20, kMostKeys = 4096;
enum Piece : std::uint8_t { kWhole = 1, kFirst = 2, kMiddle = 3, kLast = 4 };

constexpr int kRecordHistory = 2, kRecordConfig = 5, kRecordRun = 17;
constexpr int kItems = 1, kHistoryStep = 2, kStepNumber = 1;
constexpr int kItemKey = 1, kItemNested = 2, kItemInteger = 5, kItemNumber = 6, kItemJson = 16;
constexpr int kRunProject = 3, kRunConfig = 4, kRunName = 8;

/// CRC-32 (IEEE 802.3), as zlib has it; not the CRC-32C of LevelDB.
constexpr std::array<std::uint32_t, 256> kCrcTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
        table[byte] = crc;
    }
    return table;
}();

std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t crc = 0xFFFFFFFFu;
    for (const char byte : bytes) crc = kCrcTable[(crc ^ static_cast<unsigned char>(byte)) & 0xFF] ^ crc >> 8;
    return ~crc;
}

std::uint32_t littleEndian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// The records of a growing file. What is torn is read once it is whole.
class WandbFile {
  public:
    static base::Result<WandbFile> open(const fs::path& path, std::uint64_t position) {
        TY_ASSIGN(base::OpenedFile opened, base::openRegular(path));
        return WandbFile(path, std::move(opened.fd), position);
    }

    /// The next record; nothing at the end of what is there.
    base::Result<std::optional<std::string>> next() {
        if (position_ == 0) {
            TY_ASSIGN(const std::string magic, bytesAt(0, kMagic.size()));
            if (magic.size() < kMagic.size()) return std::nullopt;
            if (magic != kMagic) return base::fail(damage("it does not begin as one of this format"));
            position_ = kMagic.size();
        }
        std::string record;
        std::uint64_t at = position_;
        for (bool isOpen = false;;) {
            if (const std::uint64_t left = kBlock - at % kBlock; left < kPieceHeader) at += left;
            TY_ASSIGN(const std::string header, bytesAt(at, kPieceHeader));
            if (header.size() < kPieceHeader) return std::nullopt;
            const std::size_t length = littleEndian(std::string_view(header).substr(4, 2));
            const auto type = static_cast<std::uint8_t>(header[6]);
            const bool isInBlock = length + kPieceHeader <= kBlock - at % kBlock;
            const bool isBegin = type == kWhole || type == kFirst;
            if (type < kWhole || type > kLast || !isInBlock || isBegin == isOpen)
                return base::fail(damage("a record's frame is wrong"));
            TY_ASSIGN(const std::string data, bytesAt(at + kPieceHeader, length));
            if (data.size() < length) return std::nullopt;
            if (crc32(header.substr(6) + data) != littleEndian(std::string_view(header).substr(0, 4)))
                return base::fail(damage("the checksum of a record is wrong"));
            at += kPieceHeader + length;
            record += data;
            if (record.size() > kLargestMessage) record.clear(), isTooLarge_ = true;
            if (type != kWhole && type != kLast) {
                isOpen = true;
                continue;
            }
            position_ = at;
            if (std::exchange(isTooLarge_, false)) record.clear();  // of none that is read here
            return record;
        }
    }
    std::uint64_t position() const { return position_; }
    base::Error damage(const base::Words& what) const {
        return {base::Code::kDataLoss,
                base::say("the log {} is damaged at byte {}: {}", base::printable(path_.string()), position_,
                          what),
                "events.damaged"};
    }
    base::Status mayContinue() const {
        struct stat info{};
        if (::fstat(fd_.get(), &info) != 0 || static_cast<std::uint64_t>(info.st_size) >= position_)
            return {};
        base::Error error = damage("the file ends before");
        error.id = kShrunk;
        return base::fail(std::move(error));
    }

  private:
    WandbFile(fs::path path, base::UniqueFd fd, std::uint64_t position)
        : path_(std::move(path)), fd_(std::move(fd)), position_(position) {}

    /// Less at the end of the file.
    base::Result<std::string> bytesAt(std::uint64_t offset, std::size_t size) {
        if (offset < windowAt_ || offset + size > windowAt_ + window_.size()) {
            window_.resize(std::max<std::size_t>(size, 2 * kBlock));
            windowAt_ = offset;
            ssize_t count = 0;
            do {
                count = ::pread(fd_.get(), window_.data(), window_.size(), static_cast<off_t>(offset));
            } while (count < 0 && errno == EINTR);
            const int error = errno;
            window_.resize(static_cast<std::size_t>(std::max<ssize_t>(0, count)));
            if (count < 0)
                return base::fail(base::errnoError(
                    error, base::say("cannot read the log {}", base::printable(path_.string()))));
        }
        return window_.substr(offset - windowAt_, size);
    }

    fs::path path_;
    base::UniqueFd fd_;
    std::uint64_t position_ = 0, windowAt_ = 0;
    std::string window_;
    bool isTooLarge_ = false;
};

/// One value of a history or a configuration.
struct Item {
    std::string name;
    std::optional<double> number;
    std::string_view json;
};

Item itemOf(std::string_view message) {
    Item item;
    Reader fields(message);
    for (Field field; fields.next(field);) {
        if (field.is(kItemKey, Type::kBytes)) item.name = field.bytes;
        if (field.is(kItemNested, Type::kBytes))
            item.name += (item.name.empty() ? "" : "/") + std::string(field.bytes);
        if (field.is(kItemJson, Type::kBytes)) item.json = field.bytes;
        if (field.is(kItemNumber, Type::kFixed64)) item.number = field.asDouble();
        if (field.is(kItemInteger, Type::kVarint))  // zigzag
            item.number = static_cast<double>(static_cast<std::int64_t>(field.word >> 1) ^
                                              -static_cast<std::int64_t>(field.word & 1));
    }
    if (!item.number) item.number = numberIn(item.json);
    return item;
}

template <typename Visit>
bool eachItem(std::string_view message, Visit visit) {
    Reader fields(message);
    std::size_t count = 0;
    for (Field field; fields.next(field);)
        if (field.is(kItems, Type::kBytes) && ++count <= kMostKeys) visit(itemOf(field.bytes));
    return !fields.damaged();
}

/// False where the message is none of wandb's.
bool addHistory(std::string_view message, std::vector<Event>& events) {
    std::optional<double> step, time;
    std::vector<Item> items;
    if (!eachItem(message, [&](Item item) {
            if (item.name == "_step") step = item.number;
            if (item.name == "_timestamp") time = item.number;
            if (!item.name.starts_with('_') && item.number) items.push_back(std::move(item));
        }))
        return false;
    Reader fields(message);
    for (Field field; fields.next(field);) {
        if (!field.is(kHistoryStep, Type::kBytes)) continue;
        Reader parts(field.bytes);
        for (Field part; parts.next(part);)
            if (part.is(kStepNumber, Type::kVarint))
                step = static_cast<double>(static_cast<std::int64_t>(part.word));
    }
    const bool isWhole = step && std::abs(*step) < 1e15 && *step == std::floor(*step);
    for (const Item& item : items)
        if (isWhole)
            events.push_back(ScalarEvent{item.name, static_cast<std::int64_t>(*step),
                                         time && std::isfinite(*time) ? *time : 0, *item.number, true});
    return true;
}

class WandbLog final : public LogReader {
  public:
    explicit WandbLog(WandbFile file) : file_(std::move(file)) {}

    static base::Result<std::unique_ptr<LogReader>> open(const fs::path& path, std::uint64_t position) {
        TY_ASSIGN(WandbFile file, WandbFile::open(path, position));
        TY_TRY(file.mayContinue());
        return std::make_unique<WandbLog>(std::move(file));
    }

    base::Result<std::vector<Event>> readSome(std::size_t maxBytes) override {
        std::vector<Event> events;
        if (damage_) return base::fail(*damage_);
        const std::uint64_t begin = file_.position();
        while (events.empty() || file_.position() - begin < maxBytes) {
            auto record = file_.next();
            bool isRecord = record.has_value();
            if (isRecord && !*record) break;
            if (isRecord) {
                Reader fields(**record);
                for (Field field; fields.next(field);)
                    if (field.is(kRecordHistory, Type::kBytes)) isRecord &= addHistory(field.bytes, events);
                isRecord &= !fields.damaged();
            }
            if (isRecord) continue;
            // What precedes damage is returned first.
            damage_ = record ? file_.damage("a record is not a message of wandb") : record.error();
            if (events.empty()) return base::fail(*damage_);
            break;
        }
        return events;
    }
    std::uint64_t position() const override { return file_.position(); }
    std::uint64_t bytes() const override { return file_.position(); }

  private:
    WandbFile file_;
    std::optional<base::Error> damage_;
};

bool isWandb(const fs::path& file) {
    return file.extension() == ".wandb" && file.filename().string().starts_with("run-");
}

/// A run's folder has one file. Its first records describe the run; a program may add to the configuration
/// later, which is in records between those of the history: only the name is known before the end.
struct Described {
    std::string project, name;
    std::map<std::string, std::string> config;  ///< JSON by key
};

constexpr std::uint64_t kDescribedBytes = 64u << 20;

void takeConfig(std::string_view message, Described& run) {
    eachItem(message, [&](const Item& item) {
        if (!item.name.starts_with('_') && run.config.size() < kMostKeys)
            run.config[item.name] = base::printable(std::string(item.json));
    });
}

enum class Wanted : std::uint8_t { kName, kAll };

Described describe(const fs::path& folder, Wanted wanted) {
    Described run;
    bool isNamed = false;
    std::error_code error;
    fs::path log;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (isWandb(entry->path())) log = entry->path();
    auto file = WandbFile::open(log, 0);
    while (file && file->position() < kDescribedBytes && !(isNamed && wanted == Wanted::kName)) {
        const auto record = file->next();
        if (!record || !*record) break;
        Reader fields(**record);
        for (Field field; fields.next(field);) {
            if (field.is(kRecordConfig, Type::kBytes)) takeConfig(field.bytes, run);
            if (!field.is(kRecordRun, Type::kBytes)) continue;
            isNamed = true;
            Reader parts(field.bytes);
            for (Field part; parts.next(part);) {
                if (part.is(kRunProject, Type::kBytes)) run.project = part.bytes;
                if (part.is(kRunName, Type::kBytes)) run.name = part.bytes;
                if (part.is(kRunConfig, Type::kBytes)) takeConfig(part.bytes, run);
            }
        }
    }
    return run;
}

std::string wandbName(const fs::path& folder) {
    const Described run = describe(folder, Wanted::kName);
    std::string name = run.name.empty() ? folder.filename().string() : run.name;
    if (!run.project.empty()) name = run.project + "/" + name;
    return base::printable(name);
}

std::string wandbConfig(const fs::path& folder) {
    std::string config;
    for (const auto& [key, json] : describe(folder, Wanted::kAll).config)
        config += base::printable(key) + ": " + json + "\n";
    return config;
}

}  // namespace

constinit const LogFormat kWandbLog{"wandb",   isWandb,     nullptr,       nullptr,
                                    wandbName, wandbConfig, WandbLog::open};

}  // namespace trainyard::events
