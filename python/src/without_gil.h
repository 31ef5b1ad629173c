// Other threads may run Python while the library works.
#pragma once

#include <Python.h>
#include <cxxabi.h>
#include <unistd.h>

namespace spandrop::python {

// As nanobind's gil_scoped_release, but for a thread that still works while the interpreter ends:
// Pythons before 3.14 unwind it when it asks for the lock, which no destructor may let pass, so
// that the whole process would be aborted. It sleeps instead, as it does in later ones.
class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  ~WithoutGil() {
    try {
      PyEval_RestoreThread(state_);
    } catch (abi::__forced_unwind&) {
      while (true) pause();
    }
  }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

}  // namespace spandrop::python
