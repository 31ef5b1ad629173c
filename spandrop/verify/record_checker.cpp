#include "spandrop/verify/record_checker.h"

#include <simdjson.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "spandrop/io/records/record_reader.h"
#include "spandrop/text/utf8.h"
#include "spandrop/verify/label_guide.h"
#include "spandrop/verify/label_lists.h"
#include "spandrop/verify/members.h"
#include "spandrop/verify/old_parts.h"
#include "spandrop/verify/raw_rest.h"
#include "spandrop/verify/sequence_check.h"
#include "spandrop/verify/sequence_pairs.h"
#include "spandrop/verify/tag_checker.h"

namespace spandrop {
namespace {

// The names of the fields, for a reader that accepts the view's number too.
Fields readable(Fields fields) {
  fields.view.clear();
  return fields;
}

}  // namespace

struct RecordChecker::State {
  explicit State(const VerifyOptions& the_options)
      : options(the_options),
        leaves(leaves_of(options)),
        old_reader(readable(options.fields), options.unit),
        new_reader(readable(options.fields), options.unit),
        plain_text(options.unit) {}

  const VerifyOptions options;
  const Leaves leaves;
  RecordReader old_reader, new_reader;
  MemberReader old_member_reader, new_member_reader;
  JsonComparer comparer;
  CachedText plain_text;

  std::string_view old_line, new_line;
  const Record* before = nullptr;
  const Record* after = nullptr;
  std::optional<RecordError> view_error;
  std::vector<RawMember> old_members, new_members;  // read only if needed
  bool has_old_members = false, has_new_members = false;
  OldTags old_tags;
  OldParts parts;

  std::optional<RecordError> read_original(std::string_view line);
  std::optional<RecordError> cut(const Record& record);
  ViewHead read_view(std::string_view line);
  void compare(VerifyCounts& counts, std::vector<FieldProblem>& problems);
  void compare_text(VerifyCounts& counts, std::vector<FieldProblem>& problems);
  // Whether the members could be read.
  bool read_new_members() {
    has_new_members = has_new_members || new_member_reader.read(new_line, new_members);
    return has_new_members;
  }
  void compare_members(std::vector<FieldProblem>& problems);
  bool is_touched(std::string_view key) const;
  bool have_same_arrays() const;
  void compare_sequence(VerifyCounts& counts, std::vector<FieldProblem>& problems);
};

RecordChecker::RecordChecker(const VerifyOptions& options) : state_(new State(options)) {}
RecordChecker::~RecordChecker() = default;

std::optional<RecordError> RecordChecker::read_original(std::string_view line) {
  return state_->read_original(line);
}
std::optional<std::string_view> RecordChecker::original_id() const {
  return state_->before ? state_->before->id : std::nullopt;
}
RecordChecker::ViewHead RecordChecker::read_view(std::string_view line) {
  return state_->read_view(line);
}
void RecordChecker::compare(VerifyCounts& counts, std::vector<FieldProblem>& problems) {
  if (state_->options.plain_text) {
    state_->compare_text(counts, problems);
  } else {
    state_->compare(counts, problems);
  }
}

std::optional<RecordError> RecordChecker::State::read_original(std::string_view line) {
  before = nullptr;
  old_line = line;
  if (options.plain_text) {
    if (!simdjson::validate_utf8(line.data(), line.size())) {
      return RecordError{"", "", "expected UTF-8"};
    }
    plain_text.read(line);
    parts = parts_of_text(plain_text, "", options);
    return std::nullopt;
  }
  const auto found = old_reader.read(line);
  if (!found) return found.error();
  before = *found;
  has_old_members = false;
  old_tags = {};
  if (before->tags_at) {
    old_tags.tags = tags_of(*before);
    old_tags.entities = tagged_entities(old_tags.tags);
  }
  return cut(*before);
}

std::optional<RecordError> RecordChecker::State::cut(const Record& record) {
  try {
    parts = parts_of_record(record, options);
  } catch (const std::invalid_argument& error) {  // the rule does not work for this record
    return record.error(options.fields.spans, error.what());
  }
  if (options.protect == Protect::none) return std::nullopt;
  for (const Label& label : record.never_drop.labels) parts.protect(label.elements);
  for (const std::size_t token : record.never_drop_tokens) parts.protect({token, token + 1});
  if (options.protect != Protect::annotations) return std::nullopt;
  for (const LabelList* list : {&record.annotations, &record.answers}) {
    for (const Label& label : list->labels) parts.protect(label.elements);
  }
  for (const Range& entity : old_tags.entities) parts.protect(entity);
  return std::nullopt;
}

RecordChecker::ViewHead RecordChecker::State::read_view(std::string_view line) {
  after = nullptr;
  view_error.reset();
  new_line = line;
  ViewHead head;
  if (options.plain_text) return head;
  const auto found = new_reader.read(line);
  if (!found) {
    view_error = found.error();
    head.is_readable = false;
    if (!view_error->id.empty()) head.id = view_error->id;
    return head;
  }
  after = *found;
  if (after->id) head.id = std::string(*after->id);
  has_new_members = false;
  if (options.fields.view.empty()) return head;
  if (!read_new_members()) return head;
  for (const RawMember& member : new_members) {
    if (member.key == options.fields.view) head.view = std::string(member.value);
  }
  return head;
}

void RecordChecker::State::compare_text(VerifyCounts& counts, std::vector<FieldProblem>& problems) {
  ++counts.views;
  if (!simdjson::validate_utf8(new_line.data(), new_line.size())) {
    problems.push_back({"", "expected UTF-8"});
    return;
  }
  const std::string mask = options.mask.value_or("");
  const TextPair pair(old_line, new_line, leaves, mask);
  const Alignment alignment = find_alignment(parts, pair);
  if (!alignment.search.found) {
    problems.push_back({"", text_problem(parts, pair, old_line, new_line, alignment, options)});
    return;
  }
  count_drops(parts, alignment, new_line.size(), counts);
}

void RecordChecker::State::compare(VerifyCounts& counts, std::vector<FieldProblem>& problems) {
  ++counts.views;
  if (view_error) {
    problems.push_back({view_error->field, view_error->reason});
    return;
  }
  if (before->is_text != after->is_text) {
    problems.push_back({"", before->is_text ? "expected a text, as in the original, got tokens"
                                            : "expected tokens, as in the original, got a text"});
    return;
  }
  compare_members(problems);
  if (have_same_arrays()) compare_sequence(counts, problems);
}

// Whether a drop changes the field, so that it is compared by another function.
bool RecordChecker::State::is_touched(std::string_view key) const {
  const Fields& f = options.fields;
  if (key == f.text || key == f.tokens) return true;
  for (const LabelList* list :
       {&before->annotations, &before->answers, &before->never_drop, &before->spans}) {
    if (key == list->name && list->present) return true;
  }
  for (const auto& [name, array] : before->parallel) {
    if (key == name) return true;
  }
  return false;
}

void RecordChecker::State::compare_members(std::vector<FieldProblem>& problems) {
  if (is_equal_outside_sequence(*before, *after)) return;
  has_old_members = has_old_members || old_member_reader.read(old_line, old_members);
  if (!has_old_members || !read_new_members()) {
    problems.push_back({"", std::string("expected JSON with matching brackets in ") +
                                (has_old_members ? "this record" : "the original")});
    return;
  }
  const auto compare_values = [&](const RawMember& was, const RawMember& is) {
    const std::string key(was.key);
    if (is_touched(key)) {
      if (key != before->answers.name || was.value == is.value) return;
      static constexpr std::string_view kArrays[] = {"text", "answer_start"};
      if (auto member = comparer.difference(was.value, is.value, kArrays)) {
        problems.push_back(
            {key + "." + *member, "expected the value of the original, got another"});
      }
      return;
    }
    if (comparer.equal(was.value, is.value)) return;
    problems.push_back(
        {key, "expected " + excerpt(was.value) + " as in the original, got " + excerpt(is.value)});
  };
  // Nearly always, both have the same members in the same order.
  std::size_t same = 0;
  const bool has_view = !options.fields.view.empty();
  const std::size_t shift =
      has_view && !new_members.empty() && new_members[0].key == options.fields.view;
  while (same < old_members.size() && same + shift < new_members.size() &&
         old_members[same].key == new_members[same + shift].key) {
    const RawMember &was = old_members[same], &is = new_members[same + shift];
    if (was.value.data() != is.value.data() && was.value != is.value) compare_values(was, is);
    ++same;
  }
  std::vector<bool> was_used(new_members.size());
  for (std::size_t i = 0; i < same; ++i) was_used[i + shift] = true;
  for (std::size_t i = same; i < old_members.size(); ++i) {
    const std::string key(old_members[i].key);
    std::size_t k = 0;
    while (k < new_members.size() && (was_used[k] || new_members[k].key != key)) ++k;
    if (k == new_members.size()) {
      problems.push_back({key, "missing field that the original has"});
      continue;
    }
    was_used[k] = true;
    compare_values(old_members[i], new_members[k]);
  }
  for (std::size_t k = 0; k < new_members.size(); ++k) {
    if (was_used[k]) continue;
    const std::string key(new_members[k].key);
    if (has_view && key == options.fields.view) continue;
    problems.push_back({key,
                        "expected no field that the original does not have; use --view-field "
                        "if it holds the number of the view"});
  }
}

// Whether both have the same parallel arrays. The reader has checked their lengths.
bool RecordChecker::State::have_same_arrays() const {
  const auto has = [](const Record& record, const std::string& name) {
    return std::any_of(record.parallel.begin(), record.parallel.end(),
                       [&](const auto& array) { return array.first == name; });
  };
  for (const auto& [name, array] : before->parallel) {
    if (!has(*after, name)) return false;  // compare_members has reported it
  }
  for (const auto& [name, array] : after->parallel) {
    if (!has(*before, name)) return false;
  }
  return true;
}

void RecordChecker::State::compare_sequence(VerifyCounts& counts,
                                            std::vector<FieldProblem>& problems) {
  const std::string mask = options.mask.value_or("");
  const TextPair texts(before->text.text(), after->text.text(), leaves, mask);
  std::optional<TokenPair> tokens;
  if (!before->is_text) {
    tokens.emplace(*before, *after, leaves, mask, options.on_lost == OnLost::drop, comparer);
  }
  const SequencePair& pair = tokens ? static_cast<const SequencePair&>(*tokens) : texts;
  const auto mask_size = [&](Range old) { return tokens ? old.size() : texts.mask_size(old); };

  const TagChecker tags(*before, *after, old_tags, parts, options);
  const LabelListChecker lists(*before, *after, options, comparer);
  const ListPair pairs[] = {{&before->annotations, &after->annotations, true},
                            {&before->answers, &after->answers, true},
                            {&before->never_drop, &after->never_drop, false},
                            {&before->spans, &after->spans, false}};
  const auto is_right = [&](const Alignment& alignment) {
    const PlaceFinder places = alignment.places(parts, leaves, mask_size);
    for (const ListPair& list : pairs) {
      if (list.before->labels.empty() && list.after->labels.empty()) continue;
      if (!lists.has_ranges(list, lists.expected(list, places))) return false;
    }
    return !tags.problem(alignment, nullptr);
  };

  LabelHints hints;
  hints.pins = [&](std::size_t attempt) { return lists.pins(pairs, attempt); };
  hints.is_right = is_right;
  hints.guide = [&] {
    auto guide = std::make_unique<LabelGuide>(
        parts,
        [&](std::span<const NewPart> placed) {
          return PlaceFinder(parts.list, placed, leaves, mask_size);
        },
        [&](std::span<const NewPart> placed) {
          Alignment alignment;
          alignment.search.parts.assign(placed.begin(), placed.end());
          return is_right(alignment);
        });
    for (const ListPair& list : pairs) lists.add_to(*guide, list);
    tags.add_to(*guide);
    return guide;
  };
  const Alignment alignment = find_best(parts, pair, leaves, hints);
  if (!alignment.search.found) {
    const std::string field = before->is_text ? options.fields.text : options.fields.tokens;
    problems.push_back({field, before->is_text
                                   ? text_problem(parts, pair, before->text.text(),
                                                  after->text.text(), alignment, options)
                                   : token_problem(parts, pair, *after, alignment, options)});
    return;
  }
  const PlaceFinder places = alignment.places(parts, leaves, mask_size);
  for (const ListPair& list : pairs) {
    const std::vector<ExpectedLabel> expected = lists.expected(list, places);
    if (auto problem = lists.problem(list, expected, places)) {
      problems.push_back(std::move(*problem));
    } else if (list.has_policy) {
      lists.count(list, expected, places, counts);
    }
  }
  if (auto problem = tags.problem(alignment, &counts)) problems.push_back(std::move(*problem));
  count_drops(parts, alignment, after->length(), counts);
}

}  // namespace spandrop
