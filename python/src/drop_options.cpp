#include "spandrop/drop/drop_options.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

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

// Sets a field to a Python value.
template <class Field>
void set(Field& field, nb::handle value, const char* name) {
  if constexpr (std::is_enum_v<Field>) {
    field = named<Field>(text_of(value, name), name);
  } else if constexpr (std::is_same_v<Field, bool>) {
    field = nb::cast<bool>(value);
  } else if constexpr (std::is_floating_point_v<Field>) {
    field = real_number(value, name);
  } else if constexpr (std::is_integral_v<Field>) {
    // A number too large for the field is also too large for its check.
    const std::uint64_t most = std::numeric_limits<Field>::max();
    field = static_cast<Field>(std::min(whole_number(value, name), most));
  } else if constexpr (std::is_same_v<Field, std::optional<std::string>>) {
    if (value.is_none()) {
      field.reset();
    } else {
      field = text_of(value, name);
    }
  } else {
    field = Field(text_of(value, name));
  }
}

// A field as a Python value.
template <class Field>
nb::object get(const Field& field) {
  const auto text = [](std::string_view view) { return nb::str(view.data(), view.size()); };
  if constexpr (std::is_enum_v<Field>) {
    return text(names_of(field)[static_cast<std::size_t>(field)]);
  } else if constexpr (std::is_arithmetic_v<Field>) {
    return nb::cast(field);
  } else if constexpr (std::is_same_v<Field, std::optional<std::string>>) {
    return field ? nb::object(text(*field)) : nb::none();
  } else {
    return text(field.written());
  }
}

void make(DropOptions* self, nb::kwargs given) {
  DropOptions options;
  std::size_t known = 0;
  visit_fields(options, [&](const char* name, auto& field, std::string_view) {
    if (!given.contains(name)) return;
    set(field, given[name], name);
    ++known;
  });
  if (known != given.size()) throw nb::type_error("[Options] an option has an unknown name");
  check(options);
  draw({}, 0, options.draw);  // checks the number of tries
  new (self) DropOptions(std::move(options));
}

nb::dict to_dict(const DropOptions& options) {
  nb::dict fields;
  visit_fields(options, [&](const char* name, const auto& field, std::string_view) {
    fields[name] = get(field);
  });
  return fields;
}

nb::dict descriptions() {
  nb::dict texts;
  DropOptions options;
  visit_fields(options,
               [&](const char* name, const auto&, const char* about) { texts[name] = about; });
  return texts;
}

}  // namespace

void bind_drop_options(nb::module_& module) {
  nb::class_<DropOptions>(module, "Options", "What a drop does to each example.")
      .def("__init__", &make, nb::sig("def __init__(self, **options: object) -> None"),
           "Set options by name; the others keep their defaults.")
      .def("to_dict", &to_dict, "All options by name.")
      .def_static("descriptions", &descriptions, "What each option does, by name.");
}

}  // namespace spandrop::python
