# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` copies. Components: runtime (programs and plugins), window, sdk (what find_package(Trainyard) needs).
# Programs find one another and the plugins by their own place, so any prefix does.
install(TARGETS trainyard-shim trainyard-agent trainyard-headless RUNTIME DESTINATION bin COMPONENT runtime)
if(TRAINYARD_WITH_WINDOW)
  install(TARGETS trainyard RUNTIME DESTINATION bin COMPONENT window)
endif()
# Completion: the program prints its scripts. bash and fish look for a file of the command's name, zsh reads which commands it is for.
install(CODE "
  foreach(file bash:bash-completion/completions/trainyard bash:bash-completion/completions/trainyard-headless
               zsh:zsh/site-functions/_trainyard
               fish:fish/vendor_completions.d/trainyard.fish fish:fish/vendor_completions.d/trainyard-headless.fish)
    string(REPLACE \":\" \";\" parts \"\${file}\")
    list(GET parts 0 shell)
    list(GET parts 1 name)
    set(path \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share/\${name}\")
    get_filename_component(folder \"\${path}\" DIRECTORY)
    file(MAKE_DIRECTORY \"\${folder}\")
    execute_process(COMMAND \"$<TARGET_FILE:trainyard-headless>\" completion \${shell} OUTPUT_FILE \"\${path}\" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
" COMPONENT runtime)
if(NOT TRAINYARD_WITH_TORCH)
  return()
endif()
install(TARGETS trainyard-worker RUNTIME DESTINATION bin COMPONENT runtime)

set(_folders base spec data events checkpoint node plugin proto engine)
foreach(folder ${_folders})
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/core/${folder} DESTINATION include/trainyard/core COMPONENT sdk FILES_MATCHING PATTERN "*.h")
endforeach()
install(DIRECTORY ${CMAKE_SOURCE_DIR}/plugins/sdk DESTINATION include/trainyard/plugins COMPONENT sdk FILES_MATCHING PATTERN "*.h")
install(DIRECTORY ${CMAKE_BINARY_DIR}/core/proto/gen/ DESTINATION include/trainyard/proto COMPONENT sdk FILES_MATCHING PATTERN "*.h")

# Trainyard::sdk for strategies, Trainyard::loop for programs, Trainyard::engine for a custom program with a main().
set_target_properties(trainyard_sdk PROPERTIES EXPORT_NAME sdk)
set_target_properties(trainyard_loop PROPERTIES EXPORT_NAME loop)
set_target_properties(core_engine PROPERTIES EXPORT_NAME engine)
install(TARGETS core_base core_proto core_failure core_rpc core_spec core_data core_events core_checkpoint core_node core_plugin core_ledger core_engine
                trainyard_sdk trainyard_loop
        EXPORT TrainyardTargets ARCHIVE DESTINATION lib/trainyard COMPONENT sdk)
set(_package lib/cmake/Trainyard)
install(EXPORT TrainyardTargets NAMESPACE Trainyard:: DESTINATION ${_package} COMPONENT sdk)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/TrainyardConfigVersion.cmake COMPATIBILITY ExactVersion)
install(FILES ${CMAKE_BINARY_DIR}/TrainyardConfigVersion.cmake ${CMAKE_CURRENT_LIST_DIR}/TrainyardConfig.cmake
              ${CMAKE_CURRENT_LIST_DIR}/TrainyardTorch.cmake ${CMAKE_CURRENT_LIST_DIR}/TrainyardPlugins.cmake
        DESTINATION ${_package} COMPONENT sdk)
