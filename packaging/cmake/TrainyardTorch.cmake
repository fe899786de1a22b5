# SPDX-License-Identifier: Apache-2.0
# libtorch 2.11.0 out of the wheel that packaging/setup.sh unpacks: `trainyard_torch` is what links it.
set(TRAINYARD_TORCH_VERSION 2.11.0)
if(NOT TRAINYARD_TORCH_SITE)
  if(DEFINED ENV{XDG_CACHE_HOME})
    set(_cache $ENV{XDG_CACHE_HOME})
  else()
    set(_cache $ENV{HOME}/.cache)
  endif()
  set(TRAINYARD_TORCH_SITE ${_cache}/trainyard/libtorch-${TRAINYARD_TORCH_VERSION} CACHE PATH "Folder with torch/ and nvidia/ of the wheels")
endif()
set(_torch_lib ${TRAINYARD_TORCH_SITE}/torch/lib)
set(_cuda_lib ${TRAINYARD_TORCH_SITE}/nvidia/cu13/lib)
if(NOT EXISTS ${_torch_lib}/libtorch_cpu.so)
  message(FATAL_ERROR "No libtorch in ${TRAINYARD_TORCH_SITE}. Run packaging/setup.sh, or pass -DTRAINYARD_TORCH_SITE=<folder>, "
                      "or -DTRAINYARD_WITH_TORCH=OFF to build without the worker.")
endif()
# CPU only: libtorch_cpu and libc10. CUDA and NCCL come as a module opened at run time where there is a GPU.
# Imported, so that a package that uses it names it and looks for libtorch where it then is.
add_library(trainyard_torch INTERFACE IMPORTED GLOBAL)
# After the system's folders: the wheel carries headers of an older protobuf than the one we link.
# -pthread everywhere, or the precompiled header fits only half of the targets.
target_compile_options(trainyard_torch INTERFACE -pthread
    "SHELL:-idirafter ${TRAINYARD_TORCH_SITE}/torch/include"
    "SHELL:-idirafter ${TRAINYARD_TORCH_SITE}/torch/include/torch/csrc/api/include")
target_compile_definitions(trainyard_torch INTERFACE USE_C10D_GLOO USE_DISTRIBUTED)
target_link_libraries(trainyard_torch INTERFACE ${_torch_lib}/libtorch_cpu.so ${_torch_lib}/libc10.so Threads::Threads)
target_link_options(trainyard_torch INTERFACE -Wl,-rpath-link,${_cuda_lib} -Wl,-rpath,${_torch_lib} -Wl,-rpath,${_cuda_lib})
