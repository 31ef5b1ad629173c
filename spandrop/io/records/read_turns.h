// Reads the turns of a chat: OpenAI's messages with `role`, or ShareGPT's with `from`.
#pragma once

#include <string_view>

#include "spandrop/io/records/line_reader.h"
#include "spandrop/io/records/record.h"

namespace spandrop {

// Reads each turn as a token. Protects system turns and the assistant's last turn, which is trained
// on. Puts a tool call and its results into one group, because neither makes sense alone. Throws
// BadValue for an unknown role.
void read_turns(const LineReader& line, json::value value, std::string_view field, Record& record);

}  // namespace spandrop
