# Every library is looked for on the system first. With SPANDROP_FETCH=ON, missing ones are downloaded at a pinned
# version, except ICU, zlib, zstd, xxHash and Random123. All missing libraries are reported in one message.
include(FetchContent)
include(cmake/plain_library.cmake)
find_package(Threads REQUIRED)

# Notes what is missing, the Debian package that has it, and the level of scripts/setup that installs it.
macro(spandrop_missing name package)
  set(missing_level ${level})
  list(APPEND missing_names ${name})
  list(APPEND missing_packages ${package})
endmacro()

# A library that is never downloaded.
macro(spandrop_system_library name package)
  find_package(${name} QUIET ${ARGN})
  if(NOT ${name}_FOUND)
    spandrop_missing(${name} "${package}")
  endif()
endmacro()

# A library that is found, or downloaded at a pinned version under the same name.
macro(spandrop_dependency name package repository tag)
  find_package(${name} QUIET ${ARGN})
  if(NOT ${name}_FOUND AND SPANDROP_FETCH)
    FetchContent_Declare(${name} GIT_REPOSITORY https://github.com/${repository} GIT_TAG ${tag} GIT_SHALLOW ON)
    FetchContent_MakeAvailable(${name})
    list(APPEND SPANDROP_FETCHED ${name})
  elseif(NOT ${name}_FOUND)
    spandrop_missing(${name} "${package}")
  endif()
endmacro()

# A library without a CMake package: a header and, where it has one, an archive.
macro(spandrop_plain_dependency name package header library)
  spandrop_plain_library(${name} ${header} "${library}")
  if(NOT TARGET spandrop::${name})
    spandrop_missing(${name} "${package}")
  endif()
endmacro()

set(level build)
spandrop_system_library(ICU libicu-dev COMPONENTS uc i18n)
spandrop_system_library(ZLIB zlib1g-dev)
spandrop_dependency(tl-expected libexpected-dev TartanLlama/expected v1.1.0)
spandrop_dependency(simdjson libsimdjson-dev simdjson/simdjson v3.6.4)
spandrop_dependency(fmt libfmt-dev fmtlib/fmt 9.1.0)
spandrop_dependency(CLI11 libcli11-dev CLIUtils/CLI11 v2.4.1)
spandrop_dependency(hwy libhwy-dev google/highway 1.0.7 CONFIG)
spandrop_dependency(Boost libboost-dev boostorg/boost boost-1.74.0 1.74)
spandrop_plain_dependency(xxhash libxxhash-dev xxhash.h xxhash)
spandrop_plain_dependency(zstd libzstd-dev zstd.h zstd)

if(SPANDROP_PYTHON)
  find_package(Python 3.11 QUIET COMPONENTS Interpreter Development.Module NumPy
               OPTIONAL_COMPONENTS Development.SABIModule)
  if(NOT Python_Development.Module_FOUND)
    spandrop_missing("Python's headers" python3-dev)
  endif()
endif()

set(level train)
include(cmake/torch.cmake)  # may turn SPANDROP_NN off
if(SPANDROP_NN)
  spandrop_dependency(tomlplusplus libtomlplusplus-dev marzer/tomlplusplus v3.3.0)
endif()

set(level test)
if(SPANDROP_TESTS STREQUAL "AUTO")
  find_package(GTest QUIET)
  spandrop_plain_library(random123 Random123/philox.h "")
  set(SPANDROP_TESTS OFF)
  if(TARGET GTest::gmock AND TARGET spandrop::random123)
    set(SPANDROP_TESTS ON)
  endif()
endif()
if(SPANDROP_TESTS)
  spandrop_dependency(GTest "libgtest-dev;libgmock-dev" google/googletest v1.14.0)
  spandrop_plain_dependency(random123 librandom123-dev Random123/philox.h "")
endif()

set(level bench)
if(SPANDROP_BENCHMARKS)
  spandrop_dependency(benchmark libbenchmark-dev google/benchmark v1.8.3)
endif()

if(missing_names)
  list(JOIN missing_names ", " missing_names)
  list(JOIN missing_packages " " missing_packages)
  message(FATAL_ERROR "Missing libraries: ${missing_names}.\n"
    "Install them with scripts/setup ${missing_level}, or on Debian and Ubuntu with\n"
    "  sudo apt-get install ${missing_packages}\n"
    "With -DSPANDROP_FETCH=ON, CMake downloads all but ICU, zlib, zstd, xxHash and Random123.")
endif()
