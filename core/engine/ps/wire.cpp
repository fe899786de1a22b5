// SPDX-License-Identifier: Apache-2.0
#include "core/engine/ps/wire.h"

#include <ATen/ops/empty.h>
#include <fmt/format.h>
#include <grpcpp/support/slice.h>

#include <algorithm>
#include <cstring>

#include "core/proto/failure.h"

namespace trainyard::engine::ps {
namespace {

using base::Code;
using base::fail;

/// A piece of a tensor's memory that keeps the tensor until it is sent.
grpc::Slice sliceOf(const torch::Tensor& tensor, std::size_t offset, std::size_t length) {
    auto* owner = new torch::Tensor(tensor);
    auto* bytes = static_cast<std::byte*>(tensor.data_ptr()) + offset;
    return {bytes, length, [](void* kept) { delete static_cast<torch::Tensor*>(kept); }, owner};
}

grpc::Slice headSlice(const v1::PsHead& head) {
    const std::string text = head.SerializeAsString();
    const auto length = static_cast<std::uint32_t>(text.size());
    std::string bytes(sizeof(length), '\0');
    for (std::size_t i = 0; i < sizeof(length); ++i) bytes[i] = static_cast<char>(length >> (8 * i));
    return grpc::Slice(bytes + text);
}

/// Reads bytes off messages as they come.
class Reader {
  public:
    explicit Reader(const std::function<bool(grpc::ByteBuffer*)>& read) : read_(read) {}

    base::Status take(void* out, std::size_t count) {
        auto* to = static_cast<std::byte*>(out);
        while (count > 0) {
            if (at_ == slices_.size()) {
                TY_TRY(next());
                continue;
            }
            const grpc::Slice& slice = slices_[at_];
            const std::size_t some = std::min(count, slice.size() - used_);
            std::memcpy(to, slice.begin() + used_, some);
            to += some;
            used_ += some;
            count -= some;
            if (used_ == slice.size()) {
                ++at_;
                used_ = 0;
            }
        }
        return {};
    }
    bool isDrained() const { return at_ == slices_.size(); }

  private:
    base::Status next() {
        grpc::ByteBuffer message;
        if (!read_(&message)) return fail(Code::kUnavailable, "the connection has ended", "ps.connection");
        slices_.clear();
        at_ = used_ = 0;
        if (!message.Dump(&slices_).ok() || message.Length() == 0)
            return fail(Code::kDataLoss, "an empty or unreadable message came", "ps.wire");
        return {};
    }

    const std::function<bool(grpc::ByteBuffer*)>& read_;
    std::vector<grpc::Slice> slices_;
    std::size_t at_ = 0;
    std::size_t used_ = 0;
};

}  // namespace

base::Result<std::int64_t> announcedBytes(const v1::PsTensor& head) {
    const auto known = {torch::kFloat32, torch::kFloat64, torch::kInt64,   torch::kInt32,
                        torch::kBool,    torch::kByte,    torch::kBFloat16};
    const auto dtype = static_cast<torch::ScalarType>(head.dtype());
    if (std::ranges::find(known, dtype) == known.end() || head.shape_size() > 64)
        return fail(Code::kDataLoss, base::say("a tensor of dtype {} was announced", head.dtype()),
                    "ps.wire");
    std::int64_t bytes = static_cast<std::int64_t>(c10::elementSize(dtype));
    for (const std::int64_t dim : head.shape()) {
        if (dim < 0 || (dim > 0 && bytes > kMostTensorBytes / dim))
            return fail(Code::kDataLoss, "a tensor over the limit of size was announced", "ps.wire");
        bytes *= dim;
    }
    return bytes;
}

bool writeParcel(Parcel parcel, const std::function<bool(const grpc::ByteBuffer&)>& write) {
    parcel.head.clear_tensors();
    for (torch::Tensor& tensor : parcel.tensors) {
        tensor = tensor.detach().contiguous();
        v1::PsTensor& head = *parcel.head.add_tensors();
        head.set_dtype(static_cast<int>(tensor.scalar_type()));
        for (const std::int64_t dim : tensor.sizes()) head.add_shape(dim);
    }
    std::vector<grpc::Slice> message{headSlice(parcel.head)};
    std::size_t filled = 0;
    const auto flush = [&] {
        const grpc::ByteBuffer buffer(message.data(), message.size());
        message.clear();
        filled = 0;
        return write(buffer);
    };
    for (const torch::Tensor& tensor : parcel.tensors) {
        for (std::size_t offset = 0; offset < tensor.nbytes();) {
            const std::size_t some = std::min(kChunkBytes - filled, tensor.nbytes() - offset);
            message.push_back(sliceOf(tensor, offset, some));
            filled += some;
            offset += some;
            if (filled == kChunkBytes && !flush()) return false;
        }
    }
    return message.empty() || flush();
}

base::Result<Parcel> readParcel(const std::function<bool(grpc::ByteBuffer*)>& read,
                                const std::vector<torch::Tensor>& into) {
    Reader reader(read);
    std::uint8_t prefix[4];
    TY_TRY(reader.take(prefix, sizeof(prefix)));
    std::size_t length = 0;
    for (std::size_t i = 0; i < sizeof(prefix); ++i) length |= std::size_t{prefix[i]} << (8 * i);
    if (length > kMostHeadBytes)
        return fail(Code::kDataLoss, "a head over the limit of size came", "ps.wire");
    std::string text(length, '\0');
    TY_TRY(reader.take(text.data(), length));
    Parcel parcel;
    if (!parcel.head.ParseFromString(text) || parcel.head.tensors_size() > kMostTensors)
        return fail(Code::kDataLoss, "what came is not a parcel", "ps.wire");
    for (int i = 0; i < parcel.head.tensors_size(); ++i) {
        const v1::PsTensor& told = parcel.head.tensors(i);
        TY_TRY(announcedBytes(told));
        torch::Tensor tensor = at::empty(std::vector<std::int64_t>(told.shape().begin(), told.shape().end()),
                                         static_cast<torch::ScalarType>(told.dtype()));
        const auto place = static_cast<std::size_t>(i);
        const bool isWanted = place < into.size() && into[place].sizes().equals(tensor.sizes()) &&
                              into[place].scalar_type() == tensor.scalar_type();
        if (isWanted && into[place].is_contiguous()) tensor = into[place];
        if (tensor.nbytes() > 0) TY_TRY(reader.take(tensor.data_ptr(), tensor.nbytes()));
        if (isWanted && !into[place].is_contiguous()) {
            torch::Tensor(into[place]).copy_(tensor);
            tensor = into[place];
        }
        parcel.tensors.push_back(std::move(tensor));
    }
    if (!reader.isDrained()) return fail(Code::kDataLoss, "more came than was announced", "ps.wire");
    return parcel;
}

v1::PsHead failureHead(const base::Error& error) {
    v1::PsHead head;
    head.mutable_failure()->set_code(std::to_string(base::grpcStatus(error.code)));
    proto::put(error.words(), head.mutable_failure()->mutable_message(),
               head.mutable_failure()->mutable_words());
    head.mutable_failure()->set_id(error.id);
    return head;
}

base::Error errorFrom(const v1::PsFailure& failure) {
    return {base::codeFromGrpcStatus(std::atoi(failure.code().c_str())),
            proto::fromMessage(failure.words(), failure.message()), failure.id()};
}

v1::PsValues packValues(const sdk::Values& values, std::vector<torch::Tensor>& tensors) {
    v1::PsValues packed;
    for (const sdk::Value& value : values) {
        v1::PsValue& out = *packed.add_values();
        if (const auto* tensor = std::get_if<torch::Tensor>(&value)) {
            out.set_tensor(static_cast<int>(tensors.size()));
            tensors.push_back(*tensor);
        } else if (const auto* real = std::get_if<double>(&value)) {
            out.set_real(*real);
        } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
            out.set_integer(*integer);
        } else if (const auto* text = std::get_if<std::string>(&value)) {
            out.set_text(*text);
        } else {
            out.set_per_worker(std::get<sdk::PerWorker>(value).id);
        }
    }
    return packed;
}

base::Result<sdk::Values> unpackValues(const v1::PsValues& values,
                                       const std::vector<torch::Tensor>& tensors) {
    sdk::Values unpacked;
    for (const v1::PsValue& value : values.values()) {
        switch (value.kind_case()) {
            case v1::PsValue::kTensor:
                if (value.tensor() < 0 || static_cast<std::size_t>(value.tensor()) >= tensors.size())
                    return fail(Code::kDataLoss, "a value names a tensor that did not come", "ps.wire");
                unpacked.emplace_back(tensors[static_cast<std::size_t>(value.tensor())]);
                break;
            case v1::PsValue::kReal:
                unpacked.emplace_back(value.real());
                break;
            case v1::PsValue::kInteger:
                unpacked.emplace_back(value.integer());
                break;
            case v1::PsValue::kText:
                unpacked.emplace_back(value.text());
                break;
            case v1::PsValue::kPerWorker:
                unpacked.emplace_back(sdk::PerWorker{value.per_worker()});
                break;
            default:
                return fail(Code::kDataLoss, "a value of an unknown kind came", "ps.wire");
        }
    }
    return unpacked;
}

}  // namespace trainyard::engine::ps
