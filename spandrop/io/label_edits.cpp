#include "spandrop/io/label_edits.h"

#include "spandrop/io/label_map.h"
#include "spandrop/io/tags.h"

namespace spandrop {
namespace {

bool is_lost(Fate fate) { return fate == Fate::cut || fate == Fate::gone; }

// Goes through the labels of one view.
class LabelEditor {
 public:
  LabelEditor(const Record& record, const Remap& remap, const DropOptions& options,
              std::vector<Edit>& edits, Summary& summary)
      : record_(record),
        remap_(remap),
        map_(record.unit_index(), remap, options),
        options_(options),
        edits_(edits),
        summary_(summary) {}

  // Labels that the user's policy is for.
  void edit_marks(const MarkList& list) {
    edit_list(list, [&](Fate fate, std::size_t i) { return judge(fate, list.name, i); });
  }

  // Ranges that only say where something is: what is gone leaves the list.
  void edit_ranges(const MarkList& list) {
    edit_list(list, [](Fate fate, std::size_t) { return fate == Fate::gone; });
  }

  void edit_entities(const std::vector<Range>& entities) {
    std::vector<bool> removed(entities.size());
    for (std::size_t i = 0; i < entities.size(); ++i) {
      removed[i] = judge(remap_.move(entities[i]).fate, options_.fields.tags, entities[i].begin);
    }
    std::vector<bool> stays(record_.tokens.elements.size(), true);
    for (const Piece& piece : remap_.pieces()) {
      if (piece.kept) continue;
      for (std::size_t i = piece.old.begin + piece.size; i < piece.old.end; ++i) stays[i] = false;
    }
    edit_tags(record_, entities, stays, removed, edits_);
  }

  std::optional<RecordError> error;

 private:
  // Moves the marks that stay and removes the others from all arrays. Edits of the last array are
  // made in their order on the line, as nearly all are: then nothing has to be sorted.
  template <class IsRemoved>
  void edit_list(const MarkList& list, IsRemoved is_removed) {
    if (list.marks.empty()) return;
    const RawArray& last = list.arrays.back();
    std::vector<bool> removed(list.arrays.size() > 1 ? list.marks.size() : 0);
    std::size_t stayed = 0;  // the marks from here to the one at hand are removed
    for (std::size_t i = 0; i < list.marks.size(); ++i) {
      const Moved moved = map_.move(list.marks[i]);
      if (is_removed(moved.fate, i)) {
        if (!removed.empty()) removed[i] = true;
        continue;
      }
      if (stayed < i) edits_.push_back(removal(last, stayed, i));
      stayed = i + 1;
      move(list.marks[i], moved);
    }
    if (stayed < list.marks.size()) edits_.push_back(removal(last, stayed, list.marks.size()));
    for (std::size_t k = 0; k + 1 < list.arrays.size(); ++k) {
      remove_elements(list.arrays[k], [&](std::size_t i) { return !removed[i]; }, edits_);
    }
  }

  // Counts a label's fate and tells whether the policy removes it.
  bool judge(Fate fate, const std::string& field, std::size_t place) {
    ++summary_.fates[static_cast<std::size_t>(fate)];
    if (!is_lost(fate)) return false;
    if (options_.on_lost == OnLost::error && !error) {
      error = record_.error(
          field + "[" + std::to_string(place) + "]",
          std::string("expected every label to survive, got one that was ") + name_of(fate));
    }
    const bool removes = options_.on_lost == OnLost::drop;
    summary_.annotations_removed += removes;
    return removes;
  }

  void move(const Mark& mark, const Moved& moved) {
    edit_number(mark.begin_at, mark.range.begin, moved.now.begin);
    if (!mark.end_at.empty()) edit_number(mark.end_at, mark.range.end, moved.now.end);
    if (!mark.text_at.empty() && is_lost(moved.fate)) {
      edits_.push_back({mark.text_at, map_.raw_text(record_, mark)});
    }
  }

  void edit_number(Range at, std::size_t before, std::size_t after) {
    if (before != after) edits_.push_back({at, std::to_string(after)});
  }

  const Record& record_;
  const Remap& remap_;
  const LabelMap map_;
  const DropOptions& options_;
  std::vector<Edit>& edits_;
  Summary& summary_;
};

}  // namespace

std::vector<Range> labels_of(const Record& record, const std::vector<Range>& entities) {
  std::vector<Range> labels = entities;
  for (const MarkList* list : {&record.annotations, &record.answers}) {
    for (const Mark& mark : list->marks) labels.push_back(mark.elements);
  }
  return labels;
}

std::optional<RecordError> edit_labels(const Record& record, const std::vector<Range>& entities,
                                       const Remap& remap, const DropOptions& options,
                                       std::vector<Edit>& edits, Summary& summary) {
  LabelEditor editor(record, remap, options, edits, summary);
  editor.edit_marks(record.annotations);
  editor.edit_marks(record.answers);
  editor.edit_ranges(record.protect);
  editor.edit_ranges(record.spans);
  if (record.tags) editor.edit_entities(entities);
  return editor.error;
}

}  // namespace spandrop
