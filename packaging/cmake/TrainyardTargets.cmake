# SPDX-License-Identifier: Apache-2.0
# The few functions by which every folder declares its targets.

# Warnings are errors in our own sources; generated code and other people's headers are left alone.
function(trainyard_own_code target)
  set_property(GLOBAL APPEND PROPERTY trainyard_own_targets ${target})  # what clang-tidy reads
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror -Wno-missing-field-initializers)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}> $<INSTALL_INTERFACE:include/trainyard>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # -Wrestrict: g++ 12 cries wolf on std::string + char* (GCC bug 105651).
    target_compile_options(${target} PRIVATE -fpch-preprocess -Wno-restrict)
    # -Wsubobject-linkage takes every file of a unity build for a header.
    target_compile_options(${target} PRIVATE $<$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>:-Wno-subobject-linkage>)
  endif()
endfunction()

# What waits for people, disks and sockets is compiled with -O1: a quarter less to compile, and nobody feels it. What
# computes, parses or paints keeps -O2.
function(trainyard_light target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# trainyard_library(core_base SOURCES a.cpp … LINKS fmt::fmt … [LIGHT])
function(trainyard_library target)
  cmake_parse_arguments(ARG "LIGHT" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(${target} STATIC ${ARG_SOURCES})
  target_link_libraries(${target} PUBLIC ${ARG_LINKS} PRIVATE ${ARG_PRIVATE_LINKS})
  trainyard_own_code(${target})
  if(ARG_LIGHT)
    trainyard_light(${target})
  endif()
endfunction()

# trainyard_program(trainyard-agent SOURCES main.cpp LINKS core_agent [STATIC_RPC])
function(trainyard_program target)
  cmake_parse_arguments(ARG "STATIC_RPC" "" "SOURCES;LINKS" ${ARGN})
  add_executable(${target} ${ARG_SOURCES})
  target_link_libraries(${target} PRIVATE ${ARG_LINKS})
  trainyard_own_code(${target})
  trainyard_light(${target})
  if(ARG_STATIC_RPC)
    trainyard_static_rpc(${target})
  endif()
endfunction()

# trainyard_module(trainyard_charts SOURCES a.cpp … LINKS Qt6::Charts COMPONENT window)
# A library that a program opens when it is first used: lib/trainyard/libtrainyard_charts.so. It shows one C function.
function(trainyard_module target)
  cmake_parse_arguments(ARG "" "COMPONENT" "SOURCES;LINKS" ${ARGN})
  add_library(${target} MODULE ${ARG_SOURCES})
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib/trainyard)
  target_link_libraries(${target} PRIVATE ${ARG_LINKS})
  trainyard_own_code(${target})
  install(TARGETS ${target} LIBRARY DESTINATION lib/trainyard COMPONENT ${ARG_COMPONENT})
endfunction()

# trainyard_test(tst_sha256 SOURCES tst_sha256.cpp LINKS core_base LABEL fast [TIMEOUT 60] [NO_MAIN] [TORCH])
# A GoogleTest program that is one ctest entry of the same name. NO_MAIN: the sources bring their own main(). TORCH: they
# include libtorch.
function(trainyard_test target)
  cmake_parse_arguments(ARG "NO_MAIN;TORCH" "LABEL;TIMEOUT" "SOURCES;LINKS" ${ARGN})
  trainyard_test_program(${target} ${ARGN})
  if(NOT ARG_NO_MAIN)
    target_link_libraries(${target} PRIVATE GTest::gtest_main)
  endif()
  trainyard_test_entry(${target} COMMAND ${target} LABEL ${ARG_LABEL} TIMEOUT ${ARG_TIMEOUT})
endfunction()

# trainyard_tests(base_tests FILES tst_file tst_text … [SOURCES fixture.cpp …] LINKS core_base LABEL fast [TIMEOUT 60] [TORCH])
# One program of many test files, which share what they include and are linked once.
# Each file is a ctest entry of its name, run in a process of its own.
function(trainyard_tests target)
  cmake_parse_arguments(ARG "TORCH" "LABEL;TIMEOUT" "FILES;SOURCES;LINKS" ${ARGN})
  list(TRANSFORM ARG_FILES APPEND .cpp OUTPUT_VARIABLE sources)
  if(ARG_TORCH)
    set(torch TORCH)
  else()
    set(torch)
  endif()
  trainyard_test_program(${target} SOURCES ${sources} ${ARG_SOURCES} LINKS ${ARG_LINKS} trainyard_run_tests LABEL ${ARG_LABEL} ${torch})
  foreach(path ${ARG_FILES})
    get_filename_component(file ${path} NAME)  # one that stands beside what it tests is given with its folder
    trainyard_test_entry(${file} COMMAND ${target} --source=${file}.cpp LABEL ${ARG_LABEL} TIMEOUT ${ARG_TIMEOUT})
  endforeach()
endfunction()

# The program alone. Tests are compiled without optimisation (but for ondemand, which measures): compiling them is most of
# what a run of the tests costs.
function(trainyard_test_program target)
  cmake_parse_arguments(ARG "NO_MAIN;TORCH" "LABEL;TIMEOUT" "SOURCES;LINKS;FILES" ${ARGN})
  add_executable(${target} ${ARG_SOURCES})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_link_libraries(${target} PRIVATE ${ARG_LINKS})
  if(NOT ARG_NO_MAIN)
    target_link_libraries(${target} PRIVATE GTest::gtest GTest::gmock)
  endif()
  target_compile_definitions(${target} PRIVATE
      TRAINYARD_SOURCE_DIR="${CMAKE_SOURCE_DIR}" TRAINYARD_BIN_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
  trainyard_own_code(${target})
  if(ARG_LABEL)
    trainyard_built_for(${ARG_LABEL} ${target})
  endif()
  if(ARG_TORCH)
    # The precompiled header is made for -fPIC; an executable would be compiled with -fPIE.
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF UNITY_BUILD_BATCH_SIZE 5)
    target_compile_options(${target} PRIVATE -fPIC -O0)
    target_precompile_headers(${target} REUSE_FROM trainyard_torch_tests_pch)
  elseif(NOT ARG_LABEL STREQUAL "ondemand")
    target_compile_options(${target} PRIVATE -pthread -O0)
    if(NOT ARG_NO_MAIN)
      target_precompile_headers(${target} REUSE_FROM trainyard_tests_pch)
    endif()
  endif()
endfunction()

# trainyard_built_for(ondemand bench_store …): programs that only tests with this label run, or nobody but people. Where
# TRAINYARD_TESTS leaves the label out, as packaging/test.sh does, they are built when named.
function(trainyard_built_for label)
  if(NOT label IN_LIST TRAINYARD_TESTS)
    set_target_properties(${ARGN} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()

function(trainyard_test_entry name)
  cmake_parse_arguments(ARG "" "LABEL;TIMEOUT" "COMMAND" ${ARGN})
  if(NOT ARG_LABEL)
    set(ARG_LABEL fast)
  endif()
  # Only what hangs is ended. Processors differ by a factor of three, and two more tests run beside it.
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  add_test(NAME ${name} COMMAND ${ARG_COMMAND})
  set_tests_properties(${name} PROPERTIES LABELS ${ARG_LABEL} TIMEOUT ${ARG_TIMEOUT})
endfunction()
