include(GNUInstallDirs)
install(TARGETS spandrop_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
