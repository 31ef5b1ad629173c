// Lets other threads run Python while the library works.
#pragma once

#include <Python.h>
#include <cxxabi.h>
#include <unistd.h>

namespace spandrop::python {

// Like nanobind's gil_scoped_release, but safe for a thread that is still working while the
// interpreter exits. Before 3.14, Python unwinds such a thread when it asks for the GIL; unwinding
// out of a destructor would abort the process. Here the thread sleeps instead, as in later
// versions.
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
