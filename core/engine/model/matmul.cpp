// SPDX-License-Identifier: Apache-2.0
#include "core/engine/model/matmul.h"

#include <ATen/autocast_mode.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/linear.h>
#include <dlfcn.h>
#include <dnnl.h>
#include <spdlog/spdlog.h>

#include <torch/csrc/autograd/custom_function.h>

#include "core/base/check.h"

namespace trainyard::engine {
namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

/// oneDNN's product of row-major float matrices, or null if the library is not available. Opened so that it
/// binds to its own symbols first: libtorch contains another version of oneDNN, whose instances of
/// std::call_once would otherwise replace this one's and leave its kernels uninitialised (it then answers
/// "unimplemented").
decltype(&dnnl_sgemm) oneDnnProduct() {
    static const auto product = []() -> decltype(&dnnl_sgemm) {
        void* library = ::dlopen(TRAINYARD_ONEDNN, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
        if (!library) {
            spdlog::info("dense layers are multiplied by libtorch alone: {}", ::dlerror());
            return nullptr;
        }
        return reinterpret_cast<decltype(&dnnl_sgemm)>(::dlsym(library, "dnnl_sgemm"));
    }();
    return product;
}

/// How a matrix in row-major order enters a product.
enum class As : char { kItself = 'N', kTransposed = 'T' };

/// out {rows, columns} = a·b + beta·out, all row-major and contiguous; `inner` is the summed dimension.
void multiply(As aAs, const Tensor& a, As bAs, const Tensor& b, std::int64_t inner, float beta, Tensor& out) {
    const dnnl_status_t status =
        oneDnnProduct()(static_cast<char>(aAs), static_cast<char>(bAs), out.size(0), out.size(1), inner, 1.0f,
                        a.const_data_ptr<float>(), a.size(1), b.const_data_ptr<float>(), b.size(1), beta,
                        out.mutable_data_ptr<float>(), out.size(1));
    TY_CHECK(status == dnnl_success, "oneDNN refused a matrix product of shapes that were checked");
}

struct Linear : torch::autograd::Function<Linear> {
    static Tensor forward(AutogradContext* context, const Tensor& x, const Tensor& weight,
                          const Tensor& bias) {
        const Tensor plain = x.contiguous();
        context->save_for_backward({plain, weight});
        Tensor out = bias.expand({plain.size(0), bias.size(0)}).contiguous();
        multiply(As::kItself, plain, As::kTransposed, weight, plain.size(1), 1.0f, out);
        return out;
    }

    static variable_list backward(AutogradContext* context, variable_list gradients) {
        const variable_list saved = context->get_saved_variables();
        const Tensor &x = saved[0], &weight = saved[1];
        const Tensor dOut = gradients[0].contiguous();
        Tensor dX, dWeight, dBias;
        if (context->needs_input_grad(2)) dBias = dOut.sum(0);
        if (context->needs_input_grad(1)) {
            dWeight = at::empty(weight.sizes(), weight.options());
            multiply(As::kTransposed, dOut, As::kItself, x, dOut.size(0), 0.0f, dWeight);
        }
        if (context->needs_input_grad(0)) {
            dX = at::empty(x.sizes(), x.options());
            multiply(As::kItself, dOut, As::kItself, weight, dOut.size(1), 0.0f, dX);
        }
        return {dX, dWeight, dBias};
    }
};

}  // namespace

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias) {
    const bool isPlain = oneDnnProduct() && x.dim() == 2 && x.size(0) > 0 && x.is_cpu() && bias.defined() &&
                         !at::autocast::is_autocast_enabled(at::kCPU) && x.scalar_type() == torch::kFloat32 &&
                         weight.scalar_type() == torch::kFloat32 && weight.is_contiguous();
    return isPlain ? Linear::apply(x, weight, bias) : at::linear(x, weight, bias);
}

}  // namespace trainyard::engine
