// The public library in one header. These headers, and those that they include, are installed; all
// others are internal.
#pragma once

// Draws and what they do to sequences and positions.
#include "spandrop/core/apply.h"
#include "spandrop/core/draw.h"
#include "spandrop/core/keep_mask.h"
#include "spandrop/core/key.h"
#include "spandrop/core/law.h"
#include "spandrop/core/ragged.h"
#include "spandrop/core/range.h"
#include "spandrop/core/remap.h"
#include "spandrop/core/spans.h"

// What a law does on average.
#include "spandrop/core/length_law.h"
#include "spandrop/core/theory.h"

// Spans and tokens of a text.
#include "spandrop/text/question_overlap.h"
#include "spandrop/text/regex_segmenter.h"
#include "spandrop/text/segment.h"
#include "spandrop/text/span_rule.h"
#include "spandrop/text/units.h"
#include "spandrop/text/wordpiece.h"

// Examples in memory, lines and files.
#include "spandrop/drop/drop_batch.h"
#include "spandrop/drop/drop_example.h"
#include "spandrop/drop/drop_options.h"
#include "spandrop/drop/summary.h"
#include "spandrop/io/files/vocabulary_file.h"
#include "spandrop/io/records/drop_file.h"
#include "spandrop/io/records/drop_record.h"
#include "spandrop/io/records/fields.h"
#include "spandrop/io/records/tokenize_file.h"

// Data sets: read, augment, count and score their official files.
#include "spandrop/tasks/dataset_statistics.h"
#include "spandrop/tasks/docred/reader.h"
#include "spandrop/tasks/docred/sequence.h"
#include "spandrop/tasks/drop_dataset.h"
#include "spandrop/tasks/hotpotqa/reader.h"
#include "spandrop/tasks/hotpotqa/sequence.h"
#include "spandrop/tasks/multirc/reader.h"
#include "spandrop/tasks/multirc/sequence.h"
#include "spandrop/tasks/score_files.h"
#include "spandrop/tasks/squad/reader.h"
#include "spandrop/tasks/squad/sequence.h"

#include "spandrop/version.h"
