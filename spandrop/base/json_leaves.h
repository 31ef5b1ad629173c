// The values of a JSON object by name, to compare two objects member by member.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace spandrop {

// The members of an object as raw JSON, such as {"rate": "0.1", "fields.text": "\"body\""}: the
// members of an inner object are listed under its name and a dot. Nothing if the text is not one
// JSON object.
std::optional<std::map<std::string, std::string>> json_leaves(std::string_view json);

}  // namespace spandrop
