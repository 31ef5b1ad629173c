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

Speaker speaker_of(std::string_view role, const JsonPath& path) {
  for (const auto& [name, speaker] : kRoles) {
    if (role == name) return speaker;
  }
  std::string known;
  for (const auto& [name, speaker] : kRoles) known.append(known.empty() ? "" : ", ").append(name);
  throw BadValue(path, "expected a known role (" + known + "), got " + shortened(role));
}

// Reads the turns of one chat.
class ChatReader {
 public:
  ChatReader(const LineReader& line, std::string_view field, Record& record)
      : line_(line), field_(field), record_(record) {}

  void read(json::value value) {
    std::optional<std::size_t> last_answer;
    for (json::value element : line_.elements(value, {.field = field_})) {
      JsonPath path{.field = field_, .item = turns_.size()};
      json::object object = line_.object(element, path);
      turns_.push_back(Speaker::user);
      read_members(object, path);
      const Speaker speaker = turns_.back();
      const std::size_t number = turns_.size() - 1;
      if (speaker == Speaker::system) record_.never_drop_tokens.push_back(number);
      if (speaker == Speaker::assistant || speaker == Speaker::call) last_answer = number;
      has_results_ |= speaker == Speaker::result;
      object.reset();
      record_.tokens.elements.push_back(line_.place(object.raw_json()));
    }
    if (last_answer) record_.never_drop_tokens.push_back(*last_answer);
    std::ranges::sort(record_.never_drop_tokens);
    if (has_results_) join_calls_and_results();
  }

 private:
  struct Id {
    std::size_t turn;
    std::string id;
  };

  void read_members(json::object& object, JsonPath& path) {
    bool found = false;
    for (json::field field : object) {
      const std::string_view key = LineReader::key(field);
      if (key == "content" || key == "value") continue;  // most often
      if (key == "role" || key == "from") {
        path.member = key == "role" ? "role" : "from";
        if (found) throw BadValue(path, "expected once, found twice");
        found = true;
        turns_.back() = speaker_of(line_.text(line_.string(field.value(), path), path), path);
      } else if (key == "tool_calls") {
        read_calls(field.value(), path);
      } else if (key == "tool_call_id") {
        read_id(field.value(), path, result_ids_);
      }
    }
    path.member = "role";
    if (!found) throw BadValue(path, "missing required field");
  }

  // [{"id": ..., ...}, ...]; anything else is left alone.
  void read_calls(json::value value, JsonPath& path) {
    if (value.type() != json::json_type::array) return;
    for (json::value call : value.get_array()) {
      if (call.type() != json::json_type::object) continue;
      for (json::field field : call.get_object()) {
        if (LineReader::key(field) == "id") read_id(field.value(), path, call_ids_);
      }
    }
  }

  void read_id(json::value value, JsonPath& path, std::vector<Id>& ids) {
    if (value.type() != json::json_type::string) return;
    path.member = "tool_call_id";
    const Place at = line_.string(value, path);
    ids.push_back({turns_.size() - 1, std::string(line_.text(at, path))});
  }

  // The turn whose call has the id that a result names.
  std::optional<std::size_t> caller_of(std::size_t result) const {
    const auto named = std::ranges::find(result_ids_, result, &Id::turn);
    if (named == result_ids_.end()) return std::nullopt;
    for (auto call = call_ids_.rbegin(); call != call_ids_.rend(); ++call) {
      if (call->turn < result && call->id == named->id) return call->turn;
    }
    return std::nullopt;
  }

  // A result belongs to the call that its id names. Without an id, it follows its call directly, or
  // other calls and results.
  void join_calls_and_results() {
    std::vector<std::uint32_t>& groups = record_.groups;
    groups.resize(turns_.size());
    for (std::size_t i = 0; i < turns_.size(); ++i) {
      groups[i] = static_cast<std::uint32_t>(i);
      std::optional<std::size_t> with;
      const Speaker before = i > 0 ? turns_[i - 1] : Speaker::user;
      if (turns_[i] == Speaker::result) {
        with = caller_of(i);
        const bool follows =
            before == Speaker::result || before == Speaker::call || before == Speaker::assistant;
        if (!with && follows) with = i - 1;
      } else if (turns_[i] == Speaker::call && before == Speaker::call) {
        with = i - 1;  // several calls, whose results follow
      }
      if (with) groups[i] = groups[*with];
    }
  }

  const LineReader& line_;
  std::string_view field_;
  Record& record_;
  std::vector<Speaker> turns_;
  bool has_results_ = false;
  std::vector<Id> call_ids_, result_ids_;
};

}  // namespace

void read_turns(const LineReader& line, json::value value, std::string_view field, Record& record) {
  ChatReader(line, field, record).read(value);
}

}  // namespace spandrop
