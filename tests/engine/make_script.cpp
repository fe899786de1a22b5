// SPDX-License-Identifier: Apache-2.0
// make_script FILE KIND: a TorchScript module as torch.jit.save() writes it, for the tests, which have no
// Python torch. KIND: `net` (784 to 10, with batch normalisation, a weight in two places and one that is not
// trained), `five` (5 outputs), `frozen` (no parameters), `narrow` (takes 100 numbers).
#include <ATen/ops/linspace.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/jit/api/module.h>

#include <iostream>
#include <string>

namespace {

using torch::jit::Module;

/// The same numbers each time.
torch::Tensor weights(std::int64_t rows, std::int64_t columns) {
    const torch::Tensor line = at::linspace(0, static_cast<double>(rows * columns), rows * columns);
    return (line.sin() * 0.05).view({rows, columns});
}

void add(Module& module, const std::string& name, const torch::Tensor& value, bool isTrained = true) {
    module.register_parameter(name, value.detach().clone().set_requires_grad(isTrained), /*is_buffer=*/false);
}

Module normalisation() {
    Module norm("Norm");
    add(norm, "weight", at::ones({16}));
    add(norm, "bias", at::zeros({16}));
    norm.register_buffer("running_mean", at::zeros({16}));
    norm.register_buffer("running_var", at::ones({16}));
    norm.register_buffer("num_batches_tracked", at::zeros({}, torch::kLong));
    norm.register_attribute("training", c10::BoolType::get(), true);
    norm.define(R"(
def forward(self, x):
    if self.training:
        self.num_batches_tracked.add_(1)
    return torch.batch_norm(x, self.weight, self.bias, self.running_mean, self.running_var, self.training, 0.1, 1e-5, False)
)");
    return norm;
}

Module net(std::int64_t inputs, std::int64_t outputs) {
    Module module("Net");
    add(module, "hidden", weights(16, inputs));
    add(module, "square", weights(16, 16));
    module.register_parameter("again", module.attr("square").toTensor(), /*is_buffer=*/false);
    add(module, "fixed", at::ones({16}) * 0.5, /*isTrained=*/false);
    add(module, "last", weights(outputs, 16));
    module.register_module("norm", normalisation());
    module.define(R"(
def forward(self, x):
    x = torch.linear(x.view([x.size(0), -1]), self.hidden)
    x = torch.relu(self.norm.forward(x)) + self.fixed
    x = torch.linear(torch.tanh(torch.linear(x, self.square)), self.again)
    return torch.linear(x, self.last)
)");
    return module;
}

Module frozen() {
    Module module("Frozen");
    module.define("def forward(self, x):\n    return x.view([x.size(0), -1])\n");
    return module;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string kind = argc == 3 ? argv[2] : "";
    if (kind == "net")
        net(784, 10).save(argv[1]);
    else if (kind == "five")
        net(784, 5).save(argv[1]);
    else if (kind == "narrow")
        net(100, 10).save(argv[1]);
    else if (kind == "frozen")
        frozen().save(argv[1]);
    else
        std::cerr << "make_script FILE net|five|narrow|frozen\n";
    return kind.empty() ? 2 : 0;
}
