# SPDX-License-Identifier: Apache-2.0
# How programs link gRPC and Protocol Buffers: trainyard_protobuf and trainyard_grpc.
#
# As shared libraries they are 53 files, whose loading is half of what a command takes. They become part of a program
# that says STATIC_RPC. Others share them: the worker, because plugins bring theirs, and the agent, which is started
# once. What a module links (libtrainyard_onnx.so) is apart, because a program exports nothing of its own. (ADR 154)
option(TRAINYARD_STATIC_RPC "Make gRPC and Protocol Buffers a part of the programs that people start" ON)
set(_archives "")
if(TRAINYARD_STATIC_RPC AND NOT TRAINYARD_SANITIZE)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(_rpc REQUIRED QUIET grpc++ protobuf)
  foreach(_name ${_rpc_STATIC_LIBRARIES})
    if(NOT _name MATCHES "^(grpc|gpr|protobuf|absl_|re2|upb|cares|address_sorting)")
      continue()  # of the system
    endif()
    find_library(_archive NAMES lib${_name}.a NO_CACHE)
    if(NOT _archive)
      message(STATUS "gRPC stays shared: there is no lib${_name}.a")
      set(_archives "")
      break()
    endif()
    list(APPEND _archives ${_archive})
    unset(_archive)
  endforeach()
  list(REMOVE_DUPLICATES _archives)
endif()

add_library(trainyard_protobuf INTERFACE)
add_library(trainyard_grpc INTERFACE)
set(_is_static $<BOOL:$<TARGET_PROPERTY:TRAINYARD_STATIC_RPC>>)
target_link_libraries(trainyard_protobuf INTERFACE $<$<NOT:${_is_static}>:protobuf::libprotobuf>)
target_link_libraries(trainyard_grpc INTERFACE $<$<NOT:${_is_static}>:gRPC::grpc++>)
if(_archives)
  list(JOIN _archives "," _group)
  foreach(_part $<LINK_GROUP:RESCAN,${_group}> OpenSSL::SSL ZLIB::ZLIB ${CMAKE_DL_LIBS})
    target_link_libraries(trainyard_protobuf INTERFACE $<${_is_static}:${_part}>)
  endforeach()
endif()

function(trainyard_static_rpc target)
  if(_archives)
    set_target_properties(${target} PROPERTIES TRAINYARD_STATIC_RPC ON)
  endif()
endfunction()
