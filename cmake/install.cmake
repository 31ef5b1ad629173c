# The program, and the library as a CMake package: find_package(spandrop).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
install(TARGETS spandrop_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

list(REMOVE_ITEM SPANDROP_FETCHED Boost CLI11 GTest benchmark)  # not linked by the library
if(SPANDROP_FETCHED)
  # Users of the package could not find what was downloaded for this build only.
  message(STATUS "Only the program will be installed: the library uses ${SPANDROP_FETCHED}, which were downloaded")
  return()
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/spandrop)
install(TARGETS spandrop EXPORT spandropTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
foreach(header ${headers})
  cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE relative)
  cmake_path(GET relative PARENT_PATH room)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${room})
endforeach()
install(EXPORT spandropTargets NAMESPACE spandrop:: DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/spandropConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES cmake/spandropConfig.cmake cmake/plain_library.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/spandropConfigVersion.cmake DESTINATION ${package_dir})
