# Every library is looked for on the system first. With SPANDROP_FETCH=ON, what is missing is
# downloaded at a pinned version; ICU, zlib and zstd always come from the system.
include(FetchContent)
find_package(Threads REQUIRED)
find_package(ICU REQUIRED COMPONENTS uc i18n)
find_package(ZLIB REQUIRED)

# find_package, or a pinned download of the same name.
macro(spandrop_dependency name repository tag)
  find_package(${name} QUIET ${ARGN})
  if(NOT ${name}_FOUND)
    if(NOT SPANDROP_FETCH)
      message(FATAL_ERROR "${name} was not found. Install it (scripts/setup lists the packages), "
                          "or configure with -DSPANDROP_FETCH=ON to download it.")
    endif()
    FetchContent_Declare(${name} GIT_REPOSITORY https://github.com/${repository} GIT_TAG ${tag}
                         GIT_SHALLOW ON)
    FetchContent_MakeAvailable(${name})
    list(APPEND SPANDROP_FETCHED ${name})
  endif()
endmacro()

include(cmake/plain_library.cmake)
spandrop_dependency(tl-expected TartanLlama/expected v1.1.0)
spandrop_dependency(simdjson simdjson/simdjson v3.6.4)
spandrop_dependency(fmt fmtlib/fmt 9.1.0)
spandrop_dependency(CLI11 CLIUtils/CLI11 v2.4.1)
spandrop_dependency(hwy google/highway 1.0.7 CONFIG)
spandrop_dependency(Boost boostorg/boost boost-1.74.0 1.74)
spandrop_plain_library(xxhash xxhash.h xxhash)
spandrop_plain_library(zstd zstd.h zstd)

if(SPANDROP_TESTS)
  spandrop_dependency(GTest google/googletest v1.14.0)
  spandrop_plain_library(random123 Random123/philox.h "")
endif()
if(SPANDROP_BENCHMARKS)
  spandrop_dependency(benchmark google/benchmark v1.8.3)
endif()
