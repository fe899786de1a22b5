# SPDX-License-Identifier: Apache-2.0
# find_package(Trainyard): Trainyard::sdk, trainyard_add_strategy(), trainyard_add_callback(), trainyard_add_layer() and trainyard_add_dataset(), Trainyard::loop and trainyard_add_program(),
# Trainyard::engine. libtorch is looked for as TrainyardTorch.cmake says (TRAINYARD_TORCH_SITE).
if(TARGET Trainyard::sdk)  # a folder above has found it
  return()
endif()
include(CMakeFindDependencyMacro)
foreach(_package Threads fmt spdlog nlohmann_json OpenSSL ZLIB PNG JPEG yaml-cpp Protobuf)
  find_dependency(${_package})
endforeach()
find_dependency(gRPC CONFIG)
include(${CMAKE_CURRENT_LIST_DIR}/TrainyardTorch.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TrainyardTargets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TrainyardPlugins.cmake)
