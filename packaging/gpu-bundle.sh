#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Collects what runs the tests with label gpu and the GPU benchmark on a machine that has torch 2.11.0 and a driver, but
# neither Qt nor a package registry: programs, plugins, the module for GPUs and the libraries they link, without libtorch.
#   packaging/gpu-bundle.sh FOLDER [BUILD]     BUILD: default build/release, built with setup.sh --cuda
# There:  FOLDER/run.sh all | test | bench
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/say.sh"
top=$(dirname "$here")
out=${1:?usage: packaging/gpu-bundle.sh FOLDER [BUILD]}
build=${2:-$top/build/release}
limit_mib=50

need() { [ -e "$1" ] || die "$1 is missing" "$2"; }
need "$build/lib/trainyard/libtrainyard_cuda.so" "Run packaging/setup.sh --cuda, configure again and build the target trainyard_cuda."
for program in agent worker headless shim; do need "$build/bin/trainyard-$program" "Build the target trainyard-$program."; done
need "$build/tests/tst_gpu" "Configure with -DBUILD_TESTING=ON and build the target tst_gpu."
[ ! -e "$out" ] || [ -e "$out/run.sh" ] || die "$out exists and is no bundle" "Name another folder."

mkdir -p "$(dirname "$out")"
staged=$(mktemp -d "${out%/}.XXXXXX")
trap 'rm -rf "$staged"' EXIT
mkdir -p "$staged"/{bin,lib/trainyard,plugins,tests,datasets/fashion-mnist}
cp "$build"/bin/trainyard-{agent,worker,headless,shim} "$staged/bin"
cp "$build/tests/tst_gpu" "$staged/bin"   # beside the worker, as the module is looked for from there
cp "$build/lib/trainyard/libtrainyard_cuda.so" "$staged/lib/trainyard"
for manifest in "$build"/plugins/*/*/manifest.json; do
  folder=$(dirname "$manifest")
  mkdir -p "$staged/${folder#"$build"/}"
  cp "$folder"/*.so "$manifest" "$staged/${folder#"$build"/}"
done
cp -r "$top/tests/bench/gpu" "$staged/tests/bench_gpu"
cp "$top"/tests/e2e/gpu/*.py "$staged/tests"
data=${TRAINYARD_DATASETS:-/usr/share/datasets}/fashion-mnist
need "$data/t10k-images-idx3-ubyte.gz" "Install dataset-fashion-mnist, or name its folder's parent in TRAINYARD_DATASETS."
cp "$data"/t10k-*.gz "$staged/datasets/fashion-mnist"

# Every library but those of libtorch and CUDA, which are the machine's torch, and those of the system itself: the C and C++
# libraries of the machine are at least as new as this one's.
find "$staged" -type f \( -name '*.so' -o -perm -u+x \) ! -name '*.py' -print0 | xargs -0 strip --strip-unneeded
find "$staged" -type f \( -name '*.so' -o -perm -u+x \) ! -name '*.py' -print0 | xargs -0 ldd 2>/dev/null |
  awk '$2 == "=>" && $3 ~ /^\// {print $3}' | sort -u |
  grep -vE '/(libtorch|libc10|libgomp|libcu|libnv|libnccl|libc\.so|libm\.so|libdl\.so|librt\.so|libpthread\.so|libutil\.so|libresolv\.so|libstdc\+\+|libgcc_s|ld-linux)' |
  while read -r library; do cp -L "$library" "$staged/lib"; done

# Packed, as libraries halve; run.sh unpacks them beside itself.
tar -C "$staged" -czf "$staged/bundle.tar.gz" bin lib plugins tests datasets
rm -r "$staged"/{bin,lib,plugins,tests,datasets}
cp "$here/gpu-bundle-run.sh" "$staged/run.sh"
chmod +x "$staged/run.sh"
size=$(du -sm "$staged" | cut -f1)
[ "$size" -le "$limit_mib" ] || die "the bundle takes $size MiB, more than the $limit_mib it may" "Look at what $build/bin's programs link."
rm -rf "$out"
mv -T "$staged" "$out"
trap - EXIT
say "$out: $size MiB; on the GPU machine:  $out/run.sh all"
