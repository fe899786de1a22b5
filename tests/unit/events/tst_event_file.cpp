// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <csignal>

#include <cmath>
#include <fstream>
#include <limits>

#include "core/base/file.h"
#include "core/events/crc32c.h"
#include "core/events/event_file.h"
#include "tests/support/temp_home.h"

namespace trainyard::events {
namespace {

using namespace std::string_literals;

template <typename T>
std::string raw(T value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}
/// A TFRecord around `data`.
std::string record(const std::string& data) {
    const std::string length = raw(std::uint64_t{data.size()});
    return length + raw(maskedCrc32c(length)) + data + raw(maskedCrc32c(data));
}
/// A length-delimited field of fewer than 128 bytes.
std::string field(int number, const std::string& bytes) {
    return std::string{static_cast<char>(number << 3 | 2), static_cast<char>(bytes.size())} + bytes;
}

class EventFile : public testing::Test {
  protected:
    std::filesystem::path put(const std::string& bytes) {
        const auto path = folder_ / "events.out.tfevents.1.host.1.0";
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
        return path;
    }
    static std::string contents(const std::filesystem::path& path) { return base::readFile(path).value(); }
    /// All events from `offset` on; a test that expects damage calls readSome itself.
    static std::vector<Event> all(const std::filesystem::path& path, std::uint64_t offset = 0) {
        auto reader = EventFileReader::open(path, offset);
        EXPECT_TRUE(reader);
        std::vector<Event> events;
        for (;;) {
            auto some = reader->readSome();
            EXPECT_TRUE(some) << some.error().describe();
            if (!some || some->empty()) return events;
            events.insert(events.end(), some->begin(), some->end());
        }
    }

    TempHome tempHome_;
    const std::filesystem::path& folder_ = tempHome_.path();
};

void expectScalar(const Event& event, const std::string& tag, std::int64_t step, double wallTime,
                  double value, bool isDouble) {
    const auto* scalar = std::get_if<ScalarEvent>(&event);
    ASSERT_NE(scalar, nullptr);
    EXPECT_EQ(scalar->tag, tag);
    EXPECT_EQ(scalar->step, step);
    EXPECT_EQ(scalar->wallTime, wallTime);
    if (std::isnan(value))
        EXPECT_TRUE(std::isnan(scalar->value));
    else
        EXPECT_EQ(scalar->value, value);
    EXPECT_EQ(scalar->isDouble, isDouble);
}

TEST_F(EventFile, WritesWhatItReadsBack) {
    auto writer = EventFileWriter::create(folder_ / "worker-0" / "train");
    ASSERT_TRUE(writer) << writer.error().describe();
    const double infinity = std::numeric_limits<double>::infinity();
    writer->add(ScalarEvent{"epoch_loss", 1, 1.5, 0.1f, false});
    writer->add(ScalarEvent{"epoch_loss", std::int64_t{1} << 40, 2.5, 0.1, true});
    writer->add(ScalarEvent{"zero", 0, 0, 0, false});
    writer->add(ScalarEvent{"nan", 3, 3, std::nan(""), false});
    writer->add(ScalarEvent{"inf", 3, 3, -infinity, true});
    writer->add(TextEvent{"trainyard/plan", 4, 4, std::string(1000, 'x') + "\0ü"s});
    EXPECT_TRUE(all(writer->path()).empty()) << "nothing but the version before flush()";
    ASSERT_TRUE(writer->sync());

    const auto events = all(writer->path());
    ASSERT_EQ(events.size(), 6u);
    expectScalar(events[0], "epoch_loss", 1, 1.5, 0.1f, false);
    expectScalar(events[1], "epoch_loss", std::int64_t{1} << 40, 2.5, 0.1, true);
    expectScalar(events[2], "zero", 0, 0, 0, false);
    expectScalar(events[3], "nan", 3, 3, std::nan(""), false);
    expectScalar(events[4], "inf", 3, 3, -infinity, true);
    EXPECT_EQ(std::get<TextEvent>(events[5]).text, std::string(1000, 'x') + "\0ü"s);
}

TEST_F(EventFile, BytesAreTheOnesOfTheFormat) {
    auto writer = EventFileWriter::create(folder_);
    ASSERT_TRUE(writer);
    const std::string head = contents(writer->path());
    EXPECT_EQ(head.substr(12 + 9, 15),
              "\x1a\x0d"
              "brain.Event:2");
    writer->add(ScalarEvent{"a", 5, 1.0, 2.0f, false});
    ASSERT_TRUE(writer->flush());
    const std::string tensor = "\x08\x01"s + field(2, "") + field(5, raw(2.0f));
    const std::string metadata = field(1, field(1, "scalars")) + "\x20\x01"s;
    const std::string value = field(1, "a") + field(8, tensor) + field(9, metadata);
    EXPECT_EQ(contents(writer->path()).substr(head.size()),
              record("\x09"s + raw(1.0) + "\x10\x05"s + field(5, field(1, value))));
}

TEST_F(EventFile, ReadsWhatOthersWrite) {
    // torch.utils.tensorboard: simple_value. TensorFlow 2: a tensor, its value packed, plain or as content,
    // with the plugin named once. Keras adds a graph (field 4) and histograms; images are strings of another
    // plugin.
    const std::string head = "\x09"s + raw(7.0) + "\x10\x03"s;
    const auto summary = [&](const std::string& values) { return record(head + field(5, values)); };
    const auto value = [&](const std::string& body) { return field(1, field(1, "t") + body); };
    const std::string dim3 = field(2, "\x08\x03"s), dim1 = field(2, "\x08\x01"s);
    const auto path = put(
        record(head + field(3, "brain.Event:2")) + record(head + field(4, "graph")) +
        summary(value("\x15"s + raw(0.5f))) +
        summary(value(field(8, "\x08\x01"s + field(2, "") + field(5, raw(1.5f))))) +
        summary(value(field(8, "\x08\x01\x2d"s + raw(2.5f)))) +
        summary(value(field(8, "\x08\x01"s + field(4, raw(3.5f))))) +
        summary(value(field(8, "\x08\x02"s + field(4, raw(4.5))))) +
        summary(value(field(8, "\x08\x02\x31"s + raw(5.5)))) +
        summary(value(field(8, "\x08\x01"s + field(2, dim1) + field(5, raw(6.5f))))) +
        summary(value(field(8, "\x08\x01"s + field(2, dim3) + field(5, raw(9.f) + raw(9.f) + raw(9.f))))) +
        summary(value(field(9, field(1, field(1, "histograms"))) + field(8, "\x08\x02\x31"s + raw(9.0)))) +
        summary(value(field(9, field(1, field(1, "images"))) + field(8, "\x08\x07"s + field(8, "PNG")))) +
        summary(value(field(9, field(1, field(1, "text"))) + field(8, "\x08\x07"s + field(8, "hello")))) +
        // the summary may stand before step and time, and hold several values
        record(field(5, value("\x15"s + raw(7.5f)) + value("\x15"s + raw(8.5f))) + head));
    const auto events = all(path);
    ASSERT_EQ(events.size(), 10u);
    for (int i = 0; i < 7; ++i) expectScalar(events[i], "t", 3, 7.0, 0.5 + i, i == 4 || i == 5);
    EXPECT_EQ(std::get<TextEvent>(events[7]).text, "hello");
    expectScalar(events[8], "t", 3, 7.0, 7.5, false);
    expectScalar(events[9], "t", 3, 7.0, 8.5, false);
}

TEST_F(EventFile, ScalarsOfEveryRealTypeAreNumbers) {
    // What tf.make_tensor_proto writes for one value, and its tensor_content for two.
    struct Case {
        int dtype;
        std::string_view proto, content;
        double value;
    };
    const Case cases[] = {
        {3, "080312003a0afbffffffffffffffff01", "fbffffff", -5},
        {4, "080412003a02c801", "c8", 200},
        {5, "080512003a0ad4fdffffffffffffff01", "d4fe", -300},
        {6, "080612003a0af9ffffffffffffffff01", "f9", -7},
        {9, "08091200520a8080808080e0ffffff01", "0000000000ffffff", -std::ldexp(1, 40)},
        {10, "080a12005a0101", "01", 1},
        {14, "080e12006a02c07f", "c03f", 1.5},
        {17, "081112003a03e0d403", "60ea", 60'000},
        {19, "081312006a03d4ea02", "54b5", -0.3330078125},
        {22, "0816120082010580d0acf30e", "00286bee", 4e9},
        {23, "081712008a010a80808080808080808001", "0000000000000080", std::ldexp(1, 63)},
    };
    const auto unhex = [](std::string_view hex) {
        std::string bytes;
        for (std::size_t i = 0; i < hex.size(); i += 2)
            bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
        return bytes;
    };
    const std::string head = "\x09"s + raw(7.0) + "\x10\x03"s;
    const auto recordOf = [&](const std::string& tensor) {
        return record(head + field(5, field(1, field(1, "t") + field(8, tensor))));
    };
    std::string records;
    for (const Case& one : cases) {
        const std::string start = "\x08"s + static_cast<char>(one.dtype) + field(2, "");
        for (const std::string& tensor : {unhex(one.proto), start + field(4, unhex(one.content)), start})
            records += recordOf(tensor);
    }
    const auto events = all(put(records));
    ASSERT_EQ(events.size(), 3 * std::size(cases));
    for (std::size_t i = 0; i < std::size(cases); ++i) {
        expectScalar(events[3 * i], "t", 3, 7.0, cases[i].value, true);
        expectScalar(events[3 * i + 1], "t", 3, 7.0, cases[i].value, true);
        expectScalar(events[3 * i + 2], "t", 3, 7.0, 0, true);
    }
    // Several values in a tensor of one element, and those of another type, contradict themselves.
    for (const char* wrong : {"080312003a020102", "080312005201FF01", "0809120022020000", "080312003a01FF"}) {
        const auto path = put(recordOf(unhex(wrong)));
        EXPECT_FALSE(EventFileReader::open(path).value().readSome()) << wrong;
    }
}

TEST_F(EventFile, WaitsOnATornTailOfAnyLength) {
    auto writer = EventFileWriter::create(folder_ / "w");
    ASSERT_TRUE(writer);
    writer->add(ScalarEvent{"loss", 1, 1, 1, false});
    ASSERT_TRUE(writer->flush());
    const std::string one = contents(writer->path());
    writer->add(ScalarEvent{"loss", 2, 2, 2, false});
    ASSERT_TRUE(writer->flush());
    const std::string two = contents(writer->path());
    for (std::size_t size = one.size(); size < two.size(); ++size) {
        const auto path = put(two.substr(0, size));
        auto reader = EventFileReader::open(path);
        ASSERT_TRUE(reader);
        ASSERT_EQ(reader->readSome()->size(), 1u) << size;
        EXPECT_EQ(reader->offset(), one.size());
        const auto again = reader->readSome();
        ASSERT_TRUE(again) << size << " " << again.error().describe();
        EXPECT_TRUE(again->empty());
        std::ofstream(path, std::ios::binary | std::ios::app) << two.substr(size);  // now it is whole
        const auto rest = reader->readSome();
        ASSERT_TRUE(rest) << size;
        ASSERT_EQ(rest->size(), 1u) << size;
        expectScalar((*rest)[0], "loss", 2, 2, 2, false);
        EXPECT_EQ(reader->offset(), two.size());
    }
}

TEST_F(EventFile, AFlippedByteNeverYieldsAnotherValue) {
    auto writer = EventFileWriter::create(folder_ / "w");
    ASSERT_TRUE(writer);
    for (int step = 1; step <= 3; ++step) writer->add(ScalarEvent{"loss", step, 1, 0.25 * step, false});
    ASSERT_TRUE(writer->flush());
    const std::string good = contents(writer->path());
    for (std::size_t i = 0; i < good.size(); ++i) {
        for (const unsigned char flip : {0x01, 0x80}) {
            std::string bad = good;
            bad[i] = static_cast<char>(bad[i] ^ flip);
            auto reader = EventFileReader::open(put(bad));
            ASSERT_TRUE(reader);
            int seen = 0;
            base::Result<std::vector<Event>> some = std::vector<Event>{};
            while ((some = reader->readSome()) && !some->empty())
                for (const Event& event : *some) {
                    ++seen;
                    expectScalar(event, "loss", seen, 1, 0.25 * seen, false);
                }
            ASSERT_FALSE(some) << "byte " << i;
            EXPECT_EQ(some.error().code, base::Code::kDataLoss);
            EXPECT_NE(some.error().message.text().find("at byte " + std::to_string(reader->offset())),
                      std::string::npos);
            EXPECT_FALSE(reader->readSome()) << "damage stays damage";
        }
    }
}

TEST_F(EventFile, ResumesFromAnOffsetWhileTheFileGrows) {
    auto writer = EventFileWriter::create(folder_);
    ASSERT_TRUE(writer);
    std::uint64_t offset = 0;
    int next = 0;
    for (int round = 0; round < 50; ++round) {
        for (int i = 0; i < round; ++i) writer->add(ScalarEvent{"loss", round * 100 + i, 0, 0, false});
        ASSERT_TRUE(writer->flush());
        auto reader = EventFileReader::open(writer->path(), offset);
        ASSERT_TRUE(reader);
        int seen = 0;
        for (;;) {
            auto some = reader->readSome(64);  // smaller than a record: they come one at a time
            ASSERT_TRUE(some);
            if (some->empty()) break;
            for (const Event& event : *some)
                EXPECT_EQ(std::get<ScalarEvent>(event).step, round * 100 + seen++);
        }
        EXPECT_EQ(seen, round);
        next += seen;
        offset = reader->offset();
    }
    EXPECT_EQ(next, 50 * 49 / 2);
}

TEST_F(EventFile, HostileLengthsCostNothing) {
    const std::string good = record(field(5, field(1, field(1, "t") + "\x15"s + raw(0.5f))));
    for (const std::uint64_t length : {std::uint64_t{1} << 40, ~std::uint64_t{0}, ~std::uint64_t{0} - 15}) {
        const auto path = put(good + raw(length) + raw(maskedCrc32c(raw(length))) + "data");
        EXPECT_EQ(all(path).size(), 1u) << "a record that is not there yet is waited on";
    }
    // A sparse one that exists is skipped without being read.
    const std::uint64_t length = std::uint64_t{1} << 40;
    const auto path = put(good + raw(length) + raw(maskedCrc32c(raw(length))));
    std::filesystem::resize_file(path, good.size() + 16 + length);
    std::ofstream(path, std::ios::binary | std::ios::app) << good;
    EXPECT_EQ(all(path).size(), 2u);
}

TEST_F(EventFile, RefusesRecordsThatContradictThemselves) {
    const auto expectDamage = [&](const std::string& message) {
        auto reader = EventFileReader::open(put(record(message)));
        ASSERT_TRUE(reader);
        const auto some = reader->readSome();
        ASSERT_FALSE(some);
        EXPECT_EQ(some.error().code, base::Code::kDataLoss);
        EXPECT_EQ(some.error().id, "events.damaged");
    };
    expectDamage("\x0b");                             // a group
    expectDamage("\x2a\x05x"s);                       // shorter than declared
    expectDamage("\x10"s + std::string(10, '\xFF'));  // a varint of 11 bytes
    expectDamage(field(
        5, field(1, field(1, "t") + field(8, "\x08\x01"s + field(5, raw(1.0))))));  // two floats, rank 0
    expectDamage(field(5, field(1, field(1, "t") + field(8, "\x08\x01"s + field(5, "abc")))));
}

TEST_F(EventFile, AFileThatShrankIsDamage) {
    auto reader = EventFileReader::open(put("short"), 100);
    ASSERT_TRUE(reader);
    const auto some = reader->readSome();
    ASSERT_FALSE(some);
    EXPECT_NE(some.error().message.text().find("the file ends before, at byte 5"), std::string::npos);
    EXPECT_FALSE(EventFileReader::open(folder_ / "none"));
    EXPECT_FALSE(EventFileReader::open(folder_));
}

TEST_F(EventFile, AFullDiskKeepsTheFileWholeAndTheEventsWaiting) {
    auto writer = EventFileWriter::create(folder_);
    ASSERT_TRUE(writer);
    writer->add(ScalarEvent{"loss", 1, 0, 0, false});
    ASSERT_TRUE(writer->flush());
    const auto whole = std::filesystem::file_size(writer->path());

    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit small{whole + 50, before.rlim_max};  // in the middle of the next record
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    writer->add(ScalarEvent{"loss", 2, 0, 0, false});
    const base::Status full = writer->flush();
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);

    ASSERT_FALSE(full);
    EXPECT_EQ(full.error().code, base::Code::kResourceExhausted);
    EXPECT_EQ(std::filesystem::file_size(writer->path()), whole);
    EXPECT_GT(writer->pendingBytes(), 0u);
    writer->add(ScalarEvent{"loss", 3, 0, 0, false});
    ASSERT_TRUE(writer->flush());
    const auto events = all(writer->path());
    ASSERT_EQ(events.size(), 3u);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(std::get<ScalarEvent>(events[i]).step, i + 1);
}

TEST_F(EventFile, ListsFilesOldestFirst) {
    for (const char* name :
         {"events.out.tfevents.0000000020.a.7.0", "events.out.tfevents.0000000003.b.9.1",
          "events.out.tfevents.0000000003.z.8.0", "events.out.tfevents.3.c.9.10.v2", "notes.txt"})
        std::ofstream(folder_ / name) << "x";
    std::filesystem::create_directory(folder_ / "events.out.tfevents.1.d.1.1");
    std::vector<std::string> names;
    for (const auto& path : eventFilesIn(folder_)) names.push_back(path.filename().string());
    EXPECT_EQ(names, (std::vector<std::string>{
                         "events.out.tfevents.0000000003.z.8.0", "events.out.tfevents.0000000003.b.9.1",
                         "events.out.tfevents.3.c.9.10.v2", "events.out.tfevents.0000000020.a.7.0"}));
    EXPECT_TRUE(eventFilesIn(folder_ / "none").empty());
}

}  // namespace
}  // namespace trainyard::events
