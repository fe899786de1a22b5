#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# In a bundle of packaging/gpu-bundle.sh:
#   run.sh test      the tests with label gpu: both of
#   run.sh steps     those of single steps (arguments of GoogleTest: --gtest_filter=…)
#   run.sh runs      those of whole runs (arguments of unittest: -k program)
#   run.sh bench     the benchmark against PyTorch (arguments are passed on)
#   run.sh all       the tests, and the table of all bars (arguments are passed on: --seconds 60, of each of its rows)
#   run.sh COMMAND…  anything, with the libraries and programs of the bundle in place
# PYTHON names the interpreter that has torch 2.11.0 (default: python3).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# Named by the contents: a newer bundle that was copied over an older one is unpacked, too.
bundle=$here/unpacked-$(cksum <"$here/bundle.tar.gz" | tr ' ' -)
python=${PYTHON:-python3}
die() { echo "run.sh: $1" >&2; exit 1; }
torch=$("$python" -c 'import importlib.util as u; s = u.find_spec("torch"); print(s.submodule_search_locations[0] if s else "")') ||
  die "$python does not run"
[ -n "$torch" ] || die "$python has no torch; PYTHON names one that has torch 2.11.0"
version=$(sed -n "s/^__version__ = '\([0-9.]*\).*/\1/p" "$torch/version.py")
[ "$version" = 2.11.0 ] || die "$torch is torch $version; this bundle is for torch 2.11.0"
# Asked of the driver, as neither torch nor Trainyard is needed for that. Any other command may do without.
case "${1:-test}" in test | steps | runs | bench | all)
  "$python" - <<'END' || die "there is no GPU on this machine: the NVIDIA driver is missing or shows none (nvidia-smi, CUDA_VISIBLE_DEVICES)"
import ctypes, sys
try:
    cuda, count = ctypes.CDLL("libcuda.so.1"), ctypes.c_int()
except OSError:
    sys.exit(1)
sys.exit(not (cuda.cuInit(0) == 0 and cuda.cuDeviceGetCount(ctypes.byref(count)) == 0 and count.value > 0))
END
esac
if [ ! -e "$bundle" ]; then
  unpacking=$(mktemp -d "$here/unpacking.XXXXXX")
  trap 'rm -rf "$unpacking"' EXIT
  tar -C "$unpacking" -xzf "$here/bundle.tar.gz"
  mv -T "$unpacking" "$bundle"
  trap - EXIT
fi
# The bundle's libraries are for its own programs: Python keeps its own.
export TRAINYARD_BUNDLE=$bundle TRAINYARD_BIN=$bundle/bin TRAINYARD_DATASETS=$bundle/datasets
export TRAINYARD_LIBRARIES=$torch/lib:$bundle/lib
steps() { LD_LIBRARY_PATH=$TRAINYARD_LIBRARIES "$bundle/bin/tst_gpu" "$@"; }
runs() { "$python" -m unittest discover -v -s "$bundle/tests" -p 'test_gpu*.py' "$@"; }
bench() { "$python" "$bundle/tests/bench_gpu/bench_gpu.py" "$@"; }
# Each, whatever became of the others.
all() {
  local failed=()
  steps || failed+=("tests of steps")
  runs || failed+=("tests of runs")
  bench --bars "$@" || failed+=("bars")
  [ "${#failed[@]}" = 0 ] || die "not all is well: $(printf '%s; ' "${failed[@]}")see above"
}
case "${1:-test}" in
  test) steps && runs ;;
  steps) shift; steps "$@" ;;
  runs) shift; runs "$@" ;;
  bench) shift; bench "$@" ;;
  all) shift; all "$@" ;;
  *) export LD_LIBRARY_PATH=$TRAINYARD_LIBRARIES PATH=$bundle/bin:$PATH; exec "$@" ;;
esac
