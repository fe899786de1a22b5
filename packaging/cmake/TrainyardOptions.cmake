# SPDX-License-Identifier: Apache-2.0
# Compiler settings every target shares, and the tools that make builds quick.
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)  # libtorch stays where it is
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

# Where a file is in the sources, not on this machine, is what __FILE__ says.
add_compile_options(-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=)
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Precompiled headers hit the cache only with the first. With the others, what one clone has compiled is there for
  # another: no path of the clone enters the hash.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 "CCACHE_IGNOREOPTIONS=-fmacro-prefix-map=*" ${CCACHE_PROGRAM})
endif()
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
  add_link_options(-fuse-ld=mold)
endif()
if(TRAINYARD_SANITIZE)
  # g++ 12 sees uninitialised values where the sanitizers' own instructions stand.
  add_compile_options(-fsanitize=${TRAINYARD_SANITIZE} -fno-omit-frame-pointer -Wno-maybe-uninitialized)
  # What costs most in files with gRPC (22 s each, 10 s so): optimisation, and checks of every access for what a crash tells
  # (null) or what x86 does not mind (alignment).
  add_compile_options(-O0 -fno-sanitize=null,alignment)
  add_link_options(-fsanitize=${TRAINYARD_SANITIZE})
endif()
