#include "spandrop/drop/drop_options.h"

#include <nanobind/stl/string.h>

#include <limits>
#include <span>
#include <string_view>

#include "python/src/bindings.h"
#include "python/src/convert.h"

namespace spandrop::python {
namespace {

template <class Enum>
Enum named(std::string_view name, const char* what) {
  const std::span<const std::string_view> names = names_of(Enum{});
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
    list += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + std::string(names[i]);
  }
  throw nb::value_error(
      ("[" + std::string(what) + "] expected " + list + ", got " + std::string(name)).c_str());
}

template <class Enum>
nb::str name_of(Enum value) {
  const std::string_view name = names_of(value)[static_cast<std::size_t>(value)];
  return nb::str(name.data(), name.size());
}

void make(DropOptions* self, nb::handle rate, nb::handle gamma, nb::handle seed, nb::handle spans,
          nb::handle min_keep, nb::handle tries, nb::handle protect, nb::handle on_lost,
          nb::handle mask, bool mask_spans) {
  DropOptions options;
  options.draw.law = {real_number(rate, "rate"), real_number(gamma, "gamma")};
  options.draw.min_keep = whole_number(min_keep, "min_keep");
  const std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  options.draw.max_tries = static_cast<std::uint32_t>(std::min(whole_number(tries, "tries"), most));
  options.seed = whole_number(seed, "seed");
  options.spans = SpanRule(text_of(spans, "spans"));
  options.protect = named<Protect>(text_of(protect, "protect"), "protect");
  options.on_lost = named<OnLost>(text_of(on_lost, "on_lost"), "on_lost");
  if (!mask.is_none()) options.mask = text_of(mask, "mask");
  options.mask_spans = mask_spans;
  check_drop_options(options);
  // The draw itself judges the number of tries.
  draw({}, 0, options.draw);
  new (self) DropOptions(std::move(options));
}

}  // namespace

void bind_drop_options(nb::module_& module) {
  nb::class_<DropOptions>(module, "Options", "What a drop does to each example.")
      .def(nb::init<>())
      .def("__init__", &make, nb::arg("rate").none(), nb::arg("gamma").none(),
           nb::arg("seed").none(), nb::arg("spans").none(), nb::arg("min_keep").none(),
           nb::arg("tries").none(), nb::arg("protect").none(), nb::arg("on_lost").none(),
           nb::arg("mask").none(), nb::arg("mask_spans"))
      .def_prop_ro("rate", [](const DropOptions& o) { return o.draw.law.rate; })
      .def_prop_ro("gamma", [](const DropOptions& o) { return o.draw.law.gamma; })
      .def_ro("seed", &DropOptions::seed)
      .def_prop_ro("spans", [](const DropOptions& o) { return o.spans.written(); })
      .def_prop_ro("min_keep", [](const DropOptions& o) { return o.draw.min_keep; })
      .def_prop_ro("tries", [](const DropOptions& o) { return o.draw.max_tries; })
      .def_prop_ro("protect", [](const DropOptions& o) { return name_of(o.protect); })
      .def_prop_ro("on_lost", [](const DropOptions& o) { return name_of(o.on_lost); });
}

}  // namespace spandrop::python
