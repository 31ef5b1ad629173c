// Examples of all four data sets as token sequences.
#include <gtest/gtest.h>

#include <span>

#include "spandrop/core/draw.h"
#include "spandrop/core/remap.h"
#include "spandrop/io/vocabulary_file.h"
#include "spandrop/tasks/docred/sequence.h"
#include "spandrop/tasks/hotpotqa/sequence.h"
#include "spandrop/tasks/multirc/sequence.h"
#include "spandrop/tasks/squad/sequence.h"
#include "tests/tasks/dataset_files.h"

namespace spandrop {
namespace {

constexpr std::int32_t kBeginning = 1, kSeparator = 2;

// Each letter is a token, so that a token's text is known from its id.
Vocabulary letters() {
  std::string lines = "[UNK]\n[CLS]\n[SEP]\n";
  for (const char* before : {"", "##"}) {
    for (char c = '!'; c <= '~'; ++c) {
      if (c < 'A' || c > 'Z') lines += before + std::string(1, c) + "\n";
    }
  }
  return vocabulary_of_lines(lines);
}

const TextEncoder& encoder() {
  static const TextEncoder made(letters());
  return made;
}

// What tokens spell: letters in lower case, words parted by spaces.
std::string spelled(std::span<const std::int32_t> ids) {
  static const Vocabulary vocabulary = letters();
  std::string text;
  for (const std::int32_t id : ids) {
    const std::string& token = vocabulary.tokens[static_cast<std::size_t>(id)].text;
    if (token.starts_with("##") && token.size() > 2) {
      text += token.substr(2);
    } else {
      text += (text.empty() ? "" : " ") + token;
    }
  }
  return text;
}

std::string spelled(const TokenSequence& sequence, Range range) {
  return spelled(std::span(sequence.ids).subspan(range.begin, range.size()));
}

std::string span_text(const TokenSequence& sequence, std::size_t span) {
  return spelled(sequence, sequence.spans.ranges()[span]);
}

template <class Read>
auto example(Read read, const char* name) {
  auto dataset = read(test::example_file(name).text(), ReadOptions{});
  EXPECT_TRUE(dataset);
  return *dataset;
}

TEST(SquadSequence, HasTokensAsSpans) {
  const squad::Dataset dataset = example(squad::read, "squad.json");
  const squad::Paragraph& paragraph = dataset.articles[0].paragraphs[0];
  const squad::Sequence sequence =
      squad::make_sequence(paragraph, paragraph.questions[0], encoder());
  EXPECT_EQ(sequence.id, "ferry-builder");
  EXPECT_EQ(sequence.ids.front(), kBeginning);
  EXPECT_EQ(sequence.ids.back(), kSeparator);
  EXPECT_EQ(sequence.context.end, sequence.ids.size() - 1);
  EXPECT_EQ(sequence.spans.size(), sequence.context.size());
  EXPECT_EQ(sequence.spans.ranges().front().begin, sequence.context.begin);
  ASSERT_EQ(sequence.answers_at.size(), 2u);
  EXPECT_EQ(spelled(sequence, sequence.answers_at[0]), "ida lindqvist");
  EXPECT_EQ(spelled(sequence, sequence.answers_at[1]), "ida lindqvist , a shipwright from saby");
  const std::size_t shift = sequence.context.begin;  // the spans are single tokens
  ASSERT_FALSE(sequence.answers.empty());
  EXPECT_EQ(sequence.answers.front() + shift, sequence.answers_at[0].begin);
  EXPECT_EQ(sequence.answers.back() + shift + 1, sequence.answers_at[1].end);
}

TEST(SquadSequence, SupportIsWhatIsInABigramOfTheQuestion) {
  squad::Paragraph paragraph;
  paragraph.context = "a b c d b a e";
  squad::Question question;
  question.text = "x a b e c d ?";
  const squad::Sequence single = squad::make_sequence(paragraph, question, encoder());
  EXPECT_EQ(single.support, (std::vector<std::size_t>{0, 1, 2, 3}));
  const squad::Sequence pairs =
      squad::make_sequence(paragraph, question, encoder(), {.span_size = 3, .n = 2});
  EXPECT_EQ(pairs.spans.size(), 3u);
  EXPECT_EQ(pairs.support, (std::vector<std::size_t>{0, 1}));
  const squad::Sequence adaptive =
      squad::make_sequence(paragraph, question, encoder(), {.span_size = 0, .n = 2});
  EXPECT_EQ(adaptive.spans.size(), 4u);  // abcd, b, a, e
  EXPECT_EQ(adaptive.support, (std::vector<std::size_t>{0}));
}

TEST(HotpotqaSequence, HasSentencesAsSpans) {
  const hotpotqa::Dataset dataset = example(hotpotqa::read, "hotpotqa.json");
  const hotpotqa::Question& question = dataset.questions[0];
  const std::vector<std::size_t> four = hotpotqa::select_paragraphs(question);
  EXPECT_EQ(four, (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(hotpotqa::select_paragraphs(question, 2), (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(hotpotqa::select_paragraphs(question, 10).size(), 5u);

  const hotpotqa::Sequence sequence = hotpotqa::make_sequence(question, {1, 3}, encoder());
  EXPECT_EQ(sequence.spans.size(), 6u);
  EXPECT_EQ(sequence.paragraphs, (std::vector<std::size_t>{1, 1, 1, 3, 3, 3}));
  EXPECT_EQ(sequence.support, (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(span_text(sequence, 4), "she never left vell . [SEP]");
  ASSERT_TRUE(sequence.answer);
  EXPECT_EQ(spelled(sequence, *sequence.answer), "vell");
  EXPECT_EQ(sequence.answers, (std::vector<std::size_t>{3}));
  EXPECT_EQ(sequence.kind, hotpotqa::AnswerKind::span);

  const hotpotqa::Sequence no = hotpotqa::make_sequence(dataset.questions[1], {0, 1}, encoder());
  EXPECT_EQ(no.kind, hotpotqa::AnswerKind::no);
  EXPECT_FALSE(no.answer);
}

TEST(MultircSequence, HasCandidatesAndSentences) {
  const multirc::Dataset dataset = example(multirc::read, "multirc.json");
  const multirc::Paragraph& paragraph = dataset.paragraphs[0];
  const multirc::Sequence sequence =
      multirc::make_sequence(paragraph, paragraph.questions[1], encoder());
  EXPECT_EQ(sequence.id, "Fiction/kite.txt#q1");
  EXPECT_EQ(sequence.spans.size(), 7u);
  EXPECT_EQ(sequence.support, (std::vector<std::size_t>{3, 5}));
  EXPECT_EQ(span_text(sequence, 4), "he is fond of pears . [SEP]");
  ASSERT_EQ(sequence.candidates.size(), 3u);
  EXPECT_EQ(spelled(sequence, sequence.candidates[1]), "the miller");
  EXPECT_EQ(sequence.is_right, (std::vector<bool>{true, true, false}));
  EXPECT_LT(sequence.candidates[2].end, sequence.spans.ranges()[0].begin);
}

TEST(DocredSequence, HasMentionsInTokens) {
  const docred::Dataset dataset = example(docred::read, "docred.json");
  const docred::Document& document = dataset.documents[0];
  const docred::Sequence sequence = docred::make_sequence(document, 0, encoder());
  EXPECT_EQ(sequence.id, "Elin Dahl#e0");
  EXPECT_EQ(spelled(sequence, {0, 11}), "[CLS] elin dahl [SEP] e");
  EXPECT_EQ(sequence.spans.size(), 7u);
  EXPECT_EQ(span_text(sequence, 3), "holm has a famous harbour . [SEP]");
  ASSERT_EQ(sequence.mentions.size(), 8u);
  for (std::size_t i = 0; i < document.entities.size(); ++i) {
    const std::vector<docred::Mention>& mentions = document.entities[i].mentions;
    ASSERT_EQ(sequence.mentions[i].size(), mentions.size());
    for (std::size_t k = 0; k < mentions.size(); ++k) {
      std::string name = mentions[k].name;
      for (char& c : name) c = static_cast<char>(std::tolower(c));
      EXPECT_EQ(spelled(sequence, sequence.mentions[i][k]), name);
    }
  }
  ASSERT_EQ(sequence.facts.size(), 4u);
  EXPECT_EQ(sequence.facts[1].tail, 4u);
  EXPECT_EQ(sequence.facts[1].evidence, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(sequence.support, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(sequence.answers, (std::vector<std::size_t>{1}));
}

TEST(TokenSequence, ProtectsBySupportAndAnswers) {
  TokenSequence sequence;
  sequence.spans = Spans::every(5, 1);
  sequence.support = {1};
  sequence.answers = {1, 3};
  EXPECT_EQ(sequence.never_drop(Protect::none).count(), 0u);
  EXPECT_EQ(sequence.never_drop(Protect::field).count(), 1u);
  EXPECT_EQ(sequence.never_drop().count(), 2u);
}

// Answers of real questions read the same after a drop of tokens, in the real vocabulary.
TEST(SquadSequence, RealAnswersSurviveDrops) {
  const std::string name = test::real_file("squad/dev-v1.1.json");
  const std::string vocabulary = test::real_file("vocab/bert-uncased-vocab.txt");
  SPANDROP_NEEDS(name);
  SPANDROP_NEEDS(vocabulary);
  const TextEncoder real(read_vocabulary(vocabulary));
  const PaddedFile file(name);
  const auto dataset = squad::read(file.text());
  ASSERT_TRUE(dataset);
  std::size_t answers = 0, dropped = 0, without_tokens = 0;
  for (const squad::Article& article : dataset->articles) {
    const squad::Paragraph& paragraph = article.paragraphs.front();
    for (const squad::Question& question : paragraph.questions) {
      for (const std::size_t span_size : {0u, 1u, 8u}) {
        const squad::Sequence sequence =
            squad::make_sequence(paragraph, question, real, {.span_size = span_size, .n = 2});
        const KeepMask never_drop = sequence.never_drop();
        const KeepMask mask = draw({1, 0, id_of(sequence.id)}, sequence.spans.size(),
                                   {.law = {.rate = 0.5, .gamma = 1}}, &never_drop);
        const Remap remap(sequence.spans, mask);
        dropped += !mask.all();
        without_tokens += question.answers.size() - sequence.answers_at.size();
        for (const Range& answer : sequence.answers_at) {
          const Moved moved = remap.move(answer);
          ASSERT_EQ(moved.now.size(), answer.size());
          for (std::size_t i = 0; i < answer.size(); ++i) {
            ASSERT_EQ(remap.to_old(moved.now.begin + i), answer.begin + i);
          }
          ++answers;
        }
      }
    }
  }
  EXPECT_GT(answers, 1000u);
  EXPECT_GT(dropped, 500u);
  EXPECT_EQ(without_tokens, 0u);
}

}  // namespace
}  // namespace spandrop
