#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds, and runs the tests.
#   packaging/test.sh            the core's fast tests under address and UB sanitizers, then the release build's fast and slow tests
#                                and those that need a GPU: where there is none, each is reported as not run
#   packaging/test.sh ondemand   peer benchmarks, thousand-fold repeats, soaks: minutes to hours
#   packaging/test.sh fast       any one label of the release build
#   packaging/test.sh asan       the sanitizer build alone, with the seven tests of agents and SSH that take longest there and
#                                that a whole run leaves to the release build
# Fails when a test fails and when no test ran. Ends with the time of each stage, the ten slowest tests, and a line that
# counts the tests. With TRAINYARD_TESTS_AS_ROOT, as in .ci/run, what needs root fails without it, rather than being
# skipped. After TRAINYARD_TEST_MINUTES (88; ondemand: 600) it ends what is running and names it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
results=$PWD/build/.test-results   # what packaging/test_report.py reads: a line per stage, one JUnit file per ctest

stage() {
  echo "$EPOCHREALTIME $1" >>"$results/stages"
  printf '\n== %s (%(%H:%M:%S)T)\n' "$1" -1
}

failed=0
all='fast|slow|gpu'   # the labels of a whole run
# Three at a time on two cores: many of the slow ones wait for a process, a link or a clock most of the time.
run_label() {   # run_label PRESET LABEL [ctest options…]: tests that fail keep no later stage from being run
  stage "tests: $1, $2"
  QT_QPA_PLATFORM=offscreen ctest --test-dir "build/$1" -L "^($2)\$" "${@:3}" --output-on-failure --no-tests=error -j 3 \
    --output-junit "$results/$1.xml" || failed=1
}

# What no test of the wanted labels runs, a benchmark for one, is not compiled (TRAINYARD_TESTS).
# The sanitizers watch our own code: what holds neither libtorch nor the window.
sanitizers() {
  stage "build: asan"
  bash packaging/build.sh asan -DTRAINYARD_WITH_TORCH=OFF -DTRAINYARD_WITH_WINDOW=OFF -DTRAINYARD_TESTS=fast \
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=20
  run_label asan fast "$@"
}

release() {
  stage "build: release"
  local labels='fast;slow;ondemand;gpu' gpu_module=ON
  case $1 in fast) labels=fast gpu_module=OFF ;; slow | gpu) labels="fast;slow;gpu" ;; "$all") labels=${all//|/;} ;; esac
  bash packaging/build.sh release -DBUILD_TESTING=ON "-DTRAINYARD_TESTS=$labels" "-DTRAINYARD_NEED_GPU_MODULE=$gpu_module"
  run_label release "$1"
}

# Everything after the set-up, in a session of its own so that all of it can be ended at once.
if [ "${1:-}" = --within-watchdog ]; then
  case ${2:-} in
    '') sanitizers -LE '^long$'; release "$all" ;;
    asan) sanitizers ;;
    *) release "$2" ;;
  esac
  exit $failed
fi

started=$EPOCHREALTIME
# The module for GPUs is built wherever slow tests are: nothing else would notice that it does not compile.
case ${1:-} in fast | asan) bash packaging/setup.sh --tests ;; *) bash packaging/setup.sh --tests --cuda ;; esac
rm -rf "$results"
mkdir -p "$results"
echo "$started setup" >"$results/stages"
label=${1:-}
minutes=${TRAINYARD_TEST_MINUTES:-$([ "$label" = ondemand ] && echo 600 || echo 88)}
setsid bash "$0" --within-watchdog "$label" </dev/null &
work=$!
sleep "$((minutes * 60))" &
clock=$!
trap 'kill -TERM -- "-$work" 2>/dev/null || true; kill "$clock" 2>/dev/null || true' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
first=
status=0
wait -n -p first "$work" "$clock" || status=$?
if [ "$first" = "$clock" ]; then
  echo "error: not done after $minutes minutes; unfinished: $(tail -n 1 "$results/stages" | cut -d' ' -f2-)" >&2
  pgrep --session "$work" --list-full >&2 || true
  status=1
fi
/usr/bin/python3 packaging/test_report.py "$results" || status=1
exit "$status"
