# libtorch for SPANDROP_NN: from the pinned PyTorch that `scripts/setup train` installs, or from the place that Torch_DIR
# or CMAKE_PREFIX_PATH names. AUTO becomes ON if it is there, otherwise OFF.
if(NOT SPANDROP_NN)
  return()
endif()
file(GLOB wheel_torch ${PROJECT_SOURCE_DIR}/.venv-train/lib/python3*/site-packages/torch/share/cmake/Torch)
find_package(Torch QUIET HINTS ${wheel_torch})
if(Torch_FOUND)
  return()
endif()
if(SPANDROP_NN STREQUAL "AUTO")
  message(NOTICE "Building without training, because libtorch was not found. To add it, run: scripts/setup train && make build")
  set(SPANDROP_NN OFF)
else()
  message(FATAL_ERROR "SPANDROP_NN=ON needs libtorch, which was not found. Run scripts/setup train, name its folder with "
                      "-DTorch_DIR=DIR, or build without training: -DSPANDROP_NN=OFF.")
endif()
