# libtorch out of the pinned PyTorch wheel that scripts/setup put into .venv, or the one that
# Torch_DIR or CMAKE_PREFIX_PATH names.
file(GLOB wheel_torch ${PROJECT_SOURCE_DIR}/.venv/lib/python3*/site-packages/torch/share/cmake/Torch)
find_package(Torch QUIET HINTS ${wheel_torch})
if(NOT Torch_FOUND)
  message(FATAL_ERROR "SPANDROP_NN needs libtorch. Run scripts/setup, name one with -DTorch_DIR=DIR, "
                      "or configure with -DSPANDROP_NN=OFF to build without neural networks.")
endif()
spandrop_dependency(tomlplusplus marzer/tomlplusplus v3.3.0)
