# Makes the wheel self-contained: the module and the program share one copy of the shared libraries
# that they need. Most of it is ICU's data. The C and C++ libraries come from the system.
set_target_properties(_native PROPERTIES INSTALL_RPATH "$ORIGIN/lib")
set_target_properties(spandrop_cli PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
# DT_RPATH instead of DT_RUNPATH, because it also applies to the dependencies of libraries.
target_link_options(_native PRIVATE -Wl,--disable-new-dtags)
target_link_options(spandrop_cli PRIVATE -Wl,--disable-new-dtags)

install(CODE [[
  file(GET_RUNTIME_DEPENDENCIES LIBRARIES $<TARGET_FILE:_native> EXECUTABLES $<TARGET_FILE:spandrop_cli>
       RESOLVED_DEPENDENCIES_VAR libraries
       PRE_EXCLUDE_REGEXES "^(ld-linux.*|lib(c|m|dl|rt|pthread|stdc\\+\\+|gcc_s))\\.so")
  set(folder "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/spandrop/lib")
  file(MAKE_DIRECTORY ${folder})
  foreach(library IN LISTS libraries)
    get_filename_component(name ${library} NAME)
    file(REAL_PATH ${library} file)  # a wheel has no symbolic links
    file(COPY_FILE ${file} ${folder}/${name})
  endforeach()
]] COMPONENT python)
