# The program, and the library as a CMake package: find_package(spandrop).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
install(TARGETS spandrop_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

list(REMOVE_ITEM SPANDROP_FETCHED Boost CLI11 GTest benchmark)  # not linked by the library
if(SPANDROP_FETCHED)
  # Users of the package could not find libraries that were downloaded only for this build.
  message(STATUS "Only the program will be installed: the library uses ${SPANDROP_FETCHED}, which were downloaded")
  return()
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/spandrop)
install(TARGETS spandrop EXPORT spandropTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# The public headers are spandrop/spandrop.h and every header that it includes, directly or not. All others are internal
# and are not installed.
set(queue spandrop/spandrop.h)
set(public_headers)
while(queue)
  list(POP_FRONT queue header)
  if(header IN_LIST public_headers)
    continue()
  endif()
  list(APPEND public_headers ${header})
  set(file ${PROJECT_SOURCE_DIR}/${header})
  if(header STREQUAL "spandrop/version.h")
    set(file ${CMAKE_CURRENT_BINARY_DIR}/include/${header})
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(STRINGS ${file} included REGEX "^#include \"spandrop/")
  list(TRANSFORM included REPLACE "^#include \"([^\"]+)\".*" "\\1")
  list(APPEND queue ${included})
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
endwhile()
install(EXPORT spandropTargets NAMESPACE spandrop:: DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/spandropConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES cmake/spandropConfig.cmake cmake/plain_library.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/spandropConfigVersion.cmake DESTINATION ${package_dir})
