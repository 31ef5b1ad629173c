# A wheel stands alone: the shared libraries that module and program need lie beside them, once for both.
# ICU's data is most of it. The C and C++ libraries are the system's.
set_target_properties(_native PROPERTIES INSTALL_RPATH "$ORIGIN/lib")
set_target_properties(spandrop_cli PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
# The old kind of run path, which also serves the libraries of the libraries.
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
