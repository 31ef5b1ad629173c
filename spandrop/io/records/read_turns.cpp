#include "spandrop/io/records/read_turns.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spandrop {
namespace {

enum class Speaker { system, user, assistant, call, result };

// The names that OpenAI, ShareGPT and common training tools use.
constexpr std::pair<std::string_view, Speaker> kRoles[] = {
    {"system", Speaker::system},
    {"developer", Speaker::system},
    {"user", Speaker::user},
    {"human", Speaker::user},
    {"assistant", Speaker::assistant},
    {"gpt", Speaker::assistant},
    {"model", Speaker::assistant},
    {"function_call", Speaker::call},
    {"tool_call", Speaker::call},
    {"tool", Speaker::result},
    {"function", Speaker::result},
    {"observation", Speaker::result},
    {"tool_response", Speaker::result},
    {"ipython", Speaker::result},
};

Speaker speaker_of(const std::string& role, const JsonPath& path) {
  std::string known;
  for (const auto& [name, speaker] : kRoles) {
    if (role == name) return speaker;
    known.append(known.empty() ? "" : ", ").append(name);
  }
  throw BadValue(path, "expected a known role (" + known + "), got " + shortened(role));
}

struct Turn {
  Speaker speaker = Speaker::user;
  bool calls = false;                 // it calls a tool
  std::vector<std::string> call_ids;  // of the calls, if they have any
  std::string answers_id;             // of the call whose result this is, if it says so
};

// Reads the members of one turn that decide what it is.
class TurnReader {
 public:
  TurnReader(const LineReader& line, JsonPath path) : line_(line), path_(path) {}

  Turn read(json::object& object) {
    bool found = false;
    for (json::field field : object) {
      const std::string_view key = LineReader::key(field);
      if (key == "role" || key == "from") {
        path_.member = key == "role" ? "role" : "from";
        if (found) throw BadValue(path_, "expected once, found twice");
        found = true;
        const Place at = line_.string(field.value(), path_);
        turn_.speaker = speaker_of(std::string(line_.text(at, path_)), path_);
      } else if (key == "tool_calls") {
        read_calls(field.value());
      } else if (key == "function_call") {  // OpenAI's first form
        json::value value = field.value();
        turn_.calls |= value.type() == json::json_type::object;
      } else if (key == "tool_call_id") {
        read_id(field.value(), [&](std::string id) { turn_.answers_id = std::move(id); });
      }
    }
    path_.member = "role";
    if (!found) throw BadValue(path_, "missing required field");
    turn_.calls |= turn_.speaker == Speaker::call;
    return std::move(turn_);
  }

 private:
  // [{"id": ..., ...}, ...]; anything else is left alone.
  void read_calls(json::value value) {
    if (value.type() != json::json_type::array) return;
    for (json::value call : value.get_array()) {
      turn_.calls = true;
      if (call.type() != json::json_type::object) continue;
      for (json::field field : call.get_object()) {
        if (LineReader::key(field) != "id") continue;
        read_id(field.value(), [&](std::string id) { turn_.call_ids.push_back(std::move(id)); });
      }
    }
  }

  template <class Take>
  void read_id(json::value value, Take take) {
    if (value.type() != json::json_type::string) return;
    path_.member = "tool_call_id";
    take(std::string(line_.text(line_.string(value, path_), path_)));
  }

  const LineReader& line_;
  JsonPath path_;
  Turn turn_;
};

// The number of the turn whose call has the id.
std::optional<std::size_t> caller_of(const std::string& id, const std::vector<Turn>& turns,
                                     std::size_t before) {
  for (std::size_t i = before; i-- > 0;) {
    if (std::ranges::find(turns[i].call_ids, id) != turns[i].call_ids.end()) return i;
  }
  return std::nullopt;
}

// A result belongs to the call that its id names. Without an id, it follows its call directly, or
// other calls and results.
std::vector<std::uint32_t> groups_of(const std::vector<Turn>& turns) {
  std::vector<std::uint32_t> groups(turns.size());
  bool are_joined = false;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    groups[i] = static_cast<std::uint32_t>(i);
    std::optional<std::size_t> with;
    if (turns[i].speaker == Speaker::result) {
      with = caller_of(turns[i].answers_id, turns, i);
      const bool follows =
          i > 0 && (turns[i - 1].calls || turns[i - 1].speaker >= Speaker::assistant);
      if (!with && follows) with = i - 1;
    } else if (turns[i].speaker == Speaker::call && i > 0 &&
               turns[i - 1].speaker == Speaker::call) {
      with = i - 1;  // several calls, whose results follow
    }
    if (!with) continue;
    groups[i] = groups[*with];
    are_joined = true;
  }
  return are_joined ? groups : std::vector<std::uint32_t>();
}

}  // namespace

void read_turns(const LineReader& line, json::value value, std::string_view field, Record& record) {
  std::vector<Turn> turns;
  std::optional<std::size_t> last_answer;
  RawArray& places = record.tokens;
  for (json::value element : line.elements(value, {.field = field})) {
    const JsonPath path{.field = field, .item = turns.size()};
    json::object object = line.object(element, path);
    turns.push_back(TurnReader(line, path).read(object));
    const Speaker speaker = turns.back().speaker;
    if (speaker == Speaker::system) record.never_drop_tokens.push_back(turns.size() - 1);
    if (speaker == Speaker::assistant || speaker == Speaker::call) last_answer = turns.size() - 1;
    object.reset();
    places.elements.push_back(line.place(object.raw_json()));
  }
  if (last_answer) record.never_drop_tokens.push_back(*last_answer);
  std::ranges::sort(record.never_drop_tokens);
  record.groups = groups_of(turns);
}

}  // namespace spandrop
