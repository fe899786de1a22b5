# SPDX-License-Identifier: Apache-2.0
# How plugins are built: ours, and with find_package(Trainyard) everybody's.
#
#   trainyard_add_strategy(NAME my_strategy SOURCES my_strategy.cpp …)
#   trainyard_add_program(NAME my_loop SOURCES my_loop.cpp …)
#   trainyard_add_callback(NAME my_callback SOURCES my_callback.cpp …)
#   trainyard_add_layer(NAME my_layer SOURCES my_layer.cpp …)
#   trainyard_add_dataset(NAME my_data SOURCES my_data.cpp …)
#
# Each makes <build>/plugins/{strategies,programs,callbacks,layers,datasets}/<name>/ with the shared library and the manifest.json that is next to the
# sources: a folder that TRAINYARD_PLUGIN_PATH can name. `cmake --install` puts it where Trainyard looks on its own.

# A strategy brings its parts of the SDK along. A program brings nothing of the engine: it uses that of the worker that opens it.
function(trainyard_add_strategy)
  _trainyard_add_plugin(strategies Trainyard::sdk ${ARGN})
endfunction()
function(trainyard_add_program)
  _trainyard_add_plugin(programs Trainyard::loop ${ARGN})
endfunction()

# What a callback includes is headers alone.
function(trainyard_add_callback)
  _trainyard_add_plugin(callbacks Trainyard::sdk ${ARGN})
endfunction()

# A layer computes with libtorch, which the worker that opens it has.
function(trainyard_add_layer)
  _trainyard_add_plugin(layers Trainyard::sdk ${ARGN})
endfunction()

# So does a data set.
function(trainyard_add_dataset)
  _trainyard_add_plugin(datasets Trainyard::sdk ${ARGN})
endfunction()

function(_trainyard_add_plugin kind library)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES" ${ARGN})
  set(folder ${CMAKE_BINARY_DIR}/plugins/${kind}/${ARG_NAME})
  add_library(${ARG_NAME} MODULE ${ARG_SOURCES})
  set_target_properties(${ARG_NAME} PROPERTIES PREFIX lib CXX_VISIBILITY_PRESET hidden LIBRARY_OUTPUT_DIRECTORY ${folder})
  target_compile_features(${ARG_NAME} PRIVATE cxx_std_23)
  target_link_libraries(${ARG_NAME} PRIVATE ${library})
  set(manifest ${CMAKE_CURRENT_SOURCE_DIR}/manifest.json)
  add_custom_command(OUTPUT ${folder}/manifest.json COMMAND ${CMAKE_COMMAND} -E copy ${manifest} ${folder}/manifest.json
      DEPENDS ${manifest} VERBATIM)
  add_custom_target(${ARG_NAME}_manifest ALL DEPENDS ${folder}/manifest.json)
  add_dependencies(${ARG_NAME} ${ARG_NAME}_manifest)
  install(TARGETS ${ARG_NAME} LIBRARY DESTINATION lib/trainyard/plugins/${ARG_NAME} COMPONENT runtime)
  install(FILES ${manifest} DESTINATION lib/trainyard/plugins/${ARG_NAME} COMPONENT runtime)
  if(TARGET trainyard_torch_pch)  # in Trainyard's own tree
    set_property(GLOBAL APPEND PROPERTY trainyard_own_targets ${ARG_NAME})
    target_compile_options(${ARG_NAME} PRIVATE -Wall -Wextra -Werror -fpch-preprocess)
    target_precompile_headers(${ARG_NAME} REUSE_FROM trainyard_torch_pch)
    add_dependencies(trainyard_${kind} ${ARG_NAME})
  endif()
endfunction()
