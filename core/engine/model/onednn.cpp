// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/onednn.h"

#include <ATen/ops/empty.h>
#include <dlfcn.h>
#include <dnnl.h>
#include <spdlog/spdlog.h>

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>

namespace trainyard::engine::onednn {
namespace {

/// The library, or null. Opened so that it binds to its own symbols first: libtorch contains another version
/// of oneDNN, whose instances of std::call_once would otherwise replace this one's and leave its kernels
/// uninitialised (it then answers "unimplemented").
void* library() {
    static void* const opened = []() -> void* {
        void* library = ::dlopen(TRAINYARD_ONEDNN, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
        if (!library) spdlog::info("dense layers are multiplied by libtorch alone: {}", ::dlerror());
        return library;
    }();
    return opened;
}

template <class Function>
Function symbol(const char* name) {
    return library() ? reinterpret_cast<Function>(::dlsym(library(), name)) : nullptr;
}

decltype(&dnnl_sgemm) sgemmOfLibrary() {
    static const auto function = symbol<decltype(&dnnl_sgemm)>("dnnl_sgemm");
    return function;
}

/// As long as it lives, what this thread calls of OpenMP's uses this thread alone.
class OneThread {
  public:
    OneThread() {
        static const auto mostThreads = symbol<int (*)()>("omp_get_max_threads");
        before_ = mostThreads ? mostThreads() : 1;
        use(1);
    }
    ~OneThread() { use(before_); }
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

  private:
    void use(int threads) const {
        static const auto setThreads = symbol<void (*)(int)>("omp_set_num_threads");
        if (setThreads && before_ > 1) setThreads(threads);
    }
    int before_;
};

#if DNNL_VERSION_MAJOR < 3  // Its interface for prepared products is another from then on.

/// What prepared products need of the library.
struct Api {
#define TRAINYARD_OF_LIBRARY(name) decltype(&dnnl_##name) name = symbol<decltype(&dnnl_##name)>("dnnl_" #name)
    TRAINYARD_OF_LIBRARY(engine_create);
    TRAINYARD_OF_LIBRARY(stream_create);
    TRAINYARD_OF_LIBRARY(memory_desc_init_by_strides);
    TRAINYARD_OF_LIBRARY(matmul_desc_init);
    TRAINYARD_OF_LIBRARY(primitive_attr_create);
    TRAINYARD_OF_LIBRARY(primitive_attr_destroy);
    TRAINYARD_OF_LIBRARY(primitive_attr_set_scratchpad_mode);
    TRAINYARD_OF_LIBRARY(primitive_desc_create);
    TRAINYARD_OF_LIBRARY(primitive_desc_destroy);
    TRAINYARD_OF_LIBRARY(primitive_desc_query);
    TRAINYARD_OF_LIBRARY(primitive_desc_query_md);
    TRAINYARD_OF_LIBRARY(memory_desc_get_size);
    TRAINYARD_OF_LIBRARY(primitive_create);
    TRAINYARD_OF_LIBRARY(primitive_destroy);
    TRAINYARD_OF_LIBRARY(primitive_execute);
    TRAINYARD_OF_LIBRARY(memory_create);
    TRAINYARD_OF_LIBRARY(memory_destroy);
#undef TRAINYARD_OF_LIBRARY
    dnnl_engine_t engine = nullptr;  // lives as long as the process
    dnnl_stream_t stream = nullptr;

    Api() {
        if (!isComplete() || engine_create(&engine, dnnl_cpu, 0) != dnnl_success ||
            stream_create(&stream, engine, dnnl_stream_default_flags) != dnnl_success)
            stream = nullptr;
    }

  private:
    bool isComplete() const {
        return engine_create && stream_create && memory_desc_init_by_strides && matmul_desc_init &&
               primitive_attr_create && primitive_attr_destroy && primitive_attr_set_scratchpad_mode &&
               primitive_desc_create && primitive_desc_destroy && primitive_desc_query &&
               primitive_desc_query_md && memory_desc_get_size && primitive_create && primitive_destroy &&
               primitive_execute && memory_create && memory_destroy;
    }
};

const Api& api() {
    static const Api one;
    return one;
}

template <class Pointer>
using Owned = std::unique_ptr<std::remove_pointer_t<Pointer>, dnnl_status_t (*)(Pointer)>;

/// A matrix without the pointer to its numbers.
struct Matrix {
    dnnl_memory_desc_t format{};
    bool isMade;
    Matrix(std::int64_t rows, std::int64_t columns, std::int64_t rowStride, std::int64_t columnStride) {
        const dnnl_dims_t sizes = {rows, columns}, strides = {rowStride, columnStride};
        isMade = api().memory_desc_init_by_strides(&format, 2, sizes, dnnl_f32, strides) == dnnl_success;
    }
};

/// One product, ready to be computed by any thread at any time.
class Prepared {
  public:
    explicit Prepared(const RowProducts& how)
        : a_(how.rows, how.inner, how.inner, 1),
          b_(how.inner, how.columns, 1, how.inner),
          bias_(1, how.columns, how.columns, 1),
          out_(how.rows, how.columns, how.columns, 1) {
        if (!a_.isMade || !b_.isMade || !bias_.isMade || !out_.isMade) return;
        dnnl_matmul_desc_t matmul;
        if (api().matmul_desc_init(&matmul, &a_.format, &b_.format, &bias_.format, &out_.format) !=
            dnnl_success)
            return;
        dnnl_primitive_attr_t rawAttributes = nullptr;
        if (api().primitive_attr_create(&rawAttributes) != dnnl_success) return;
        const Owned<dnnl_primitive_attr_t> attributes(rawAttributes, api().primitive_attr_destroy);
        // The library's own memory belongs to the thread that prepares; ours is each caller's.
        if (api().primitive_attr_set_scratchpad_mode(rawAttributes, dnnl_scratchpad_mode_user) !=
            dnnl_success)
            return;
        dnnl_primitive_desc_t rawPlan = nullptr;
        if (api().primitive_desc_create(&rawPlan, &matmul, rawAttributes, api().engine, nullptr) !=
            dnnl_success)
            return;
        const Owned<dnnl_primitive_desc_t> plan(rawPlan, api().primitive_desc_destroy);
        scratch_ = *api().primitive_desc_query_md(rawPlan, dnnl_query_scratchpad_md, 0);
        scratchBytes_ = static_cast<std::int64_t>(api().memory_desc_get_size(&scratch_));
        const char* kind = nullptr;
        if (api().primitive_desc_query(rawPlan, dnnl_query_impl_info_str, 0, static_cast<void*>(&kind)) ==
            dnnl_success)
            kind_ = kind;
        dnnl_primitive_t made = nullptr;
        if (api().primitive_create(&made, rawPlan) == dnnl_success) primitive_.reset(made);
    }

    bool compute(const float* a, const float* b, const float* bias, float* out) const {
        if (!primitive_) return false;
        const at::Tensor scratch = at::empty({scratchBytes_}, at::kByte);
        const std::array<Memory, 5> all{Memory(a_.format, a), Memory(b_.format, b),
                                        Memory(bias_.format, bias), Memory(out_.format, out),
                                        Memory(scratch_, scratch.data_ptr())};
        const std::array<dnnl_exec_arg_t, 5> arguments{{{DNNL_ARG_SRC, all[0].get()},
                                                        {DNNL_ARG_WEIGHTS, all[1].get()},
                                                        {DNNL_ARG_BIAS, all[2].get()},
                                                        {DNNL_ARG_DST, all[3].get()},
                                                        {DNNL_ARG_SCRATCHPAD, all[4].get()}}};
        return api().primitive_execute(primitive_.get(), api().stream, static_cast<int>(arguments.size()),
                                       arguments.data()) == dnnl_success;
    }
    const char* kind() const { return primitive_ ? kind_ : ""; }

  private:
    class Memory {
      public:
        /// The library takes a pointer that it could write to, and reads what it is given to read.
        Memory(const dnnl_memory_desc_t& format, const void* numbers)
            : owned_(nullptr, api().memory_destroy) {
            dnnl_memory_t made = nullptr;
            if (api().memory_create(&made, &format, api().engine, const_cast<void*>(numbers)) == dnnl_success)
                owned_.reset(made);
        }
        dnnl_memory_t get() const { return owned_.get(); }

      private:
        Owned<dnnl_memory_t> owned_;
    };

    Matrix a_, b_, bias_, out_;
    dnnl_memory_desc_t scratch_{};
    std::int64_t scratchBytes_ = 0;
    const char* kind_ = "";
    Owned<dnnl_primitive_t> primitive_{nullptr, api().primitive_destroy};
};

/// Null: the library cannot.
std::shared_ptr<const Prepared> prepared(const RowProducts& how) {
    if (!library() || !api().stream) return nullptr;
    static std::mutex mutex;
    static std::map<RowProducts, std::shared_ptr<const Prepared>> kept;
    constexpr std::size_t kMost = 256;  // a network has a few; batches of every size are not worth more
    const std::lock_guard lock(mutex);
    if (const auto found = kept.find(how); found != kept.end()) return found->second;
    if (kept.size() >= kMost) kept.clear();
    return kept.emplace(how, std::make_shared<const Prepared>(how)).first->second;
}

#endif

}  // namespace

bool isThere() {
    return sgemmOfLibrary() != nullptr;
}

bool sgemm(const Sgemm& how, float alpha, const float* a, const float* b, float beta, float* out) {
    // Of fewer multiplications, one thread is done before others have begun.
    constexpr std::int64_t kWorthThreads = 1'000'000;
    std::optional<OneThread> oneThread;
    if (how.rows * how.columns * how.inner < kWorthThreads) oneThread.emplace();
    return sgemmOfLibrary()(how.a, how.b, how.rows, how.columns, how.inner, alpha, a, how.aStride, b,
                            how.bStride, beta, out, how.outStride) == dnnl_success;
}

#if DNNL_VERSION_MAJOR < 3

bool rowProducts(const RowProducts& how, const float* a, const float* b, const float* bias, float* out) {
    const auto product = prepared(how);
    return product && product->compute(a, b, bias, out);
}

const char* kindOfRowProducts(const RowProducts& how) {
    const auto product = prepared(how);
    return product ? product->kind() : "";
}

#else

bool rowProducts(const RowProducts&, const float*, const float*, const float*, float*) {
    return false;
}

const char* kindOfRowProducts(const RowProducts&) {
    return "";
}

#endif

}  // namespace trainyard::engine::onednn
